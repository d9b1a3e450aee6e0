"""Guards that further segments of a rollout get the weights of sampling that TRL computes."""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

pytest.importorskip("trl")

import torch
from test_trl import COMMON, task_rows
from tiny import model, tokenizer
from trl import GRPOConfig

from backchannel.stream import Segment
from backchannel.trl_rows import episode_reward
from backchannel.trl_trainer import EpisodeTrainer

PROMPT = [1, 2, 3]
#: Of each rollout: tokens, mask, and by how much sampling was less sure than a uniform choice.
ROLLOUTS = [
    ([5, 6, 7, 8, 9], [1, 1, 1, 1, 1], [0.0, 3.0, -3.0, 0.1, 0.0]),
    ([5, 6, 7], [1, 0, 1], [0.2, 9.0, 0.1]),
    ([9, 8], [1, 1], [math.nan, 0.3]),
    ([9], [1], [-4.0]),
]


@pytest.fixture(scope="module")
def trainer(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    tokens = tokenizer()
    uniform = -math.log(len(tokens))

    def play(prompts: Any, _: Any) -> dict[str, Any]:
        sampled = [[uniform - each for each in less_sure] for *_, less_sure in ROLLOUTS]
        rows = [(ids, mask, one) for (ids, mask, _), one in zip(ROLLOUTS, sampled, strict=True)]
        return {
            "prompt_ids": [PROMPT for _ in prompts],
            "completion_ids": [ids for ids, *_ in rows],
            "env_mask": [mask for _, mask, _ in rows],
            "logprobs": sampled,
            "answers": [[] for _ in rows],
            "turn_rewards": [[] for _ in rows],
            "episode_reward": [0.0, 1.0, 0.0, 1.0],
            # Each rollout has its own row as a further segment.
            "segments": [[(PROMPT, Segment(*row))] for row in rows],
        }

    folder: Path = tmp_path_factory.mktemp("weights")
    trainer: Any = EpisodeTrainer(
        model(tokens),
        episode_reward,
        args=GRPOConfig(str(folder), **COMMON, num_generations=4, beta=0.0, loss_type="dapo"),
        train_dataset=task_rows([0]),
        processing_class=tokens,
        rollout_func=play,
    )
    trainer.use_vllm, trainer._last_loaded_step = True, 0
    trainer.vllm_generation = SimpleNamespace(sync_weights=lambda: None)
    yield trainer


@pytest.mark.parametrize("bounds", [(None, 3.0), (0.5, None), (0.5, 3.0)])
@pytest.mark.parametrize(
    "mode", ["token_truncate", "token_mask", "sequence_truncate", "sequence_mask"]
)
def test_a_further_segment_has_the_weights_of_an_equal_row(
    trainer: Any, mode: str, bounds: tuple[float | None, float | None]
) -> None:
    trainer.vllm_importance_sampling_mode = mode
    trainer.vllm_importance_sampling_clip_min, trainer.vllm_importance_sampling_clip_max = bounds
    trainer.model.train()
    output = trainer._generate_and_score_completions([task_rows([0])[0] for _ in ROLLOUTS])
    found = output["importance_sampling_ratio"]
    count = len(ROLLOUTS)
    width = 1 if mode.startswith("sequence") else max(len(ids) for ids, *_ in ROLLOUTS)
    assert found.shape == (2 * count, width)
    mask = (output["completion_mask"] * output["tool_mask"])[:, :width] > 0
    weights = torch.where(mask, found, -1.0)
    torch.testing.assert_close(weights[count:], weights[:count])
    # The batch has ratios within, below and above the bounds.
    assert len(weights[:count][mask[:count]].unique()) > 2
