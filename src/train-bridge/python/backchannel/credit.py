"""Advantages of turns, for environments that reward single turns."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from statistics import fmean, stdev

#: The unit of an advantage: the whole episode, or each of its turns.
CREDITS = ("episode", "turn")


def turn_advantages(
    rewards: Sequence[Sequence[float] | None], groups: Sequence[Hashable], *, divides: bool = False
) -> list[list[float]]:
    """The advantage of each turn: the sum of the normalised rewards of this turn and later ones.

    This is GRPO with process supervision (arXiv:2402.03300, section 4.1.3). The baseline is the
    mean over all turns of the group.

    :param rewards: the rewards of the turns of each rollout; None for one that does not count
    :param divides: whether to divide by the standard deviation over all turns of the group
    """
    by_group: dict[Hashable, list[float]] = {}
    for turns, group in zip(rewards, groups, strict=True):
        by_group.setdefault(group, []).extend(turns or ())
    advantages = []
    for turns, group in zip(rewards, groups, strict=True):
        of_group = by_group[group]
        mean = fmean(of_group) if of_group else 0.0
        scale = stdev(of_group) + 1e-4 if divides and len(of_group) > 1 else 1.0
        total = 0.0
        sums = []
        for reward in reversed(turns or ()):
            total += (reward - mean) / scale
            sums.append(total)
        advantages.append(sums[::-1])
    return advantages
