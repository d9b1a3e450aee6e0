"""What the functions of a world take and return, and helpers for them."""

import hashlib
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

Json = Any
"""Plain JSON: dict with str keys, list, str, int, float, bool, None, and no subclass of them."""
Task = dict[str, Json]
Message = dict[str, Json]
Event = dict[str, Json]
"""What messages say, for programs: its `kind`, and whatever the world adds. Never for the model."""
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
