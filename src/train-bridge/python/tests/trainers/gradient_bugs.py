"""Mistakes that a comparison of gradients must see: each changes what a trainer is given."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from gradient_reference import Rollout


def shifted_mask(rollouts: Sequence[Rollout]) -> list[Rollout]:
    return [replace(one, mask=[one.mask[-1], *one.mask[:-1]]) for one in rollouts]


def stale_log_probs(rollouts: Sequence[Rollout]) -> list[Rollout]:
    """One rollout has those of an older model."""
    old = [value + 0.3 for value in rollouts[1].old]
    return [rollouts[0], replace(rollouts[1], old=old), *rollouts[2:]]


def wrong_end(rollouts: Sequence[Rollout]) -> list[Rollout]:
    return [replace(one, response=[*one.response[:-1], 7]) for one in rollouts]


def lost_segment(rollouts: Sequence[Rollout]) -> list[Rollout]:
    """The last turn of one rollout is not trained."""
    turns = "".join(map(str, rollouts[2].mask)).rstrip("1")
    mask = [*rollouts[2].mask[: len(turns)], *[0] * (len(rollouts[2].mask) - len(turns))]
    return [*rollouts[:2], replace(rollouts[2], mask=mask), *rollouts[3:]]


BUGS = {bug.__name__: bug for bug in (shifted_mask, stale_log_probs, wrong_end, lost_segment)}
