"""A reward model behind an OpenAI-compatible endpoint, as a reward function."""

from __future__ import annotations

import http.client
import json
import logging
import math
import os
import re
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

logger = logging.getLogger(__name__)

_REWARD = re.compile(r"reward:\s*(-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?)")


class EndpointReward:
    """Scores answers with a model that replies `reward:-12.3`, several at a time.

    A failed score is None, never 0: TRL's loss excludes such answers, and a warning counts them.
    The key comes from the environment and never appears in messages.

    :param base_url: the address, up to and including `/v1`
    :param api_key_env: the environment variable that holds the key
    """

    def __init__(
        self,
        base_url: str,
        model: str,
        *,
        api_key_env: str | None = None,
        timeout: float = 60.0,
        tries: int = 3,
        concurrency: int = 8,
    ) -> None:
        self.__name__ = "endpoint_reward"
        self._url = f"{base_url.rstrip('/')}/chat/completions"
        self._model = model
        self._key = os.environ.get(api_key_env) if api_key_env else None
        if api_key_env and not self._key:
            raise ValueError(f"the environment variable {api_key_env} is not set: it holds the key")
        self._timeout = timeout
        self._tries = tries
        self._concurrency = concurrency
        #: The number of failures of each kind.
        self.errors: dict[str, int] = {}
        self._lock = threading.Lock()

    def __call__(
        self, prompts: Sequence[Any], completions: Sequence[Any], **_: Any
    ) -> list[float | None]:
        """A reward per completion; None if it could not be scored."""
        with ThreadPoolExecutor(self._concurrency) as pool:
            rewards = list(pool.map(self._score, prompts, completions))
        if None in rewards:
            logger.warning(
                "%d of %d answers have no reward from %s; failures so far: %s",
                rewards.count(None),
                len(rewards),
                self._url,
                ", ".join(f"{kind} {count}" for kind, count in sorted(self.errors.items())),
            )
        return rewards

    def _score(self, prompt: Any, completion: Any) -> float | None:
        conversation = _messages(prompt, "user") + _messages(completion, "assistant")
        body = json.dumps({"model": self._model, "messages": conversation}).encode()
        for attempt in range(self._tries):
            try:
                text = self._ask(body)
            except (OSError, http.client.HTTPException, ValueError) as error:
                kind = _kind(error)
                if attempt + 1 < self._tries and kind != "refused":
                    time.sleep(0.5 * 2**attempt)
                    continue
                self._count(kind)
                return None
            match = _REWARD.search(text)
            reward = math.nan if match is None else float(match.group(1))
            if not math.isfinite(reward):
                # An infinite reward, such as 1e999, would make every advantage of its group infinite.
                self._count("unreadable")
                return None
            return reward
        return None

    def _ask(self, body: bytes) -> str:
        headers = {"Content-Type": "application/json"}
        if self._key:
            headers["Authorization"] = f"Bearer {self._key}"
        request = urllib.request.Request(self._url, data=body, headers=headers)
        with urllib.request.urlopen(request, timeout=self._timeout) as response:
            answer = json.load(response)
        try:
            return str(answer["choices"][0]["message"]["content"])
        except (KeyError, IndexError, TypeError):
            raise ValueError("the answer is not a chat completion") from None

    def _count(self, kind: str) -> None:
        with self._lock:
            self.errors[kind] = self.errors.get(kind, 0) + 1


def _kind(error: Exception) -> str:
    if isinstance(error, urllib.error.HTTPError):
        return "refused" if error.code in (400, 401, 403, 404, 422) else "unavailable"
    if isinstance(error, ValueError):
        return "unreadable"
    return "unavailable"


def _messages(value: Any, role: str) -> list[dict[str, str]]:
    if isinstance(value, str):
        return [{"role": role, "content": value}]
    return [{"role": m["role"], "content": str(m.get("content") or "")} for m in value]
