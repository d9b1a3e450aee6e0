"""The optimizer Muon (Jordan et al. 2024) for matrices, with Adam for the rest."""

from __future__ import annotations

from collections.abc import Iterable

import torch
from torch import Tensor, nn


class Muon(torch.optim.Optimizer):
    """Steps along the momentum with all of its singular values made equal."""

    def __init__(self, parameters: Iterable[Tensor], lr: float, momentum: float = 0.95) -> None:
        super().__init__(parameters, {"lr": lr, "momentum": momentum})

    @torch.no_grad()
    def step(self, closure: None = None) -> None:
        for group in self.param_groups:
            for one in group["params"]:
                if one.grad is None:
                    continue
                memory = self.state[one].setdefault("memory", torch.zeros_like(one))
                memory.lerp_(one.grad, 1 - group["momentum"])
                even = _even(one.grad.lerp(memory, group["momentum"]))
                one.add_(even, alpha=-group["lr"] * max(1, one.shape[0] / one.shape[1]) ** 0.5)


def _even(matrix: Tensor) -> Tensor:
    """Newton and Schulz: five steps towards the nearest matrix with singular values of one."""
    a, b, c = 3.4445, -4.7750, 2.0315
    is_tall = matrix.shape[0] > matrix.shape[1]
    x = matrix.T if is_tall else matrix
    x = x / (x.norm() + 1e-7)
    for _ in range(5):
        square = x @ x.T
        x = a * x + (b * square + c * square @ square) @ x
    return x.T if is_tall else x


def optimizers(
    model: nn.Module, matrices: float, rest: float
) -> tuple[Muon, torch.optim.Optimizer]:
    """Muon for the matrices between layers, Adam for embeddings, scales and gates."""
    inner = [one for name, one in model.named_parameters() if _is_inner(name, one)]
    outer = [one for name, one in model.named_parameters() if not _is_inner(name, one)]
    return Muon(inner, matrices), torch.optim.Adam(outer, rest, betas=(0.9, 0.97))


def _is_inner(name: str, one: Tensor) -> bool:
    return one.ndim == 2 and not name.endswith(("embedding", "mix"))
