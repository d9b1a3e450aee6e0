"""Guards what a rollout is worth to its trainer: the figures of DAPO's equation 13."""

from __future__ import annotations

from typing import Any

import pytest

from backchannel.rollout import RolloutSettings
from backchannel.shaping import RewardRule


def account(reward: float, success: int) -> dict[str, Any]:
    return {"reward": reward, "metrics": {"success": success}}


WON, LOST = account(0.98, 1), account(0.25, 0)


def test_by_default_the_reward_is_that_of_the_environment() -> None:
    assert RewardRule().of(WON, 10**6) == 0.98


def test_accuracy_is_one_or_minus_one_whatever_the_reward() -> None:
    rule = RewardRule(reward="accuracy")
    assert [rule.of(each, 0) for each in (WON, LOST, account(0.0, 0))] == [1.0, -1.0, -1.0]
    assert rule.of({"reward": 0.0, "metrics": {}}, 0) == -1.0


@pytest.mark.parametrize(
    ("sampled", "punishment"),
    [(0, 0.0), (80, 0.0), (81, -0.05), (90, -0.5), (100, -1.0), (250, -1.0)],
)
def test_the_last_tokens_before_the_limit_cost_up_to_one(sampled: int, punishment: float) -> None:
    rule = RewardRule(reward="accuracy", overlong_buffer=20, tokens_max=100)
    assert rule.of(WON, sampled) == pytest.approx(1 + punishment)
    assert rule.of(LOST, sampled) == pytest.approx(-1 + punishment)


@pytest.mark.parametrize(
    "wrong",
    [{"reward": "points"}, {"overlong_buffer": 5}, {"overlong_buffer": -1, "tokens_max": 9}],
)
def test_an_invalid_reward_rule_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="reward is 'points'|not within tokens_max"):
        RewardRule(**wrong)


def test_shaped_rewards_are_not_compared_with_means_of_the_environments_rewards() -> None:
    shaped = {"reward_rule": {"reward": "accuracy"}}
    given: dict[str, Any] = {"server_url": "http://127.0.0.1:1", "run": "shaped"}
    with pytest.raises(ValueError, match="leave one of them out"):
        RolloutSettings(**given, **shaped, baseline="per_condition")
    assert RolloutSettings(**given, **shaped, baseline="clean").shapes_rewards
    same = {"reward_rule": {"reward": "environment", "tokens_max": 512}}
    assert not RolloutSettings(**given, **same, baseline="per_condition").shapes_rewards
