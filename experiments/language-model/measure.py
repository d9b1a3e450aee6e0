"""Measures a start on a live server, and whether it passes the gates of PROTOCOL.md.

Every seed plays tasks of its own once under the clean prompt. A task that failed is played twice
more: with the critique of the failure, and without.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import torch
from backchannel.aio import AsyncClient, connect

from model import Model, chance_of
from play import Rollout, play
from student import Estimate
from tasks import GATES_FROM, tasks_from
from words import Words

AT_ONCE = 100
#: Stream indices of each seed.
PART = 10_000
#: What a critique must be worth, and bounds of the other gates, in shares.
GAIN, VALID, COPIED, CLEAN = 0.1, 0.98, 0.98, (0.03, 0.4)

Row = dict[str, Any]


async def measure(url: str, model: Model, words: Words, seeds: int, tasks: int) -> list[Row]:
    """A row of figures for each seed."""
    torch.set_num_threads(1)
    rows = []
    async with await connect(url) as client:
        for seed in range(seeds):
            rows.append(await measure_seed(client, model, words, seed, tasks))
            print(f"seed {seed + 1} of {seeds}: {json.dumps(rows[-1])}", flush=True)
    return rows


async def measure_seed(
    client: AsyncClient, model: Model, words: Words, seed: int, tasks: int
) -> Row:
    chance = chance_of(seed)
    indices, _ = await tasks_from(client, "stream", GATES_FROM + seed * PART, tasks)
    first: list[Rollout] = []
    critiqued: list[Rollout] = []
    repeated: list[Rollout] = []
    for begin in range(0, tasks, AT_ONCE):
        part = indices[begin : begin + AT_ONCE]
        tries = await play(client, model, words, openings(part, seed, 0), chance)
        failed = [index for index, one in zip(part, tries, strict=True) if not one.success]
        again = [{"split": "stream", "index": index, "seed": seed} for index in failed]
        first += tries
        critiqued += await play(client, model, words, openings(failed, seed, 1), chance)
        repeated += await play(client, model, words, again, chance)
    return figures(first, critiqued, repeated)


def openings(indices: Sequence[int], seed: int, position: int) -> list[dict[str, Any]]:
    group = {"run": f"gates-{seed}", "size": 2, "mode": "feedback", "generation": "1"}
    schedule = {"waves": [1], "clean_share": 0, "show": "summary"}
    return [
        {
            "split": "stream",
            "index": index,
            "group": {**group, "id": str(index), "index": position, "feedback": schedule},
        }
        for index in indices
    ]


def figures(
    first: Sequence[Rollout], critiqued: Sequence[Rollout], repeated: Sequence[Rollout]
) -> Row:
    rollouts = [*first, *critiqued, *repeated]
    malformed = sum(one.unread + one.result["metrics"]["malformed_calls"] for one in rollouts)
    return {
        "episodes": len(rollouts),
        "valid": 1 - malformed / sum(one.turns for one in rollouts),
        "copied": sum(one.copied for one in rollouts)
        / max(1, sum(one.numbers for one in rollouts)),
        "clean": mean([one.success for one in first]),
        "failed": len(critiqued),
        "critiqued": mean([one.success for one in critiqued]),
        "repeated": mean([one.success for one in repeated]),
        "turns": mean([one.turns for one in first]),
        "tokens": mean([len(one.ids) for one in first]),
    }


def mean(values: Sequence[float]) -> float:
    return sum(values) / max(1, len(values))


def gates(rows: Sequence[Row]) -> list[tuple[str, str, bool]]:
    """Each gate: what it asks for, what was measured, and whether it holds."""
    found = {name: Estimate([row[name] for row in rows]) for name in rows[0]}
    gain = Estimate([row["critiqued"] - row["repeated"] for row in rows])
    tries = f"{found['critiqued'].text()} % against {found['repeated'].text()} %"
    clean = found["clean"]
    return [
        (
            "a critique is worth at least 10 points over a plain second try",
            f"{gain.text()} points ({tries})",
            gain.mean >= GAIN,
        ),
        ("first success, 3 to 40 %", f"{clean.text()} %", CLEAN[0] <= clean.mean <= CLEAN[1]),
        (
            "valid tool calls, at least 98 %",
            f"{found['valid'].text()} %",
            found["valid"].mean >= VALID,
        ),
        (
            "numbers copied, at least 98 %",
            f"{found['copied'].text()} %",
            found["copied"].mean >= COPIED,
        ),
    ]
