"""Collects the numbers of a run's evaluations, and sends reports to Weights & Biases.

python -m backchannel.results collect OUTPUT
python -m backchannel.results wandb --project P --run NAME REPORT.json
"""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any


def evaluations(output: Path) -> list[dict[str, Any]]:
    """The numbers of each evaluation of a run, in the order of training steps."""
    results: dict[int, dict[str, Any]] = {}
    for step, values in [*_of_verl(output / "logs"), *_of_trl(output / "checkpoints")]:
        columns = {
            name: value
            for name, value in values.items()
            if name.startswith(("eval_", "val-", "val/")) and isinstance(value, (int, float))
        }
        if columns:
            results.setdefault(step, {}).update(columns)
    return [{"step": step, **results[step]} for step in sorted(results)]


def _of_verl(logs: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    for path in sorted(logs.glob("metrics*.jsonl")):
        for line in path.read_text().splitlines():
            try:
                row = json.loads(line)
                yield int(row["step"]), dict(row["data"])
            except (ValueError, KeyError, TypeError):
                continue  # a line that was cut off when the trainer ended


def _of_trl(checkpoints: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    states = list(checkpoints.glob("checkpoint-*/trainer_state.json"))
    states.sort(key=lambda path: int(path.parent.name.split("-")[-1]))
    final = checkpoints / "trainer_state.json"
    for path in [*states[-1:], *([final] if final.exists() else [])]:
        for row in json.loads(path.read_text()).get("log_history", []):
            yield int(row.get("step", 0)), row


def numbers(value: Any, name: str = "") -> dict[str, float]:
    """The numbers in a report, named by their paths in it."""
    if isinstance(value, bool) or value is None:
        return {}
    if isinstance(value, (int, float)):
        return {name: float(value)}
    if isinstance(value, list):
        value = {_item_name(member, index): member for index, member in enumerate(value)}
    if isinstance(value, dict):
        inner = [numbers(member, f"{name}/{key}".strip("/")) for key, member in value.items()]
        return {key: number for found in inner for key, number in found.items()}
    return {}


#: Members that distinguish the items of a list in a report.
NAMING = ("split", "level", "k", "critiques")


def _item_name(item: Any, index: int) -> str:
    """The name of a list's item: the values of its `NAMING` members, or its index."""
    found = [item.get(key) for key in NAMING] if isinstance(item, dict) else []
    return "-".join(str(part) for part in found if part is not None) or str(index)


def main() -> None:
    """Runs the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    collect = commands.add_parser("collect")
    collect.add_argument("output", type=Path)
    wandb = commands.add_parser("wandb")
    wandb.add_argument("--project", required=True)
    wandb.add_argument("--entity")
    wandb.add_argument("--run", required=True)
    wandb.add_argument("report", type=Path)
    options = parser.parse_args()
    if options.command == "collect":
        target = options.output / "logs" / "eval_results.json"
        target.write_text(json.dumps(evaluations(options.output), indent=2) + "\n")
        return
    import wandb as tracker

    report = json.loads(options.report.read_text())
    # The files of an offline run stay beside the report.
    folder = os.environ.get("WANDB_DIR") or options.report.parent
    with tracker.init(
        project=options.project,
        entity=options.entity,
        name=options.run,
        group=options.run,
        dir=folder,
    ) as run:
        run.log(numbers(report, "evaluation"))


if __name__ == "__main__":
    main()
