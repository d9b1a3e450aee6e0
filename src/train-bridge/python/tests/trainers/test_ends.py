"""Guards that a turn ends at every end token of its checkpoint and its dialect, and is read to it."""

from __future__ import annotations

import json
import subprocess
from types import SimpleNamespace
from typing import Any

import pytest

pytest.importorskip("trl")

from test_dialects import FAMILIES, tokens_of
from tiny import ROOT, model, tokenizer

from backchannel.dialects import TOOLS
from backchannel.ends import TURN_ENDS, configs_in, end_tokens, model_configs, until_end
from backchannel.sampling import Sampling, sample
from backchannel.tokens import Template


def test_the_ends_of_each_dialect_equal_those_of_the_server() -> None:
    ended = subprocess.run(
        ["node", "bin/backchannel", "dialects", "--json"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    dialects = json.loads(ended.stdout)
    assert {name: tuple(dialect["ends"]) for name, dialect in dialects.items()} == TURN_ENDS


#: End tokens that real checkpoints of a family list in `generation_config.json`.
CHECKPOINT_ENDS = {
    "qwen3": ["<|im_end|>", "<|endoftext|>"],
    "glm4moe": ["<|endoftext|>", "<|user|>", "<|observation|>"],
    "gptoss": ["<|return|>", "<|call|>"],
    "llama3_2": ["<|eom_id|>", "<|eot_id|>"],
}


@pytest.mark.parametrize("family", FAMILIES)
def test_a_turn_ends_at_each_end_token_of_its_family(
    family: str,
) -> None:
    tokens = tokens_of(family)
    template = Template(tokens, TOOLS)
    written = tokens.encode("anything", add_special_tokens=False)
    ends = CHECKPOINT_ENDS.get(family, [FAMILIES[family][1]])
    for end in ends:
        [end_id] = tokens.encode(end, add_special_tokens=False)
        assert end_id in template.stops
        turn = [*written, end_id]
        # The model generates more tokens after the end of its turn.
        assert template.until_end([*turn, *turn]) == turn
        assert template.is_ended(turn)
        assert template.text(turn) == "anything"


def test_end_tokens_that_only_the_checkpoint_lists_end_a_turn() -> None:
    tokens = tokens_of("qwen3")
    extra_end = tokens.encode("<|user|>", add_special_tokens=False)[0]
    config = SimpleNamespace(eos_token_id=[tokens.eos_token_id, extra_end])
    template = Template(tokens, TOOLS, checkpoint=[config, None, SimpleNamespace()])
    assert extra_end in template.stops
    assert extra_end not in Template(tokens, TOOLS).stops
    assert template.is_ended([5, extra_end]) and template.text([extra_end]) == ""
    # The next message follows the end that the template writes.
    assert template.missing_end([5, extra_end]) == [tokens.eos_token_id]


def test_the_end_tokens_of_a_checkpoint_are_read_from_its_folder(tmp_path: Any) -> None:
    tokens = tokenizer()
    (tmp_path / "generation_config.json").write_text(json.dumps({"eos_token_id": [7, 11]}))
    assert {7, 11} <= set(end_tokens(tokens, configs=configs_in(str(tmp_path))))
    assert configs_in(str(tmp_path / "nothing")) == ()


def test_the_end_of_a_harmony_message_does_not_end_the_turn() -> None:
    tokens = tokens_of("gptoss")
    [message_end] = tokens.encode("<|end|>", add_special_tokens=False)
    assert message_end not in Template(tokens, TOOLS).stops


@pytest.mark.parametrize("end_index", range(3))
def test_sampling_stops_at_the_first_of_several_end_tokens(end_index: int) -> None:
    from transformers.modeling_outputs import CausalLMOutputWithPast

    tokens = tokenizer()
    trained = model(tokens).eval()
    prompts = [[5, 6, 7], [8]]
    ends = (tokens.eos_token_id, 21, 22)
    script = [9, 10, ends[end_index], 12, 13, 14]
    calls = 0

    def forward(*_: Any, input_ids: Any, **__: Any) -> Any:
        nonlocal calls
        import torch

        logits = torch.full((len(input_ids), 1, trained.config.vocab_size), -1e9)
        logits[:, :, script[calls]] = 0.0
        calls += 1
        return CausalLMOutputWithPast(logits=logits)

    trained.forward = forward
    answers = sample(trained, prompts, Sampling(len(script), ends, padding=0, temperature=0.0))
    assert [ids for ids, _ in answers] == [script[:3]] * 2
    assert [len(log_probs) for _, log_probs in answers] == [3, 3]
    # Generation stops with the end token.
    assert calls == 3


def test_end_tokens_of_the_model_and_the_tokenizer_are_combined() -> None:
    tokens = tokenizer()
    trained = model(tokens)
    trained.generation_config.eos_token_id = [21, 22]
    assert {21, 22, tokens.eos_token_id} <= set(end_tokens(tokens, None, model_configs(trained)))
    assert until_end([1, 2, 22, 3, 21], (21, 22)) == [1, 2, 22]
