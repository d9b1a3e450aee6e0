"""The pieces before any run: the model and demonstrations, and the start that is taught by them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import base
import examples
from chat import Chat
from lora import Lora
from points import Points
from settings import Settings
from tasks import WORLD
from teach import TAUGHT, demonstrations, world

if TYPE_CHECKING:
    from pieces import Job

#: The folder of tasks that runs and gates are played in, as in experiments/language-model.
TASKS = "world-400"
DRY_WORLD = "drawn:1"
WARM_UP_STEPS = 10


def prepare(job: Job) -> None:
    """Writes all that the other pieces read: the base, the examples, and the world."""
    names = [DRY_WORLD] if job.is_dry else list(TAUGHT)
    folder = job.work / "demonstrations"
    folder.mkdir(parents=True, exist_ok=True)
    tasks = job.settings.taught_tasks
    files = {name: Path(demonstrations(name, folder, tasks)) for name in names}
    if job.is_dry:
        rows = [json.loads(line) for line in files[DRY_WORLD].open()]
        texts = [str(one["content"]) for row in rows for one in row["messages"]]
        base.write_tiny(job.work / "base", texts)
    else:
        base.fetch(job.work / "base")
    _, tokenizer = base.load(job.work / "base")
    chat = Chat(tokenizer)
    for name, file in files.items():
        examples.write(job.work / "examples", chat, name, file)
        print(f"{name}: examples are written", flush=True)
    world(TASKS, WORLD)


def rate_at(step: int, settings: Settings) -> float:
    """Warms up, then falls to a tenth in a straight line."""
    share = step / settings.sft_steps
    return settings.sft_rate * min((step + 1) / WARM_UP_STEPS, 1 - 0.9 * share)


def student(job: Job) -> tuple[Lora, Chat]:
    model, tokenizer = base.load(job.work / "base")
    return Lora(model, job.settings), Chat(tokenizer)


def sft(job: Job) -> None:
    """Teaches the start, and saves a point every few steps."""
    settings, points = job.settings, Points(job.work / "sft")
    first = max(points.numbers(), default=0)
    if first >= settings.sft_steps:
        print(f"{points.place(first)}: the start is complete")
        return
    rows = examples.read(job.work / "examples")
    lora, _ = student(job)
    record: dict[str, Any] = {"settings": settings.record(), "examples": len(rows), "losses": []}
    if first > 0:
        record = points.record(first)
        lora.load(points, first)
    batches = examples.batches(rows, settings.sft_conversations, first)
    for step in range(first, settings.sft_steps):
        batch = next(batches)
        count = sum(sum(learnt) for _, learnt in batch)
        weighted = [(ids, learnt, 1.0) for ids, learnt in batch]
        loss, _ = lora.step(weighted, rate_at(step, settings), count)
        record["losses"].append(round(loss, 4))
        done = step + 1
        print(f"step {done} of {settings.sft_steps}: loss {loss:.4f}", flush=True)
        if done % settings.sft_save_every == 0 or done == settings.sft_steps:
            lora.save(points, done, record)
            points.prune(settings.sft_steps)
            if done < settings.sft_steps:
                job.deadline.check(f"sft: {done} of {settings.sft_steps} steps")
