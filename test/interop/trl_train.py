"""Trains two steps by what TRL ships, on the CPU, with a script in the place of a model's words."""

import json
import re
import runpy
import sys
from pathlib import Path

import torch
import trl
from transformers import AutoTokenizer, GenerationMixin

from report import URL

HERE = Path(__file__).parent
EXAMPLE = HERE.parents[1] / "src/train-bridge/python/examples/trl_box.py"
SIZES = {
    "use_cpu": True,
    "bf16": False,
    "gradient_checkpointing": False,
    "use_vllm": False,
    "report_to": "none",
    "save_strategy": "no",
    "max_steps": 2,
    "num_generations": 4,
    "per_device_train_batch_size": 4,
    "gradient_accumulation_steps": 1,
    "max_completion_length": 400,
    "disable_tqdm": True,
}


def make_model(folder: Path) -> None:
    from backchannel.tiny_model import make_model, make_tokenizer

    pages = (path.read_text() for path in sorted((HERE.parents[1] / "docs").glob("*.md")))
    tokens = make_tokenizer(pages, "qwen3")
    tokens.save_pretrained(folder)
    make_model(tokens).save_pretrained(folder)


def on_this_machine(own: type) -> type:
    """TRL's settings, but for what would need a GPU, hours, or an account."""

    class Config(own):
        def __init__(self, **given: object) -> None:
            output = given.get("output_dir", "trained")
            super().__init__(**{**given, **SIZES, "output_dir": output})

    return Config


def called(name: str, **arguments: object) -> str:
    return f"<tool_call>\n{json.dumps({'name': name, 'arguments': arguments})}\n</tool_call>"


def said(conversation: str) -> str:
    """Two calls of a tool that the prompt offers, then an end."""
    turns = conversation.count("<tool_response>")
    names = re.findall(r'"name": "(\w+)"', conversation)
    if turns < 2 and "enter_code" in names:
        label = re.findall(r"The label says (\d{3})", conversation)
        return called("enter_code", code=label[-1]) if label else called("read_code")
    if turns < 2 and "guess" in names:
        return called("guess", guess="[crane]")
    return "Done."


def script_generation(folder: Path) -> None:
    tokens = AutoTokenizer.from_pretrained(folder)

    def generate(model: object, input_ids: torch.Tensor, **_: object) -> torch.Tensor:
        texts = tokens.batch_decode(input_ids)
        rows = [
            [*tokens.encode(said(text), add_special_tokens=False), tokens.eos_token_id]
            for text in texts
        ]
        longest = max(map(len, rows))
        padded = [row + [tokens.pad_token_id] * (longest - len(row)) for row in rows]
        return torch.cat([input_ids, torch.tensor(padded, device=input_ids.device)], dim=1)

    GenerationMixin.generate = generate


def by_ors(folder: Path) -> None:
    from trl.experimental.openreward import OpenRewardSpec

    spec = OpenRewardSpec("mock-v1", num_tasks=4)
    trl.GRPOTrainer(
        model=str(folder),
        args=trl.GRPOConfig(),
        train_dataset=spec.train_dataset,
        environment_factory=spec.environment_factory,
        reward_funcs=spec.reward_funcs,
    ).train()


def in_groups(folder: Path, server: str) -> None:
    """Stock GRPO, whose rollouts are played in groups: what failed is told to those after it."""
    from datasets import Dataset

    from backchannel.trl import RolloutFunction, episode_reward

    tokens = AutoTokenizer.from_pretrained(folder)
    seen: list[str] = []

    def generate(trainer: object, prompts: list, most: int) -> list:
        seen.extend(tokens.decode(prompt) for prompt in prompts)
        text = called("act", number=1) if len(seen) % 2 else "Done."
        ids = [*tokens.encode(text, add_special_tokens=False), tokens.eos_token_id]
        return [(ids[:most], [-0.5] * len(ids[:most])) for _ in prompts]

    play = RolloutFunction(
        server,
        run="gateway-groups",
        mode="feedback",
        feedback={"waves": [1], "clean_share": 0},
        generate=generate,
    )
    results: list[dict] = []

    def recorded(prompts: object, trainer: object) -> dict:
        results.append(play(prompts, trainer))
        return results[-1]

    tasks = [json.dumps({"env": "game-v1", "split": "train", "index": one}) for one in (3, 4)]
    trl.GRPOTrainer(
        model=str(folder),
        args=trl.GRPOConfig(),
        train_dataset=Dataset.from_list(
            [{"prompt": [{"role": "user", "content": task}]} for task in tasks]
        ),
        reward_funcs=episode_reward,
        rollout_func=recorded,
    ).train()
    for result in results:
        if max(result["attempts_shown"]) < 1:
            raise AssertionError(f"no attempt was shown: {result['attempts_shown']}")
    if not any("<previous_attempts>" in text for text in seen):
        raise AssertionError("no prompt tells of an earlier attempt")


def main(kind: str, folder: Path, *more: str) -> None:
    if kind == "model":
        make_model(folder)
        return
    script_generation(folder)
    trl.GRPOConfig = on_this_machine(trl.GRPOConfig)
    if kind == "ors":
        by_ors(folder)
    elif kind == "groups":
        in_groups(folder, *more)
    elif kind == "openenv":
        code = EXAMPLE.read_text().replace("Qwen/Qwen3-0.6B", str(folder))
        code = code.replace("http://127.0.0.1:8000", URL)
        exec(compile(code, EXAMPLE.name, "exec"), {"__name__": "__main__"})  # noqa: S102
    else:
        example, url = more
        sys.argv = [example, "--model", str(folder), "--env-url", url, "--dataset-size", "8"]
        runpy.run_path(example, run_name="__main__")


main(sys.argv[1], Path(sys.argv[2]), *sys.argv[3:])
