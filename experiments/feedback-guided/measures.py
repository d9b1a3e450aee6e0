"""What the tables of the long comparison measure: runs, pairs, estimates, tasks to a height."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy import stats

Record = dict[str, Any]

SEEDS = range(1, 11)
TASKS = 14_000


@dataclass(frozen=True)
class Estimate:
    """A mean over seeds, its 95 % interval, and the p value of a mean of 0."""

    values: np.ndarray

    @property
    def n(self) -> int:
        return len(self.values)

    @property
    def mean(self) -> float:
        return float(self.values.mean())

    @property
    def error(self) -> float:
        return float(self.values.std(ddof=1) / np.sqrt(self.n)) if self.n > 1 else float("nan")

    def bound(self, share: float) -> float:
        """The quantile of the mean by Student's t."""
        if self.n < 2:
            return float("nan")
        return self.mean + float(stats.t.ppf(share, self.n - 1)) * self.error

    @property
    def p(self) -> float:
        if self.n < 2:
            return float("nan")
        if self.error == 0:
            return 1.0 if self.mean == 0 else 0.0
        return float(stats.ttest_1samp(self.values, 0).pvalue)


@dataclass(frozen=True)
class Need:
    """What a run spent until a height, or how much it was followed without reaching it."""

    amount: float
    censored: bool


class Runs:
    """The records of the tables, by condition, arm and seed."""

    def __init__(self, records: list[Record]) -> None:
        self.by_name: dict[tuple[str, str], dict[int, Record]] = {}
        for record in records:
            if record["plan"] == "long" and record["seed"] in SEEDS:
                name = (record["condition"], record["arm"])
                self.by_name.setdefault(name, {})[record["seed"]] = record

    def of(self, condition: str, arm: str) -> list[Record]:
        by_seed = self.by_name.get((condition, arm), {})
        return [by_seed[seed] for seed in sorted(by_seed)]

    def pairs(self, condition: str, arm: str, base: str) -> list[tuple[Record, Record]]:
        arm_runs, base_runs = (self.by_name.get((condition, name), {}) for name in (arm, base))
        return [(arm_runs[seed], base_runs[seed]) for seed in sorted(arm_runs) if seed in base_runs]


def curve(record: Record, measure: str, of: str) -> tuple[np.ndarray, np.ndarray]:
    points = record["points"]
    return np.array([p[measure] for p in points]), np.array([p[of] for p in points])


def area(record: Record, of: str) -> float:
    """The mean success over the tasks drawn."""
    x, y = curve(record, "tasks_drawn", of)
    places = np.append(x[x < TASKS], TASKS)
    return float(np.trapezoid(np.interp(places, x, y), places) / TASKS)


def need(record: Record, threshold: float, measure: str = "tasks_drawn") -> Need:
    """Up to the first of two evaluations running that reach the threshold."""
    x, y = curve(record, measure, "clean")
    high = y >= threshold
    consecutive = np.flatnonzero(high[:-1] & high[1:])
    return Need(float(x[consecutive[0]]), False) if len(consecutive) else Need(float(x[-1]), True)


def ratios(
    pairs: list[tuple[Record, Record]], threshold: float, measure: str = "tasks_drawn"
) -> tuple[Estimate, int, int]:
    """Logarithms of base / arm, both read up to the same amount, and how many were censored."""
    logs, censored = [], [0, 0]
    for arm, base in pairs:
        needs = [need(record, threshold, measure) for record in (arm, base)]
        limit = min((one.amount for one in needs if one.censored), default=np.inf)
        amounts = [min(one.amount, limit) for one in needs]
        for at, one in enumerate(needs):
            censored[at] += one.censored or one.amount > limit
        logs.append(np.log(amounts[1]) - np.log(amounts[0]))
    return Estimate(np.array(logs)), censored[0], censored[1]


def at_equal_tokens(pairs: list[tuple[Record, Record]]) -> Estimate:
    """Differences on known companies at the most tokens that both runs of a pair have come to."""
    differences = []
    for arm, base in pairs:
        tokens = min(record["points"][-1]["tokens"] for record in (arm, base))
        own, base_need = (
            np.interp(tokens, *curve(record, "tokens", "clean")) for record in (arm, base)
        )
        differences.append(own - base_need)
    return Estimate(np.array(differences))


def ends(records: list[Record], of: str) -> Estimate:
    return Estimate(np.array([record["end"][of] for record in records]))


def difference(pairs: list[tuple[Record, Record]], of: str) -> Estimate:
    return Estimate(np.array([arm["end"][of] - base["end"][of] for arm, base in pairs]))


def holm(ps: list[float]) -> list[float]:
    """P values corrected by Holm's method (Holm 1979); those that are not there stay so."""
    adjusted = [float("nan")] * len(ps)
    known_indices = sorted(
        (index for index in range(len(ps)) if not np.isnan(ps[index])), key=lambda index: ps[index]
    )
    highest = 0.0
    for rank, index in enumerate(known_indices):
        highest = max(highest, min(1.0, ps[index] * (len(ps) - rank)))
        adjusted[index] = highest
    return adjusted
