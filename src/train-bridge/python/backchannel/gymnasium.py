"""Registers a server's environments for `gymnasium.make`, with spaces of texts.

import backchannel.gymnasium
env = gymnasium.make("backchannel/PhoneCall-v2", server="http://127.0.0.1:8000")
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import gymnasium
from gymnasium import spaces

from .client import Client
from .gym import EpisodeEnv

IDS = {
    "PhoneCall-v2": "phone-call-v2",
    "MathFeedback-v1": "math-feedback-v1",
    "QCode-v1": "q-code-v1",
    "Mock-v1": "mock-v1",
}
ROLES = ["system", "user", "assistant", "tool"]
CHARACTERS_MAX = 1_000_000


class AnyText(spaces.Text):
    """Text in any language: samples are of plain letters."""

    def __init__(self) -> None:
        super().__init__(max_length=CHARACTERS_MAX, min_length=0)

    def contains(self, x: Any) -> bool:
        return isinstance(x, str) and len(x) <= CHARACTERS_MAX

    def sample(self, mask: Any = None, probability: Any = None) -> str:
        letters = self.np_random.integers(97, 123, size=8)
        return "".join(chr(letter) for letter in letters)


class TextEnv(gymnasium.Env[dict[str, Any], str]):
    """The raw text of a model in, new chat messages out."""

    def __init__(self, env: str, server: str | Client, **options: Any) -> None:
        self._inner = EpisodeEnv(server, env, **options)
        #: The number of tasks in each split.
        self._tasks: dict[str, int] = {}
        self._split = options.get("split", "train")
        self.action_space = AnyText()
        message = spaces.Dict({"role": spaces.Discrete(len(ROLES)), "content": AnyText()})
        self.observation_space = spaces.Dict({"messages": spaces.Sequence(message)})

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Opens the task with the index `options["index"]`, or one drawn by the seed."""
        super().reset(seed=seed)
        choice = dict(options or {})
        if "index" not in choice:
            choice["index"] = int(self.np_random.integers(self._count(choice)))
        messages, info = self._inner.reset(options=choice)
        # Two plays with one seed must have equal infos, so episode ids are not in them.
        names = ("task", "tools", "events")
        return observation(messages), {name: info[name] for name in names}

    def step(self, action: str) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        messages, reward, terminated, truncated, info = self._inner.step(action)
        return observation(messages), float(reward), terminated, truncated, info

    def close(self) -> None:
        self._inner.close()

    @property
    def episode(self) -> Any:
        """The current episode, with its id and the whole conversation."""
        return self._inner.episode

    def _count(self, options: Mapping[str, Any]) -> int:
        split = options.get("split", self._split)
        if split not in self._tasks:
            self._tasks[split] = self._inner.tasks(split)
        return self._tasks[split]


def observation(messages: list[Any]) -> dict[str, Any]:
    """The messages as a value of the observation space."""
    import numpy

    return {
        "messages": tuple(
            {"role": numpy.int64(ROLES.index(m["role"])), "content": m.get("content") or ""}
            for m in messages
        )
    }


for name, env in IDS.items():
    gymnasium.register(
        f"backchannel/{name}",
        entry_point="backchannel.gymnasium:TextEnv",
        kwargs={"env": env},
    )
