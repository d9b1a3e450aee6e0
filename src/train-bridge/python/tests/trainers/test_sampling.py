"""Guards that answers are sampled by the given settings alone, whatever the checkpoint has."""

from __future__ import annotations

from typing import Any

import pytest

pytest.importorskip("trl")
torch = pytest.importorskip("torch")

from tiny import model, tokenizer
from transformers import GenerationConfig, GenerationMixin

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
    {"return_dict_in_generate": True, "output_scores": True},
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


@pytest.mark.parametrize(
    "shape",
    [
        {"temperature": 0.0},
        {"temperature": 0.7, "top_p": 0.9},
        {"temperature": 1.5, "top_k": 20, "min_p": 0.05, "repetition_penalty": 1.2},
    ],
    ids=["greedy", "nucleus", "all"],
)
def test_answers_and_log_probabilities_are_those_of_transformers(shape: dict[str, Any]) -> None:
    tokens = tokenizer()
    trained = model(tokens).eval()
    ends = (tokens.eos_token_id, *range(100, 500))
    torch.manual_seed(3)
    answers = sample(trained, PROMPTS, Sampling(20, ends, tokens.pad_token_id, **shape))
    torch.manual_seed(3)
    longest = max(len(prompt) for prompt in PROMPTS)
    padding = [longest - len(prompt) for prompt in PROMPTS]
    pairs = list(zip(PROMPTS, padding, strict=True))
    output = trained.generate(
        input_ids=torch.tensor([[tokens.pad_token_id] * count + ids for ids, count in pairs]),
        attention_mask=torch.tensor([[0] * count + [1] * len(ids) for ids, count in pairs]),
        max_new_tokens=20,
        eos_token_id=list(ends),
        pad_token_id=tokens.pad_token_id,
        return_dict_in_generate=True,
        output_scores=True,
        do_sample=shape["temperature"] > 0,
        **({"top_k": 0, **shape} if shape["temperature"] > 0 else {}),
    )
    scores = GenerationMixin.compute_transition_scores(
        trained, output.sequences, output.scores, normalize_logits=True
    )
    for (ids, log_probs), sequence, expected in zip(answers, output.sequences, scores, strict=True):
        assert sequence[longest : longest + len(ids)].tolist() == ids
        assert ids[-1] in ends or len(ids) == 20
        assert log_probs == pytest.approx(expected[: len(ids)].tolist(), abs=1e-5)
