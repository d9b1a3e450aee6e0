"""verl's own rollout worker with a scripted language model in the place of its servers."""

from __future__ import annotations

import asyncio
import json
import re
import uuid
from collections.abc import Callable
from pathlib import Path
from typing import Any

import torch
import verl
from hydra import compose, initialize_config_dir
from tensordict import NonTensorStack, TensorDict
from verl.trainer.ppo.v1 import agent_loop_tq
from verl.workers.rollout.replica import TokenOutput

from backchannel.verl_client import connections

SIZE = 4
LOG_PROB = -0.25


class ScriptedModel:
    """Stands where verl's client of language model servers stands."""

    def __init__(self, tokens: Any, reply: Callable[[str], str]) -> None:
        self.tokens = tokens
        self.reply = reply
        self.prompts: list[str] = []
        self.requests: list[dict[str, Any]] = []

    async def generate(
        self, request_id: str, *, prompt_ids: list[int], sampling_params: dict[str, Any], **_: Any
    ) -> TokenOutput:
        await asyncio.sleep(0)
        prompt = self.tokens.decode(prompt_ids, skip_special_tokens=False)
        self.prompts.append(prompt)
        self.requests.append({"id": request_id, **sampling_params})
        ids = self.tokens.encode(self.reply(prompt), add_special_tokens=False)
        ids = [*ids, self.tokens.eos_token_id][: sampling_params["max_tokens"]]
        return TokenOutput(
            token_ids=ids,
            log_probs=[LOG_PROB] * len(ids),
            stop_reason="completed",
            extra_fields={"min_global_steps": 7, "max_global_steps": 7},
        )


def call(name: str, **arguments: Any) -> str:
    text = json.dumps({"name": name, "arguments": arguments})
    return f"<tool_call>\n{text}\n</tool_call>"


def knows_the_box(prompt: str) -> str:
    """Reads the label, then enters the code on it."""
    label = re.findall(r"The label says (\d{3})", prompt)
    return call("enter_code", code=label[-1]) if label else call("read_code")


def gives_up(_: str) -> str:
    """Says two things that open nothing, which ends the episode."""
    return "I cannot do it."


def reply_to(prompt: str) -> str:
    """Fails until it is shown two attempts that did."""
    return knows_the_box(prompt) if prompt.count("Attempt ") >= 2 else gives_up(prompt)


def worker_of(
    folder: Path, tmp_path: Path, llm: Any, url: str, length: int = 2048, **settings: Any
) -> Any:
    """verl's worker with its own constructor, but for the connection to the queue."""
    loops = tmp_path / "agent.yaml"
    entry = {
        "name": "backchannel",
        "_target_": "backchannel.verl.EnvAgentLoop",
        "server_url": url,
        "run": f"run-{uuid.uuid4().hex[:8]}",
        **settings,
    }
    loops.write_text(json.dumps([entry]))
    config_dir = Path(verl.__file__).parent / "trainer" / "config"
    with initialize_config_dir(str(config_dir), version_base=None):
        config = compose(
            "ppo_trainer",
            overrides=[
                f"actor_rollout_ref.model.path={folder}",
                f"actor_rollout_ref.rollout.agent.agent_loop_config_path={loops}",
                "actor_rollout_ref.rollout.name=vllm",
                f"actor_rollout_ref.rollout.n={SIZE}",
                f"actor_rollout_ref.rollout.val_kwargs.n={SIZE}",
                "data.max_prompt_length=2048",
                f"data.max_response_length={length}",
            ],
        )
    worker_class = agent_loop_tq.AgentLoopWorkerTQ.__ray_metadata__.modified_class
    worker = worker_class(config, llm)
    worker.run_name = entry["run"]
    return worker


def batch_of(indices: list[int], **env: Any) -> TensorDict:
    """Prompts as verl's data set and trainer hand them to the worker."""
    rows = [
        {"env": json.dumps({"env": "mock-v1", "split": "train", "index": index, **env})}
        for index in indices
    ]
    prompts = [[{"role": "user", "content": "replaced by the server"}] for _ in indices]
    return TensorDict(
        {
            "agent_name": NonTensorStack(*["backchannel" for _ in indices]),
            "extra_info": NonTensorStack(*rows),
            "raw_prompt": NonTensorStack(*prompts),
            "uid": NonTensorStack(*[uuid.uuid4().hex for _ in indices]),
            "index": torch.tensor(indices),
            "global_steps": NonTensorStack(*[7 for _ in indices]),
        },
        batch_size=len(indices),
    )


def play(worker: Any, batch: TensorDict) -> None:
    async def run() -> None:
        await worker.generate_sequences(batch)
        while worker.background_tasks:
            await asyncio.gather(*worker.background_tasks)
        for connection in connections.values():
            await (await connection).close()

    asyncio.run(run())
