"""verl's synchronous trainer with the figures of episodes in its log, and the clean baseline.

verl imports this module where `VERL_USE_EXTERNAL_MODULES` names it; `trainer.v1.trainer_mode` then
names the trainer, `algorithm.adv_estimator` the baseline. Both are verl's own extension points.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

import torch
import transfer_queue as tq
from omegaconf import OmegaConf
from verl.trainer.ppo.core_algos import register_adv_est
from verl.trainer.ppo.v1 import PPOTrainerSync, register_trainer

from .baselines import less_clean
from .figures import figures_of
from .verl_drawn import Dropped
from .verl_report import RunReport, add_report

#: The name under which `trainer.v1.trainer_mode` finds the trainer.
TRAINER_MODE = "backchannel"
#: The name under which `algorithm.adv_estimator` finds the baseline of clean rollouts.
CLEAN_BASELINE = "backchannel_clean"

#: Which rows of the batch that advantages are worked out for were shown nothing.
_is_clean: ContextVar[Sequence[bool] | None] = ContextVar("is_clean", default=None)


@register_trainer(TRAINER_MODE)
class EpisodeTrainer(PPOTrainerSync):
    """What verl's own `sync` mode is, and knows what its rollouts were."""

    def __init__(self, config: Any) -> None:
        # All of verl goes by that name: buffers, checkpoints and refills are those of `sync`.
        config.trainer.v1.trainer_mode = "sync"
        super().__init__(config)
        self._report: RunReport | None = None

    @property
    def logger(self) -> Any:
        return self._tracking

    @logger.setter
    def logger(self, tracking: Any) -> None:
        """verl makes its loggers when training begins; the server is one more."""
        self._tracking = tracking
        settings = OmegaConf.to_container(self.config, resolve=True)
        self._report = add_report(tracking, self.config, settings)

    def fit(self, *args: Any, **options: Any) -> Any:
        try:
            return super().fit(*args, **options)
        finally:
            if self._report is not None:
                self._report.finish()

    def _build_replay_buffer(self) -> Any:
        buffer = super()._build_replay_buffer()
        self._dropped = Dropped(buffer)
        return buffer

    def _compute_advantage(self, batch: Any, metrics: dict[str, Any]) -> Any:
        infos = [told and told["reward_extra_info"] for told in _told(batch)]
        with _known([info is not None and not info["guided"] for info in infos]):
            return super()._compute_advantage(batch, metrics)

    def _compute_metrics(
        self, batch: Any, metrics: dict[str, Any], *args: Any, **options: Any
    ) -> None:
        super()._compute_metrics(batch, metrics, *args, **options)
        told = [each for each in _told(batch) if each is not None]
        infos = [each["reward_extra_info"] for each in told]
        metrics.update(
            figures_of(
                [info["success"] for info in infos],
                [info["turns"] for info in infos],
                [bool(info["guided"]) for info in infos],
                [each["seconds"] for each in told],
            )
        )
        tokens = sum(int(each.get("sampled_tokens", 0)) for each in told)
        trained = [
            key
            for key, tag in zip(batch.keys, batch.tags, strict=True)
            if not tag.get("is_padding")
        ]
        metrics.update(self._dropped.with_trained(trained, tokens))


@register_adv_est(CLEAN_BASELINE)
def clean_advantage(
    token_level_rewards: Any, response_mask: Any, index: Sequence[Any], **_: Any
) -> tuple[Any, Any]:
    """The reward less the mean of the group's clean rollouts, on every token of the model."""
    is_clean = _is_clean.get()
    if is_clean is None:
        raise ValueError(
            f"{CLEAN_BASELINE} needs to know which rollouts were shown nothing: set "
            f"trainer.v1.trainer_mode to {TRAINER_MODE}"
        )
    rewards = token_level_rewards.sum(dim=-1)
    advantages = torch.tensor(
        less_clean(rewards.tolist(), list(index), is_clean),
        dtype=rewards.dtype,
        device=rewards.device,
    )
    spread = advantages.unsqueeze(-1) * response_mask
    return spread, spread


@contextmanager
def _known(is_clean: Sequence[bool]) -> Iterator[None]:
    token = _is_clean.set(is_clean)
    try:
        yield
    finally:
        _is_clean.reset(token)


def _told(batch: Any) -> list[Mapping[str, Any] | None]:
    """What the agent loop told of each rollout; None for rows that only fill the batch up."""
    keys = [
        key
        for key, tag in zip(batch.keys, batch.tags, strict=True)
        if not tag.get("is_padding", False)
    ]
    data = tq.kv_batch_get(
        keys=keys, partition_id=batch.partition_id, select_fields=["extra_fields"]
    )
    told = dict(zip(keys, data.pop("extra_fields").tolist(), strict=True))
    return [told.get(key) for key in batch.keys]
