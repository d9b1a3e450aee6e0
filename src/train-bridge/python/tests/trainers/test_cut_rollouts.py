"""Guards rollouts that run out of room: their reward, masks, failed turn and place in the loss."""

from __future__ import annotations

import asyncio
import re
from types import SimpleNamespace
from typing import Any

import pytest

pytest.importorskip("trl")

import torch
from test_trl import SIZE, call, task_rows
from test_trl_rollouts import player
from tiny import tokenizer

from backchannel import connect, trl_trainer
from backchannel.rollout import TOKEN_BUDGET, Rollout
from backchannel.stream import Stream
from backchannel.trl import RolloutFunction
from backchannel.trl_trainer import EpisodeTrainer

READ = call("read_code")


def answer(text: str, max_tokens: int) -> tuple[list[int], list[float]]:
    """A turn of the model with its end token, cut to the limit."""
    tokens = tokenizer()
    ids = [*tokens.encode(text, add_special_tokens=False), tokens.eos_token_id][:max_tokens]
    return ids, [-0.5] * len(ids)


def writes(text: str) -> Any:
    return lambda _, prompts, max_tokens: [answer(text, max_tokens) for _ in prompts]


@pytest.mark.parametrize("is_filtered", [False, True])
def test_overlong_filter_excludes_rollouts_without_room_for_an_observation(
    server_url: str, is_filtered: bool
) -> None:
    trainer = player()
    trainer.max_completion_length = len(answer(READ, 999)[0]) + 3
    play = RolloutFunction(
        server_url, run="no-room", overlong_filter=is_filtered, generate=writes(READ)
    )
    result = play([task_rows([1])[0]["prompt"]] * SIZE, trainer)
    # The turn has its end token, so TRL's own filter would not find that the rollout was cut off.
    assert {ids[-1] for ids in result["completion_ids"]} == {tokenizer().eos_token_id}
    assert [any(mask) for mask in result["env_mask"]] == [not is_filtered] * SIZE
    assert result["episode_reward"] == [0] * SIZE


def test_a_turn_above_the_environments_limit_ends_the_rollout_and_is_trained(
    server_url: str,
) -> None:
    trainer = player()
    trainer.max_completion_length = 20_000
    # The environment accepts 10,000 characters.
    play = RolloutFunction(server_url, run="too-long", generate=writes("word " * 2_500))
    result = play([task_rows([1])[0]["prompt"]] * SIZE, trainer)
    assert result["episode_reward"] == [0] * SIZE
    assert all(all(mask) for mask in result["env_mask"])
    with connect(server_url) as client:
        accounts = [client.resume(each).close() for each in result["episode_id"]]
    assert [account["end_reason"] for account in accounts] == ["token_budget"] * SIZE


def test_an_opening_that_is_too_long_is_refused_with_its_size_and_a_remedy(
    server_url: str,
) -> None:
    play = RolloutFunction(server_url, run="too-long", max_prompt_tokens=8, generate=writes(READ))
    with pytest.raises(ValueError, match=r"has \d+ tokens.*the 8 of.*data\.prompt_tokens_max"):
        play([task_rows([1])[0]["prompt"]] * SIZE, player())


def test_the_last_turn_of_a_rollout_that_was_cut_off_has_failed(server_url: str) -> None:
    tokens = tokenizer()

    def generate(_: Any, prompts: Any, max_tokens: int) -> list[Any]:
        answers = []
        for prompt in prompts:
            text = tokens.decode(prompt, skip_special_tokens=False)
            label = re.findall(r"The label says (\d{3})", text)
            reply = call("enter_code", code=label[-1]) if label else READ
            answers.append(
                answer("word " * 600 if label and "Attempt " not in text else reply, 512)
            )
        return [(ids[:max_tokens], log_probs[:max_tokens]) for ids, log_probs in answers]

    play = RolloutFunction(
        server_url,
        run="cut-and-taught",
        mode="feedback",
        feedback={"waves": [2], "clean_share": 0},
        distill="from_failure",
        generate=generate,
    )
    trainer = player()
    trainer.trains_segments = True
    result = play([task_rows([1])[0]["prompt"]] * SIZE, trainer)
    assert result["episode_success"] == [0, 0, 1, 1]
    # The first turn has read the label, and nothing is wrong with it.
    assert [each and each[1] for each in result["teacher"]] == [1, 1, None, None]


def test_parts_of_the_reward_that_count_at_the_end_belong_to_the_last_turn() -> None:
    """Such as the penalty for details that nobody needed. Else running out of room would avoid it."""

    async def close(reason: str | None) -> dict[str, Any]:
        return {"reward": 0.1, "metrics": {"success": 0}, "end_reason": reason}

    async def closed(turn_rewards: list[float]) -> list[float]:
        episode: Any = SimpleNamespace(info={"score": 0.3}, close=close)
        rollout = Rollout(Stream(8), episode, turn_rewards=turn_rewards)
        await rollout.close(TOKEN_BUDGET)
        return rollout.turn_rewards

    assert asyncio.run(closed([0.3, 0.0])) == pytest.approx([0.3, -0.2])
    assert asyncio.run(closed([])) == []


@pytest.mark.parametrize("train_prompt", ["guided", "clean"])
def test_luffy_sets_sampling_probabilities_only_under_the_clean_prompt(
    server_url: str, train_prompt: str
) -> None:
    play = RolloutFunction(
        server_url,
        run=f"luffy-{train_prompt}",
        mode="feedback",
        feedback={"waves": [2], "clean_share": 0},
        train_prompt=train_prompt,
        clean_weights="luffy",
        generate=writes("I cannot do it."),
    )
    trainer = player()
    trainer.trains_clean_prompts = True
    result = play([task_rows([1])[0]["prompt"]] * SIZE, trainer)
    assert [count > 0 for count in result["attempts_shown"]] == [False, False, True, True]
    sampled = [
        {p for p, m in zip(log_probs, mask, strict=True) if m}
        for log_probs, mask in zip(result["logprobs"], result["env_mask"], strict=True)
    ]
    guided = {0.0} if train_prompt == "clean" else {-0.5}
    assert sampled == [{-0.5}, {-0.5}, guided, guided]


def test_processes_with_fewer_rows_make_as_many_forward_passes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # Another process has five rows, and a divided model works only if all make the same passes.
    monkeypatch.setattr(trl_trainer, "gather_object", lambda counts: [*counts, 5])
    rows_seen: list[tuple[int, int]] = []

    def score(_: Any, ids: Any, mask: Any, count: int, batch_size: int) -> Any:
        rows_seen.append((len(ids), len(mask)))
        return ids[:, -count:].float(), None, None

    arguments = SimpleNamespace(per_device_train_batch_size=2)
    trainer: Any = SimpleNamespace(
        model=None, args=arguments, _get_per_token_logps_and_entropies=score
    )
    ids, ones = torch.tensor([[1, 2], [3, 4]]), torch.ones(2, 2, dtype=torch.long)
    rows = {"prompt_ids": ids, "prompt_mask": ones, "completion_ids": ids, "completion_mask": ones}
    assert EpisodeTrainer._log_probs(trainer, rows).tolist() == ids.tolist()
    assert rows_seen == [(5, 5)]
