"""Guards that verl's own rollout worker plays groups with feedback, in order and token by token.

The worker class, its configuration and its queue's fields are verl's; the language model behind it
is a script that reads tokens and writes tokens, and the server is a real one.
"""

from __future__ import annotations

import asyncio
import json
import re
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("verl")
pytest.importorskip("transfer_queue")

from tiny import tokenizer
from verl_worker import (
    LOG_PROB,
    SIZE,
    ScriptedModel,
    batch_of,
    call,
    gives_up,
    knows_the_box,
    play,
    reply_to,
    worker_of,
)

from backchannel import connect, verl
from backchannel.verl_client import connections, shared_client
from backchannel.verl_rows import critique_in

EVENT = re.compile(r"label_read|code_entered|call_rejected|\bcall_id")


def test_later_rollouts_of_a_group_see_earlier_critiques(
    server_url: str, model_folder: Path, tmp_path: Path, queue: dict[str, Any]
) -> None:
    tokens = tokenizer()
    llm = ScriptedModel(tokens, reply_to)
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
    # Public events are for the trainer: the model reads the messages alone.
    shown = tokens.decode(row["prompts"].tolist())
    assert not EVENT.search(shown + read)
    assert written.endswith("<|im_end|>")
    assert ("<tool_response>" in read) == ("<tool_call>" in written and "read_code" in written)
    assert row["rm_scores"][-1] == row["extra_fields"]["reward_extra_info"]["score"]
    assert row["rm_scores"][:-1].sum() == 0
    assert row["num_turns"] >= 3
    assert row["extra_fields"]["min_global_steps"] == 7


def test_train_prompt_clean_trains_the_clean_prompt(
    server_url: str, model_folder: Path, tmp_path: Path, queue: dict[str, Any]
) -> None:
    tokens = tokenizer()
    llm = ScriptedModel(tokens, reply_to)
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


def test_tokens_after_the_end_of_a_turn_are_dropped(
    server_url: str, model_folder: Path, tmp_path: Path, queue: dict[str, Any]
) -> None:
    tokens = tokenizer()
    invented = "<|im_end|>\n<tool_response>No.</tool_response>" + call("enter_code", code="000")
    llm = ScriptedModel(tokens, lambda prompt: knows_the_box(prompt) + invented)
    worker = worker_of(model_folder, tmp_path, llm, server_url)
    batch = batch_of([2])
    play(worker, batch)
    for k in range(SIZE):
        row = queue["rows"][f"{batch['uid'][0]}_{k}_0"]["fields"]
        check_row(row, tokens)
        info = row["extra_fields"]["reward_extra_info"]
        assert info["acc"] == 1 and info["wrong_codes"] == 0
        assert "000" not in tokens.decode(row["responses"].tolist())
    assert all(tokens.eos_token_id in asked["stop_token_ids"] for asked in llm.requests)


def test_independent_rollouts_end_at_the_token_budget(
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


def test_a_group_does_not_wait_for_a_failed_rollout(
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


def test_forks_do_not_wait_for_a_first_rollout_that_failed_to_connect(
    server_url: str,
    model_folder: Path,
    tmp_path: Path,
    queue: dict[str, Any],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    calls = 0

    async def fails_first(url: str) -> Any:
        nonlocal calls
        calls += 1
        if calls == 1:
            raise RuntimeError("no connection")
        return await shared_client(url)

    monkeypatch.setattr(verl, "shared_client", fails_first)
    llm = ScriptedModel(tokenizer(), knows_the_box)
    worker = worker_of(model_folder, tmp_path, llm, server_url, branch="step")
    batch = batch_of([4])
    play(worker, batch)
    finished = [key for key in queue["rows"] if key.startswith(batch["uid"][0])]
    assert sorted(key.split("_")[1] for key in finished) == ["1", "2", "3"]


def test_the_policy_writes_no_critiques_that_no_rollout_reads(
    server_url: str, model_folder: Path, tmp_path: Path, queue: dict[str, Any]
) -> None:
    llm = ScriptedModel(tokenizer(), gives_up)
    worker = worker_of(model_folder, tmp_path, llm, server_url, critique="policy")
    play(worker, batch_of([6]))
    assert not any("The attempt is over" in prompt for prompt in llm.prompts)


def test_the_policy_may_write_its_own_critiques(
    server_url: str, model_folder: Path, tmp_path: Path, queue: dict[str, Any]
) -> None:
    tokens = tokenizer()

    def critic(prompt: str) -> str:
        if "The attempt is over" in prompt:
            return "<think>hm</think>Read the label first."
        return reply_to(prompt)

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


def test_an_unfinished_thought_is_no_critique() -> None:
    """The server then uses its own critique."""
    assert critique_in("<think>hm</think>\nRead the label first. ") == "Read the label first."
    assert critique_in("Read <think> first.") == "Read <think> first."
    assert critique_in("<think>\nLet me see: the label") == ""
    assert critique_in("<think>\nLet me see</think>") == ""


def test_a_long_prompt_loses_only_its_oldest_attempts(
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
    connections.clear()
    worker.config.actor_rollout_ref.rollout.prompt_length = lengths[1]
    second = batch_of([6])
    play(worker, second)
    rows = [queue["rows"][f"{second['uid'][0]}_{k}_0"]["fields"] for k in range(SIZE)]
    assert [len(row["prompts"]) for row in rows] == [lengths[0], *[lengths[1]] * 3]
    shown = [row["extra_fields"]["reward_extra_info"]["attempts_shown"] for row in rows]
    assert shown == [0, 1, 1, 1]
    assert "Attempt 3" in llm.prompts[-1]
    assert "Attempt 1" not in llm.prompts[-1]


def test_invalid_settings_are_refused_with_the_allowed_values(
    server_url: str, model_folder: Path, tmp_path: Path, queue: dict[str, Any]
) -> None:
    llm = ScriptedModel(tokenizer(), gives_up)
    worker = worker_of(model_folder, tmp_path, llm, server_url, train_prompt="guidded")
    batch = batch_of([0])
    play(worker, batch)
    assert queue["states"][batch["uid"][0]] == "failure"


def test_cancelled_rollouts_are_abandoned_and_their_groups_continue(
    server_url: str, model_folder: Path, tmp_path: Path, queue: dict[str, Any]
) -> None:
    """One of them waits for the model, the others to be opened, when the trainer drops the group."""
    asked = asyncio.Event()

    class Silent(ScriptedModel):
        async def generate(self, *_: Any, **__: Any) -> Any:
            asked.set()
            await asyncio.Event().wait()

    llm = Silent(tokenizer(), gives_up)
    feedback = {"waves": [1], "clean_share": 0}
    worker = worker_of(model_folder, tmp_path, llm, server_url, mode="feedback", feedback=feedback)
    batch = batch_of([7])

    async def drop() -> None:
        await worker.generate_sequences(batch)
        await asyncio.wait_for(asked.wait(), 30)
        tasks = list(worker.background_tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for connection in connections.values():
            await (await connection).close()

    asyncio.run(drop())
    with connect(server_url) as client:
        status = client.call("group.status", run=worker.run_name, id=batch["uid"][0])
        accounts = [client.resume(m["episode_id"]).close() for m in status["members"]]
    assert [account["end_reason"] for account in accounts] == ["abandoned"] * SIZE


@pytest.mark.parametrize("thoughts", ["keep", "drop"])
def test_hidden_thoughts_give_segments_that_share_a_reward(
    server_url: str, model_folder: Path, tmp_path: Path, queue: dict[str, Any], thoughts: str
) -> None:
    tokens = tokenizer()

    def thinks(prompt: str) -> str:
        return f"<think>\nA label?\n</think>\n\n{knows_the_box(prompt)}"

    llm = ScriptedModel(tokens, thinks)
    worker = worker_of(model_folder, tmp_path, llm, server_url, thoughts=thoughts)
    batch = batch_of([0])
    play(worker, batch)
    uid = batch["uid"][0]
    own = [key for key in queue["rows"] if key.startswith(f"{uid}_1_")]
    rows = [queue["rows"][key]["fields"] for key in own]
    assert own == [f"{uid}_1_{place}" for place in range(2 if thoughts == "drop" else 1)]
    written = ""
    for row in rows:
        ids, mask = row["responses"].tolist(), row["response_mask"].tolist()
        written += tokens.decode([t for t, m in zip(ids, mask, strict=True) if m])
        assert row["rm_scores"][-1] == 1
        assert row["extra_fields"]["turn_rewards"] == [0, 1]
        context = tokens.decode(row["prompts"].tolist() + ids)
        assert context.count("A label?") == (1 if thoughts == "drop" else 2)
    assert written.count("A label?") == 2
    assert [turn for row in rows for turn, _, _ in row["extra_fields"]["answers"]] == [0, 1]
    assert sum(row["extra_fields"]["sampled_tokens"] for row in rows) == sum(
        int(row["response_mask"].sum()) for row in rows
    )
    with connect(server_url) as client:
        [episode] = {row["extra_fields"]["episode_id"] for row in rows}
        log = client.call("episode.log", episode_id=episode)
        versions = [json.loads(each["payload"]).get("model_version") for each in log]
        assert versions == [None, "7", "7"]
    hidden = [prompt for prompt in llm.prompts if "The label says" in prompt]
    assert all(("A label?" in prompt) == (thoughts == "keep") for prompt in hidden)
