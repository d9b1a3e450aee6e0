"""Conversions between verl's rows and rollouts."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from typing import Any

from .trainer_options import GENERATION_VARIABLE

ASK_FOR_CRITIQUE = {
    "role": "user",
    "content": (
        "The attempt is over and did not succeed. In at most five sentences, say what went wrong "
        "and what the next attempt at this task should do differently. Do not call a tool."
    ),
}

#: The most characters of a critique that the server accepts.
CRITIQUE_CHARACTERS_MAX = 4_000


def critique_in(answer: str) -> str:
    """The words after the thoughts of an answer; empty if it was cut off within a thought."""
    words = answer.split("</think>")[-1].strip()
    return "" if words.startswith("<think>") else words[:CRITIQUE_CHARACTERS_MAX]


def generation_of_trainer() -> str:
    """An id of this trainer process: equal in all of its workers, and new after a restart."""
    generation = os.environ.get(GENERATION_VARIABLE)
    if generation:
        return generation
    try:
        import ray

        if ray.is_initialized():
            return f"ray-{ray.get_runtime_context().get_job_id()}"
    except ImportError:
        pass
    return f"process-{os.getpid()}"


def parse_row(kwargs: Mapping[str, Any]) -> dict[str, Any]:
    """The task that a row of `export --format rl` refers to, from its `extra_info`.

    Raises `ValueError` if the row has none.
    """
    given = (kwargs.get("extra_info") or {}).get("env")
    if given is None:
        raise ValueError(
            'the row has no extra_info["env"]: write the data with "backchannel export --format rl"'
        )
    row = json.loads(given) if isinstance(given, str) else dict(given)
    if not isinstance(row, dict) or "env" not in row:
        raise ValueError(f'extra_info["env"] names no environment: {given!r:.200}')
    return row


def episode_info(names: Iterable[str], account: Mapping[str, Any], shown: int) -> dict[str, float]:
    """The numbers of an episode, under the names by which verl reports and filters."""
    metrics = account["metrics"]
    return {
        **{name: float(metrics.get(name, 0)) for name in names},
        "acc": float(metrics.get("success", 0)),
        "score": float(account["reward"]),
        "guided": float(account["condition"] == "guided"),
        "attempts_shown": float(shown),
    }


def step_tags(versions: list[dict[str, Any]], kwargs: Mapping[str, Any]) -> dict[str, int]:
    """The first and the last training step whose weights the rollout used, for verl's tags."""
    current_step = int(kwargs.get("global_steps") or 0)
    first = [v["min_global_steps"] for v in versions if v.get("min_global_steps") is not None]
    last = [v["max_global_steps"] for v in versions if v.get("max_global_steps") is not None]
    return {
        "min_global_steps": int(min(first, default=current_step)),
        "max_global_steps": int(max(last, default=current_step)),
    }


def weights_step(fields: Mapping[str, Any] | None, kwargs: Mapping[str, Any]) -> str:
    """The last training step whose weights wrote a turn.

    :param fields: the extra fields of verl's generation output
    """
    last = (fields or {}).get("max_global_steps")
    return str(int(kwargs.get("global_steps") or 0) if last is None else int(last))


def plain(value: Any) -> Any:
    """Converts a configuration of omegaconf to dicts and lists."""
    if isinstance(value, Mapping):
        return {str(name): plain(member) for name, member in value.items()}
    if isinstance(value, (list, tuple)) or type(value).__name__ == "ListConfig":
        return [plain(member) for member in value]
    return value
