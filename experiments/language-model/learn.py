"""Success-weighted imitation on a live server: the start learns from its own successes, in groups.

    python learn.py --arm clean --seed 1 --start START.gz --data FOLDER --output RECORDS.jsonl

A success weighs the more the rarer it is in its group, and failures are not learnt from. With
`--blame` above 0 they are, which makes a policy gradient of it.

Every rollout of a group is an episode on the server, opened and played through the Python package.
Arm `plain`: independent groups. Arm `clean`: groups with feedback in waves of 2, 3 and 3, where
later rollouts are shown critiques of earlier failures and are trained under the prompt without.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import math
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import torch
from backchannel.aio import AsyncClient, connect
from backchannel.clean_loss import clean_loss
from torch import Tensor

import dialect
import live
import start
from groups import WAVES, Schedule
from model import Model, chance_of
from play import Rollout, play
from sft import padded
from words import Words

#: Tasks of the evaluations: far from those that training comes to.
KNOWN_FROM = 1_000_000
#: Longest batch that is passed through the model at once, in tokens.
TOKENS = 8_192


@dataclass(frozen=True)
class Settings:
    """What decides a run. The same settings give the same draws."""

    arm: str = "plain"
    seed: int = 1
    rate: float = 5e-4
    groups: int = 32
    size: int = 8
    #: Highest level of the tasks that are trained on; all levels are evaluated.
    levels: int = 1
    #: What a turn costs, in points of the reward, in groups with a success.
    turn_charge: float = 0.01
    #: Weight of the distance from the start.
    distance: float = 0.0
    #: Weight of blame. Without any only successes are learnt, each by how rare it is in its group.
    blame: float = 0.0
    #: Steps that are taken on a batch, each on all of it.
    passes: int = 2
    #: Largest importance weight of what is praised.
    cap: float = 1.28
    #: Largest importance weight of what is blamed: without a bound one token decides a batch.
    blame_cap: float = 2.0
    evaluate_every: int = 10
    evaluate_tasks: int = 100


class Run:
    """A run, from the start to its last evaluation."""

    def __init__(self, model: Model, words: Words, settings: Settings) -> None:
        self.model, self.words, self.settings = model, words, settings
        # A run that was stopped begins its groups again: nothing of its former life is shown.
        self.generation = str(time.time_ns())
        self.first = start_of(model) if settings.distance > 0 else None
        self.optimizer = torch.optim.Adam(model.parameters(), settings.rate, betas=(0.9, 0.95))
        self.chance = chance_of(settings.seed)
        self.batch = self.tasks = self.episodes = self.tokens = self.depth = 0
        #: Each seed has tasks of its own, in the same order for all arms.
        self.next_task = settings.seed * 20_000

    @property
    def waves(self) -> tuple[int, ...] | None:
        return WAVES[self.settings.arm]

    async def tasks_from(self, client: AsyncClient, begin: int) -> tuple[list[int], int]:
        """The next tasks of the stream that are trained on, and where those after them begin."""
        sizes: list[int] = []
        while True:
            page = {"env": dialect.ENVIRONMENT, "split": "stream", "from": begin, "limit": 100}
            for task in (await client.call("task.list", **page))["tasks"]:
                if task["difficulty"] <= self.settings.levels:
                    sizes.append(begin)
                begin += 1
                if len(sizes) == self.settings.groups:
                    return sizes, begin

    async def step(self, client: AsyncClient) -> dict[str, Any]:
        """Plays a batch, takes one step, and says what came of it."""
        began = time.process_time()
        rollouts: list[Rollout] = []
        tasks, self.next_task = await self.tasks_from(client, self.next_task)
        settings = self.settings
        run = f"language-model-{settings.arm}-{settings.seed}"
        schedule = Schedule(run, self.generation, settings.size, self.waves)
        for wave in schedule.requests(tasks):
            wave_rollouts = await play(client, self.model, self.words, wave, self.chance)
            self.depth += max(rollout.turns for rollout in wave_rollouts)
            rollouts += wave_rollouts
        spent = time.process_time() - began
        groups: dict[str, list[Rollout]] = {}
        for rollout in rollouts:
            groups.setdefault(rollout.episode.task["id"], []).append(rollout)
        learnt = self.learn([advantaged(group, self.settings) for group in groups.values()])
        self.batch += 1
        self.tasks += len(groups)
        self.episodes += len(rollouts)
        self.tokens += sum(len(rollout.ids) for rollout in rollouts)
        clean_rollouts = [rollout for rollout in rollouts if not rollout.is_shown]
        guided_rollouts = [rollout for rollout in rollouts if rollout.is_shown]
        return {
            "batch": self.batch,
            "clean_success": mean([rollout.success for rollout in clean_rollouts]),
            "shown_success": mean([rollout.success for rollout in guided_rollouts])
            if guided_rollouts
            else None,
            "reward": mean([rollout.reward for rollout in rollouts]),
            "turns": mean([rollout.turns for rollout in rollouts]),
            "unread": sum(rollout.unread for rollout in rollouts),
            **learnt,
            "play_s": round(spent, 2),
            "learn_s": round(time.process_time() - began - spent, 2),
        }

    def learn(self, groups: Sequence[Sequence[tuple[Rollout, float]]]) -> dict[str, float]:
        """Steps of Adam on all rollouts with an advantage; groups of one mind teach nothing."""
        is_clean, blame = self.waves is not None, self.settings.blame
        weighed = [
            (one, advantage if advantage > 0 else blame * advantage)
            for group in groups
            for one, advantage in group
        ]
        rows = [(one.trained(is_clean), weight) for one, weight in weighed if abs(weight) > 1e-6]
        rows.sort(key=lambda row: len(row[0][0]))
        for _ in range(self.settings.passes):
            figures = self.take_step(rows)
        return {"mixed": len(rows), **figures}

    def take_step(self, rows: Sequence[tuple[Any, float]]) -> dict[str, float]:
        """One step of Adam on rollouts with their advantages."""
        count = self.settings.groups * self.settings.size
        ratios: list[float] = []
        for part in parts_of(rows):
            ids = padded([ids for (ids, _, _), _ in part], torch.long)
            mine = padded([mine for (_, mine, _), _ in part], torch.bool)
            sampled = padded([logs for (_, _, logs), _ in part], torch.float32)[:, 1:]
            advantage = torch.tensor([advantage for _, advantage in part])[:, None]
            found = self.model.log_probabilities(ids, mine)
            trained_mask = mine[:, 1:].float()
            # A ratio is cut for praise by the loss itself, below this.
            sampled = torch.maximum(sampled, found.detach() - math.log(self.settings.blame_cap))
            loss = clean_loss(found, sampled, advantage, self.settings.cap) * trained_mask
            if self.first is not None:
                loss = (
                    loss + self.settings.distance * self.distance(ids, mine, found) * trained_mask
                )
            # A mean over rollouts of sums over tokens: a long failure is not blamed less for it.
            (loss.sum() / count).backward()
            with torch.no_grad():
                ratios += [
                    ((found - sampled).exp() * trained_mask).sum().item()
                    / trained_mask.sum().item()
                ]
        norm = torch.nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
        self.optimizer.step()
        self.optimizer.zero_grad()
        return {"norm": round(float(norm), 4), "ratio": mean(ratios)}

    def distance(self, ids: Tensor, mine: Tensor, log_probs: Tensor) -> Tensor:
        """An estimate of the distance from the start that is never negative (Schulman's third)."""
        assert self.first is not None
        with torch.no_grad():
            gap = self.first.log_probabilities(ids, mine)
        gap = gap - log_probs
        return gap.exp() - gap - 1

    async def evaluate(self, client: AsyncClient) -> dict[str, float]:
        """Success under the clean prompt on fixed tasks, of companies met and never met."""
        count = self.settings.evaluate_tasks
        splits = {"known": ("stream", KNOWN_FROM), "unseen": ("test", 0)}
        result: dict[str, float] = {}
        for name, (split, begin) in splits.items():
            tasks = [
                {"split": split, "index": begin + offset, "seed": offset} for offset in range(count)
            ]
            chance = chance_of(self.settings.seed)
            played = await play(client, self.model, self.words, tasks, chance)
            result[name] = mean([one.success for one in played])
            result[f"{name}_reward"] = mean([one.reward for one in played])
        return result

    def state(self) -> dict[str, Any]:
        """All that a run needs to go on where it was."""
        counts = {name: getattr(self, name) for name in COUNTS}
        return {
            "model": self.model.state_dict(),
            "optimizer": self.optimizer.state_dict(),
            "chance": self.chance.get_state(),
            **counts,
        }

    def restore(self, state: dict[str, Any]) -> None:
        self.model.load_state_dict(state["model"])
        self.optimizer.load_state_dict(state["optimizer"])
        self.chance.set_state(state["chance"])
        for name in COUNTS:
            setattr(self, name, state[name])


COUNTS = ("next_task", "batch", "tasks", "episodes", "tokens", "depth")


def start_of(model: Model) -> Model:
    first = Model(model.shape)
    first.load_state_dict(model.state_dict())
    return first.requires_grad_(False)


def advantaged(group: Sequence[Rollout], settings: Settings) -> list[tuple[Rollout, float]]:
    """Each rollout with its reward less the mean of the others, turns charged."""
    # Where nothing succeeds, a charge would teach to stop early.
    charge = settings.turn_charge if any(one.success for one in group) else 0.0
    rewards = [one.reward - charge * one.turns for one in group]
    total, other_count = sum(rewards), len(group) - 1
    return [
        (one, reward - (total - reward) / other_count)
        for one, reward in zip(group, rewards, strict=True)
    ]


def parts_of(rows: Sequence[Any]) -> Iterator[list[Any]]:
    """Rows in order, in parts that fit the memory."""
    part: list[Any] = []
    for row in rows:
        if part and (len(part) + 1) * len(row[0][0]) > TOKENS:
            yield part
            part = []
        part.append(row)
    if part:
        yield part


def mean(values: Sequence[float]) -> float:
    return round(sum(values) / max(1, len(values)), 4)


async def train(
    url: str, begin: Path, settings: Settings, batches: int, kept_folder: Path | None
) -> dict[str, Any]:
    """Trains a run to its end, and continues from `kept_folder` after an interruption."""
    torch.manual_seed(settings.seed)
    model, words = start.load(begin)
    run = Run(model, words, settings)
    curve: list[dict[str, Any]] = []
    log: list[dict[str, Any]] = []
    cpu_seconds = 0.0
    if kept_folder is not None and kept_folder.exists():
        state = torch.load(kept_folder, weights_only=True)
        run.restore(state["run"])
        curve, log, cpu_seconds = state["curve"], state["log"], state["spent"]
    opened, batch_before = time.monotonic(), run.batch
    async with await connect(url) as client:
        while True:
            began = time.process_time()
            if len(curve) * settings.evaluate_every <= run.batch:
                counts = {name: getattr(run, name) for name in COUNTS}
                curve.append({**counts, **await run.evaluate(client)})
                print(f"{settings.arm} {settings.seed}: {json.dumps(curve[-1])}", flush=True)
            if run.batch >= batches:
                break
            log.append(await run.step(client))
            cpu_seconds += time.process_time() - began
            a_batch = (time.monotonic() - opened) / (run.batch - batch_before)
            seconds_left = a_batch * (batches - run.batch)
            print(f"{json.dumps(log[-1])}, {seconds_left / 60:.1f} min left", flush=True)
            if kept_folder is not None and run.batch % settings.evaluate_every == 0:
                state = {"run": run.state(), "curve": curve, "log": log, "spent": cpu_seconds}
                torch.save(state, kept_folder.with_suffix(".new"))
                kept_folder.with_suffix(".new").replace(kept_folder)
    if kept_folder is not None:
        start.save(kept_folder.with_suffix(".gz"), model, words)
        kept_folder.unlink(missing_ok=True)
    world = {"world": dialect.ENVIRONMENT}
    return {**world, **asdict(settings), "cpu_s": round(cpu_seconds, 1), "curve": curve, "log": log}


def settings_of(options: argparse.Namespace) -> Settings:
    return Settings(**{name: getattr(options, name) for name in Settings.__dataclass_fields__})


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--start", type=Path, required=True)
    parser.add_argument("--data", type=Path, required=True, help="folder of tasks to serve")
    parser.add_argument("--output", type=Path, required=True, help="records, appended to")
    parser.add_argument("--kept", type=Path, help="where to go on after an interruption")
    parser.add_argument("--batches", type=int, default=60)
    parser.add_argument("--device", default="cpu", help="where torch computes, such as cuda")
    for name, member in Settings.__dataclass_fields__.items():
        flag = f"--{name.replace('_', '-')}"
        choices = list(WAVES) if name == "arm" else None
        kind = type(member.default)
        parser.add_argument(flag, type=kind, choices=choices, default=member.default)
    options = parser.parse_args()
    live.end_in_order()
    torch.set_num_threads(1)
    torch.set_default_device(options.device)
    with live.serving(options.data) as url:
        work = train(url, options.start, settings_of(options), options.batches, options.kept)
        record = asyncio.run(work)
    with options.output.open("a") as file:
        file.write(json.dumps(record) + "\n")


if __name__ == "__main__":
    main()
