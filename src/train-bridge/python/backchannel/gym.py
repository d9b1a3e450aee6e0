"""Episodes behind the interface of Gymnasium: text in, text out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from .client import Client, Episode, connect
from .turns import Message, Turn


class EpisodeEnv:
    """One episode after another, with `reset` and `step`.

    The observation is the list of new chat messages. The action is an assistant turn: a mapping in
    the OpenAI form, or the model's raw text. The class has the methods of `gymnasium.Env` and does
    not need that package.

    :param token: a bearer token, if `server` is an address
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["ansi"]}
    render_mode = "ansi"

    def __init__(
        self,
        server: str | Client,
        env: str,
        *,
        split: str = "train",
        settings: Mapping[str, Any] | None = None,
        labels: Mapping[str, str] | None = None,
        token: str | None = None,
    ) -> None:
        self._owns_client = isinstance(server, str)
        self._client = connect(server, token=token) if isinstance(server, str) else server
        self._env = env
        self._split = split
        self._settings = settings
        self._labels = labels
        self._index = -1
        self._episode: Episode | None = None

    @property
    def episode(self) -> Episode:
        """The current episode. Raises `RuntimeError` before the first `reset`."""
        if self._episode is None:
            raise RuntimeError("call reset() first: there is no episode yet")
        return self._episode

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[list[Message], dict[str, Any]]:
        """Opens the next task of the split, or the one with the index `options["index"]`.

        :param seed: the episode's seed, which changes only wording; some environments refuse it
        :returns: the opening messages, and an info with task, tools, condition and events
        """
        self._leave()
        index = int((options or {}).get("index", self._index + 1))
        episode = self._client.open(
            self._env,
            split=(options or {}).get("split", self._split),
            index=index,
            seed=seed,
            settings=self._settings,
            labels=self._labels,
        )
        self._episode, self._index = episode, index
        info = {
            "episode_id": episode.id,
            "task": episode.task,
            "tools": episode.tools,
            "condition": episode.condition,
            "events": list(episode.events),
        }
        return list(episode.messages), info

    def step(self, action: Turn) -> tuple[list[Message], float, bool, bool, dict[str, Any]]:
        """Plays one assistant turn: messages, reward, terminated, truncated, info."""
        step = self.episode.step(action)
        return step.messages, step.reward, step.terminated, step.truncated, step.info

    def render(self) -> str:
        """The conversation so far, one line per message."""
        return "\n".join(f"{m['role']}: {m.get('content') or ''}" for m in self.episode.messages)

    def close(self) -> None:
        """Closes the current episode, and the connection if this object opened it."""
        try:
            self._leave()
        finally:
            if self._owns_client:
                self._client.close()

    def tasks(self, split: str) -> int:
        """The number of tasks in a split; 2**31 for an unlimited split."""
        splits = self._client.describe(self._env)["splits"]
        counts = [entry["count"] for entry in splits if entry["name"] == split]
        if not counts:
            raise ValueError(f"{self._env} has no split {split!r}")
        return int(counts[0] or 2**31)

    def _leave(self) -> None:
        episode, self._episode = self._episode, None
        if episode is not None and not episode.done:
            episode.close("client_closed")
