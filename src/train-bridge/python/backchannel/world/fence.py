"""Keeps a world's mistakes within its own process. This is not a sandbox; see SECURITY.md."""

import fcntl
import os
import resource
import signal
import sys
import time
from collections.abc import Callable
from typing import Any

CHANNEL = 3
"""The descriptor on which a server starts a worker."""

_LOWEST = 100

_PROCESSES = ("fork", "forkpty", "posix_spawn", "spawn", "exec", "system")
_FILES = (
    *("remove", "rename", "rmdir", "mkdir", "link", "symlink", "truncate", "chmod", "chown"),
    *("utime", "setxattr", "removexattr"),
)
_NETWORK = ("connect", "bind", "sendto", "sendmsg", "getaddrinfo", "gethostbyname")
_REFUSED = frozenset(
    (
        *(f"os.{name}" for name in (*_PROCESSES, *_FILES)),
        *(f"socket.{name}" for name in _NETWORK),
        "subprocess.Popen",
        "pty.spawn",
    )
)
_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND


def take_channel() -> int:
    """Moves the channel to a high descriptor, and closes all other inherited descriptors."""
    channel = fcntl.fcntl(CHANNEL, fcntl.F_DUPFD_CLOEXEC, _LOWEST)
    os.closerange(CHANNEL, channel)
    os.closerange(channel + 1, 4096)
    return channel


def limit(memory_bytes: int) -> None:
    """Bounds memory, and forbids core files. Forbids further processes too, except for root."""
    _lower(resource.RLIMIT_AS, memory_bytes)
    _lower(resource.RLIMIT_CORE, 0)
    if hasattr(resource, "RLIMIT_NPROC"):
        _lower(resource.RLIMIT_NPROC, 0)


def _lower(kind: int, limit: int) -> None:
    _, hard = resource.getrlimit(kind)
    new_limit = limit if hard == resource.RLIM_INFINITY else min(limit, hard)
    try:
        resource.setrlimit(kind, (new_limit, new_limit))
    except (OSError, ValueError):
        pass  # Some systems lack a limit.


def forbid_outside_work() -> None:
    """Forbids the world to start or end processes, change files or use the network."""
    sys.addaudithook(_refuse)


def _refuse(event: str, arguments: tuple[Any, ...]) -> None:
    if event in _REFUSED:
        raise PermissionError(f"a world is pure functions: it may not use {event}")
    if event == "open":
        flags = arguments[2]
        if isinstance(flags, int) and flags & _WRITING:
            raise PermissionError("a world is pure functions: it may not write files")
    if event in ("os.kill", "os.killpg") and arguments[0] != os.getpid():
        raise PermissionError("a world is pure functions: it may not end other processes")


def alarm(milliseconds: int) -> None:
    """Lets the system end this process after this time. A new call replaces it; 0 cancels it."""
    signal.setitimer(signal.ITIMER_REAL, milliseconds / 1000)


def shift_clocks() -> None:
    """Shifts clocks by years, which exposes a world that reads one."""
    years = 12.3 * 365.25 * 86_400
    for name in (
        "time",
        "monotonic",
        "perf_counter",
        "process_time",
        "thread_time",
        "clock_gettime",
    ):
        _shift(name, years)
        _shift(f"{name}_ns", int(years * 1e9))
    for name in ("localtime", "gmtime", "ctime"):
        _read_shifted(name, lambda: time.time(), 0)
    _read_shifted("asctime", lambda: time.localtime(), 0)
    _read_shifted("strftime", lambda: time.localtime(), 1)
    _shift_dates(years)


def _shift(name: str, by: float) -> None:
    clock = getattr(time, name, None)
    # Some systems lack a clock.
    if clock is not None:
        setattr(time, name, lambda *arguments: clock(*arguments) + by)


def _read_shifted(name: str, now: Callable[[], Any], position: int) -> None:
    """Makes a function of `time` read a shifted clock where its argument for the time is missing."""
    function = getattr(time, name)

    def shifted(*arguments: Any) -> Any:
        is_given = len(arguments) > position and arguments[position] is not None
        return function(*arguments) if is_given else function(*arguments[:position], now())

    setattr(time, name, shifted)


def _shift_dates(seconds: float) -> None:
    import datetime

    delta = datetime.timedelta(seconds=seconds)

    class Datetime(datetime.datetime):
        @classmethod
        def now(cls, tz: datetime.tzinfo | None = None) -> Any:
            return super().now(tz) + delta

        @classmethod
        def utcnow(cls) -> Any:
            return super().now(datetime.timezone.utc).replace(tzinfo=None) + delta

        @classmethod
        def today(cls) -> Any:
            return cls.now()

    class Date(datetime.date):
        @classmethod
        def today(cls) -> Any:
            return Datetime.now().date()

    datetime.datetime = Datetime  # type: ignore[misc]
    datetime.date = Date  # type: ignore[misc]
