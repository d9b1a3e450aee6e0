"""Conversions between TRL's rows and rollouts."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

from .figures import rollout_figures


def episode_reward(
    completions: Any,
    episode_reward: Sequence[float | None],
    log_metric: Callable[[str, float], None] | None = None,
    **columns: Any,
) -> list[float | None]:
    """The reward function for `RolloutFunction`: the reward that the server reported.

    It also logs success, turns and the share of guided rollouts, and success of clean rollouts
    separately. Lost rollouts have no reward, so they count only in `episode/lost`. `episode/draws`
    is the number of tasks that were drawn per trained task. `drawn/tasks`, `drawn/episodes` and
    `drawn/tokens` count all processes.
    """
    if log_metric is not None and "episode_success" in columns:
        played_rows = [index for index, reward in enumerate(episode_reward) if reward is not None]
        conditions, seconds = columns["condition"], columns.get("seconds")
        figures = rollout_figures(
            [columns["episode_success"][index] for index in played_rows],
            [columns["turns"][index] for index in played_rows],
            [conditions[index] == "guided" for index in played_rows],
            [seconds[index] for index in played_rows] if seconds else (),
        )
        if "draws" in columns:
            figures["episode/draws"] = sum(columns["draws"]) / max(1, len(columns["draws"]))
        if "drawn_tokens" in columns:
            figures.update(_drawn(columns))
        figures["episode/lost"] = 1 - len(played_rows) / max(1, len(episode_reward))
        for name, value in figures.items():
            log_metric(name, value)
    return list(episode_reward)


def _drawn(columns: dict[str, Any]) -> dict[str, float]:
    """Totals of a batch. The trainer logs the mean over processes, hence the factor."""
    parts = list(zip(columns["draws"], columns["group_size"], columns["processes"], strict=True))
    tokens = zip(columns["drawn_tokens"], columns["processes"], strict=True)
    return {
        "drawn/tasks": sum(draws * processes / size for draws, size, processes in parts),
        "drawn/episodes": float(sum(draws * processes for draws, _, processes in parts)),
        "drawn/tokens": float(sum(count * processes for count, processes in tokens)),
    }


def task_reference(prompt: Any) -> dict[str, Any]:
    """The task reference in a prompt. Raises `ValueError` if there is none."""
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
