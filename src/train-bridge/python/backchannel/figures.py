"""Metrics of a batch's episodes for trainers' logs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence


def rollout_figures(
    success: Sequence[float],
    turns: Sequence[float],
    is_guided: Sequence[bool],
    seconds: Sequence[Mapping[str, float]] = (),
) -> dict[str, float]:
    """Means over rollouts, by name, without metrics that have no rollouts.

    :param is_guided: from the condition of the opening. A guided rollout without attempts in its
        prompt belongs to a group that succeeds anyway. Counted as clean, it would raise that share
    :param seconds: the seconds of each rollout, by activity
    """
    rows = list(zip(success, is_guided, strict=True))
    values_by_name = {
        "success": success,
        "clean_success": [won for won, guided in rows if not guided],
        "guided_success": [won for won, guided in rows if guided],
        "guided": [float(guided) for _, guided in rows],
        "turns": turns,
        **{name: [part[name] for part in seconds] for name in (seconds[0] if seconds else ())},
    }
    return {
        f"episode/{name}": sum(values) / len(values)
        for name, values in values_by_name.items()
        if len(values) > 0
    }
