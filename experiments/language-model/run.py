"""The experiment with a small language model, as PROTOCOL.md fixes it.

teach: makes the start anew. gates: measures it. run: one arm with one seed; the same command
continues after an interruption. again: compares a run with its record. report: the tables.
"""

from __future__ import annotations

import argparse
import asyncio
import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

import dialect
import live
from arms import ARMS
from endpoints import FAILURES_SEEDS, PILOT_SEEDS, SEEDS
from report import write
from tasks import WORLD
from teach import WORK, teach, world

HERE = Path(__file__).resolve().parent
START = HERE / "start/start.gz"
RESULTS = HERE / "results"
#: What a repeated run may differ in.
COST = "cpu_s"
#: What identifies a run among the records of a file; all else must be equal in all of them.
IDENTITY = ("arm", "seed", "failures")
FAILURES_ARMS = ("plain", "guided")
#: The folder of tasks that runs and gates are played in.
TASKS = "world-400"


def records_file(folder: Path, seed: int) -> Path:
    """Pilots have a file of their own."""
    return folder / ("pilots.jsonl" if seed in PILOT_SEEDS else "runs.jsonl")


def read(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


def check_planned(arm: str, seed: int, failures: bool) -> None:
    """Ends where the protocol has no such run."""
    if failures and arm not in FAILURES_ARMS:
        raise SystemExit(f"error: --failures is for the arms {' and '.join(FAILURES_ARMS)}")
    allowed = FAILURES_SEEDS if failures else SEEDS
    if seed not in PILOT_SEEDS and seed not in allowed:
        raise SystemExit(
            f"error: --seed {seed}: the protocol has {allowed[0]} to {allowed[-1]}, and pilots "
            f"{PILOT_SEEDS[0]} to {PILOT_SEEDS[-1]}"
        )


def check_equal(records: list[dict[str, Any]], settings: dict[str, Any], path: Path) -> None:
    """Ends where the file has runs with another start or other settings."""
    for record in records:
        for name, value in settings.items():
            if name not in IDENTITY and record.get(name) != value:
                raise SystemExit(
                    f"error: {path} has runs with {name} {record.get(name)}, and this one would "
                    f"have {value}. Give another folder with --out."
                )


def record_of(records: list[dict[str, Any]], settings: dict[str, Any]) -> dict[str, Any] | None:
    same = (one for one in records if all(one[name] == settings[name] for name in IDENTITY))
    return next(same, None)


def train(options: argparse.Namespace, is_again: bool) -> None:
    """Plays a run and appends its record, or compares the run with its record."""
    check_planned(options.arm, options.seed, options.failures)
    # Wrong options are refused before torch is imported.
    import start
    from learn import Settings
    from learn import train as play_run

    settings = Settings(options.arm, options.seed, options.failures)
    about = {"world": dialect.ENVIRONMENT, "start": start.mark(options.start), **asdict(settings)}
    path = records_file(options.out, options.seed)
    records = read(path)
    check_equal(records, about, path)
    recorded = record_of(records, about)
    name = f"{options.arm} with seed {options.seed}"
    if (recorded is None) == is_again:
        print(f"{path} has {'no' if is_again else 'a'} record of {name}")
        raise SystemExit(2 if is_again else 0)
    failures = "-failures" if options.failures else ""
    kept = WORK / f"{about['start']}-{options.arm}-{options.seed}{failures}"
    kept = kept.with_suffix(".again.pt" if is_again else ".pt")
    with live.serving(world(TASKS, WORLD)) as url:
        record = asyncio.run(play_run(url, options.start, settings, kept))
    if recorded is not None:
        compare(recorded, json.loads(json.dumps(record)), name)
    else:
        options.out.mkdir(parents=True, exist_ok=True)
        with path.open("a") as file:
            file.write(json.dumps(record) + "\n")
        print(f"{path}: {name} is complete")
    kept.unlink(missing_ok=True)


def compare(recorded: dict[str, Any], record: dict[str, Any], name: str) -> None:
    """Ends with an error where a repeated run differs from its record in more than its cost."""
    keys = recorded.keys() | record.keys()
    differing = [key for key in sorted(keys - {COST}) if recorded.get(key) != record.get(key)]
    if differing:
        raise SystemExit(f"error: {name} differs from its record in {', '.join(differing)}")
    print(f"{name}: equal to its record")


def measure_start(options: argparse.Namespace) -> None:
    """Prints the gates. With `--out`, appends the figures to `gates.jsonl` there."""
    import start
    from measure import gates, measure

    model, words = start.load(options.start)
    with live.serving(world(TASKS, WORLD)) as url:
        rows = asyncio.run(measure(url, model, words, options.seeds, options.tasks))
    for gate, found, holds in gates(rows):
        print(f"{'passed' if holds else 'FAILED'}: {gate}: {found}")
    if options.out is not None:
        options.out.mkdir(parents=True, exist_ok=True)
        record = {"start": start.mark(options.start), "tasks": options.tasks, "rows": rows}
        with (options.out / "gates.jsonl").open("a") as file:
            file.write(json.dumps(record) + "\n")


def parser() -> argparse.ArgumentParser:
    whole = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    commands = whole.add_subparsers(dest="command", required=True)
    teaching = commands.add_parser("teach", help="make the start anew, in var")
    teaching.add_argument("--quick", action="store_true", help="a twentieth, to see that it works")
    gates = commands.add_parser("gates", help="measure a start")
    gates.add_argument("--start", type=Path, default=START)
    gates.add_argument("--seeds", type=int, choices=range(2, 17), default=5)
    gates.add_argument("--tasks", type=int, default=200, help="of each seed")
    gates.add_argument("--out", type=Path, help="folder whose gates.jsonl gets the figures")
    for name, text in (("run", "play a run"), ("again", "compare a run with its record")):
        one = commands.add_parser(name, help=text)
        one.add_argument("--arm", choices=list(ARMS), required=True)
        one.add_argument("--seed", type=int, required=True)
        one.add_argument("--failures", action="store_true", help="train on failures too")
        one.add_argument("--start", type=Path, default=START)
        one.add_argument("--out", type=Path, default=RESULTS, help="folder of the records")
    report = commands.add_parser("report", help="write the tables from the records")
    report.add_argument("--out", type=Path, default=RESULTS, help="folder of the records")
    return whole


def main() -> None:
    options = parser().parse_args()
    live.end_in_order()
    if options.command == "report":
        print(write(options.out))
        return
    if options.command == "teach":
        output = teach(options.quick)
        print(f"{output}: measure it with gates --start {output}")
        return
    WORK.mkdir(parents=True, exist_ok=True)
    if options.command == "gates":
        measure_start(options)
    else:
        train(options, options.command == "again")


if __name__ == "__main__":
    main()
