"""The same model under TRL's own trainer: the path that users take, on a short run.

    python with_trl.py --start START.gz --data FOLDER --arm clean --steps 20

TRL samples nothing itself: its rollout function plays the episodes, as the experiment does, and
hands over what was read, what was written and what it was worth. All of the rest is TRL's: the
batches, the advantages, the loss, the steps.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import tempfile
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import torch
import torch.nn.functional as F
from backchannel.aio import connect
from backchannel.trl import episode_reward
from backchannel.trl_loss import CleanPromptTrainer
from datasets import Dataset
from tokenizers import Tokenizer
from tokenizers.models import WordLevel
from torch import Tensor
from transformers import (
    GenerationConfig,
    PreTrainedConfig,
    PreTrainedModel,
    PreTrainedTokenizerFast,
)
from transformers.utils import ModelOutput
from trl import GRPOConfig, GRPOTrainer

import dialect
import live
import start
from groups import WAVES, Schedule
from learn import Run, Settings
from model import Model, chance_of
from play import Rollout, play
from words import Words


#: Tasks of a batch: a short run, and TRL puts rollouts of all lengths side by side.
GROUPS = 8


class Config(PreTrainedConfig):
    model_type = "backchannel-small"


@dataclass
class Scored(ModelOutput):
    """What TRL's loss asks of a model, for all tokens but the first."""

    log_probs: Tensor | None = None
    entropy: Tensor | None = None


class Wrapped(PreTrainedModel):
    """The decoder as TRL wants it: rows that may be padded on the left, with their labels."""

    config_class = Config

    def __init__(self, decoder: Model) -> None:
        super().__init__(Config(vocab_size=decoder.shape.vocabulary))
        self.decoder = decoder
        # TRL writes into it, and samples nothing by it.
        self.generation_config = GenerationConfig()

    def forward(
        self,
        input_ids: Tensor,
        attention_mask: Tensor,
        labels: Tensor,
        fused_lm_head: bool = True,
    ) -> Scored:
        # What the decoder looks back at begins with the first token of a row.
        before = (attention_mask.cumsum(1) == 0).sum(1, keepdim=True)
        size = input_ids.shape[1]
        places = (torch.arange(size) + before) % size
        is_target = (labels != -100).gather(1, places)
        found = self.decoder.log_probabilities(input_ids.gather(1, places), is_target)
        distance = (torch.arange(size - 1) - before) % size
        found = F.pad(found, (0, 1)).gather(1, distance)
        # Of the entropy, which is only told, one draw: how unlikely the token was.
        return Scored(log_probs=found, entropy=-found.detach())


def tokenizer_of(words: Words) -> PreTrainedTokenizerFast:
    """The vocabulary under the names that TRL asks for; conversations come as tokens already."""
    inner = Tokenizer(WordLevel(words.number, unk_token=words.tokens[0]))
    ends = {"pad_token": words.tokens[0], "eos_token": dialect.END}
    return PreTrainedTokenizerFast(tokenizer_object=inner, **ends)


class Rollouts:
    """TRL's rollout function: plays a batch of whole groups, later waves after earlier ones."""

    def __init__(self, url: str, words: Words, settings: Settings) -> None:
        self.url, self.words, self.settings = url, words, settings
        self.generation = str(time.time_ns())
        self.chance = chance_of(settings.seed)
        self.waves = WAVES[settings.arm]

    def __call__(self, prompts: Sequence[str], trainer: Any) -> dict[str, Any]:
        size = trainer.num_generations
        tasks = [int(prompt) for prompt in prompts[::size]]
        model = trainer.accelerator.unwrap_model(trainer.model).decoder
        groups = asyncio.run(self.play(model, tasks, size))
        return self.columns([one for index in tasks for one in groups[index]])

    async def play(self, model: Model, tasks: Sequence[int], size: int) -> dict[int, list[Rollout]]:
        run = f"language-model-trl-{self.settings.arm}-{self.settings.seed}"
        groups: dict[int, list[Rollout]] = {index: [] for index in tasks}
        async with await connect(self.url) as client:
            for wave in Schedule(run, self.generation, size, self.waves).requests(tasks):
                results = await play(client, model, self.words, wave, self.chance)
                for opened, one in zip(wave, results, strict=True):
                    groups[opened["index"]].append(one)
        return groups

    def columns(self, rollouts: Sequence[Rollout]) -> dict[str, Any]:
        is_clean = self.waves is not None
        trained = [rollout.trained(is_clean) for rollout in rollouts]
        opens = [len(rollout.clean) if is_clean else rollout.opening for rollout in rollouts]
        rows = list(zip(trained, opens, strict=True))
        return {
            "prompt_ids": [ids[:at] for (ids, _, _), at in rows],
            "completion_ids": [ids[at:] for (ids, _, _), at in rows],
            "env_mask": [list(map(int, mine[at:])) for (_, mine, _), at in rows],
            "logprobs": [chances[at:] for (_, _, chances), at in rows],
            "episode_reward": [rollout.reward for rollout in rollouts],
            "episode_success": [rollout.success for rollout in rollouts],
            "turns": [rollout.turns for rollout in rollouts],
            "condition": ["guided" if rollout.is_shown else "clean" for rollout in rollouts],
        }


def config_of(settings: Settings, steps: int, folder: str) -> GRPOConfig:
    """A batch of whole groups, one step on each, as the experiment's own loop does."""
    parts = 4
    return GRPOConfig(
        output_dir=folder,
        max_steps=steps,
        per_device_train_batch_size=settings.groups * settings.size // parts,
        gradient_accumulation_steps=parts,
        num_generations=settings.size,
        max_completion_length=2_000,
        learning_rate=settings.rate,
        lr_scheduler_type="constant",
        max_grad_norm=1.0,
        # Of its losses the one that the clean-prompt loss is a form of.
        loss_type="cispo",
        epsilon_high=settings.cap - 1,
        scale_rewards=False,
        seed=settings.seed,
        shuffle_dataset=False,
        logging_steps=1,
        save_strategy="no",
        report_to="none",
        use_cpu=True,
        bf16=False,
        gradient_checkpointing=False,
        disable_tqdm=True,
    )


async def prepared(url: str, run: Run, batches: int) -> list[int]:
    """The tasks that the run comes to, in order."""
    sizes: list[int] = []
    async with await connect(url) as client:
        for _ in range(batches):
            tasks, run.next_task = await run.tasks_from(client, run.next_task)
            sizes += tasks
    return sizes


async def evaluated(url: str, run: Run) -> dict[str, float]:
    async with await connect(url) as client:
        return await run.evaluate(client)


def train(url: str, begin: Path, settings: Settings, steps: int) -> dict[str, Any]:
    """A short run; what it came to, with what TRL told of every step."""
    torch.manual_seed(settings.seed)
    model, words = start.load(begin)
    run = Run(model, words, settings)
    success_before = asyncio.run(evaluated(url, run))
    began = time.process_time()
    tasks = asyncio.run(prepared(url, run, steps))
    with tempfile.TemporaryDirectory() as folder:
        kind = CleanPromptTrainer if settings.arm == "clean" else GRPOTrainer
        trainer = kind(
            model=Wrapped(model),
            reward_funcs=episode_reward,
            args=config_of(settings, steps, folder),
            train_dataset=Dataset.from_dict({"prompt": [str(index) for index in tasks]}),
            processing_class=tokenizer_of(words),
            rollout_func=Rollouts(url, words, settings),
        )
        # TRL has put a forward of its own before this one, for models whose head is one matrix;
        # this one points at what it has read, too.
        del trainer.model.forward
        trainer.train()
    cpu_seconds = time.process_time() - began
    success_after = asyncio.run(evaluated(url, run))
    logged = [row for row in trainer.state.log_history if "loss" in row]
    return {
        "world": dialect.ENVIRONMENT,
        **asdict(settings),
        "steps": steps,
        "cpu_s": round(cpu_seconds, 1),
        "before": success_before,
        "after": success_after,
        "log": logged,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--start", type=Path, required=True)
    parser.add_argument("--data", type=Path, required=True, help="folder of tasks to serve")
    parser.add_argument("--output", type=Path, required=True, help="records, appended to")
    parser.add_argument("--arm", choices=list(WAVES), default="clean")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--steps", type=int, default=20)
    options = parser.parse_args()
    live.end_in_order()
    torch.set_num_threads(1)
    settings = Settings(arm=options.arm, seed=options.seed, groups=GROUPS)
    with live.serving(options.data) as url:
        record = train(url, options.start, settings, options.steps)
    with options.output.open("a") as file:
        file.write(json.dumps(record) + "\n")
    for name in ("known", "unseen"):
        first, last = (100 * record[moment][name] for moment in ("before", "after"))
        print(f"{options.arm}, {name}: {first:.0f} % before, {last:.0f} % after")


if __name__ == "__main__":
    main()
