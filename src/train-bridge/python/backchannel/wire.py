"""Encodes messages as JSON, and sends and receives them in WebSocket frames.

`websockets` opens and closes the connection and answers pings. Messages bypass it, because this
module handles them in a third of the time.

`orjson` is a dependency for speed only. The standard `json` replaces it if it is missing, and for
the few values that the two write differently.
"""

from __future__ import annotations

import json
import os
import struct
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any

from websockets.asyncio.client import ClientConnection
from websockets.protocol import State

try:
    import orjson
except ImportError:
    orjson = None  # type: ignore[assignment]

try:
    from websockets.speedups import apply_mask
except ImportError:
    from websockets.utils import apply_mask

#: The maximum size of an answer in bytes.
ANSWER_BYTES_MAX = 64 * 1024 * 1024

#: The most answers that are handled in one iteration of the event loop.
ANSWERS_PER_ITERATION = 64

_SWITCHED = b"HTTP/1.1 101"
_HEAD_END = b"\r\n\r\n"


def encode(message: Any) -> bytes:
    """The JSON text of a message, as `json` would write it.

    :raises TypeError: if JSON cannot represent a value
    :raises ValueError: if a number is not finite
    """
    if orjson is None:
        return _encode_slowly(message)
    try:
        text = orjson.dumps(message, option=_AS_JSON)
    except TypeError:
        # Half a surrogate pair, a number beyond 64 bits, or a key that is not a string.
        return _encode_slowly(message)
    # orjson writes NaN as null, which the server would take for a missing value.
    return _encode_slowly(message) if b"null" in text else text


def _encode_slowly(message: Any) -> bytes:
    return json.dumps(message, allow_nan=False).encode()


_AS_JSON = (
    0 if orjson is None else orjson.OPT_PASSTHROUGH_DATACLASS | orjson.OPT_PASSTHROUGH_DATETIME
)


def decode(text: bytes | str) -> Any:
    """The value of a JSON text.

    :raises ValueError: if the text is not valid JSON
    """
    if orjson is not None:
        try:
            return orjson.loads(text)
        except ValueError:
            # `json` accepts half a surrogate pair.
            pass
    return json.loads(text)


def frame(text: bytes, key: bytes) -> bytes:
    """The frame of a whole text message from a client.

    :param key: the four bytes of the mask
    """
    length = len(text)
    if length < 126:
        head = struct.pack("!BB", 0x81, 0x80 | length)
    elif length < 65_536:
        head = struct.pack("!BBH", 0x81, 0xFE, length)
    else:
        head = struct.pack("!BBQ", 0x81, 0xFF, length)
    return head + key + apply_mask(text, key)


class Connection(ClientConnection):
    """A connection that passes its messages to a function, a few per event loop iteration."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        #: Handles a message and returns the number of answers in it.
        self._take: Callable[[bytes], int] | None = None
        self._when_writable: Callable[[], None] | None = None
        self._head: bytes | None = b""
        self._unread = bytearray()
        #: The first frames of a message that has not ended yet.
        self._partial: bytearray | None = None
        self._inbox: deque[bytes] = deque()
        self._is_full = False
        self._is_delivering = False

    def serve(self, take: Callable[[bytes], int], when_writable: Callable[[], None]) -> None:
        """Sets the message handler and the callback for when the socket is writable."""
        self._take, self._when_writable = take, when_writable
        self._deliver()

    @property
    def is_writable(self) -> bool:
        """Whether messages can be sent now."""
        return not self._is_full and self.is_open

    @property
    def is_open(self) -> bool:
        """Whether frames can be sent."""
        return self.protocol.state is State.OPEN and not self.transport.is_closing()

    def send_texts(self, texts: Sequence[bytes]) -> None:
        """Sends messages with one system call."""
        keys = os.urandom(4 * len(texts))
        frames = [frame(text, keys[4 * n : 4 * n + 4]) for n, text in enumerate(texts)]
        self.transport.write(b"".join(frames))

    def pause_writing(self) -> None:
        super().pause_writing()
        self._is_full = True

    def resume_writing(self) -> None:
        super().resume_writing()
        self._is_full = False
        if self._when_writable is not None:
            self._when_writable()

    def data_received(self, data: bytes) -> None:
        if self._head is not None:
            data = self._pass_handshake(data)
        if not data:
            return
        self._unread += data
        used_bytes = self._read_frames()
        if used_bytes < 0:
            # The server violates the protocol, so treat the connection as lost.
            self.transport.abort()
            return
        del self._unread[:used_bytes]
        if not self._is_delivering:
            self._deliver()

    def _pass_handshake(self, data: bytes) -> bytes:
        """Passes the response to the handshake to `websockets`, and returns what follows it."""
        assert self._head is not None
        received = len(self._head)
        self._head = (self._head + data)[: 1 << 17]
        end = self._head.find(_HEAD_END)
        if end < 0 or not self._head.startswith(_SWITCHED):
            super().data_received(data)
            return b""
        head_bytes = end + len(_HEAD_END) - received
        self._head = None
        super().data_received(data[:head_bytes])
        return data[head_bytes:]

    def _read_frames(self) -> int:
        """Reads all complete frames and returns their size in bytes; -1 for an invalid frame."""
        unread, offset = self._unread, 0
        while len(unread) - offset >= 2:
            first, length = unread[offset], unread[offset + 1]
            start = offset + 2
            if length >= 126:
                start += 2 if length == 126 else 8
                if length > 127 or len(unread) < start:
                    return -1 if length > 127 else offset
                length = int.from_bytes(unread[offset + 2 : start], "big")
            if first & 0x70 or length > ANSWER_BYTES_MAX:
                return -1
            end = start + length
            if len(unread) < end:
                break
            if first & 0x08:
                super().data_received(bytes(unread[offset:end]))
            elif not self._add(first, bytes(unread[start:end])):
                return -1
            offset = end
        return offset

    def _add(self, first: int, payload: bytes) -> bool:
        """Adds a frame of a message. Returns False for an unexpected or too large one."""
        is_last, is_continuation = bool(first & 0x80), first & 0x0F == 0
        if first & 0x0F > 2 or is_continuation != (self._partial is not None):
            return False
        if is_last and not is_continuation:
            self._inbox.append(payload)
            return True
        self._partial = bytearray() if self._partial is None else self._partial
        self._partial += payload
        if len(self._partial) > ANSWER_BYTES_MAX:
            return False
        if is_last:
            self._inbox.append(bytes(self._partial))
            self._partial = None
        return True

    def _deliver(self) -> None:
        """Handles some messages. While others wait, it reads nothing more from the socket."""
        self._is_delivering = False
        if self._take is None:
            return
        remaining = ANSWERS_PER_ITERATION
        while self._inbox and remaining > 0:
            try:
                remaining -= self._take(self._inbox.popleft())
            except ValueError:
                # The message is not valid JSON.
                self.transport.abort()
                return
        if self._inbox:
            self._is_delivering = True
            self.transport.pause_reading()
            self.loop.call_soon(self._deliver)
        else:
            self.transport.resume_reading()
