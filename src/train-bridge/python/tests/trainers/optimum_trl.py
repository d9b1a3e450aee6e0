"""Learns the task of `optimum_task` with TRL on each seed: `python optimum_trl.py FOLDER SETTINGS`."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import torch
from datasets import Dataset
from gradient_trl_form import FORM
from optimum_task import LEARNING_RATE, PROMPTS, SIZE, STEPS, begun, play, report, worth
from transformers import AutoTokenizer, Qwen2ForCausalLM
from trl import GRPOConfig

from backchannel.trl_rows import episode_reward
from backchannel.trl_trainer import EpisodeTrainer

FOLDER = Path(sys.argv[1])
PLAN = json.loads(sys.argv[2])


def learn(seed: int) -> tuple[float, float]:
    folder = FOLDER / f"trl-{seed}"
    begun(folder, seed)
    model = Qwen2ForCausalLM.from_pretrained(folder, dtype=torch.float32)
    before = worth(model)
    generator = torch.Generator().manual_seed(seed)

    def played(prompts: Sequence[Any], trainer: Any) -> dict[str, Any]:
        rollouts = play(trainer.model, [int(each[-1]["content"]) for each in prompts], generator)
        return {
            "prompt_ids": [one.prompt for one in rollouts],
            "completion_ids": [one.response for one in rollouts],
            "logprobs": [one.sampled for one in rollouts],
            "env_mask": [one.mask for one in rollouts],
            "episode_reward": [one.reward for one in rollouts],
            "turn_rewards": [one.turns for one in rollouts],
            "answers": [[(0, 0, 1), (1, 3, 4)] for _ in rollouts],
        }

    settings = GRPOConfig(
        output_dir=str(folder / "out"),
        use_cpu=True,
        bf16=False,
        gradient_checkpointing=False,
        per_device_train_batch_size=PROMPTS * SIZE,
        max_steps=STEPS,
        learning_rate=LEARNING_RATE,
        lr_scheduler_type="constant",
        report_to="none",
        save_strategy="no",
        logging_strategy="no",
        disable_tqdm=True,
        seed=seed,
        **{name: PLAN[name] for name in FORM if name in PLAN},
    )
    rows = [{"prompt": [{"role": "user", "content": str(task)}]} for task in range(PROMPTS)]
    trainer: Any = EpisodeTrainer(
        model,
        episode_reward,
        args=settings,
        train_dataset=Dataset.from_list(rows),
        processing_class=AutoTokenizer.from_pretrained(folder),
        rollout_func=played,
        credit=PLAN["backchannel"].get("credit", "episode"),
    )
    trainer.train()
    return before, worth(trainer.model)


if __name__ == "__main__":
    report("trl", learn)
