"""The world that training runs in, and its tasks of levels 1 and 2."""

from __future__ import annotations

from typing import TYPE_CHECKING

import dialect

if TYPE_CHECKING:
    from backchannel.aio import AsyncClient

#: 400 companies. Training meets half of them; the tasks of `test` are with the others.
COMPANIES, SEED = 400, 21
#: About half of the tasks have level 1 or 2, so `test` has more than 1,000 of them.
TEST_TASKS = 2_300
WORLD = ["--num-companies", str(COMPANIES), "--seed", str(SEED), "--num-train-tasks", "20"]
WORLD += ["--num-val-tasks", "20", "--num-test-tasks", str(TEST_TASKS)]
LEVEL_MAX = 2
#: Each seed trains on its own part of `stream`. Evaluations and gates have parts of their own.
STREAM_PART = 20_000
KNOWN_FROM = 1_000_000
GATES_FROM = 2_000_000
PAGE = 100


async def tasks_from(
    client: AsyncClient, split: str, begin: int, count: int
) -> tuple[list[int], int]:
    """Indices of the next `count` tasks from `begin` on, and the index after the last of them."""
    found: list[int] = []
    while True:
        page = {"env": dialect.ENVIRONMENT, "split": split, "from": begin, "limit": PAGE}
        tasks = (await client.call("task.list", **page))["tasks"]
        if not tasks:
            raise ValueError(f"{split} has {len(found)} tasks of these levels, {count} are needed")
        for task in tasks:
            if task["difficulty"] <= LEVEL_MAX:
                found.append(begin)
            begin += 1
            if len(found) == count:
                return found, begin
