"""Guards that answers are sampled by the given settings alone, whatever the checkpoint has."""

from __future__ import annotations

from typing import Any

import pytest

pytest.importorskip("trl")
torch = pytest.importorskip("torch")

from tiny import model, tokenizer
from transformers import GenerationConfig

from backchannel.sampling import Sampling, sample

PROMPTS = [[5, 6, 7], [5] * 6]
#: Settings of checkpoints that change which tokens are sampled.
OF_CHECKPOINTS: list[dict[str, Any]] = [
    {"typical_p": 0.2},
    {"suppress_tokens": list(range(500))},
    {"begin_suppress_tokens": list(range(2000))},
    {"forced_eos_token_id": 3},
    {"epsilon_cutoff": 0.01},
    {"min_new_tokens": 12},
    {"exponential_decay_length_penalty": [2, 1.5]},
    {"num_beams": 2},
    {"stop_strings": ["a"]},
    {"top_k": 3, "top_p": 0.1, "temperature": 0.1, "repetition_penalty": 1.5},
]


@pytest.mark.parametrize("settings", OF_CHECKPOINTS, ids=lambda each: next(iter(each)))
def test_settings_of_the_checkpoint_change_no_answer(settings: dict[str, Any]) -> None:
    tokens = tokenizer()
    trained = model(tokens).eval()
    trained.generation_config = GenerationConfig(
        **{**trained.generation_config.to_dict(), **settings}
    )
    torch.manual_seed(0)
    answers = sample(trained, PROMPTS, Sampling(12, (tokens.eos_token_id,), tokens.pad_token_id))
    for prompt, (ids, log_probs) in zip(PROMPTS, answers, strict=True):
        with torch.no_grad():
            [logits] = trained(torch.tensor([prompt + ids])).logits
        before = logits.float().log_softmax(-1)[len(prompt) - 1 : -1]
        expected = before.gather(1, torch.tensor(ids).unsqueeze(1)).squeeze(1)
        assert torch.allclose(torch.tensor(log_probs), expected, atol=1e-4)
