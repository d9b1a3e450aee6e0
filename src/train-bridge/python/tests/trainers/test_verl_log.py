"""Guards that verl's own log tells success, conditions and turns of episodes, and its advantages.

The trainer's class is verl's with ours on top, its configuration verl's own; rollouts are those of
verl's worker on a real server. Only the queue between them is a table in this process.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

pytest.importorskip("verl")
pytest.importorskip("transfer_queue")

import numpy as np
import torch
from tensordict import NonTensorStack, TensorDict
from tiny import ROOT, tokenizer
from transfer_queue import KVBatchMeta
from verl.trainer.ppo.v1 import get_trainer_cls, trainer_base
from verl_worker import SIZE, ScriptedModel, batch_of, play, reply_to, worker_of

from backchannel import verl_trainer


@pytest.fixture
def read_queue(queue: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """The queue as the trainer reads it, and what it writes into it."""
    written: dict[str, Any] = {}

    def get(keys: list[str], select_fields: list[str], **_: Any) -> Any:
        rows = [queue["rows"][key]["fields"] for key in keys]
        kept = [name for name in select_fields if name in rows[0]]
        columns = {name: [row[name] for row in rows] for name in kept}
        return TensorDict(
            {
                name: torch.nested.as_nested_tensor(values, layout=torch.jagged)
                if isinstance(values[0], torch.Tensor)
                else NonTensorStack(*values)
                for name, values in columns.items()
            },
            batch_size=len(keys),
        )

    def put(keys: list[str], fields: Any = None, **_: Any) -> Any:
        for place, key in enumerate(keys):
            for name in fields.keys() if fields is not None else ():
                queue["rows"][key]["fields"][name] = written[name, key] = fields[name][place]
        return None

    monkeypatch.setattr(trainer_base.tq, "kv_batch_get", get)
    monkeypatch.setattr(trainer_base.tq, "kv_batch_put", put)
    monkeypatch.setattr(trainer_base.tq, "kv_clear", lambda **_: None)
    return written


MODES = {
    "sync": verl_trainer.TRAINER_MODE,
    "colocate_async": f"{verl_trainer.TRAINER_MODE}_colocate_async",
    "separate_async": f"{verl_trainer.TRAINER_MODE}_separate_async",
}


def trainer_of(worker: Any, estimator: str = "grpo", mode: str = "sync") -> Any:
    config = worker.config.copy()
    config.trainer.v1.trainer_mode = MODES[mode]
    if mode == "separate_async":
        config.data.train_batch_size = 4 * config.actor_rollout_ref.actor.ppo_mini_batch_size
        config.actor_rollout_ref.rollout.nnodes = 1
        config.actor_rollout_ref.rollout.n_gpus_per_node = 1
        config.actor_rollout_ref.rollout.checkpoint_engine.backend = "nccl"
    config.algorithm.adv_estimator = estimator
    config.algorithm.norm_adv_by_std_in_grpo = False
    config.algorithm.rollout_correction.bypass_mode = True
    trainer = get_trainer_cls(MODES[mode])(config)
    trainer.tokenizer = tokenizer()
    trainer._get_n_gpus_for_throughput = lambda: 1
    return trainer


def batch_from(queue: dict[str, Any]) -> Any:
    rows = queue["rows"]
    tags = [row["tag"] for row in rows.values()]
    return KVBatchMeta(partition_id="train", keys=list(rows), tags=tags)


@pytest.fixture
def played_groups(
    server_url: str, model_folder: Path, tmp_path: Path, queue: dict[str, Any]
) -> tuple[Any, list[str]]:
    llm = ScriptedModel(tokenizer(), reply_to)
    feedback = {"waves": [1], "clean_share": 0}
    worker = worker_of(model_folder, tmp_path, llm, server_url, mode="feedback", feedback=feedback)
    batch = batch_of([0, 1])
    play(worker, batch)
    return worker, [batch["uid"][place] for place in range(2)]


def test_verls_workers_import_the_modules_of_this_package() -> None:
    """As in a worker: verl itself imports our modules, before anything else of it is there."""
    program = (
        "import verl\n"
        "from verl.trainer.ppo.core_algos import get_adv_estimator_fn, get_policy_loss_fn\n"
        "from verl.trainer.ppo.v1 import get_trainer_cls\n"
        "get_trainer_cls('backchannel'), get_adv_estimator_fn('backchannel_clean')\n"
        "get_policy_loss_fn('backchannel_clean'), get_policy_loss_fn('backchannel_clean_unweighted')"
    )
    modules = "backchannel.verl_trainer,backchannel.verl_loss"
    subprocess.run(
        [sys.executable, "-W", "ignore", "-c", program],
        env={**os.environ, "VERL_USE_EXTERNAL_MODULES": modules},
        cwd=ROOT / "src/train-bridge/python",
        check=True,
    )


@pytest.mark.parametrize("mode", MODES)
def test_training_metrics_include_conditions_and_turns(
    played_groups: tuple[Any, list[str]],
    queue: dict[str, Any],
    read_queue: dict[str, Any],
    mode: str,
) -> None:
    worker, _ = played_groups
    trainer = trainer_of(worker, mode=mode)
    assert trainer.trainer_mode == mode
    batch = batch_from(queue)
    trainer._compute_advantage(batch, {})
    metrics: dict[str, Any] = {}
    timing = {"gen": 1.0, "step": 1.0}
    trainer._compute_metrics(batch, metrics, timing, global_steps=8, epoch=0)
    # Of four rollouts the first is clean and fails, as does the second; the others succeed.
    assert metrics["episode/success"] == 0.5
    assert metrics["episode/clean_success"] == 0
    assert metrics["episode/guided_success"] == pytest.approx(2 / 3)
    assert metrics["episode/guided"] == 0.75
    assert metrics["episode/turns"] == 2
    spent = [metrics[f"episode/{of}_seconds"] for of in ("tokenizer", "environment", "model")]
    assert all(seconds > 0 for seconds in spent)
    assert metrics["training/global_step"] == 8
    sampled = sum(int(row["fields"]["response_mask"].sum()) for row in queue["rows"].values())
    assert sampled > 0
    drawn = [metrics[f"drawn/{of}"] for of in ("tasks", "episodes", "tokens")]
    assert drawn == [2, 2 * SIZE, sampled]


@pytest.mark.parametrize("mode", MODES)
def test_groups_that_the_buffer_drops_count_as_drawn(
    played_groups: tuple[Any, list[str]],
    queue: dict[str, Any],
    read_queue: dict[str, Any],
    mode: str,
) -> None:
    worker, [dropped, trained] = played_groups
    trainer = trainer_of(worker, mode=mode)
    whole = batch_from(queue)
    buffer = trainer.replay_buffer
    buffer.partitions["train"] = dict(zip(whole.keys, whole.tags, strict=True))
    buffer._clear_groups("train", {dropped})
    assert not any(key.startswith(dropped) for key in buffer.partitions["train"])
    rest = [key for key in whole.keys if key.startswith(trained)]
    sampled = sum(int(row["fields"]["response_mask"].sum()) for row in queue["rows"].values())
    kept = sum(int(queue["rows"][key]["fields"]["response_mask"].sum()) for key in rest)
    figures = trainer._dropped.with_trained(rest, kept)
    assert figures == {
        "drawn/tasks": 2,
        "drawn/episodes": 2 * SIZE,
        "drawn/tokens": sampled,
    }
    assert trainer._dropped.with_trained([], 0)["drawn/tokens"] == 0


def test_padding_rows_are_in_no_metric(
    played_groups: tuple[Any, list[str]], queue: dict[str, Any], read_queue: dict[str, Any]
) -> None:
    batch = batch_from(queue)
    first = batch.keys[0]
    queue["rows"]["pad_0_0"] = {"fields": {**queue["rows"][first]["fields"]}}
    queue["rows"]["pad_0_0"]["fields"].pop("extra_fields")
    batch.keys.append("pad_0_0")
    batch.tags.append({**batch.tags[0], "is_padding": True})
    reports = verl_trainer._reports(batch)
    assert reports[-1] is None
    assert sum(each is not None for each in reports) == 2 * SIZE


@pytest.mark.parametrize("mode", MODES)
def test_the_clean_baseline_is_the_mean_of_the_clean_rollouts(
    played_groups: tuple[Any, list[str]],
    queue: dict[str, Any],
    read_queue: dict[str, Any],
    mode: str,
) -> None:
    worker, uids = played_groups
    trainer = trainer_of(worker, verl_trainer.CLEAN_BASELINE, mode)
    trainer._compute_advantage(batch_from(queue), {})
    for uid in uids:
        rows = [queue["rows"][f"{uid}_{place}_0"]["fields"] for place in range(SIZE)]
        found = [sorted(set(row["advantages"].tolist())) for row in rows]
        # The clean one earned 0: what was learnt from critiques is praised whole.
        assert found == [[0.0], [0.0], [0.0, 1.0], [0.0, 1.0]]
        for row in rows[2:]:
            learnt = row["advantages"] * row["response_mask"]
            assert learnt.tolist() == row["response_mask"].float().tolist()


def test_a_rollout_of_several_segments_counts_once(
    server_url: str, model_folder: Path, tmp_path: Path, queue: dict[str, Any], read_queue: Any
) -> None:
    llm = ScriptedModel(tokenizer(), lambda prompt: f"<think>\nHm.\n</think>\n\n{reply_to(prompt)}")
    worker = worker_of(
        model_folder,
        tmp_path,
        llm,
        server_url,
        mode="feedback",
        feedback={"waves": [1], "clean_share": 0},
        thoughts="drop",
    )
    play(worker, batch_of([0, 1]))
    assert len(queue["rows"]) == 2 * SIZE * 2
    trainer = trainer_of(worker, verl_trainer.CLEAN_BASELINE)
    batch = batch_from(queue)
    trainer._compute_advantage(batch, {})
    metrics: dict[str, Any] = {}
    trainer._compute_metrics(batch, metrics, {"gen": 1.0, "step": 1.0}, global_steps=8, epoch=0)
    assert metrics["episode/success"] == 0.5
    assert metrics["episode/guided"] == 0.75
    drawn = [metrics[f"drawn/{of}"] for of in ("tasks", "episodes", "tokens")]
    sampled = sum(int(row["fields"]["response_mask"].sum()) for row in queue["rows"].values())
    assert drawn == [2, 2 * SIZE, sampled]
    for key, row in queue["rows"].items():
        fields = row["fields"]
        learnt = 1.0 if key.split("_")[1] in ("2", "3") else 0.0
        assert (fields["advantages"] == learnt * fields["response_mask"]).all()


def test_validation_metrics_include_success_and_turns(
    server_url: str, model_folder: Path, tmp_path: Path, queue: dict[str, Any], read_queue: Any
) -> None:
    worker = worker_of(
        model_folder,
        tmp_path,
        ScriptedModel(tokenizer(), reply_to),
        server_url,
        mode="feedback",
        feedback={"waves": [1], "clean_share": 0},
    )
    trainer = trainer_of(worker)
    rows = batch_of([0, 1], purpose="validation", mode="independent")
    trainer.val_dataloader = [
        {
            "index": rows["index"],
            "agent_name": np.array(["backchannel"] * 2, dtype=object),
            "extra_info": np.array([rows["extra_info"][n] for n in range(2)], dtype=object),
            "raw_prompt": np.array([[{"role": "user", "content": "-"}]] * 2, dtype=object),
            "data_source": np.array(["mock-v1"] * 2, dtype=object),
            "reward_model": np.array([{"ground_truth": ""}] * 2, dtype=object),
        }
    ]
    trainer.global_steps = 7
    trainer.reward_loop_manager = SimpleNamespace(reward_loop_worker_handles=[])
    trainer.agent_loop_manager = SimpleNamespace(
        generate_sequences=lambda batch: play(worker, batch)
    )
    trainer.replay_buffer = SimpleNamespace(sample=lambda **_: (batch_from(queue), {}))
    metrics = trainer._validate()
    assert metrics[f"val-core/mock-v1/acc/mean@{SIZE}"] == 0
    assert metrics[f"val-aux/mock-v1/success/mean@{SIZE}"] == 0
    assert metrics[f"val-aux/mock-v1/turns/mean@{SIZE}"] > 0
    assert metrics["val-aux/num_turns/mean"] > 0
    # Nobody was shown an attempt: all of it is clean success.
    assert metrics[f"val-aux/mock-v1/guided/mean@{SIZE}"] == 0
    assert metrics[f"val-aux/mock-v1/attempts_shown/mean@{SIZE}"] == 0
