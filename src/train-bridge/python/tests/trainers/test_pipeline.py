"""Guards the pipeline end to end: a tiny model through SFT, DPO and RLOO, then a comparison."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("trl")
yaml: Any = pytest.importorskip("yaml")

from judge import judging
from tiny import model, tokenizer

ROOT = Path(__file__).resolve().parents[5]


@pytest.fixture
def judge_url() -> Iterator[str]:
    with judging() as url:
        yield url


def write_rows(path: Path, rows: list[dict[str, Any]]) -> None:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))


def messages(role: str, text: str) -> list[dict[str, str]]:
    return [{"role": role, "content": text}]


def write_files(folder: Path, judge_url: str) -> None:
    tokens = tokenizer()
    tokens.save_pretrained(folder / "tiny")
    model(tokens).save_pretrained(folder / "tiny")
    asked = [f"Say {number}" for number in range(8)]
    write_rows(
        folder / "sft.jsonl",
        [{"messages": messages("user", a) + messages("assistant", "yes")} for a in asked],
    )
    write_rows(
        folder / "dpo.jsonl",
        [
            {
                "prompt": messages("user", a),
                "chosen": messages("assistant", "yes"),
                "rejected": messages("assistant", "no"),
            }
            for a in asked
        ],
    )
    write_rows(folder / "rloo.jsonl", [{"prompt": messages("user", a)} for a in asked])
    for method in ("sft", "dpo", "rloo"):
        training: dict[str, Any] = {
            "batch": 2,
            "group_size": 2,
            "steps": 2,
            "save_every": 1,
            "learning_rate": 1e-4,
        }
        variables: dict[str, Any] = {"HF_HUB_OFFLINE": 1}
        if method == "rloo":
            training["reward_functions"] = ["backchannel.reward.endpoint_reward"]
            variables["BACKCHANNEL_REWARD_URL"] = judge_url
            variables["BACKCHANNEL_REWARD_MODEL"] = "judge"
        settings = {
            "engine": "trl",
            "method": method,
            "run": method,
            "model": "./tiny",
            "data": {
                "train": f"./{method}.jsonl",
                "prompt_tokens_max": 64,
                "response_tokens_max": 8,
            },
            "training": training,
            "hardware": {"cpu": True},
            "launch": {"python": sys.executable, "disk_gib_min": 0, "environment": variables},
            "output": f"./out/{method}",
        }
        (folder / f"{method}.yaml").write_text(yaml.safe_dump(settings))
    stages = [
        {"name": "sft", "train": "sft.yaml"},
        {"name": "dpo", "train": "dpo.yaml", "from": "sft"},
        {"name": "rloo", "train": "rloo.yaml", "from": "sft"},
        {
            "name": "comparison",
            "compare": {
                "models": ["sft", "dpo", "rloo"],
                "reference": "./tiny",
                "prompts": "./rloo.jsonl",
                "count": 4,
                "max_tokens": 8,
                "python": sys.executable,
                "reward_model": "judge",
                "reward_base_url": judge_url,
            },
        },
    ]
    pipeline = {"name": "chat", "folder": "./state", "stages": stages}
    (folder / "pipeline.yaml").write_text(yaml.safe_dump(pipeline))


def run(folder: Path) -> subprocess.CompletedProcess[str]:
    words = ["node", str(ROOT / "bin/backchannel"), "pipeline", "run", "pipeline.yaml"]
    return subprocess.run(
        words, cwd=folder, capture_output=True, text=True, check=False, timeout=900
    )


def test_a_pipeline_trains_three_stages_and_compares_them(tmp_path: Path, judge_url: str) -> None:
    write_files(tmp_path, judge_url)
    first = run(tmp_path)
    assert first.returncode == 0, first.stdout + first.stderr[-4000:]
    state = json.loads((tmp_path / "state/state.json").read_text())["stages"]
    assert [stage["status"] for stage in state.values()] == ["done"] * 4
    assert state["dpo"]["model"] == str(tmp_path / "out/dpo/checkpoints")
    settings = yaml.safe_load((tmp_path / "var/runs/rloo/launch/trl.yaml").read_text())
    assert settings["model_name_or_path"] == state["sft"]["model"]
    history = json.loads(
        (tmp_path / "out/rloo/checkpoints/checkpoint-2/trainer_state.json").read_text()
    )
    assert any("reward" in row for row in history["log_history"])
    numbers = state["comparison"]["numbers"]
    assert {"sft win_rate", "dpo win_rate", "rloo win_rate"} <= set(numbers)
    assert all(0 <= numbers[f"{name} win_rate"] <= 1 for name in ("sft", "dpo", "rloo"))
    assert "| comparison | done |" in first.stdout
    again = run(tmp_path)
    assert again.returncode == 0
    assert again.stderr.count("skipped: it is done, and its inputs are unchanged") == 4
