"""Starts the built server with a config of its own, for checks that need one."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx

from report import expect

ROOT = Path(__file__).parents[2]
WORK = Path(os.environ["WORK"])
START_SECONDS = 120


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def until_healthy(url: str, process: subprocess.Popen) -> bool:
    for _ in range(START_SECONDS * 4):
        if process.poll() is not None:
            return False
        try:
            if httpx.get(f"{url}/health", timeout=5).status_code == 200:
                return True
        except httpx.HTTPError:
            pass
        time.sleep(0.25)
    return False


@contextmanager
def served(config: Path) -> Iterator[str]:
    log = WORK / f"{config.stem}-server.log"
    command = ["node", "bin/backchannel", "serve", "--port", "0", "--db", ":memory:"]
    with log.open("w") as out:
        server = subprocess.Popen([*command, "--config", config], cwd=ROOT, stdout=out, stderr=out)
    try:
        for _ in range(START_SECONDS * 4):
            words = log.read_text().split()
            found = [word for word in words if word.startswith("http://127.0.0.1:")]
            if found:
                yield found[0].rstrip("/.,")
                return
            if server.poll() is not None:
                break
            time.sleep(0.25)
        raise RuntimeError(log.read_text()[-2000:])
    finally:
        server.terminate()
        server.wait()


def conforms(env: str, config: Path, *flags: str) -> str:
    command = ["node", "bin/backchannel", "conformance", "--config", config, "--env", env]
    done = subprocess.run([*command, "--tasks", "1", *flags], cwd=ROOT, capture_output=True, text=True)
    expect(done.returncode == 0, f"{done.stdout[-1500:]}{done.stderr[-500:]}")
    print(done.stdout, file=sys.stderr)
    return done.stdout


def replays(url: str, episode: str) -> None:
    report = httpx.post(f"{url}/v1/episodes/{episode}/replay", json={}).json()
    expect(report["verdict"] == "consistent" and report["difference"] is None, f"{report}")
