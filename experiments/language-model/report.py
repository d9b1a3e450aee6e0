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
    Pair,
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
TITLE = "# A small language model, with and without critiques: tables"
ABOUT = """\
For people who want the numbers behind [the experiment](../README.md). It asks: after equally many \
tasks, does a small language model solve more of them **without critiques** if its training \
prompts had critiques of earlier failures? Three ways to train (*arms*) are compared. `plain` has \
no feedback. In `guided`, later prompts contain critiques of earlier failures, and in `placebo`, \
they only say that earlier attempts failed. `npm run experiment:lm -- report` writes this page from \
the records beside it: `runs.jsonl` and `pilots.jsonl`. [The protocol](../PROTOCOL.md) was fixed \
before the first run and has every rule."""
TERMS = """\
## How to read the tables

A *task* is one request of a customer, to be settled by phone. A *run* trains a copy of the same \
starting model on 60 batches of 32 tasks, with 8 rollouts of each task. The runs of one seed have \
the same tasks, so arms are compared in *pairs* of runs with equal seeds. In `plain`, the 8 \
rollouts are independent. In `guided` and `placebo` they play in waves of 2, 3 and 3, and the \
prompt of a later wave tells what failed before. *Failures too* marks a check that changes no \
decision: training also makes failed rollouts less likely.

- **Success** is the share of fresh tasks that the model solves in one try under the *clean \
prompt*, which has no critique. *Unseen* companies never occur in training (1,000 tasks), *known* \
ones do (250 tasks). Higher is better.
- **Brackets** have two-sided 95 % intervals by Student's t over seeds.
- **A dash** means that there are too few runs to compute the value."""
ABOUT_RUNS = """\
Success in percent. A row is an arm, *runs* the number of its seeds. *Batch 0* is before training \
and batch 60 the end, after 1,920 tasks."""
ABOUT_COSTS = """\
What one run costs, as a mean over the runs: the tokens of all its episodes, the processor time, \
and the *turns in sequence*. Rollouts of a wave play at the same time, and the next wave waits for \
the longest of them. So these are the assistant turns that no number of machines can play at \
once. Less is better."""
ABOUT_AREAS = """\
**The primary comparison.** A row is a contrast: the first arm minus the second, in percentage \
points of success on unseen companies. A run's value is its *mean success* over the run (the area \
under its curve of 16 evaluations), so a fast start counts. Above 0, the first arm is better. The \
verdict uses the *one-sided bounds*: the true difference lies above the first bound with 95 % \
confidence, and below the second with 95 %. *At equal tokens* compares both runs of a pair only up \
to the tokens of the cheaper one."""
ABOUT_TASKS = f"""\
**Tasks until {100 * THRESHOLD:.0f} % of the tasks on unseen companies are solved**: those of the \
second arm divided by those of the first (geometric mean). Above 1, the first arm needs fewer \
tasks. The last two columns count the runs that never got there. They count with all of their \
tasks, so the more there are, the less the ratio says."""
ABOUT_PILOTS = """\
Runs with other seeds, before the first reported run. They fixed the threshold of \
[the tasks above](#contrasts-of-arms), are in no other table and decide nothing. The columns are \
those of the tables above."""


def table(rows: Sequence[Sequence[str]]) -> str:
    head, *rest = rows
    lines = [head, ["---", *(["---:"] * (len(head) - 1))], *rest]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def arms_of(records: Sequence[Record]) -> list[tuple[str, list[Record]]]:
    """The arms that have runs, as they are called in tables; those that learn of failures last."""
    keys = [(name, failures) for failures in (False, True) for name in ARMS]
    found = [
        (
            f"`{name}`{', failures too' if failures else ''}",
            [one for one in records if (one["arm"], one["failures"]) == (name, failures)],
        )
        for name, failures in keys
    ]
    return [(title, runs) for title, runs in found if runs]


def success_table(records: Sequence[Record]) -> str:
    """A line for each arm: its success along the run."""
    head = ["arm", "runs", "unseen, batch 0", "unseen, batch 20", "unseen, batch 40"]
    rows = [[*head, "unseen, batch 60", "known, batch 0", "known, batch 60"]]
    for title, runs in arms_of(records):
        first, last = ([run["curve"][at] for run in runs] for at in (0, -1))
        cells = [
            Estimate([point[place] for point in points]).text()
            for place in ("unseen", "known")
            for points in (first, last)
        ]
        middle = [
            Estimate([at_batch(run, batch) for run in runs]).text(digits=1) for batch in (20, 40)
        ]
        rows.append([title, str(len(runs)), cells[0], *middle, *cells[1:]])
    return table(rows)


def costs_table(records: Sequence[Record]) -> str:
    """A line for each arm: what a run of it costs."""
    rows = [["arm", "runs", "tokens", "turns in sequence", "CPU minutes"]]
    for title, runs in arms_of(records):
        last = [run["curve"][-1] for run in runs]
        tokens, depth = (
            Estimate([point[key] for point in last]).mean for key in ("tokens", "depth")
        )
        minutes = Estimate([run["cpu_s"] for run in runs]).mean / 60
        rows.append([title, str(len(runs)), f"{tokens:,.0f}", f"{depth:,.0f}", f"{minutes:.1f}"])
    return table(rows)


def at_batch(run: Record, batch: int) -> float:
    return next(float(point["unseen"]) for point in run["curve"] if point["batch"] == batch)


def contrast_pairs(
    records: Sequence[Record],
) -> list[tuple[str, str, Sequence[Pair]]]:
    """Each contrast with how many of its planned pairs exist, and these pairs."""
    rows = []
    for arm, base, failures in CONTRASTS:
        found = pairs(records, arm, base, failures)
        planned = len(FAILURES_SEEDS if failures else SEEDS)
        title = f"`{arm}` − `{base}`{', failures too' if failures else ''}"
        rows.append((title, f"{len(found)} of {planned}", found))
    return rows


def areas_table(records: Sequence[Record]) -> str:
    head = ["contrast", "pairs", "difference of mean success, points", "one-sided 95 % bounds"]
    rows = [[*head, "at equal tokens, points"]]
    for title, count, found in contrast_pairs(records):
        tasks, tokens = at_equal_tasks(found), at_equal_tokens(found)
        bounds = "-"
        if len(found) > 1:
            bounds = f"{100 * tasks.lower:.1f} to {100 * tasks.upper:.1f}"
        rows.append([title, count, tasks.text(), bounds, tokens.text()])
    return table(rows)


def tasks_table(records: Sequence[Record]) -> str:
    head = ["contrast", "pairs", f"tasks to {100 * THRESHOLD:.0f} %, second arm ÷ first"]
    rows = [[*head, "never there: first arm", "never there: second arm"]]
    for title, count, found in contrast_pairs(records):
        cells = ["-", "-", "-"]
        if found:
            one = ratio(found, THRESHOLD)
            cells = [ratio_text(one.logs), str(one.arm_censored), str(one.base_censored)]
        rows.append([title, count, *cells])
    return table(rows)


def ratio_text(logs: Estimate) -> str:
    """A ratio from the mean of its logarithms, with its interval."""
    middle = f"{math.exp(logs.mean):.2f}"
    if len(logs.values) < 2:
        return middle
    reach = logs.reach(0.975)
    return f"{middle} [{math.exp(logs.mean - reach):.2f}, {math.exp(logs.mean + reach):.2f}]"


def verdict(records: Sequence[Record]) -> str:
    found = decision(records)
    if found is None:
        count = min(len(pairs(records, "guided", base, False)) for base in ("plain", "placebo"))
        return f"{count} of {len(SEEDS)} pairs exist, so there is no verdict."
    refuted = "refuted" if is_claim_refuted(records, THRESHOLD) else "open"
    return f"By the protocol: **{found}**. Five times fewer tasks is {refuted}."


def so_far(records: Sequence[Record]) -> str:
    """What the differences of mean success say, in words, without a verdict."""
    lines = []
    for (arm, base, failures), (_, count, found) in zip(
        CONTRASTS, contrast_pairs(records), strict=True
    ):
        if len(found) < 2:
            continue
        estimate = at_equal_tasks(found)
        low, high = (estimate.mean + sign * estimate.reach(0.975) for sign in (-1, 1))
        includes = ", which includes 0" if low <= 0 <= high else ""
        lines.append(
            f"- `{arm}` is {100 * abs(estimate.mean):.1f} points "
            f"{'above' if estimate.mean > 0 else 'below'} `{base}`"
            f"{', both with failures too' if failures else ''} ({count} pairs; interval "
            f"{100 * low:.1f} to {100 * high:.1f}{includes})."
        )
    about = (
        "The differences of mean success over a run, on companies that training never meets, with "
        "95 % intervals:"
    )
    return "\n".join([about, "", *lines]) if lines else "No contrast has two pairs yet."


def text_of(folder: Path) -> str:
    """The page of the records in a folder."""
    runs, pilots = (read(folder / name) for name in ("runs.jsonl", "pilots.jsonl"))
    parts = [TITLE, ABOUT, f"**Answer.** {verdict(runs)}"]
    if runs:
        parts += [so_far(runs), TERMS, "## Success along a run", ABOUT_RUNS, success_table(runs)]
        parts += ["## Contrasts of arms", ABOUT_AREAS, areas_table(runs)]
        parts += [ABOUT_TASKS, tasks_table(runs), "## Costs", ABOUT_COSTS, costs_table(runs)]
    if pilots:
        parts += ["## Pilots", ABOUT_PILOTS, success_table(pilots), costs_table(pilots)]
    return "\n\n".join(parts) + "\n"


def write(folder: Path) -> str:
    """Writes `tables.md` beside the records."""
    text = text_of(folder)
    (folder / "tables.md").write_text(text)
    return text


def read(path: Path) -> list[Record]:
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []
