"""The tokens that end a turn: those of the tokenizer, the checkpoint and the dialect.

All sources are needed. Templates of GLM and gpt-oss end turns with several tokens, which the
checkpoint lists in its generation settings. A model that continues past one of them invents the
answer of a tool.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

from .protocols import Tokenizer

_CHATML = ("<|im_end|>", "<|endoftext|>")
_DEEPSEEK = ("<｜end▁of▁sentence｜>",)

#: Of each dialect: `ends` of `backchannel dialects --json`.
TURN_ENDS: dict[str, tuple[str, ...]] = {
    "hermes": _CHATML,
    "qwen3_xml": _CHATML,
    "nemotron_3": _CHATML,
    "glm": ("<|observation|>", "<|user|>", "<|endoftext|>"),
    "llama_json": ("<|eot_id|>", "<|eom_id|>", "<|eot|>", "<|eom|>", "<|end_of_text|>"),
    "mistral": ("</s>",),
    "deepseek": _DEEPSEEK,
    "deepseek_dsml": _DEEPSEEK,
    "lfm2": _CHATML,
    "harmony": ("<|call|>", "<|return|>", "<|endoftext|>"),
    "gemma_4": ("<turn|>", "<|tool_response>", "<eos>"),
    "kimi_k2": ("<|im_end|>", "[EOS]"),
}


def end_tokens(
    tokenizer: Tokenizer, dialect: str | None = None, configs: Iterable[Any] = ()
) -> tuple[int, ...]:
    """The ids of all tokens that end a turn, in order.

    :param configs: settings of the checkpoint: those of generation, and those of the model
    """
    end_ids = set() if tokenizer.eos_token_id is None else {int(tokenizer.eos_token_id)}
    for config in configs:
        end_ids.update(_ids(getattr(config, "eos_token_id", None)))
    for mark in TURN_ENDS.get(dialect or "", ()):
        ids = tokenizer.encode(mark, add_special_tokens=False)
        # A tokenizer without this token encodes it as several tokens.
        if len(ids) == 1 and ids[0] != getattr(tokenizer, "unk_token_id", None):
            end_ids.add(int(ids[0]))
    return tuple(sorted(end_ids))


def model_configs(model: Any) -> list[Any]:
    """The settings that a loaded model carries."""
    return [getattr(model, "generation_config", None), getattr(model, "config", None)]


@lru_cache
def configs_in(checkpoint: str) -> tuple[Any, ...]:
    """The settings of a checkpoint: a folder, or a name of the model hub. They are read once."""
    from transformers import AutoConfig, GenerationConfig

    found: list[Any] = []
    for kind in (GenerationConfig, AutoConfig):
        try:
            found.append(kind.from_pretrained(checkpoint))
        except (OSError, ValueError):
            continue
    return tuple(found)


def until_end(token_ids: Sequence[int], ends: Iterable[int]) -> list[int]:
    """The tokens of a turn, up to and including the first end token."""
    stops = set(ends)
    for index, token in enumerate(token_ids):
        if token in stops:
            return list(token_ids[: index + 1])
    return list(token_ids)


def _ids(value: Any) -> list[int]:
    if value is None:
        return []
    return [value] if isinstance(value, int) else [int(item) for item in value]
