"""Guards that a run's numbers reach Weights & Biases and TensorBoard, evaluations included."""

from __future__ import annotations

import json
import os
import struct
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("trl")
pytest.importorskip("wandb")
pytest.importorskip("tensorboard")

import yaml
from tensorboard.backend.event_processing.event_accumulator import EventAccumulator
from tiny import ROOT
from wandb.proto import wandb_internal_pb2


def records(path: Path) -> Iterator[bytes]:
    """What is in a file of Weights & Biases: pieces with a head of 7 bytes, in blocks of 32 KiB."""
    data = path.read_bytes()
    assert data[:4] == b":W&B"
    place, record = 7, b""
    while place + 7 <= len(data):
        if (left := 32_768 - place % 32_768) < 7:
            place += left
            continue
        _, length, kind = struct.unpack("<IHB", data[place : place + 7])
        record += data[place + 7 : place + 7 + length]
        place += 7 + length
        if kind in (1, 4):  # whole, or the last piece
            yield record
            record = b""


def offline_run(folder: Path) -> tuple[Any, dict[str, float]]:
    """The only run that was written without a connection, and its last numbers."""
    [path] = folder.glob("wandb/offline-run-*/*.wandb")
    run, numbers = None, {}
    for data in records(path):
        record = wandb_internal_pb2.Record()
        record.ParseFromString(data)
        if record.WhichOneof("record_type") == "run":
            run = record.run
        for item in record.history.item:
            numbers[item.key or "/".join(item.nested_key)] = json.loads(item.value_json)
    return run, numbers


def test_a_run_is_told_to_both(model_folder: Path, tmp_path: Path) -> None:
    rows = [
        {
            "messages": [
                {"role": "user", "content": f"{n}?"},
                {"role": "assistant", "content": "Yes."},
            ]
        }
        for n in range(4)
    ]
    for name in ("train", "validation"):
        (tmp_path / f"{name}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    settings = {
        "engine": "trl",
        "method": "sft",
        "run": "tracked",
        "model": str(model_folder),
        "data": {"train": "train.jsonl", "validation": "validation.jsonl"},
        "training": {"batch": 2, "steps": 2, "evaluate_every": 1},
        "hardware": {"cpu": True},
        "logging": {"wandb": {"project": "boxes"}, "tensorboard": True},
        "launch": {
            "python": sys.executable,
            "disk_gib_min": 0,
            "environment": {"WANDB_MODE": "offline", "HF_HUB_OFFLINE": 1},
        },
        "output": "out",
    }
    (tmp_path / "run.yaml").write_text(yaml.safe_dump(settings))
    words = ["node", str(ROOT / "bin/backchannel"), "train", "--config", "run.yaml"]
    ran = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout[-4000:] + ran.stderr
    logs = tmp_path / "out" / "logs"
    run, numbers = offline_run(logs)
    assert (run.project, run.display_name, run.run_group) == ("boxes", "tracked", "tracked")
    assert {"train/loss", "eval/loss"} <= set(numbers)
    board = EventAccumulator(str(logs / "tensorboard"))
    board.Reload()
    assert {"train/loss", "eval/loss"} <= set(board.Tags()["scalars"])
    assert [event.step for event in board.Scalars("eval/loss")] == [1, 2]
    told = json.loads((logs / "eval_results.json").read_text())
    assert [row["step"] for row in told] == [1, 2]


def test_a_comparison_is_sent_as_a_run_of_its_own(tmp_path: Path) -> None:
    report = {"model": "x", "win_rate": {"mean": 0.75, "low": 0.5}, "count": 100, "skipped": None}
    (tmp_path / "report.json").write_text(json.dumps(report))
    words = [sys.executable, "-m", "backchannel.results", "wandb", "--project", "boxes"]
    words += ["--run", "dpo-comparison", str(tmp_path / "report.json")]
    package = str(ROOT / "src/train-bridge/python")
    environment = {**os.environ, "PYTHONPATH": package, "WANDB_MODE": "offline"}
    environment["WANDB_DIR"] = str(tmp_path)
    subprocess.run(words, env=environment, check=True, cwd=tmp_path)
    run, numbers = offline_run(tmp_path)
    assert (run.project, run.display_name) == ("boxes", "dpo-comparison")
    assert numbers["evaluation/win_rate/mean"] == 0.75
    assert numbers["evaluation/count"] == 100
