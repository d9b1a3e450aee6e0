"""Guards that the script which trains on episodes takes one file and leaves a model behind."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("trl")

import yaml
from safetensors.torch import load_file
from tiny import ROOT, model, tokenizer

from backchannel import connect
from backchannel.trl_train import main


def write_settings(folder: Path, server_url: str, **changes: Any) -> Path:
    """One file for the script, with a model and rows beside it."""
    tokens = tokenizer()
    model(tokens).save_pretrained(folder / "model")
    tokens.save_pretrained(folder / "model")
    tasks = [json.dumps({"env": "mock-v1", "split": "train", "index": n}) for n in range(2)]
    rows = [{"prompt": [{"role": "user", "content": task}]} for task in tasks]
    (folder / "train.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    settings = {
        "model_name_or_path": str(folder / "model"),
        "output_dir": str(folder / "out"),
        "max_steps": 1,
        "per_device_train_batch_size": 2,
        "num_generations": 2,
        "max_completion_length": 24,
        "report_to": "none",
        "use_cpu": True,
        "bf16": False,
        "backchannel": {
            "server_url": server_url,
            "run": f"script-{folder.name}",
            "environment": "mock-v1",
            "play": "rollout",
            "mode": "feedback",
            "baseline": "per_condition",
            "train_file": str(folder / "train.jsonl"),
        },
    }
    (folder / "trl.yaml").write_text(yaml.safe_dump(settings | changes))
    return folder / "trl.yaml"


def groups_of(server_url: str, folder: Path) -> list[dict[str, Any]]:
    with connect(server_url) as client:
        return client.call("group.list", run=f"script-{folder.name}")["groups"]


RLTF_SD = {"train_prompt": "clean", "clean_weights": "none", "baseline": "clean"}


@pytest.mark.parametrize("loss", [{"baseline": "per_condition"}, RLTF_SD])
def test_one_settings_file_trains_and_saves_a_model(
    server_url: str, tmp_path: Path, loss: dict[str, str]
) -> None:
    path = write_settings(tmp_path, server_url)
    settings = yaml.safe_load(path.read_text())
    settings["backchannel"].update(loss)
    if loss is RLTF_SD:
        settings["loss_type"] = "cispo"
    path.write_text(yaml.safe_dump(settings))
    main(["--config", str(path)])
    assert (tmp_path / "out" / "config.json").exists()
    assert [group["episodes"] for group in groups_of(server_url, tmp_path)] == [2]


def test_validation_plays_each_task_as_often_as_its_setting(
    server_url: str, tmp_path: Path
) -> None:
    rollouts = {"num_generations_eval": 1, "per_device_eval_batch_size": 2}
    path = write_settings(tmp_path, server_url, eval_strategy="steps", eval_steps=1, **rollouts)
    settings = yaml.safe_load(path.read_text())
    rows = [json.dumps({"env": "mock-v1", "split": "val", "index": n}) for n in range(3)]
    lines = [{"prompt": [{"role": "user", "content": row}], "reference": row} for row in rows]
    (tmp_path / "val.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    settings["backchannel"]["validation_file"] = str(tmp_path / "val.jsonl")
    path.write_text(yaml.safe_dump(settings))
    main(["--config", str(path)])
    with connect(server_url) as client:
        run = f"script-{tmp_path.name}.validation"
        groups = client.call("group.list", run=run)["groups"]
    assert [group["episodes"] for group in groups] == [1, 1, 1]


def test_dapo_as_published_trains_accuracy_instead_of_the_reward(
    server_url: str, tmp_path: Path
) -> None:
    path = write_settings(
        tmp_path, server_url, loss_type="dapo", scale_rewards="group", logging_steps=1
    )
    settings = yaml.safe_load(path.read_text())
    rule = {"reward": "accuracy", "overlong_buffer": 20, "tokens_max": 24}
    settings["backchannel"] |= {"baseline": "group", "reward_rule": rule}
    path.write_text(yaml.safe_dump(settings))
    main(["--config", str(path)])
    (state,) = (tmp_path / "out").glob("checkpoint-*/trainer_state.json")
    (metrics,) = [row for row in json.loads(state.read_text())["log_history"] if "reward" in row]
    # The model writes at random: it fails, at length, and the environment takes half a point at most.
    assert -2 <= metrics["reward"] <= -1


@pytest.mark.parametrize("train_prompt", ["guided", "clean"])
def test_training_updates_the_weights(
    server_url: str, taught_folder: Path, tmp_path: Path, train_prompt: str
) -> None:
    path = write_settings(tmp_path, server_url)
    settings = yaml.safe_load(path.read_text())
    settings |= {
        "model_name_or_path": str(taught_folder),
        "learning_rate": 1e-3,
        "max_steps": 2,
        "per_device_train_batch_size": 8,
        "num_generations": 8,
        "max_completion_length": 96,
        "logging_steps": 1,
    }
    settings["backchannel"] |= {"baseline": "group", "train_prompt": train_prompt}
    if train_prompt == "clean":
        settings["loss_type"] = "cispo"
    path.write_text(yaml.safe_dump(settings))
    main(["--config", str(path)])
    states = sorted((tmp_path / "out").glob("checkpoint-*/trainer_state.json"))
    logged = json.loads(states[-1].read_text())["log_history"]
    assert any(row.get("grad_norm", 0) > 0 for row in logged)
    metrics = next(row for row in logged if "episode/success" in row)
    assert metrics["episode/tokenizer_seconds"] > 0
    old = load_file(taught_folder / "model.safetensors")
    new = load_file(tmp_path / "out" / "model.safetensors")
    assert max(float((new[name] - old[name]).abs().max()) for name in old) > 1e-5


def test_sigterm_closes_all_episodes(server_url: str, tmp_path: Path) -> None:
    path = write_settings(tmp_path, server_url, max_steps=10_000, save_strategy="no")
    words = [sys.executable, "-m", "backchannel.trl_train", "--config", str(path)]
    process = subprocess.Popen(words, cwd=ROOT / "src/train-bridge/python")
    end = time.monotonic() + 600
    while len(groups_of(server_url, tmp_path)) < 3 and time.monotonic() < end:
        assert process.poll() is None
        time.sleep(0.2)
    process.terminate()
    assert process.wait(600) == -signal.SIGINT
    groups = groups_of(server_url, tmp_path)
    assert len(groups) >= 3
    assert all(group["open"] == 0 for group in groups)


def test_a_settings_file_without_episodes_is_refused(tmp_path: Path) -> None:
    (tmp_path / "trl.yaml").write_text("output_dir: out\n")
    with pytest.raises(SystemExit, match="no mapping backchannel"):
        main(["--config", str(tmp_path / "trl.yaml")])
