"""One rollout of a batch of TRL's, and the columns that a batch of them comes to."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from . import aio
from .branches import Trunk
from .errors import BackchannelError
from .stream import Segment, Stream
from .tokenizer_thread import Spent
from .tokens import Template

logger = logging.getLogger(__name__)


@dataclass
class Rollout:
    """One episode, before, while and after it is played."""

    group: dict[str, Any]
    reference: dict[str, Any]
    stream: Stream
    dialect: str
    #: The step of training whose weights play it.
    weights: str | None = None
    episode: aio.AsyncEpisode | None = None
    template: Template | None = None
    prompt_ids: list[int] = field(default_factory=list)
    trained_prompt_ids: list[int] = field(default_factory=list)
    shown: int = 0
    account: dict[str, Any] | None = None
    #: The server stayed away, or its episode is gone: nobody knows what it would have been worth.
    is_lost: bool = False
    #: The first of its group, of which this one is to be a fork.
    first: Rollout | None = None
    trunk: Trunk | None = None
    #: How many tasks were drawn for the place of its group.
    draws: int = 1
    #: Tokens that were sampled at its place for tasks that are not trained.
    dropped_tokens: int = 0
    spent: Spent = field(default_factory=Spent)
    #: The messages of the opening, and the attempts that they tell of.
    opening: list[dict[str, Any]] = field(default_factory=list)
    attempts: list[dict[str, Any]] = field(default_factory=list)
    #: The prompt under which its tokens are scored again; see `distill`.
    teacher_ids: list[int] | None = None
    #: Its first turn that failed.
    failed_turn: int | None = None
    #: What the environment gave for each turn that was played.
    turn_rewards: list[float] = field(default_factory=list)

    @property
    def is_over(self) -> bool:
        return self.account is not None or self.is_lost

    @property
    def is_played(self) -> bool:
        """Whether it has begun and goes on."""
        return self.episode is not None and not self.is_over

    @property
    def drawn_tokens(self) -> int:
        """All tokens that were sampled at its place."""
        return self.dropped_tokens + self.stream.sampled

    async def lose(self, error: BackchannelError) -> None:
        """Counts for nothing from now on, so that the batch and the training go on."""
        self.is_lost = True
        logger.warning("a rollout of %s is lost: %s", self.group["id"], error)
        if self.episode is not None:
            await self.episode.leave(error)


def columns_of(
    rollouts: Sequence[Rollout],
    rewards: Sequence[float | None],
    filler: int,
    processes: int = 1,
) -> dict[str, Any]:
    """What TRL takes: tokens, and what the reward function is told.

    A lost rollout has no reward, which leaves it out of the baseline, and no token that is learnt.

    :param filler: the token that stands where a lost rollout has none
    :param processes: how many processes of the trainer play
    """
    tokens = [rollout.drawn_tokens for rollout in rollouts]
    accounts = [None if rollout.is_lost else rollout.account for rollout in rollouts]
    for rollout in rollouts:
        if rollout.is_lost:
            _blank(rollout, filler)
    segments = [rollout.stream.segments() for rollout in rollouts]
    lasts = [those[-1] for those in segments]
    return {
        "prompt_ids": [
            last.behind(rollout.trained_prompt_ids)
            for rollout, last in zip(rollouts, lasts, strict=True)
        ],
        "completion_ids": [last.ids for last in lasts],
        "logprobs": [last.log_probs for last in lasts],
        "env_mask": [last.mask for last in lasts],
        "answers": [list(last.answers) for last in lasts],
        "turn_rewards": [None if each.is_lost else each.turn_rewards for each in rollouts],
        "teacher": [
            None
            if each.is_lost or each.teacher_ids is None
            else (each.teacher_ids, each.failed_turn)
            for each in rollouts
        ],
        **_earlier(rollouts, segments),
        "episode_reward": list(rewards),
        "episode_success": [each and float(each["metrics"]["success"]) for each in accounts],
        "episode_id": ["" if each.episode is None else each.episode.id for each in rollouts],
        "condition": ["lost" if each is None else each["condition"] for each in accounts],
        "attempts_shown": [rollout.shown for rollout in rollouts],
        "draws": [each.draws for each in rollouts],
        "drawn_tokens": tokens,
        "group_size": [int(each.group["size"]) for each in rollouts],
        "processes": [processes for _ in rollouts],
        "turns": [each and int(each["metrics"]["turns"]) for each in accounts],
        "seconds": [rollout.spent.seconds for rollout in rollouts],
    }


def _earlier(rollouts: Sequence[Rollout], segments: Sequence[Sequence[Segment]]) -> dict[str, Any]:
    """The column of the segments before the last one, where a rollout has some."""
    if all(len(those) == 1 for those in segments):
        return {}
    return {
        "segments": [
            [(each.behind(rollout.trained_prompt_ids), each) for each in those[:-1]]
            for rollout, those in zip(rollouts, segments, strict=True)
        ]
    }


def _blank(rollout: Rollout, filler: int) -> None:
    stream = rollout.stream
    if not rollout.trained_prompt_ids:
        rollout.trained_prompt_ids = [filler]
    if not stream.ids:
        stream.wrote([filler], None)
    stream.mask = [0] * len(stream.ids)
    stream.done.clear()
