"""Guards rollouts whose generator returns no log-probabilities, or no tokens at all."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("verl")
pytest.importorskip("transfer_queue")

from test_trl import SIZE, task_rows
from test_trl_rollouts import player
from tiny import tokenizer
from verl_worker import LOG_PROB, ScriptedModel, batch_of, knows_the_box, play, worker_of

from backchannel.trl import RolloutFunction


def rows_played_with(
    change: Any, url: str, model_folder: Path, tmp_path: Path, queue: dict[str, Any]
) -> list[Any]:
    """The rows of a group, each of whose answers was changed before the loop got it."""
    llm = ScriptedModel(tokenizer(), knows_the_box)
    generate = llm.generate

    async def changed(*args: Any, **options: Any) -> Any:
        return (await generate(*args, **options)).model_copy(update=change(llm))

    llm.generate = changed  # type: ignore[method-assign]
    batch = batch_of([0])
    play(worker_of(model_folder, tmp_path, llm, url), batch)
    assert queue["states"][batch["uid"][0]] == "finished"
    return [each["fields"] for each in queue["rows"].values()]


@pytest.mark.parametrize("log_probs", [None, []])
def test_verl_gets_no_log_probabilities_that_its_servers_did_not_compute(
    server_url: str, model_folder: Path, tmp_path: Path, queue: dict[str, Any], log_probs: Any
) -> None:
    """With zeros, each token would have been sampled with probability 1."""
    rows = rows_played_with(
        lambda _: {"log_probs": log_probs}, server_url, model_folder, tmp_path, queue
    )
    assert len(rows) == SIZE
    assert all("rollout_log_probs" not in row for row in rows)


def test_verl_gets_no_log_probabilities_if_one_turn_has_none(
    server_url: str, model_folder: Path, tmp_path: Path, queue: dict[str, Any]
) -> None:
    def only_the_first_turns(llm: ScriptedModel) -> dict[str, Any]:
        return {} if "The label says" not in llm.prompts[-1] else {"log_probs": None}

    rows = rows_played_with(only_the_first_turns, server_url, model_folder, tmp_path, queue)
    assert all("rollout_log_probs" not in row for row in rows)


def test_a_rollout_of_verl_without_tokens_keeps_its_reward_and_is_not_trained(
    server_url: str, model_folder: Path, tmp_path: Path, queue: dict[str, Any]
) -> None:
    """SGLang returns no tokens for an aborted request."""
    nothing = {"token_ids": [], "log_probs": []}
    rows = rows_played_with(lambda _: nothing, server_url, model_folder, tmp_path, queue)
    assert [row["response_mask"].tolist() for row in rows] == [[0]] * SIZE
    assert [row["rm_scores"].tolist() for row in rows] == [[0]] * SIZE


def test_a_rollout_of_trl_without_tokens_keeps_its_reward_and_is_not_trained(
    server_url: str,
) -> None:
    """TRL reads the last token of every completion."""
    tokens = tokenizer()

    def generate(_: Any, prompts: list[list[int]], __: int) -> list[Any]:
        ids = [*tokens.encode("No.", add_special_tokens=False), tokens.eos_token_id]
        return [([], []) if n == 0 else (ids, [LOG_PROB] * len(ids)) for n, _ in enumerate(prompts)]

    once = RolloutFunction(server_url, run="empty", generate=generate)
    result = once([task_rows([1])[0]["prompt"]] * SIZE, player())
    assert result["episode_reward"] == [0] * SIZE
    assert sum(result["env_mask"][0]) == 0
    for ids, mask, log_probs in zip(
        result["completion_ids"], result["env_mask"], result["logprobs"], strict=True
    ):
        assert 0 < len(ids) == len(mask) == len(log_probs)
