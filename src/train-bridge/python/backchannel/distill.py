"""Selects the rollouts that learn from the critique of their own failure, and their prompt.

SDPO (arXiv:2601.20802) rescores the tokens of a rollout with the same model, whose prompt contains
the critique. A token's advantage is the increase of its log-probability.
"""

from __future__ import annotations

from collections.abc import Sequence

from .attempts import with_some
from .trl_played import BatchRollout

#: `rollout`: all turns of a failed rollout; `from_failure`: its first failed turn and later ones.
DISTILLS = ("none", "rollout", "from_failure")


def add_teachers(rollouts: Sequence[BatchRollout], room: int) -> None:
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
            if sibling.is_lost or sibling.episode is None or sibling.template is None:
                continue
            opened = sibling.episode.opened
            attempts = opened.get("attempts") or []
            own_attempts = [each for each in attempts if each["index"] == rollout.group["index"]]
            if own_attempts:
                prompt = with_some(opened["messages"], attempts, own_attempts)
                ids = sibling.template.opening(prompt)
                rollout.teacher_ids = ids if len(ids) <= room else None
                break
