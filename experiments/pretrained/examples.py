"""Demonstrations as tokens: what the start is taught with."""

from __future__ import annotations

import gzip
import json
import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from chat import ROOM, Chat, placebo
from points import check_size
from sft import NO_CRITIQUES
from teach import TAUGHT

#: The world with the usual conventions is where training runs, with other companies. Of its
#: demonstrations one in so many is used: enough to succeed now and then.
STANDARD_EVERY = 4
#: A token, whether it is learnt, for each token of a conversation.
Example = tuple[list[int], list[bool]]


def example_of(chat: Chat, row: dict[str, Any], has_critiques: bool = True) -> Example:
    messages = row["messages"]
    turns = [at for at, one in enumerate(messages) if one["role"] == "assistant"]
    opening = messages[: turns[0]]
    ids = chat.template.opening(opening if has_critiques else placebo(opening))
    learnt = [False] * len(ids)
    ends = [*turns[1:], len(messages)]
    for at, after, is_learnt in zip(turns, ends, row["learnt"], strict=True):
        turn = chat.turn(messages[at])
        answers = messages[at + 1 : after]
        reply = chat.template.reply(turn, answers) if answers else []
        ids += turn + reply
        learnt += [is_learnt] * len(turn) + [False] * len(reply)
    return ids, learnt


def write(folder: Path, chat: Chat, name: str, file: Path) -> None:
    """Writes the examples of a world, if they are not there."""
    output = folder / f"{name.replace(':', '-')}.jsonl.gz"
    if output.exists():
        return
    with file.open() as lines_of_file:
        rows = [json.loads(line) for line in lines_of_file]
    if name == "standard":
        rows = rows[::STANDARD_EVERY]
    examples = (example_of(chat, row, at % NO_CRITIQUES != 0) for at, row in enumerate(rows))
    lines = (json.dumps(one) for one in examples if len(one[0]) <= ROOM)
    folder.mkdir(parents=True, exist_ok=True)
    part = output.with_suffix(".part")
    part.write_bytes(gzip.compress("\n".join(lines).encode(), 6, mtime=0))
    check_size(part)
    part.replace(output)


def read(folder: Path) -> list[Example]:
    files = [folder / f"{name.replace(':', '-')}.jsonl.gz" for name in TAUGHT]
    texts = [gzip.decompress(file.read_bytes()).decode() for file in files if file.exists()]
    if not texts:
        raise SystemExit(f"error: {folder} has no examples. Run the piece prepare first.")
    return [tuple(json.loads(line)) for text in texts for line in text.split("\n")]


def batches(examples: Sequence[Example], size: int, first: int) -> Iterator[list[Example]]:
    """Batches without end, from that of the step `first` on: each epoch has an order of its own."""
    count = len(examples)
    begin = first * size
    while True:
        yield [
            examples[_order(count, at // count)[at % count]] for at in range(begin, begin + size)
        ]
        begin += size


_orders: dict[tuple[int, int], list[int]] = {}


def _order(count: int, epoch: int) -> list[int]:
    if (count, epoch) not in _orders:
        order = list(range(count))
        random.Random(epoch).shuffle(order)
        _orders[count, epoch] = order
    return _orders[count, epoch]
