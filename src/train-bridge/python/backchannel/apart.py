"""Work with tokenizers beside the event loop, and what a rollout's time went to."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import threading
from collections import deque
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import lru_cache, partial
from time import perf_counter
from typing import Any, TypeVar, cast
from weakref import WeakKeyDictionary

_Result = TypeVar("_Result")

#: How much is handed back at once, and after how many seconds at the latest.
WORKS_PER_PORTION = 16
SECONDS_PER_PORTION = 0.02


@dataclass(frozen=True)
class _Work:
    do: Callable[[], Any]
    loop: asyncio.AbstractEventLoop
    future: asyncio.Future[Any]


@dataclass(frozen=True)
class _Done:
    future: asyncio.Future[Any]
    result: Any = None
    error: BaseException | None = None
    seconds: float = 0.0

    def tell(self) -> None:
        if self.future.done():
            return
        if self.error is not None:
            self.future.set_exception(self.error)
        else:
            self.future.set_result((self.result, self.seconds))


class _Desk:
    """One thread that does what tokenizers are asked, in order, and answers in portions.

    One at a time: tokenizers share what they are set to. Waking the loop for each answer would cost
    it more than the rest of a turn does.
    """

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="backchannel-tokens")
        self._lock = threading.Lock()
        self._works: deque[_Work] = deque()
        self._is_at_work = False

    def hand(self, do: Callable[[], Any]) -> asyncio.Future[Any]:
        loop = asyncio.get_running_loop()
        work = _Work(do, loop, loop.create_future())
        with self._lock:
            self._works.append(work)
            starts, self._is_at_work = not self._is_at_work, True
        if starts:
            self._thread.submit(self._drain)
        return work.future

    def _drain(self) -> None:
        done: list[tuple[_Work, _Done]] = []
        begun = perf_counter()
        while True:
            with self._lock:
                work = self._works.popleft() if self._works else None
                if work is None:
                    self._is_at_work = False
            if work is not None:
                done.append((work, _done(work)))
            spent = perf_counter() - begun
            if work is None or len(done) >= WORKS_PER_PORTION or spent > SECONDS_PER_PORTION:
                _hand_back(done)
                done, begun = [], perf_counter()
            if work is None:
                return


def _done(work: _Work) -> _Done:
    started = perf_counter()
    try:
        return _Done(work.future, result=work.do(), seconds=perf_counter() - started)
    except BaseException as error:  # noqa: BLE001 - it belongs to whoever asked for the work
        return _Done(work.future, error=error)


class _Tray:
    """What is done for one event loop, which takes a portion of it in each of its turns.

    All at once would be a thousand rollouts in one turn, and nobody else's.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._done: deque[_Done] = deque()
        self._is_told = False

    def put(self, loop: asyncio.AbstractEventLoop, answers: list[_Done]) -> None:
        with self._lock:
            self._done.extend(answers)
            wakes, self._is_told = not self._is_told, True
        if wakes:
            # A loop that was closed meanwhile has nobody who waits.
            with contextlib.suppress(RuntimeError):
                loop.call_soon_threadsafe(self._take, loop)

    def _take(self, loop: asyncio.AbstractEventLoop) -> None:
        with self._lock:
            count = min(len(self._done), WORKS_PER_PORTION)
            portion = [self._done.popleft() for _ in range(count)]
            goes_on = self._is_told = bool(self._done)
        for answer in portion:
            answer.tell()
        if goes_on:
            loop.call_soon(self._take, loop)


#: Of the loops that are alive.
_trays: WeakKeyDictionary[asyncio.AbstractEventLoop, _Tray] = WeakKeyDictionary()


def _hand_back(done: list[tuple[_Work, _Done]]) -> None:
    by_loop: dict[asyncio.AbstractEventLoop, list[_Done]] = {}
    for work, answer in done:
        by_loop.setdefault(work.loop, []).append(answer)
    for loop, answers in by_loop.items():
        _trays.setdefault(loop, _Tray()).put(loop, answers)


_desk = _Desk()


@lru_cache(maxsize=1)
def keep_heap() -> None:
    """Takes what a trainer has imported out of the collector's way, once in a process.

    To look through all of torch and transformers takes it a quarter of a second, on the thread of
    the event loop as often as not.
    """
    gc.freeze()


@dataclass
class Spent:
    """Seconds of one rollout, by what they went to."""

    #: Templates and tokenizer at work, without waiting for their turn.
    tokenizer: float = 0.0
    #: Waiting for the server: openings, steps, the account.
    environment: float = 0.0
    #: Waiting for the model.
    model: float = 0.0

    async def on_tokens(self, work: Callable[..., _Result], *arguments: Any) -> _Result:
        """Does work with a tokenizer while the event loop goes on."""
        result, seconds = await _desk.hand(partial(work, *arguments))
        self.tokenizer += seconds
        return cast("_Result", result)

    async def on_environment(self, waited: Awaitable[_Result]) -> _Result:
        """Waits for the server."""
        started = perf_counter()
        try:
            return await waited
        finally:
            self.environment += perf_counter() - started

    async def on_model(self, waited: Awaitable[_Result]) -> _Result:
        """Waits for the model."""
        started = perf_counter()
        try:
            return await waited
        finally:
            self.model += perf_counter() - started

    @property
    def seconds(self) -> dict[str, float]:
        """As trainers' logs call them."""
        return {
            "tokenizer_seconds": self.tokenizer,
            "environment_seconds": self.environment,
            "model_seconds": self.model,
        }
