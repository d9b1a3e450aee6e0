"""Calls and answers as bytes: the JSON of a message, the frames that carry it, and their socket.

`websockets` opens and closes the connection and answers pings. Messages do not pass through it:
they are most of what a busy link does, and take a third of the time here.

`orjson` is a dependency for its speed alone. Without it, and for the few values that it does not
write as the standard `json` does, `json` is used.
"""

from __future__ import annotations

import json
import os
import struct
from collections import deque
from collections.abc import Callable, Iterable
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

#: Answers that are taken before others have their turn of the event loop.
ANSWERS_PER_TURN = 64

_SWITCHED = b"HTTP/1.1 101"
_HEAD_END = b"\r\n\r\n"


def encode(message: Any) -> bytes:
    """The JSON text of a message, as `json` would write it.

    :raises TypeError: if JSON cannot represent a value
    """
    if orjson is None:
        return json.dumps(message).encode()
    try:
        text = orjson.dumps(message, option=_AS_JSON)
    except TypeError:
        # Half a character of two, a number beyond 64 bits, keys that are no texts.
        return json.dumps(message).encode()
    # A number that is none becomes null; `json` writes it so that the server refuses it.
    return json.dumps(message).encode() if b"null" in text else text


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
            # `json` reads half a character of two, too.
            pass
    return json.loads(text)


def frame(text: bytes, key: bytes) -> bytes:
    """A whole text message of a client; the key that masks it has four bytes."""
    length = len(text)
    if length < 126:
        head = struct.pack("!BB", 0x81, 0x80 | length)
    elif length < 65_536:
        head = struct.pack("!BBH", 0x81, 0xFE, length)
    else:
        head = struct.pack("!BBQ", 0x81, 0xFF, length)
    return head + key + apply_mask(text, key)


class Connection(ClientConnection):
    """A connection whose messages are handed to a function as they arrive, some at a time."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        #: Takes a message, and returns how many answers it held.
        self._take: Callable[[bytes], int] | None = None
        self._when_writable: Callable[[], None] | None = None
        self._head: bytes | None = b""
        self._unread = bytearray()
        #: The beginning of a message that came in several frames.
        self._begun: bytearray | None = None
        self._inbox: deque[bytes] = deque()
        self._is_full = False
        self._is_delivering = False

    def serve(self, take: Callable[[bytes], int], when_writable: Callable[[], None]) -> None:
        """Sets the message handler and the callback for when the socket is writable."""
        self._take, self._when_writable = take, when_writable
        self._deliver()

    @property
    def is_writable(self) -> bool:
        """Whether messages can be sent now: later, or never again, if not."""
        return not self._is_full and self.is_open

    @property
    def is_open(self) -> bool:
        return self.protocol.state is State.OPEN and not self.transport.is_closing()

    def send_texts(self, texts: Iterable[bytes]) -> None:
        """Sends messages with one system call."""
        listed = list(texts)
        keys = os.urandom(4 * len(listed))
        frames = [frame(text, keys[4 * n : 4 * n + 4]) for n, text in enumerate(listed)]
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
            data = self._shake_hands(data)
        if not data:
            return
        self._unread += data
        used = self._read_frames()
        if used < 0:
            # The server violates the protocol, so treat the connection as lost.
            self.transport.abort()
            return
        del self._unread[:used]
        if not self._is_delivering:
            self._deliver()

    def _shake_hands(self, data: bytes) -> bytes:
        """Hands the answer to the handshake on, and returns what follows it."""
        assert self._head is not None
        known = len(self._head)
        self._head = (self._head + data)[: 1 << 17]
        end = self._head.find(_HEAD_END)
        if end < 0 or not self._head.startswith(_SWITCHED):
            super().data_received(data)
            return b""
        rest = end + len(_HEAD_END) - known
        self._head = None
        super().data_received(data[:rest])
        return data[rest:]

    def _read_frames(self) -> int:
        """Reads whole frames, and returns how many bytes they are; -1 if they are wrong."""
        unread, place = self._unread, 0
        while len(unread) - place >= 2:
            first, length = unread[place], unread[place + 1]
            start = place + 2
            if length >= 126:
                start += 2 if length == 126 else 8
                if length > 127 or len(unread) < start:
                    return -1 if length > 127 else place
                length = int.from_bytes(unread[place + 2 : start], "big")
            if first & 0x70 or length > ANSWER_BYTES_MAX:
                return -1
            end = start + length
            if len(unread) < end:
                break
            if first & 0x08:
                super().data_received(bytes(unread[place:end]))
            elif not self._add(first, bytes(unread[start:end])):
                return -1
            place = end
        return place

    def _add(self, first: int, payload: bytes) -> bool:
        """Adds a frame of a message; answers False if it is out of place, or too much."""
        is_last, goes_on = bool(first & 0x80), first & 0x0F == 0
        if first & 0x0F > 2 or goes_on != (self._begun is not None):
            return False
        if is_last and not goes_on:
            self._inbox.append(payload)
            return True
        self._begun = bytearray() if self._begun is None else self._begun
        self._begun += payload
        if len(self._begun) > ANSWER_BYTES_MAX:
            return False
        if is_last:
            self._inbox.append(bytes(self._begun))
            self._begun = None
        return True

    def _deliver(self) -> None:
        """Hands on some messages; nothing more is read from the socket while others wait."""
        self._is_delivering = False
        if self._take is None:
            return
        left = ANSWERS_PER_TURN
        while self._inbox and left > 0:
            try:
                left -= self._take(self._inbox.popleft())
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
