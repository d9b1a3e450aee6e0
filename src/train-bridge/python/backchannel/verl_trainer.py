"""verl's trainers with metrics of episodes in their logs, and further advantage estimators.

verl imports this module if `VERL_USE_EXTERNAL_MODULES` names it. `trainer.v1.trainer_mode` then
selects the trainer, and `algorithm.adv_estimator` the estimator.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any

import torch
import transfer_queue as tq
from omegaconf import OmegaConf
from verl.trainer.ppo.core_algos import register_adv_est
from verl.trainer.ppo.v1 import PPOTrainerSync, register_trainer
from verl.trainer.ppo.v1.trainer_colocate_async import PPOTrainerColocateAsync
from verl.trainer.ppo.v1.trainer_separate_async import PPOTrainerSeparateAsync

from .baselines import less_clean, less_others
from .credit import turn_advantages
from .figures import rollout_figures
from .verl_drawn import Dropped
from .verl_program import check_segments
from .verl_report import RunReport, add_report

#: The trainer's name for `trainer.v1.trainer_mode`.
TRAINER_MODE = "backchannel"
#: Names for `algorithm.adv_estimator`: the mean of clean rollouts as the baseline,
CLEAN_BASELINE = "backchannel_clean"
#: an advantage for each turn,
TURN_CREDIT = "backchannel_turns"
#: and RLOO over rollouts instead of segments.
LEAVE_ONE_OUT = "backchannel_rloo"


@dataclass(frozen=True)
class Row:
    """The data that an advantage is computed from, besides the rewards of the batch."""

    #: The rollout that this segment belongs to.
    rollout: str
    #: Whether it is the last segment, which represents the rollout.
    is_last: bool
    #: Whether the rollout's prompt may have no earlier attempts.
    is_clean: bool = False
    #: The reward of each turn of the rollout; None for rows that only pad the batch.
    turn_rewards: Sequence[float] | None = None
    #: The turns in this row, as (number in the episode, start, end).
    answers: Sequence[Sequence[int]] = ()


#: The rows of the batch whose advantages are being computed.
_rows: ContextVar[Sequence[Row] | None] = ContextVar("rows", default=None)


class EpisodeMixin:
    """Adds the agent loop's report on each rollout to a trainer of verl.

    Advantage estimators read it from `_rows`. Metrics cover the rollouts that a step trains.
    """

    #: The trainer mode of verl that the class extends.
    mode: str
    config: Any

    def __init__(self, config: Any) -> None:
        check_segments(config)
        # The rest of verl reads the mode from here: its buffers, checkpoints and refills.
        config.trainer.v1.trainer_mode = self.mode
        super().__init__(config)  # type: ignore[call-arg]
        self._report: RunReport | None = None

    @property
    def logger(self) -> Any:
        return self._tracking

    @logger.setter
    def logger(self, tracking: Any) -> None:
        """Adds the server to the loggers, which verl assigns when training begins."""
        self._tracking = tracking
        settings = OmegaConf.to_container(self.config, resolve=True)
        self._report = add_report(tracking, self.config, settings)

    def fit(self, *args: Any, **options: Any) -> Any:
        try:
            return super().fit(*args, **options)  # type: ignore[misc]
        finally:
            if self._report is not None:
                self._report.finish()

    def _build_replay_buffer(self) -> Any:
        buffer = super()._build_replay_buffer()  # type: ignore[misc]
        self._dropped = Dropped(buffer)
        return buffer

    def _compute_advantage(self, batch: Any, metrics: dict[str, Any]) -> Any:
        with _current_rows(rows_of(batch.keys, _reports(batch))):
            return super()._compute_advantage(batch, metrics)  # type: ignore[misc]

    def _compute_metrics(
        self, batch: Any, metrics: dict[str, Any], *args: Any, **options: Any
    ) -> None:
        super()._compute_metrics(batch, metrics, *args, **options)  # type: ignore[misc]
        reports = _reports(batch)
        rows = rows_of(batch.keys, reports)
        # Each rollout counts once, however many segments it has.
        of_rollouts = [
            each
            for each, row in zip(reports, rows, strict=True)
            if each is not None and row.is_last
        ]
        infos = [each["reward_extra_info"] for each in of_rollouts]
        metrics.update(
            rollout_figures(
                [info["success"] for info in infos],
                [info["turns"] for info in infos],
                [bool(info["guided"]) for info in infos],
                [each["seconds"] for each in of_rollouts],
            )
        )
        tokens = sum(int(each.get("sampled_tokens", 0)) for each in reports if each is not None)
        trained = [
            key
            for key, tag in zip(batch.keys, batch.tags, strict=True)
            if not tag.get("is_padding")
        ]
        metrics.update(self._dropped.with_trained(trained, tokens))


@register_trainer(TRAINER_MODE)
class EpisodeTrainer(EpisodeMixin, PPOTrainerSync):
    """Extends verl's own `sync` mode."""

    mode = "sync"


@register_trainer(f"{TRAINER_MODE}_colocate_async")
class ColocatedEpisodeTrainer(EpisodeMixin, PPOTrainerColocateAsync):
    """Extends verl's `colocate_async` mode, in which rollouts continue during updates."""

    mode = "colocate_async"


@register_trainer(f"{TRAINER_MODE}_separate_async")
class SeparateEpisodeTrainer(EpisodeMixin, PPOTrainerSeparateAsync):
    """Extends verl's `separate_async` mode, which plays rollouts on other GPUs."""

    mode = "separate_async"


@register_adv_est(CLEAN_BASELINE)
def clean_advantage(
    token_level_rewards: Any, response_mask: Any, index: Sequence[Any], **_: Any
) -> tuple[Any, Any]:
    """The reward minus the mean of the group's clean rollouts, on every token of the model."""
    rows = _required_rows(CLEAN_BASELINE)
    rewards = token_level_rewards.sum(dim=-1)
    advantages = torch.tensor(
        less_clean(rewards.tolist(), list(index), [row.is_clean and row.is_last for row in rows]),
        dtype=rewards.dtype,
        device=rewards.device,
    )
    spread = advantages.unsqueeze(-1) * response_mask
    return spread, spread


@register_adv_est(LEAVE_ONE_OUT)
def rollout_rloo(
    token_level_rewards: Any, response_mask: Any, index: Sequence[Any], **_: Any
) -> tuple[Any, Any]:
    """The reward minus the mean of the group's other rollouts, on every token of the model.

    verl's own `rloo` counts each segment of a rollout as a rollout of the group.
    """
    rows = _required_rows(LEAVE_ONE_OUT)
    rewards = token_level_rewards.sum(dim=-1)
    lasts = [n for n, row in enumerate(rows) if row.is_last]
    found = less_others([float(rewards[n]) for n in lasts], [index[n] for n in lasts])
    by_rollout = {rows[n].rollout: value for n, value in zip(lasts, found, strict=True)}
    advantages = rewards.new_tensor([by_rollout[row.rollout] for row in rows])
    spread = advantages.unsqueeze(-1) * response_mask
    return spread, spread


@register_adv_est(TURN_CREDIT)
def turn_credit(
    token_level_rewards: Any, response_mask: Any, index: Sequence[Any], config: Any = None, **_: Any
) -> tuple[Any, Any]:
    """The advantage of each turn on its tokens; see `credit.turn_advantages`."""
    rows = _required_rows(TURN_CREDIT)
    lasts = [n for n, row in enumerate(rows) if row.is_last]
    found = turn_advantages(
        [rows[n].turn_rewards for n in lasts],
        [index[n] for n in lasts],
        divides=bool(config is not None and config.get("norm_adv_by_std_in_grpo", False)),
    )
    by_rollout = {rows[n].rollout: turns for n, turns in zip(lasts, found, strict=True)}
    advantages = torch.zeros_like(token_level_rewards)
    for n, row in enumerate(rows):
        for turn, start, end in row.answers:
            advantages[n, start:end] = by_rollout[row.rollout][turn]
    advantages = advantages * response_mask
    return advantages, advantages


def rows_of(keys: Sequence[str], reports: Sequence[Mapping[str, Any] | None]) -> list[Row]:
    """The rows of a batch.

    :param keys: each is `{uid}_{session}_{segment}`
    :param reports: those of `_reports`
    """
    parts = [key.rsplit("_", 1) for key in keys]
    last: dict[str, int] = {}
    for rollout, segment in parts:
        last[rollout] = max(last.get(rollout, 0), int(segment))
    rows = []
    for (rollout, segment), report in zip(parts, reports, strict=True):
        is_last = int(segment) == last[rollout]
        if report is None:
            rows.append(Row(rollout, is_last))
            continue
        is_clean = not report["reward_extra_info"]["guided"]
        turns = report.get("turn_rewards")
        rows.append(Row(rollout, is_last, is_clean, turns, report.get("answers") or ()))
    return rows


def _required_rows(estimator: str) -> Sequence[Row]:
    rows = _rows.get()
    if rows is None:
        raise ValueError(
            f"{estimator} needs the reports of rollouts: "
            f"set trainer.v1.trainer_mode to {TRAINER_MODE}"
        )
    return rows


@contextmanager
def _current_rows(rows: Sequence[Row]) -> Iterator[None]:
    token = _rows.set(rows)
    try:
        yield
    finally:
        _rows.reset(token)


def _reports(batch: Any) -> list[Mapping[str, Any] | None]:
    """The agent loop's report for each rollout; None for rows that only pad the batch."""
    keys = [
        key
        for key, tag in zip(batch.keys, batch.tags, strict=True)
        if not tag.get("is_padding", False)
    ]
    data = tq.kv_batch_get(
        keys=keys, partition_id=batch.partition_id, select_fields=["extra_fields"]
    )
    reports = dict(zip(keys, data.pop("extra_fields").tolist(), strict=True))
    return [reports.get(key) for key in batch.keys]
