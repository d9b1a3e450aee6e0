"""Conversions between TRL's rows and rollouts."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

from .figures import figures_of


def episode_reward(
    completions: Any,
    episode_reward: Sequence[float | None],
    log_metric: Callable[[str, float], None] | None = None,
    **columns: Any,
) -> list[float | None]:
    """The reward function for `RolloutFunction`: what the server said the episode was worth.

    Success, turns and the share of guided rollouts go to the trainer's log, success of clean
    rollouts apart from that of all; so does the share of lost ones, which have no reward and are
    in no other figure. `episode/draws` is how many tasks were drawn for each that is trained;
    `drawn/tasks`, `drawn/episodes` and `drawn/tokens` count the batches of all processes.
    """
    if log_metric is not None and "episode_success" in columns:
        kept = [place for place, reward in enumerate(episode_reward) if reward is not None]
        conditions, seconds = columns["condition"], columns.get("seconds")
        told = figures_of(
            [columns["episode_success"][place] for place in kept],
            [columns["turns"][place] for place in kept],
            [conditions[place] == "guided" for place in kept],
            [seconds[place] for place in kept] if seconds else (),
        )
        if "draws" in columns:
            told["episode/draws"] = sum(columns["draws"]) / max(1, len(columns["draws"]))
        if "drawn_tokens" in columns:
            told.update(_drawn(columns))
        told["episode/lost"] = 1 - len(kept) / max(1, len(episode_reward))
        for name, value in told.items():
            log_metric(name, value)
    return list(episode_reward)


def _drawn(columns: dict[str, Any]) -> dict[str, float]:
    """What was drawn for a batch; the trainer logs the mean over processes."""
    parts = list(zip(columns["draws"], columns["group_size"], columns["processes"], strict=True))
    tokens = zip(columns["drawn_tokens"], columns["processes"], strict=True)
    return {
        "drawn/tasks": sum(draws * all / size for draws, size, all in parts),
        "drawn/episodes": float(sum(draws * all for draws, _, all in parts)),
        "drawn/tokens": float(sum(count * all for count, all in tokens)),
    }


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
