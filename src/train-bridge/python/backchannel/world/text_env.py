"""Turns Gymnasium environments with text observations into worlds: `TextEnvWorld`.

It needs no package itself. `make` returns an object with Gymnasium's `reset`, `step`, `render` and
`action_space`.
"""

import json
import random
import re
from collections import OrderedDict
from collections.abc import Sequence
from typing import Any, ClassVar

from .audit import Audit
from .contract import (
    Context,
    Event,
    Json,
    Message,
    Task,
    Tool,
    each_call,
    system,
    tool_call,
    user,
)
from .world import World

CACHED_MAX = 64
"""The most running environments that a process caches."""
_COLOURED = re.compile(r"\x1b\[[0-9;]*m(.*?)\x1b\[0m", re.DOTALL)


class TextEnvWorld(World, Audit):
    """A Gymnasium environment whose observations are text, or can be rendered as text.

    The state is the list of actions so far. A step plays them again, or continues an environment
    that the process has cached. So equal seeds and actions must give equal answers. Conformance
    detects environments that do not.
    """

    actions: ClassVar[Sequence[str]] = ()
    """Names of the actions of a Discrete space, in order. If empty, actions are text."""
    instructions: ClassVar[str] = ""
    """A system message before the first observation."""
    success_at: ClassVar[int | None] = None
    """The sum of rewards, in thousandths, that counts as success. None means `reward_maximum`."""

    tool_calls_per_turn_max = 1
    metrics = ("success", "raw_reward", "actions")
    reward_parts = ("reward",)
    nudge = "Please act by calling the tool."

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        takes_text = not cls.actions
        kind: Json = {"type": "string"} if takes_text else {"enum": list(cls.actions)}
        if "tools" not in cls.__dict__:
            cls.tools = (Tool("act", "Acts in the environment.", {"action": kind}),)
        cls.final_answers = takes_text

    def __init__(self) -> None:
        self._cached: OrderedDict[str, Any] = OrderedDict()

    def make(self, task: Task) -> Any:
        """The environment of a task. If its observations are not text, set its render mode."""
        raise NotImplementedError

    def generate(self, split: str, index: int) -> Task:
        """Further contents of a task for `make`. Every task has a seed."""
        return {}

    def shown(self, observation: Any, env: Any) -> str:
        """The text of an observation for the model."""
        if isinstance(observation, str):
            return observation
        rendered = env.render()
        if isinstance(rendered, str):
            return _COLOURED.sub(r"[\1]", rendered).strip("\n")
        raise TypeError(
            "neither the observation nor render() is text: make the environment with "
            "render_mode='ansi', or override shown()"
        )

    def open(self, context: Context) -> tuple[Json, list[Message]]:
        env, observation = self._reset(context.task)
        self._cache(context.task, [], env)
        instructions = [system(self.instructions)] if self.instructions else []
        state = {"actions": [], "reward": 0, "raw": 0.0}
        return state, [*instructions, user(self.shown(observation, env))]

    def step(
        self, state: Json, turn: Json, context: Context
    ) -> tuple[Json, list[Message], str | None]:
        ends: list[str | None] = [None]

        def play(now: Json, _: str, arguments: dict[str, Json]) -> tuple[Json, str]:
            after, text, ends[0] = self._act(now, str(arguments["action"]), context.task)
            return after, text

        if turn["calls"]:
            state, messages = each_call(state, turn, play)
        else:
            state, text = play(state, "act", {"action": turn["content"]})
            messages = [user(text)]
        return state, messages, ends[0]

    def score(self, state: Json, context: Context) -> dict[str, int]:
        return {"reward": max(self.reward_minimum, min(self.reward_maximum, state["reward"]))}

    def measure(self, state: Json, context: Context) -> dict[str, float]:
        return {
            "success": int(self._succeeds(state)),
            "raw_reward": state["raw"],
            "actions": len(state["actions"]),
        }

    def sample_actions(
        self, events: list[Event], random: random.Random, transcript: list[Message]
    ) -> list[Json]:
        words = self.actions or str(transcript[-1]["content"]).split() or ["yes"]
        return [tool_call("act", action=random.choice(words)) for _ in range(2)]

    def _act(self, state: Json, action: str, task: Task) -> tuple[Json, str, str | None]:
        actions_played = state["actions"]
        env = self._cached.pop(_key(task, actions_played), None) or self._played(
            task, actions_played
        )
        observation, reward, terminated, truncated, _ = env.step(self._value(env, action))
        new_state = {
            "actions": [*actions_played, action],
            "reward": state["reward"] + round(float(reward) * 1000),
            "raw": state["raw"] + float(reward),
        }
        text = self.shown(observation, env)
        if not (terminated or truncated):
            self._cache(task, new_state["actions"], env)
            return new_state, text, None
        env.close()
        if terminated:
            return new_state, text, "completed" if self._succeeds(new_state) else "failed"
        return new_state, text, "turn_limit"

    def _succeeds(self, state: Json) -> bool:
        minimum = self.reward_maximum if self.success_at is None else self.success_at
        return bool(state["reward"] >= minimum)

    def _value(self, env: Any, action: str) -> Any:
        if not self.actions:
            return action
        space = env.action_space
        if int(space.n) != len(self.actions):
            raise ValueError(f"{self.id} names {len(self.actions)} of {space.n} actions")
        return int(getattr(space, "start", 0)) + list(self.actions).index(action)

    def _reset(self, task: Task) -> tuple[Any, Any]:
        env = self.make(task)
        observation, _ = env.reset(seed=task["seed"])
        return env, observation

    def _played(self, task: Task, actions: list[str]) -> Any:
        env, _ = self._reset(task)
        for action in actions:
            env.step(self._value(env, action))
        return env

    def _cache(self, task: Task, actions: list[str], env: Any) -> None:
        """Caches an environment in its current state. Evicts the oldest one above the limit."""
        key = _key(task, actions)
        # Another episode of the task may be in the same state.
        replaced = self._cached.pop(key, None)
        self._cached[key] = env
        if replaced is None and len(self._cached) > CACHED_MAX:
            _, replaced = self._cached.popitem(last=False)
        if replaced is not None:
            replaced.close()


def _key(task: Task, actions: list[str]) -> str:
    return json.dumps([task, actions], sort_keys=True)
