"""A run of success-weighted imitation on a live server: the model imitates its own successes.

A success weighs the share of failures among the other rollouts of its group, and a failure nothing.
With `failures`, failures have their negative weights too, which makes it a policy gradient.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import torch
from backchannel.aio import AsyncClient, connect

import dialect
import start
from arms import ARMS, Schedule
from model import Model, chance_of
from play import Rollout, play
from sft import padded
from tasks import KNOWN_FROM, STREAM_PART, tasks_from
from words import Words

#: The most tokens that the model reads at once in training.
TOKENS = 8_192
#: Episodes of an evaluation that are played at once.
AT_ONCE = 250


@dataclass(frozen=True)
class Settings:
    """What decides a run. The same settings give the same record."""

    arm: str = "plain"
    seed: int = 1
    #: Whether failures are trained on too.
    failures: bool = False
    rate: float = 5e-4
    groups: int = 32
    size: int = 8
    #: Steps of Adam on a batch, each on all of it.
    steps: int = 2
    batches: int = 60
    #: Batches between evaluations, and between those with all tasks and known companies.
    evaluate_every: int = 4
    evaluate_all_every: int = 20
    #: Tasks of an evaluation, and with all of them.
    evaluate_tasks: int = 250
    evaluate_all_tasks: int = 1000


Row = tuple[tuple[list[int], list[bool], list[float]], float]


class Run:
    """A run, from the start to its last evaluation."""

    def __init__(self, model: Model, words: Words, settings: Settings) -> None:
        self.model, self.words, self.settings = model, words, settings
        self.arm = ARMS[settings.arm]
        # After an interruption, groups begin again without the attempts of the stopped process.
        self.generation = str(time.time_ns())
        self.optimizer = torch.optim.Adam(model.parameters(), settings.rate, betas=(0.9, 0.95))
        self.chance = chance_of(settings.seed)
        self.batch = self.tasks = self.episodes = self.tokens = self.depth = 0
        self.next_task = settings.seed * STREAM_PART

    async def step(self, client: AsyncClient) -> dict[str, Any]:
        """Plays a batch and trains on it."""
        settings = self.settings
        tasks, self.next_task = await tasks_from(client, "stream", self.next_task, settings.groups)
        name = f"language-model-{settings.arm}-{settings.seed}"
        schedule = Schedule(name, self.generation, settings.size, self.arm.waves)
        groups: dict[int, list[Rollout]] = {index: [] for index in tasks}
        for wave in schedule.requests(tasks):
            has_critiques = self.arm.has_critiques
            played = await play(client, self.model, self.words, wave, self.chance, has_critiques)
            self.depth += max(rollout.turns for rollout in played)
            for request, rollout in zip(wave, played, strict=True):
                groups[request["index"]].append(rollout)
        norm, trained = self.learn(list(groups.values()))
        rollouts = [rollout for group in groups.values() for rollout in group]
        self.batch += 1
        self.tasks += len(groups)
        self.episodes += len(rollouts)
        self.tokens += sum(len(rollout.ids) for rollout in rollouts)
        shown = [rollout.success for rollout in rollouts if rollout.is_shown]
        return {
            "batch": self.batch,
            "success": mean([rollout.success for rollout in rollouts]),
            # Rollouts of the first wave: the success that arms may be compared by.
            "first_success": mean([one.success for group in groups.values() for one in group[:2]]),
            "shown_success": mean(shown) if shown else None,
            "turns": mean([rollout.turns for rollout in rollouts]),
            "unread": sum(rollout.unread for rollout in rollouts),
            "trained": trained,
            "norm": norm,
        }

    def learn(self, groups: Sequence[Sequence[Rollout]]) -> tuple[float, int]:
        """Steps of Adam on the rollouts that have a weight. Returns the last norm, their count."""
        is_clean = self.arm.waves is not None
        rows = [
            (rollout.trained(is_clean), weight)
            for group in groups
            for rollout, weight in weighted(group)
            if weight > 0 or (self.settings.failures and weight < 0)
        ]
        rows.sort(key=lambda row: len(row[0][0]))
        norm = 0.0
        for _ in range(self.settings.steps if rows else 0):
            norm = self.take_step(rows)
        return round(norm, 4), len(rows)

    def take_step(self, rows: Sequence[Row]) -> float:
        count = self.settings.groups * self.settings.size
        for part in parts_of(rows):
            ids = padded([ids for (ids, _, _), _ in part], torch.long)
            mine = padded([mine for (_, mine, _), _ in part], torch.bool)
            sampled = padded([logs for (_, _, logs), _ in part], torch.float32)[:, 1:]
            weight = torch.tensor([weight for _, weight in part])[:, None]
            found = self.model.log_probabilities(ids, mine)
            # A failure's token that is less likely than when it was drawn counts less by the
            # ratio, so that no token is pushed down without bound.
            ratio = (found.detach() - sampled).clamp(max=0.0).exp()
            factor = torch.where(weight < 0, ratio, torch.ones_like(ratio)) * weight
            # A mean over rollouts of sums over tokens.
            (-(factor * found * mine[:, 1:]).sum() / count).backward()
        norm = torch.nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
        self.optimizer.step()
        self.optimizer.zero_grad()
        return float(norm)

    async def evaluate(self, client: AsyncClient) -> dict[str, float]:
        """Success under the clean prompt, on companies never met and at times on known ones."""
        settings = self.settings
        has_all = self.batch % settings.evaluate_all_every == 0
        count = settings.evaluate_all_tasks if has_all else settings.evaluate_tasks
        result = {"unseen": await self.success(client, "test", 0, count)}
        if has_all:
            part = settings.evaluate_tasks
            result["known"] = await self.success(client, "stream", KNOWN_FROM, part)
        return {**result, "evaluated": count}

    async def success(self, client: AsyncClient, split: str, begin: int, count: int) -> float:
        """The share of fixed tasks that succeed, drawn by the run's seed."""
        indices, _ = await tasks_from(client, split, begin, count)
        chance = chance_of(self.settings.seed)
        played: list[Rollout] = []
        for first in range(0, count, AT_ONCE):
            requests = [
                {"split": split, "index": index, "seed": offset}
                for offset, index in enumerate(indices[first : first + AT_ONCE], first)
            ]
            played += await play(client, self.model, self.words, requests, chance)
        return mean([one.success for one in played])

    def counts(self) -> dict[str, int]:
        return {name: getattr(self, name) for name in COUNTS}

    def state(self) -> dict[str, Any]:
        """What a run needs to continue."""
        return {
            "model": self.model.state_dict(),
            "optimizer": self.optimizer.state_dict(),
            "chance": self.chance.get_state(),
            "next_task": self.next_task,
            **self.counts(),
        }

    def restore(self, state: dict[str, Any]) -> None:
        self.model.load_state_dict(state["model"])
        self.optimizer.load_state_dict(state["optimizer"])
        self.chance.set_state(state["chance"])
        for name in ("next_task", *COUNTS):
            setattr(self, name, state[name])


COUNTS = ("batch", "tasks", "episodes", "tokens", "depth")


def weighted(group: Sequence[Rollout]) -> list[tuple[Rollout, float]]:
    """Each rollout with its success less the mean success of the others in its group."""
    total, others = sum(one.success for one in group), len(group) - 1
    return [(one, one.success - (total - one.success) / others) for one in group]


def parts_of(rows: Sequence[Row]) -> Iterator[list[Row]]:
    """Rows in order, in parts of at most `TOKENS` tokens with padding."""
    part: list[Row] = []
    for row in rows:
        if part and (len(part) + 1) * len(row[0][0]) > TOKENS:
            yield part
            part = []
        part.append(row)
    if part:
        yield part


def mean(values: Sequence[float]) -> float:
    return round(sum(values) / max(1, len(values)), 6)


async def train(url: str, begin: Path, settings: Settings, kept: Path | None) -> dict[str, Any]:
    """Trains a run to its end. After an interruption it continues from the file `kept`."""
    torch.set_num_threads(1)
    torch.manual_seed(settings.seed)
    model, words = start.load(begin)
    run = Run(model, words, settings)
    curve: list[dict[str, Any]] = []
    log: list[dict[str, Any]] = []
    cpu_before, opened = 0.0, time.process_time()
    if kept is not None and kept.exists():
        state = torch.load(kept, weights_only=True)
        run.restore(state["run"])
        curve, log, cpu_before = state["curve"], state["log"], state["cpu_s"]
    async with await connect(url) as client:
        while True:
            if len(curve) * settings.evaluate_every <= run.batch:
                curve.append({**run.counts(), **await run.evaluate(client)})
                print(json.dumps(curve[-1]), flush=True)
            cpu_seconds = cpu_before + time.process_time() - opened
            if kept is not None and run.batch % settings.evaluate_every == 0:
                new = {"run": run.state(), "curve": curve, "log": log, "cpu_s": cpu_seconds}
                torch.save(new, kept.with_suffix(".new"))
                kept.with_suffix(".new").replace(kept)
            if run.batch >= settings.batches:
                break
            log.append(await run.step(client))
            print(f"{json.dumps(log[-1])}, {cpu_seconds:.0f} CPU s", flush=True)
    about = {"world": dialect.ENVIRONMENT, "start": start.mark(begin), **asdict(settings)}
    return {**about, "cpu_s": round(cpu_seconds, 1), "curve": curve, "log": log}
