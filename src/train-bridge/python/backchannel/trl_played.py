"""The state of a rollout in a TRL batch, and the columns that TRL receives for a batch."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from .branches import Trunk
from .errors import BackchannelError
from .rollout import Rollout
from .stream import Segment

logger = logging.getLogger(__name__)


@dataclass
class BatchRollout(Rollout):
    """One episode of a batch, from its task reference to its account."""

    group: dict[str, Any] = field(default_factory=dict)
    reference: dict[str, Any] = field(default_factory=dict)
    dialect: str = ""
    #: The training step whose weights play it.
    weights: str | None = None
    is_validation: bool = False
    #: The server became unreachable, or lost the episode: the reward is unknown.
    is_lost: bool = False
    #: The first rollout of its group, which this one forks.
    first: BatchRollout | None = None
    #: What others fork, once this rollout has ended.
    trunk: Trunk | None = None
    #: How many tasks were drawn for its group, including those that were replaced.
    draws: int = 1
    #: Tokens that were sampled for the replaced tasks.
    dropped_tokens: int = 0
    #: The prompt for scoring its tokens again; see `distill`.
    teacher_ids: list[int] | None = None

    @property
    def is_over(self) -> bool:
        """Whether the episode was closed or lost."""
        return self.account is not None or self.is_lost

    @property
    def is_playing(self) -> bool:
        """Whether its episode is open."""
        return self.episode is not None and not self.is_over

    @property
    def drawn_tokens(self) -> int:
        """All tokens that were sampled for it and for the tasks that it replaced."""
        return self.dropped_tokens + self.stream.sampled

    async def lose(self, error: BackchannelError) -> None:
        """Marks the rollout as lost, so that training continues without it."""
        self.is_lost = True
        logger.warning("a rollout of %s is lost: %s", self.group["id"], error)
        if self.episode is not None:
            await self.episode.leave(error)


def to_columns(
    rollouts: Sequence[BatchRollout],
    rewards: Sequence[float | None],
    filler: int,
    processes: int = 1,
) -> dict[str, Any]:
    """The columns that TRL takes: tokens, and arguments of the reward function.

    A lost rollout has the reward None, so that no baseline counts it, and no trained token.

    :param filler: the token of a lost rollout that has no tokens
    :param processes: the number of the trainer's processes
    """
    tokens = [rollout.drawn_tokens for rollout in rollouts]
    accounts = [None if rollout.is_lost else rollout.account for rollout in rollouts]
    for rollout in rollouts:
        if rollout.is_lost:
            _blank(rollout, filler)
    segments = [rollout.stream.segments() for rollout in rollouts]
    lasts = [of_rollout[-1] for of_rollout in segments]
    return {
        "prompt_ids": [
            last.prompt(rollout.trained_prompt_ids)
            for rollout, last in zip(rollouts, lasts, strict=True)
        ],
        "completion_ids": [last.ids for last in lasts],
        "logprobs": [last.log_probs for last in lasts],
        "env_mask": [last.mask for last in lasts],
        "answers": [list(last.answers) for last in lasts],
        "turn_rewards": [None if rollout.is_lost else rollout.turn_rewards for rollout in rollouts],
        "teacher": [
            None
            if rollout.is_lost or rollout.teacher_ids is None
            else (rollout.teacher_ids, rollout.failed_turn)
            for rollout in rollouts
        ],
        **_earlier_segments(rollouts, segments),
        "episode_reward": list(rewards),
        "episode_success": [
            account and float(account["metrics"]["success"]) for account in accounts
        ],
        "episode_id": [
            "" if rollout.episode is None else rollout.episode.id for rollout in rollouts
        ],
        "condition": ["lost" if account is None else account["condition"] for account in accounts],
        "attempts_shown": [rollout.shown for rollout in rollouts],
        "draws": [rollout.draws for rollout in rollouts],
        "drawn_tokens": tokens,
        "group_size": [int(rollout.group["size"]) for rollout in rollouts],
        "processes": [processes for _ in rollouts],
        "turns": [account and int(account["metrics"]["turns"]) for account in accounts],
        "seconds": [rollout.spent.seconds for rollout in rollouts],
    }


def _earlier_segments(
    rollouts: Sequence[BatchRollout], segments: Sequence[Sequence[Segment]]
) -> dict[str, Any]:
    """The column of the segments before the last one, if any rollout has one."""
    if all(len(of_rollout) == 1 for of_rollout in segments):
        return {}
    return {
        "segments": [
            [(each.prompt(rollout.trained_prompt_ids), each) for each in of_rollout[:-1]]
            for rollout, of_rollout in zip(rollouts, segments, strict=True)
        ]
    }


def _blank(rollout: BatchRollout, filler: int) -> None:
    stream = rollout.stream
    if not rollout.trained_prompt_ids:
        rollout.trained_prompt_ids = [filler]
    if not stream.ids:
        stream.append_turn([filler], None)
    stream.exclude_all()
