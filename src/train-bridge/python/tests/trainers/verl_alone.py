"""Hides TRL from verl, which cannot load beside TRL 1.16: the tests have both in one environment."""

import sys

sys.modules["trl"] = None  # type: ignore[assignment]
