"""Guards that TRL's own trainers train on a real server's episodes, two optimiser steps each."""

from __future__ import annotations

import json
import re
import threading
import urllib.request
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("trl")

import torch
from datasets import Dataset
from tiny import model, tokenizer
from trl import (
    DPOConfig,
    DPOTrainer,
    GRPOConfig,
    GRPOTrainer,
    RLOOConfig,
    RLOOTrainer,
    SFTConfig,
    SFTTrainer,
)

from backchannel import connect
from backchannel.trl import (
    EndpointReward,
    RolloutFunction,
    environment_factory,
    episode_reward,
    final_reward,
)
from backchannel.trl_environment import check_tools
from backchannel.trl_loss import CleanPromptTrainer
from backchannel.trl_train import _for_validation
from backchannel.trl_trainer import EpisodeTrainer

SIZE = 4
HAS_GPU = torch.cuda.is_available()
COMMON: dict[str, Any] = {
    "max_steps": 2,
    "per_device_train_batch_size": 4,
    "learning_rate": 1e-3,
    "report_to": [],
    "save_strategy": "no",
    "logging_steps": 1,
    "use_cpu": not HAS_GPU,
    # As "train" plans it: half precision and recomputing pay on a GPU only.
    "bf16": HAS_GPU,
    "gradient_checkpointing": HAS_GPU,
    "disable_tqdm": True,
}


def call(name: str, **arguments: Any) -> str:
    return f"<tool_call>\n{json.dumps({'name': name, 'arguments': arguments})}\n</tool_call>"


def reply_to(prompt: str) -> str:
    """The turn of a model that opens the box only if its prompt has two failed attempts."""
    if prompt.count("Attempt ") < 2:
        return "I cannot do it."
    label = re.findall(r"The label says (\d{3})", prompt)
    return call("enter_code", code=label[-1]) if label else call("read_code")


def scripted(tokens: Any, prompts_seen: list[str]) -> Any:
    def generate(
        trainer: Any, prompts: Any, max_tokens: int
    ) -> list[tuple[list[int], list[float]]]:
        answers = []
        for prompt in prompts:
            text = tokens.decode(prompt, skip_special_tokens=False)
            prompts_seen.append(text)
            ids = [*tokens.encode(reply_to(text), add_special_tokens=False), tokens.eos_token_id]
            answers.append((ids[:max_tokens], [-0.5] * len(ids[:max_tokens])))
        return answers

    return generate


def weights(trained: Any) -> Any:
    return trained.model.embed_tokens.weight.detach().clone()


def task_rows(indices: list[int]) -> Dataset:
    rows = []
    for index in indices:
        text = json.dumps({"env": "mock-v1", "split": "train", "index": index})
        rows.append({"prompt": [{"role": "user", "content": text}]})
    return Dataset.from_list(rows)


def test_grpo_plays_groups_with_feedback(server_url: str, tmp_path: Path) -> None:
    tokens, trained = tokenizer(), model(tokenizer())
    before = weights(trained)
    seen: list[str] = []
    play = RolloutFunction(
        server_url,
        run=f"trl-{tmp_path.name}",
        mode="feedback",
        feedback={"waves": [1], "clean_share": 0},
        train_prompt="clean",
        generate=scripted(tokens, seen),
    )
    results: list[dict[str, Any]] = []

    def recorded(prompts: Any, trainer: Any) -> dict[str, Any]:
        results.append(play(prompts, trainer))
        return results[-1]

    trainer = CleanPromptTrainer(
        trained,
        episode_reward,
        args=GRPOConfig(
            str(tmp_path),
            **COMMON,
            num_generations=SIZE,
            max_completion_length=512,
            scale_rewards="none",
            loss_type="cispo",
        ),
        train_dataset=task_rows([0, 1]),
        processing_class=tokens,
        rollout_func=recorded,
    )
    trainer.train()
    assert len(results) == 2
    # Public events are for the trainer: the model reads the messages alone.
    assert not re.search(r"label_read|code_entered|call_rejected|\bcall_id", "".join(seen))
    for result in results:
        # The first two fail. The others see both critiques and open the box.
        assert result["episode_reward"] == [0, 0, 1, 1]
        assert result["attempts_shown"] == [0, 1, 2, 2]
        # Trained under the clean prompt, which is the same for all four.
        assert all(ids == result["prompt_ids"][0] for ids in result["prompt_ids"])
        for ids, mask, log_probs in zip(
            result["completion_ids"], result["env_mask"], result["logprobs"], strict=True
        ):
            assert len(ids) == len(mask) == len(log_probs)
            assert [bool(m) for m in mask] == [p == -0.5 for p in log_probs]
    assert any("<previous_attempts>" in prompt for prompt in seen)
    assert trainer.state.log_history[0]["reward"] == 0.5
    assert not (weights(trained) == before).all()


def test_credit_per_turn_is_not_divided_by_the_deviation_of_the_batch(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match='set scale_rewards to "group" or "none"'):
        EpisodeTrainer(
            model(tokenizer()),
            episode_reward,
            args=GRPOConfig(str(tmp_path), **COMMON, num_generations=SIZE, scale_rewards="batch"),
            train_dataset=task_rows([0]),
            processing_class=tokenizer(),
            credit="turn",
        )


def test_clean_prompts_are_refused_by_other_trainers_and_losses(
    server_url: str, tmp_path: Path
) -> None:
    tokens, trained = tokenizer(), model(tokenizer())
    settings = GRPOConfig(str(tmp_path), **COMMON, num_generations=SIZE)
    play = RolloutFunction(server_url, run="r", train_prompt="clean", generate=scripted(tokens, []))
    trainer = GRPOTrainer(
        trained,
        episode_reward,
        args=settings,
        train_dataset=task_rows([0]),
        processing_class=tokens,
        rollout_func=play,
    )
    with pytest.raises(ValueError, match="CleanPromptTrainer instead"):
        trainer.train()
    with pytest.raises(ValueError, match="loss_type is 'dapo'"):
        CleanPromptTrainer(
            trained,
            episode_reward,
            args=settings,
            train_dataset=task_rows([0]),
            processing_class=tokens,
            rollout_func=play,
        )


def test_grpo_generates_with_the_model_itself(server_url: str, tmp_path: Path) -> None:
    tokens, trained = tokenizer(), model(tokenizer())
    trainer = GRPOTrainer(
        trained,
        episode_reward,
        args=GRPOConfig(str(tmp_path), **COMMON, num_generations=SIZE, max_completion_length=48),
        train_dataset=task_rows([2, 3]),
        processing_class=tokens,
        rollout_func=RolloutFunction(server_url, run=f"trl-own-{tmp_path.name}"),
    )
    trainer.train()
    assert trainer.state.global_step == 2
    with connect(server_url) as client:
        groups = client.call("group.list", run=f"trl-own-{tmp_path.name}")["groups"]
        assert [group["episodes"] for group in groups] == [SIZE, SIZE]
        assert all(group["open"] == 0 for group in groups)


def test_grpo_trains_with_environment_classes(server_url: str, tmp_path: Path) -> None:
    tokens, trained = tokenizer("qwen3"), model(tokenizer("qwen3"))
    with connect(server_url) as client:
        opening = client.open("mock-v1", split="train", index=1).messages
    rows = [
        {
            "prompt": opening,
            "reference": json.dumps({"env": "mock-v1", "split": "train", "index": index}),
        }
        for index in (1, 2)
    ]
    run = f"trl-classes-{tmp_path.name}"
    trainer = GRPOTrainer(
        trained,
        final_reward,
        args=GRPOConfig(str(tmp_path), **COMMON, num_generations=SIZE, max_completion_length=32),
        train_dataset=Dataset.from_list(rows),
        processing_class=tokens,
        environment_factory=environment_factory(server_url, "mock-v1", run=run),
    )
    trainer.train()
    assert trainer.state.global_step == 2


def test_the_methods_of_an_environment_class_play_its_episode(server_url: str) -> None:
    make = environment_factory(server_url, "mock-v1", run="classes")
    environment = make()
    reference = json.dumps({"env": "mock-v1", "split": "train", "index": 4})
    assert environment.reset(reference=reference, prompt=[]) is None
    label = environment.read_code(milliseconds=0)
    code = re.findall(r"\d{3}", label)[0]
    environment.enter_code(code=code)
    assert environment.read_code() == "The episode is over."
    metrics: dict[str, float] = {}
    completions = [[{"role": "assistant", "content": "Done."}]]
    assert final_reward(completions, [environment], log_metric=metrics.__setitem__) == [1.0]
    assert metrics == {"episode/success": 1.0, "episode/turns": 2.0, "episode/lost": 0}
    from transformers.utils import get_json_schema

    schema = get_json_schema(environment.enter_code)
    assert schema["function"]["name"] == "enter_code"
    assert schema["function"]["parameters"]["required"] == ["code"]


@pytest.mark.parametrize("name, argument", [("reset", "x"), ("look-up", "x"), ("send", "from")])
def test_tools_whose_names_python_reserves_are_refused(name: str, argument: str) -> None:
    function = {"name": name, "parameters": {"properties": {argument: {"type": "string"}}}}
    with pytest.raises(ValueError, match="play: rollout"):
        check_tools([function])


def test_validation_with_environment_classes_has_its_own_run(server_url: str) -> None:
    environment = environment_factory(server_url, "mock-v1", run="measured")()
    row = {"reference": json.dumps({"env": "mock-v1", "split": "val", "index": 0})}
    environment.reset(**_for_validation(row))
    environment.enter_code(code="000")
    final_reward([""], [environment])
    with urllib.request.urlopen(f"{server_url}/v1/runs") as answer:
        names = {run["run"] for run in json.load(answer)["runs"]}
    assert "measured.validation" in names and "measured" not in names


def test_environment_classes_refuse_feedback_with_the_reason(server_url: str) -> None:
    with pytest.raises(ValueError, match="resets all environments before it generates"):
        environment_factory(server_url, "mock-v1", run="x", mode="feedback")


def chats(count: int) -> list[dict[str, Any]]:
    return [
        {
            "prompt": [{"role": "user", "content": f"Count to {n}."}],
            "chosen": [{"role": "assistant", "content": " ".join(map(str, range(1, n + 1)))}],
            "rejected": [{"role": "assistant", "content": "No."}],
        }
        for n in range(1, count + 1)
    ]


def test_sft_and_dpo_update_the_weights(tmp_path: Path) -> None:
    tokens, trained = tokenizer(), model(tokenizer())
    before = weights(trained)
    messages = [{"messages": row["prompt"] + row["chosen"]} for row in chats(8)]
    SFTTrainer(
        trained,
        args=SFTConfig(str(tmp_path / "sft"), **COMMON, max_length=256),
        train_dataset=Dataset.from_list(messages),
        processing_class=tokens,
    ).train()
    middle = weights(trained)
    assert not (middle == before).all()
    DPOTrainer(
        trained,
        args=DPOConfig(str(tmp_path / "dpo"), **COMMON, max_length=256),
        train_dataset=Dataset.from_list(chats(8)),
        processing_class=tokens,
    ).train()
    assert not (weights(trained) == middle).all()


class RewardModel(BaseHTTPRequestHandler):
    """Rewards long answers, and some questions with no reward or with an infinite one."""

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        if self.headers.get("Authorization") != "Bearer sesame":
            self.send_error(401)
            return
        question = body["messages"][0]["content"]
        if "unreadable" in question:
            content = "I would say it is fine."
        elif "infinite" in question:
            content = "reward:1e999"
        else:
            content = f"reward:{len(body['messages'][-1]['content']) / 10:.2f}"
        reply = json.dumps({"choices": [{"message": {"content": content}}]}).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        self.wfile.write(reply)

    def log_message(self, *_: Any) -> None:
        pass


@pytest.fixture
def reward_url() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), RewardModel)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/v1"
    server.shutdown()
    server.server_close()


def test_rloo_trains_with_a_reward_model_behind_an_endpoint(
    tmp_path: Path, reward_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REWARD_KEY", "sesame")
    tokens, trained = tokenizer(), model(tokenizer())
    before = weights(trained)
    reward = EndpointReward(reward_url, "reward-model", api_key_env="REWARD_KEY")
    trainer = RLOOTrainer(
        trained,
        reward,
        args=RLOOConfig(str(tmp_path), **COMMON, num_generations=2, max_completion_length=16),
        train_dataset=Dataset.from_list([{"prompt": row["prompt"]} for row in chats(8)]),
        processing_class=tokens,
    )
    trainer.train()
    assert trainer.state.global_step == 2
    assert reward.errors == {}
    assert not (weights(trained) == before).all()


def test_failed_scores_are_none_and_counted_by_kind(
    reward_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REWARD_KEY", "sesame")
    reward = EndpointReward(reward_url, "m", api_key_env="REWARD_KEY")
    answers = ["0123456789", "x", "x"]
    assert reward(["good", "unreadable", "infinite"], answers) == [1.0, None, None]
    assert reward.errors == {"unreadable": 2}
    monkeypatch.setenv("REWARD_KEY", "wrong")
    refused = EndpointReward(reward_url, "m", api_key_env="REWARD_KEY")
    assert refused(["a"], ["b"]) == [None]
    assert refused.errors == {"refused": 1}
    monkeypatch.delenv("REWARD_KEY")
    with pytest.raises(ValueError, match="REWARD_KEY is not set"):
        EndpointReward(reward_url, "m", api_key_env="REWARD_KEY")
