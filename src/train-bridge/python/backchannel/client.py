"""The blocking client, which runs the asynchronous one in a thread."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine, Iterable, Mapping
from concurrent.futures import CancelledError
from typing import Any, TypeVar

from . import aio
from .aio import AsyncEpisode, Step
from .link import closed_error
from .turns import Event, Message, Turn

Result = TypeVar("Result")


def connect(url: str, *, token: str | None = None, **options: float) -> Client:
    """Connects to a server; see `backchannel.aio.connect`. Use it in a `with` statement."""
    loop = _Loop()
    try:
        return Client(loop, loop.run(aio.connect(url, token=token, **options)))
    except BaseException:
        loop.stop()
        raise


#: Seconds that closing a client waits for calls of other threads, which then fail.
CLOSE_SECONDS = 5.0


class _Loop:
    """An event loop on a daemon thread, for callers that have none."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._lock = threading.Lock()
        self._is_closed = False
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    @property
    def is_closed(self) -> bool:
        return self._is_closed

    def run(self, work: Coroutine[Any, Any, Result]) -> Result:
        with self._lock:
            if self._is_closed:
                work.close()
                raise closed_error()
            future = asyncio.run_coroutine_threadsafe(work, self._loop)
        try:
            return future.result()
        except BaseException as error:
            # An interrupt while waiting must not leave the call running.
            future.cancel()
            if isinstance(error, CancelledError) and self._is_closed:
                raise closed_error() from None
            raise

    def stop(self) -> None:
        with self._lock:
            if self._is_closed:
                return
            self._is_closed = True
            self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def _serve(self) -> None:
        self._loop.run_forever()
        tasks = asyncio.all_tasks(self._loop)
        if tasks:
            self._loop.run_until_complete(_end(tasks))


async def _end(tasks: set[asyncio.Task[Any]]) -> None:
    """Waits for the calls of other threads. They have failed, unless closing was interrupted."""
    _, unfinished = await asyncio.wait(tasks, timeout=CLOSE_SECONDS)
    for task in unfinished:
        task.cancel()
    if unfinished:
        await asyncio.wait(unfinished, timeout=CLOSE_SECONDS)


class Client:
    """A connection to a server. Made by `connect`; safe to use from several threads."""

    def __init__(self, loop: _Loop, client: aio.AsyncClient) -> None:
        self._loop = loop
        self._client = client

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Closes the connection. Episodes stay open. Further calls of `close` have no effect."""
        if self._loop.is_closed:
            return
        try:
            self._loop.run(self._client.close())
        finally:
            self._loop.stop()

    def call(self, method: str, timeout: float | None = None, /, **params: Any) -> Any:
        """Sends any call of the protocol, without the parameters that are None."""
        return self._loop.run(self._client.call(method, timeout, **params))

    def environments(self) -> list[dict[str, Any]]:
        """The environments that the server offers."""
        return self._loop.run(self._client.environments())

    def describe(self, env: str) -> dict[str, Any]:
        """Tools, limits, metrics and data of an environment."""
        return self._loop.run(self._client.describe(env))

    def open(self, env: str, **request: Any) -> Episode:
        """Opens an episode; the arguments are those of `AsyncClient.open`."""
        return Episode(self._loop, self._loop.run(self._client.open(env, **request)))

    def resume(self, episode_id: str, *, resume_key: str | None = None) -> Episode:
        """The current state of an episode. With a `resume_key`, also one of another client."""
        work = self._client.resume(episode_id, resume_key=resume_key)
        return Episode(self._loop, self._loop.run(work))

    def step_many(self, turns: Iterable[tuple[Episode, Turn]]) -> list[Step | Exception]:
        """Plays one turn in each of many episodes at once. A failed turn gives its exception."""

        async def gather() -> list[Step | Exception]:
            steps = [episode.inner.step(action) for episode, action in turns]
            return await asyncio.gather(*steps, return_exceptions=True)  # type: ignore[return-value]

        return self._loop.run(gather())


class Episode:
    """An episode on the server, played by blocking calls."""

    def __init__(self, loop: _Loop, inner: AsyncEpisode) -> None:
        self._loop = loop
        self.inner = inner

    @property
    def id(self) -> str:
        """The id of the episode on the server."""
        return self.inner.id

    @property
    def task(self) -> dict[str, Any]:
        """The public part of the task."""
        return self.inner.task

    @property
    def tools(self) -> list[dict[str, Any]]:
        """Tools that the agent may call, in the OpenAI form."""
        return self.inner.tools

    @property
    def condition(self) -> str:
        """`clean` or `guided`: whether the prompt shows earlier attempts of the group."""
        return self.inner.condition

    @property
    def messages(self) -> list[Message]:
        """The whole conversation so far."""
        return self.inner.messages

    @property
    def info(self) -> dict[str, Any]:
        """Score, metrics and end of the episode so far."""
        return self.inner.info

    @property
    def events(self) -> list[Event]:
        """The content of all messages as data for programs; see `AsyncEpisode.events`."""
        return self.inner.events

    @property
    def done(self) -> bool:
        """Whether the episode has ended."""
        return self.inner.done

    def step(
        self, action: Turn, timeout: float | None = None, *, model_version: str | None = None
    ) -> Step:
        """Plays one assistant turn; see `AsyncEpisode.step`."""
        return self._loop.run(self.inner.step(action, timeout, model_version=model_version))

    def use(self, tool: str, /, **arguments: Any) -> Step:
        """Plays a turn that makes one tool call."""
        return self.step(self.tool_turn(tool, arguments))

    def tool_turn(self, tool: str, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """The next turn, with one tool call."""
        function = {"name": tool, "arguments": dict(arguments)}
        call = {"id": f"call_{self.inner.next_seq}", "type": "function", "function": function}
        return {"tool_calls": [call]}

    def close(
        self, reason: str | None = None, *, fault: bool = False, timeout: float | None = None
    ) -> dict[str, Any]:
        """Ends the episode and returns its account; see `AsyncEpisode.close`."""
        return self._loop.run(self.inner.close(reason, fault=fault, timeout=timeout))

    def revoke_keys(self) -> dict[str, Any]:
        """Revokes all keys of the episode and returns new ones."""
        return self._loop.run(self.inner.revoke_keys())

    def fork(
        self, position: int, *, seed: int | None = None, labels: Mapping[str, str] | None = None
    ) -> Episode:
        """Opens an episode that begins with the first `position` steps of this one."""
        forked = self._loop.run(self.inner.fork(position, seed=seed, labels=labels))
        return Episode(self._loop, forked)
