"""Guards that every engine's clean-prompt loss has the gradient of the local engine's, in float64."""

from __future__ import annotations

import json
import subprocess
from collections import defaultdict
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import pytest

torch = pytest.importorskip("torch")

from tiny import ROOT

CAP = 1.28
TOLERANCE = 1e-6
ROWS, LENGTH, VOCABULARY = 4, 6, 5


class Problem:
    """Answers of random tokens: advantages of both signs, ratios on both sides of the cap."""

    def __init__(self) -> None:
        make = torch.Generator().manual_seed(7)
        shape = (ROWS, LENGTH, VOCABULARY)
        self.logits = torch.randn(shape, generator=make, dtype=torch.float64)
        self.tokens = torch.randint(VOCABULARY, (ROWS, LENGTH), generator=make)
        factors = torch.tensor([0.3, 0.9, 1.0, 1.2, 1.4, 5.0], dtype=torch.float64)
        self.ratios = factors.repeat(ROWS, 1)
        self.sampled = self.log_probs(self.logits) - self.ratios.log()
        self.advantages = torch.tensor([1.5, -0.7, 0.25, -2.0], dtype=torch.float64)
        # For the baseline of clean rollouts, whose mean is 0.25 here.
        self.rewards = torch.tensor([1.0, 0.5, 0.0, 0.125], dtype=torch.float64)
        self.is_clean = [False, True, True, False]
        self.mask = torch.ones((ROWS, LENGTH), dtype=torch.long)
        self.mask[1, 4:] = 0
        self.mask[3, 2] = 0

    def log_probs(self, logits: Any) -> Any:
        chosen = torch.log_softmax(logits, dim=-1)
        return chosen.gather(-1, self.tokens.unsqueeze(-1)).squeeze(-1)

    @property
    def spread(self) -> Any:
        return self.advantages.unsqueeze(1).expand(ROWS, LENGTH)

    def expected(self, slopes: Any) -> Any:
        """The gradient by the logits of the mean over tokens, from each token's slope."""
        chosen = torch.nn.functional.one_hot(self.tokens, VOCABULARY).double()
        one = chosen - torch.softmax(self.logits, dim=-1)
        weighted = (slopes * self.mask).unsqueeze(-1) * one
        return -weighted / self.mask.sum()

    def local_slopes(self, weights: str, *, compares_with_clean: bool = False) -> Any:
        """What the local engine says, asked in its own language."""
        pairs = torch.stack([self.log_probs(self.logits), self.sampled], dim=-1)
        rollouts = [
            {
                "reward": self.rewards[row].item(),
                "isClean": self.is_clean[row],
                "tokens": pairs[row].tolist(),
                **({} if compares_with_clean else {"advantage": self.advantages[row].item()}),
            }
            for row in range(ROWS)
        ]
        process = subprocess.run(
            ["node_modules/.bin/tsx", "test/python/clean-slopes.ts"],
            cwd=ROOT,
            input=json.dumps({"weights": weights, "cap": CAP, "rollouts": rollouts}),
            capture_output=True,
            text=True,
            check=True,
        )
        return torch.tensor(json.loads(process.stdout), dtype=torch.float64)


@pytest.fixture(scope="module")
def problem() -> Problem:
    return Problem()


@pytest.fixture(scope="module")
def gradient(problem: Problem) -> Any:
    slopes = problem.local_slopes("truncated")
    # The problem is one: praise and blame, cut and uncut.
    kinds = torch.stack([problem.spread > 0, problem.ratios > CAP], dim=-1).reshape(-1, 2)
    assert len({tuple(kind) for kind in kinds.tolist()}) == 4
    return problem.expected(slopes)


def by_verl(problem: Problem, mode: str, advantages: Any = None) -> Any:
    pytest.importorskip("verl")
    from verl.trainer.ppo.core_algos import get_policy_loss_fn

    from backchannel import verl_loss  # noqa: F401 - registers

    logits = problem.logits.clone().requires_grad_()
    config = SimpleNamespace(clip_ratio=0.2, clip_ratio_high=CAP - 1, global_batch_info={})
    loss, metrics = get_policy_loss_fn(mode)(
        old_log_prob=problem.sampled,
        log_prob=problem.log_probs(logits),
        advantages=problem.spread if advantages is None else advantages,
        response_mask=problem.mask,
        loss_agg_mode="token-mean",
        config=config,
    )
    assert all(isinstance(value, float) for value in metrics.values())
    loss.backward()
    return logits.grad


def by_trl(
    problem: Problem,
    *,
    weights: str,
    with_vllm: bool,
    compares_with_clean: bool = False,
    sampled: Any = None,
) -> Any:
    pytest.importorskip("trl")
    from backchannel.trl_loss import CleanPromptTrainer
    from backchannel.trl_trainer import EpisodeTrainer

    logits = problem.logits.clone().requires_grad_()
    trainer = object.__new__(CleanPromptTrainer)
    members: dict[str, Any] = {
        "loss_type": "cispo",
        "importance_sampling_level": "token",
        "beta": 0.0,
        "epsilon_low": 0.2,
        "epsilon_high": CAP - 1,
        "top_entropy_quantile": 1.0,
        "off_policy_mask_threshold": None,
        "aux_loss_enabled": False,
        "use_vllm": with_vllm,
        "vllm_importance_sampling_correction": False,
        "current_gradient_accumulation_steps": 1,
        "_entropy_bonus_enabled": False,
        "_clean_weights": weights,
        "_is_shaped": None,
        "_old_log_probs": None,
        "num_generations": ROWS,
        "reward_weights": torch.ones(1),
        "args": SimpleNamespace(steps_per_generation=1, use_bias_correction_kl=False),
        "model": SimpleNamespace(training=True),
        "accelerator": SimpleNamespace(num_processes=1, reduce=lambda value, **_: value),
        "_metrics": {"train": defaultdict(list)},
    }
    trainer.__dict__.update(members)

    def score(*_: Any, **__: Any) -> Any:
        entropies = torch.zeros((ROWS, LENGTH), dtype=torch.float64)
        return problem.log_probs(logits), entropies, None

    advantages = problem.advantages
    if compares_with_clean:
        advantages = trainer._advantages(problem.rewards.unsqueeze(1), problem.is_clean)
    inputs = {
        "prompt_ids": problem.tokens,
        "prompt_mask": problem.mask,
        "completion_ids": problem.tokens,
        "completion_mask": torch.ones_like(problem.mask),
        "tool_mask": problem.mask,
        "advantages": advantages,
        "sampling_per_token_logps": problem.sampled if sampled is None else sampled,
        "num_items_in_batch": problem.mask.sum(),
    }
    with patch.object(EpisodeTrainer, "_get_per_token_logps_and_entropies", score):
        trainer._compute_loss(trainer.model, inputs).backward()
    assert trainer.epsilon_high == CAP - 1
    return logits.grad


def is_same(one: Any, other: Any) -> bool:
    return float((one - other).norm() / other.norm()) < TOLERANCE


def test_verl_has_the_gradient_of_the_local_engine(problem: Problem, gradient: Any) -> None:
    assert is_same(by_verl(problem, "backchannel_clean"), gradient)


@pytest.mark.parametrize("with_vllm", [False, True])
def test_trl_has_the_gradient_of_the_local_engine(
    problem: Problem, gradient: Any, with_vllm: bool
) -> None:
    assert is_same(by_trl(problem, weights="truncated", with_vllm=with_vllm), gradient)


def test_trl_gives_a_token_without_a_score_of_sampling_the_ratio_1(problem: Problem) -> None:
    is_unscored = torch.zeros((ROWS, LENGTH), dtype=torch.bool)
    is_unscored[0, 0] = is_unscored[1, 1] = is_unscored[0, 5] = True
    sampled = torch.where(is_unscored, torch.nan, problem.sampled)
    slopes = torch.where(is_unscored, problem.spread, problem.local_slopes("truncated"))
    found = by_trl(problem, weights="truncated", with_vllm=True, sampled=sampled)
    assert is_same(found, problem.expected(slopes))


def test_without_weights_every_token_counts_with_its_advantage(problem: Problem) -> None:
    wanted = problem.expected(problem.local_slopes("none"))
    assert is_same(problem.expected(problem.spread), wanted)
    assert is_same(by_verl(problem, "backchannel_clean_unweighted"), wanted)
    assert is_same(by_trl(problem, weights="none", with_vllm=False), wanted)


def test_rltf_sd_has_the_same_gradient_in_every_engine(problem: Problem) -> None:
    """No weights, and rewards less the mean of the group's clean rollouts."""
    wanted = problem.expected(problem.local_slopes("none", compares_with_clean=True))
    by_hand = (problem.rewards - 0.25).unsqueeze(1).expand(ROWS, LENGTH)
    assert is_same(problem.expected(by_hand), wanted)
    advantages = verl_advantages(problem)
    assert is_same(by_verl(problem, "backchannel_clean_unweighted", advantages), wanted)
    for with_vllm in (False, True):
        trl = by_trl(problem, weights="none", with_vllm=with_vllm, compares_with_clean=True)
        assert is_same(trl, wanted)
    # The group's own mean is another.
    group = (problem.rewards - problem.rewards.mean()).unsqueeze(1).expand(ROWS, LENGTH)
    assert not is_same(problem.expected(group), wanted)


def verl_advantages(problem: Problem) -> Any:
    pytest.importorskip("verl")
    from verl.trainer.ppo.core_algos import get_adv_estimator_fn

    from backchannel.verl_trainer import CLEAN_BASELINE, Row, _current_rows

    rewards = torch.zeros((ROWS, LENGTH), dtype=torch.float64)
    rewards[:, -1] = problem.rewards
    given = {"token_level_rewards": rewards, "response_mask": problem.mask, "config": None}
    estimate = get_adv_estimator_fn(CLEAN_BASELINE)
    with pytest.raises(ValueError, match="trainer_mode"):
        estimate(index=["one"] * ROWS, **given)
    rows = [
        Row(str(place), is_last=True, is_clean=clean)
        for place, clean in enumerate(problem.is_clean)
    ]
    with _current_rows(rows):
        advantages, _ = estimate(index=["one"] * ROWS, **given)
    return advantages


def test_a_group_without_a_clean_rollout_has_no_advantage() -> None:
    from backchannel.baselines import less_clean

    assert less_clean([1.0, 0.0, 1.0], ["a", "b", "b"], [False, True, False]) == [0.0, 0.0, 1.0]


def test_the_comparison_detects_other_losses(problem: Problem, gradient: Any) -> None:
    """The test would see a loss that cuts blame, or that gives cut praise no slope."""
    cut = torch.where(problem.ratios > CAP, CAP, problem.ratios) * problem.spread
    assert not is_same(problem.expected(cut), gradient)
    clipped = torch.where((problem.ratios > CAP) & (problem.spread > 0), 0.0, problem.ratios)
    assert not is_same(problem.expected(clipped * problem.spread), gradient)


def test_further_importance_weights_are_refused(problem: Problem) -> None:
    pytest.importorskip("verl")
    from backchannel.verl_loss import truncated_loss

    with pytest.raises(ValueError, match="rollout_is"):
        truncated_loss(None, None, None, None, rollout_is_weights=problem.ratios)
