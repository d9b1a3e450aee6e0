"""Replaces groups that teach nothing by other tasks (dynamic sampling, arXiv 2503.14476)."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from .protocols import Trainer
from .trl_played import BatchRollout

#: Maximum tasks to draw for one group: a policy that always fails must not draw for ever.
DRAWS_MAX = 8


def is_uniform(group: Sequence[BatchRollout]) -> bool:
    """Whether all rollouts of a group succeeded, or all failed; False if any is lost."""
    accounts = [
        rollout.account for rollout in group if not rollout.is_lost and rollout.account is not None
    ]
    if len(accounts) < len(group):
        return False
    return len({account["metrics"].get("success") == 1 for account in accounts}) == 1


def other_prompts(trainer: Trainer, count: int, draw: str) -> list[Any]:
    """Draws prompts from the trainer's data. Seed, process, step and `draw` determine them.

    Raises `ValueError` if the data has no rows by index.
    """
    if count == 0:
        return []
    data: Any = getattr(trainer, "train_dataset", None)
    if not hasattr(data, "__len__") or not hasattr(data, "__getitem__"):
        raise ValueError("filter_groups draws other tasks: give train_dataset as a list of rows")
    seed = getattr(getattr(trainer, "args", None), "seed", 0)
    rank = getattr(trainer.accelerator, "process_index", 0)
    stream = random.Random(f"{seed}/{rank}/{trainer.state.global_step}/{draw}")
    return [data[stream.randrange(len(data))]["prompt"] for _ in range(count)]
