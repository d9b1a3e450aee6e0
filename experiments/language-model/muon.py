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
            for parameter in group["params"]:
                if parameter.grad is None:
                    continue
                memory = self.state[parameter].setdefault("memory", torch.zeros_like(parameter))
                memory.lerp_(parameter.grad, 1 - group["momentum"])
                update = _even(parameter.grad.lerp(memory, group["momentum"]))
                parameter.add_(
                    update,
                    alpha=-group["lr"] * max(1, parameter.shape[0] / parameter.shape[1]) ** 0.5,
                )


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


def _is_inner(name: str, parameter: Tensor) -> bool:
    return parameter.ndim == 2 and not name.endswith(("embedding", "mix"))
