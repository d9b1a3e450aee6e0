"""What rewards of a group are compared with.

`group` leaves that to the trainer, whose mean is the group's. `per_condition` takes the run's mean
in the rollout's condition off first. `clean` compares with the mean of those rollouts of the group
that may be shown nothing: the first-turn baseline of RLTF-SD (arXiv:2602.02482), here for critiques of
other rollouts of the group.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence

BASELINES = ("group", "per_condition", "clean")


def less_others(rewards: Sequence[float], groups: Sequence[Hashable]) -> list[float]:
    """Each reward less the mean of the others of its group, as RLOO has it; alone, the reward."""
    members: dict[Hashable, list[float]] = {}
    for reward, group in zip(rewards, groups, strict=True):
        members.setdefault(group, []).append(reward)

    def baseline(reward: float, those: Sequence[float]) -> float:
        return (sum(those) - reward) / (len(those) - 1) if len(those) > 1 else 0.0

    return [
        reward - baseline(reward, members[group])
        for reward, group in zip(rewards, groups, strict=True)
    ]


def less_clean(
    rewards: Sequence[float], groups: Sequence[Hashable], is_clean: Sequence[bool]
) -> list[float]:
    """Each reward less the mean of its group's clean rollouts.

    A group without a clean rollout has no such mean, and teaches nothing: all of it is 0.
    """
    clean: dict[Hashable, list[float]] = {}
    for reward, group, counts in zip(rewards, groups, is_clean, strict=True):
        if counts:
            clean.setdefault(group, []).append(reward)
    means = {group: sum(those) / len(those) for group, those in clean.items()}
    return [
        reward - means[group] if group in means else 0.0
        for reward, group in zip(rewards, groups, strict=True)
    ]
