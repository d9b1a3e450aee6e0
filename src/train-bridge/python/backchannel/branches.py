"""Groups that share a beginning: one rollout is played, the others are forks of it at one step.

What all rollouts of a group have in common is left out of the loss, in the one that was played
first too: whatever came before the fork, the mean reward of the group is the same for all of it, so
that it would be praised and blamed by chance alone. From the fork on the group's mean is what a
baseline should be, the worth of that very situation.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from .aio import AsyncEpisode
from .stream import Stream
from .tokens import Template

#: `none`: every rollout begins its task; `step`: the later ones of a group fork the first.
BRANCHES = ("none", "step")


@dataclass
class Trunk:
    """The rollout of a group that was played to its end, and where the others leave it."""

    episode: AsyncEpisode
    template: Template
    prompt_ids: list[int]
    stream: Stream
    #: How many steps the others share with it.
    step: int


def grown(
    name: str, episode: AsyncEpisode, template: Template, prompt_ids: list[int], stream: Stream
) -> Trunk | None:
    """The trunk that a finished rollout is, what is shared left out of its loss.

    The step follows from the name of the group, so that a repeated batch forks at the same place.

    :return: None for a rollout of a single turn: there is nothing to share
    """
    steps = len(stream.bounds)
    if steps == 0:
        return None
    drawn = int.from_bytes(hashlib.sha256(name.encode()).digest()[:8], "big")
    step = 1 + drawn % steps
    stream.leave_out(step)
    return Trunk(episode, template, prompt_ids, stream, step)
