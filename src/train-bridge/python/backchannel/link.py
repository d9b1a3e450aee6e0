"""A socket that reconnects automatically, and its pending calls."""

from __future__ import annotations

import asyncio
import itertools
import json
import random
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from websockets.asyncio.client import connect
from websockets.exceptions import InvalidHandshake, InvalidStatus

from .errors import BackchannelError, rpc_failure
from .options import SUBPROTOCOL, Options
from .turnstile import Turnstile
from .version import HEADER, compare_with
from .wire import ANSWER_BYTES_MAX, Connection, decode, encode

#: Calls that go out together before others have their turn.
CALLS_PER_TURN = 64

#: What may share a frame; a frame is answered when the slowest of it is done.
STEP = "episode.step"

REFUSALS = {
    401: ("auth/unauthenticated", "Give the client a token that the server knows."),
    403: ("auth/forbidden", "The server refuses this Host or Origin; see its configuration."),
    404: ("client/bad_url", "Check that the address is a Backchannel server."),
}

#: Said to those who asked not to wait: they have something else to do first.
WOULD_WAIT = "group/would_wait"


@dataclass(eq=False, slots=True)
class _Call:
    number: int
    method: str
    params: dict[str, Any]
    future: asyncio.Future[Any]
    retries: int = 0
    #: Set while the call waits to be tried again after a retryable fault.
    timer: asyncio.TimerHandle | None = None

    text: bytes = b""

    def write(self) -> bool:
        """Writes the text when it is sent, some at a time: a thousand at once hold up nobody."""
        head = {"jsonrpc": "2.0", "id": self.number, "method": self.method}
        try:
            self.text = encode({**head, "params": self.params})
        except (TypeError, ValueError, RecursionError) as error:
            if not self.future.done():
                self.future.set_exception(error)
            return False
        return True


class Link:
    """Sends calls and answers with what became of them, whatever happens to the socket meanwhile.

    A call is sent on every new socket until it is answered. The server knows a repeated one by its
    open key or its seq, so nothing is lost or done twice.
    """

    def __init__(self, options: Options) -> None:
        self._options = options
        self._urls = options.socket_urls
        #: Which server is turned to next; the first one is drawn, so that all get their share.
        self._turn = random.randrange(len(self._urls))
        self._ids = itertools.count(1)
        self._calls: dict[int, _Call] = {}
        #: Those that are to be sent, in order.
        self._outbox: dict[_Call, None] = {}
        self._is_sending = False
        self._socket: Connection | None = None
        self._reader: asyncio.Task[None] | None = None
        self._reviving: asyncio.Task[None] | None = None
        self._closed = False
        self._frame_steps = options.frame_steps
        self._turnstile = Turnstile(CALLS_PER_TURN)

    async def start(self) -> None:
        """Opens the first socket, or raises `BackchannelError`."""
        first = self._options.first_timeout
        await self._begin(self._options.connect_timeout if first is None else first)

    async def _begin(self, timeout: float) -> None:
        socket = await self._establish(timeout)
        if self._closed:
            await socket.close()
            raise _closed_error()
        self._socket = socket
        self._reader = asyncio.create_task(self._read())

    async def call(self, method: str, params: dict[str, Any], timeout: float | None = None) -> Any:
        """Sends a call and waits for its result.

        :param timeout: seconds; None waits as long as the link holds, as openings in a group need.
        :raises BackchannelError: the fault that the server reported, or a `client/…` code
        """
        if timeout is None:
            return await self._call(method, params)
        try:
            return await asyncio.wait_for(self._call(method, params), timeout)
        except asyncio.TimeoutError:
            message = f"{method} was not answered within {timeout} s"
            hint = "It may have been carried out; send it again, or resume the episode."
            raise BackchannelError("client/timeout", message, hint=hint) from None

    async def admit(self) -> None:
        """Waits for a turn of the event loop in which few others have begun something."""
        await self._turnstile.enter()

    async def _call(self, method: str, params: dict[str, Any]) -> Any:
        await self.admit()
        if self._closed:
            raise _closed_error()
        if self._reader is None or self._reader.done():
            # Nobody could be reached for a while; this call gives the server another chance.
            await self._revive()
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
        self._closed = True
        works = [work for work in (self._reviving, self._reader) if work is not None]
        for work in works:
            work.cancel()
        await asyncio.gather(*works, return_exceptions=True)
        if self._socket is not None:
            await self._socket.close()
        self._fail_all(_closed_error())

    async def _revive(self) -> None:
        """Tries for a new socket: one try for all calls that want one, whoever is cancelled."""
        if self._reviving is None or self._reviving.done():
            self._reviving = asyncio.create_task(self._begin(self._options.reconnect_timeout))
            # Whoever waits for it is told; nobody may be left to be.
            self._reviving.add_done_callback(lambda done: done.cancelled() or done.exception())
        try:
            await asyncio.shield(self._reviving)
        except asyncio.CancelledError:
            if self._closed:
                raise _closed_error() from None
            raise

    def _post(self, call: _Call) -> None:
        """Sends a call with all others of this turn of the event loop."""
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
            # The reader sends them on the next socket: it knows all calls under way.
            self._outbox.clear()
        elif socket.is_writable and self._outbox:
            together = list(itertools.islice(self._outbox, CALLS_PER_TURN))
            for call in together:
                del self._outbox[call]
            written = [call for call in together if call.write()]
            socket.send_texts(_frames(written, self._frame_steps))
            if self._outbox:
                self._send_soon()

    async def _read(self) -> None:
        while True:
            if self._socket is not None:
                self._socket.serve(self._take, self._send_soon)
                await self._socket.wait_closed()
            self._socket = None
            try:
                self._socket = await self._establish(self._options.reconnect_timeout)
            except BackchannelError as error:
                self._fail_all(error)
                return
            for call in list(self._calls.values()):
                if call.timer is None:
                    self._post(call)

    def _take(self, message: bytes | str) -> int:
        """Passes the answers in a message to their callers and returns the number of answers."""
        given = decode(message)
        answers = given if isinstance(given, list) else [given]
        for answer in answers:
            if isinstance(answer, dict):
                self._settle(answer)
        return len(answers)

    def _settle(self, answer: dict[str, Any]) -> None:
        if answer.get("id") is None and self._frame_steps > 1:
            # A frame was refused whole; the server knows those steps of it that were played.
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
        is_tried_again = error.retryable and error.code != WOULD_WAIT
        if is_tried_again and call.retries < self._options.retries_max:
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
        until = loop.time() + timeout
        for tries in itertools.count():
            try:
                return await self._connect_once(max(0.05, until - loop.time()))
            except BackchannelError as error:
                if not error.retryable or loop.time() >= until:
                    raise
            await asyncio.sleep(min(self._options.pause(tries), max(0.0, until - loop.time())))
        raise AssertionError("unreachable")

    async def _connect_once(self, timeout: float) -> Connection:
        """Turns to one server; the next try, now or after a drop, turns to the next one."""
        url = self._urls[self._turn % len(self._urls)]
        self._turn += 1
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
            hint = "Check the address, and take a package of the server's version."
            raise BackchannelError("client/protocol", message, hint=hint)
        if socket.response is not None:
            compare_with(socket.response.headers.get(HEADER))

    def _fail_all(self, error: BackchannelError) -> None:
        for call in list(self._calls.values()):
            if not call.future.done():
                call.future.set_exception(error)


def _frames(calls: Iterable[_Call], steps_max: int) -> list[bytes]:
    """The texts to send: steps of different episodes share frames of up to so many."""
    if steps_max == 1:
        return [call.text for call in calls]
    alone: list[bytes] = []
    steps: dict[str, _Call] = {}
    for call in calls:
        episode = call.params.get("episode_id", "")
        if call.method != STEP or episode in steps:
            alone.append(call.text)
        else:
            steps[episode] = call
    texts = [step.text for step in steps.values()]
    cut = [texts[first : first + steps_max] for first in range(0, len(texts), steps_max)]
    return [*alone, *(each[0] if len(each) == 1 else b"[%b]" % b",".join(each) for each in cut)]


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


def _closed_error() -> BackchannelError:
    return BackchannelError("client/closed", "the client is closed", hint="Connect again.")
