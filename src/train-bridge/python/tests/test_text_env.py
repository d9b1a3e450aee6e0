"""Guards that environments of Gymnasium become pure functions: replays, rewards, ends, text."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any, ClassVar

import pytest

from backchannel.world import TextEnvWorld
from backchannel.world.calls import Calls


class Corridor:
    """Doors behind doors: the seed says which one is right at each step."""

    made = 0
    closed = 0

    def __init__(self, limit: int = 6) -> None:
        Corridor.made += 1
        self.action_space = SimpleNamespace(n=2, start=0)
        self._limit = limit

    def reset(self, *, seed: int) -> tuple[str, dict[str, Any]]:
        draw = random.Random(seed)
        self._right = [draw.randrange(2) for _ in range(3)]
        self._at = self._steps = 0
        return "Three doors lie ahead.", {}

    def step(self, action: int) -> tuple[str, float, bool, bool, dict[str, Any]]:
        self._steps += 1
        self._at += int(action == self._right[self._at])
        over = self._at == 3
        return f"Door {self._at}.", float(over) - 0.0004, over, self._steps == self._limit, {}

    def close(self) -> None:
        Corridor.closed += 1


class Doors(TextEnvWorld):
    id = "doors-v1"
    title = "Doors"
    description = "Go through three doors."
    actions: ClassVar[Sequence[str]] = ("left", "right")
    reward_minimum = -10

    def make(self, task: Any) -> Corridor:
        return Corridor()


class Repeat(Corridor):
    def step(self, action: Any) -> tuple[str, float, bool, bool, dict[str, Any]]:
        return f"You said {action}.", -0.5, False, False, {}


class Spoken(Doors):
    id = "spoken-v1"
    actions = ()

    def make(self, task: Any) -> Repeat:
        return Repeat()


TASK: dict[str, Any] = {
    "id": "train-000000",
    "split": "train",
    "index": 0,
    "seed": 5,
    "difficulty": 1,
}
AROUND = {
    "task": TASK,
    "settings": {},
    "step": 1,
    "conduct": {},
    "last_turn": False,
    "seed": 1,
}


def called(action: str) -> dict[str, Any]:
    call = {"id": "c", "name": "act", "status": "valid", "arguments": {"action": action}}
    return {"content": "", "calls": [call]}


def play(calls: Calls, turns: list[Any]) -> list[Any]:
    answers = [calls.answer("open", AROUND)]
    for turn in turns:
        given = {**AROUND, "state": answers[-1]["state"], "turn": turn}
        answers.append(calls.answer("step", given))
    return answers


def test_a_cached_environment_and_a_replay_give_the_same_answers() -> None:
    turns = [called(name) for name in ("left", "right", "left", "right", "left")]
    standing = play(Calls(Doors(), Path("/nowhere"), strict=False), turns)
    fresh = Calls(Doors(), Path("/nowhere"), strict=True)
    for at, turn in enumerate(turns[: len(standing) - 1]):
        given = {**AROUND, "state": standing[at]["state"], "turn": turn}
        # Another process, and the same one twice.
        assert fresh.answer("step", given) == standing[at + 1]
        assert fresh.answer("step", given) == standing[at + 1]


def test_rewards_stay_within_their_bounds_and_ends_have_reasons() -> None:
    calls = Calls(Doors(), Path("/nowhere"), strict=False)
    draw = random.Random(TASK["seed"])
    right = [draw.randrange(2) for _ in range(3)]
    won = play(calls, [called(("left", "right")[one]) for one in right])
    assert [one["end"] for one in won] == [None, None, None, "completed"]
    assert [one["parts"]["reward"] for one in won] == [0, 0, 0, 1000]
    assert won[-1]["closing"]["metrics"] == {
        "success": 1,
        "raw_reward": pytest.approx(0.9988),
        "actions": 3,
    }
    lost = play(calls, [called(("right", "left")[right[0]])] * 6)
    assert lost[-1]["end"] == "turn_limit"
    assert lost[-1]["closing"]["metrics"]["success"] == 0


def test_without_action_names_the_text_is_the_action() -> None:
    calls = Calls(Spoken(), Path("/nowhere"), strict=True)
    described = calls.answer("describe", {})
    assert described["final_answers"] is True
    answers = play(calls, [{"content": "open sesame", "calls": []}, called("knock")])
    assert answers[1]["messages"] == [{"role": "user", "content": "You said open sesame."}]
    assert answers[2]["messages"][0]["role"] == "tool"
    assert answers[2]["parts"] == {"reward": -10}
    assert answers[2]["closing"]["metrics"]["raw_reward"] == -1.0


def test_coloured_text_is_marked_by_brackets_instead() -> None:
    env = SimpleNamespace(render=lambda: "\n\x1b[41mS\x1b[0mFF\n")
    assert Doors().shown(3, env) == "[S]FF"
    with pytest.raises(TypeError, match="render_mode"):
        Doors().shown(3, SimpleNamespace(render=lambda: None))


def test_a_process_caches_a_limited_number_of_environments() -> None:
    world = Doors()
    calls = Calls(world, Path("/nowhere"), strict=False)
    closed = Corridor.closed
    for seed in range(100):
        calls.answer("open", {**AROUND, "task": {**TASK, "seed": seed}})
    assert len(world._cached) == 64
    assert Corridor.closed - closed == 36
    # Rollouts of a group open the same task, and only the last one's environment is cached.
    for _ in range(3):
        calls.answer("open", {**AROUND, "task": {**TASK, "seed": 99}})
    assert len(world._cached) == 64
    assert Corridor.closed - closed == 39
