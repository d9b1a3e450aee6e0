"""The experiment: runs of success-weighted imitation by arm and seed, then tables and a figure.

Records are appended to `runs.jsonl` as runs end, and a run that was stopped goes on where it last
was evaluated, so the same command may be given again.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import dialect
import live
from groups import WAVES

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
WORK = ROOT / "var/language-model" / dialect.ENVIRONMENT
START = HERE / "start/start.gz"
PUBLISHED = HERE / "results"

#: The world that is trained on, whose other half of the companies is never met in training.
WORLD = ["--num-companies", "100", "--seed", "21", "--num-train-tasks", "20"]
WORLD += ["--num-val-tasks", "20", "--num-test-tasks", "500"]
#: Worlds that the start is taught in, by what is usual there, and seeds: of the world, of playing.
TAUGHT = {f"drawn:{seed}": (100 + seed, seed) for seed in (1, 2, 4, 5, 6, 7)}
TAUGHT["standard"] = (300, 30)
DRAWN = [name for name in TAUGHT if name != "standard"]
TEACHING = ["--num-companies", "200", "--num-train-tasks", "20", "--num-val-tasks", "10"]
TEACHING += ["--num-test-tasks", "10"]
TAUGHT_TASKS = 1_500
#: Stages: steps, share of the usual learning rate, seed, worlds. What is usual where training goes
#: on comes last and little: enough to succeed now and then.
STAGES = (
    (1200, 1.0, 1, DRAWN),
    (100, 0.6, 2, ["standard", *DRAWN[:2]]),
    (160, 0.6, 3, ["standard", *DRAWN[:2]]),
)
#: What `--teach --quick` has of the conversations and of the steps: one in so many.
QUICK_PART = 20

TELL_EVERY_S = 30

#: What each way of running would silently leave out of account.
IGNORED = {
    "report_only": "teach trl arms seeds batches workers size start device",
    "teach": "trl arms seeds batches workers out start",
    "trl": "quick seeds batches workers size start device",
    "quick": "seeds",
}

Job = tuple[str, int]


def program(*words: str) -> None:
    subprocess.run(words, cwd=ROOT, check=True)


def world(folder: Path, *words: str) -> Path:
    """A folder of tasks, generated once."""
    if not (folder / "manifest.json").exists():
        named = ["--env", dialect.ENVIRONMENT, *words, "--out", str(folder)]
        program("node", "bin/backchannel", "generate", *named)
    return folder


def taught_in(conventions: str, work: Path, tasks: int) -> str:
    """The conversations of a teacher in a world of its own, played once."""
    seed, playing = TAUGHT[conventions]
    world_options = ["--conventions", conventions, "--seed", str(seed)]
    data = world(WORK / f"taught-{seed}", *TEACHING, *world_options)
    file = work / f"taught-{seed}.jsonl"
    if not file.exists():
        words = ["--data", str(data), "--tasks", str(tasks), "--seed", str(playing)]
        part = file.with_suffix(".part")
        play = ["experiments/language-model/demonstrate.ts", "--output", str(part), *words]
        program("node_modules/.bin/tsx", *play)
        part.replace(file)
    return str(file)


def teach(is_quick: bool, size: str, on: list[str]) -> None:
    """Makes a start anew: transcripts, SFT in stages, gates. Stages that are there are kept."""
    work = WORK if size == "small" else WORK / size
    work = work / "quick-teach" if is_quick else work
    work.mkdir(parents=True, exist_ok=True)
    part = QUICK_PART if is_quick else 1
    model_words: list[str] = []
    for number, (steps, rate, seed, worlds) in enumerate(STAGES, 1):
        output = work / f"stage-{number}.gz"
        if not output.exists():
            words = ["--steps", str(steps // part), "--rate", str(rate), "--seed", str(seed)]
            files = [taught_in(name, work, TAUGHT_TASKS // part) for name in worlds]
            print(f"stage {number} of {len(STAGES)}", flush=True)
            words += [*(model_words or ["--size", size]), *on, "--output", str(output)]
            program(sys.executable, str(HERE / "sft.py"), *files, *words)
        model_words = ["--start", str(output)]
    data = str(world(WORK / "world", *WORLD))
    gates = ["--seeds", "2", "--tasks", "20"] if is_quick else []
    if is_quick:
        print("with so little teaching the gates are only tried, not passed", flush=True)
    program(sys.executable, str(HERE / "measure.py"), str(output), "--data", data, *gates, *on)


def done(records: Path) -> dict[Job, int]:
    """The batches of each arm and seed of which there is a record."""
    if not records.exists():
        return {}
    entries = map(json.loads, records.read_text().splitlines())
    return {(record["arm"], record["seed"]): record["curve"][-1]["batch"] for record in entries}


def refuse_other_world(records: Path) -> None:
    """Ends where there are runs in another world: they cannot be compared."""
    if not records.exists():
        return
    read = map(json.loads, records.read_text().splitlines())
    worlds = {one.get("world", "phone-call-v1") for one in read} - {dialect.ENVIRONMENT}
    if worlds:
        raise SystemExit(
            f"error: {records} has runs of {', '.join(worlds)}, and {dialect.ENVIRONMENT} is "
            "played here. Give another folder with --out."
        )


def left_of(all_jobs: list[Job], records: Path, batches: int) -> list[Job]:
    """Those that have no record; ends where one has a record of other batches."""
    last_batches = done(records)
    for job in all_jobs:
        if last_batches.get(job, batches) != batches:
            raise SystemExit(
                f"error: --batches {batches}: {records} has {job[0]} with seed {job[1]} at "
                f"{last_batches[job]} batches. Give another folder with --out."
            )
    return [job for job in all_jobs if job not in last_batches]


def run(jobs: list[Job], records: Path, workers: int, words: list[str]) -> None:
    """Runs side by side, the next as soon as one ends; what is under way ends with this one."""
    records.parent.mkdir(parents=True, exist_ok=True)
    data, ended = world(WORK / "world", *WORLD), 0
    began = last_report = time.monotonic()
    waiting: Iterator[Job] = iter(jobs)
    active: list[tuple[Job, subprocess.Popen[bytes]]] = []
    try:
        while True:
            while len(active) < workers and (job := next(waiting, None)) is not None:
                active.append((job, begin(job, data, records, words)))
            if not active:
                return
            time.sleep(1)
            if time.monotonic() - last_report > TELL_EVERY_S:
                last_report = time.monotonic()
                print("; ".join(progress(job, records) for job, _ in active), flush=True)
            for job, process in [one for one in active if one[1].poll() is not None]:
                if process.returncode != 0:
                    raise SystemExit(f"{job[0]} with seed {job[1]} failed: see its log in {WORK}")
                active.remove((job, process))
                ended += 1
                minutes_left = (time.monotonic() - began) / ended * (len(jobs) - ended) / 60
                line = (
                    f"{job[0]} {job[1]}: {ended} of {len(jobs)} runs, {minutes_left:.0f} min left"
                )
                print(line, flush=True)
    finally:
        for _, process in active:
            process.terminate()


def kept_as(job: Job, records: Path) -> Path:
    arm, seed = job
    return WORK / f"{records.parent.name}-{arm}-{seed}"


def progress(job: Job, records: Path) -> str:
    """How far a run is, by the last line of its log."""
    text = kept_as(job, records).with_suffix(".log").read_text()
    progress = re.findall(r'"batch": (\d+), .* ([\d.]+) min left', text)
    status = "begins" if not progress else f"batch {progress[-1][0]}, {progress[-1][1]} min left"
    return f"{job[0]} {job[1]}: {status}"


def begin(job: Job, data: Path, records: Path, words: list[str]) -> subprocess.Popen[bytes]:
    arm, seed = job
    name = kept_as(job, records)
    command = [sys.executable, str(HERE / "learn.py"), "--arm", arm, "--seed", str(seed), *words]
    command += ["--data", str(data), "--output", str(records)]
    command += ["--kept", str(name.with_suffix(".pt"))]
    # A log goes on where a stopped run does; an older one would tell of another run's end.
    goes_on = name.with_suffix(".pt").exists()
    with name.with_suffix(".log").open("ab" if goes_on else "wb") as log:
        return subprocess.Popen(command, cwd=ROOT, stdout=log, stderr=log)


def check_start(path: Path) -> None:
    """Ends where a start is of another world. Wrong options are refused without torch."""
    import start

    start.check(path)


def train_with_trl(arms: list[str], results: Path) -> None:
    """A short run of each arm under TRL's own trainer, one after another."""
    refuse_other_world(results / "trl.jsonl")
    check_start(START)
    results.mkdir(parents=True, exist_ok=True)
    data = str(world(WORK / "world", *WORLD))
    for arm in arms:
        words = ["--arm", arm, "--start", str(START), "--data", data]
        words += ["--output", str(results / "trl.jsonl")]
        program(sys.executable, str(HERE / "with_trl.py"), *words)


def seeds_of(text: str) -> list[int]:
    found = re.fullmatch(r"(\d+)(?:-(\d+))?", text)
    seeds = list(range(int(found[1]), int(found[2] or found[1]) + 1)) if found else []
    if not seeds:
        raise argparse.ArgumentTypeError(f"{text}: give a seed, or a range such as 1-10")
    return seeds


def arms_of(text: str) -> list[str]:
    arms = text.split(",")
    if unknown := [arm for arm in arms if arm not in WAVES]:
        message = f"{text}: there is no arm {unknown[0]!r}. There are {', '.join(WAVES)}"
        raise argparse.ArgumentTypeError(message)
    return arms


def count_of(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text}: give a whole number from 1")
    return int(text)


def refuse_ignored(parser: argparse.ArgumentParser, options: argparse.Namespace) -> None:
    """Ends where an option is given beside one that would ignore it."""
    for mode, flags in IGNORED.items():
        for flag in flags.split() if getattr(options, mode) else []:
            if getattr(options, flag) not in (None, False):
                one, other = (name.replace("_", "-") for name in (mode, flag))
                parser.error(f"--{one} does not use --{other}: leave one of the two out")
    if options.size is not None and not options.teach:
        parser.error(f"--size {options.size} is used by --teach alone: add it, or leave it out")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument(
        "--quick",
        action="store_true",
        help="one seed of both arms, or, with --teach, little of each stage",
    )
    parser.add_argument("--arms", type=arms_of, help="with commas between, usually plain,clean")
    parser.add_argument("--seeds", type=seeds_of, help="such as 1-10, usually 1-3")
    parser.add_argument("--batches", type=count_of, help="usually 20")
    parser.add_argument("--workers", type=count_of, help="runs side by side, usually 2")
    parser.add_argument("--out", type=Path, help="folder of records and figures")
    parser.add_argument("--teach", action="store_true", help="makes a start anew, in var")
    parser.add_argument("--trl", action="store_true", help="20 steps of each arm by TRL's trainer")
    parser.add_argument("--size", choices=["small", "large"], help="of a start")
    parser.add_argument("--start", type=Path, help="weights that training begins with")
    parser.add_argument("--device", help="where torch computes, usually cpu, or cuda")
    parser.add_argument("--report-only", action="store_true")
    options = parser.parse_args()
    refuse_ignored(parser, options)
    arms = options.arms or list(WAVES)
    live.end_in_order()
    WORK.mkdir(parents=True, exist_ok=True)
    device_words = ["--device", options.device or "cpu"]
    if options.teach:
        teach(options.quick, options.size or "small", device_words)
        return
    if options.trl:
        train_with_trl(arms, options.out or PUBLISHED)
        return
    results = options.out or (WORK / "quick" if options.quick else PUBLISHED)
    records = results / "runs.jsonl"
    if not options.report_only:
        seeds = [1] if options.quick else options.seeds or [1, 2, 3]
        batches = options.batches or 20
        refuse_other_world(records)
        jobs = left_of([(arm, seed) for seed in seeds for arm in arms], records, batches)
        check_start(options.start or START)
        words = ["--batches", str(batches), "--start", str(options.start or START), *device_words]
        run(jobs, records, options.workers or 2, words)
    program("node_modules/.bin/tsx", "experiments/language-model/report.ts", str(results))


if __name__ == "__main__":
    main()
