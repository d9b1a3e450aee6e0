"""The part of a world that every episode needs."""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from .contract import Context, Event, Json, Message, Tool, Turn

CONTRACT_VERSION = 2
"""Version of what a server and a world expect of each other."""


class Environment:
    """Declarations, and four pure functions over plain JSON. The server applies turns, limits,
    nudges, storage and replay; a world says only what happens in it.

    Functions get fresh copies of everything and keep nothing: whatever they answer must follow
    from their arguments alone.
    """

    contract: ClassVar[int] = CONTRACT_VERSION
    """The version of this class that the world was written for. If stated, it is checked."""
    id: ClassVar[str]
    """Name and version, `locked-box-v1`. A change of what happens makes a `-v2`."""
    title: ClassVar[str]
    description: ClassVar[str]
    tools: ClassVar[Sequence[Tool]] = ()
    settings: ClassVar[Mapping[str, Json]] = {}
    """JSON schemas of what a client may set for an episode; each needs a `default`."""
    turns_max: ClassVar[int] = 20
    tool_calls_per_turn_max: ClassVar[int] = 4
    action_characters_max: ClassVar[int] = 16_000
    nudge: ClassVar[str] = "Please use one of the tools."
    """Sent once to a turn with neither a call nor a final answer; the second one ends it."""
    final_answers: ClassVar[bool] = False
    """Whether a turn of text without calls is an answer that `step` gets, rather than idle."""
    metrics: ClassVar[Sequence[str]] = ("success",)
    """The numbers that `measure` reports; `success` (0 or 1) is always one."""
    reward_parts: ClassVar[Sequence[str]] = ("success",)
    """The names that `score` uses."""
    reward_minimum: ClassVar[int] = 0
    reward_maximum: ClassVar[int] = 1000
    """Bounds of the sum of the parts, in thousandths. `solve` must reach the maximum."""
    uses_seed: ClassVar[bool] = False
    """Whether an episode's seed changes anything (wording only)."""

    def open(
        self, context: Context
    ) -> tuple[Json, list[Message]] | tuple[Json, list[Message], list[Event]]:
        """The first state, the messages that begin the conversation, and their events if any."""
        raise NotImplementedError

    def step(
        self, state: Json, turn: Turn, context: Context
    ) -> (
        tuple[Json, list[Message]]
        | tuple[Json, list[Message], str | None]
        | tuple[Json, list[Message], str | None, list[Event]]
    ):
        """The next state and the answers to a turn; if it ends the episode why: `completed`,
        `failed`, `answered`, `gave_up`, or `call_limit`, `turn_limit`; and the events, if any."""
        raise NotImplementedError

    def score(self, state: Json, context: Context) -> dict[str, int]:
        """Reward parts so far in whole thousandths; their sum is 0 after the opening."""
        raise NotImplementedError

    def measure(self, state: Json, context: Context) -> dict[str, float]:
        """The metrics of an episode that ends in this state."""
        raise NotImplementedError
