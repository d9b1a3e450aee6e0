"""Groups with a shared beginning: one rollout is played, and the others fork it at one step.

The loss excludes the shared steps, in the first rollout too. The group's mean reward is the
same for everything before the fork, so its advantage there would be pure chance. From the fork
on, the group's mean is the right baseline: an estimate of the value of that state.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from .aio import AsyncEpisode
from .checks import check
from .stream import Stream
from .tokens import Template

#: `none`: every rollout begins its task; `step`: the later ones of a group fork the first.
BRANCHES = ("none", "step")


@dataclass
class Trunk:
    """The finished rollout of a group, and the step at which the others fork it."""

    episode: AsyncEpisode
    template: Template
    prompt_ids: list[int]
    stream: Stream
    #: Number of steps that the others share with it.
    step: int


def check_branch(branch: str, mode: str, thoughts: str) -> None:
    """
    :raises ValueError: if there is no such option, or if it does not fit the other ones
    """
    check("branch", branch, BRANCHES)
    if branch != "none" and mode != "independent":
        raise ValueError("forks see no earlier attempts: branch needs mode independent")
    if branch != "none" and thoughts != "keep":
        raise ValueError("forks share the tokens of their trunk: branch needs thoughts keep")


def make_trunk(
    name: str, episode: AsyncEpisode, template: Template, prompt_ids: list[int], stream: Stream
) -> Trunk | None:
    """Makes a trunk of a finished rollout and excludes the shared steps from its loss.

    The step depends only on the group's name, so that a repeated batch forks at the same step.

    :return: None for a rollout with a single turn, which has nothing to share
    """
    steps = len(stream.step_ends)
    if steps == 0:
        return None
    number = int.from_bytes(hashlib.sha256(name.encode()).digest()[:8], "big")
    step = 1 + number % steps
    stream.exclude_steps(step)
    return Trunk(episode, template, prompt_ids, stream, step)
