"""Guards that training outlives a server that is away for longer than rollouts wait for it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("trl")

import torch
from serving import Server
from test_trl import COMMON, SIZE, scripted, task_rows, weights
from test_trl_rollouts import player
from tiny import model, tokenizer
from trl import GRPOConfig, GRPOTrainer

from backchannel import BackchannelError, aio, trl_rollout
from backchannel.trl import RolloutFunction, episode_reward


class Away:
    """A server that goes away during the first turn, and for how long rollouts wait for it."""

    def __init__(self, server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
        self.server = server
        self.is_up = True
        monkeypatch.setattr(trl_rollout, "trainer_options", self.options)
        monkeypatch.setattr(aio, "LEAVE_CALL_SECONDS", 0.1)

    def options(self) -> dict[str, Any]:
        timeout = 120.0 if self.is_up else 0.1
        return {"first_timeout": timeout, "reconnect_timeout": 0.1}

    def generate(self, *asked: Any) -> Any:
        if self.is_up:
            self.server.kill()
            self.is_up = False
        return scripted(tokenizer(), [])(*asked)

    def come_back(self, play: RolloutFunction) -> None:
        self.server.start()
        self.is_up = True
        play._generate = scripted(tokenizer(), [])


def test_trl_continues_after_lost_batches(
    own_server: Server, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The server is away between two turns of the first batch, and when the second one begins."""
    away = Away(own_server, monkeypatch)
    play = RolloutFunction(own_server.url, run="lost", generate=away.generate)
    batches = 0

    def plays(prompts: Any, trainer: Any) -> Any:
        nonlocal batches
        batches += 1
        if batches == 3:
            away.come_back(play)
        return play(prompts, trainer)

    trained = model(tokenizer())
    trainer = GRPOTrainer(
        trained,
        episode_reward,
        args=GRPOConfig(
            str(tmp_path),
            **{**COMMON, "max_steps": 3},
            num_generations=SIZE,
            max_completion_length=512,
        ),
        train_dataset=task_rows([1, 2, 3]),
        processing_class=tokenizer(),
        rollout_func=plays,
    )
    trainer.train()
    logged = [row for row in trainer.state.log_history if "episode/lost" in row]
    assert [row["episode/lost"] for row in logged] == [1, 1, 0]
    # What is not known is in no figure.
    assert ["episode/success" in row for row in logged] == [False, False, True]
    assert [row["grad_norm"] for row in logged[:2]] == [0, 0]
    assert torch.isfinite(weights(trained)).all()


def test_lost_rollouts_have_no_reward_and_no_trained_token(
    own_server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    away = Away(own_server, monkeypatch)
    play = RolloutFunction(own_server.url, run="lost", branch="step", generate=away.generate)
    prompts = [task_rows([1])[0]["prompt"]] * SIZE
    result = play(prompts, player())
    assert result["episode_reward"] == [None] * SIZE
    assert all(result["prompt_ids"]) and all(result["completion_ids"])
    assert not any(any(mask) for mask in result["env_mask"])
    for name, values in result.items():
        assert len(values) == SIZE, name
    metrics: dict[str, float] = {}
    columns = {name: result[name] for name in ("episode_success", "condition", "turns", "seconds")}
    episode_reward(None, result["episode_reward"], log_metric=metrics.__setitem__, **columns)
    assert metrics == {"episode/lost": 1}
    away.come_back(play)
    assert play(prompts, player())["episode_reward"] == [0] * SIZE


def test_a_server_that_was_never_reached_ends_the_run(
    own_server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    away = Away(own_server, monkeypatch)
    own_server.kill()
    away.is_up = False
    play = RolloutFunction(own_server.url, run="nobody")
    with pytest.raises(BackchannelError, match="client/disconnected"):
        play([task_rows([1])[0]["prompt"]] * SIZE, player())


def test_an_unknown_environment_ends_the_run(server_url: str) -> None:
    play = RolloutFunction(server_url, run="wrong", generate=scripted(tokenizer(), []))
    wrong = [{"role": "user", "content": '{"env": "nowhere-v1", "split": "train", "index": 0}'}]
    with pytest.raises(BackchannelError, match="nowhere-v1"):
        play([wrong] * SIZE, player())
