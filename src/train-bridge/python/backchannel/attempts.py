"""The block of an opening with the earlier attempts of the group."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from .tokens import Template

Message = dict[str, Any]

_BLOCK = re.compile(r"(?:\n\n)?<previous_attempts>\n(.*)\n</previous_attempts>\Z", re.DOTALL)


def without_attempts(messages: Sequence[Message]) -> list[Message]:
    """The opening of a clean rollout: the same messages without the block."""
    return _replaced(messages, "")


def with_some(
    messages: Sequence[Message],
    attempts: Sequence[dict[str, Any]],
    kept: Sequence[dict[str, Any]],
) -> list[Message]:
    """The opening with only some of its attempts.

    :param attempts: those that the server reports for the opening, the oldest first
    """
    if len(kept) == len(attempts):
        return list(messages)
    if len(kept) == 0:
        return without_attempts(messages)
    located = _find(messages)
    if located is None:
        return list(messages)
    _, match = located
    header = match.group(1)[: -len("\n\n".join(a["text"] for a in attempts))]
    texts = "\n\n".join(a["text"] for a in kept)
    gap = "\n\n" if match.group(0).startswith("\n\n") else ""
    return _replaced(messages, f"{gap}<previous_attempts>\n{header}{texts}\n</previous_attempts>")


def fit_opening(
    template: Template, messages: Sequence[Message], attempts: Sequence[dict[str, Any]], room: int
) -> tuple[list[int], list[int], int]:
    """Tokens of the prompt, of the prompt without attempts, and how many attempts are shown.

    The oldest attempts are dropped while the prompt exceeds `room` tokens. Nothing else is cut,
    so a clean prompt may still be too long.
    """
    clean_ids = template.opening(without_attempts(messages))
    for count in range(len(attempts), 0, -1):
        newest = attempts[len(attempts) - count :]
        prompt_ids = template.opening(with_some(messages, attempts, newest))
        if len(prompt_ids) <= room:
            return prompt_ids, clean_ids, count
    return clean_ids, clean_ids, 0


def _find(messages: Sequence[Message]) -> tuple[int, re.Match[str]] | None:
    for index in range(len(messages) - 1, -1, -1):
        if messages[index]["role"] == "user":
            found = _BLOCK.search(messages[index]["content"])
            return None if found is None else (index, found)
    return None


def _replaced(messages: Sequence[Message], block: str) -> list[Message]:
    result = list(messages)
    found = _find(messages)
    if found is None:
        return result
    index, match = found
    content = result[index]["content"][: match.start()] + block
    if content == "":
        del result[index]
    else:
        result[index] = {**result[index], "content": content}
    return result
