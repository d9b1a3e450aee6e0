"""The clean-prompt losses for verl.

verl's workers import this module if `VERL_USE_EXTERNAL_MODULES` names it. Then
`actor.policy_loss.loss_mode` selects a loss. It needs `rollout_correction.bypass_mode`, so that the
old log-probabilities are those of sampling. `clean_loss.py` defines the advantage A, the ratio r
and the cap c. The cap is 1 + `clip_ratio_high`, or 1 + `clip_ratio` if that is not set.
"""

from __future__ import annotations

from typing import Any

from verl.trainer.ppo.core_algos import agg_loss, register_policy_loss

from .clean_loss import clean_loss, clean_weight, luffy_loss

#: The names of the losses, by `clean_weights`.
LOSS_MODES = {
    "truncated": "backchannel_clean",
    "none": "backchannel_clean_unweighted",
    "luffy": "backchannel_luffy",
}


@register_policy_loss(LOSS_MODES["truncated"])
def truncated_loss(
    old_log_prob: Any,
    log_prob: Any,
    advantages: Any,
    response_mask: Any,
    loss_agg_mode: str = "token-mean",
    config: Any = None,
    rollout_is_weights: Any = None,
) -> tuple[Any, dict[str, Any]]:
    """Maximizes min(r A, min(r, c) A) log p for each token, whose probability is p."""
    _refuse_more_weights(rollout_is_weights)
    high = config.clip_ratio_high if config.clip_ratio_high is not None else config.clip_ratio
    cap = 1.0 + high
    losses = clean_loss(log_prob, old_log_prob, advantages, cap)
    weight = clean_weight(log_prob, old_log_prob, advantages, cap)
    is_cut = ((advantages > 0) & (weight >= cap) & (response_mask > 0)).sum()
    metrics = {
        "actor/pg_clipfrac": (is_cut / response_mask.sum().clamp(min=1)).item(),
        "actor/ppo_kl": _mean(old_log_prob - log_prob.detach(), response_mask),
    }
    return _aggregate(losses, response_mask, loss_agg_mode, config), metrics


@register_policy_loss(LOSS_MODES["none"])
def unweighted_loss(
    old_log_prob: Any,
    log_prob: Any,
    advantages: Any,
    response_mask: Any,
    loss_agg_mode: str = "token-mean",
    config: Any = None,
    rollout_is_weights: Any = None,
) -> tuple[Any, dict[str, Any]]:
    """Maximizes A log p, also for answers that were sampled under another prompt."""
    _refuse_more_weights(rollout_is_weights)
    metrics = {"actor/ppo_kl": _mean(old_log_prob - log_prob.detach(), response_mask)}
    return _aggregate(-advantages * log_prob, response_mask, loss_agg_mode, config), metrics


@register_policy_loss(LOSS_MODES["luffy"])
def shaped_loss(
    old_log_prob: Any,
    log_prob: Any,
    advantages: Any,
    response_mask: Any,
    loss_agg_mode: str = "token-mean",
    config: Any = None,
    rollout_is_weights: Any = None,
) -> tuple[Any, dict[str, Any]]:
    """Maximizes LUFFY's A p / (p + 0.1) in guided answers; others have `truncated_loss`."""
    _refuse_more_weights(rollout_is_weights)
    high = config.clip_ratio_high if config.clip_ratio_high is not None else config.clip_ratio
    losses = luffy_loss(log_prob, old_log_prob, advantages, 1.0 + high)
    # Guided answers carry 0 as their sampling log-probabilities (see `luffy_loss`), so only the
    # others can be compared.
    unshaped = response_mask * (old_log_prob < 0)
    metrics = {"actor/ppo_kl": _mean(old_log_prob - log_prob.detach(), unshaped)}
    return _aggregate(losses, response_mask, loss_agg_mode, config), metrics


def _aggregate(losses: Any, mask: Any, mode: str, config: Any) -> Any:
    return agg_loss(loss_mat=losses, loss_mask=mask, loss_agg_mode=mode, **config.global_batch_info)


def _mean(values: Any, mask: Any) -> float:
    return float(((values * mask).sum() / mask.sum().clamp(min=1)).item())


def _refuse_more_weights(weights: Any) -> None:
    if weights is not None:
        raise ValueError(
            "the clean-prompt loss has its own weights: set "
            "algorithm.rollout_correction.bypass_mode to true, and do not set rollout_is"
        )
