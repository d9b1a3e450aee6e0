"""Trains the start on conversations that `demonstrate.ts` wrote."""

from __future__ import annotations

import argparse
import json
import math
import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import torch
from torch import Tensor, nn

import dialect
import start
from model import Model, Shape
from words import Words

#: A word that occurs more seldom is spelt.
LEAST = 30
TOKENS_MAX = 700
#: One conversation in so many only says that earlier attempts failed, as the arm `placebo` does.
NO_CRITIQUES = 5
#: What a tag, a field or a digit weighs, and a token of who is called; words of requests weigh 1.
MARKED, DEPARTMENT = 3.0, 6.0


@dataclass(frozen=True)
class Example:
    ids: list[int]
    #: Weight of each token in the loss: 0 where the model does not speak.
    weights: list[float]


def parts_of(row: dict, has_critiques: bool = True) -> Iterator[tuple[str, bool]]:
    """Texts of a conversation in order, and whether the model is to learn to write them."""
    messages = row["messages"]
    turns = [at for at, one in enumerate(messages) if one["role"] == "assistant"]
    yield dialect.opening(messages[: turns[0]], has_critiques), False
    ends = [*turns[1:], len(messages)]
    for at, after, is_learnt in zip(turns, ends, row["learnt"], strict=True):
        yield dialect.turn(messages[at], dialect.listed_in(messages[:at])), is_learnt
        if after > at + 1:
            yield dialect.answer(messages[at], messages[at + 1 : after]), False


def example_of(words: Words, row: dict, has_critiques: bool = True) -> Example:
    ids: list[int] = []
    weights: list[float] = []
    for text, is_learnt in parts_of(row, has_critiques):
        new = words.encode(text)
        ids += new
        weights += _weights([words.tokens[one] for one in new]) if is_learnt else [0.0] * len(new)
    return Example(ids, weights)


def _weights(tokens: Sequence[str]) -> list[float]:
    weights: list[float] = []
    is_department = False
    for token in tokens:
        is_tag = len(token) > 2 and token[0] == "<"
        is_department = token == "<dept>" or (is_department and not is_tag)
        is_marked = is_tag or token.isdigit()
        weights.append(DEPARTMENT if is_department else MARKED if is_marked else 1.0)
    return weights


def batches_of(
    examples: Sequence[Example], size: int, chance: random.Random
) -> list[list[Example]]:
    """Batches of about equally long examples, `size` tokens with what they are padded by."""
    line = sorted(examples, key=lambda example: len(example.ids) + chance.random() * 20)
    batches: list[list[Example]] = [[]]
    for example in line:
        if batches[-1] and (len(batches[-1]) + 1) * len(example.ids) > size:
            batches.append([])
        batches[-1].append(example)
    chance.shuffle(batches)
    return batches


def optimizers(model: nn.Module, rate: float) -> list[torch.optim.Optimizer]:
    """Muon (Jordan et al. 2024) for the matrices between layers, Adam for all else."""

    def is_inner(name: str, one: Tensor) -> bool:
        return one.ndim == 2 and not name.endswith(("embedding", "mix"))

    inner = [one for name, one in model.named_parameters() if is_inner(name, one)]
    outer = [one for name, one in model.named_parameters() if not is_inner(name, one)]
    adam = torch.optim.Adam(outer, 3e-3 * rate, betas=(0.9, 0.97))
    return [torch.optim.Muon(inner, 0.02 * rate, weight_decay=0.0), adam]


def padded(lines: Sequence[Sequence[float]], kind: torch.dtype) -> Tensor:
    longest = max(map(len, lines))
    return torch.tensor([[*one, *[0] * (longest - len(one))] for one in lines], dtype=kind)


def train(
    model: Model, examples: Sequence[Example], steps: int, size: int, rate: float, seed: int
) -> None:
    chance = random.Random(seed)
    optimizer_pair = optimizers(model, rate)
    highest = [group["lr"] for one in optimizer_pair for group in one.param_groups]
    queue: list[list[Example]] = []
    began, tokens, smoothed_loss = time.process_time(), 0, 0.0
    for step in range(steps):
        queue = queue or batches_of(examples, size, chance)
        batch = queue.pop()
        ids = padded([one.ids for one in batch], torch.long)
        weights = padded([one.weights for one in batch], torch.float32)
        log_probs = model.log_probabilities(ids, weights > 0)
        loss = -(log_probs * weights[:, 1:]).sum() / weights[:, 1:].sum()
        loss.backward()
        # Warms up over 20 steps, holds, and falls from 40 % of the way on.
        height = min(1.0, (step + 1) / 20, 0.02 + 0.98 * (1 - step / steps) / 0.6)
        groups = [group for one in optimizer_pair for group in one.param_groups]
        for group, top in zip(groups, highest, strict=True):
            group["lr"] = top * height
        for one in optimizer_pair:
            one.step()
            one.zero_grad()
        tokens += ids.numel()
        smoothed_loss = (
            loss.item() if smoothed_loss == 0 else 0.95 * smoothed_loss + 0.05 * loss.item()
        )
        if step % 20 == 19 or step == steps - 1:
            cpu_seconds = time.process_time() - began
            seconds_left = cpu_seconds / (step + 1) * (steps - step - 1)
            print(
                f"step {step + 1} of {steps}: loss {smoothed_loss:.4f}, "
                f"{tokens / cpu_seconds:.0f} tokens/s, {seconds_left:.0f} s left",
                flush=True,
            )
        if not math.isfinite(smoothed_loss):
            raise FloatingPointError(f"the loss is {smoothed_loss} at step {step + 1}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("conversations", nargs="+", type=Path)
    parser.add_argument("--output", type=Path, required=True)
    parser.add_argument("--steps", type=int, default=500)
    parser.add_argument("--start", type=Path, help="goes on from these weights")
    parser.add_argument("--rate", type=float, default=1.0, help="of the usual learning rates")
    parser.add_argument("--tokens", type=int, default=4096, help="of a batch")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(options.seed)
    rows = [json.loads(line) for file in options.conversations for line in file.open()]
    if options.start is None:
        words = Words.of((text for row in rows for text, _ in parts_of(row)), dialect.TAGS, LEAST)
        model = Model(Shape(len(words)))
    else:
        model, words = start.load(options.start)
    examples = [example_of(words, row, at % NO_CRITIQUES != 0) for at, row in enumerate(rows)]
    examples = [one for one in examples if len(one.ids) <= TOKENS_MAX]
    weights = sum(one.numel() for one in model.parameters())
    print(f"{len(examples)} conversations, {len(words)} tokens, {weights} weights")
    train(model, examples, options.steps, options.tokens, options.rate, options.seed)
    options.output.parent.mkdir(parents=True, exist_ok=True)
    start.save(options.output, model, words)
    print(f"{options.output}: {options.output.stat().st_size} bytes")


if __name__ == "__main__":
    main()
