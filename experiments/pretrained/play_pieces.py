"""The pieces that play on a live server: the gate, the runs, and their evaluations."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import live
from arms import ARMS, Arm, Schedule
from backchannel.aio import AsyncClient, connect
from chat import Chat, play
from endpoints import PILOT_SEEDS
from learn import mean, weighted
from lora import Lora
from measure import PART, figures, gates, openings
from play import Rollout
from points import Points, evaluation, read_json, write_json
from settings import Settings
from tasks import GATES_FROM, KNOWN_FROM, STREAM_PART, WORLD, tasks_from
from teach import world
from teach_pieces import TASKS, student

if TYPE_CHECKING:
    from pieces import Job


def draws(*of: object) -> int:
    """A seed of sampling for each use, so that no stream has to be saved."""
    return int.from_bytes(hashlib.sha256(repr(of).encode()).digest()[:6], "big")


@contextmanager
def server() -> Iterator[str]:
    with live.serving(world(TASKS, WORLD)) as url:
        yield url


def start_of(job: Job) -> Points:
    """The points of the start, which must be complete."""
    points = Points(job.work / "sft")
    if max(points.numbers(), default=0) < job.settings.sft_steps:
        raise SystemExit("error: the start is not complete. Run the piece sft first.")
    return points


def load(job: Job, points: Points, number: int) -> tuple[Lora, Chat]:
    lora, chat = student(job)
    lora.load(points, number, with_optimizer=False)
    lora.merge()
    return lora, chat


async def gate(job: Job) -> None:
    """Measures the start with seeds of its own, and says which gates it passes."""
    settings, points, path = job.settings, start_of(job), job.work / "gate.json"
    about = {"start": points.mark(settings.sft_steps), "settings": settings.record()}
    record = checked(path, about) or {**about, "rows": []}
    if len(record["rows"]) < settings.gate_seeds:
        lora, chat = load(job, points, settings.sft_steps)
        with server() as url:
            async with await connect(url) as client:
                for seed in range(len(record["rows"]), settings.gate_seeds):
                    record["rows"].append(await measured(client, lora, chat, seed, settings))
                    print(f"seed {seed}: {record['rows'][-1]}", flush=True)
                    write_json(path, record)
                    if seed + 1 < settings.gate_seeds:
                        job.deadline.check(f"gate: {seed + 1} of {settings.gate_seeds} seeds")
    found = gates(record["rows"])
    for text, value, holds in found:
        print(f"{'passed' if holds else 'FAILED'}: {text}: {value}")
    write_json(path, {**record, "passed": all(holds for _, _, holds in found)})


def checked(path: Path, about: dict[str, Any]) -> dict[str, Any] | None:
    """The record of a file, which must be of the same start and settings."""
    record = read_json(path)
    for name, value in about.items():
        if record is not None and record[name] != value:
            raise SystemExit(f"error: {path} is of another {name}. Move it away, or use --work.")
    return record


async def measured(
    client: AsyncClient, lora: Lora, chat: Chat, seed: int, settings: Settings
) -> dict[str, Any]:
    """Tasks played once, and the failed ones twice more: with their critique and without."""
    count = settings.gate_tasks
    indices, _ = await tasks_from(client, "stream", GATES_FROM + seed * PART, count)
    first = await play(client, lora.player, chat, openings(indices, seed, 0), draws("a", seed))
    failed = [index for index, one in zip(indices, first, strict=True) if not one.success]
    again = [{"split": "stream", "index": index, "seed": seed} for index in failed]
    asked = openings(failed, seed, 1)
    critiqued = await play(client, lora.player, chat, asked, draws("b", seed))
    repeated = await play(client, lora.player, chat, again, draws("c", seed))
    return figures(first, critiqued, repeated)


def check_gates(job: Job, seed: int) -> None:
    """Reported runs begin only if the start has passed its gates."""
    is_passed = (read_json(job.work / "gate.json") or {}).get("passed") is True
    if not (is_passed or job.is_dry or seed in PILOT_SEEDS):
        raise SystemExit("error: the start has not passed its gates, so no reported run begins.")


async def train(job: Job, arm: str, seed: int, batches: tuple[int, int]) -> None:
    """Trains from batch to batch, and saves each."""
    check_gates(job, seed)
    start, points = start_of(job), Points(job.work / f"train-{arm}-{seed}")
    first, last = batches[0], min(batches[1], job.settings.batches)
    done = max(points.numbers(), default=0)
    if done >= last:
        print(f"{points.place(done)}: {done} batches are complete")
        return
    if done < first:
        raise SystemExit(f"error: {done} batches of {arm} {seed} exist, and {first} are needed.")
    lora, chat = student(job)
    about = {
        "arm": arm,
        "seed": seed,
        "settings": job.settings.record(),
        "start": start.mark(job.settings.sft_steps),
    }
    record: dict[str, Any] = {**about, "next_task": seed * STREAM_PART, "log": []}
    if done > 0:
        record = checked(points.place(done) / "record.json", about) or record
        lora.load(points, done)
    else:
        lora.load(start, job.settings.sft_steps, with_optimizer=False)
    with server() as url:
        async with await connect(url) as client:
            run = Run(client, lora, chat, job.settings, ARMS[arm], f"{arm}-{seed}")
            for batch in range(done, last):
                await run.step(batch, seed, record)
                print(record["log"][-1], flush=True)
                lora.save(points, batch + 1, record)
                points.prune(job.settings.evaluate_every)
                if batch + 1 < last:
                    job.deadline.check(f"{arm} {seed}: {batch + 1} of {last} batches")


class Run:
    """Batches of an arm on a server."""

    def __init__(
        self,
        client: AsyncClient,
        lora: Lora,
        chat: Chat,
        settings: Settings,
        arm: Arm,
        name: str,
    ) -> None:
        self.client, self.lora, self.chat, self.settings = client, lora, chat, settings
        self.arm = arm
        # After a stop, groups begin again without the attempts of the stopped process.
        generation = str(time.time_ns())
        self.schedule = Schedule(f"pretrained-{name}", generation, settings.size, arm.waves)

    async def step(self, batch: int, seed: int, record: dict[str, Any]) -> None:
        """Plays a batch, trains on it, and adds a line to the record."""
        count = self.settings.groups
        tasks, record["next_task"] = await tasks_from(
            self.client, "stream", record["next_task"], count
        )
        self.lora.merge()
        groups: dict[int, list[Rollout]] = {index: [] for index in tasks}
        depth = 0
        for wave, requests in enumerate(self.schedule.requests(tasks)):
            played = await play(
                self.client,
                self.lora.player,
                self.chat,
                requests,
                draws(seed, batch, wave),
                self.arm.has_critiques,
            )
            depth += max(one.turns for one in played)
            for request, one in zip(requests, played, strict=True):
                groups[request["index"]].append(one)
        learnt, norm = self.learn(list(groups.values()))
        record["log"].append({**summary(groups), "depth": depth, "learnt": learnt, "norm": norm})

    def learn(self, groups: Sequence[Sequence[Rollout]]) -> tuple[int, float]:
        """Success-weighted imitation: each success by the share of failures among the others."""
        is_clean = self.arm.waves is not None
        rows = [
            (*one.trained(is_clean)[:2], weight)
            for group in groups
            for one, weight in weighted(group)
            if weight > 0
        ]
        norm = 0.0
        for _ in range(self.settings.steps if rows else 0):
            count = self.settings.groups * self.settings.size
            _, norm = self.lora.step(rows, self.settings.rate, count)
        return len(rows), round(norm, 4)


def summary(groups: dict[int, list[Rollout]]) -> dict[str, Any]:
    rollouts = [one for group in groups.values() for one in group]
    shown = [one.success for one in rollouts if one.is_shown]
    return {
        "tasks": len(groups),
        "tokens": sum(len(one.ids) for one in rollouts),
        "success": mean([one.success for one in rollouts]),
        # Rollouts of the first wave: the success that arms may be compared by.
        "first_success": mean([one.success for group in groups.values() for one in group[:2]]),
        "shown_success": mean(shown) if shown else None,
        "turns": mean([one.turns for one in rollouts]),
    }


async def evaluate(job: Job, arm: str, seed: int) -> None:
    """Success under the clean prompt, at the start and at every fourth saved batch of a run."""
    settings, points = job.settings, Points(job.work / f"train-{arm}-{seed}")
    done = [number for number in points.numbers() if number % settings.evaluate_every == 0]
    places = [(start_of(job), settings.sft_steps), *((points, number) for number in done)]
    for at, (where, number) in enumerate(places):
        path = evaluation(job.work, where.mark(number), seed)
        if not path.exists():
            lora, chat = load(job, where, number)
            with server() as url:
                async with await connect(url) as client:
                    found = {
                        "unseen": await success(client, lora, chat, "test", 0, seed, settings),
                        "known": await success(
                            client, lora, chat, "stream", KNOWN_FROM, seed, settings
                        ),
                    }
            write_json(path, {"settings": settings.record(), **found})
        print(f"{where.place(number)}: {read_json(path)}", flush=True)
        if at + 1 < len(places):
            job.deadline.check(f"evaluate: {at + 1} of {len(places)} points")


async def success(
    client: AsyncClient,
    lora: Lora,
    chat: Chat,
    split: str,
    begin: int,
    seed: int,
    settings: Settings,
) -> float:
    """The share of fixed tasks that succeed, drawn by the seed."""
    indices, _ = await tasks_from(client, split, begin, settings.evaluate_tasks)
    requests = [
        {"split": split, "index": index, "seed": offset} for offset, index in enumerate(indices)
    ]
    played = await play(client, lora.player, chat, requests, draws(split, seed))
    return mean([one.success for one in played])
