"""The endpoints of PROTOCOL.md, from the records of runs."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from student import Estimate

Record = dict[str, Any]
Pair = tuple[Record, Record]

SEEDS = range(1, 17)
PILOT_SEEDS = range(21, 30)
#: Seeds of the sensitivity check, in which failures are trained on too.
FAILURES_SEEDS = range(1, 6)
#: Success on unseen companies that `tasks to the threshold` counts up to, from the pilots.
THRESHOLD = 0.26
#: Bounds of the decision, in shares: what would be useful help, and the ratio under test.
USEFUL, CLAIM = 0.02, 5.0


def area(record: Record, along: str, end: float | None = None) -> float:
    """The mean success on unseen companies over `along` (tasks or tokens), by trapezoids.

    :param end: how far the curve is read, usually to its end
    """
    points = [(point[along], point["unseen"]) for point in record["curve"]]
    end = points[-1][0] if end is None else end
    total = 0.0
    for (x, y), (next_x, next_y) in pairwise(points):
        if x >= end:
            break
        stop = min(next_x, end)
        stop_y = y + (next_y - y) * (stop - x) / (next_x - x)
        total += (stop - x) * (y + stop_y) / 2
    return total / end


@dataclass(frozen=True)
class Need:
    """Tasks that a run took to the threshold, or all of its tasks if it never got there."""

    tasks: float
    is_censored: bool


def need(record: Record, threshold: float) -> Need:
    """Up to the first of two evaluations in a row that reach the threshold."""
    curve = record["curve"]
    for point, following in pairwise(curve):
        if min(point["unseen"], following["unseen"]) >= threshold:
            return Need(point["tasks"], False)
    return Need(curve[-1]["tasks"], True)


def pairs(records: Sequence[Record], arm: str, base: str, failures: bool) -> list[Pair]:
    """The runs of two arms with the same seed, in the order of the seeds."""
    by_seed = [
        {one["seed"]: one for one in records if (one["arm"], one["failures"]) == (name, failures)}
        for name in (arm, base)
    ]
    return [(by_seed[0][seed], by_seed[1][seed]) for seed in sorted(by_seed[0].keys() & by_seed[1])]


def at_equal_tasks(found: Sequence[Pair]) -> Estimate:
    return Estimate([area(arm, "tasks") - area(base, "tasks") for arm, base in found])


def at_equal_tokens(found: Sequence[Pair]) -> Estimate:
    """Both runs of a pair are read up to the tokens of the one that used fewer."""
    values = []
    for arm, base in found:
        end = min(record["curve"][-1]["tokens"] for record in (arm, base))
        values.append(area(arm, "tokens", end) - area(base, "tokens", end))
    return Estimate(values)


@dataclass(frozen=True)
class Ratio:
    """Logarithms of base / arm in tasks to the threshold, and how many runs never got there."""

    logs: Estimate
    arm_censored: int
    base_censored: int


def ratio(found: Sequence[Pair], threshold: float) -> Ratio:
    logs, arm_censored, base_censored = [], 0, 0
    for arm, base in found:
        arm_need, base_need = need(arm, threshold), need(base, threshold)
        # A start that is at the threshold already counts as one batch.
        first = arm["curve"][1]["tasks"]
        logs.append(math.log(max(base_need.tasks, first) / max(arm_need.tasks, first)))
        arm_censored += arm_need.is_censored
        base_censored += base_need.is_censored
    return Ratio(Estimate(logs), arm_censored, base_censored)


def decision(records: Sequence[Record], pairs_needed: int = len(SEEDS)) -> str | None:
    """The verdict of the protocol; None while runs are missing."""
    plain = pairs(records, "guided", "plain", False)
    placebo = pairs(records, "guided", "placebo", False)
    if min(len(plain), len(placebo)) < pairs_needed:
        return None
    over_plain, over_placebo = at_equal_tasks(plain), at_equal_tasks(placebo)
    if over_plain.upper < USEFUL:
        return "no useful help"
    if over_plain.lower > 0 and over_placebo.lower > 0:
        return "helps"
    return "inconclusive"


def is_claim_refuted(records: Sequence[Record], threshold: float) -> bool | None:
    """Whether five times fewer tasks is refuted; None while runs are missing."""
    found = pairs(records, "guided", "plain", False)
    if len(found) < len(SEEDS):
        return None
    result = ratio(found, threshold)
    is_reached = result.arm_censored + result.base_censored == 0
    return is_reached and math.exp(result.logs.upper) < CLAIM
