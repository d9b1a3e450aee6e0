"""Addresses, timeouts and retries of a connection."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass
from urllib.parse import urlsplit, urlunsplit

from .errors import BackchannelError

SUBPROTOCOL = "backchannel.v1"


@dataclass(frozen=True)
class Options:
    """Times are seconds."""

    #: `http://host:port`, or the same with `ws:`. A path before `/v1` stays. Commas separate
    #: servers of one store: the client uses one, and moves to the next if a connection fails.
    url: str
    #: A bearer token. Servers on loopback may need none.
    token: str | None = None
    #: How long one attempt to connect may take.
    connect_timeout: float = 10.0
    #: How long to try for the first connection; None means `connect_timeout`.
    first_timeout: float | None = None
    #: How long to try to reconnect before pending calls fail. A later call tries as long again.
    reconnect_timeout: float = 60.0
    #: How often a call is retried after retryable faults.
    retries_max: int = 10
    #: The first pause between tries; it doubles up to `back_off_max`.
    back_off: float = 0.1
    back_off_max: float = 5.0
    #: The most steps of different episodes that may share a frame. Frames save the server time, but
    #: each is answered when its slowest step is. So use them if steps wait for nothing outside.
    frame_steps: int = 1
    #: How often the client pings the server. No answer within this time drops the connection.
    ping_interval: float = 20.0

    @property
    def socket_urls(self) -> list[str]:
        """The WebSocket addresses. Raises `client/bad_url` for an invalid one."""
        return [_socket_url(url) for url in re.split(r"\s*,\s*(?=[a-z]+:)", self.url)]

    def pause(self, tries: int) -> float:
        """Seconds before the next try: exponential, with jitter over the upper half."""
        ceiling = min(self.back_off_max, self.back_off * 2.0 ** min(tries, 30))
        return ceiling * (0.5 + random.random() / 2)


def _socket_url(url: str) -> str:
    parts = urlsplit(url)
    scheme = {"http": "ws", "https": "wss", "ws": "ws", "wss": "wss"}.get(parts.scheme)
    if scheme is None or not parts.hostname:
        hint = "Give an address such as http://127.0.0.1:8000."
        raise BackchannelError("client/bad_url", f"{url!r} is not an address", hint=hint)
    path = parts.path.rstrip("/")
    if not path.endswith("/v1/ws"):
        path = f"{path}/v1/ws"
    return urlunsplit((scheme, parts.netloc, path, "", ""))
