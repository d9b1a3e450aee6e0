"""What an environment is: the class to inherit from, and helpers for its functions."""

import hashlib
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

Json = Any
"""Plain JSON: dict with str keys, list, str, int, float, bool, None, and no subclass of them."""
Task = dict[str, Json]
Message = dict[str, Json]
Action = dict[str, Json]
Turn = dict[str, Json]
Outcome = dict[str, Json]


@dataclass(frozen=True)
class Tool:
    """Something an agent may call. `parameters` are the properties of a JSON schema; those
    without a `default` must be given."""

    name: str
    description: str
    parameters: Mapping[str, Json] = field(default_factory=dict)


@dataclass(frozen=True)
class Context:
    """What the functions of a world may look at besides their state."""

    task: Task
    settings: dict[str, Json]
    step: int
    """The number of the step that is being played; 0 in the opening."""
    conduct: dict[str, int]
    """What the agent has done so far: turns, tool_calls, malformed_calls, nudges."""
    last_turn: bool
    """True in the last turn that the limits allow."""
    closed: bool
    """True once the episode is over: rewards that would have been hints are booked now."""
    seed: int

    def random(self, name: str) -> random.Random:
        """Draws for one purpose at this step, from the episode's seed."""
        return stream(self.seed, self.step, name)


def stream(seed: int, step: int, name: str) -> random.Random:
    """The only source of chance: the same three arguments always give the same draws."""
    digest = hashlib.sha256(f"{seed}/{step}/{name}".encode()).digest()
    return random.Random(int.from_bytes(digest[:8], "big"))


def system(content: str) -> Message:
    return {"role": "system", "content": content}


def user(content: str) -> Message:
    return {"role": "user", "content": content}


def tool_call(name: str, **arguments: Json) -> Action:
    """An assistant turn with one call, for `solve` and `sample_actions`."""
    function = {"name": name, "arguments": arguments}
    return {"tool_calls": [{"id": "call_1", "type": "function", "function": function}]}


Play = Callable[[Json, str, dict[str, Json]], tuple[Json, str]]


def each_call(state: Json, turn: Turn, play: Play) -> tuple[Json, list[Message]]:
    """Plays the calls of a turn in order and answers each with one message.

    `play(state, name, arguments)` gives the next state and what the model reads. Calls that the
    server has refused already are answered with its explanation.
    """
    messages = []
    for call in turn["calls"]:
        if call["status"] == "valid":
            state, content = play(state, call["name"], call["arguments"])
        else:
            content = call["explanation"]
        answer = {"role": "tool", "tool_call_id": call["id"], "name": call["name"]}
        messages.append({**answer, "content": content})
    return state, messages


CONTRACT_VERSION = 1
"""Version of what a server and a world expect of each other."""


class World:
    """An environment: pure functions over plain JSON. The server applies turns, limits, nudges,
    storage and replay; a world says only what happens in it.

    Functions get fresh copies of everything and keep nothing: whatever they answer must follow
    from their arguments alone.
    """

    contract: ClassVar[int] = CONTRACT_VERSION
    """The version of this class that the world was written for. Said, it is checked."""
    id: ClassVar[str]
    """Name and version, `locked-box-v1`. A change of what happens makes a `-v2`."""
    title: ClassVar[str]
    description: ClassVar[str]
    tools: ClassVar[Sequence[Tool]] = ()
    splits: ClassVar[Mapping[str, int]] = {"train": 1000, "val": 100, "test": 100}
    """How many tasks each split has; names of lower-case letters."""
    task_schema: ClassVar[Mapping[str, Json]] = {}
    """JSON schemas of what `generate` answers, by name."""
    settings: ClassVar[Mapping[str, Json]] = {}
    """JSON schemas of what a client may set for an episode; each needs a `default`."""
    turns_max: ClassVar[int] = 20
    tool_calls_per_turn_max: ClassVar[int] = 4
    action_characters_max: ClassVar[int] = 16_000
    nudge: ClassVar[str] = "Please use one of the tools."
    """Said once to a turn with neither a call nor a final answer; the second one ends it."""
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
    blind_play: ClassVar[Mapping[str, Json] | None] = None
    """What is won without the work: {"plan": in a few words, "is_the_task": True where copying
    is what the tasks ask for}. None: nothing at all. See also `blind_win`."""

    def generate(self, split: str, index: int) -> Task:
        """The matter of a task; `id`, `split`, `index`, `seed`, `difficulty` are added to it."""
        raise NotImplementedError

    def public_task(self, task: Task) -> dict[str, Json]:
        """What may be listed of a task besides its id, split, index and difficulty."""
        return {}

    def open(self, context: Context) -> tuple[Json, list[Message]]:
        """The first state, and the messages that begin the conversation."""
        raise NotImplementedError

    def step(
        self, state: Json, turn: Turn, context: Context
    ) -> tuple[Json, list[Message]] | tuple[Json, list[Message], str | None]:
        """The next state and the answers to a turn, and where it ends the episode why:
        `completed`, `failed`, `answered`, `gave_up`, or `call_limit`, `turn_limit`."""
        raise NotImplementedError

    def score(self, state: Json, context: Context) -> dict[str, int]:
        """Reward parts so far in whole thousandths; their sum is 0 after the opening."""
        raise NotImplementedError

    def measure(self, state: Json, context: Context) -> dict[str, float]:
        """The metrics of an episode that ends in this state."""
        raise NotImplementedError

    def critique(self, transcript: list[Message], outcome: Outcome) -> str:
        """What a later attempt should know, from what the agent could see."""
        return ""

    def hidden_variant(self, task: Task, seed: int) -> Task | None:
        """The same task with one hidden fact changed."""
        return None

    def revealed(self, state: Json) -> bool:
        """Whether that fact has been told in this state."""
        return False

    def solve(self, task: Task, transcript: list[Message]) -> Action:
        """The next turn of a player who knows everything."""
        raise NotImplementedError

    def sample_actions(self, transcript: list[Message], random: random.Random) -> list[Action]:
        """Plausible next turns for someone who sees only the conversation."""
        raise NotImplementedError

    def blind_win(self, task: Task) -> bool:
        """Whether the plan of `blind_play` wins this task."""
        return True
