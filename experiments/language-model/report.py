"""Writes the tables of the experiment from its records. PROTOCOL.md fixes what is compared."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from pathlib import Path

from arms import ARMS
from endpoints import (
    FAILURES_SEEDS,
    SEEDS,
    THRESHOLD,
    Record,
    at_equal_tasks,
    at_equal_tokens,
    decision,
    is_claim_refuted,
    pairs,
    ratio,
)
from student import Estimate

#: Contrasts: an arm, the arm that is subtracted, whether failures are trained on too.
CONTRASTS = (
    ("guided", "plain", False),
    ("guided", "placebo", False),
    ("placebo", "plain", False),
    ("guided", "plain", True),
)
ABOUT = (
    "`report.py` writes this page from `runs.jsonl` and `pilots.jsonl`. [The protocol]"
    "(../PROTOCOL.md) says what is compared. Success is under the clean prompt, in percent, with "
    "two-sided 95 % intervals by Student's t over seeds."
)


def table(rows: Sequence[Sequence[str]]) -> str:
    head, *rest = rows
    lines = [head, ["---", *(["---:"] * (len(head) - 1))], *rest]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def arm_rows(records: Sequence[Record], failures: bool) -> list[list[str]]:
    """A line for each arm: its success along the run, and what it cost."""
    rows = []
    for name in ARMS:
        runs = [one for one in records if (one["arm"], one["failures"]) == (name, failures)]
        if not runs:
            continue
        first, last = ([run["curve"][at] for run in runs] for at in (0, -1))
        cells = [
            Estimate([point[place] for point in points]).text()
            for place in ("unseen", "known")
            for points in (first, last)
        ]
        middle = [
            Estimate([at_batch(run, batch) for run in runs]).text(digits=1) for batch in (20, 40)
        ]
        tokens, depth = (
            Estimate([point[key] for point in last]).mean for key in ("tokens", "depth")
        )
        minutes = Estimate([run["cpu_s"] for run in runs]).mean / 60
        costs = [f"{tokens:,.0f}", f"{depth:,.0f}", f"{minutes:.1f}"]
        title = f"`{name}`{', failures too' if failures else ''}"
        rows.append([title, str(len(runs)), cells[0], *middle, *cells[1:], *costs])
    return rows


def at_batch(run: Record, batch: int) -> float:
    return next(float(point["unseen"]) for point in run["curve"] if point["batch"] == batch)


def arms_table(records: Sequence[Record]) -> str:
    head = ["arm", "runs", "unseen: batch 0", "20", "40", "60", "known: batch 0", "60"]
    head += ["tokens", "turns in sequence", "CPU minutes"]
    return table([head, *arm_rows(records, False), *arm_rows(records, True)])


def contrast_rows(records: Sequence[Record]) -> list[list[str]]:
    rows = []
    for arm, base, failures in CONTRASTS:
        found = pairs(records, arm, base, failures)
        planned = len(FAILURES_SEEDS if failures else SEEDS)
        tasks, tokens = at_equal_tasks(found), at_equal_tokens(found)
        bounds = "-"
        if len(found) > 1:
            bounds = f"{100 * tasks.lower:.1f} to {100 * tasks.upper:.1f}"
        times, censored = "-", "-"
        if found:
            one = ratio(found, THRESHOLD)
            times, censored = ratio_text(one.logs), f"{one.base_censored}, {one.arm_censored}"
        title = f"`{arm}` − `{base}`{', failures too' if failures else ''}"
        count = f"{len(found)} of {planned}"
        rows.append([title, count, tasks.text(), bounds, tokens.text(), times, censored])
    return rows


def ratio_text(logs: Estimate) -> str:
    """A ratio from the mean of its logarithms, with its interval."""
    middle = f"{math.exp(logs.mean):.2f}"
    if len(logs.values) < 2:
        return middle
    reach = logs.reach(0.975)
    return f"{middle} [{math.exp(logs.mean - reach):.2f}, {math.exp(logs.mean + reach):.2f}]"


def contrasts_table(records: Sequence[Record]) -> str:
    head = ["contrast", "pairs", "area at equal tasks, points", "one-sided 95 % bounds"]
    head += ["at equal tokens", f"tasks to the threshold ({100 * THRESHOLD:.0f} %), base ÷ arm"]
    head += ["never reached: base, arm"]
    return table([head, *contrast_rows(records)])


def verdict(records: Sequence[Record]) -> str:
    found = decision(records)
    if found is None:
        count = min(len(pairs(records, "guided", base, False)) for base in ("plain", "placebo"))
        return f"{count} of {len(SEEDS)} pairs exist, so there is no verdict."
    refuted = "refuted" if is_claim_refuted(records, THRESHOLD) else "open"
    return f"By the protocol: **{found}**. Five times fewer tasks is {refuted}."


def text_of(folder: Path) -> str:
    """The page of the records in a folder."""
    runs, pilots = (read(folder / name) for name in ("runs.jsonl", "pilots.jsonl"))
    parts = ["# Tables", ABOUT, verdict(runs)]
    if runs:
        parts += ["## Runs", arms_table(runs), "## Contrasts", contrasts_table(runs)]
    if pilots:
        parts += ["## Pilots", "They decide nothing.", arms_table(pilots)]
    return "\n\n".join(parts) + "\n"


def write(folder: Path) -> str:
    """Writes `tables.md` beside the records."""
    text = text_of(folder)
    (folder / "tables.md").write_text(text)
    return text


def read(path: Path) -> list[Record]:
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []
