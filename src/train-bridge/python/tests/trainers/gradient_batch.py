"""The batch on which gradients are compared: two groups with turns, both signs, cut and uncut."""

from __future__ import annotations

import pickle
from dataclasses import replace
from pathlib import Path
from typing import Any

import torch
from gradient_reference import Rollout, log_probs
from tiny import tokenizer

from backchannel.tiny_model import make_model

GROUPS, SIZE = 2, 4


def make_batch(folder: Path) -> list[Rollout]:
    """Writes the trained model into the folder and answers the rollouts, in order of their groups."""
    tokens = tokenizer()
    model = make_model(tokens, width=32, layers=2, seed=3).eval()
    generator = torch.Generator().manual_seed(11)

    def ids(count: int) -> list[int]:
        return torch.randint(20, len(tokens), (count,), generator=generator).tolist()

    rollouts = []
    for group in range(GROUPS):
        prompt = ids(9 + 4 * group)
        for index in range(SIZE):
            lengths = [3 + index, 5, 4 + 2 * index + group]
            response = [*ids(sum(lengths) - 1), tokens.eos_token_id]
            mask = [1] * lengths[0] + [0] * lengths[1] + [1] * lengths[2]
            reward = [1.0, 0.0, 0.25, 0.0][(index + group) % SIZE]
            blank = [0.0] * len(response)
            turns = [reward / 2 - 0.1 * index, reward / 2]
            rollouts.append(Rollout(group, reward, prompt, response, mask, blank, blank, turns))
    older = make_model(tokens, width=32, layers=2, seed=3).eval()
    _shake(model, 0.08, generator)
    older.load_state_dict(model.state_dict())
    _shake(older, 0.01, generator)
    model.save_pretrained(folder)
    tokens.save_pretrained(folder)
    torch.save(older.state_dict(), folder / "older.pt")
    found = []
    with torch.no_grad():
        for one in rollouts:
            old = log_probs(older, one)
            noise = 0.5 * torch.randn(len(one.response), generator=generator)
            known = replace(one, old=old.tolist(), sampled=(old + noise).tolist())
            found.append(known)
    (folder / "rollouts.pickle").write_bytes(pickle.dumps(found))
    return found


def _shake(model: Any, by: float, generator: torch.Generator) -> None:
    with torch.no_grad():
        for _, weight in sorted(model.named_parameters()):
            weight += by * torch.randn(weight.shape, generator=generator)
