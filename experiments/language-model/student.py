"""Means over seeds with bounds by Student's t, for up to 16 seeds."""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass

#: Quantiles of Student's t for 1 to 15 degrees of freedom, by probability.
QUANTILES = {
    0.95: (
        *(6.314, 2.920, 2.353, 2.132, 2.015, 1.943, 1.895, 1.860),
        *(1.833, 1.812, 1.796, 1.782, 1.771, 1.761, 1.753),
    ),
    0.975: (
        *(12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306),
        *(2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131),
    ),
}


@dataclass(frozen=True)
class Estimate:
    """A mean over seeds."""

    values: Sequence[float]

    @property
    def mean(self) -> float:
        return statistics.fmean(self.values)

    def reach(self, share: float) -> float:
        """How far the bound of probability `share` is from the mean; one value has none."""
        count = len(self.values)
        if count < 2:
            return math.inf
        return QUANTILES[share][count - 2] * statistics.stdev(self.values) / math.sqrt(count)

    @property
    def lower(self) -> float:
        """The one-sided 95 % lower bound."""
        return self.mean - self.reach(0.95)

    @property
    def upper(self) -> float:
        """The one-sided 95 % upper bound."""
        return self.mean + self.reach(0.95)

    def text(self, scale: float = 100.0, digits: int = 1) -> str:
        """The mean with its two-sided 95 % interval, if there is one."""
        if not self.values:
            return "-"
        middle = f"{scale * self.mean:.{digits}f}"
        if len(self.values) < 2:
            return middle
        reach = self.reach(0.975)
        low, high = scale * (self.mean - reach), scale * (self.mean + reach)
        return f"{middle} [{low:.{digits}f}, {high:.{digits}f}]"
