"""What a turn costs the Python process of a trainer: client and link, without a language model.

    python bench/python/turns.py --url http://127.0.0.1:8000 --rollouts 1024 [--tokenizer FOLDER]

`compare_turns.py` beside this file compares two checkouts of the package with it.

All rollouts play on one event loop, as in a worker of verl. With a tokenizer each also renders and
reads its tokens beside the loop, as engines do; the CPU of that thread is told apart from that of
the rest of the process. A timer of 5 ms tells the longest stall of the loop: how late it was; how
late it would have been had the loop's thread not had to wait for a core of a busy machine, which
Linux counts; how much CPU that thread used meanwhile; and the longest look of the garbage collector.
How late the same timer was meanwhile in a process that does nothing else is the machine's part.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

# As for a run.
os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
#: The checkout whose package is measured; this one, if nothing else is said.
TREE = os.environ.get("BENCH_TREE") or str(Path(__file__).resolve().parents[2])
sys.path.insert(0, str(Path(TREE) / "src/train-bridge/python"))

from backchannel import aio
from backchannel.tokenizer_thread import Spent, keep_heap
from backchannel.tokens import Template

#: Seconds between two looks at the loop.
PERIOD = 0.005

TURN = '<tool_call>\n{"name": "company_directory", "arguments": {"query": "%s"}}\n</tool_call>'
QUERIES = (
    "technical support",
    "billing",
    "sales of new lines",
    "returns",
    "insurance claims",
)


class Stalls:
    """How late a timer is, at worst, in seconds."""

    wall = 0.0
    #: Without what the thread waited for a core: it had work, and the machine was busy.
    own = 0.0
    cpu = 0.0
    collector = 0.0
    #: What the looking itself took, which no trainer does.
    spent = 0.0

    async def watch(self) -> None:
        gc.callbacks.append(self._collected)
        waits = os.open("/proc/thread-self/schedstat", os.O_RDONLY)
        try:
            cpu, waited = time.thread_time(), waited_for_core(waits)
            while True:
                before = time.perf_counter()
                await asyncio.sleep(PERIOD)
                woken = time.thread_time()
                delay = time.perf_counter() - before - PERIOD
                self.cpu, cpu = max(self.cpu, woken - cpu), woken
                waited_before, waited = waited, waited_for_core(waits)
                self.wall = max(self.wall, delay)
                self.own = max(self.own, delay - (waited - waited_before))
                self.spent += time.thread_time() - woken
        finally:
            os.close(waits)
            gc.callbacks.remove(self._collected)

    _began = 0.0

    def _collected(self, phase: str, _: dict[str, int]) -> None:
        if phase == "start":
            self._began = time.thread_time()
        else:
            self.collector = max(self.collector, time.thread_time() - self._began)


#: Tells how late it was at worst, in seconds, once nothing more is said to it.
IDLE = f"""
import select, sys, time
worst = 0.0
while True:
    before = time.perf_counter()
    if select.select([sys.stdin], [], [], {PERIOD})[0]:
        break
    worst = max(worst, time.perf_counter() - before - {PERIOD})
print(worst)
"""


@contextmanager
def idle_beside() -> Iterator[list[float]]:
    """How late a process is that does nothing else, told at the end."""
    idle = subprocess.Popen(
        [sys.executable, "-S", "-c", IDLE],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    report_lines: list[float] = []
    yield report_lines
    report_lines.append(float(idle.communicate()[0]))


def waited_for_core(waits: int) -> float:
    """How long the thread of an open file could have run and did not, in seconds."""
    return int(os.pread(waits, 100, 0).split()[1]) / 1e9


class Tokens:
    """A tokenizer's work for rollouts, on the thread that engines have for it, and its CPU."""

    def __init__(self, folder: str) -> None:
        from transformers import AutoTokenizer

        self._tokenizer: Any = AutoTokenizer.from_pretrained(folder)
        self._ids = [self._tokenizer.encode(TURN % query) for query in QUERIES]
        self.cpu = 0.0

    async def opening(self, episode: aio.AsyncEpisode) -> Template:
        def work() -> Template:
            template = Template(self._tokenizer, episode.tools)
            template.opening(episode.messages)
            return template

        return await self._apart(work)

    async def text(self, template: Template, turn: int) -> str:
        return await self._apart(lambda: template.text(self._ids[turn % len(QUERIES)]))

    async def reply(self, template: Template, turn: int, said: list[Any]) -> None:
        await self._apart(lambda: template.reply(self._ids[turn % len(QUERIES)], said))

    async def _apart(self, work: Callable[[], Any]) -> Any:
        def timed() -> tuple[Any, float]:
            started = time.thread_time()
            return work(), time.thread_time() - started

        result, cpu = await Spent().on_tokens(timed)
        self.cpu += cpu
        return result


async def rollout(
    client: aio.AsyncClient, index: int, options: argparse.Namespace, tokens: Tokens | None
) -> int:
    episode = await client.open("phone-call-v2", split="stream", index=index)
    template = None if tokens is None else await tokens.opening(episode)
    turns = 0
    while not episode.done and turns != options.turns:
        if options.pause:
            await asyncio.sleep(options.pause)
        place = index + turns
        text = TURN % QUERIES[place % len(QUERIES)]
        if tokens is not None and template is not None:
            text = await tokens.text(template, place)
        step = await episode.step(text)
        if tokens is not None and template is not None and not step.done:
            await tokens.reply(template, place, step.messages)
        turns += 1
    await episode.close()
    return turns


@dataclass(frozen=True)
class Round:
    """What one batch of rollouts came to; times in milliseconds."""

    turns: int
    wall: float
    cpu: float
    tokens_cpu: float
    stall: float
    stall_own: float
    stall_cpu: float
    collector: float
    idle: float


async def play(client: aio.AsyncClient, options: argparse.Namespace, number: int) -> Round:
    tokens: Tokens | None = options.tokens
    stalls = Stalls()
    watching = asyncio.create_task(stalls.watch())
    cpu_before = 0.0 if tokens is None else tokens.cpu
    started, cpu = time.perf_counter(), time.process_time()
    first = number * options.rollouts
    rollouts = (rollout(client, first + index, options, tokens) for index in range(options.rollouts))
    with idle_beside() as idle:
        turns = sum(await asyncio.gather(*rollouts))
    cpu, wall = time.process_time() - cpu - stalls.spent, time.perf_counter() - started
    watching.cancel()
    tokens_cpu = 0.0 if tokens is None else tokens.cpu - cpu_before
    stall = (stalls.wall, stalls.own, stalls.cpu, stalls.collector, *idle)
    return Round(turns, *(1e3 * each for each in (wall, cpu, tokens_cpu, *stall)))


async def measure(options: argparse.Namespace) -> dict[str, Any]:
    keep_heap()
    async with await aio.connect(options.url, frame_steps=options.frame) as client:
        await asyncio.gather(*(rollout(client, index, options, None) for index in range(16)))
        rounds = [await play(client, options, number) for number in range(options.rounds)]
    middle = sorted(rounds, key=lambda measured: (measured.cpu - measured.tokens_cpu) / measured.turns)[
        len(rounds) // 2
    ]
    return {
        "rollouts": options.rollouts,
        "turns": middle.turns,
        "link_cpu_ms_per_turn": round((middle.cpu - middle.tokens_cpu) / middle.turns, 4),
        "tokenizer_cpu_ms_per_turn": round(middle.tokens_cpu / middle.turns, 4),
        "turns_per_second": round(middle.turns / middle.wall * 1e3),
        "worst_stall_ms": [round(each.stall, 1) for each in rounds],
        "worst_stall_own_ms": [round(each.stall_own, 1) for each in rounds],
        "worst_stall_cpu_ms": [round(each.stall_cpu, 1) for each in rounds],
        "idle_process_stall_ms": [round(each.idle, 1) for each in rounds],
        "worst_collection_ms": [round(each.collector, 1) for each in rounds],
        "load": [round(each, 1) for each in os.getloadavg()],
        "cores": os.cpu_count(),
    }


async def measure_windows(options: argparse.Namespace) -> None:
    """Plays one round for each line of the input, and prints CPU in milliseconds per turn."""
    keep_heap()
    async with await aio.connect(options.url, frame_steps=options.frame) as client:
        number = 0
        # The loop has nothing else to do between two rounds.
        while sys.stdin.readline():
            played = await play(client, options, number)
            number += 1
            link = (played.cpu - played.tokens_cpu) / played.turns
            print(json.dumps({"turn": played.cpu / played.turns, "link": link}), flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--url", required=True)
    parser.add_argument("--rollouts", type=int, default=1024)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--turns", type=int, help="at most so many of a rollout")
    parser.add_argument("--pause", type=float, default=0.0, help="seconds a turn takes the model")
    parser.add_argument("--frame", type=int, default=1, help="steps that share a frame")
    parser.add_argument("--tokenizer", help="folder of one, whose work is to be done too")
    parser.add_argument("--windows", action="store_true", help="a round for each line of the input")
    options = parser.parse_args()
    options.tokens = None if options.tokenizer is None else Tokens(options.tokenizer)
    if options.windows:
        asyncio.run(measure_windows(options))
    else:
        print(json.dumps(asyncio.run(measure(options))))


if __name__ == "__main__":
    main()
