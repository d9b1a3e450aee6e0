"""A tokenizer and a model of the Qwen architecture, small enough for a laptop and made here.

Nothing is downloaded: the tokenizer is trained on this project's own documents, the weights are
random, and the chat templates come with the installed TRL.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory, mkdtemp
from typing import Any

from backchannel.tiny_model import MARKS, SPECIAL, chat_template, make_model, make_tokenizer

__all__ = ["MARKS", "ROOT", "SPECIAL", "chat_template", "model", "tokenizer"]

ROOT = Path(__file__).resolve().parents[5]
_FOLDERS = TemporaryDirectory(prefix="backchannel-models-")


@lru_cache
def tokenizer(family: str = "qwen2_5") -> Any:
    """A tokenizer of the project's own pages."""
    return make_tokenizer(
        (path.read_text() for path in sorted((ROOT / "docs").glob("*.md"))), family
    )


def model(tokens: Any) -> Any:
    """A model read from a folder, as trainers expect."""
    from transformers import Qwen2ForCausalLM

    # It must stay: trainers look into the folder that a model came from.
    folder = mkdtemp(dir=_FOLDERS.name)
    make_model(tokens).save_pretrained(folder)
    tokens.save_pretrained(folder)
    return Qwen2ForCausalLM.from_pretrained(folder)
