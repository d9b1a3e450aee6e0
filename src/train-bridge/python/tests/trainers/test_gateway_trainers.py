"""Guards that TRL and verl train the ids of programs that know nothing of them."""

from __future__ import annotations

import json
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

pytest.importorskip("trl")
pytest.importorskip("verl")

import torch
from model_server import GIVE_UP, Calls, model_server
from serving import Server
from test_gateway import AGENT
from test_trl import COMMON, SIZE, task_rows
from test_trl_rollouts import player
from tiny import model, tokenizer
from trl import GRPOConfig, GRPOTrainer
from verl_worker import ScriptedModel, batch_of, gives_up, play, worker_of

from backchannel import BackchannelError
from backchannel.gateway import Access, Ended, Played
from backchannel.gateway_segments import EpisodeSegments, Segment
from backchannel.gateway_trl import ProgramRollouts
from backchannel.gateway_verl import FIXED, ProgramAgentLoop, refuse_unsupported
from backchannel.rollout import RolloutSettings
from backchannel.trainer_options import RECONNECT_VARIABLE
from backchannel.trl import episode_reward


@pytest.fixture(scope="module")
def calls() -> Calls:
    return []


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory, calls: Calls) -> Iterator[str]:
    with model_server(calls) as upstream:
        profile = {"base_urls": [upstream], "model": "small", "max_tokens": 100, "gateway": {}}
        config = tmp_path_factory.mktemp("gateway") / "config.json"
        config.write_text(json.dumps({"profiles": {"policy": profile}}))
        server = Server(":memory:", config=str(config))
        yield server.url
        server.kill()


class EverySecondGivesUp:
    """A program of which every second run has its model give up, so that rewards differ."""

    def __init__(self) -> None:
        self.runs = 0

    def __call__(self, access: Access) -> None:
        self.runs += 1
        messages = [*access.messages]
        if self.runs % 2 == 0:
            messages.append({"role": "user", "content": GIVE_UP})
        body = json.dumps({"model": "any", "messages": messages}).encode()
        headers = {"authorization": f"Bearer {access.key}", "content-type": "application/json"}
        url = f"{access.openai_base_url}/chat/completions"
        with urllib.request.urlopen(urllib.request.Request(url, body, headers)) as answer:
            answer.read()


def trained_with(rollouts: Any, folder: Path) -> tuple[Any, dict[str, Any]]:
    """The weights after one step of TRL's trainer, and what the rollouts gave it."""
    seen: dict[str, Any] = {}

    def recorded(prompts: Any, trainer: Any) -> dict[str, Any]:
        seen.update(rollouts(prompts, trainer))
        return dict(seen)

    torch.manual_seed(7)
    trainer = GRPOTrainer(
        model(tokenizer()),
        episode_reward,
        args=GRPOConfig(
            str(folder),
            **{**COMMON, "max_steps": 1},
            num_generations=SIZE,
            max_completion_length=1024,
        ),
        train_dataset=task_rows([0]),
        processing_class=tokenizer(),
        rollout_func=recorded,
    )
    trainer.train()
    return trainer.model.model.embed_tokens.weight.detach().clone(), seen


def columns_from(calls: Calls) -> dict[str, list[Any]]:
    """What TRL takes, from what the model server was asked: whole conversations, in order."""
    conversations: list[Calls] = []
    for prompt, sampled in calls:
        last = conversations[-1][-1] if conversations else None
        if last is not None and prompt[: len(last[0]) + len(last[1])] == last[0] + last[1]:
            conversations[-1].append((prompt, sampled))
        else:
            conversations.append([(prompt, sampled)])
    columns: dict[str, list[Any]] = {name: [] for name in ("prompt_ids", "completion_ids")}
    columns |= {"logprobs": [], "env_mask": []}
    for conversation in conversations:
        first, (prompt, sampled) = conversation[0][0], conversation[-1]
        ids = (prompt + sampled)[len(first) :]
        mask = [0] * len(ids)
        for asked, answer in conversation:
            start = len(asked) - len(first)
            mask[start : start + len(answer)] = [1] * len(answer)
        columns["prompt_ids"].append(first)
        columns["completion_ids"].append(ids)
        columns["env_mask"].append(mask)
        columns["logprobs"].append([-i / 512 if m else 0.0 for i, m in zip(ids, mask)])
    return columns


def test_a_trl_step_equals_one_with_the_same_ids_without_the_gateway(
    url: str, tmp_path: Path, calls: Calls
) -> None:
    program = EverySecondGivesUp()
    rollouts = ProgramRollouts(
        url,
        program,
        profile="policy",
        run=f"trl-{tmp_path.name}",
        tools="injected",
        concurrency=1,
    )
    begun = len(calls)
    before = model(tokenizer()).model.embed_tokens.weight.detach()
    through, seen = trained_with(rollouts, tmp_path / "through")
    assert program.runs == SIZE
    assert seen["episode_reward"] == [1.0, 0.0] * (SIZE // 2)
    assert seen["retention"] == [1.0] * SIZE
    # The first calls are those with which the server finds out whether there are ids.
    expected = columns_from(calls[begun:][-_count(seen) :])
    for name, column in expected.items():
        given = seen[name]
        if name == "logprobs":
            assert [pytest.approx(row, rel=1e-6) for row in column] == given
        else:
            assert column == given

    def without(prompts: Any, trainer: Any) -> dict[str, Any]:
        others = {name: seen[name] for name in seen if name not in expected}
        return {**others, **expected}

    alone, _ = trained_with(without, tmp_path / "alone")
    assert not torch.equal(through, before)
    assert torch.allclose(through, alone, rtol=0, atol=1e-7)


def _count(seen: dict[str, Any]) -> int:
    """How many calls the rollouts made: two where the box was opened, one where it was not."""
    return sum(2 if reward else 1 for reward in seen["episode_reward"])


def test_verls_worker_queues_the_ids_of_a_command(
    url: str, model_folder: Path, tmp_path: Path, queue: dict[str, Any], calls: Calls
) -> None:
    worker = worker_of(
        model_folder,
        tmp_path,
        ScriptedModel(tokenizer(), gives_up),
        url,
        _target_="backchannel.gateway_verl.ProgramAgentLoop",
        program=[sys.executable, "-c", AGENT, "0"],
        profile="policy",
        program_tools="injected",
    )
    batch = batch_of([0])
    begun = len(calls)
    play(worker, batch)
    [uid] = [batch["uid"][0]]
    assert queue["states"][uid] == "finished"
    rows = [queue["rows"][f"{uid}_{place}_0"]["fields"] for place in range(SIZE)]
    whole = [prompt + sampled for prompt, sampled in calls[begun:]]
    for row in rows:
        ids, mask = row["responses"].tolist(), row["response_mask"].tolist()
        assert row["prompts"].tolist() + ids in whole
        log_probs = [-i / 512 if m else 0.0 for i, m in zip(ids, mask)]
        assert row["rollout_log_probs"].tolist() == pytest.approx(log_probs, rel=1e-6)
        assert "".join(chr(i) for i, m in zip(ids, mask) if m).startswith(
            "<read_code{}><enter_code"
        )
        assert row["rm_scores"][-1] == 1.0
        assert row["extra_fields"]["reward_extra_info"]["retention"] == 1.0


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("train_prompt", "clean"),
        ("critique", "policy"),
        ("branch", "step"),
        ("thoughts", "drop"),
        ("reward_rule", {"success": 1.0}),
        ("overlong_filter", True),
    ],
)
def test_an_option_that_a_program_would_ignore_is_refused(name: str, value: Any) -> None:
    with pytest.raises(ValueError, match=f"{name} is .*Leave it out"):
        refuse_unsupported({name: value})


@pytest.mark.parametrize("name", ["train_prompt", "filter_groups", "thoughts", "reward_rule"])
def test_trl_refuses_an_option_that_a_program_would_ignore(name: str) -> None:
    with pytest.raises(ValueError, match=f"{name} has no effect .* use RolloutFunction"):
        ProgramRollouts("http://127.0.0.1:1", ["agent"], profile="policy", run="r", **{name: 1})


def test_trl_refuses_credit_per_turn_for_a_program() -> None:
    play = ProgramRollouts("http://127.0.0.1:1", ["agent"], profile="policy", run="r")
    trainer = player()
    trainer.credit = "turn"
    with pytest.raises(ValueError, match="set credit to episode"):
        play([task_rows([0])[0]["prompt"]] * SIZE, trainer)


def test_trl_loses_a_batch_of_programs_if_the_server_stays_unreachable(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv(RECONNECT_VARIABLE, "0.1")
    play = ProgramRollouts("http://127.0.0.1:9", ["agent"], profile="policy", run="lost")
    prompts = [task_rows([0])[0]["prompt"]] * SIZE
    with pytest.raises(BackchannelError, match="client/disconnected"):
        play(prompts, player())
    play._has_played = True
    assert play(prompts, player())["episode_reward"] == [None] * SIZE


def test_verl_counts_the_time_of_a_program_once_for_all_segments() -> None:
    segments = [Segment([1], [2, 3], [1, 1], [-0.5, -0.5], []) for _ in range(3)]
    played = Played(
        episode_id="e",
        task={},
        program=Ended(0),
        account={"reward": 1.0},
        segments=EpisodeSegments(segments, ["trained"] * 3, 6),
        attempts_shown=0,
        seconds=2.5,
    )
    loop = SimpleNamespace(
        rollout_config=SimpleNamespace(prompt_length=8, response_length=8),
        tokenizer=tokenizer(),
        _settings=RolloutSettings("http://127.0.0.1:1", "r"),
    )
    outputs = ProgramAgentLoop._outputs(loop, {}, {"global_steps": 1}, played, {})
    assert [output.metrics.tool_calls for output in outputs] == [2.5, 0.0, 0.0]
    assert [output.extra_fields["sampled_tokens"] for output in outputs] == [6, 0, 0]


def test_options_with_their_fixed_value_are_accepted() -> None:
    refuse_unsupported({**FIXED, "run": "a", "mode": "feedback"})
