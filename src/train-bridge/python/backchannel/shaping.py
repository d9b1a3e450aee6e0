"""The reward of a rollout in training."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from .checks import check

REWARDS = ("environment", "accuracy")


@dataclass(frozen=True)
class RewardRule:
    """Computes the reward from the account of an episode, which closing it returns.

    Long rollouts lose reward as in DAPO (arXiv 2503.14476, equation 13). Only tokens of the model
    count, not those of the environment.

    :param reward: `environment`, or `accuracy`: 1 for a success and -1 for anything else
    :param overlong_buffer: the reward falls linearly by 1 over so many tokens before `tokens_max`;
        0 turns this off
    :param tokens_max: the maximum number of tokens in a response
    """

    reward: str = "environment"
    overlong_buffer: int = 0
    tokens_max: int = 0

    def __post_init__(self) -> None:
        check("reward", self.reward, REWARDS)
        if not 0 <= self.overlong_buffer <= max(0, self.tokens_max):
            raise ValueError(
                f"overlong_buffer {self.overlong_buffer} is not within tokens_max {self.tokens_max}"
            )

    @property
    def shapes(self) -> bool:
        """Whether the rewards differ from those of the environment."""
        return self.reward != "environment" or self.overlong_buffer > 0

    def of(self, account: Mapping[str, Any], sampled: int) -> float:
        """The reward of an episode in which the model sampled this number of tokens."""
        if self.reward == "environment":
            reward = float(account["reward"])
        else:
            reward = 1.0 if account["metrics"].get("success") == 1 else -1.0
        if self.overlong_buffer == 0:
            return reward
        excess = sampled - (self.tokens_max - self.overlong_buffer)
        return reward - min(max(excess / self.overlong_buffer, 0.0), 1.0)

    def less_baseline(self, account: Mapping[str, Any], sampled: int, baseline: str) -> float:
        """The reward, minus the server's baseline if `baseline` is `per_condition`."""
        subtracted = account.get("baseline") if baseline == "per_condition" else None
        return self.of(account, sampled) - float(subtracted or 0.0)
