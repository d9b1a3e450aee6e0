"""The loss of answers that are trained under another prompt than the one they were sampled under.

For a token with the advantage A, r its probability under the trained prompt over that with which
it was sampled, and the cap c, what is maximised is min(r A, min(r, c) A) log p, its weight taken as
a constant. The weight of positive advantages is at most c, that of negative ones is whole;
`experiments/local-engine.md` gives the reason.
"""

from __future__ import annotations

from typing import Any

#: `truncated`: the formula above; `none`: A log p, as if the answer came from the trained prompt;
#: `luffy`: guided answers by LUFFY's shaping, the others by the formula above.
WEIGHTS = ("truncated", "none", "luffy")

#: LUFFY's shaping (arXiv:2504.14945, section 3.3) is f(p) = p / (p + GAMMA).
GAMMA = 0.1


def check_weights(weights: str) -> str:
    if weights not in WEIGHTS:
        raise ValueError(f"clean_weights is {weights!r}; it may be {' or '.join(WEIGHTS)}")
    return weights


def clean_loss(log_prob: Any, sampled_log_prob: Any, advantages: Any, cap: float) -> Any:
    """The loss of every token, as tensors."""
    weight = clean_weight(log_prob, sampled_log_prob, advantages, cap)
    return -weight * advantages * log_prob


def luffy_loss(log_prob: Any, sampled_log_prob: Any, advantages: Any, cap: float) -> Any:
    """The loss of every token: -f(p) A for those of guided answers, and `clean_loss` for others.

    LUFFY takes the probability of sampling for 1. So guided answers are known by that: see
    `stream.Stream.forget_sampling`.
    """
    import torch

    p = log_prob.exp()
    others = clean_loss(log_prob, sampled_log_prob, advantages, cap)
    return torch.where(sampled_log_prob == 0, -advantages * p / (p + GAMMA), others)


def luffy_weight(log_prob: Any) -> Any:
    """The slope of f(p) by log p, as a constant."""
    p = log_prob.detach().exp()
    return GAMMA * p / (p + GAMMA) ** 2


def clean_weight(log_prob: Any, sampled_log_prob: Any, advantages: Any, cap: float) -> Any:
    """r where it is not cut: of praise beyond the cap, the cap."""
    import torch

    # Beyond e^20 a ratio says nothing any more, and overflows.
    ratio = torch.exp((log_prob.detach() - sampled_log_prob).clamp(-20.0, 20.0))
    return torch.where(advantages > 0, ratio.clamp(max=cap), ratio)
