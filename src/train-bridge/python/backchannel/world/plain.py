"""Strict JSON, which every reader reads back as the value that a world returned."""

import json
import math

from .contract import Json

DEPTH_MAX = 24
"""The most levels of lists and dicts in a value."""
INTEGER_MAX = 2**53 - 1
"""Other programs round larger whole numbers."""


class NotPlainError(Exception):
    """A value that JSON cannot represent, with its path, such as `state.board[3]`."""


def json_text(value: Json, name: str) -> str:
    """The JSON text of a plain value. Raises `NotPlainError` with the path of a value that is not plain.

    Types must match exactly. Subclasses such as numpy's numbers, tuples, and keys that are not str
    would be read back as other types.
    """
    flaw = _flaw(value, 0)
    if flaw is None:
        text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
        try:
            text.encode()
            return text
        except UnicodeEncodeError:
            flaw = _surrogate(value) or ([], "is not Unicode text")
    path, reason = flaw
    raise NotPlainError(f"{name}{''.join(reversed(path))} {reason}")


_Flaw = tuple[list[str], str]


def _flaw(value: Json, depth: int) -> _Flaw | None:
    kind = type(value)
    if kind is str or kind is bool or value is None:
        return None
    if kind is int:
        if -INTEGER_MAX <= value <= INTEGER_MAX:
            return None
        return [], "is a whole number beyond 2**53 - 1: use a str"
    if kind is float:
        return None if math.isfinite(value) else ([], f"is {value}, which JSON does not have")
    if kind is dict or kind is list:
        if depth == DEPTH_MAX:
            return [], f"is nested more than {DEPTH_MAX} levels deep"
        return _dict_flaw(value, depth) if kind is dict else _list_flaw(value, depth)
    return [], f"is a {kind.__name__}: use {_INSTEAD.get(kind.__name__, 'plain JSON')}"


_INSTEAD = {
    "tuple": "a list",
    "set": "a sorted list",
    "frozenset": "a sorted list",
    "bytes": "a str",
    "Decimal": "a float or a str",
}


def _list_flaw(value: list[Json], depth: int) -> _Flaw | None:
    for index, item in enumerate(value):
        found = _flaw(item, depth + 1)
        if found is not None:
            found[0].append(f"[{index}]")
            return found
    return None


def _dict_flaw(value: dict[Json, Json], depth: int) -> _Flaw | None:
    for key, item in value.items():
        if type(key) is not str:
            return [], f"has the key {_excerpt(key)}, a {type(key).__name__}: keys must be str"
        found = _flaw(item, depth + 1)
        if found is not None:
            found[0].append(_key_path(key))
            return found
    return None


def _surrogate(value: Json) -> _Flaw | None:
    """The path of a text with half a surrogate pair."""
    if isinstance(value, str):
        return ([], "holds half a surrogate pair") if not _is_text(value) else None
    pairs: list[tuple[str, Json]] = []
    if isinstance(value, dict):
        for key, item in value.items():
            if not _is_text(key):
                return [], f"has a key with half a surrogate pair, {_excerpt(key)}"
            pairs.append((_key_path(key), item))
    elif isinstance(value, list):
        pairs.extend((f"[{index}]", item) for index, item in enumerate(value))
    for path_part, item in pairs:
        found = _surrogate(item)
        if found is not None:
            found[0].append(path_part)
            return found
    return None


def _is_text(value: str) -> bool:
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True


def _key_path(key: str) -> str:
    return f".{key}" if key.isidentifier() and len(key) <= 60 else f"[{_excerpt(key)}]"


def _excerpt(value: object) -> str:
    return ascii(value)[:60]
