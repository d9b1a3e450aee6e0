"""A real server, built from this checkout."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import threading
import time
from pathlib import Path

#: How long a server is away in tests of outages, in seconds.
AWAY = float(os.environ.get("BACKCHANNEL_OUTAGE_SECONDS", "0.5"))

TOKEN = "BACKCHANNEL_TOKEN"
ROOT = Path(__file__).resolve().parents[4]


class Server:
    """A server process that can be killed and started again on the same port and database."""

    def __init__(self, database: str, token: str | None = None, config: str | None = None) -> None:
        self._database = database
        #: A file of settings.
        self._config = config
        self._environment = {**os.environ} if token is None else {**os.environ, TOKEN: token}
        self._port = 0
        self._process: subprocess.Popen[str] | None = None
        self.url = ""
        #: How often it has been started.
        self.starts = 0
        self.start()

    def start(self) -> None:
        command = ["node", "bin/backchannel", "serve", "--port", str(self._port)]
        command += ["--db", self._database, "--log-level", "warn"]
        if self._config is not None:
            command += ["--config", self._config]
        self._process = subprocess.Popen(
            command,
            cwd=ROOT,
            env=self._environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self.starts += 1
        assert self._process.stdout is not None
        seen = ""
        for line in self._process.stdout:
            seen += line
            found = re.search(r"http://127\.0\.0\.1:(\d+)", line)
            if found:
                self.url, self._port = found.group(0), int(found.group(1))
                return
        raise RuntimeError(f"the server did not start: {seen}")

    def kill(self) -> None:
        if self._process is None:
            return
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()
        if self._process.stdout is not None:
            self._process.stdout.close()
        self._process = None


def away(server: Server) -> threading.Thread:
    """Kills the server, and starts it again after a while."""
    server.kill()

    def come_back() -> None:
        time.sleep(AWAY)
        server.start()

    thread = threading.Thread(target=come_back)
    thread.start()
    return thread
