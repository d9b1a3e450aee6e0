"""TRL's trainer as it is, with a scripted model that takes its time, for `npm run suite rolling`.

Prints what became of its rollouts as one line of JSON. Every other group is won by those alone who
are shown a failure of another one, so that groups must be whole wherever their episodes are served.
"""

from __future__ import annotations

import argparse
import json
import re
import time
from tempfile import TemporaryDirectory
from typing import Any

from datasets import Dataset
from tiny import model, tokenizer
from trl import GRPOConfig, GRPOTrainer

from backchannel.trl import RolloutFunction, episode_reward

SIZE = 8
WAVE = 4
LABELS_READ = 8


def reply(prompt: str, mode: str) -> str:
    """Reads the label again and again, then enters its code; guided, it first needs a failure."""
    labels = re.findall(r"The label says (\d{3})", prompt)
    if len(labels) < LABELS_READ:
        return call("read_code")
    if mode == "feedback" and "Attempt " not in prompt:
        return "I cannot do it."
    return call("enter_code", code=labels[-1])


def call(name: str, **arguments: Any) -> str:
    return f"<tool_call>\n{json.dumps({'name': name, 'arguments': arguments})}\n</tool_call>"


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--url", required=True)
    parser.add_argument("--mode", choices=("independent", "feedback"), required=True)
    parser.add_argument("--run", required=True)
    parser.add_argument("--rollouts", type=int, required=True, help="of a step of the optimiser")
    parser.add_argument("--steps", type=int, required=True)
    parser.add_argument("--thought", type=float, required=True, help="seconds before each turn")
    given = parser.parse_args()
    tokens = tokenizer()
    batches: list[dict[str, Any]] = []

    def generate(_: Any, prompts: Any, most: int) -> list[tuple[list[int], list[float]]]:
        time.sleep(given.thought)
        answers = []
        for prompt in prompts:
            text = reply(tokens.decode(prompt, skip_special_tokens=False), given.mode)
            ids = [*tokens.encode(text, add_special_tokens=False), tokens.eos_token_id][:most]
            answers.append((ids, [-0.5] * len(ids)))
        return answers

    play = RolloutFunction(
        given.url,
        run=given.run,
        mode=given.mode,
        feedback={"waves": [WAVE], "clean_share": 0} if given.mode == "feedback" else None,
        generate=generate,
    )

    def recorded(prompts: Any, trainer: Any) -> dict[str, Any]:
        batches.append(play(prompts, trainer))
        return batches[-1]

    references = [
        json.dumps({"env": "mock-v1", "split": "train", "index": index})
        for index in range(given.steps * given.rollouts // SIZE)
    ]
    with TemporaryDirectory() as folder:
        GRPOTrainer(
            model(tokens),
            episode_reward,
            args=GRPOConfig(
                folder,
                max_steps=given.steps,
                per_device_train_batch_size=SIZE,
                gradient_accumulation_steps=given.rollouts // SIZE,
                num_generations=SIZE,
                max_completion_length=1024,
                report_to=[],
                save_strategy="no",
                use_cpu=True,
                bf16=False,
                gradient_checkpointing=False,
                disable_tqdm=True,
            ),
            train_dataset=Dataset.from_list(
                [{"prompt": [{"role": "user", "content": text}]} for text in references]
            ),
            processing_class=tokens,
            rollout_func=recorded,
        ).train()
    rewards = [reward for batch in batches for reward in batch["episode_reward"]]
    shown = [count for batch in batches for count in batch["attempts_shown"]]
    second = [place % SIZE >= WAVE for place in range(len(rewards))]
    wins = [given.mode == "independent" or late for late in second]
    report = {
        "rollouts": len(rewards),
        "lost": sum(reward is None for reward in rewards),
        "otherwise": sum(
            reward is not None and reward != float(win)
            for reward, win in zip(rewards, wins, strict=True)
        ),
        "shown": sum(count > 0 for count in shown),
    }
    print(json.dumps(report), flush=True)


if __name__ == "__main__":
    main()
