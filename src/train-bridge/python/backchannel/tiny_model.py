"""Makes a small model with random weights, which a laptop's CPU can train, and its tokenizer.

    python -m backchannel.tiny_model FOLDER --texts sft.jsonl

Use it to try a pipeline before spending GPU time. It downloads nothing: the tokenizer is trained on
the texts, and the chat template of Qwen2.5 comes with TRL. The architecture is Qwen2's.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any

SPECIAL = ["<|endoftext|>", "<|im_start|>", "<|im_end|>"]
MARKS = [
    "<tool_call>",
    "</tool_call>",
    "<tool_response>",
    "</tool_response>",
    "<think>",
    "</think>",
]


def chat_template(family: str) -> str:
    """The chat template of a model family as TRL ships it: `qwen2_5` or `qwen3`."""
    return (files("trl") / "chat_templates" / f"{family}.jinja").read_text()


def make_tokenizer(texts: Iterable[str], family: str = "qwen2_5", pieces: int = 4000) -> Any:
    """A byte-level tokenizer with the special tokens of Qwen.

    :param pieces: the size of the vocabulary
    """
    from tokenizers import AddedToken, Tokenizer, decoders, models, pre_tokenizers, trainers
    from transformers import PreTrainedTokenizerFast

    trained = Tokenizer(models.BPE())
    trained.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    trained.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=pieces,
        special_tokens=SPECIAL,
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    trained.train_from_iterator(texts, trainer)
    trained.add_tokens([AddedToken(mark, special=False, normalized=False) for mark in MARKS])
    fast = PreTrainedTokenizerFast(
        tokenizer_object=trained,
        eos_token="<|im_end|>",
        pad_token="<|endoftext|>",
        additional_special_tokens=["<|im_start|>"],
    )
    fast.chat_template = chat_template(family)
    return fast


def make_model(tokens: Any, width: int = 32, layers: int = 2, seed: int = 0) -> Any:
    """A Qwen2 model with random weights for a tokenizer."""
    from transformers import Qwen2Config, Qwen2ForCausalLM, set_seed

    set_seed(seed)
    return Qwen2ForCausalLM(
        Qwen2Config(
            vocab_size=len(tokens),
            hidden_size=width,
            intermediate_size=2 * width,
            num_hidden_layers=layers,
            num_attention_heads=2,
            num_key_value_heads=1,
            max_position_embeddings=8192,
            eos_token_id=tokens.eos_token_id,
            pad_token_id=tokens.pad_token_id,
            bos_token_id=None,
            tie_word_embeddings=True,
        )
    )


def main(arguments: Sequence[str] | None = None) -> None:
    """Runs the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--texts", type=Path, nargs="+", required=True)
    parser.add_argument("--width", type=int, default=128)
    parser.add_argument("--layers", type=int, default=2)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args(arguments)
    tokens = make_tokenizer(path.read_text() for path in options.texts)
    model = make_model(tokens, options.width, options.layers, options.seed)
    model.save_pretrained(options.folder)
    tokens.save_pretrained(options.folder)
    count = sum(parameter.numel() for parameter in model.parameters())
    print(f"{options.folder}: {count:,} random weights, {len(tokens):,} pieces of text")


if __name__ == "__main__":
    main()
