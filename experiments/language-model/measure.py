"""Measures a start on a live server, and prints the gates that it must pass.

Every seed plays tasks of its own by sampling, each once under the clean prompt; a task that failed
is played twice more, with the critique of the failure and without: like is compared to like.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import math
import statistics
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import torch
from backchannel.aio import connect

import live
import start
from model import Model, chance_of
from play import Rollout, play
from words import Words

#: Tasks that training never comes to.
FROM = 2_000_000
AT_ONCE = 100
#: Student's t for 95 %, by degrees of freedom.
STUDENT = (12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262)


async def measure(
    url: str, model: Model, words: Words, seeds: int, tasks: int
) -> list[dict[str, Any]]:
    """A row of figures for each seed."""
    rows = []
    async with await connect(url) as client:
        for seed in range(seeds):
            chance = chance_of(seed)
            first: list[Rollout] = []
            critiqued: list[Rollout] = []
            repeated: list[Rollout] = []
            for begin in range(0, tasks, AT_ONCE):
                count = min(AT_ONCE, tasks - begin)
                places = [FROM + seed * 10_000 + begin + at for at in range(count)]
                first_tries = await play(client, model, words, opened(places, seed, 0), chance)
                first += first_tries
                failed_indices = [
                    at for at, one in zip(places, first_tries, strict=True) if not one.success
                ]
                critiqued += await play(
                    client, model, words, opened(failed_indices, seed, 1), chance
                )
                repeat_tasks = [
                    {"split": "stream", "index": at, "seed": seed} for at in failed_indices
                ]
                repeated += await play(client, model, words, repeat_tasks, chance)
            rows.append(figures(first, critiqued, repeated))
            print(f"seed {seed + 1} of {seeds}: {json.dumps(rows[-1])}", flush=True)
    return rows


async def clean_success(
    url: str, model: Model, words: Words, split: str, seeds: int, tasks: int
) -> list[float]:
    """The success of each seed's draws, without critiques; of `stream` each plays its own tasks."""
    values = []
    async with await connect(url) as client:
        for seed in range(seeds):
            chance = chance_of(seed)
            begin, played = FROM + seed * 10_000 if split == "stream" else 0, []
            for start in range(begin, begin + tasks, AT_ONCE):
                count = min(AT_ONCE, begin + tasks - start)
                wanted = [{"split": split, "index": start + k, "seed": seed} for k in range(count)]
                played += await play(client, model, words, wanted, chance)
            values.append(mean([one.success for one in played]))
    return values


def opened(places: Sequence[int], seed: int, index: int) -> list[dict[str, Any]]:
    group = {"run": f"measure-{seed}", "size": 2, "mode": "feedback", "generation": "1"}
    schedule = {"waves": [1], "clean_share": 0, "show": "summary"}
    return [
        {
            "split": "stream",
            "index": at,
            "group": {**group, "id": str(at), "index": index, "feedback": schedule},
        }
        for at in places
    ]


def figures(
    first: Sequence[Rollout], critiqued: Sequence[Rollout], repeated: Sequence[Rollout]
) -> dict[str, Any]:
    all_rollouts = [*first, *critiqued, *repeated]
    turns = sum(one.turns for one in all_rollouts)
    malformed = sum(one.unread + one.result["metrics"]["malformed_calls"] for one in all_rollouts)
    shown = [one for one in critiqued if one.is_shown]
    return {
        "episodes": len(all_rollouts),
        "valid": 1 - malformed / turns,
        "copied": sum(one.copied for one in all_rollouts)
        / max(1, sum(one.numbers for one in all_rollouts)),
        "clean": mean([one.success for one in first]),
        "shown": len(shown),
        "told": mean([one.success for one in shown]),
        "again": mean([one.success for one in repeated]),
        "turns": mean([one.turns for one in first]),
    }


def mean(values: Sequence[float]) -> float:
    return sum(values) / max(1, len(values))


def interval(values: Sequence[float]) -> tuple[float, float] | None:
    """The 95 % interval of a mean by Student's t; one value tells nothing of its spread."""
    middle = statistics.fmean(values)
    if len(values) < 2:
        return None
    reach = STUDENT[len(values) - 2] * statistics.stdev(values) / math.sqrt(len(values))
    return middle - reach, middle + reach


def with_interval(values: Sequence[float], unit: str) -> str:
    """A mean with its interval, where there is one."""
    middle, found = f"{100 * statistics.fmean(values):.1f} {unit}", interval(values)
    return middle if found is None else f"{middle} [{100 * found[0]:.1f}, {100 * found[1]:.1f}]"


def percent(values: Sequence[float]) -> str:
    return with_interval(values, "%")


#: How a gate is reported. None: it takes more seeds than there are.
VERDICTS = {True: "passed", False: "FAILED", None: "not judged, it takes two seeds or more"}


def gates(rows: Sequence[dict[str, Any]]) -> list[tuple[str, str, bool | None]]:
    """What a start must be: a sentence on each, what was measured, whether it holds."""

    def of(name: str) -> str:
        return percent([row[name] for row in rows])

    valid, copied_share, clean_share = (
        statistics.fmean([row[name] for row in rows]) for name in ("valid", "copied", "clean")
    )
    gain = [row["told"] - row["again"] for row in rows]
    bounds = interval(gain)
    holds = None if bounds is None else bounds[0] > 0
    with_critique = f"{of('told')} against {of('again')} without: {with_interval(gain, 'points')}"
    return [
        ("valid tool calls, at least 99 %", of("valid"), valid >= 0.99),
        ("numbers copied, at least 98 %", of("copied"), copied_share >= 0.98),
        ("clean success, 3 to 15 %", of("clean"), 0.03 <= clean_share <= 0.15),
        ("failed tasks again, with one critique, above without", with_critique, holds),
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("start", type=Path)
    parser.add_argument("--data", type=Path, required=True, help="folder of tasks to serve")
    seeds_max = len(STUDENT) + 1
    parser.add_argument("--seeds", type=int, choices=range(1, seeds_max + 1), default=5)
    parser.add_argument("--tasks", type=int, default=200, help="of each seed")
    parser.add_argument("--once", metavar="SPLIT", help="clean success there, and nothing else")
    parser.add_argument("--output", type=Path, help="records, appended to")
    parser.add_argument("--device", default="cpu", help="where torch computes, such as cuda")
    options = parser.parse_args()
    if options.tasks < 1:
        parser.error(f"--tasks {options.tasks}: give a whole number from 1")
    if options.once is not None and options.output is not None:
        parser.error("--once does not use --output: leave one of the two out")
    live.end_in_order()
    torch.set_num_threads(1)
    torch.set_default_device(options.device)
    model, words = start.load(options.start)
    with live.serving(options.data) as url:
        if options.once is not None:
            work = clean_success(url, model, words, options.once, options.seeds, options.tasks)
            values = asyncio.run(work)
            print(f"{options.start.name}, {options.once}: {percent(values)}: {values}")
            return
        rows = asyncio.run(measure(url, model, words, options.seeds, options.tasks))
    for gate, found, holds in gates(rows):
        print(f"{VERDICTS[holds]}: {gate}: {found}")
    if options.output is not None:
        with options.output.open("a") as file:
            record = {"start": options.start.name, "tasks": options.tasks, "rows": rows}
            file.write(json.dumps(record) + "\n")


if __name__ == "__main__":
    main()
