"""Baselines for the rewards of a group.

`group` leaves the baseline to the trainer: the group's mean. `per_condition` first subtracts the
run's mean in the rollout's condition. `clean` subtracts the mean of the clean rollouts of the
group: the first-turn baseline of RLTF-SD (arXiv:2602.02482), here for critiques of
other rollouts of the group.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence

BASELINES = ("group", "per_condition", "clean")


def less_others(rewards: Sequence[float], groups: Sequence[Hashable]) -> list[float]:
    """Each reward minus the mean of the others of its group, as in RLOO; a single reward stays."""
    members: dict[Hashable, list[float]] = {}
    for reward, group in zip(rewards, groups, strict=True):
        members.setdefault(group, []).append(reward)

    def baseline(reward: float, of_group: Sequence[float]) -> float:
        return (sum(of_group) - reward) / (len(of_group) - 1) if len(of_group) > 1 else 0.0

    return [
        reward - baseline(reward, members[group])
        for reward, group in zip(rewards, groups, strict=True)
    ]


def less_clean(
    rewards: Sequence[float], groups: Sequence[Hashable], is_clean: Sequence[bool]
) -> list[float]:
    """Each reward minus the mean of its group's clean rollouts.

    A group without a clean rollout has no such mean and teaches nothing: all values are 0.
    """
    clean_rewards: dict[Hashable, list[float]] = {}
    for reward, group, counts in zip(rewards, groups, is_clean, strict=True):
        if counts:
            clean_rewards.setdefault(group, []).append(reward)
    means = {group: sum(those) / len(those) for group, those in clean_rewards.items()}
    return [
        reward - means[group] if group in means else 0.0
        for reward, group in zip(rewards, groups, strict=True)
    ]
