"""Guards groups whose rollouts fork the first of them: shared tokens, masks, and advantages."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from test_trl import task_rows
from test_trl_rollouts import player
from tiny import tokenizer

from backchannel.branches import make_trunk
from backchannel.stream import Stream
from backchannel.trl import RolloutFunction

SIZE = 4


def call(name: str, arguments: str) -> str:
    return f'<tool_call>\n{{"name": "{name}", "arguments": {arguments}}}\n</tool_call>'


class Box:
    """Reads the label; the first of a group then gives up twice, the others enter the code."""

    def __init__(self) -> None:
        self.given_up = 0

    def __call__(self, prompt: str) -> str:
        label = re.findall(r"The label says (\d{3})", prompt)
        if not label:
            return call("read_code", "{}")
        if self.given_up < 2:
            self.given_up += 1
            return "I give up."
        return call("enter_code", f'{{"code": "{label[-1]}"}}')


def check_group(rows: list[tuple[list[int], list[int], list[int]]], tokens: Any) -> int:
    """That all share prompt and beginning, which none of them learns; how long that is."""
    prompts, responses, masks = zip(*rows, strict=True)
    assert all(prompt == prompts[0] for prompt in prompts)
    shared = masks[0].index(1)
    for response, mask in zip(responses, masks, strict=True):
        assert response[:shared] == responses[0][:shared]
        assert mask[:shared] == [0] * shared and mask[shared] == 1
        assert tokens.decode(response[shared:]) != ""
    beginning = tokens.decode(responses[0][:shared])
    assert "read_code" in beginning and "The label says" in beginning
    print("\n".join("".join(map(str, mask)) for mask in masks))
    return shared


def test_trl_forks_the_first_rollout_of_each_group(server_url: str) -> None:
    pytest.importorskip("trl")
    tokens = tokenizer()
    model = Box()
    turns: list[int] = []

    def generate(_: Any, prompts: Any, most: int) -> list[tuple[list[int], list[float]]]:
        turns.append(len(prompts))
        texts = [tokens.decode(prompt, skip_special_tokens=False) for prompt in prompts]
        written = [tokens.encode(model(text), add_special_tokens=False) for text in texts]
        answers = [[*ids, tokens.eos_token_id][:most] for ids in written]
        return [(ids, [-0.5] * len(ids)) for ids in answers]

    play = RolloutFunction(server_url, run="branches", branch="step", generate=generate)
    result = play([task_rows([1])[0]["prompt"]] * SIZE, player())
    # The first plays alone; the others, together, only enter the code.
    assert turns == [1, 1, 1, SIZE - 1]
    rows = zip(result["prompt_ids"], result["completion_ids"], result["env_mask"], strict=True)
    check_group(list(rows), tokens)
    assert result["episode_reward"] == [0, 1, 1, 1]


def test_verl_forks_the_first_rollout_of_each_group(
    server_url: str, model_folder: Path, tmp_path: Path, queue: dict[str, Any]
) -> None:
    pytest.importorskip("verl")
    import numpy as np
    import torch
    from verl.trainer.ppo.core_algos import compute_grpo_outcome_advantage
    from verl_worker import ScriptedModel, batch_of, play, worker_of

    tokens = tokenizer()
    worker = worker_of(
        model_folder, tmp_path, ScriptedModel(tokens, Box()), server_url, branch="step"
    )
    batch = batch_of([2])
    uid = batch["uid"][0]
    play(worker, batch)
    fields = [queue["rows"][f"{uid}_{k}_0"]["fields"] for k in range(SIZE)]
    rows = [
        (f["prompts"].tolist(), f["responses"].tolist(), f["response_mask"].tolist())
        for f in fields
    ]
    shared = check_group(rows, tokens)
    longest = max(len(mask) for _, _, mask in rows)
    masks = torch.tensor([mask + [0] * (longest - len(mask)) for _, _, mask in rows])
    rewards = torch.zeros(masks.shape)
    rewards[:, -1] = torch.tensor([float(f["rm_scores"].sum()) for f in fields])
    advantages, _ = compute_grpo_outcome_advantage(
        rewards, masks, np.array([uid] * SIZE), norm_adv_by_std_in_grpo=False
    )
    assert advantages[:, :shared].abs().sum() == 0
    for place, reward in enumerate((0, 1, 1, 1)):
        learned = advantages[place][masks[place] == 1]
        assert learned.tolist() == pytest.approx([reward - 0.75] * len(learned))


def test_the_groups_name_decides_which_answered_step_is_forked() -> None:
    nothing: Any = None
    drawn = set()
    for number in range(40):
        stream = Stream(100)
        for _ in range(3):
            stream.append_turn([1, 2], [-0.1, -0.2])
            assert stream.append_observation([3])
        stream.append_turn([4], [-0.3])
        trunk = make_trunk(f"group-{number}", nothing, nothing, [], stream)
        assert trunk is not None
        drawn.add(trunk.step)
        fork = stream.fork(trunk.step)
        assert fork.ids == [1, 2, 3] * trunk.step and fork.mask == [0] * (3 * trunk.step)
        assert stream.mask == [0] * (3 * trunk.step) + [1, 1, 0] * (3 - trunk.step) + [1]
        # The penalty for long rollouts counts all of the model's tokens.
        assert stream.of_model == 7 and fork.of_model == 2 * trunk.step
    assert drawn == {1, 2, 3}
    alone = Stream(100)
    alone.append_turn([1], [-0.1])
    assert make_trunk("group", nothing, nothing, [], alone) is None and alone.mask == [1]


def test_branch_with_feedback_is_refused() -> None:
    with pytest.raises(ValueError, match="branch needs mode independent"):
        RolloutFunction("http://127.0.0.1:1", run="x", mode="feedback", branch="step")
