"""The loss of answers that are trained under another prompt than the one they were sampled under.

Each token has an advantage A, a ratio r and a cap c. The ratio is its probability under the trained
prompt divided by its probability in sampling. The objective is min(r A, min(r, c) A) log p with a
constant weight. So the cap limits positive advantages only; `experiments/local-engine.md` says why.
"""

from __future__ import annotations

from typing import Any

#: `truncated`: the formula above; `none`: A log p, as if the answer came from the trained prompt;
#: `luffy`: guided answers by LUFFY's shaping, the others by the formula above.
WEIGHTS = ("truncated", "none", "luffy")

#: LUFFY's shaping (arXiv:2504.14945, section 3.3) is f(p) = p / (p + GAMMA).
GAMMA = 0.1


def clean_loss(log_prob: Any, sampled_log_prob: Any, advantages: Any, cap: float) -> Any:
    """The loss of every token, as tensors."""
    weight = clean_weight(log_prob, sampled_log_prob, advantages, cap)
    return -weight * advantages * log_prob


def luffy_loss(log_prob: Any, sampled_log_prob: Any, advantages: Any, cap: float) -> Any:
    """The loss of every token: -f(p) A in guided answers, and `clean_loss` in others.

    LUFFY sets the sampling probability of guided answers to 1, which identifies them here; see
    `stream.Stream.zero_log_probs`.
    """
    import torch

    p = log_prob.exp()
    other_loss = clean_loss(log_prob, sampled_log_prob, advantages, cap)
    return torch.where(sampled_log_prob == 0, -advantages * p / (p + GAMMA), other_loss)


def luffy_weight(log_prob: Any) -> Any:
    """The derivative of f(p) by log p, as a constant."""
    p = log_prob.detach().exp()
    return GAMMA * p / (p + GAMMA) ** 2


def clean_weight(log_prob: Any, sampled_log_prob: Any, advantages: Any, cap: float) -> Any:
    """The ratio r, and min(r, c) for positive advantages."""
    import torch

    # Larger exponents would overflow.
    ratio = torch.exp((log_prob.detach() - sampled_log_prob).clamp(-20.0, 20.0))
    return torch.where(advantages > 0, ratio.clamp(max=cap), ratio)
