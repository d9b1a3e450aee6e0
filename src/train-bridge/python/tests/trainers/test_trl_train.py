"""Guards that the script which trains on episodes takes one file and leaves a model behind."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

pytest.importorskip("trl")

import yaml
from tiny import model, tokenizer

from backchannel import connect
from backchannel.trl_train import main


def test_one_file_trains_and_saves(server_url: str, tmp_path: Path) -> None:
    tokens = tokenizer()
    model(tokens).save_pretrained(tmp_path / "model")
    tokens.save_pretrained(tmp_path / "model")
    rows = [
        {
            "prompt": [
                {
                    "role": "user",
                    "content": json.dumps({"env": "mock-v1", "split": "train", "index": index}),
                }
            ]
        }
        for index in range(2)
    ]
    (tmp_path / "train.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    settings = {
        "model_name_or_path": str(tmp_path / "model"),
        "output_dir": str(tmp_path / "out"),
        "max_steps": 1,
        "per_device_train_batch_size": 2,
        "num_generations": 2,
        "max_completion_length": 24,
        "report_to": "none",
        "use_cpu": True,
        "bf16": False,
        "backchannel": {
            "server_url": server_url,
            "run": f"script-{tmp_path.name}",
            "environment": "mock-v1",
            "play": "rollout",
            "mode": "feedback",
            "baseline": "per_condition",
            "train_file": str(tmp_path / "train.jsonl"),
        },
    }
    (tmp_path / "trl.yaml").write_text(yaml.safe_dump(settings))
    main(["--config", str(tmp_path / "trl.yaml")])
    assert (tmp_path / "out" / "config.json").exists()
    with connect(server_url) as client:
        groups = client.call("group.list", run=f"script-{tmp_path.name}")["groups"]
        assert [group["episodes"] for group in groups] == [2]


def test_a_file_without_episodes_is_refused(tmp_path: Path) -> None:
    (tmp_path / "trl.yaml").write_text("output_dir: out\n")
    with pytest.raises(SystemExit, match="no mapping backchannel"):
        main(["--config", str(tmp_path / "trl.yaml")])
