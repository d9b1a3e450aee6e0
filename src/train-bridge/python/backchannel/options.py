"""How to reach a server, and how patient to be."""

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

    #: `http://host:port`, or the same with `ws:`; a path in front of `/v1` is kept. Several servers
    #: of one store are separated by commas: the client turns to one of them, and to the next where
    #: it cannot be reached or drops the link.
    url: str
    #: A bearer token; servers on loopback may need none.
    token: str | None = None
    #: How long one try to connect may take, and the first connection if nothing else is said.
    connect_timeout: float = 10.0
    #: How long to try for the first connection; as long as one try, if left out.
    first_timeout: float | None = None
    #: How long to try after a drop before the calls under way are given up; a later call tries as
    #: long again.
    reconnect_timeout: float = 60.0
    #: Tries beyond the first after retryable faults, per call.
    retries_max: int = 10
    #: The first pause between tries; it doubles up to `back_off_max`.
    back_off: float = 0.1
    back_off_max: float = 5.0
    #: Steps of different episodes that are ready together share a frame of up to so many. It spares
    #: the server time, and is answered when its slowest step is: for worlds whose steps ask nobody.
    frame_steps: int = 1
    #: The server is asked for a sign of life this often, and given up after as long again.
    ping_interval: float = 20.0

    @property
    def socket_urls(self) -> list[str]:
        """The addresses of the sockets. Raises `client/bad_url` if one is none."""
        return [_socket_url(url) for url in re.split(r"\s*,\s*(?=[a-z]+:)", self.url)]

    def pause(self, tries: int) -> float:
        """The pause before a try: exponential, with jitter over its upper half."""
        ceiling = min(self.back_off_max, self.back_off * 2.0 ** min(tries, 30))
        return ceiling * (0.5 + random.random() / 2)


def _socket_url(url: str) -> str:
    parts = urlsplit(url)
    scheme = {"http": "ws", "https": "wss", "ws": "ws", "wss": "wss"}.get(parts.scheme)
    if scheme is None or not parts.hostname:
        hint = "Give an address such as http://127.0.0.1:8000."
        raise BackchannelError("client/bad_url", f"{url!r} is no address", hint=hint)
    path = parts.path.rstrip("/")
    if not path.endswith("/v1/ws"):
        path = f"{path}/v1/ws"
    return urlunsplit((scheme, parts.netloc, path, "", ""))
