"""Guards that each engine learns a task whose best policy is known, on ten seeds."""

from __future__ import annotations

import json
import os
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

torch = pytest.importorskip("torch")
yaml: Any = pytest.importorskip("yaml")

from optimum_task import LEARNED, LEARNING_RATE, SEEDS, SIZE
from tiny import ROOT, tokenizer

HERE = Path(__file__).parent


def plan(engine: str, folder: Path, training: dict[str, Any]) -> Any:
    run = {
        "engine": engine,
        "method": "dapo",
        "run": "optimum",
        "model": str(folder),
        "server": {"url": "http://127.0.0.1:1"},
        "environment": {"id": "mock-v1"},
        "data": {"train": "train.parquet", "prompt_tokens_max": 16, "response_tokens_max": 16},
        "training": {
            "batch": 4 * SIZE,
            "group_size": SIZE,
            "learning_rate": LEARNING_RATE,
            "filter_groups": False,
            "overlong_filter": False,
            **training,
        },
        "hardware": {"cpu": True},
        "output": str(folder / "out"),
    }
    path = folder / "run.yaml"
    path.write_text(json.dumps(run))
    words = ["node", "bin/backchannel", "train", "--config", str(path), "--plan", "--json"]
    ran = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    planned = json.loads(ran.stdout)
    if engine == "verl":
        return [word for word in planned["commands"][0]["words"] if "=" in word]
    [text] = [file["text"] for file in planned["files"] if file["path"] == "trl.yaml"]
    return yaml.safe_load(text)


@pytest.mark.parametrize("credit", ["episode", "turn"])
@pytest.mark.parametrize("engine", ["trl", "verl"])
def test_ten_seeds_of_an_engine_find_the_best_policy(
    engine: str, credit: str, tmp_path: Path
) -> None:
    pytest.importorskip(engine)
    settings = plan(engine, tmp_path, {"credit": credit})
    tokenizer().save_pretrained(tmp_path / "tokens")
    script = str(HERE / f"optimum_{engine}.py")
    if engine == "verl":
        (tmp_path / "plans.json").write_text(json.dumps({"optimum": settings}))
        (tmp_path / "rollouts.pickle").write_bytes(pickle.dumps([]))
        words = ["-m", "torch.distributed.run", "--standalone", "--nproc_per_node=1"]
        words += [script, str(tmp_path)]
    else:
        words = [script, str(tmp_path), json.dumps(settings)]
    own = {"PYTHONPATH": f"{HERE}:{ROOT / 'src/train-bridge/python'}", "OMP_NUM_THREADS": "1"}
    ran = subprocess.run(
        [sys.executable, "-W", "ignore", *words],
        env={**os.environ, **own, "CUDA_VISIBLE_DEVICES": "", "HF_HUB_OFFLINE": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr[-4000:]
    lines = [line.split() for line in ran.stdout.splitlines() if line.startswith(f"{engine} seed")]
    print("\n".join(f"{credit}: {' '.join(line)}" for line in lines))
    assert len(lines) == len(SEEDS)
    for *_, before, after in lines:
        assert float(before) < 0.5
        assert float(after) >= LEARNED
