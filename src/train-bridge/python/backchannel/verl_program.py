"""Checks verl's settings for rollouts of several segments."""

from __future__ import annotations

from typing import Any

from omegaconf import OmegaConf
from verl.experimental.agent_loop.utils import resolve_config_path

from .errors import BackchannelError

#: Advantage estimators that count a rollout once, however many segments it has.
ESTIMATORS = ("grpo", "gae", "backchannel_clean", "backchannel_rloo")
#: Policy losses with one ratio for a whole sequence.
SEQUENCE_LOSSES = ("gspo", "geo_mean")
#: The end of the class name in the file of agent loops.
PROGRAM_LOOP = "gateway_verl.ProgramAgentLoop"


def check_segments(config: Any) -> None:
    """Refuses settings that would count each segment of a program's run as a run.

    An agent program's run may have several segments, and verl trains each as a row. Call this
    before training: later, verl would only replace a failed rollout by another one.

    :raises BackchannelError: `client/segments`, with the setting to change
    """
    if not plays_programs(config):
        return
    estimator = str(config.algorithm.adv_estimator)
    if estimator not in ESTIMATORS:
        raise _refusal(
            f"algorithm.adv_estimator is {estimator}, which counts each segment of a program's run "
            "as a run of its group",
            f"Set it to {' or '.join(ESTIMATORS)}.",
        )
    if config.algorithm.get("use_kl_in_reward", False):
        raise _refusal(
            "algorithm.use_kl_in_reward gives each segment of a program's run a reward of its own",
            "Set it to false, and actor.use_kl_loss to true.",
        )
    actor = config.actor_rollout_ref.actor
    mean = str(actor.loss_agg_mode)
    if mean != "token-mean":
        raise _refusal(
            f"actor.loss_agg_mode is {mean}, in which a program's run of many segments weighs more",
            "Set it to token-mean, in which each token counts once.",
        )
    loss = str(actor.policy_loss.get("loss_mode", "vanilla"))
    if loss in SEQUENCE_LOSSES:
        raise _refusal(
            f"actor.policy_loss.loss_mode is {loss}, whose ratio is that of one segment",
            "Set it to vanilla.",
        )


def plays_programs(config: Any) -> bool:
    """Whether the file of agent loops names the loop for agent programs."""
    path = config.actor_rollout_ref.rollout.agent.get("agent_loop_config_path")
    if path is None:
        return False
    entries = OmegaConf.load(resolve_config_path(str(path)))
    return any(str(entry.get("_target_", "")).endswith(PROGRAM_LOOP) for entry in entries)


def _refusal(message: str, hint: str) -> BackchannelError:
    return BackchannelError("client/segments", message, hint=hint)
