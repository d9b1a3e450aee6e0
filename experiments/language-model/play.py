"""Plays many episodes at once with the model, on a live server through the Python package."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import torch
from backchannel.aio import AsyncClient, AsyncEpisode
from backchannel.attempts import without_attempts
from torch import Tensor

import dialect
from model import Cache, Model
from sft import padded
from words import Words

SETTINGS = json.loads((Path(__file__).parents[2] / "presets/phone-seed-compact.json").read_text())
#: A conversation that is longer is given up, and so is a turn.
ROOM, TURN_TOKENS, TURNS_MAX = 1_200, 70, 12
#: The most tokens of a row with padding: a chunk is padded to the longest one that is read with it.
ROW_TOKENS = 2 * ROOM + TURN_TOKENS
#: What is less likely than this share of the likeliest token is not drawn (min-p): a rollout has a
#: hundred tokens, and one that is badly chosen spoils it.
LEAST_SHARE = 0.05
#: Rows whose chunks are read at once.
READ_AT_ONCE = 16


@dataclass
class Rollout:
    """An episode as the trainer needs it."""

    episode: AsyncEpisode
    #: Tokens of the conversation, which of them the model wrote, and how likely they were to it.
    ids: list[int]
    mine: list[bool]
    chances: list[float]
    #: How many tokens the opening has, and the opening as a clean rollout gets it.
    opening: int
    clean: list[int]
    turns: int = 0
    unread: int = 0
    numbers: int = 0
    copied: int = 0
    result: dict[str, Any] = field(default_factory=dict)

    @property
    def is_shown(self) -> bool:
        """Whether its opening tells of earlier attempts."""
        return self.ids[: self.opening] != self.clean

    @property
    def success(self) -> float:
        return float(self.result["metrics"]["success"])

    @property
    def reward(self) -> float:
        return float(self.result["reward"])

    def trained(self, is_clean: bool) -> tuple[list[int], list[bool], list[float]]:
        """Tokens to train on, the model's among them, and their sampled log-probabilities."""
        if not is_clean:
            return self.ids, self.mine, self.chances
        count = len(self.clean)
        generated = slice(self.opening, None)
        return (
            self.clean + self.ids[generated],
            [False] * count + self.mine[generated],
            [0.0] * count + self.chances[generated],
        )


async def play(
    client: AsyncClient,
    model: Model,
    words: Words,
    requests: Sequence[Mapping[str, Any]],
    chance: torch.Generator,
    has_critiques: bool = True,
) -> list[Rollout]:
    """Opens episodes and plays them to their ends.

    :param requests: what `AsyncClient.open` takes besides the environment and its settings
    :param has_critiques: whether prompts say more of earlier attempts than that they failed
    """
    episodes = await asyncio.gather(
        *(client.open(dialect.ENVIRONMENT, settings=SETTINGS, **request) for request in requests)
    )
    rollouts = [_opened(episode, words, has_critiques) for episode in episodes]
    cache = Cache.empty(len(rollouts), ROW_TOKENS)
    active, chunks = list(rollouts), [one.ids for one in rollouts]
    while active:
        written = _write(model, words, cache, chunks, chance)
        answers = await asyncio.gather(
            *(_step(one, *turn, words) for one, turn in zip(active, written, strict=True))
        )
        rows = [row_index for row_index, answer in enumerate(answers) if answer is not None]
        active = [active[row_index] for row_index in rows]
        chunks = [answer for answer in answers if answer is not None]
        cache = cache.keep(rows)
    return rollouts


def _opened(episode: AsyncEpisode, words: Words, has_critiques: bool) -> Rollout:
    ids = words.encode(dialect.opening(episode.messages, has_critiques))
    clean = words.encode(dialect.opening(without_attempts(episode.messages)))
    return Rollout(episode, ids, [False] * len(ids), [0.0] * len(ids), len(ids), clean)


def _allowed(words: Words) -> tuple[Tensor, Tensor]:
    """Which tokens may begin a turn and which go on in it: tags of answers are not written."""
    begins = [token in dialect.TURN_TAGS for token in words.tokens]
    other_tags = {"<none>", *dialect.TAGS} - {*dialect.INNER_TAGS}
    return torch.tensor(begins), torch.tensor([token not in other_tags for token in words.tokens])


@torch.inference_mode()
def _write(
    model: Model,
    words: Words,
    cache: Cache,
    chunks: Sequence[list[int]],
    chance: torch.Generator,
) -> list[tuple[list[int], list[float]]]:
    """Reads a chunk in every row and writes a turn after it: tokens and log-probabilities.

    The last token of a turn is not read yet: the next chunk begins with it.
    """
    y = _read(model, cache, chunks)
    end, (begins, goes_on) = words.number[dialect.END], _allowed(words)
    outputs: list[tuple[list[int], list[float]]] = [([], []) for _ in chunks]
    rows, outer = list(range(len(chunks))), []
    for place in range(TURN_TOKENS):
        allowed_tokens = begins if place == 0 else goes_on
        token, log_probs = _choose(model.next_token(y, cache), allowed_tokens, chance)
        for row, one, log in zip(rows, token.tolist(), log_probs.tolist(), strict=True):
            line, logs = outputs[row]
            if line[-1:] != [end]:
                line.append(one)
                logs.append(log)
        is_open = [outputs[row][0][-1] != end for row in rows]
        left = [at for at, one in enumerate(is_open) if one]
        if not left or place + 1 == TURN_TOKENS:
            break
        # A row whose turn is over reads nothing: its count is 0. If most are over, they are left behind.
        counts = torch.tensor(is_open, dtype=torch.long)
        if len(left) < 0.5 * len(rows):
            outer.append((cache, left))
            cache, token, counts = cache.keep(left), token[left], counts[left]
            rows = [rows[at] for at in left]
        y = model.read(token[:, None], cache, counts)[:, 0]
    for whole, left in reversed(outer):
        whole.put(left, cache)
        cache = whole
    return outputs


def _read(model: Model, cache: Cache, chunks: Sequence[list[int]]) -> Tensor:
    """Reads a chunk in every row, and gives the last layer at its end.

    Rows with chunks of similar lengths are read together: filling up all to the longest one would
    more than double the tokens.
    """
    y = torch.zeros(len(chunks), model.shape.width)
    by_length = sorted(range(len(chunks)), key=lambda row: len(chunks[row]))
    for first in range(0, len(chunks), READ_AT_ONCE):
        rows = by_length[first : first + READ_AT_ONCE]
        counts = torch.tensor([len(chunks[row]) for row in rows])
        ids = padded([chunks[row] for row in rows], torch.long)
        part = cache.keep(rows)
        y[rows] = model.read(ids, part, counts)[torch.arange(len(rows)), counts - 1]
        cache.put(rows, part)
    return y


def _choose(chances: Tensor, is_allowed: Tensor, chance: torch.Generator) -> tuple[Tensor, Tensor]:
    """A token for each row, and its log-probability among all tokens."""
    masked = chances * is_allowed
    likely = masked >= LEAST_SHARE * masked.max(-1, keepdim=True).values
    token = torch.multinomial(masked * likely, 1, generator=chance)[:, 0]
    return token, (chances.gather(-1, token[:, None])[:, 0] + 1e-8).log()


async def _step(
    rollout: Rollout, line: list[int], logs: list[float], words: Words
) -> list[int] | None:
    """Plays a turn; what the model is to read next, or None when the episode is over."""
    episode, seen = rollout.episode, words.decode(rollout.ids)
    rollout.ids += line
    rollout.mine += [True] * len(line)
    rollout.chances += logs
    rollout.turns += 1
    text = words.decode(line)
    action = dialect.action(text, rollout.turns)
    if action is None:
        rollout.unread += 1
        action = {"content": dialect.STOP_WORDS}
    else:
        copied = [number in seen for number in dialect.numbers(action)]
        rollout.numbers += len(copied)
        rollout.copied += sum(copied)
    step = await episode.step(action)
    answer = [] if step.done else words.encode(dialect.answer(action, step.messages))
    is_long = len(rollout.ids) + len(answer) > ROOM or rollout.turns >= TURNS_MAX
    if step.done or is_long:
        account = await episode.close("turn_budget" if is_long and not step.done else None)
        rollout.result = account
        return None
    rollout.ids += answer
    rollout.mine += [False] * len(answer)
    rollout.chances += [0.0] * len(answer)
    return [line[-1], *answer]
