"""The gradient of a batch of rollouts by the formulas alone, against which trainers are checked.

One sequence at a time, without padding, batches or anything of a trainer.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import torch

#: Between 1 and this deviation of a group trainers add constants of their own.
TINY = 1e-6


@dataclass(frozen=True)
class Rollout:
    """What is trained of an episode."""

    group: int
    reward: float
    prompt: list[int]
    response: list[int]
    #: 1 for tokens of the model.
    mask: list[int]
    #: Log-probabilities of the response when it was sampled.
    sampled: list[float]
    #: The same under the trained model before this update.
    old: list[float]
    #: What the environment gave for each turn.
    turns: list[float] = field(default_factory=list)


@dataclass(frozen=True)
class Loss:
    """The form of a loss, in the words of a run's file."""

    mean: str = "token"
    ratio: str = "token"
    clip_low: float = 0.2
    clip_high: float = 0.28
    divides: bool = False
    #: Of truncated importance sampling; 0: none.
    importance_cap: float = 0.0
    #: Whether the weights are those of the clean prompt.
    is_clean: bool = False
    #: Whether guided rollouts have LUFFY's shaping.
    is_shaped: bool = False
    #: Whether each turn has an advantage of its own.
    by_turn: bool = False
    #: From which turn on rollouts that failed learn from the model behind another prompt.
    taught_from: int | None = None
    #: Whether rollouts are trained as two segments.
    in_segments: bool = False
    #: The most tokens of a response, by which Dr. GRPO divides.
    tokens_max: int = 64


def given(rollouts: Sequence[Rollout], loss: Loss) -> list[Rollout]:
    """The rollouts as a trainer has them: every other one guided where a loss tells them apart."""
    if not loss.is_shaped:
        return list(rollouts)
    return [
        replace(one, sampled=[0.0] * len(one.sampled)) if place % 2 else one
        for place, one in enumerate(rollouts)
    ]


def teacher_of(one: Rollout) -> list[int] | None:
    """The prompt behind which a rollout that failed is scored again."""
    return [*one.prompt[:4], *one.response[:5], *one.prompt[4:]] if one.reward == 0 else None


def gained(model: Any, one: Rollout) -> Any:
    """How much more likely each token is behind that prompt."""
    teacher = teacher_of(one)
    assert teacher is not None
    with torch.no_grad():
        return log_probs(model, replace(one, prompt=teacher)) - log_probs(model, one)


def spans(mask: Sequence[int]) -> list[tuple[int, int, int]]:
    """The turns of a response: their number, and from where to where."""
    ends = [place for place in range(len(mask)) if mask[place] != ([0, *mask])[place]]
    ends += [len(mask)] if len(ends) % 2 else []
    return [(turn, ends[2 * turn], ends[2 * turn + 1]) for turn in range(len(ends) // 2)]


def segments(one: Rollout) -> tuple[Rollout, Rollout]:
    """The first turn, and the others behind a first turn that has lost its first two tokens."""
    _, _, end = spans(one.mask)[0]
    first = [each[:end] for each in (one.response, one.mask, one.sampled, one.old)]
    mask = [0] * (end - 2) + one.mask[end:]
    rest = [one.response[2:], mask, one.sampled[2:], one.old[2:]]
    return Rollout(one.group, one.reward, one.prompt, *first), Rollout(
        one.group, one.reward, one.prompt, *rest
    )


def advantages(rollouts: Sequence[Rollout], loss: Loss) -> list[float]:
    """Rewards less the mean of their group, divided by its deviation if that is asked."""
    found = []
    for one in rollouts:
        rewards = torch.tensor([each.reward for each in rollouts if each.group == one.group])
        advantage = one.reward - rewards.mean()
        found.append(float(advantage / (rewards.std() + TINY) if loss.divides else advantage))
    return found


def turn_advantages(one: Rollout, rollouts: Sequence[Rollout]) -> list[float]:
    """The rewards of this turn and later ones, each less the mean of all turns of the group."""
    rewards = [reward for each in rollouts if each.group == one.group for reward in each.turns]
    mean = sum(rewards) / len(rewards)
    return [sum(one.turns[turn:]) - mean * len(one.turns[turn:]) for turn in range(len(one.turns))]


def log_probs(model: Any, rollout: Rollout) -> Any:
    """Of every token of the response, given all before it."""
    ids = torch.tensor([rollout.prompt + rollout.response])
    logits = model(input_ids=ids).logits[0, len(rollout.prompt) - 1 : -1]
    chosen = torch.tensor(rollout.response).unsqueeze(1)
    return torch.log_softmax(logits, dim=-1).gather(1, chosen).squeeze(1)


def token_losses(now: Any, rollout: Rollout, advantage: Any, loss: Loss) -> Any:
    """The loss of every token of a response, before any mean."""
    mask = torch.tensor(rollout.mask, dtype=now.dtype)
    old, sampled = (torch.tensor(x, dtype=now.dtype) for x in (rollout.old, rollout.sampled))
    if loss.is_shaped and not any(rollout.sampled):
        return -advantage * now.exp() / (now.exp() + 0.1)
    if loss.is_clean:
        ratio = torch.exp(now.detach() - sampled)
        weight = ratio.clamp(max=1 + loss.clip_high) if advantage > 0 else ratio
        return -weight * advantage * now
    difference = now - old
    if loss.ratio == "sequence":
        difference = ((difference * mask).sum() / mask.sum()).expand_as(now)
    ratio = torch.exp(difference)
    clipped = ratio.clamp(1 - loss.clip_low, 1 + loss.clip_high)
    value = -torch.minimum(ratio * advantage, clipped * advantage)
    if loss.importance_cap > 0:
        value = value * torch.exp(old - sampled).clamp(max=loss.importance_cap)
    return value


def whole_loss(model: Any, rollouts: Sequence[Rollout], loss: Loss) -> Any:
    """One number for the whole batch."""
    rollouts = given(rollouts, loss)
    sums, counts = [], []
    for one, advantage in zip(rollouts, advantages(rollouts, loss), strict=True):
        for part in segments(one) if loss.in_segments else (one,):
            mask = torch.tensor(part.mask)
            own = torch.full(mask.shape, advantage)
            if loss.by_turn:
                for turn, start, end in spans(one.mask):
                    own[start:end] = turn_advantages(one, rollouts)[turn]
            is_taught = loss.taught_from is not None and teacher_of(one) is not None
            if is_taught:
                own = gained(model, one)
                own[: spans(one.mask)[loss.taught_from or 0][1]] = 0
            kind = own if loss.by_turn or is_taught else advantage
            sums.append((token_losses(log_probs(model, part), part, kind, loss) * mask).sum())
            counts.append(int(mask.sum()))
    if loss.mean == "token":
        return sum(sums) / sum(counts)
    divisors = counts if loss.mean == "sequence" else [loss.tokens_max] * len(sums)
    return sum(each / divisor for each, divisor in zip(sums, divisors, strict=True)) / len(sums)


def gradient(model: Any, rollouts: Sequence[Rollout], loss: Loss) -> Any:
    """The gradient by all weights in the order of their names, as one vector."""
    model.zero_grad()
    whole_loss(model, rollouts, loss).backward()
    named = sorted(model.named_parameters())
    return torch.cat([weight.grad.flatten().double() for _, weight in named])


#: What the first case and each option are called.
CASES = {
    "token mean": Loss(),
    "sequence mean": Loss(mean="sequence"),
    "Dr. GRPO": Loss(mean="dr_grpo"),
    "sequence ratio": Loss(mean="sequence", ratio="sequence"),
    "divided": Loss(divides=True),
    "importance cap": Loss(importance_cap=1.5),
    "clean prompt": Loss(is_clean=True),
    "LUFFY": Loss(is_clean=True, is_shaped=True),
    "turns": Loss(by_turn=True),
    "segments": Loss(in_segments=True),
    "SDPO": Loss(taught_from=0),
    "SDPO from the failure": Loss(taught_from=1),
}
