"""Guards the gradients of verl and TRL as runs set them, against a reference of a hundred lines."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

torch = pytest.importorskip("torch")
yaml: Any = pytest.importorskip("yaml")

from gradient_batch import make_batch
from gradient_bugs import BUGS
from gradient_reference import CASES, Rollout, gradient, log_probs
from tiny import ROOT

HERE = Path(__file__).parent
COSINE_MIN = 0.9999
NORM_MAX = 0.01
LOG_PROB_MAX = 1e-5


@pytest.fixture(scope="module")
def batch(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, list[Rollout], Any]]:
    from transformers import Qwen2ForCausalLM

    folder = tmp_path_factory.mktemp("gradients")
    rollouts = make_batch(folder)
    yield folder, rollouts, Qwen2ForCausalLM.from_pretrained(folder, dtype=torch.float32).eval()


#: What a run's file says of each case, under `training`.
LINES: dict[str, dict[str, Any]] = {
    "token mean": {"loss_mean": "token"},
    "sequence mean": {"loss_mean": "sequence"},
    "Dr. GRPO": {"loss_mean": "dr_grpo"},
    "sequence ratio": {"loss_mean": "sequence", "ratio": "sequence"},
    "divided": {"loss_mean": "token", "divide_by_deviation": True},
    "importance cap": {"loss_mean": "token", "importance_cap": 1.5},
    "clean prompt": {},
    "LUFFY": {},
    "turns": {"credit": "turn"},
    "segments": {},
    "SDPO": {},
    "SDPO from the failure": {},
}
#: What verl is refused.
OF_TRL = ("SDPO", "SDPO from the failure")
#: What it says besides.
FURTHER: dict[str, dict[str, Any]] = {"segments": {"thoughts": "drop"}}
ENVIRONMENTS: dict[str, dict[str, Any]] = {
    "clean prompt": {"train_prompt": "clean"},
    "LUFFY": {"train_prompt": "clean", "clean_weights": "luffy"},
    "SDPO": {"mode": "feedback", "distill": "rollout"},
    "SDPO from the failure": {"mode": "feedback", "distill": "from_failure"},
}


def plan(name: str, case: str, folder: Path) -> Any:
    """The settings of a trainer for a case: of verl as words, of TRL by name."""
    loss = CASES[case]
    apart = name == "trl" and loss.importance_cap > 0
    sizes = {"prompt_tokens_max": 64, "response_tokens_max": loss.tokens_max}
    run = {
        "engine": name,
        # Without a cap for the ratio of blame, which only verl has.
        "method": "dapo-paper",
        "run": "gradients",
        "model": str(folder),
        "server": {"url": "http://127.0.0.1:1"},
        "environment": {
            "id": "mock-v1",
            **ENVIRONMENTS.get(case, {}),
        },
        **FURTHER.get(case, {}),
        "data": {"train": "train.parquet", **sizes},
        "training": {
            "batch": 8,
            "group_size": 4,
            "reward": "environment",
            "overlong_buffer": 0,
            "divide_by_deviation": False,
            "filter_groups": False,
            **LINES[case],
        },
        "hardware": {"gpus_per_node": 2, "generation_gpus": 1} if apart else {"cpu": True},
        "output": str(folder / "out"),
    }
    path = folder / "run.yaml"
    path.write_text(json.dumps(run))
    words = ["node", "bin/backchannel", "train", "--config", str(path), "--plan", "--json"]
    ran = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    planned = json.loads(ran.stdout)
    if name == "verl":
        return [word for word in planned["commands"][0]["words"] if "=" in word]
    [text] = [file["text"] for file in planned["files"] if file["path"] == "trl.yaml"]
    return yaml.safe_load(text)


def engine(name: str, folder: Path, ranks: int) -> dict[str, Any]:
    """What a trainer itself has, of one or two processes."""
    pytest.importorskip(name)
    cases = [case for case in CASES if name == "trl" or case not in OF_TRL]
    plans = {case: plan(name, case, folder) for case in cases}
    (folder / "plans.json").write_text(json.dumps(plans))
    words = ["-m", "torch.distributed.run", "--standalone", f"--nproc_per_node={ranks}"]
    own = {"PYTHONPATH": f"{HERE}:{ROOT / 'src/train-bridge/python'}", "OMP_NUM_THREADS": "1"}
    ran = subprocess.run(
        [sys.executable, "-W", "ignore", *words, str(HERE / f"gradient_{name}.py"), str(folder)],
        env={**os.environ, **own, "CUDA_VISIBLE_DEVICES": "", "HF_HUB_OFFLINE": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr[-4000:]
    return dict(torch.load(folder / f"{name}-{ranks}.pt"))


def difference(one: Any, other: Any) -> tuple[float, float]:
    """One less the cosine, and by how much the norms differ."""
    cosine = torch.nn.functional.cosine_similarity(one, other, dim=0)
    return 1 - float(cosine), abs(float(one.norm() / other.norm()) - 1)


def is_same(one: Any, other: Any) -> bool:
    turned, longer = difference(one, other)
    return turned <= 1 - COSINE_MIN and longer <= NORM_MAX


@pytest.mark.parametrize("ranks", [1, 2])
@pytest.mark.parametrize("name", ["trl", "verl"])
def test_a_trainer_has_the_gradient_of_the_reference(batch: Any, name: str, ranks: int) -> None:
    folder, rollouts, model = batch
    found = engine(name, folder, ranks)
    wanted = {case: gradient(model, rollouts, loss) for case, loss in CASES.items()}
    rows = {each: wanted[each.rsplit(", ", 1)[0]] for each in found if "," in each}
    cases = set(CASES) - set(OF_TRL if name == "verl" else ())
    assert {each.rsplit(", ", 1)[0] for each in rows} == cases
    for each, right in rows.items():
        turned, longer = difference(found[each], right)
        print(f"{name}, {ranks} ranks, {each}: 1 - cosine {turned:.1e}, norm {longer:.1e}")
    assert all(is_same(found[each], right) for each, right in rows.items())
    for bug in BUGS:
        assert not is_same(found[bug], wanted["token mean"]), bug
    check_log_probs(found, rollouts, model)


def check_log_probs(found: dict[str, Any], rollouts: list[Rollout], model: Any) -> None:
    """TRL tells those of the older model, verl those of the model that is updated."""
    reported = found.get("log probs") or found["log probs now"]
    assert len(reported) > 0
    with torch.no_grad():
        for row, values in reported.items():
            one = rollouts[row]
            right = torch.tensor(one.old) if "log probs" in found else log_probs(model, one)
            apart = (values[: len(one.response)] - right).abs() * torch.tensor(one.mask)
            assert float(apart.max()) < LOG_PROB_MAX


def test_the_comparison_detects_each_injected_bug(batch: Any) -> None:
    """Each option changes the gradient of this batch by more than the test lets pass."""
    _, rollouts, model = batch
    found = {case: gradient(model, rollouts, loss) for case, loss in CASES.items()}
    names = list(found)
    for place, one in enumerate(names):
        for other in names[place + 1 :]:
            assert not is_same(found[one], found[other]), (one, other)
