"""Limits how many tasks continue per iteration of the event loop, so that none is blocked."""

from __future__ import annotations

import asyncio
from collections import deque


class Turnstile:
    """When the limit is reached, further tasks wait in order for the next iterations."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._passed = 0
        self._waiting: deque[asyncio.Future[None]] = deque()
        self._is_scheduled = False

    async def enter(self) -> None:
        """Returns in this iteration of the event loop, or in a later one."""
        loop = asyncio.get_running_loop()
        if not self._is_scheduled:
            self._is_scheduled = True
            loop.call_soon(self._next_iteration, loop)
        if self._passed < self._most and not self._waiting:
            self._passed += 1
            return
        future = loop.create_future()
        self._waiting.append(future)
        await future

    def _next_iteration(self, loop: asyncio.AbstractEventLoop) -> None:
        self._passed = 0
        while self._waiting and self._passed < self._most:
            future = self._waiting.popleft()
            # A cancelled task does not count.
            if not future.done():
                future.set_result(None)
                self._passed += 1
        self._is_scheduled = self._passed > 0
        if self._is_scheduled:
            loop.call_soon(self._next_iteration, loop)
