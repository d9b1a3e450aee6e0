"""What a turn costs the Python process of a trainer: client and link, without tokenizer and model.

    python bench/python/turns.py --url http://127.0.0.1:8000 --rollouts 1024

All rollouts play on one event loop, as in a worker of verl. CPU is that of the whole process. A
timer of 5 ms tells the longest stall: how late it was, and how much CPU the loop's own thread used
meanwhile, which a busy machine does not blow up.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "src/train-bridge/python"))

from backchannel import aio

TURN = '<tool_call>\n{"name": "company_directory", "arguments": {"query": "%s"}}\n</tool_call>'
QUERIES = (
    "technical support",
    "billing",
    "sales of new lines",
    "returns",
    "insurance claims",
)


class Stalls:
    """How late a timer is, at worst."""

    worst = 0.0
    worst_cpu = 0.0

    async def watch(self) -> None:
        while True:
            before, cpu = time.perf_counter(), time.thread_time()
            await asyncio.sleep(0.005)
            self.worst = max(self.worst, time.perf_counter() - before - 0.005)
            self.worst_cpu = max(self.worst_cpu, time.thread_time() - cpu)


async def rollout(client: aio.AsyncClient, index: int, pause: float) -> int:
    episode = await client.open("phone-call-v1", split="stream", index=index)
    turns = 0
    while not episode.done:
        if pause:
            await asyncio.sleep(pause)
        await episode.step(TURN % QUERIES[(index + turns) % len(QUERIES)])
        turns += 1
    await episode.close()
    return turns


async def measure(url: str, rollouts: int, rounds: int, pause: float, frame: int) -> dict[str, Any]:
    async with await aio.connect(url, frame_steps=frame) as client:
        await asyncio.gather(*(rollout(client, index, 0.0) for index in range(16)))
        found = []
        for number in range(rounds):
            stalls = Stalls()
            watching = asyncio.create_task(stalls.watch())
            started, cpu = time.perf_counter(), time.process_time()
            turns = sum(
                await asyncio.gather(
                    *(
                        rollout(client, number * rollouts + index, pause)
                        for index in range(rollouts)
                    )
                )
            )
            cpu, wall = time.process_time() - cpu, time.perf_counter() - started
            watching.cancel()
            found.append(
                (
                    cpu / turns * 1e3,
                    wall,
                    turns,
                    stalls.worst * 1e3,
                    stalls.worst_cpu * 1e3,
                )
            )
        found.sort()
        cpu_ms, wall, turns, *_ = found[len(found) // 2]
        return {
            "rollouts": rollouts,
            "turns": turns,
            "cpu_ms_per_turn": round(cpu_ms, 4),
            "turns_per_second": round(turns / wall),
            "worst_stall_ms": round(max(each[3] for each in found), 1),
            "worst_stall_cpu_ms": round(max(each[4] for each in found), 1),
        }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--url", required=True)
    parser.add_argument("--rollouts", type=int, default=1024)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--pause", type=float, default=0.0, help="seconds a turn takes the model")
    parser.add_argument("--frame", type=int, default=1, help="steps that share a frame")
    asked = parser.parse_args()
    print(
        json.dumps(
            asyncio.run(measure(asked.url, asked.rollouts, asked.rounds, asked.pause, asked.frame))
        )
    )


if __name__ == "__main__":
    main()
