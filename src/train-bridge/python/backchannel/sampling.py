"""Samples answers with a model of the transformers library, with their log-probabilities."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from .ends import until_end

#: Tokens of an answer, including its end token, and their log-probabilities.
Answer = tuple[list[int], list[float]]


#: Values without effect, for the settings of a checkpoint that change its distribution.
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

#: The same for settings without use where the likeliest token is chosen.
UNSHAPED: dict[str, Any] = {"temperature": 1.0, "top_p": 1.0, "top_k": 0, "min_p": None}


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
    from transformers import LogitsProcessorList

    device = next(model.parameters()).device
    longest = max(len(prompt) for prompt in prompts)
    ids = torch.full((len(prompts), longest), settings.padding, device=device)
    mask = torch.zeros_like(ids)
    for row, prompt in enumerate(prompts):
        ids[row, longest - len(prompt) :] = torch.tensor(list(prompt), device=device)
        mask[row, longest - len(prompt) :] = 1
    scorer = _Scorer(_warpers(settings))
    sequences = model.generate(
        input_ids=ids,
        attention_mask=mask,
        repetition_penalty=settings.repetition_penalty,
        max_new_tokens=settings.max_tokens,
        eos_token_id=list(settings.ends),
        pad_token_id=settings.padding,
        # Parameters have been gathered, so other processes may generate fewer tokens, or none.
        synced_gpus=False,
        return_dict_in_generate=False,
        logits_processor=LogitsProcessorList([scorer]),
        do_sample=settings.temperature > 0,
        **(UNSHAPED if settings.temperature > 0 else {}),
        **NEUTRAL,
    )
    scorer.score(sequences)
    log_probs = torch.stack(scorer.log_probs, dim=1)
    answers = []
    for answer, of_answer in zip(sequences[:, longest:], log_probs, strict=True):
        tokens = until_end(answer.tolist(), settings.ends)
        answers.append((tokens, of_answer[: len(tokens)].tolist()))
    return answers


class _Scorer:
    """Applies the parameters of sampling, and keeps the log-probability of each sampled token.

    transformers would keep the distributions of all tokens instead: gigabytes for a batch.
    """

    def __init__(self, warpers: Sequence[Any]) -> None:
        self._warpers = warpers
        #: The distribution of the next token of each answer.
        self._next: Any = None
        #: Of each token in order, the log-probabilities in all answers.
        self.log_probs: list[Any] = []

    def __call__(self, input_ids: Any, scores: Any) -> Any:
        self.score(input_ids)
        for warper in self._warpers:
            scores = warper(input_ids, scores)
        self._next = scores.log_softmax(dim=-1)
        return scores

    def score(self, input_ids: Any) -> None:
        """Adds the log-probabilities of the last tokens, unless these are those of the prompts."""
        if self._next is not None:
            self.log_probs.append(self._next.gather(1, input_ids[:, -1:]).squeeze(1))


def _warpers(settings: Sampling) -> list[Any]:
    """What transformers would apply for these settings, in its order."""
    from transformers import (
        MinPLogitsWarper,
        TemperatureLogitsWarper,
        TopKLogitsWarper,
        TopPLogitsWarper,
    )

    if settings.temperature <= 0:
        return []
    warpers: list[Any] = []
    if settings.temperature != 1.0:
        warpers.append(TemperatureLogitsWarper(settings.temperature))
    if settings.top_k > 0:
        warpers.append(TopKLogitsWarper(settings.top_k))
    if settings.top_p < 1.0:
        warpers.append(TopPLogitsWarper(settings.top_p))
    if settings.min_p is not None:
        warpers.append(MinPLogitsWarper(settings.min_p))
    return warpers
