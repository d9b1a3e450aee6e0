"""Guards that a program's run counts once in verl, however many segments its model calls have."""

from __future__ import annotations

import json
import os
import pickle
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("verl")
torch = pytest.importorskip("torch")

import numpy as np
from gradient_reference import Loss, Rollout, log_probs, token_losses
from model_server import GIVE_UP, Calls, ids_of, model_server
from omegaconf import OmegaConf
from serving import Server
from test_gateway_verl_train import AGENT
from test_gradients import difference, is_same, plan
from tiny import ROOT, tokenizer
from verl.trainer.ppo.core_algos import compute_rloo_outcome_advantage
from verl_worker import SIZE, ScriptedModel, batch_of, gives_up, play, worker_of

from backchannel.baselines import less_others
from backchannel.errors import BackchannelError
from backchannel.tiny_model import make_model
from backchannel.verl_program import check_segments
from backchannel.verl_trainer import LEAVE_ONE_OUT, _current_rows, rollout_rloo, rows_of

HERE = Path(__file__).parent
#: By method, what a reward of 1 or 0 is worth in a group of which half succeed.
ADVANTAGES = {"grpo": 1 / 2, "rloo": 2 / 3}


def play_through_the_gateway(folder: Path, calls: Calls) -> None:
    """Puts the rows of a group into verl's queue: every second run succeeds, in two segments."""
    with model_server(calls, rewrites=True) as upstream:
        profile = {"base_urls": [upstream], "model": "small", "max_tokens": 100, "gateway": {}}
        config = folder / "server.json"
        config.write_text(json.dumps({"profiles": {"policy": profile}}))
        server = Server(":memory:", config=str(config))
        try:
            worker = worker_of(
                folder,
                folder,
                ScriptedModel(tokenizer(), gives_up),
                server.url,
                _target_="backchannel.gateway_verl.ProgramAgentLoop",
                program=[sys.executable, "-c", AGENT, str(folder / "counter"), GIVE_UP],
                profile="policy",
                program_tools="injected",
            )
            play(worker, batch_of([0]))
        finally:
            server.kill()


def parse_row(fields: Any) -> Rollout:
    response, mask = fields["responses"].tolist(), fields["response_mask"].tolist()
    blank = [0.0] * len(response)
    reward = float(fields["rm_scores"][-1])
    return Rollout(0, reward, fields["prompts"].tolist(), response, mask, blank, blank, [reward])


def test_a_gradient_equals_that_of_the_same_ids_without_the_gateway(
    tmp_path: Path, queue: dict[str, Any]
) -> None:
    tokens = tokenizer()
    model = make_model(tokens, width=32, layers=2, seed=3).eval()
    model.save_pretrained(tmp_path)
    tokens.save_pretrained(tmp_path)
    calls: Calls = []
    play_through_the_gateway(tmp_path, calls)
    rows = [(key, parse_row(row["fields"])) for key, row in sorted(queue["rows"].items())]
    assert sorted(one.reward for _, one in rows) == [0.0] * 2 + [1.0] * 4
    older = make_model(tokens, width=32, layers=2, seed=3).eval()
    with torch.no_grad():
        for weight in older.parameters():
            weight *= 1.01
        rows = [(key, replace(one, old=log_probs(older, one).tolist())) for key, one in rows]
    (tmp_path / "rows.pickle").write_bytes(pickle.dumps(rows))
    words = plan("verl", "token mean", tmp_path)
    plans = {"grpo": words, "rloo": [*words, f"algorithm.adv_estimator={LEAVE_ONE_OUT}"]}
    (tmp_path / "plans.json").write_text(json.dumps(plans))
    found = gradients_by_verl(tmp_path)
    # The first calls are those with which the server finds out whether there are ids.
    asked = [Rollout(0, 0.0, *each, *blanks(each[1])) for each in calls[-3 * SIZE // 2 :]]
    for method, size in ADVANTAGES.items():
        right = gradient(model, older, asked, size)
        turned, longer = difference(found[method], right)
        print(f"{method}: 1 - cosine {turned:.1e}, norm {longer:.1e}")
        assert is_same(found[method], right)
        # If a run of two segments counted twice, both advantages would be others.
        assert not is_same(found[method], gradient(model, older, asked, size, counts=2))


def blanks(sampled: Sequence[int]) -> tuple[list[int], list[float], list[float]]:
    return [1] * len(sampled), [0.0] * len(sampled), [0.0] * len(sampled)


def gradient(model: Any, older: Any, asked: Sequence[Rollout], size: float, counts: int = 1) -> Any:
    """The gradient by the formulas alone: each answer behind its prompt, as the server gave it.

    :param counts: how often a run that succeeds counts in its group's mean
    """
    mean = counts / (counts + 1)
    values = {True: 2 * size * (1 - mean), False: -2 * size * mean}
    total, tokens = 0, 0
    for one in asked:
        is_success = one.response != ids_of("I give up.")
        with torch.no_grad():
            known = replace(one, old=log_probs(older, one).tolist())
        total += token_losses(log_probs(model, known), known, values[is_success], Loss()).sum()
        tokens += len(one.response)
    model.zero_grad()
    (total / tokens).backward()
    return torch.cat([w.grad.flatten().double() for _, w in sorted(model.named_parameters())])


def gradients_by_verl(folder: Path) -> dict[str, Any]:
    words = ["-m", "torch.distributed.run", "--standalone", "--nproc_per_node=1"]
    own = {"PYTHONPATH": f"{HERE}:{ROOT / 'src/train-bridge/python'}", "OMP_NUM_THREADS": "1"}
    ran = subprocess.run(
        [sys.executable, "-W", "ignore", *words, str(HERE / "gradient_verl.py"), str(folder)],
        env={**os.environ, **own, "CUDA_VISIBLE_DEVICES": "", "HF_HUB_OFFLINE": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr[-4000:]
    return dict(torch.load(folder / "rows.pt"))


def test_rloo_counts_a_rollout_once_and_equals_verls_for_one_segment() -> None:
    rewards = torch.tensor([[0.0, 1.0], [0.0, 0.0], [0.0, 0.5], [0.0, 0.25]])
    mask = torch.ones(4, 2)
    groups = np.array(["a", "a", "a", "b"], dtype=object)
    extra_info = {"reward_extra_info": {"guided": 0}}
    with _current_rows(rows_of(["a_0_0", "a_1_0", "a_2_0", "b_0_0"], [extra_info] * 4)):
        own, _ = rollout_rloo(rewards, mask, groups)
    verls, _ = compute_rloo_outcome_advantage(rewards, mask, groups)
    assert torch.allclose(own, verls)
    keys = ["a_0_0", "a_0_1", "a_0_2", "a_1_0", "a_2_0", "b_0_0"]
    places = [0, 0, 0, 1, 2, 3]
    with _current_rows(rows_of(keys, [extra_info] * 6)):
        split, _ = rollout_rloo(rewards[places], mask[places], groups[places])
    assert torch.allclose(split, own[places])
    assert less_others([1.0, 0.0, 0.5], ["a"] * 3) == [0.75, -0.75, 0.0]


@pytest.mark.parametrize(
    ("setting", "remedy"),
    [
        ("algorithm.adv_estimator=rloo", "backchannel_rloo"),
        ("algorithm.adv_estimator=backchannel_turns", "backchannel_rloo"),
        ("algorithm.use_kl_in_reward=true", "use_kl_loss"),
        ("actor_rollout_ref.actor.loss_agg_mode=seq-mean-token-mean", "token-mean"),
        ("actor_rollout_ref.actor.policy_loss.loss_mode=gspo", "vanilla"),
    ],
)
def test_settings_that_count_segments_are_refused_for_programs(
    setting: str, remedy: str, tmp_path: Path
) -> None:
    loops = tmp_path / "loops.yaml"
    target = "backchannel.gateway_verl.ProgramAgentLoop"
    loops.write_text(json.dumps([{"name": "backchannel", "_target_": target}]))
    dots = [
        "algorithm.adv_estimator=backchannel_rloo",
        "actor_rollout_ref.actor.loss_agg_mode=token-mean",
        "actor_rollout_ref.actor.policy_loss.loss_mode=vanilla",
        f"actor_rollout_ref.rollout.agent.agent_loop_config_path={loops}",
    ]
    check_segments(OmegaConf.from_dotlist(dots))
    with pytest.raises(BackchannelError, match="client/segments: .*segment") as refused:
        check_segments(OmegaConf.from_dotlist([*dots, setting]))
    assert remedy in refused.value.hint
    loops.write_text(
        json.dumps([{"name": "backchannel", "_target_": "backchannel.verl.EnvAgentLoop"}])
    )
    check_segments(OmegaConf.from_dotlist([*dots, setting]))
