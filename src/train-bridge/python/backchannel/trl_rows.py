"""What TRL hands to a rollout and takes back, apart from playing it."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

from .figures import figures_of


def episode_reward(
    completions: Any,
    episode_reward: Sequence[float],
    log_metric: Callable[[str, float], None] | None = None,
    **columns: Any,
) -> list[float]:
    """The reward function for `RolloutFunction`: what the server said the episode was worth.

    Success, turns and the share of guided rollouts go to the trainer's log, success of clean
    rollouts apart from that of all.
    """
    if log_metric is not None and "episode_success" in columns:
        is_guided = [condition == "guided" for condition in columns["condition"]]
        told = figures_of(
            columns["episode_success"], columns["turns"], is_guided, columns.get("seconds", ())
        )
        for name, value in told.items():
            log_metric(name, value)
    return list(episode_reward)


def task_reference(prompt: Any) -> dict[str, Any]:
    """The task that a prompt names. Raises `ValueError` for a prompt that names none."""
    content = prompt[-1]["content"] if isinstance(prompt, list) else prompt
    try:
        reference = json.loads(content)
    except (TypeError, ValueError):
        reference = None
    if not isinstance(reference, dict) or "env" not in reference:
        raise ValueError(
            f"the prompt {str(content)[:80]!r} is no task reference: write the data with "
            '"backchannel export --format prompts"'
        )
    return reference
