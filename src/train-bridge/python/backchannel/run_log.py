"""Reports a run from a training loop: its configuration, and values by step.

Reporting never blocks or ends training. Reports wait in a queue, and a thread sends them. Reports
that cannot be sent are dropped, with a warning.
"""

from __future__ import annotations

import json
import logging
import math
import os
import queue
import re
import threading
from collections.abc import Iterator, Mapping
from typing import Any

from . import client
from .errors import BackchannelError
from .trainer_options import TOKEN_VARIABLE, trainer_options

logger = logging.getLogger(__name__)

#: The most waiting reports. Further ones are dropped.
QUEUE_MAX = 10_000
#: Limits of the server for one call, and the lengths of texts and names (see `run.log`).
POINTS_MAX = 256
VALUES_MAX = 5_000
SETTINGS_MAX = 1_000
TEXT_MAX = 2_000
NAME_MAX = 120
#: The name of the number of values in a step that were not finite.
NOT_FINITE = "not_finite"

_FORBIDDEN = re.compile(r"[^\x21-\x2b\x2d-\x7e]")

Scalar = str | int | float | bool | None
_Entry = tuple[int, dict[str, float]] | dict[str, Scalar]


class RunLog:
    """The reports of one run. Close it at the end, so that the last ones are sent.

    :param url: address of the server
    :param run: name of the run, as its episodes have it in their group or in the label `run`
    :param token: a bearer token; by default the value of BACKCHANNEL_TOKEN
    """

    def __init__(self, url: str, run: str, *, token: str | None = None) -> None:
        self._url = url
        self._run = run
        self._token = token or os.environ.get(TOKEN_VARIABLE)
        self._entries: queue.Queue[_Entry | None] = queue.Queue(QUEUE_MAX)
        self._thread: threading.Thread | None = None
        self._has_warned = False

    def configure(self, configuration: Mapping[str, Any]) -> None:
        """Reports settings, with dots in the names of nested members."""
        self._put(flatten_settings(configuration))

    def log(self, step: int, values: Mapping[str, Any]) -> None:
        """Reports the values of a step that are numbers."""
        numbers = numeric_values(values)
        if numbers:
            self._put((int(step), numbers))

    def close(self, timeout: float = 10.0) -> None:
        """Waits until everything is sent, or until the timeout in seconds."""
        if self._thread is None:
            return
        self._put(None)
        self._thread.join(timeout)
        self._thread = None

    def _put(self, entry: _Entry | None) -> None:
        if self._thread is None:
            self._thread = threading.Thread(target=self._send_all, daemon=True)
            self._thread.start()
        try:
            self._entries.put_nowait(entry)
        except queue.Full:
            self._warn("the server accepts reports too slowly")

    def _send_all(self) -> None:
        try:
            with client.connect(self._url, token=self._token, **trainer_options()) as server:
                for batch in self._batches():
                    try:
                        server.call("run.log", None, run=self._run, **batch)
                    except BackchannelError as error:
                        self._warn(str(error))
        except (BackchannelError, OSError, ValueError) as error:
            self._warn(str(error))

    def _batches(self) -> Iterator[dict[str, Any]]:
        """The waiting reports, combined into calls, until the log is closed."""
        waiting: _Entry | None = self._entries.get()
        while waiting is not None:
            points: list[dict[str, Any]] = []
            configuration: dict[str, Scalar] = {}
            count = 0
            while waiting is not None and len(points) < POINTS_MAX and count < VALUES_MAX // 2:
                if isinstance(waiting, dict):
                    configuration.update(waiting)
                else:
                    points.append({"step": waiting[0], "values": waiting[1]})
                    count += len(waiting[1])
                if self._entries.empty():
                    yield {"points": points, "configuration": configuration}
                    points, configuration, count = [], {}, 0
                waiting = self._entries.get()
            if points or configuration:
                yield {"points": points, "configuration": configuration}

    def _warn(self, why: str) -> None:
        if not self._has_warned:
            logger.warning("run %s is not reported to %s: %s", self._run, self._url, why)
        self._has_warned = True


def numeric_values(values: Mapping[str, Any]) -> dict[str, float]:
    """The finite numbers among the values, and the number of values that were not finite."""
    numbers: dict[str, float] = {}
    not_finite = 0
    for name, value in values.items():
        if isinstance(value, str):
            continue
        try:
            number = float(value)
        except (TypeError, ValueError, OverflowError, RuntimeError):
            continue
        if math.isfinite(number):
            numbers[_name(name)] = number
        else:
            not_finite += 1
    return {**numbers, NOT_FINITE: not_finite} if not_finite else numbers


def flatten_settings(configuration: Mapping[str, Any]) -> dict[str, Scalar]:
    """The settings, with dots in the names of nested members."""
    settings = {_name(name): _scalar(value) for name, value in _flat(configuration, "")}
    return dict(list(settings.items())[:SETTINGS_MAX])


def _flat(value: Mapping[Any, Any], path: str) -> Iterator[tuple[str, Any]]:
    for name, member in value.items():
        if isinstance(member, Mapping):
            yield from _flat(member, f"{path}{name}.")
        else:
            yield f"{path}{name}", member


def _scalar(value: Any) -> Scalar:
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, (int, float)):
        # NaN is in no range, and integers may be too large for `math.isfinite`.
        return value if -1e300 < value < 1e300 else str(value)
    text = value if isinstance(value, str) else _text(value)
    return text.encode("utf-8", "replace").decode()[:TEXT_MAX]


def _text(value: Any) -> str:
    try:
        return json.dumps(value, default=str)
    except (TypeError, ValueError):
        # A key that JSON does not have, or a value that contains itself.
        return str(value)


def _name(name: Any) -> str:
    return _FORBIDDEN.sub("_", str(name))[:NAME_MAX] or "_"
