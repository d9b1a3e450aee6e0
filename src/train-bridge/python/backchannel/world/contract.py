"""The types of a world's functions, and helpers for writing them."""

import hashlib
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

Json = Any
"""Plain JSON: dict with str keys, list, str, int, float, bool, None. Subclasses are refused."""
Task = dict[str, Json]
Message = dict[str, Json]
Event = dict[str, Json]
"""The content of messages as data for programs: its `kind`, and members of the world's choice. The
model never sees it."""
Action = dict[str, Json]
Turn = dict[str, Json]
Outcome = dict[str, Json]


@dataclass(frozen=True)
class Tool:
    """A tool of the agent. `parameters` are the properties of a JSON schema. Those without a
    `default` are required."""

    name: str
    description: str
    parameters: Mapping[str, Json] = field(default_factory=dict)


@dataclass(frozen=True)
class Context:
    """The inputs of a world's functions besides the state."""

    task: Task
    settings: dict[str, Json]
    step: int
    """The number of the current step; 0 in the opening."""
    conduct: dict[str, int]
    """The agent's numbers of turns, tool_calls, malformed_calls and nudges so far."""
    last_turn: bool
    """True in the last turn that the limits allow."""
    closed: bool
    """True once the episode is over. Count rewards now that would have been hints before."""
    seed: int

    def random(self, name: str) -> random.Random:
        """A random stream for one purpose at this step, from the episode's seed."""
        return stream(self.seed, self.step, name)


def stream(seed: int, step: int, name: str) -> random.Random:
    """The only source of randomness. Equal arguments always give equal draws."""
    digest = hashlib.sha256(f"{seed}/{step}/{name}".encode()).digest()
    return random.Random(int.from_bytes(digest[:8], "big"))


def system(content: str) -> Message:
    """A message of the system."""
    return {"role": "system", "content": content}


def user(content: str) -> Message:
    """A message of the user."""
    return {"role": "user", "content": content}


def tool_call(name: str, **arguments: Json) -> Action:
    """An assistant turn with one tool call, for `solve` and `sample_actions`."""
    function = {"name": name, "arguments": arguments}
    return {"tool_calls": [{"id": "call_1", "type": "function", "function": function}]}


Play = Callable[[Json, str, dict[str, Json]], tuple[Json, str]]


def each_call(state: Json, turn: Turn, play: Play) -> tuple[Json, list[Message]]:
    """Plays the calls of a turn in order, and answers each with one message.

    `play(state, name, arguments)` returns the next state and the text for the model. Calls that the
    server has refused are answered with its explanation.
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
