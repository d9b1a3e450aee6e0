"""Guards that verl's own GRPO trainer updates weights without a GPU, and rollouts then use them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("verl")
pytest.importorskip("transfer_queue")

import torch
import yaml
from exported import backchannel
from safetensors.torch import load_file
from taught import TASKS
from tiny import ROOT

HERE = Path(__file__).parent


def train(folder: Path, tmp_path: Path, url: str, **further: Any) -> list[dict[str, Any]]:
    """Trains with verl's own trainer, and gives the numbers of each step.

    :param folder: the model
    :param further: settings of the run beside ours; those of `training` are joined
    """
    rows = tmp_path / "train.parquet"
    words = ["--env", "mock-v1", "--split", "train", "--count", str(TASKS)]
    backchannel("export", "--format", "rl", *words, "--output", str(rows))
    settings = {
        "engine": "verl",
        "method": "grpo",
        "run": "verl-on-the-cpu",
        "model": str(folder),
        "server": {"url": url},
        "environment": {"id": "mock-v1", "mode": "feedback", "train_prompt": "clean"},
        "data": {"train": str(rows), "prompt_tokens_max": 1024, "response_tokens_max": 128},
        "training": {
            "batch": TASKS,
            "group_size": 4,
            "steps": 2,
            "learning_rate": 1e-3,
            "evaluate_every": 0,
            "save_every": 2,
            **further.pop("training", {}),
        },
        "hardware": {"cpu": True},
        "launch": {
            "python": sys.executable,
            "disk_gib_min": 0,
            # The tests have TRL and verl in one environment.
            "environment": {
                "PYTHONPATH": str(HERE),
                "VERL_USE_EXTERNAL_MODULES": "verl_alone",
                "OMP_NUM_THREADS": 1,
                # Ray would leave a token in the home folder, which later heads then ask for.
                "RAY_AUTH_MODE": "disabled",
            },
        },
        "output": str(tmp_path / "out"),
        **further,
    }
    (tmp_path / "run.yaml").write_text(yaml.safe_dump(settings))
    # The look before a run refuses TRL beside verl, and is right.
    command = ["node", "bin/backchannel", "train", "--config", str(tmp_path / "run.yaml")]
    command += ["--no-preflight"]
    ran = subprocess.run(
        [*command, "--runs", str(tmp_path / "runs")],
        cwd=ROOT,
        env={**os.environ, "HF_HUB_OFFLINE": "1"},
        capture_output=True,
        text=True,
        timeout=1500,
        check=False,
    )
    assert ran.returncode == 0, (ran.stdout + ran.stderr)[-3000:]
    return numbers(tmp_path / "out/logs/metrics.jsonl")


def test_verl_trains_two_steps_of_grpo(
    server_url: str, taught_folder: Path, tmp_path: Path
) -> None:
    steps = train(taught_folder, tmp_path, server_url)
    assert [step["training/global_step"] for step in steps] == [1, 2]
    assert any(step["actor/grad_norm"] > 0 for step in steps)
    assert 0 < steps[0]["episode/success"] < 1
    assert steps[0]["episode/tokenizer_seconds"] > 0
    changed = changes(taught_folder, tmp_path / "out/checkpoints/global_step_2/actor")
    assert len(changed) > 0
    assert max(changed.values()) > 1e-5


def numbers(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line)["data"] for line in path.read_text().splitlines()]


def changes(before: Path, after: Path) -> dict[str, float]:
    """By how much each weight differs at most, by name."""
    old = load_file(before / "model.safetensors")
    [shard] = after.glob("model_world_size_1_rank_0.pt")
    new = torch.load(shard, map_location="cpu", weights_only=False)
    whole = {
        name: value.to_local() if hasattr(value, "to_local") else value
        for name, value in new.items()
    }
    found = {name: float((whole[name].float() - value).abs().max()) for name, value in old.items()}
    return {name: by for name, by in found.items() if by > 0}
