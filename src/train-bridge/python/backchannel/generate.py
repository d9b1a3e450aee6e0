"""Writes the answers of models to prompts, for `backchannel evaluate compare --answers-a`.

    python -m backchannel.generate --prompts prompts.jsonl --answers MODEL answers.jsonl

Repeat `--answers` for several models. The prompts are JSON lines or Parquet with the column
`prompt`: a text, or a conversation, of which only the first message of the user counts. Each prompt
is answered separately, through the model's chat template if it has one.
"""

from __future__ import annotations

import argparse
import json
import os
from pathlib import Path
from typing import Any

from .ends import end_tokens, model_configs
from .thinking import mode_named, template_arguments


def prompt_text(prompt: Any) -> str:
    """A prompt that is a text, or the first user message of a conversation.

    Raises `ValueError` if a conversation has none.
    """
    if isinstance(prompt, str):
        return prompt
    for message in prompt:
        if message["role"] == "user":
            return str(message["content"])
    raise ValueError("a prompt has no message of the user")


def read_prompts(path: Path, count: int) -> list[str]:
    """The prompts of the first `count` rows."""
    if path.suffix == ".parquet":
        from pyarrow import parquet

        rows = parquet.read_table(path).slice(0, count).to_pylist()
    else:
        with path.open() as lines:
            rows = [json.loads(line) for line, _ in zip(lines, range(count), strict=False)]
    return [prompt_text(row.get("prompt") or row["messages"]) for row in rows]


def main() -> None:
    """Runs the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--prompts", type=Path, required=True)
    parser.add_argument(
        "--answers", nargs=2, action="append", required=True, metavar=("MODEL", "OUTPUT")
    )
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--temperature", type=float, default=0.7)
    parser.add_argument("--top-p", type=float, default=0.9)
    parser.add_argument("--max-tokens", type=int, default=256)
    parser.add_argument("--thinking", choices=("on", "off"), help="as the models were trained")
    parser.add_argument("--batch", type=int, default=8)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()

    prompts = read_prompts(options.prompts, options.count)
    for model, output in options.answers:
        write_answers(model, Path(output), prompts, options)


def write_answers(name: str, target: Path, prompts: list[str], options: Any) -> None:
    """Writes one model's answers. The file appears once it is complete."""
    import torch
    from transformers import AutoModelForCausalLM, AutoTokenizer, set_seed

    set_seed(options.seed)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    tokens: Any = AutoTokenizer.from_pretrained(name, padding_side="left")
    if tokens.pad_token is None:
        tokens.pad_token = tokens.eos_token
    dtype = torch.bfloat16 if device == "cuda" else torch.float32
    model: Any = AutoModelForCausalLM.from_pretrained(name, dtype=dtype).to(device)
    part = target.with_suffix(".part")
    with part.open("w") as output:
        for start in range(0, len(prompts), options.batch):
            batch = prompts[start : start + options.batch]
            written = answers(model, tokens, batch, device, options)
            for prompt, (answer, cut) in zip(batch, written, strict=True):
                row = {"prompt": prompt, "answer": answer, "cut": cut}
                output.write(json.dumps(row, ensure_ascii=False) + "\n")
            output.flush()
            end = min(start + options.batch, len(prompts))
            print(f"{name}: {end} of {len(prompts)} answers", flush=True)
    os.replace(part, target)


def answers(
    model: Any, tokens: Any, prompts: list[str], device: str, options: Any
) -> list[tuple[str, bool]]:
    """One answer to each prompt of a batch, and whether the token limit cut it off."""
    texts = prompts
    if tokens.chat_template:
        in_mode = template_arguments(tokens, mode_named(options.thinking))
        texts = [
            tokens.apply_chat_template(
                [{"role": "user", "content": prompt}],
                tokenize=False,
                add_generation_prompt=True,
                **in_mode,
            )
            for prompt in prompts
        ]
    inputs = tokens(
        texts, return_tensors="pt", padding=True, add_special_tokens=not tokens.chat_template
    ).to(device)
    sampling = {"do_sample": options.temperature > 0}
    if options.temperature > 0:
        sampling |= {"temperature": options.temperature, "top_p": options.top_p}
    ends = list(end_tokens(tokens, configs=model_configs(model)))
    generated = model.generate(
        **inputs,
        max_new_tokens=options.max_tokens,
        eos_token_id=ends,
        pad_token_id=tokens.pad_token_id,
        **sampling,
    )
    sampled = generated[:, inputs["input_ids"].shape[1] :]
    texts = tokens.batch_decode(
        sampled, skip_special_tokens=True, clean_up_tokenization_spaces=False
    )
    are_cut = [not set(ends).intersection(ids) for ids in sampled.tolist()]
    return list(zip(texts, are_cut, strict=True))


if __name__ == "__main__":
    main()
