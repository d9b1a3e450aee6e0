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

pytest.importorskip("wandb")

import yaml
from judge import judging
from wandb.proto import wandb_internal_pb2

ROOT = Path(__file__).resolve().parents[5]


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


def test_a_run_is_reported_to_both_loggers(model_folder: Path, tmp_path: Path) -> None:
    pytest.importorskip("trl")
    accumulator = pytest.importorskip("tensorboard.backend.event_processing.event_accumulator")
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
    board = accumulator.EventAccumulator(str(logs / "tensorboard"))
    board.Reload()
    assert {"train/loss", "eval/loss"} <= set(board.Tags()["scalars"])
    assert [event.step for event in board.Scalars("eval/loss")] == [1, 2]
    results = json.loads((logs / "eval_results.json").read_text())
    assert [row["step"] for row in results] == [1, 2]


def send(folder: Path, report: Path) -> None:
    words = [sys.executable, "-m", "backchannel.results", "wandb", "--project", "boxes"]
    words += ["--run", "dpo-comparison", str(report)]
    package = str(ROOT / "src/train-bridge/python")
    environment = {**os.environ, "PYTHONPATH": package, "WANDB_MODE": "offline"}
    environment.pop("WANDB_DIR", None)
    subprocess.run(words, env=environment, check=True, cwd=folder)


def test_a_comparison_is_sent_as_a_separate_run(tmp_path: Path) -> None:
    report = {"model": "x", "win_rate": {"mean": 0.75, "low": 0.5}, "count": 100, "skipped": None}
    (tmp_path / "report.json").write_text(json.dumps(report))
    send(tmp_path, tmp_path / "report.json")
    run, numbers = offline_run(tmp_path)
    assert (run.project, run.display_name) == ("boxes", "dpo-comparison")
    assert numbers["evaluation/win_rate/mean"] == 0.75
    assert numbers["evaluation/count"] == 100


def test_an_evaluation_is_sent_with_numbers_per_split_and_level(tmp_path: Path) -> None:
    levels = [(None, 0.5), (2, 0.25)]
    passes = [{"k": 4, "mean": 0.75}]
    report = {
        "segments": [
            {"split": "val", "level": level, "clean": {"rate": rate}, "pass_at_k": passes}
            for level, rate in levels
        ]
    }
    (tmp_path / "report.json").write_text(json.dumps(report))
    send(tmp_path, tmp_path / "report.json")
    _, numbers = offline_run(tmp_path)
    assert numbers["evaluation/segments/val/clean/rate"] == 0.5
    assert numbers["evaluation/segments/val/pass_at_k/4/mean"] == 0.75
    assert numbers["evaluation/segments/val-2/clean/rate"] == 0.25


#: Stands for the trainers and for the program that writes answers; reports are sent for real.
STAND_IN = f"""#!/usr/bin/env bash
case "$*" in
  *backchannel.results*) exec {sys.executable} "$@" ;;
  *backchannel.generate*)
    while [ $# -gt 0 ]; do
      if [ "$1" = --answers ]; then
        echo '{{"prompt": "Say 1", "answer": "'"$(basename "$3")"'"}}' > "$3"
      fi
      shift
    done ;;
  *)
    output=$(sed -n 's/^output_dir: //p' trl.yaml)
    touch "$output/config.json" "$output/model.safetensors"
    echo '{{"log_history": []}}' > "$output/trainer_state.json" ;;
esac
"""


def test_the_comparison_of_the_chat_pipeline_is_logged_offline(tmp_path: Path) -> None:
    python = tmp_path / "python.sh"
    python.write_text(STAND_IN)
    python.chmod(0o755)
    (tmp_path / "rows.jsonl").write_text(json.dumps({"prompt": "Say 1"}) + "\n")
    pipeline = yaml.safe_load((ROOT / "presets/pipelines/chat.yaml").read_text())
    for stage in pipeline["stages"]:
        if "train" in stage:
            stage["train"] = short_run(tmp_path, stage["name"], str(python))
    compare = pipeline["stages"][-1]["compare"]
    project = compare["wandb"]["project"]
    changed = {"prompts": "rows.jsonl", "count": 1, "python": str(python)}
    with judging() as url:
        compare |= {**changed, "reward_base_url": url, "reward_api_key_env": "NO_KEY"}
        (tmp_path / "pipeline.yaml").write_text(yaml.safe_dump(pipeline))
        words = ["node", str(ROOT / "bin/backchannel"), "pipeline", "run", "pipeline.yaml"]
        environment = {**os.environ, "WANDB_MODE": "offline", "NO_KEY": "x"}
        environment.pop("WANDB_DIR", None)
        ran = subprocess.run(
            [*words, "--no-preflight"],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
    assert ran.returncode == 0, ran.stdout[-4000:] + ran.stderr[-4000:]
    for model in compare["models"]:
        run, numbers = offline_run(tmp_path / pipeline["folder"] / "comparison" / model)
        assert (run.project, run.display_name) == (project, f"{model}-comparison")
        assert 0 <= numbers["evaluation/win_rate/mean"] <= 1


def short_run(folder: Path, name: str, python: str) -> str:
    """A run of the stand-in; the name of its file."""
    settings = {
        "engine": "trl",
        "method": "sft",
        "run": name,
        "model": "base",
        "data": {"train": "rows.jsonl"},
        "training": {"batch": 1},
        "launch": {"python": python},
        "output": f"out/{name}",
    }
    (folder / f"{name}.yaml").write_text(yaml.safe_dump(settings))
    return f"{name}.yaml"
