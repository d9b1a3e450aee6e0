"""Guards that what training leaves becomes a model that the next stage loads: shards, adapters."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("verl")
peft = pytest.importorskip("peft")

import torch
from tiny import ROOT, model, tokenizer
from transformers import AutoModelForCausalLM, AutoTokenizer

LAYER = "model.layers.0.self_attn.q_proj.weight"


def run(*words: str) -> None:
    """A command of `handOver`, as a pipeline gives it."""
    package = str(ROOT / "src/train-bridge/python")
    environment = {**os.environ, "PYTHONPATH": package, "CUDA_VISIBLE_DEVICES": ""}
    command = [sys.executable, "-m", *words]
    ran = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr[-3000:]


def merge_shards(shards: Path, target: Path) -> None:
    words = ["verl.model_merger", "merge", "--backend", "fsdp"]
    run(*words, "--local_dir", str(shards), "--target_dir", str(target))


def write_shards(folder: Path, trained: Any, weights: dict[str, Any]) -> Path:
    """A checkpoint of one process, as verl writes it."""
    (folder / "huggingface").mkdir(parents=True)
    tokenizer().save_pretrained(folder / "huggingface")
    trained.config.save_pretrained(folder / "huggingface")
    trained.generation_config.save_pretrained(folder / "huggingface")
    torch.save(weights, folder / "model_world_size_1_rank_0.pt")
    (folder / "fsdp_config.json").write_text(json.dumps({"FSDP_version": 2, "world_size": 1}))
    return folder


def weights_in(folder: Path) -> dict[str, Any]:
    assert AutoTokenizer.from_pretrained(folder).chat_template
    return AutoModelForCausalLM.from_pretrained(folder, dtype=torch.float32).state_dict()


def test_verls_shards_are_merged(tmp_path: Path) -> None:
    trained = model(tokenizer())
    shards = write_shards(tmp_path / "global_step_4" / "actor", trained, trained.state_dict())
    merge_shards(shards, tmp_path / "model")
    merged = weights_in(tmp_path / "model")
    assert torch.allclose(merged[LAYER], trained.state_dict()[LAYER], atol=1e-3)


def adapted(folder: Path) -> tuple[Any, Any, Any]:
    """A model on disk, the same with an adapter that changes it, and its layer with both."""
    base = model(tokenizer())
    base.save_pretrained(folder)
    tokenizer().save_pretrained(folder)
    before = base.state_dict()[LAYER].clone()
    settings = peft.LoraConfig(r=4, lora_alpha=8, target_modules="all-linear")
    trained = peft.get_peft_model(base, settings)
    with torch.no_grad():
        for name, weight in trained.named_parameters():
            if "lora_B" in name:
                weight.fill_(0.5)
    return trained, settings, before


def test_an_adapter_of_trl_is_merged(tmp_path: Path) -> None:
    trained, _, before = adapted(tmp_path / "base")
    trained.save_pretrained(tmp_path / "checkpoints")
    words = ["backchannel.merge_adapter", "--model", str(tmp_path / "base")]
    run(*words, "--adapter", str(tmp_path / "checkpoints"), "--output", str(tmp_path / "model"))
    expected = trained.merge_and_unload().state_dict()[LAYER]
    merged = weights_in(tmp_path / "model")[LAYER]
    assert torch.allclose(merged, expected, atol=0.02)
    assert not torch.allclose(merged, before, atol=0.02)


def test_an_adapter_in_verls_shards_is_merged(tmp_path: Path) -> None:
    trained, settings, before = adapted(tmp_path / "base")
    shards = write_shards(tmp_path / "actor", trained.base_model.model, trained.state_dict())
    meta = {"r": settings.r, "lora_alpha": settings.lora_alpha, "task_type": "CAUSAL_LM"}
    (shards / "lora_train_meta.json").write_text(json.dumps(meta))
    merge_shards(shards, tmp_path / "shards")
    words = ["backchannel.merge_adapter", "--model", str(tmp_path / "base")]
    adapter = str(tmp_path / "shards" / "lora_adapter")
    run(*words, "--adapter", adapter, "--output", str(tmp_path / "model"))
    merged = weights_in(tmp_path / "model")[LAYER]
    expected = trained.merge_and_unload().state_dict()[LAYER]
    assert torch.allclose(merged, expected, atol=0.02)
    assert not torch.allclose(merged, before, atol=0.02)
