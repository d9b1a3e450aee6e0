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


def test_the_ends_of_each_dialect_are_those_that_the_server_cuts_at() -> None:
    told = subprocess.run(
        ["node", "bin/backchannel", "dialects", "--json"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    listed = {name: tuple(each["ends"]) for name, each in json.loads(told.stdout).items()}
    assert listed == TURN_ENDS


#: End tokens that real checkpoints of a family list in `generation_config.json`.
LISTED = {
    "qwen3": ["<|im_end|>", "<|endoftext|>"],
    "glm4moe": ["<|endoftext|>", "<|user|>", "<|observation|>"],
    "gptoss": ["<|return|>", "<|call|>"],
    "llama3_2": ["<|eom_id|>", "<|eot_id|>"],
}


@pytest.mark.parametrize("family", FAMILIES)
def test_a_turn_stops_at_each_end_of_its_family_and_what_follows_is_not_the_turn(
    family: str,
) -> None:
    tokens = tokens_of(family)
    template = Template(tokens, TOOLS)
    written = tokens.encode("anything", add_special_tokens=False)
    ends = LISTED.get(family, [FAMILIES[family][1]])
    for end in ends:
        [id_of] = tokens.encode(end, add_special_tokens=False)
        assert id_of in template.stops
        ran_on = [*written, id_of, *written, id_of]
        assert template.until_end(ran_on) == [*written, id_of]
        assert template.is_ended([*written, id_of])
        assert template.text([*written, id_of]) == "anything"


def test_the_checkpoint_may_list_ends_that_neither_tokenizer_nor_dialect_has() -> None:
    tokens = tokens_of("qwen3")
    own = tokens.encode("<|user|>", add_special_tokens=False)[0]
    listed = SimpleNamespace(eos_token_id=[tokens.eos_token_id, own])
    template = Template(tokens, TOOLS, checkpoint=[listed, None, SimpleNamespace()])
    assert own in template.stops
    assert own not in Template(tokens, TOOLS).stops
    assert template.is_ended([5, own]) and template.text([own]) == ""
    # The next message follows the end that the template writes.
    assert template.missing_end([5, own]) == [tokens.eos_token_id]


def test_the_list_of_a_checkpoint_is_read_from_its_folder(tmp_path: Any) -> None:
    tokens = tokenizer()
    (tmp_path / "generation_config.json").write_text(json.dumps({"eos_token_id": [7, 11]}))
    assert {7, 11} <= set(end_tokens(tokens, configs=configs_in(str(tmp_path))))
    assert configs_in(str(tmp_path / "nothing")) == ()


def test_a_harmony_message_ends_without_ending_the_turn() -> None:
    tokens = tokens_of("gptoss")
    [message_end] = tokens.encode("<|end|>", add_special_tokens=False)
    assert message_end not in Template(tokens, TOOLS).stops


@pytest.mark.parametrize("place", range(3))
def test_sampling_stops_at_the_first_of_several_ends(place: int) -> None:
    from transformers.modeling_outputs import CausalLMOutputWithPast

    tokens = tokenizer()
    trained = model(tokens).eval()
    prompts = [[5, 6, 7], [8]]
    ends = (tokens.eos_token_id, 21, 22)
    script = [9, 10, ends[place], 12, 13, 14]
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
    # Nothing is generated that would be thrown away.
    assert calls == 3


def test_what_a_model_lists_counts_with_the_tokenizer() -> None:
    tokens = tokenizer()
    trained = model(tokens)
    trained.generation_config.eos_token_id = [21, 22]
    assert {21, 22, tokens.eos_token_id} <= set(end_tokens(tokens, None, model_configs(trained)))
    assert until_end([1, 2, 22, 3, 21], (21, 22)) == [1, 2, 22]
