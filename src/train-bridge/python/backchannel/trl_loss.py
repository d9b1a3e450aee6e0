"""The clean-prompt loss for TRL: `GRPOTrainer` with the log-probabilities of sampling.

TRL's own ratio compares with the model before the update, under the trained prompt. With vLLM, TRL
multiplies it by a second ratio, which it also clips for negative advantages. Here a single ratio to
the sampling probability serves both cases.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch
from accelerate.utils import gather_object

from .baselines import less_clean
from .checks import check
from .clean_loss import WEIGHTS, luffy_weight
from .trl_trainer import EpisodeTrainer


class CleanPromptTrainer(EpisodeTrainer):
    """GRPO that trains answers under the clean prompt: `min(r A, min(r, c) A) log p`.

    It needs `loss_type="cispo"`, whose weights are clipped and constant too. The cap c is
    1 + `epsilon_high`.

    :param clean_weights: `truncated`; `none`: A log p; or `luffy`: see `clean_loss`
    :param baseline: `clean` subtracts the mean of a group's clean rollouts; any other value the
        group's mean, as TRL does. `clean` with `clean_weights` `none` is RLTF-SD.
    """

    #: `RolloutFunction` checks this before it trains under another prompt than that of sampling.
    trains_clean_prompts = True
    epsilon_high: Any

    def __init__(
        self,
        *args: Any,
        clean_weights: str = "truncated",
        baseline: str = "group",
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.compares_with_clean = baseline == "clean"
        self._less_clean: Any = None
        check("clean_weights", clean_weights, WEIGHTS)
        self._clean_weights = clean_weights
        #: Which tokens of the rows in the current loss have LUFFY's weights.
        self._is_shaped: Any = None
        #: The log-probabilities of sampling in the current loss.
        self._old_log_probs: Any = None
        settings: list[tuple[str, Any, Any]] = [
            ("loss_type", self.loss_type, "cispo"),
            ("importance_sampling_level", self.importance_sampling_level, "token"),
            ("off_policy_mask_threshold", self.off_policy_mask_threshold, None),
        ]
        if self.use_vllm:
            corrects = self.vllm_importance_sampling_correction
            settings.append(("vllm_importance_sampling_correction", corrects, False))
        for name, value, required in settings:
            if value != required:
                raise ValueError(f"{name} is {value!r}; the clean-prompt loss needs {required!r}")

    def _calculate_rewards(self, inputs: Any, prompts: Any, *further: Any) -> Any:
        rewards = super()._calculate_rewards(inputs, prompts, *further)
        if self.compares_with_clean and self.model.training:
            is_clean = [row["condition"] == "clean" for row in inputs]
            self._less_clean = self._advantages(rewards, gather_object(is_clean))
        return rewards

    def _advantages(self, rewards: Any, is_clean: Sequence[bool]) -> Any:
        """The advantages of the rollouts of all processes, in order; 0 without a reward."""
        totals = (rewards * self.reward_weights.to(rewards.device)).nansum(dim=1)
        is_known = ~torch.isnan(rewards).all(dim=1)
        known_rows = torch.nonzero(is_known).flatten().tolist()
        less = less_clean(
            [totals[index].item() for index in known_rows],
            [index // self.num_generations for index in known_rows],
            [is_clean[index] for index in known_rows],
        )
        advantages = torch.zeros_like(totals)
        advantages[is_known] = torch.tensor(less, dtype=totals.dtype, device=totals.device)
        return advantages

    def _rescore(self, output: Any, inputs: Any) -> None:
        if self._less_clean is None:
            return
        first = self.accelerator.process_index * len(inputs)
        output["advantages"] = self._less_clean[first : first + len(inputs)]
        logged = self._logs["advantages"]
        for advantage in self._less_clean.tolist():
            # TRL has appended its own advantages to this bounded deque. Replace them.
            logged.rotate(-1)
            logged[-1] = advantage
        self._less_clean = None

    def _compute_loss(self, model: Any, inputs: dict[str, Any]) -> Any:
        sampled = inputs.get("sampling_per_token_logps")
        if sampled is None:
            raise ValueError(
                "the rollouts have no log-probabilities of sampling, which the clean-prompt loss "
                "needs: give RolloutFunction as rollout_func"
            )
        advantages = inputs["advantages"]
        column = advantages.unsqueeze(1) if advantages.dim() == 1 else advantages
        # Without old log-probabilities, TRL takes every ratio as 1.
        old_log_probs = None if self._clean_weights == "none" else sampled.clone()
        high: Any = self.epsilon_high
        if self._clean_weights == "luffy":
            self._is_shaped = sampled == 0
            # So small that the ratio exceeds the cap, which then is the token's weight.
            old_log_probs = torch.where(self._is_shaped, -20.0, sampled)
        self._old_log_probs = old_log_probs
        try:
            # TRL clips all advantages; an infinite cap keeps the negative ones unclipped.
            self.epsilon_high = torch.where(column > 0, 1.0 + high, float("inf"))
            return super()._compute_loss(model, {**inputs, "old_per_token_logps": old_log_probs})
        finally:
            self.epsilon_high = high
            self._is_shaped = self._old_log_probs = None

    def _get_per_token_logps_and_entropies(self, *args: Any, **options: Any) -> Any:
        result = super()._get_per_token_logps_and_entropies(*args, **options)
        if self._old_log_probs is not None:
            # vLLM does not score every token. As in TRL, the ratio of the others is 1.
            is_unscored = torch.isnan(self._old_log_probs)
            self._old_log_probs[is_unscored] = result[0].detach()[is_unscored]
        if self._is_shaped is not None:
            upper_bound = self.epsilon_high
            self.epsilon_high = torch.where(self._is_shaped, luffy_weight(result[0]), upper_bound)
        return result
