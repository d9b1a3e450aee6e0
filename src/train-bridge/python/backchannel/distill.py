"""Selects the rollouts that learn from the critique of their own failure, and their prompt.

SDPO (arXiv:2601.20802) rescores the tokens of a rollout with the same model, whose prompt contains
the critique. A token's advantage is the increase of its log-probability.
"""

from __future__ import annotations

from collections.abc import Sequence

from .aio import Step
from .attempts import with_some
from .trl_played import Rollout

#: `rollout`: all turns of a failed rollout; `from_failure`: its first failed turn and later ones.
DISTILLS = ("none", "rollout", "from_failure")


def is_failed_turn(step: Step, before: dict[str, float]) -> bool:
    """Whether a turn was refused, lost points, or ended the episode without success.

    :param before: the parts of the reward before the turn
    """
    if step.done and step.info.get("metrics", {}).get("success") != 1:
        return True
    if any(event.get("kind") == "call_rejected" for event in step.events):
        return True
    parts = step.info.get("reward_parts", {})
    return any(points < min(0, before.get(name, 0)) for name, points in parts.items())


def add_teachers(rollouts: Sequence[Rollout], room: int) -> None:
    """Gives each failed clean rollout the prompt with its own critique, from a guided opening.

    :param rollouts: of one group
    :param room: maximum tokens of a prompt; longer ones are not used
    """
    for rollout in rollouts:
        account = rollout.account
        if rollout.is_lost or account is None or account["condition"] != "clean":
            continue
        if account["metrics"].get("success") == 1:
            continue
        for sibling in rollouts:
            own_attempts = [
                attempt
                for attempt in sibling.attempts
                if attempt["index"] == rollout.group["index"]
            ]
            if own_attempts and sibling.template is not None and not sibling.is_lost:
                prompt = with_some(sibling.opening, sibling.attempts, own_attempts)
                ids = sibling.template.opening(prompt)
                rollout.teacher_ids = ids if len(ids) <= room else None
                break
