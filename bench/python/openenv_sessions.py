"""OpenEnv's own client: its echo on its stock server beside mock-v1 here, and many sessions at once.

The two servers take turns in short windows of one run. What counts is the CPU time of the server's
process, told by the system, so that the load generator's work is not in it. Ends with 1 where a
goal is missed.
"""

import argparse
import asyncio
import json
import os
import resource
import socket
import statistics
import subprocess
import sys
import time
from pathlib import Path

import httpx
from openenv.core.generic_client import GenericEnvClient

ROOT = Path(__file__).parents[2]
WORK = Path(os.environ["WORK"])
STEPS = 16
GOAL = 6
WAIT_MS = 1_000
TICKS = os.sysconf("SC_CLK_TCK")


class Served:
    """A server as a process of its own."""

    def __init__(self, name: str, process: subprocess.Popen, url: str, action: dict) -> None:
        self.name, self.process, self.url, self.action = name, process, url, action

    def cpu_seconds(self) -> float:
        stat = Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(stat[11]) + int(stat[12])) / TICKS

    def stop(self) -> None:
        self.process.kill()
        self.process.wait()


def called(name: str, **arguments: object) -> dict:
    return {"type": "call_tool", "tool_name": name, "arguments": arguments}


def stock() -> Served:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "uvicorn", "echo_env.server.app:app", "--port", str(port)]
    environment = {"PYTHONPATH": str(WORK / "OpenEnv/envs"), "MAX_CONCURRENT_ENVS": "4096"}
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    process = subprocess.Popen(
        [*command, "--log-level", "warning"], env=os.environ | environment, **quiet
    )
    url = f"http://127.0.0.1:{port}"
    for _ in range(240):
        try:
            httpx.get(f"{url}/health", timeout=2)
            break
        except httpx.HTTPError:
            time.sleep(0.5)
    return Served("stock echo", process, url, called("echo_message", message="hello"))


def ours() -> Served:
    log = WORK / "ours.log"
    command = ["node", "bin/backchannel", "serve", "--port", "0", "--db", str(WORK / "bench.db")]
    with log.open("w") as out:
        process = subprocess.Popen(
            [*command, "--log-level", "warn"], cwd=ROOT, stdout=out, stderr=out
        )
    for _ in range(240):
        found = [one for one in log.read_text().split() if one.startswith("http://127.0.0.1:")]
        if found:
            url = f"{found[0].rstrip('/.,')}/openenv/mock-v1"
            return Served("mock-v1 here", process, url, called("enter_code", code="none"))
        time.sleep(0.25)
    raise RuntimeError(log.read_text())


async def session(server: Served, deadline: float) -> int:
    steps = 0
    async with GenericEnvClient(base_url=server.url, connect_timeout_s=60) as client:
        while time.perf_counter() < deadline:
            await client.reset()
            for _ in range(STEPS):
                await client.step(server.action)
            steps += STEPS
    return steps


async def window(server: Served, sessions: int, seconds: float) -> tuple[float, float]:
    """Steps per CPU second of the server, and per second."""
    cpu_before, start = server.cpu_seconds(), time.perf_counter()
    until = start + seconds
    steps = sum(await asyncio.gather(*(session(server, until) for _ in range(sessions))))
    cpu, wall = server.cpu_seconds() - cpu_before, time.perf_counter() - start
    return steps / max(cpu, 1 / TICKS), steps / wall


async def at_once(server: Served, count: int) -> dict[str, object]:
    """Sessions that connect, reset, take a step that waits a second, and close."""
    waits = called("read_code", milliseconds=WAIT_MS)

    async def one() -> float:
        start = time.perf_counter()
        client = GenericEnvClient(base_url=server.url, connect_timeout_s=60)
        async with client:
            await client.reset()
            told = (await client.step(waits)).observation["text"]
        if "The label says" not in told:
            raise RuntimeError(told)
        return time.perf_counter() - start

    start, before = time.perf_counter(), server.cpu_seconds()
    outcomes = await asyncio.gather(*(one() for _ in range(count)), return_exceptions=True)
    failed = [outcome for outcome in outcomes if isinstance(outcome, BaseException)]
    took = sorted(outcome for outcome in outcomes if isinstance(outcome, float))
    return {
        "sessions": count,
        "failed": len(failed),
        "first_failure": repr(failed[0])[:300] if failed else None,
        "p50_seconds": round(took[len(took) // 2], 2) if took else None,
        "last_seconds": round(took[-1], 2) if took else None,
        "whole_seconds": round(time.perf_counter() - start, 2),
        "cpu_ms_per_session": round((server.cpu_seconds() - before) * 1000 / count, 2),
    }


async def measure(options: argparse.Namespace) -> bool:
    servers = (stock(), ours())
    is_good = True
    try:
        for sessions in options.sessions:
            samples: dict[str, list[tuple[float, float]]] = {one.name: [] for one in servers}
            for _ in range(options.rounds):
                for server in servers:
                    samples[server.name].append(await window(server, sessions, options.seconds))
            theirs, own_samples = (samples[one.name] for one in servers)
            ratios = [own_sample[0] / stock_sample[0] for own_sample, stock_sample in zip(own_samples, theirs)]
            ratio = statistics.median(ratios)
            is_good &= ratio >= GOAL or sessions < 64
            line = {
                "sessions": sessions,
                "ratio": round(ratio, 2),
                "ratios": [round(one, 2) for one in ratios],
                "stock_steps_per_cpu_second": round(statistics.median(one[0] for one in theirs)),
                "ours_steps_per_cpu_second": round(statistics.median(one[0] for one in own_samples)),
                "stock_steps_per_second": round(statistics.median(one[1] for one in theirs)),
                "ours_steps_per_second": round(statistics.median(one[1] for one in own_samples)),
                "load": round(os.getloadavg()[0], 1),
            }
            print(json.dumps(line), flush=True)
        outcome = await at_once(servers[1], options.count)
        is_good &= outcome["failed"] == 0
        print(json.dumps(outcome), flush=True)
    finally:
        for server in servers:
            server.stop()
    return is_good


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=4)
    parser.add_argument("--count", type=int, default=2048)
    parser.add_argument("--sessions", type=int, nargs="+", default=[1, 16, 64, 256])
    options = parser.parse_args()
    _, hard_limit = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard_limit, hard_limit))
    sys.exit(0 if asyncio.run(measure(options)) else 1)


main()
