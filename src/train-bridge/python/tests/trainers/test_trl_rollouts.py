"""Guards rollouts for TRL as such: together in all processes, refused in time, left in order."""

from __future__ import annotations

import asyncio
import json
import math
import os
import subprocess
import sys
import threading
import urllib.request
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("trl")

from test_trl import SIZE, scripted, task_rows
from tiny import ROOT, tokenizer

from backchannel import connect
from backchannel.tokens import Template
from backchannel.trl import RolloutFunction, episode_reward
from backchannel.trl_draws import DRAWS_MAX

PACKAGE = "src/train-bridge/python"


def player() -> Any:
    """As much of a trainer as a rollout function looks at."""
    trainer = type("Trainer", (), {})()
    trainer.model = type("Model", (), {"training": True})()
    trainer.state = type("State", (), {"global_step": 0})()
    trainer.accelerator = type("Accelerator", (), {"process_index": 0, "num_processes": 1})()
    trainer.num_generations = SIZE
    trainer.max_completion_length = 512
    trainer.processing_class = tokenizer()
    return trainer


def test_evaluation_shows_no_critiques_and_has_its_own_run(server_url: str) -> None:
    tokens = tokenizer()
    seen: list[str] = []
    play = RolloutFunction(
        server_url,
        run="looked-at",
        mode="feedback",
        feedback={"waves": [1], "clean_share": 0},
        baseline="per_condition",
        generate=scripted(tokens, seen),
    )
    trainer = player()
    trainer.model.training = False
    trainer.num_generations_eval = SIZE
    prompts = [task_rows([1])[0]["prompt"]] * SIZE
    result = play(prompts, trainer)
    assert result["attempts_shown"] == [0] * SIZE
    assert not any("<previous_attempts>" in prompt for prompt in seen)
    # Nobody learnt how to open the box, and no baseline is taken off.
    assert result["episode_reward"] == [0] * SIZE
    trainer.model.training = True
    assert play(prompts, trainer)["attempts_shown"] == [0, 1, 2, 2]
    with connect(server_url) as client:
        assert len(client.call("group.list", run="looked-at.validation")["groups"]) == 1
        assert len(client.call("group.list", run="looked-at")["groups"]) == 1


def test_groups_without_difference_are_replaced_by_other_tasks(server_url: str) -> None:
    trainer = player()
    trainer.train_dataset = task_rows(list(range(40)))
    prompts = [task_rows([1])[0]["prompt"]] * SIZE
    # Nobody succeeds unless it is told how.
    alone = RolloutFunction(
        server_url, run="uniform", filter_groups=True, generate=scripted(tokenizer(), [])
    )
    metrics: dict[str, float] = {}
    result = alone(prompts, trainer)
    assert result["draws"] == [DRAWS_MAX] * SIZE
    assert len(set(result["episode_id"])) == SIZE
    episode_reward(None, log_metric=metrics.__setitem__, **result)
    assert metrics["episode/draws"] == DRAWS_MAX
    assert (metrics["drawn/tasks"], metrics["drawn/episodes"]) == (DRAWS_MAX, DRAWS_MAX * SIZE)
    # Every episode goes alike, so that each draw has cost what the last one has.
    kept_tokens = sum(sum(mask) for mask in result["env_mask"])
    assert metrics["drawn/tokens"] == DRAWS_MAX * kept_tokens > 0
    with connect(server_url) as client:
        played = client.call("episode.list", run="uniform", limit=1000)["episodes"]
        kept = [each["task"] for each in played if each["episode_id"] in result["episode_id"]]
    assert len(played) == DRAWS_MAX * SIZE
    assert len({each["task"] for each in played}) > 4
    assert len(set(kept)) == 1
    trainer.model.training = False
    trainer.num_generations_eval = SIZE
    assert alone(prompts, trainer)["draws"] == [1] * SIZE
    trainer.model.training = True
    mixed = RolloutFunction(
        server_url,
        run="mixed",
        mode="feedback",
        feedback={"waves": [1], "clean_share": 0},
        filter_groups=True,
        generate=scripted(tokenizer(), []),
    )
    assert mixed(prompts, trainer)["draws"] == [1] * SIZE


@pytest.mark.parametrize(
    "ignored",
    [
        {"reward_rule": {"reward": "accuracy"}},
        {"branch": "step"},
        {"baseline": "per_condition"},
        {"distill": "rollout", "mode": "feedback"},
    ],
    ids=lambda each: next(iter(each)),
)
def test_options_that_advantages_of_turns_would_ignore_are_refused(ignored: Any) -> None:
    trainer = player()
    trainer.credit = "turn"
    trainer.trains_segments = True
    play = RolloutFunction("http://127.0.0.1:1", run="turns", **ignored)
    with pytest.raises(ValueError, match=f"leave {next(iter(ignored))} out"):
        play([task_rows([1])[0]["prompt"]] * SIZE, trainer)


@pytest.mark.parametrize("distill", ["rollout", "from_failure"])
def test_failed_clean_rollouts_have_a_prompt_with_their_own_critique(
    server_url: str, distill: str
) -> None:
    tokens = tokenizer()
    settings: dict[str, Any] = {"mode": "feedback", "generate": scripted(tokens, [])}
    feedback = {"waves": [2, 1], "clean_share": 0}
    play = RolloutFunction(
        server_url, run=f"taught-{distill}", distill=distill, feedback=feedback, **settings
    )
    trainer = player()
    prompts = [task_rows([1])[0]["prompt"]] * SIZE
    with pytest.raises(ValueError, match="EpisodeTrainer"):
        play(prompts, trainer)
    trainer.trains_segments = True
    result = play(prompts, trainer)
    # The first two fail, and the others are shown both failures.
    assert result["episode_success"] == [0, 0, 1, 1]
    assert [each is not None for each in result["teacher"]] == [True, True, False, False]
    for place, (ids, first) in enumerate(result["teacher"][:2]):
        text = tokens.decode(ids)
        assert text.count("Attempt ") == 1
        assert f"Attempt {place + 1} " in text
        assert text.endswith("<|im_start|>assistant\n")
        # It says two things, and the second ends the episode.
        assert first == (0 if distill == "rollout" else 1)
    trainer.model.training = False
    trainer.num_generations_eval = SIZE
    assert play(prompts, trainer)["teacher"] == [None] * SIZE
    with pytest.raises(ValueError, match="set mode to feedback"):
        RolloutFunction(server_url, run="alone", distill=distill)
    segments: dict[str, Any] = {"mode": "feedback", "thoughts": "drop"}
    with pytest.raises(ValueError, match="set thoughts to keep"):
        RolloutFunction(server_url, run="alone", distill=distill, **segments)


def test_rollouts_play_inside_a_running_event_loop(server_url: str) -> None:
    play = RolloutFunction(server_url, run="notebook", generate=scripted(tokenizer(), []))

    async def cell() -> Any:
        return play([task_rows([1])[0]["prompt"]] * SIZE, player())

    assert len(asyncio.run(cell())["episode_reward"]) == SIZE


def test_the_log_separates_success_of_clean_and_guided_rollouts() -> None:
    metrics: dict[str, float] = {}
    columns = {
        "episode_success": [0.0, 1.0, 1.0],
        # The second was to be guided and was shown nothing: its group succeeds anyway.
        "condition": ["clean", "guided", "guided"],
        "turns": [2, 4, 3],
        "seconds": [{"tokenizer_seconds": spent} for spent in (0.25, 0.5, 0.75)],
    }
    rewards = [0.0, 1.0, 1.0]
    assert episode_reward(None, rewards, log_metric=metrics.__setitem__, **columns) == rewards
    assert metrics["episode/success"] == pytest.approx(2 / 3)
    assert (metrics["episode/clean_success"], metrics["episode/guided_success"]) == (0, 1)
    assert (metrics["episode/turns"], metrics["episode/guided"]) == (3, pytest.approx(2 / 3))
    assert metrics["episode/tokenizer_seconds"] == 0.5


def test_another_baseline_than_the_trainers_is_refused(server_url: str) -> None:
    prompts = [task_rows([1])[0]["prompt"]] * SIZE
    play = RolloutFunction(server_url, run="refused", baseline="clean")
    with pytest.raises(ValueError, match="CleanPromptTrainer"):
        play(prompts, player())


def test_an_interrupt_closes_all_episodes_of_the_batch(server_url: str) -> None:
    tokens = tokenizer()
    usual = scripted(tokens, [])
    calls = 0

    def interrupted(*asked: Any) -> Any:
        nonlocal calls
        calls += 1
        if calls == 2:
            raise KeyboardInterrupt
        return usual(*asked)

    play = RolloutFunction(server_url, run="interrupted", generate=interrupted)
    prompts = [task_rows([n])[0]["prompt"] for n in (1, 2) for _ in range(SIZE)]
    with pytest.raises(KeyboardInterrupt):
        play(prompts, player())
    with connect(server_url) as client:
        groups = client.call("group.list", run="interrupted")["groups"]
        assert [(group["episodes"], group["open"]) for group in groups] == [(SIZE, 0)] * 2
        status = client.call("group.status", run="interrupted", id=groups[0]["id"])
        accounts = [client.resume(m["episode_id"]).close() for m in status["members"]]
        assert [account["end_reason"] for account in accounts] == ["abandoned"] * SIZE


def test_open_episodes_are_abandoned_when_the_program_exits(server_url: str) -> None:
    program = (
        "from backchannel.trl_environment import environment_factory as make\n"
        f"make({server_url!r}, 'mock-v1', run='ended')().reset(\n"
        """    reference='{"env": "mock-v1", "split": "train", "index": 5}')"""
    )
    subprocess.run([sys.executable, "-c", program], check=True, cwd=ROOT / PACKAGE)
    query = f"{server_url}/v1/episodes?run=ended"
    with urllib.request.urlopen(query) as answer:
        [episode] = json.load(answer)["episodes"]
    assert episode["end_reason"] == "abandoned"


#: A process of a trainer that generates on a server; those of the second one end at other turns.
PROCESS = """
import json, sys
from pathlib import Path
from types import SimpleNamespace as Things
sys.path.insert(0, TESTS)
from accelerate import Accelerator
from tiny import tokenizer
from backchannel.tokens import Template
from backchannel.trl import RolloutFunction, episode_reward
from backchannel.trl_draws import DRAWS_MAX

tokens, accelerator = tokenizer(), Accelerator(cpu=True)
sizes = []

class Client:
    def generate(self, prompts, n, max_tokens, **_):
        sizes.append(len(prompts))
        answers = []
        for prompt in prompts:
            text = tokens.decode(prompt)
            reply = "I do not know." if "locked box" not in text else (
                '<tool_call>{"name": "read_code", "arguments": {}}</tool_call>')
            answers.append([*tokens.encode(reply), tokens.eos_token_id])
        return {"completion_ids": answers, "logprobs": [[[-0.5]] * len(a) for a in answers]}

trainer = Things(
    accelerator=accelerator, use_vllm=True, processing_class=tokens, max_completion_length=512,
    num_generations=2, model=Things(training=True), state=Things(global_step=0),
    vllm_generation=Things(
        mode="server", temperature=1, top_p=1, top_k=0, min_p=None, repetition_penalty=1,
        generation_kwargs={}, vllm_client=Client() if accelerator.is_main_process else None))
rank = accelerator.process_index
env = ["mock-v1", "math-feedback-v1"][rank]
task = json.dumps({"env": env, "split": "train", "index": rank})
prompts = [[{"role": "user", "content": task}]] * 2
result = RolloutFunction(URL, run="processes")(prompts, trainer)
report = {"text": tokens.decode(result["completion_ids"][0]), "sizes": sizes}
report["lengths"] = [len(ids) == len(p) for ids, p in zip(
    result["completion_ids"], result["logprobs"])]
(Path(FOLDER) / str(rank)).write_text(json.dumps(report))
"""


def test_processes_generate_together_until_the_last_is_done(
    server_url: str, tmp_path: Path
) -> None:
    names = {"TESTS": str(Path(__file__).parent), "URL": server_url, "FOLDER": str(tmp_path)}
    head = "".join(f"{name} = {value!r}\n" for name, value in names.items())
    (tmp_path / "process.py").write_text(head + PROCESS)
    words = [sys.executable, "-m", "torch.distributed.run", "--standalone", "--nproc_per_node=2"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / PACKAGE), "OMP_NUM_THREADS": "1"}
    subprocess.run([*words, str(tmp_path / "process.py")], env=environment, check=True, timeout=300)
    box, sums = (json.loads((tmp_path / rank).read_text()) for rank in "01")
    assert box["lengths"] == sums["lengths"] == [True, True]
    assert "read_code" in box["text"] and "I do not know" not in box["text"]
    assert "I do not know" in sums["text"] and "read_code" not in sums["text"]
    # Together at first, then only one of them has something to ask.
    assert box["sizes"][0] == 4 and box["sizes"][-1] == 2
    assert sums["sizes"] == []


def test_tokens_after_the_end_of_a_turn_are_dropped(server_url: str) -> None:
    tokens = tokenizer()

    def runs_on(trainer: Any, prompts: Any, max_tokens: int) -> list[Any]:
        call_text = '<tool_call>{"name": "read_code", "arguments": {}}</tool_call>'
        wrong = '<tool_call>{"name": "enter_code", "arguments": {"code": "000"}}</tool_call>'
        ids = tokens.encode(f"{call_text}<|im_end|>\n<tool_response>No.</tool_response>{wrong}")
        return [(ids[:max_tokens], [-0.5] * len(ids[:max_tokens])) for _ in prompts]

    result = RolloutFunction(server_url, run="ended", generate=runs_on)(
        [task_rows([1])[0]["prompt"]] * SIZE, player()
    )
    for ids, log_probs in zip(result["completion_ids"], result["logprobs"], strict=True):
        assert len(ids) == len(log_probs)
        assert "read_code" in tokens.decode(ids) and "000" not in tokens.decode(ids)


def test_vllm_receives_all_end_tokens() -> None:
    from types import SimpleNamespace

    from backchannel.trl_generate import generate_with_trainer

    asked: list[dict[str, Any]] = []
    generation = SimpleNamespace(mode="colocate", tensor_parallel_size=1)
    generation.generation_kwargs = {"seed": 1}
    generation.generate = lambda **_: (
        asked.append(dict(generation.generation_kwargs)) or ([], [[5]], [[[-0.5]]])
    )
    trainer: Any = SimpleNamespace(use_vllm=True, vllm_generation=generation)
    assert generate_with_trainer(trainer, [[1]], 9, ends=(7, 11)) == [([5], [-0.5])]
    assert asked == [{"seed": 1, "stop_token_ids": [7, 11]}]
    # TRL replaces what vLLM could not score by None.
    generation.generate = lambda **_: ([], [[5, 6]], [[[None], [-0.5]]])
    [(ids, [unscored, scored])] = generate_with_trainer(trainer, [[1]], 9, ends=(7,))
    assert (ids, scored) == ([5, 6], -0.5) and math.isnan(unscored)


def test_prompts_that_name_no_task_are_refused(server_url: str) -> None:
    play = RolloutFunction(server_url, run="x")
    trainer = player()
    trainer.num_generations = 2
    with pytest.raises(ValueError, match="no whole groups of 2"):
        play(["one"], trainer)
    with pytest.raises(ValueError, match="is no task reference"):
        play(["two", "two"], trainer)


def test_templates_are_rendered_in_a_thread_and_their_time_is_measured(
    server_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    threads: set[str] = set()
    write = Template._spliced

    def watched(self: Template, *args: Any) -> str:
        threads.add(threading.current_thread().name)
        return write(self, *args)

    monkeypatch.setattr(Template, "_spliced", watched)
    play = RolloutFunction(server_url, run="beside", generate=scripted(tokenizer(), []))
    result = play([task_rows([1])[0]["prompt"]] * SIZE, player())
    assert {name.rsplit("_", 1)[0] for name in threads} == {"backchannel-tokens"}
    for spent in result["seconds"]:
        assert 0 < spent["tokenizer_seconds"] and 0 < spent["environment_seconds"]
        assert 0 < spent["model_seconds"]
