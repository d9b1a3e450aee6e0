"""Advantages of turns, where an environment rewards more than the end of an episode."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from statistics import fmean, stdev

#: The unit with an advantage of its own: the whole episode, or each of its turns.
CREDITS = ("episode", "turn")


def turn_advantages(
    rewards: Sequence[Sequence[float] | None], groups: Sequence[Hashable], *, divides: bool = False
) -> list[list[float]]:
    """The advantage of each turn: the sum of the normalised rewards of this turn and later ones.

    That is GRPO with process supervision (arXiv:2402.03300, section 4.1.3): rewards of turns are
    compared with the mean of all turns of the group.

    :param rewards: of the turns of each rollout; None for a rollout that does not count
    :param divides: divide by the deviation of the turns of the group as well
    """
    own: dict[Hashable, list[float]] = {}
    for turns, group in zip(rewards, groups, strict=True):
        own.setdefault(group, []).extend(turns or ())
    found = []
    for turns, group in zip(rewards, groups, strict=True):
        known = own[group]
        mean = fmean(known) if known else 0.0
        scale = stdev(known) + 1e-4 if divides and len(known) > 1 else 1.0
        left = 0.0
        sums = []
        for reward in reversed(turns or ()):
            left += (reward - mean) / scale
            sums.append(left)
        found.append(sums[::-1])
    return found
