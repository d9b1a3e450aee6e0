"""The calls of a server to a world: one method for each, with plain JSON in and out."""

import hashlib
import json
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from .audit import Audit
from .contract import Context, Json, Task, Tool, stream
from .plain import NotPlainError, json_text
from .teaching import Teaching
from .world import World, list_functions, misplaced

STATE_BYTES_MAX = 128 * 1024
"""The maximum size of a state as JSON text."""

_FUNCTIONS = {
    ".parts": "score",
    ".closing.parts": "score",
    ".closing.metrics": "measure",
    ".revealed": "revealed",
}


class WorldFault(Exception):
    """A failure of a world, with a code and a message for the world's author."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class Calls:
    """Plays a world. `function` is the name of its running function, for errors."""

    def __init__(self, world: World, folder: Path, strict: bool) -> None:
        self._world = world
        self._folder = folder
        self._strict = strict
        self.function = ""

    def answer(self, call: str, arguments: dict[str, Json]) -> Json:
        """Answers a call such as `step`. Raises `WorldFault` for an unknown call."""
        method = getattr(self, f"_{call}", None)
        if method is None:
            raise WorldFault("python/protocol", f"there is no call {call}")
        return method(**arguments)

    def source_of(self, call: str, path: str) -> str:
        """The function of the world that supplied a member of the answer to a call.

        :param path: the path of the member, such as `answer.closing.metrics`
        """
        if call == "tasks":
            return "public_task" if ".public" in path else "generate"
        if call not in ("open", "step"):
            return call
        for member, name in _FUNCTIONS.items():
            if path.startswith(f"answer{member}"):
                return name
        return call

    def _run(self, name: str, *arguments: Any) -> Any:
        """Runs a function of the world. In strict mode it must not change its arguments."""
        self.function = name
        function: Callable[..., Any] = getattr(self._world, name)
        texts_before = [_text(argument) for argument in arguments] if self._strict else []
        answer = function(*arguments)
        if self._strict and texts_before != [_text(argument) for argument in arguments]:
            raise WorldFault("python/impure", f"{name} changes its arguments")
        self.function = ""
        return answer

    def _describe(self) -> Json:
        world = self._world
        self.function = "the class"
        blind_play = world.blind_play if isinstance(world, Audit) else None
        return {
            "contract": world.contract,
            "id": world.id,
            "title": world.title,
            "description": world.description,
            "tools": [_tool(tool) for tool in world.tools],
            "splits": dict(world.splits),
            "task_schema": _object(world.task_schema),
            "settings_schema": _object(world.settings),
            "limits": {
                "turns_max": world.turns_max,
                "tool_calls_per_turn_max": world.tool_calls_per_turn_max,
                "action_characters_max": world.action_characters_max,
            },
            "nudge": world.nudge,
            "final_answers": world.final_answers,
            "metrics": _names(world, "metrics"),
            "reward": {
                "parts": _names(world, "reward_parts"),
                "minimum": world.reward_minimum,
                "maximum": world.reward_maximum,
            },
            "uses_seed": world.uses_seed,
            "blind_play": None if blind_play is None else dict(blind_play),
            "audit": list_functions(world, Audit),
            "teaching": list_functions(world, Teaching),
            "digest": _folder_digest(self._folder),
        }

    def _tasks(self, split: str, start: int, end: int) -> Json:
        return [self._task(split, index) for index in range(start, end)]

    def _task(self, split: str, index: int) -> Task:
        seed = stream(index, 0, f"{self._world.id}/{split}").randrange(2**31)
        base = {
            "id": f"{split}-{index:06}",
            "split": split,
            "index": index,
            "seed": seed,
            "difficulty": 1,
        }
        content = self._run("generate", split, index)
        self.function = "generate"
        self._check_task(content)
        reserved = [key for key in (*list(base)[:3], "public") if key in content]
        if reserved:
            raise WorldFault("python/answer", f"it must leave {reserved[0]} to the server")
        return self._with_public({**base, **content})

    def _check_task(self, task: Task) -> None:
        if type(task) is not dict:
            raise WorldFault("python/answer", f"a task is a dict, not a {type(task).__name__}")
        json_text(task, "task")

    def _with_public(self, task: Task) -> Task:
        """A task with the member `public`, which servers may list."""
        return {**task, "public": self._run("public_task", _copy(task))}

    def _open(self, **context: Json) -> Json:
        answer = self._run("open", _context(context, closed=False))
        return self._transition("open", answer, context)

    def _step(self, state: str, turn: Json, **context: Json) -> Json:
        answer = self._run("step", json.loads(state), turn, _context(context, closed=False))
        return self._transition("step", answer, context)

    def _transition(self, name: str, answer: Any, context: Json) -> Json:
        self.function = name
        optional = ("end", "events") if name == "step" else ("events",)
        if type(answer) is not tuple or not 2 <= len(answer) <= 2 + len(optional):
            members = f"the state and messages, and optionally {' and '.join(optional)}"
            raise WorldFault("python/answer", f"{name} must return a tuple of {members}")
        state, messages, *optional_parts = answer
        extra = dict(zip(optional, optional_parts, strict=False))
        end, events = extra.get("end"), extra.get("events")
        text = json_text(state, "state")
        size = len(text.encode())
        if size > STATE_BYTES_MAX:
            limit = f"the limit is {STATE_BYTES_MAX}"
            raise WorldFault("python/too_large", f"the state has {size} bytes; {limit}")
        closing = _context(context, closed=True)
        parts = self._run("score", state, closing)
        metrics = self._run("measure", state, closing)
        current_parts = parts if end else self._run("score", state, _context(context, closed=False))
        revealed = self._run("revealed", state) if isinstance(self._world, Audit) else False
        return {
            "state": text,
            "messages": messages,
            "end": end,
            **({"events": events} if events else {}),
            "parts": current_parts,
            "closing": {"parts": parts, "metrics": metrics},
            "revealed": revealed,
        }

    def _critique(self, events: Json, outcome: Json, transcript: Json) -> Json:
        critique = self._run("critique", events, outcome, transcript)
        self.function = "critique"
        if critique is not None and type(critique) is not str:
            message = f"a critique is a text or None, not a {type(critique).__name__}"
            raise WorldFault("python/answer", message)
        return critique

    def _hidden_variant(self, task: Task, seed: int) -> Json:
        variant = self._run("hidden_variant", task, seed)
        if variant is None:
            return None
        self._check_task(variant)
        return self._with_public(variant)

    def _solve(self, task: Task, events: Json, transcript: Json) -> Json:
        return self._run("solve", task, events, transcript)

    def _sample_actions(self, events: Json, transcript: Json, seed: int) -> Json:
        draws = stream(seed, len(transcript), "sample_actions")
        return self._run("sample_actions", events, draws, transcript)

    def _blind_win(self, task: Task) -> Json:
        return self._run("blind_win", task)


def largest_member(answer: Json) -> str:
    """The path of the member with the longest text in an answer."""
    members = answer if type(answer) is dict else {}
    if type(members.get("closing")) is dict:
        closing = {f"closing.{name}": value for name, value in members["closing"].items()}
        members = {**members, **closing, "closing": None}
    if not members:
        return "answer"
    return f"answer.{max(members, key=lambda name: len(json.dumps(members[name])))}"


def find_world(module: Any, name: str | None) -> World:
    """The world of a module: the class with this name, or the only one that it defines."""
    if name is not None:
        candidates = [getattr(module, name, None)]
    else:
        candidates = [
            value
            for value in vars(module).values()
            if isinstance(value, type) and value.__module__ == module.__name__
        ]
    worlds = [value for value in candidates if isinstance(value, type) and issubclass(value, World)]
    if len(worlds) == 1:
        world = worlds[0]()
        _check_parts(world)
        return world
    location = f"module {module.__name__}"
    if name is not None:
        raise WorldFault("python/module", f"{location} has no subclass of World named {name}")
    names = ", ".join(world.__name__ for world in worlds) or "none"
    raise WorldFault(
        "python/module", f"{location} must define one subclass of World; found: {names}"
    )


def _check_parts(world: World) -> None:
    for part in (Audit, Teaching):
        name = misplaced(world, part)
        if name is not None:
            type_name = type(world).__name__
            remedy = f"write class {type_name}(World, {part.__name__})"
            message = f"{type_name} defines {name}, a member of {part.__name__}: {remedy}"
            raise WorldFault("python/module", message)


def _context(members: dict[str, Json], closed: bool) -> Context:
    context = Context(closed=closed, **members)
    return Context(**{**vars(context), "task": _copy(context.task)}) if closed else context


def _copy(value: Json) -> Json:
    return json.loads(json.dumps(value))


def _text(argument: Any) -> str:
    """An argument as text, to detect changes."""
    if isinstance(argument, Context):
        return json.dumps(vars(argument), default=repr)
    return json.dumps(argument, default=lambda _: "")


def _object(properties: Mapping[str, Json]) -> Json:
    required = [name for name, schema in properties.items() if "default" not in schema]
    schema = {"type": "object", "properties": dict(properties)}
    return {**schema, "required": required, "additionalProperties": False}


def _names(world: World, member: str) -> list[str]:
    """A class attribute that lists names. `list` would take a text for its letters."""
    names = getattr(world, member)
    if isinstance(names, (list, tuple)) and all(isinstance(name, str) for name in names):
        return list(names)
    raise TypeError(f"{member} is {names!r}; it must be a list of names")


def _tool(tool: Tool) -> Json:
    parameters = _object(tool.parameters)
    return {"name": tool.name, "description": tool.description, "parameters": parameters}


def _folder_digest(folder: Path) -> str:
    """SHA-256 over the source of every loaded module in the world's folder."""
    digest = hashlib.sha256()
    for name, module in sorted(sys.modules.items()):
        path = getattr(module, "__file__", None)
        if path is None or not Path(path).resolve().is_relative_to(folder):
            continue
        source = Path(path).read_bytes()
        digest.update(f"{name} {len(source)}\n".encode())
        digest.update(source)
    return digest.hexdigest()


__all__ = ["Calls", "NotPlainError", "WorldFault", "find_world"]
