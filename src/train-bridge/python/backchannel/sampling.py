"""Samples answers with a model of the transformers library, with their log-probabilities."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from .ends import until_end

#: Tokens of an answer, including its end token, and their log-probabilities.
Answer = tuple[list[int], list[float]]


#: Values without effect, for the other settings of a checkpoint that change its distribution.
#: transformers takes what `generate` is not given from the checkpoint.
NEUTRAL: dict[str, Any] = {
    "num_beams": 1,
    "num_return_sequences": 1,
    "typical_p": 1.0,
    "epsilon_cutoff": 0.0,
    "eta_cutoff": 0.0,
    "no_repeat_ngram_size": 0,
    "min_length": 0,
    **dict.fromkeys(
        (
            *("top_h", "guidance_scale", "sequence_bias", "bad_words_ids", "suppress_tokens"),
            *("begin_suppress_tokens", "forced_bos_token_id", "forced_eos_token_id"),
            *("min_new_tokens", "exponential_decay_length_penalty", "stop_strings"),
        )
    ),
}


@dataclass(frozen=True)
class Sampling:
    """Parameters of sampling. They replace those of the checkpoint."""

    max_tokens: int
    #: The tokens that end an answer.
    ends: tuple[int, ...]
    padding: int
    temperature: float = 1.0
    top_p: float = 1.0
    #: 0 means all tokens.
    top_k: int = 0
    min_p: float | None = None
    repetition_penalty: float = 1.0


def sample(model: Any, prompts: Sequence[Sequence[int]], settings: Sampling) -> list[Answer]:
    """One answer to each prompt. A temperature of 0 always chooses the likeliest token."""
    import torch

    device = next(model.parameters()).device
    longest = max(len(prompt) for prompt in prompts)
    ids = torch.full((len(prompts), longest), settings.padding, device=device)
    mask = torch.zeros_like(ids)
    for row, prompt in enumerate(prompts):
        ids[row, longest - len(prompt) :] = torch.tensor(list(prompt), device=device)
        mask[row, longest - len(prompt) :] = 1
    chance: dict[str, Any] = {"do_sample": False}
    if settings.temperature > 0:
        chance = {
            "do_sample": True,
            "temperature": settings.temperature,
            "top_p": settings.top_p,
            "top_k": settings.top_k,
            "min_p": settings.min_p,
        }
    output = model.generate(
        input_ids=ids,
        attention_mask=mask,
        repetition_penalty=settings.repetition_penalty,
        max_new_tokens=settings.max_tokens,
        eos_token_id=list(settings.ends),
        pad_token_id=settings.padding,
        # Parameters have been gathered, so other processes may generate fewer tokens, or none.
        synced_gpus=False,
        return_dict_in_generate=True,
        output_scores=True,
        **NEUTRAL,
        **chance,
    )
    scores = model.compute_transition_scores(output.sequences, output.scores, normalize_logits=True)
    answers = []
    for answer, of_answer in zip(output.sequences[:, longest:], scores, strict=True):
        tokens = until_end(answer.tolist(), settings.ends)
        answers.append((tokens, of_answer[: len(tokens)].tolist()))
    return answers
