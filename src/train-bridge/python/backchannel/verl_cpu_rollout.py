"""Generates for verl on the CPU, with the transformers library in a Ray actor.

The actor answers one turn at a time and receives the new weights after each update.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import Any

import ray
from verl.workers.rollout.base import BaseRollout
from verl.workers.rollout.replica import RolloutReplica, TokenOutput

from .ends import end_tokens, model_configs
from .sampling import Sampling, sample


@ray.remote(num_cpus=0)
class _Server:
    """The methods of a language model server that verl calls on the CPU."""

    def __init__(self, folder: str) -> None:
        import torch
        from transformers import AutoModelForCausalLM, AutoTokenizer

        torch.set_num_threads(1)
        tokens = AutoTokenizer.from_pretrained(folder)
        model: Any = AutoModelForCausalLM.from_pretrained(folder, dtype=torch.float32)
        self._model = model.eval()
        self._ends = end_tokens(tokens, configs=model_configs(model))
        self._padding = self._ends[0] if tokens.pad_token_id is None else tokens.pad_token_id
        self._step: int | None = None

    async def generate(
        self, request_id: str, prompt_ids: list[int], sampling_params: Mapping[str, Any], **_: Any
    ) -> TokenOutput:
        settings = Sampling(
            int(sampling_params["max_tokens"]),
            tuple({*self._ends, *(sampling_params.get("stop_token_ids") or ())}),
            self._padding,
            temperature=float(sampling_params.get("temperature", 1.0)),
            top_p=float(sampling_params.get("top_p", 1.0)),
            top_k=max(0, int(sampling_params.get("top_k", 0))),
            repetition_penalty=float(sampling_params.get("repetition_penalty", 1.0)),
        )
        [(token_ids, log_probs)] = sample(self._model, [prompt_ids], settings)
        return TokenOutput(
            token_ids=token_ids,
            log_probs=log_probs,
            stop_reason="completed",
            num_preempted=0,
            extra_fields={"global_steps": self._step},
        )

    async def load(self, weights: Mapping[str, Any], step: int | None) -> None:
        """Copies the trainer's weights. Shared weights come under one of their names."""
        import torch

        own_state = self._model.state_dict()
        unknown = sorted(set(weights) - set(own_state))
        if unknown:
            raise ValueError(f"the model has no weights with the name {unknown[0]}")
        with torch.no_grad():
            for name, value in weights.items():
                own_state[name].copy_(value)
        self._step = step

    async def sleep(self) -> None: ...
    async def wake_up(self) -> None: ...
    async def clear_kv_cache(self) -> None: ...


class Replica(RolloutReplica):
    """One server for each process of the trainer."""

    async def launch_servers(self) -> None:
        server = _Server.options(name=_name(self.replica_rank), max_concurrency=1000)  # type: ignore[attr-defined]
        self.servers = [server.remote(self.model_config.path)]
        self._server_handle = self.servers[0]
        self._server_address = _name(self.replica_rank)


class Adapter(BaseRollout):
    """Sends the trainer's weights to the server of its process."""

    async def resume(self, tags: list[str]) -> None: ...
    async def release(self) -> None: ...

    async def update_weights(
        self, weights: Iterable[tuple[str, Any]], global_steps: int | None = None, **_: Any
    ) -> None:
        weight_table = {name: value.detach().cpu() for name, value in weights}
        server = ray.get_actor(_name(int(os.environ["RANK"])))
        await server.load.remote(weight_table, global_steps)


def _name(rank: int) -> str:
    return f"backchannel_cpu_{rank}"
