"""Runs tokenizers in a thread beside the event loop, and measures a rollout's time."""

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

#: Maximum results per portion, and maximum seconds until a portion is returned.
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

    def resolve(self) -> None:
        if self.future.done():
            return
        if self.error is not None:
            self.future.set_exception(self.error)
        else:
            self.future.set_result((self.result, self.seconds))


class _Desk:
    """One thread that runs tokenizer work in order and returns results in portions.

    Work runs one at a time, because tokenizers have shared settings. Waking the loop for each
    result would cost more than the rest of a turn.
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
        results: list[tuple[_Work, _Done]] = []
        begun = perf_counter()
        while True:
            with self._lock:
                work = self._works.popleft() if self._works else None
                if work is None:
                    self._is_at_work = False
            if work is not None:
                results.append((work, _done(work)))
            seconds = perf_counter() - begun
            if work is None or len(results) >= WORKS_PER_PORTION or seconds > SECONDS_PER_PORTION:
                _hand_back(results)
                results, begun = [], perf_counter()
            if work is None:
                return


def _done(work: _Work) -> _Done:
    start = perf_counter()
    try:
        return _Done(work.future, result=work.do(), seconds=perf_counter() - start)
    except StopIteration as error:
        # A future refuses this exception, and the results after it would never be returned.
        return _Done(work.future, error=RuntimeError(f"the work raised {error!r}"))
    except BaseException as error:  # noqa: BLE001 - it belongs to whoever asked for the work
        return _Done(work.future, error=error)


class _Tray:
    """Finished work of one event loop, which takes one portion per iteration.

    Taking everything at once could block the loop for a thousand rollouts.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._done: deque[_Done] = deque()
        self._is_scheduled = False

    def put(self, loop: asyncio.AbstractEventLoop, answers: list[_Done]) -> None:
        with self._lock:
            self._done.extend(answers)
            wakes, self._is_scheduled = not self._is_scheduled, True
        if wakes:
            # Nobody waits in a loop that has been closed.
            with contextlib.suppress(RuntimeError):
                loop.call_soon_threadsafe(self._take, loop)

    def _take(self, loop: asyncio.AbstractEventLoop) -> None:
        with self._lock:
            count = min(len(self._done), WORKS_PER_PORTION)
            portion = [self._done.popleft() for _ in range(count)]
            goes_on = self._is_scheduled = bool(self._done)
        for answer in portion:
            answer.resolve()
        if goes_on:
            loop.call_soon(self._take, loop)


#: Trays of the running loops.
_trays: WeakKeyDictionary[asyncio.AbstractEventLoop, _Tray] = WeakKeyDictionary()


def _hand_back(results: list[tuple[_Work, _Done]]) -> None:
    by_loop: dict[asyncio.AbstractEventLoop, list[_Done]] = {}
    for work, answer in results:
        by_loop.setdefault(work.loop, []).append(answer)
    for loop, answers in by_loop.items():
        _trays.setdefault(loop, _Tray()).put(loop, answers)


_desk = _Desk()


@lru_cache(maxsize=1)
def keep_heap() -> None:
    """Excludes a trainer's imported modules from garbage collection, once per process.

    A collection over torch and transformers takes a quarter of a second, often on the thread
    of the event loop.
    """
    gc.freeze()


@dataclass
class Spent:
    """Seconds that one rollout spent, by activity."""

    #: Templates and tokenizer, without queueing.
    tokenizer: float = 0.0
    #: Waiting for the server: openings, steps, the account.
    environment: float = 0.0
    #: Waiting for the model.
    model: float = 0.0

    async def on_tokens(self, work: Callable[..., _Result], *arguments: Any) -> _Result:
        """Runs tokenizer work while the event loop continues."""
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
        """The names of trainers' logs."""
        return {
            "tokenizer_seconds": self.tokenizer,
            "environment_seconds": self.environment,
            "model_seconds": self.model,
        }
