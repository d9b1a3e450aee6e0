"""Makes the start anew: demonstrations in other worlds, then SFT in two stages."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import dialect
import live

HERE = Path(__file__).resolve().parent
WORK = live.ROOT / "var/language-model" / dialect.ENVIRONMENT

#: Worlds of the demonstrations by their conventions, and seeds: of the world, of playing.
TAUGHT = {f"drawn:{seed}": (100 + seed, seed) for seed in (1, 2, 4, 5, 6, 7)}
TAUGHT["standard"] = (300, 30)
DRAWN = [name for name in TAUGHT if name != "standard"]
TEACHING = ["--num-companies", "200", "--num-train-tasks", "20", "--num-val-tasks", "10"]
TEACHING += ["--num-test-tasks", "10"]
TAUGHT_TASKS = 1_500
#: Stages: steps, share of the usual learning rate, seed, worlds. The conventions of the world that
#: training runs in come last and little: enough to succeed now and then.
STAGES = (
    (2_400, 1.0, 1, DRAWN),
    (400, 0.6, 2, ["standard", *DRAWN[:2]]),
    (1_000, 0.6, 3, ["standard", *DRAWN[2:4]]),
)
#: `--quick` has one task and one step in so many.
QUICK_PART = 20


def program(*words: str) -> None:
    subprocess.run(words, cwd=live.ROOT, check=True)


def world(name: str, options: list[str]) -> Path:
    """A folder of tasks, generated once."""
    folder = WORK / name
    if not (folder / "manifest.json").exists():
        named = ["--env", dialect.ENVIRONMENT, *options, "--out", str(folder)]
        program("node", "bin/backchannel", "generate", *named)
    return folder


def demonstrations(conventions: str, work: Path, tasks: int) -> str:
    """The conversations of the teacher in a world, played once."""
    seed, playing = TAUGHT[conventions]
    data = world(f"taught-{seed}", [*TEACHING, "--conventions", conventions, "--seed", str(seed)])
    file = work / f"taught-{seed}.jsonl"
    if not file.exists():
        words = ["--data", str(data), "--tasks", str(tasks), "--seed", str(playing)]
        part = file.with_suffix(".part")
        play = ["experiments/language-model/demonstrate.ts", "--output", str(part), *words]
        program("node_modules/.bin/tsx", *play)
        part.replace(file)
    return str(file)


def teach(is_quick: bool) -> Path:
    """The file of the start. Demonstrations and stages that exist are kept."""
    work = WORK / "quick-teach" if is_quick else WORK
    work.mkdir(parents=True, exist_ok=True)
    part = QUICK_PART if is_quick else 1
    begin: list[str] = []
    for number, (steps, rate, seed, worlds) in enumerate(STAGES, 1):
        output = work / f"stage-{number}.gz"
        if not output.exists():
            files = [demonstrations(name, work, TAUGHT_TASKS // part) for name in worlds]
            print(f"stage {number} of {len(STAGES)}", flush=True)
            words = ["--steps", str(steps // part), "--rate", str(rate), "--seed", str(seed)]
            words += [*begin, "--output", str(output)]
            program(sys.executable, str(HERE / "sft.py"), *files, *words)
        begin = ["--start", str(output)]
    return output
