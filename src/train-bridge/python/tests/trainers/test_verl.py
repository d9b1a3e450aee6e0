"""Guards that verl's own rollout worker plays groups with feedback, in order and token by token.

The worker class, its configuration and its queue's fields are verl's; the language model behind it
is a script that reads tokens and writes tokens, and the server is a real one.
"""

from __future__ import annotations

import asyncio
import json
import re
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("verl")
pytest.importorskip("transfer_queue")

import torch
import verl
from hydra import compose, initialize_config_dir
from tensordict import NonTensorStack, TensorDict
from tiny import model, tokenizer
from verl.trainer.ppo.v1 import agent_loop_tq
from verl.workers.rollout.replica import TokenOutput

from backchannel import connect
from backchannel import verl as bridge

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


def learns(prompt: str) -> str:
    """Fails until it is shown two attempts that did."""
    return knows_the_box(prompt) if prompt.count("Attempt ") >= 2 else gives_up(prompt)


@pytest.fixture(scope="module")
def model_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A model on disk, for verl reads tokenizer and configuration from there."""
    folder = tmp_path_factory.mktemp("model")
    tokens = tokenizer()
    tokens.save_pretrained(folder)
    model(tokens).save_pretrained(folder)
    return folder


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


@pytest.fixture
def queue(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, Any]]:
    """What the worker puts into verl's queue, by key."""
    rows: dict[str, Any] = {}
    states: dict[str, str] = {}

    async def put(key: str, partition_id: str, tag: dict[str, Any]) -> None:
        states[key] = tag["status"]

    async def put_batch(keys: list[str], fields: Any, tags: list[Any], partition_id: str) -> None:
        for place, key in enumerate(keys):
            rows[key] = {"fields": fields[place], "tag": tags[place]}

    monkeypatch.setattr(agent_loop_tq.tq, "init", lambda *_: None)
    monkeypatch.setattr(agent_loop_tq.tq, "async_kv_put", put)
    monkeypatch.setattr(agent_loop_tq.tq, "async_kv_batch_put", put_batch)
    bridge._connections.clear()
    yield {"rows": rows, "states": states}


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
        for connection in bridge._connections.values():
            await (await connection).close()

    asyncio.run(run())


def test_groups_of_four_learn_in_order(
    server_url: str, model_folder: Path, tmp_path: Path, queue: dict[str, Any]
) -> None:
    tokens = tokenizer()
    llm = ScriptedModel(tokens, learns)
    feedback = {"waves": [1], "clean_share": 0}
    worker = worker_of(model_folder, tmp_path, llm, server_url, mode="feedback", feedback=feedback)
    batch = batch_of([0, 1])
    uids = [batch["uid"][place] for place in range(2)]
    play(worker, batch)
    assert [queue["states"][uid] for uid in uids] == ["finished", "finished"]
    for uid in uids:
        rows = [queue["rows"][f"{uid}_{k}_0"]["fields"] for k in range(SIZE)]
        shown = [row["extra_fields"]["reward_extra_info"]["attempts_shown"] for row in rows]
        # Rollouts 0 and 1 fail, 2 is shown both failures and succeeds, 3 is shown the same two.
        assert shown == [0, 1, 2, 2]
        acc = [row["extra_fields"]["reward_extra_info"]["acc"] for row in rows]
        assert acc == [0, 0, 1, 1]
        lengths = [len(row["prompts"]) for row in rows]
        assert lengths[0] < lengths[1] < lengths[2] == lengths[3]
        for row in rows:
            check_row(row, tokens)
    with connect(server_url) as client:
        status = client.call("group.status", run=worker.run_name, id=uids[0])
        assert status["size"] == SIZE
        assert [member["state"] for member in status["members"]] == ["over"] * SIZE


def check_row(row: Any, tokens: Any) -> None:
    """Mask, log-probabilities and reward lie on the tokens that they belong to."""
    mask = row["response_mask"].tolist()
    responses = row["responses"].tolist()
    log_probs = row["rollout_log_probs"].tolist()
    assert len(mask) == len(responses) == len(log_probs)
    assert [p == LOG_PROB for p in log_probs] == [bool(m) for m in mask]
    written = tokens.decode([t for t, m in zip(responses, mask) if m])
    read = tokens.decode([t for t, m in zip(responses, mask) if not m])
    assert "<|im_start|>" not in written
    assert written.endswith("<|im_end|>")
    assert ("<tool_response>" in read) == ("<tool_call>" in written and "read_code" in written)
    assert row["rm_scores"][-1] == row["extra_fields"]["reward_extra_info"]["score"]
    assert row["rm_scores"][:-1].sum() == 0
    assert row["num_turns"] >= 3
    assert row["extra_fields"]["min_global_steps"] == 7


def test_clean_prompts_are_trained_on_request(
    server_url: str, model_folder: Path, tmp_path: Path, queue: dict[str, Any]
) -> None:
    tokens = tokenizer()
    llm = ScriptedModel(tokens, learns)
    worker = worker_of(
        model_folder,
        tmp_path,
        llm,
        server_url,
        mode="feedback",
        feedback={"waves": [1], "clean_share": 0},
        train_prompt="clean",
        baseline="per_condition",
    )
    batch = batch_of([2])
    uid = batch["uid"][0]
    play(worker, batch)
    rows = [queue["rows"][f"{uid}_{k}_0"]["fields"] for k in range(SIZE)]
    prompts = [row["prompts"].tolist() for row in rows]
    assert prompts[0] == prompts[1] == prompts[2] == prompts[3]
    assert any("<previous_attempts>" in prompt for prompt in llm.prompts)
    # The third is the first to succeed; the mean of its condition before it was 0.
    assert rows[2]["rm_scores"][-1] == 1
    assert rows[3]["rm_scores"][-1] < 1


def test_independent_rollouts_and_a_short_budget(
    server_url: str, model_folder: Path, tmp_path: Path, queue: dict[str, Any]
) -> None:
    tokens = tokenizer()
    llm = ScriptedModel(tokens, lambda prompt: "word " * 400)
    worker = worker_of(model_folder, tmp_path, llm, server_url, length=64)
    batch = batch_of([3])
    uid = batch["uid"][0]
    play(worker, batch)
    for k in range(SIZE):
        row = queue["rows"][f"{uid}_{k}_0"]["fields"]
        assert len(row["responses"]) <= 64
        assert row["extra_fields"]["reward_extra_info"]["acc"] == 0
    assert len(llm.prompts) == SIZE
    assert all(prompt == llm.prompts[0] for prompt in llm.prompts)


def test_a_broken_rollout_does_not_hold_up_its_group(
    server_url: str, model_folder: Path, tmp_path: Path, queue: dict[str, Any]
) -> None:
    tokens = tokenizer()
    calls = 0

    def breaks_once(prompt: str) -> str:
        nonlocal calls
        calls += 1
        if calls == 1:
            raise RuntimeError("the model server is gone")
        return knows_the_box(prompt)

    llm = ScriptedModel(tokens, breaks_once)
    worker = worker_of(
        model_folder, tmp_path, llm, server_url, mode="feedback", feedback={"clean_share": 0}
    )
    batch = batch_of([4])
    uid = batch["uid"][0]
    play(worker, batch)
    assert queue["states"][uid] == "failure"
    finished = [key for key in queue["rows"] if key.startswith(uid)]
    assert sorted(finished) == [f"{uid}_{k}_0" for k in range(1, SIZE)]
    # What broke taught nothing: nobody was shown an attempt.
    assert not any("<previous_attempts>" in prompt for prompt in llm.prompts)


def test_the_policy_may_write_its_own_critiques(
    server_url: str, model_folder: Path, tmp_path: Path, queue: dict[str, Any]
) -> None:
    tokens = tokenizer()

    def critic(prompt: str) -> str:
        if "The attempt is over" in prompt:
            return "<think>hm</think>Read the label first."
        return learns(prompt)

    llm = ScriptedModel(tokens, critic)
    worker = worker_of(
        model_folder,
        tmp_path,
        llm,
        server_url,
        mode="feedback",
        feedback={"waves": [1], "clean_share": 0, "critique": "posted"},
        critique="policy",
    )
    batch = batch_of([5])
    play(worker, batch)
    shown = [prompt for prompt in llm.prompts if "<previous_attempts>" in prompt]
    assert shown and all("Read the label first." in prompt for prompt in shown)
    assert not any("hm" in prompt.split("<previous_attempts>")[1] for prompt in shown)


def test_a_long_prompt_loses_its_oldest_attempts_only(
    server_url: str, model_folder: Path, tmp_path: Path, queue: dict[str, Any]
) -> None:
    tokens = tokenizer()
    llm = ScriptedModel(tokens, gives_up)
    worker = worker_of(
        model_folder,
        tmp_path,
        llm,
        server_url,
        mode="feedback",
        feedback={"waves": [1], "clean_share": 0},
    )
    first = batch_of([6])
    play(worker, first)
    rows = [queue["rows"][f"{first['uid'][0]}_{k}_0"]["fields"] for k in range(SIZE)]
    lengths = [len(row["prompts"]) for row in rows]
    bridge._connections.clear()
    worker.config.actor_rollout_ref.rollout.prompt_length = lengths[1]
    second = batch_of([6])
    play(worker, second)
    rows = [queue["rows"][f"{second['uid'][0]}_{k}_0"]["fields"] for k in range(SIZE)]
    assert [len(row["prompts"]) for row in rows] == [lengths[0], *[lengths[1]] * 3]
    shown = [row["extra_fields"]["reward_extra_info"]["attempts_shown"] for row in rows]
    assert shown == [0, 1, 1, 1]
    assert "Attempt 3" in llm.prompts[-1]
    assert "Attempt 1" not in llm.prompts[-1]


def test_wrong_settings_are_refused_in_plain_words(
    server_url: str, model_folder: Path, tmp_path: Path, queue: dict[str, Any]
) -> None:
    llm = ScriptedModel(tokenizer(), gives_up)
    worker = worker_of(model_folder, tmp_path, llm, server_url, train_prompt="guidded")
    batch = batch_of([0])
    play(worker, batch)
    assert queue["states"][batch["uid"][0]] == "failure"
