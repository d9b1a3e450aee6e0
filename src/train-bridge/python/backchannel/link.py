"""A WebSocket connection that reconnects by itself and repeats pending calls."""

from __future__ import annotations

import asyncio
import itertools
import json
import random
from collections.abc import Awaitable, Iterable
from dataclasses import dataclass
from typing import Any

from websockets.asyncio.client import connect
from websockets.exceptions import InvalidHandshake, InvalidStatus

from .errors import BackchannelError, rpc_failure
from .options import SUBPROTOCOL, Options
from .turnstile import Turnstile
from .version import HEADER, compare_with
from .wire import ANSWER_BYTES_MAX, Connection, decode, encode

#: The most calls that are sent in one iteration of the event loop.
CALLS_PER_ITERATION = 64

#: The method whose calls may share a frame.
STEP = "episode.step"

REFUSALS = {
    401: ("auth/unauthenticated", "Give the client a token that the server knows."),
    403: ("auth/forbidden", "The server refuses this Host or Origin; see its configuration."),
    404: ("client/bad_url", "Check that the address is a Backchannel server."),
}

#: The closing code of a server that received a frame above its limit.
MESSAGE_TOO_BIG = 1009

#: The fault for calls that were not answered in time.
TIMEOUT = "client/timeout"

#: The fault for openings with `wait=False` that would have to wait for other rollouts.
WOULD_WAIT = "group/would_wait"


@dataclass(eq=False, slots=True)
class _Call:
    number: int
    method: str
    params: dict[str, Any]
    future: asyncio.Future[Any]
    retries: int = 0
    #: Set while the call waits for its next try after a retryable fault.
    timer: asyncio.TimerHandle | None = None

    text: bytes = b""

    def write(self) -> bool:
        """Encodes the call just before it is sent. Returns False if JSON cannot represent it."""
        head = {"jsonrpc": "2.0", "id": self.number, "method": self.method}
        try:
            self.text = encode({**head, "params": self.params})
        except (TypeError, ValueError, RecursionError) as error:
            if not self.future.done():
                self.future.set_exception(error)
            return False
        return True


class Link:
    """Sends calls and returns their results, even if the socket drops meanwhile.

    A pending call is sent again on every new socket. The server recognizes a repeated call by its
    open key or its seq, so nothing is lost or done twice.
    """

    def __init__(self, options: Options) -> None:
        self._options = options
        self._urls = options.socket_urls
        #: The index of the server to try next. It starts at random, to spread the load.
        self._next_url = random.randrange(len(self._urls))
        self._ids = itertools.count(1)
        self._calls: dict[int, _Call] = {}
        #: The calls to send, in order.
        self._outbox: dict[_Call, None] = {}
        self._is_sending = False
        self._socket: Connection | None = None
        self._reader: asyncio.Task[None] | None = None
        self._restarting: asyncio.Task[None] | None = None
        self._is_closed = False
        self._frame_steps = options.frame_steps
        self._turnstile = Turnstile(CALLS_PER_ITERATION)

    async def start(self) -> None:
        """Opens the first socket, or raises `BackchannelError`."""
        first = self._options.first_timeout
        await self._begin(self._options.connect_timeout if first is None else first)

    async def _begin(self, timeout: float) -> None:
        socket = await self._establish(timeout)
        if self._is_closed:
            await socket.close()
            raise closed_error()
        self._socket = socket
        self._reader = asyncio.create_task(self._read())

    async def call(self, method: str, params: dict[str, Any], timeout: float | None = None) -> Any:
        """Sends a call and waits for its result.

        :param timeout: seconds; None waits while the link works, which openings in a group need
        :raises BackchannelError: the fault that the server reported, or a `client/…` code
        """
        return await within(timeout, method, self._call(method, params))

    async def admit(self) -> None:
        """Waits for an iteration of the event loop in which few other calls have started."""
        await self._turnstile.enter()

    async def _call(self, method: str, params: dict[str, Any]) -> Any:
        await self.admit()
        if self._is_closed:
            raise closed_error()
        if self._reader is None or self._reader.done():
            # Reconnecting has failed before. This call tries again.
            await self._restart()
        number = next(self._ids)
        call = _Call(number, method, params, asyncio.get_running_loop().create_future())
        self._calls[number] = call
        try:
            self._post(call)
            return await call.future
        finally:
            self._calls.pop(number, None)
            self._outbox.pop(call, None)
            if call.timer is not None:
                call.timer.cancel()

    async def close(self) -> None:
        """Closes the link permanently. Pending calls fail with `client/closed`."""
        self._is_closed = True
        tasks = [task for task in (self._restarting, self._reader) if task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if self._socket is not None:
            await self._socket.close()
        self._fail_all(closed_error())

    async def _restart(self) -> None:
        """Opens a new socket. Calls share the attempt, and cancelling one does not stop it."""
        if self._restarting is None or self._restarting.done():
            self._restarting = asyncio.create_task(self._begin(self._options.reconnect_timeout))
            # Reads the exception, which asyncio would log if all waiting calls were cancelled.
            self._restarting.add_done_callback(lambda done: done.cancelled() or done.exception())
        try:
            await asyncio.shield(self._restarting)
        except asyncio.CancelledError:
            if self._is_closed:
                raise closed_error() from None
            raise

    def _post(self, call: _Call) -> None:
        """Sends a call, together with the others of this iteration of the event loop."""
        self._outbox[call] = None
        self._send_soon()

    def _send_soon(self) -> None:
        if not self._is_sending:
            self._is_sending = True
            asyncio.get_running_loop().call_soon(self._send)

    def _send(self) -> None:
        self._is_sending = False
        socket = self._socket
        if socket is None or not socket.is_open:
            # The reader posts all pending calls on the next socket.
            self._outbox.clear()
        elif socket.is_writable and self._outbox:
            batch = list(itertools.islice(self._outbox, CALLS_PER_ITERATION))
            for call in batch:
                del self._outbox[call]
            sent_calls = [call for call in batch if call.write()]
            socket.send_texts(_frames(sent_calls, self._frame_steps))
            if self._outbox:
                self._send_soon()

    async def _read(self) -> None:
        while True:
            if self._socket is not None:
                self._socket.serve(self._take, self._send_soon)
                await self._socket.wait_closed()
                if self._socket.close_code == MESSAGE_TOO_BIG:
                    self._shorten_frames()
            self._socket = None
            try:
                self._socket = await self._establish(self._options.reconnect_timeout)
            except BackchannelError as error:
                self._fail_all(error)
                return
            except Exception as error:
                # Without a reader, pending calls would never be answered.
                self._fail_all(BackchannelError("client/disconnected", str(error), retryable=True))
                raise
            for call in list(self._calls.values()):
                if call.timer is None:
                    self._post(call)

    def _shorten_frames(self) -> None:
        """Sends steps one by one if they shared frames. Otherwise the longest call fails."""
        sent = [call for call in self._calls.values() if call.text and call.timer is None]
        if self._frame_steps > 1:
            self._frame_steps = 1
        elif sent:
            longest = max(sent, key=lambda call: len(call.text))
            message = f"{longest.method} has {len(longest.text)} bytes, above the server's limit"
            hint = "Send less, or raise limits.payload_bytes_max of the server."
            error = BackchannelError("request/too_large", message, status=413, hint=hint)
            if not longest.future.done():
                longest.future.set_exception(error)

    def _take(self, message: bytes | str) -> int:
        """Passes the answers in a message to their callers and returns the number of answers."""
        decoded = decode(message)
        answers = decoded if isinstance(decoded, list) else [decoded]
        for answer in answers:
            if isinstance(answer, dict):
                self._settle(answer)
        return len(answers)

    def _settle(self, answer: dict[str, Any]) -> None:
        if answer.get("id") is None and self._frame_steps > 1:
            # The server refused a whole frame. Repeated steps are safe: it knows their seq.
            self._frame_steps = 1
            for step in [each for each in self._calls.values() if each.method == STEP]:
                if step.timer is None:
                    self._post(step)
            return
        call = self._calls.get(answer.get("id", 0))
        if call is None or call.future.done():
            return
        if "error" not in answer:
            call.future.set_result(answer.get("result"))
            return
        error = rpc_failure(answer["error"])
        can_retry = error.retryable and error.code != WOULD_WAIT
        if can_retry and call.retries < self._options.retries_max:
            loop = asyncio.get_running_loop()
            pause = self._options.pause(call.retries)
            call.retries += 1
            call.timer = loop.call_later(pause, self._send_again, call)
        else:
            call.future.set_exception(error)

    def _send_again(self, call: _Call) -> None:
        call.timer = None
        self._post(call)

    async def _establish(self, timeout: float) -> Connection:
        loop = asyncio.get_running_loop()
        deadline = loop.time() + timeout
        for tries in itertools.count():
            try:
                return await self._connect_once(max(0.05, deadline - loop.time()))
            except BackchannelError as error:
                if not error.retryable or loop.time() >= deadline:
                    raise
            await asyncio.sleep(min(self._options.pause(tries), max(0.0, deadline - loop.time())))
        raise AssertionError("unreachable")

    async def _connect_once(self, timeout: float) -> Connection:
        """Connects to one server. Each call of this method uses the next one."""
        url = self._urls[self._next_url % len(self._urls)]
        self._next_url += 1
        options = self._options
        headers = {} if options.token is None else {"Authorization": f"Bearer {options.token}"}
        try:
            socket = await connect(
                url,
                subprotocols=[SUBPROTOCOL],  # type: ignore[list-item]
                additional_headers=headers,
                compression=None,
                proxy=None,
                max_size=ANSWER_BYTES_MAX,
                open_timeout=min(timeout, options.connect_timeout),
                ping_interval=options.ping_interval,
                ping_timeout=options.ping_interval,
                create_connection=Connection,
            )
            assert isinstance(socket, Connection)
        except InvalidStatus as refusal:
            raise _refused(url, refusal) from None
        except (OSError, InvalidHandshake, asyncio.TimeoutError, TimeoutError) as error:
            message = f"{url} cannot be reached: {error or type(error).__name__}"
            hint = "Check the address, and that the server runs."
            raise BackchannelError(
                "client/disconnected", message, retryable=True, hint=hint
            ) from None

        await self._check_versions(socket, url)
        return socket

    async def _check_versions(self, socket: Connection, url: str) -> None:
        if socket.subprotocol != SUBPROTOCOL:
            await socket.close()
            message = f"{url} does not speak {SUBPROTOCOL}"
            hint = "Check the address, and install the package of the server's version."
            raise BackchannelError("client/protocol", message, hint=hint)
        if socket.response is not None:
            compare_with(socket.response.headers.get(HEADER))

    def _fail_all(self, error: BackchannelError) -> None:
        for call in list(self._calls.values()):
            if not call.future.done():
                call.future.set_exception(error)


def _frames(calls: Iterable[_Call], steps_max: int) -> list[bytes]:
    """The texts to send. Steps of different episodes share frames of up to `steps_max`."""
    if steps_max == 1:
        return [call.text for call in calls]
    single: list[bytes] = []
    steps: dict[str, _Call] = {}
    for call in calls:
        episode = call.params.get("episode_id", "")
        if call.method != STEP or episode in steps:
            single.append(call.text)
        else:
            steps[episode] = call
    texts = [step.text for step in steps.values()]
    parts = [texts[first : first + steps_max] for first in range(0, len(texts), steps_max)]
    return [*single, *(each[0] if len(each) == 1 else b"[%b]" % b",".join(each) for each in parts)]


def _refused(url: str, refusal: InvalidStatus) -> BackchannelError:
    response = refusal.response
    try:
        fault = json.loads(response.body or b"")
        message = str(fault.get("detail", fault.get("title", "")))
        return BackchannelError(
            str(fault["code"]),
            message,
            status=response.status_code,
            retryable=fault.get("retryable") is True,
            hint=str(fault.get("hint", "")),
        )
    except (ValueError, KeyError, AttributeError):
        fallback = ("client/bad_url", "Check that the address is a Backchannel server.")
        code, hint = REFUSALS.get(response.status_code, fallback)
        message = f"{url} answered the handshake with status {response.status_code}"
        retryable = response.status_code in (429, 502, 503, 504)
        return BackchannelError(
            code, message, status=response.status_code, retryable=retryable, hint=hint
        )


def closed_error() -> BackchannelError:
    """The failure of a call on a closed client."""
    return BackchannelError("client/closed", "the client is closed", hint="Connect again.")


async def within(timeout: float | None, method: str, answer: Awaitable[Any]) -> Any:
    """Waits for the answer of a call, for this many seconds at most if a number is given.

    :raises BackchannelError: `client/timeout`
    """
    if timeout is None:
        return await answer
    try:
        return await asyncio.wait_for(answer, timeout)
    except asyncio.TimeoutError:
        message = f"{method} was not answered within {timeout} s"
        hint = "The server may have executed it; send it again, or resume the episode."
        raise BackchannelError(TIMEOUT, message, hint=hint) from None
