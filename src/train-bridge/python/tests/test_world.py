"""Guards the helpers for worlds, and that a wrong answer is reported with its function and path."""

from __future__ import annotations

import json
import math
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from backchannel.world import (
    Audit,
    Context,
    Teaching,
    Tool,
    World,
    each_call,
    stream,
    tool_call,
    user,
)
from backchannel.world.calls import Calls, WorldFault, find_world, largest_member
from backchannel.world.plain import NotPlainError, json_text
from backchannel.world.worker import answer_text

FOLDER = Path("/nowhere")


class Count(World):
    id = "count-v1"
    title = "Count"
    description = "Say how many."
    tools = (Tool("say", "Say it.", {"number": {"type": "integer"}}),)

    def generate(self, split: str, index: int) -> dict[str, Any]:
        return {"number": index}

    def open(self, context: Context) -> Any:
        return {"said": []}, [user("How many?")]

    def step(self, state: Any, turn: Any, context: Context) -> Any:
        state, messages = each_call(
            state, turn, lambda now, _, given: ({"said": [*now["said"], given["number"]]}, "Well.")
        )
        return state, messages, "answered" if state["said"] else None

    def score(self, state: Any, context: Context) -> dict[str, int]:
        return {"success": 1000 if context.task["number"] in state["said"] else 0}

    def measure(self, state: Any, context: Context) -> dict[str, float]:
        return {"success": int(context.task["number"] in state["said"])}


class Audited(Count, Audit, Teaching):
    def solve(self, task: Any, events: Any, transcript: Any) -> Any:
        return tool_call("say", number=task["number"])


def context(step: int) -> dict[str, Any]:
    bare = {"settings": {}, "conduct": {}, "last_turn": False, "seed": 1}
    return {**bare, "task": {"number": 7}, "step": step}


def turn(*calls: dict[str, Any]) -> dict[str, Any]:
    return {"content": "", "calls": list(calls)}


SAID = {"id": "c", "name": "say", "status": "valid", "arguments": {"number": 7}}
REFUSED = {"id": "d", "name": "sai", "status": "rejected", "explanation": "There is no sai."}


def ask(world: World, call: str, strict: bool = False, **given: Any) -> Any:
    request = {"call": call, "input": given, "bytes_max": 10_000}
    return json.loads(answer_text(Calls(world, FOLDER, strict), request) + "}")


def failure(world: World, call: str, strict: bool = False, **given: Any) -> str:
    error = ask(world, call, strict, **given)["error"]
    return f"{error['code']} in {error['function']}: {error['message']}"


def test_random_draws_do_not_change_between_releases() -> None:
    draws = stream(7, 3, "name")
    assert [draws.randint(0, 999) for _ in range(4)] == [473, 56, 58, 473]
    assert stream(7, 3, "other").random() != stream(7, 4, "name").random()


def test_a_step_answers_refused_calls_with_their_explanation() -> None:
    given = {**context(1), "state": '{"said":[]}', "turn": turn(REFUSED, SAID)}
    answer = ask(Count(), "step", strict=True, **given)["answer"]
    assert json.loads(answer["state"]) == {"said": [7]}
    assert [message["content"] for message in answer["messages"]] == ["There is no sai.", "Well."]
    assert answer["end"] == "answered"
    assert answer["closing"] == {"parts": {"success": 1000}, "metrics": {"success": 1}}


def test_tasks_have_their_public_members() -> None:
    first, second = ask(Count(), "tasks", split="train", start=0, end=2)["answer"]
    assert [first["id"], second["id"]] == ["train-000000", "train-000001"]
    assert second["number"] == 1
    assert second["public"] == {}


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        ([], "python/answer in generate: a task is a dict, not a list"),
        ({"boxes": {1, 2}}, "python/not_plain in generate: task.boxes is a set: use a sorted list"),
        ({"split": "val"}, "python/answer in generate: it must leave split to the server"),
        (
            {"at": math.nan},
            "python/not_plain in generate: task.at is nan, which JSON does not have",
        ),
    ],
)
def test_invalid_tasks_are_refused_with_the_reason(answer: Any, message: str) -> None:
    world = Count()
    world.generate = lambda split, index: answer  # type: ignore[method-assign]
    assert failure(world, "tasks", split="train", start=0, end=1) == message


def test_events_are_in_the_answer_only_if_a_step_returns_some() -> None:
    world = Count()
    assert "events" not in ask(world, "open", **context(0))["answer"]
    events = [{"kind": "said", "number": 7}]
    world.step = lambda *_: ({"said": [7]}, [], None, events)  # type: ignore[method-assign]
    given = {**context(1), "state": '{"said":[]}', "turn": turn(SAID)}
    assert ask(world, "step", strict=True, **given)["answer"]["events"] == events


@pytest.mark.parametrize(
    ("function", "answer", "message"),
    [
        ("step", None, "python/answer in step: step must return a tuple of the state and messages"),
        (
            "step",
            ({"said": []}, [{"x": (1,)}]),
            "python/not_plain in step: answer.messages[0].x is a tuple",
        ),
        ("step", ({"said": []}, ["x" * 20_000]), "python/too_large in step: the answer has"),
        ("step", ({"x": "x" * 200_000}, []), "python/too_large in step: the state has"),
        (
            "score",
            {"success": 0.0, "y": math.inf},
            "python/not_plain in score: answer.parts.y is inf",
        ),
        (
            "measure",
            {"success": b""},
            "python/not_plain in measure: answer.closing.metrics.success",
        ),
        ("measure", {"x" * 20_000: 1}, "python/too_large in measure: the answer has"),
        ("revealed", "x" * 20_000, "python/too_large in revealed: the answer has"),
        ("revealed", {1}, "python/not_plain in revealed: answer.revealed is a set"),
    ],
)
def test_errors_name_the_function_that_returned_the_answer(
    function: str, answer: Any, message: str
) -> None:
    world = Audited()
    setattr(world, function, lambda *_: answer)
    given = {**context(1), "state": '{"said":[]}', "turn": turn(SAID)}
    assert failure(world, "step", **given).startswith(message)


@pytest.mark.parametrize("critique", ["Count again.", "", None])
def test_a_critique_is_a_text_or_none(critique: Any) -> None:
    world = Audited()
    world.critique = lambda *_: critique  # type: ignore[method-assign]
    assert ask(world, "critique", events=[], outcome={}, transcript=[])["answer"] == critique


def test_a_critique_that_is_no_text_is_a_mistake_of_the_world_and_not_silence() -> None:
    world = Audited()
    world.critique = lambda *_: ["Count again."]  # type: ignore[method-assign]
    message = failure(world, "critique", events=[], outcome={}, transcript=[])
    assert message == "python/answer in critique: a critique is a text or None, not a list"


def test_a_function_that_changes_its_arguments_is_reported() -> None:
    world = Count()
    world.measure = lambda state, context: state["said"].append(1) or {"success": 0}  # type: ignore
    given = {**context(1), "state": '{"said":[]}', "turn": turn(SAID)}
    assert failure(world, "step", strict=True, **given).startswith("python/impure in measure")


def test_tracebacks_begin_in_the_code_of_the_world() -> None:
    world = Audited()
    world.solve = lambda task, events, transcript: 1 / 0  # type: ignore
    error = ask(world, "solve", task={}, events=[], transcript=[])["error"]
    assert error["message"] == "ZeroDivisionError: division by zero"
    assert "test_world.py" in error["trace"]
    assert "calls.py" not in error["trace"]


def test_an_error_without_a_readable_text_is_reported() -> None:
    class OwnError(Exception):
        def __str__(self) -> str:
            raise RuntimeError

    def fail(*_: Any) -> None:
        raise OwnError

    world = Audited()
    world.solve = fail  # type: ignore
    message = failure(world, "solve", task={}, events=[], transcript=[])
    assert message == "python/raised in solve: OwnError, whose text cannot be read"


def test_every_clock_is_shifted_by_years() -> None:
    code = """
import time
from backchannel.world import fence
read = "time.localtime().tm_year", "time.gmtime(None).tm_year", "int(time.strftime('%Y'))"
read += "int(time.ctime()[-4:])", "int(time.asctime()[-4:])"
read += "time.gmtime(time.time()).tm_year", "time.gmtime(time.clock_gettime(0)).tm_year"
read += "time.gmtime(time.time_ns() // 10**9).tm_year",
before = [eval(each) for each in read]
fence.shift_clocks()
import datetime
after = [eval(each) for each in read]
print(all(12 <= new - old <= 13 for old, new in zip(before, after)))
print(time.gmtime(0).tm_year, time.strftime("%Y", time.gmtime(0)), time.ctime(86400)[-4:])
print(12 <= datetime.date.today().year - before[0] <= 13)
"""
    folder = Path(__file__).parents[1]
    words = [sys.executable, "-c", code]
    ran = subprocess.run(words, cwd=folder, capture_output=True, text=True, check=True)
    assert ran.stdout.splitlines() == ["True", "1970 1970 1970", "True"]


def test_the_largest_member_of_an_answer_is_named() -> None:
    assert largest_member({"state": "x", "messages": ["long" * 9]}) == "answer.messages"
    closing = {"parts": {}, "metrics": {"x" * 99: 1}}
    assert largest_member({"state": "x", "closing": closing}) == "answer.closing.metrics"
    assert largest_member("text") == "answer"


def test_a_module_must_have_one_world_unless_it_is_named() -> None:
    module = ModuleType("own")
    with pytest.raises(WorldFault, match="one subclass of World; found: none"):
        find_world(module, None)
    module.Count = Count  # type: ignore[attr-defined]
    assert isinstance(find_world(module, "Count"), Count)
    with pytest.raises(WorldFault, match="no subclass of World named Other"):
        find_world(module, "Other")


@pytest.mark.parametrize("member", ["metrics", "reward_parts"])
@pytest.mark.parametrize("names", ["success", None, [1]])
def test_a_list_of_names_that_is_none_is_refused_by_its_name(member: str, names: Any) -> None:
    world = type("Changed", (Count,), {member: names})()
    with pytest.raises(TypeError, match=f"{member} is .*; it must be a list of names"):
        Calls(world, FOLDER, strict=False).answer("describe", {})


def test_a_world_lists_the_optional_functions_that_it_defines() -> None:
    first = ask(Count(), "describe")["answer"]
    assert (first["audit"], first["teaching"], first["blind_play"]) == ([], [], None)
    audited = ask(Audited(), "describe")["answer"]
    assert (audited["audit"], audited["teaching"]) == (["solve"], [])


def test_a_function_of_a_part_that_is_no_base_class_is_refused() -> None:
    module = ModuleType("own")
    module.Count = type("Count", (Count,), {"critique": lambda *_: "Count."})  # type: ignore
    with pytest.raises(
        WorldFault, match=r"critique, a member of Teaching: .* Count\(World, Teaching\)"
    ):
        find_world(module, "Count")


def test_values_that_are_not_plain_json_are_refused_with_their_path() -> None:
    assert json_text({"b": 1.0, "a": [True, None]}, "x") == '{"b":1.0,"a":[true,null]}'
    with pytest.raises(NotPlainError, match=r"x\.a\[1\] is a whole number beyond"):
        json_text({"a": [0, 2**53]}, "x")
    assert tool_call("say", number=1)["tool_calls"][0]["function"]["arguments"] == {"number": 1}
