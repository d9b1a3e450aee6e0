"""Writes the tables from the records of all pieces. PROTOCOL.md says what is compared."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import endpoints
from arms import ARMS
from endpoints import Record, at_equal_tasks, at_equal_tokens, pairs
from points import Points, evaluation, read_json
from report import table
from settings import SEEDS, Settings
from student import Estimate

CONTRASTS = (("guided", "plain"), ("guided", "placebo"), ("placebo", "plain"))


def record_of(work: Path, arm: str, seed: int, settings: Settings) -> Record | None:
    """The curve of a complete run that was evaluated at all its points; None for others."""
    points, start = Points(work / f"train-{arm}-{seed}"), Points(work / "sft")
    if max(points.numbers(), default=0) < settings.batches:
        return None
    log = points.record(settings.batches)["log"]
    curve: list[dict[str, Any]] = []
    for batch in range(0, settings.batches + 1, settings.evaluate_every):
        mark = points.mark(batch) if batch > 0 else start.mark(settings.sft_steps)
        found = read_json(evaluation(work, mark, seed))
        if found is None:
            return None
        sums = {name: sum(line[name] for line in log[:batch]) for name in ("tasks", "tokens")}
        success = {name: found[name] for name in ("unseen", "known")}
        curve.append({"batch": batch, **sums, **success})
    return {"arm": arm, "seed": seed, "failures": False, "curve": curve}


def records_of(work: Path, settings: Settings) -> list[Record]:
    found = (record_of(work, arm, seed, settings) for arm in ARMS for seed in SEEDS)
    return [one for one in found if one is not None]


def decision(records: Sequence[Record]) -> str | None:
    """The verdict of the protocol; None while runs are missing."""
    return endpoints.decision(records, len(SEEDS))


def arms_table(records: Sequence[Record]) -> str:
    rows = [["arm", "runs", "unseen: start", "end", "known: start", "end", "tokens"]]
    for arm in ARMS:
        curves = [one["curve"] for one in records if one["arm"] == arm]
        cells = [
            Estimate([curve[at][name] for curve in curves]).text()
            for name in ("unseen", "known")
            for at in (0, -1)
        ]
        tokens = Estimate([curve[-1]["tokens"] for curve in curves]).text(1, 0)
        rows.append([f"`{arm}`", str(len(curves)), *cells, tokens])
    return table(rows)


def contrasts_table(records: Sequence[Record]) -> str:
    rows = [["contrast", "pairs", "area at equal tasks, points", "at equal tokens"]]
    for arm, other in CONTRASTS:
        found = pairs(records, arm, other, False)
        count = f"{len(found)} of {len(SEEDS)}"
        areas = [at_equal_tasks(found).text(), at_equal_tokens(found).text()]
        rows.append([f"`{arm}` − `{other}`", count, *areas])
    return table(rows)


def text_of(work: Path, settings: Settings) -> str:
    records = records_of(work, settings)
    gate = read_json(work / "gate.json") or {}
    verdict = decision(records)
    lines = [
        "# Tables",
        f"The start {'has' if gate.get('passed') else 'has not'} passed its gates.",
    ]
    lines.append("There is no verdict yet." if verdict is None else f"By the protocol: {verdict}.")
    return "\n\n".join([*lines, arms_table(records), contrasts_table(records)]) + "\n"


def write(work: Path, settings: Settings) -> str:
    """Writes `tables.md` beside the records."""
    text = text_of(work, settings)
    work.mkdir(parents=True, exist_ok=True)
    (work / "tables.md").write_text(text)
    return text
