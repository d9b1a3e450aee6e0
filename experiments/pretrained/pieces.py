"""The experiment with a pretrained language model, in pieces. PROTOCOL.md fixes them.

Every piece continues where it was stopped, and does nothing if it is complete. It ends after some
minutes at a saved point, with status 75; the same command then continues it.
"""

from __future__ import annotations

import argparse
import asyncio
from pathlib import Path

import live
import tables
from arms import ARMS
from endpoints import PILOT_SEEDS
from points import Deadline
from settings import DRY_RUN, SEEDS, Settings

WORK = live.ROOT / "var/pretrained"


class Job:
    """Where a piece reads and writes, and what it is allowed."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.is_dry = bool(options.dry_run)
        self.settings: Settings = DRY_RUN if self.is_dry else Settings()
        self.work: Path = options.work or (WORK / "dry-run" if self.is_dry else WORK)
        self.minutes: float = options.minutes
        self.deadline = Deadline(self.minutes)


def batches_of(text: str) -> tuple[int, int]:
    """`a..b` as two numbers."""
    first, dots, last = text.partition("..")
    if not (dots and first.isdigit() and last.isdigit() and int(first) < int(last)):
        raise argparse.ArgumentTypeError(f"{text!r} is not of the form 0..4")
    return int(first), int(last)


def parser() -> argparse.ArgumentParser:
    common = argparse.ArgumentParser(add_help=False)
    common.add_argument("--work", type=Path, help="folder of all files (var/pretrained)")
    common.add_argument("--minutes", type=float, default=9.0, help="ends at a point after these")
    common.add_argument("--dry-run", action="store_true", help="a random model and few tasks")
    whole = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    pieces = whole.add_subparsers(dest="piece", required=True)

    def piece(name: str, text: str) -> argparse.ArgumentParser:
        return pieces.add_parser(name, help=text, parents=[common])

    piece("prepare", "fetch the model and play the demonstrations: needs a network and no GPU")
    piece("sft", "teach the start")
    piece("gate", "measure the start")
    training = piece("train", "train one arm with one seed")
    evaluation = piece("evaluate", "measure what a run of train has saved")
    for one in (training, evaluation):
        one.add_argument("--arm", choices=list(ARMS), required=True)
        one.add_argument("--seed", type=int, required=True)
    training.add_argument("--batches", type=batches_of, help="a..b, of the batches of a run")
    piece("report", "write the tables from the records")
    return whole


def check_planned(seed: int) -> None:
    if seed not in SEEDS and seed not in PILOT_SEEDS:
        raise SystemExit(
            f"error: --seed {seed}: the protocol has {SEEDS[0]} to {SEEDS[-1]}, and pilots "
            f"{PILOT_SEEDS[0]} to {PILOT_SEEDS[-1]}"
        )


def run(options: argparse.Namespace) -> None:
    job = Job(options)
    if options.piece == "report":
        print(tables.write(job.work, job.settings))
        return
    if hasattr(options, "seed"):
        check_planned(options.seed)
    # Wrong options are refused before torch is imported.
    import play_pieces
    import teach_pieces

    if options.piece == "prepare":
        teach_pieces.prepare(job)
    elif options.piece == "sft":
        teach_pieces.sft(job)
    elif options.piece == "gate":
        asyncio.run(play_pieces.gate(job))
    elif options.piece == "train":
        batches = options.batches or (0, job.settings.batches)
        asyncio.run(play_pieces.train(job, options.arm, options.seed, batches))
    else:
        asyncio.run(play_pieces.evaluate(job, options.arm, options.seed))


def main(arguments: list[str] | None = None) -> None:
    options = parser().parse_args(arguments)
    live.end_in_order()
    run(options)


if __name__ == "__main__":
    main()
