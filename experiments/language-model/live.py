"""A server of this checkout, for as long as a run needs one."""

from __future__ import annotations

import re
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def end_in_order() -> None:
    """A program that is told to end closes what it has started, as after Ctrl-C."""

    def end(*_: object) -> None:
        raise SystemExit(143)

    signal.signal(signal.SIGTERM, end)


@contextmanager
def serving(data: Path) -> Iterator[str]:
    """The address of a server on a free port, in memory, with the tasks of a folder."""
    command = ["node", "bin/backchannel", "serve", "--port", "0", "--db", ":memory:"]
    command += ["--data", str(data.resolve()), "--log-level", "error"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield _address(process)
        finally:
            process.terminate()


def _address(process: subprocess.Popen[str]) -> str:
    output = ""
    for line in process.stdout or ():
        output += line
        match = re.search(r"http://127\.0\.0\.1:\d+", line)
        if match:
            return match.group()
    raise RuntimeError(f"the server did not start: {output}")
