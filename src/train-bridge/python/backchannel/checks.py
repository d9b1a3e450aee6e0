"""Checks settings with a fixed set of values."""

from __future__ import annotations


def check(name: str, value: str, known: tuple[str, ...]) -> None:
    """Raises `ValueError` naming the setting, unless the value is one of `known`."""
    if value not in known:
        raise ValueError(f"{name} is {value!r}; it may be {' or '.join(known)}")
