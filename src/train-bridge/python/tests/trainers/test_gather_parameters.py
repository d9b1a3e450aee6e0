"""Guards that processes of a divided model generate unequal shares, and go on training it after."""

from __future__ import annotations

import os
import socket
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

torch = pytest.importorskip("torch")

import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard

from backchannel.gather_parameters import gathered_parameters

PROCESSES = 2


def part(rank: int, port: int, folder: str, model_folder: str) -> None:
    """What one of the processes does: the first generates, the second has nothing to generate."""
    from transformers import Qwen2ForCausalLM

    address = f"tcp://127.0.0.1:{port}"
    # Who waits for another that never comes is told.
    dist.init_process_group(
        "gloo",
        init_method=address,
        rank=rank,
        world_size=PROCESSES,
        timeout=timedelta(seconds=120),
    )
    whole = Qwen2ForCausalLM.from_pretrained(model_folder)
    model = Qwen2ForCausalLM.from_pretrained(model_folder)
    mesh = init_device_mesh("cpu", (PROCESSES,))
    for layer in model.model.layers:
        fully_shard(layer, mesh=mesh, reshard_after_forward=True)
    fully_shard(model, mesh=mesh, reshard_after_forward=True)
    prompt = torch.tensor([[5, 6, 7]])
    asked = {"max_new_tokens": 4, "do_sample": False, "synced_gpus": False}
    with torch.no_grad():
        expected = whole.generate(prompt, **asked)
        for _ in range(2):
            with gathered_parameters(model):
                if rank == 0:
                    assert model.generate(prompt, **asked).tolist() == expected.tolist()
    # Divided again: each holds its share, and all of them train together as before.
    assert all(parameter.device_mesh.size() == PROCESSES for parameter in model.parameters())
    loss = model(input_ids=prompt, labels=prompt).loss
    loss.backward()
    assert all(parameter.grad is not None for parameter in model.parameters())
    dist.destroy_process_group()
    Path(folder, f"done-{rank}").touch()
    # Threads of the library may abort a process that ends in the usual way.
    os._exit(0)


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def test_one_process_generates_while_the_other_has_no_prompts(
    model_folder: Path, tmp_path: Path
) -> None:
    from torch.multiprocessing import spawn

    spawn(part, (free_port(), str(tmp_path), str(model_folder)), nprocs=PROCESSES)
    assert len(list(tmp_path.glob("done-*"))) == PROCESSES


def test_a_model_that_is_not_sharded_is_unchanged(model_folder: Path) -> None:
    from transformers import Qwen2ForCausalLM

    model: Any = Qwen2ForCausalLM.from_pretrained(model_folder)
    before = [parameter.data_ptr() for parameter in model.parameters()]
    with gathered_parameters(model):
        assert [parameter.data_ptr() for parameter in model.parameters()] == before
