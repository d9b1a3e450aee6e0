"""A tokenizer and a model of the Qwen architecture, small enough for a laptop and made here.

Nothing is downloaded: the tokenizer is trained on this project's own documents, the weights are
random, and the chat templates come with the installed TRL.
"""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory, mkdtemp
from typing import Any

from tokenizers import AddedToken, Tokenizer, decoders, models, pre_tokenizers, trainers
from transformers import PreTrainedTokenizerFast

ROOT = Path(__file__).resolve().parents[5]
_FOLDERS = TemporaryDirectory(prefix="backchannel-models-")
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


@lru_cache
def tokenizer(family: str = "qwen2_5") -> Any:
    """A byte-level tokenizer of some thousand pieces with the special tokens of Qwen."""
    trained = Tokenizer(models.BPE())
    trained.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    trained.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=4000,
        special_tokens=SPECIAL,
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    texts = [path.read_text() for path in sorted((ROOT / "docs").glob("*.md"))]
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


def model(tokens: Any) -> Any:
    """A Qwen2 with two thin layers and random weights, read from a folder as trainers expect."""
    from transformers import Qwen2Config, Qwen2ForCausalLM, set_seed

    set_seed(0)
    config = Qwen2Config(
        vocab_size=len(tokens),
        hidden_size=32,
        intermediate_size=64,
        num_hidden_layers=2,
        num_attention_heads=2,
        num_key_value_heads=1,
        max_position_embeddings=8192,
        eos_token_id=tokens.eos_token_id,
        pad_token_id=tokens.pad_token_id,
        bos_token_id=None,
        tie_word_embeddings=True,
    )
    # It must stay: trainers look into the folder that a model came from.
    folder = mkdtemp(dir=_FOLDERS.name)
    Qwen2ForCausalLM(config).save_pretrained(folder)
    tokens.save_pretrained(folder)
    return Qwen2ForCausalLM.from_pretrained(folder)
