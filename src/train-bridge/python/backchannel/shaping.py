"""What a rollout is worth to its trainer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from .checks import check

REWARDS = ("environment", "accuracy")


@dataclass(frozen=True)
class RewardRule:
    """Makes a reward of the account of an episode.

    The soft punishment of long rollouts is that of DAPO (arXiv 2503.14476, equation 13), by the
    tokens that the model sampled: what the environment says costs nothing.

    :param reward: `environment`, or `accuracy`: 1 for a success and -1 for anything else
    :param overlong_buffer: how many tokens before `tokens_max` the reward begins to fall, by 1 up to
        there; 0: it does not fall
    :param tokens_max: the most tokens of a response
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

    def of(self, account: Mapping[str, Any], sampled: int) -> float:
        """The reward of an episode in which the model sampled so many tokens."""
        if self.reward == "environment":
            reward = float(account["reward"])
        else:
            reward = 1.0 if account["metrics"].get("success") == 1 else -1.0
        if self.overlong_buffer == 0:
            return reward
        over = sampled - (self.tokens_max - self.overlong_buffer)
        return reward - min(max(over / self.overlong_buffer, 0.0), 1.0)
