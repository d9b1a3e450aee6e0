"""The part of a world that every episode needs."""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from .contract import Context, Event, Json, Message, Tool, Turn

CONTRACT_VERSION = 2
"""Version of the contract between a server and a world."""


class Environment:
    """Declarations, and four pure functions over plain JSON. The server applies turns, limits,
    nudges, storage and replay.

    Functions get fresh copies of their arguments. Their results must depend on the arguments alone.
    """

    contract: ClassVar[int] = CONTRACT_VERSION
    """The contract version of the world. The server checks it."""
    id: ClassVar[str]
    """Name and version, such as `locked-box-v1`. Changed behaviour makes a `-v2`."""
    title: ClassVar[str]
    description: ClassVar[str]
    tools: ClassVar[Sequence[Tool]] = ()
    settings: ClassVar[Mapping[str, Json]] = {}
    """JSON schemas of an episode's settings; each needs a `default`."""
    turns_max: ClassVar[int] = 20
    tool_calls_per_turn_max: ClassVar[int] = 4
    action_characters_max: ClassVar[int] = 16_000
    nudge: ClassVar[str] = "Please use one of the tools."
    """Answers a turn without a call or a final answer. A second such turn ends the episode."""
    final_answers: ClassVar[bool] = False
    """Whether `step` gets a turn of text without calls as an answer. If not, the turn is idle."""
    metrics: ClassVar[Sequence[str]] = ("success",)
    """The names of the metrics in `measure`. `success` (0 or 1) is required."""
    reward_parts: ClassVar[Sequence[str]] = ("success",)
    """The names of the reward parts in `score`."""
    reward_minimum: ClassVar[int] = 0
    reward_maximum: ClassVar[int] = 1000
    """Bounds of the sum of the parts, in thousandths. `solve` must reach the maximum."""
    uses_seed: ClassVar[bool] = False
    """Whether an episode's seed changes anything. It may change wording only."""

    def open(
        self, context: Context
    ) -> tuple[Json, list[Message]] | tuple[Json, list[Message], list[Event]]:
        """The first state, the messages that begin the conversation, and optionally events."""
        raise NotImplementedError

    def step(
        self, state: Json, turn: Turn, context: Context
    ) -> (
        tuple[Json, list[Message]]
        | tuple[Json, list[Message], str | None]
        | tuple[Json, list[Message], str | None, list[Event]]
    ):
        """The next state and the messages that answer a turn, and optionally the end and events.

        The end is the reason why the episode ends, else None: `completed`, `failed`, `answered`,
        `gave_up`, `call_limit` or `turn_limit`.
        """
        raise NotImplementedError

    def score(self, state: Json, context: Context) -> dict[str, int]:
        """Reward parts so far in whole thousandths; their sum is 0 after the opening."""
        raise NotImplementedError

    def measure(self, state: Json, context: Context) -> dict[str, float]:
        """The metrics of an episode that ends in this state."""
        raise NotImplementedError
