"""Writes the gradients that TRL's own trainers have on the batch: `torchrun … FOLDER`.

`plans.json` in the folder has the settings of TRL that each case of the reference is planned with.
"""

from __future__ import annotations

import json
import os
import pickle
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import torch
from gradient_bugs import BUGS
from gradient_reference import CASES, Loss, Rollout, given, segments, spans, teacher_of
from gradient_trl_form import FORM
from transformers import AutoTokenizer, Qwen2ForCausalLM, TrainerCallback
from trl import GRPOConfig

from backchannel.stream import Segment
from backchannel.trl_loss import CleanPromptTrainer
from backchannel.trl_rows import episode_reward
from backchannel.trl_trainer import EpisodeTrainer

FOLDER = Path(sys.argv[1])
ROLLOUTS: list[Rollout] = pickle.loads((FOLDER / "rollouts.pickle").read_bytes())
SIZE = sum(one.group == 0 for one in ROLLOUTS)


class Catch(TrainerCallback):
    """Keeps the gradient of the first update."""

    gradient: Any = None

    def on_pre_optimizer_step(self, *_: Any, model: Any, **__: Any) -> None:
        named = sorted((name.removeprefix("module."), w) for name, w in model.named_parameters())
        self.gradient = torch.cat([weight.grad.flatten().double() for _, weight in named])


def played(rollouts: Sequence[Rollout], loss: Loss) -> Any:
    """A rollout function that answers what there is."""

    def play(prompts: Sequence[Any], trainer: Any) -> dict[str, Any]:
        seen: Counter[int] = Counter()
        place = trainer.accelerator.process_index * len(prompts)
        chosen = []
        for prompt in prompts:
            group = int(prompt[-1]["content"])
            # A group may stand in two processes: its rollouts are told apart by their place.
            if not seen:
                seen[group] = place % SIZE
            chosen.append(group * SIZE + seen[group] % SIZE)
            seen[group] += 1
        found = [rollouts[each] for each in chosen]
        turns = {
            "turn_rewards": [one.turns for one in found],
            "answers": [spans(one.mask) for one in found],
        }
        if loss.taught_from is not None:
            teachers = [teacher_of(one) for one in found]
            turns["teacher"] = [ids and (ids, loss.taught_from) for ids in teachers]
        if loss.in_segments:
            parts = [segments(one) for one in found]
            found = [rest for _, rest in parts]
            turns["segments"] = [
                [(one.prompt, Segment(one.response, one.mask, one.sampled))] for one, _ in parts
            ]
        return {
            **turns,
            "prompt_ids": [one.prompt for one in found],
            "completion_ids": [one.response for one in found],
            "logprobs": [one.sampled for one in found],
            "env_mask": [one.mask for one in found],
            "episode_reward": [one.reward for one in found],
            "row": chosen,
        }

    return play


def with_old(trainer: Any, rollouts: Sequence[Rollout], loss: Loss, found: dict[str, Any]) -> Any:
    """The trainer, whose rollouts are of an older model than the one that it updates."""
    scored = trainer._generate_and_score_completions
    played = trainer.rollout_func
    rows: list[int] = []

    def play(*asked: Any) -> Any:
        output = played(*asked)
        rows[:] = output.pop("row")
        return output

    def score(inputs: Any) -> Any:
        if loss.importance_cap > 0:
            # As with vLLM, of whose answers TRL works out the probabilities before the update.
            newer = {name: value.clone() for name, value in trainer.model.state_dict().items()}
            trainer.model.load_state_dict(torch.load(FOLDER / "older.pt"))
            output = scored(inputs)
            trainer.model.load_state_dict(newer)
            found["log probs"] = dict(zip(rows, output["old_per_token_logps"], strict=True))
            return output
        output = scored(inputs)
        if not loss.is_clean:
            length = output["completion_ids"].shape[1]
            old = [rollouts[row].old for row in rows]
            if loss.in_segments:
                parts = [segments(rollouts[row]) for row in rows]
                old = [rest.old for _, rest in parts] + [first.old for first, _ in parts]
            padded = [[*each, *[0.0] * (length - len(each))] for each in old]
            output["old_per_token_logps"] = torch.tensor(padded)
        return output

    trainer.rollout_func = play
    trainer._generate_and_score_completions = score
    return trainer


def gradient(
    rollouts: Sequence[Rollout],
    case: str,
    splits: int,
    ranks: int,
    found: dict[str, Any],
) -> Any:
    loss = CASES[case]
    plan = json.loads((FOLDER / "plans.json").read_text())[case]
    model = Qwen2ForCausalLM.from_pretrained(FOLDER, dtype=torch.float32)
    settings = GRPOConfig(
        output_dir=str(FOLDER / "out"),
        use_cpu=True,
        bf16=False,
        gradient_checkpointing=False,
        per_device_train_batch_size=len(rollouts) // splits // ranks,
        gradient_accumulation_steps=splits,
        max_steps=1,
        learning_rate=0.0,
        max_grad_norm=0.0,
        report_to="none",
        save_strategy="no",
        disable_tqdm=True,
        **{name: plan[name] for name in FORM if name in plan},
    )
    catch = Catch()
    own = plan["backchannel"]
    settings_of_clean = {"clean_weights": own["clean_weights"]} if loss.is_clean else {}
    trainer: Any = (CleanPromptTrainer if loss.is_clean else EpisodeTrainer)(
        model,
        episode_reward,
        args=settings,
        train_dataset=_tasks(),
        processing_class=AutoTokenizer.from_pretrained(FOLDER),
        rollout_func=played(given(rollouts, loss), loss),
        callbacks=[catch],
        credit=own.get("credit", "episode"),
        **settings_of_clean,
    )
    if loss.importance_cap > 0:
        trainer.use_vllm, trainer._last_loaded_step = True, 0
        trainer.vllm_generation = SimpleNamespace(sync_weights=lambda: None)
    with_old(trainer, rollouts, loss, found).train()
    return catch.gradient


def _tasks() -> Any:
    from datasets import Dataset

    groups = sorted({one.group for one in ROLLOUTS})
    prompts = [[{"role": "user", "content": str(group)}] for group in groups]
    return Dataset.from_list([{"prompt": prompt} for prompt in prompts])


def main() -> None:
    ranks = int(os.environ["WORLD_SIZE"])
    found: dict[str, Any] = {}
    for case in CASES:
        for splits in (1, 2) if ranks == 2 else (1, 4):
            found[f"{case}, {splits} parts"] = gradient(ROLLOUTS, case, splits, ranks, found)
    for name, bug in BUGS.items():
        found[name] = gradient(bug(ROLLOUTS), "token mean", 2, ranks, found)
    if os.environ["RANK"] == "0":
        torch.save(found, FOLDER / f"trl-{ranks}.pt")


if __name__ == "__main__":
    main()
