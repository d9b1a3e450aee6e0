"""Guards that a thousand calls at once leave turns of the event loop to everybody else."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any

import pytest

from backchannel import aio
from backchannel.link import CALLS_PER_ITERATION, Link
from backchannel.tokenizer_thread import WORKS_PER_PORTION, Spent
from backchannel.turnstile import Turnstile


class Turns:
    """Counts turns of the event loop, and what happens in each."""

    def __init__(self) -> None:
        self.now = 0
        self.seen: Counter[int] = Counter()

    async def count(self) -> None:
        while True:
            await asyncio.sleep(0)
            self.now += 1

    def mark(self) -> None:
        self.seen[self.now] += 1


def test_a_limited_number_passes_per_iteration_in_order() -> None:
    async def scenario() -> tuple[Turns, list[int]]:
        turns, stile, passed = Turns(), Turnstile(8), list[int]()

        async def come(number: int) -> None:
            await stile.enter()
            turns.mark()
            passed.append(number)

        counting = asyncio.create_task(turns.count())
        tasks = [asyncio.create_task(come(number)) for number in range(50)]
        await asyncio.sleep(0)
        for number in range(20, 30):
            tasks[number].cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        # Nobody has come for a while: who comes then need not wait.
        for _ in range(3):
            await asyncio.sleep(0)
        await asyncio.wait_for(stile.enter(), 60)
        counting.cancel()
        return turns, passed

    turns, passed = asyncio.run(scenario())
    assert passed == [*range(20), *range(30, 50)]
    assert max(turns.seen.values()) <= 8 and len(turns.seen) == 5


def test_simultaneous_openings_begin_a_few_at_a_time(
    server_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario() -> Turns:
        turns = Turns()
        post = Link._post
        monkeypatch.setattr(Link, "_post", lambda link, call: (turns.mark(), post(link, call)))
        async with await aio.connect(server_url) as client:
            counting = asyncio.create_task(turns.count())
            opened = (client.open("mock-v1", split="train", index=n) for n in range(300))
            for episode in await asyncio.gather(*opened):
                await episode.close("abandoned")
            counting.cancel()
        return turns

    turns = asyncio.run(scenario())
    assert sum(turns.seen.values()) == 600
    assert max(turns.seen.values()) <= CALLS_PER_ITERATION


def test_results_of_the_tokenizer_thread_arrive_in_portions() -> None:
    async def scenario() -> Turns:
        turns = Turns()

        async def work(number: int) -> int:
            done = await Spent().on_tokens(lambda: number)
            turns.mark()
            return done

        counting = asyncio.create_task(turns.count())
        assert await asyncio.gather(*map(work, range(500))) == list(range(500))
        counting.cancel()
        return turns

    turns = asyncio.run(scenario())
    assert max(turns.seen.values()) <= WORKS_PER_PORTION


def test_no_result_of_the_tokenizer_thread_is_lost_after_an_error() -> None:
    """Not even after the one exception that a future refuses."""

    def fail() -> int:
        return next(iter(()))

    async def scenario() -> list[Any]:
        works = [fail if number == 3 else int for number in range(100)]
        results = (Spent().on_tokens(work) for work in works)
        return await asyncio.wait_for(asyncio.gather(*results, return_exceptions=True), 60)

    results = asyncio.run(scenario())
    assert repr(results.pop(3)) == "RuntimeError('the work raised StopIteration()')"
    assert results == [0] * 99
