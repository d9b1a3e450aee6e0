"""Guards that calls of real chat templates are found, read and answered in the form of the model."""

from __future__ import annotations

import copy
import json
import os
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("trl")

from tiny import ROOT, chat_template, tokenizer
from tokenizers import AddedToken

from backchannel.dialects import ARGUMENTS, TOOLS, UnknownTemplate, find_dialect, written_call
from backchannel.tokens import Template

#: Families by the templates that TRL ships: the dialect, and the token that ends a turn.
QWEN, LLAMA, GLM, GEMMA = "<|im_end|>", "<|eot_id|>", "<|endoftext|>", "<turn|>"
FAMILIES = {
    "qwen2_5": ("hermes", QWEN),
    "qwen3": ("hermes", QWEN),
    "qwen3_instruct_2507": ("hermes", QWEN),
    "qwen3_vl": ("hermes", QWEN),
    "qwen3_5_think": ("qwen3_xml", QWEN),
    "qwen3_5_nothink": ("qwen3_xml", QWEN),
    "qwen3_6": ("qwen3_xml", QWEN),
    "qwen3_8": ("qwen3_xml", QWEN),
    "nemotron_3_nano": ("qwen3_xml", QWEN),
    "nemotron_3_super": ("qwen3_xml", QWEN),
    "nemotron_3_ultra": ("qwen3_xml", QWEN),
    "nemotron_3_5_lightning": ("qwen3_xml", QWEN),
    "glm4moe": ("glm", GLM),
    "llama3_1": ("llama_json", LLAMA),
    "llama3_2": ("llama_json", LLAMA),
    "deepseekv3": ("deepseek", "<｜end▁of▁sentence｜>"),
    "lfm2": ("lfm2", QWEN),
    "lfm2_v2": ("lfm2", QWEN),
    "lfm2_2_5": ("lfm2", QWEN),
    "lfm2_2_5_v2": ("lfm2", QWEN),
    "lfm2_2_5_vl": ("lfm2", QWEN),
    "gptoss": ("harmony", "<|return|>"),
    "gemma4": ("gemma_4", GEMMA),
    "gemma4_v2": ("gemma_4", GEMMA),
    "gemma4_v3": ("gemma_4", GEMMA),
    "gemma4_v4": ("gemma_4", GEMMA),
    "gemma4_v5": ("gemma_4", GEMMA),
    "Kimi-K2-Instruct": ("kimi_k2", QWEN),
    "Kimi-K2-Thinking": ("kimi_k2", QWEN),
}
#: The end token of the tokenizer, where the template ends turns by another.
TOKENIZER_ENDS = {"gemma_4": "<eos>", "kimi_k2": "[EOS]"}
#: Where a turn ends with the head of the next message, by the role of that message.
HEAD_ENDS = {
    "glm": {"tool": "<|observation|>", "user": "<|user|>"},
    "gemma_4": {"tool": "<|tool_response>"},
}
#: These leave calls of earlier turns out, so that their form is known by the list of tools.
WITHOUT_CALLS = ["lfm2"]
UNKNOWN = ["gemma3", "muse_glimmer", "cohere2", "phi3_5", "llama3"]
MARKS = [
    *["<|eot_id|>", "<|eom_id|>", "<|python_tag|>", "<|call|>", "<|return|>", "<|end|>"],
    *["<|start|>", "<|channel|>", "<|message|>", "<|constrain|>", "<|user|>", "<|observation|>"],
    *["<|assistant|>", "<|tool_call_start|>", "<|tool_call_end|>", "<｜end▁of▁sentence｜>"],
    *["<｜tool▁calls▁begin｜>", "<｜tool▁calls▁end｜>", "<｜tool▁call▁begin｜>", "<｜tool▁sep｜>"],
    "<｜tool▁call▁end｜>",
    *["<eos>", "<|turn>", "<turn|>", "<|tool_call>", "<tool_call|>", "<|tool_response>", '<|"|>'],
    *["<tool_response|>", "<|channel>", "<channel|>", "[EOS]", "<|im_middle|>", "<|im_user|>"],
    *["<|im_assistant|>", "<|im_system|>", "<|tool_calls_section_begin|>", "<|tool_call_begin|>"],
    *["<|tool_calls_section_end|>", "<|tool_call_argument_begin|>"],
]
#: The folder of the templates that llama.cpp ships. `npm run suite dialects` gets it.
LLAMA_CPP = os.environ.get("BACKCHANNEL_LLAMA_CPP_TEMPLATES")


def tokens_of(family: str) -> Any:
    """A tokenizer with a family's template and special tokens."""
    tokens = copy.deepcopy(tokenizer())
    tokens.add_tokens([AddedToken(mark, special=True, normalized=False) for mark in MARKS])
    dialect, end = FAMILIES.get(family, ("", QWEN))
    tokens.eos_token = TOKENIZER_ENDS.get(dialect, end)
    tokens.chat_template = template_of(family)
    return tokens


def template_of(family: str) -> str:
    if not family.startswith("Kimi"):
        return chat_template(family)
    if LLAMA_CPP is None:
        pytest.skip("TRL ships no template of Kimi: npm run suite dialects gets them")
    template = (Path(LLAMA_CPP) / f"{family}.jinja").read_text()
    # The models' own templates write the id of a call. Those of llama.cpp count the calls instead,
    # which transformers refuses to run. `test_kimi.py` compares the result with another renderer.
    template = re.sub(
        r"(set formatted_id =) .*? -%}\s*{%- set tool_call_counter.*?-%}\s*{%- set _ .*?-%}",
        r"\1 tool_call['id'] -%}",
        template,
    )
    own = "{%- set tool_call_id = message.tool_call_id -%}"
    return re.sub(r"{%- if tool_response_queue.*?{%- endif -%}", own, template, flags=re.DOTALL)


def test_a_tokenizer_that_reads_control_tokens_as_plain_text_is_refused() -> None:
    """The one of mistral-common does so, which transformers loads if vLLM has installed it."""
    tokens = tokens_of("qwen3")
    tokens.split_special_tokens = True
    with pytest.raises(UnknownTemplate, match="tekken.json"):
        find_dialect(tokens)
    with pytest.raises(UnknownTemplate, match="<|im_end|>.* as plain text"):
        Template(tokens, TOOLS, dialect="hermes")


def read(dialect: str, *texts: str) -> list[dict[str, Any]]:
    """What the server reads, asked by its command line."""
    lines = [json.dumps({"dialect": dialect, "text": text, "tools": TOOLS}) for text in texts]
    process = subprocess.run(
        ["node", "bin/backchannel", "dialects", "--read"],
        cwd=ROOT,
        input="\n".join(lines),
        capture_output=True,
        text=True,
        check=True,
    )
    return [json.loads(line) for line in process.stdout.splitlines()]


def calls_of(turn: dict[str, Any]) -> list[tuple[str, Any]]:
    found = []
    for call in turn["calls"]:
        given = call["function"]["arguments"]
        found.append(
            (call["function"]["name"], json.loads(given) if isinstance(given, str) else given)
        )
    return found


@pytest.mark.parametrize("family", FAMILIES)
def test_the_dialect_of_a_template_is_found_and_its_text_parsed(family: str) -> None:
    tokens = tokens_of(family)
    dialect = find_dialect(tokens)
    assert dialect == FAMILIES[family][0]
    if family not in WITHOUT_CALLS:
        (turn,) = read(dialect, written_call(tokens))
        assert calls_of(turn) == [("look_up", ARGUMENTS)]


@pytest.mark.parametrize("family", UNKNOWN)
def test_a_template_in_an_unknown_form_is_refused(family: str) -> None:
    tokens = tokens_of(family)
    with pytest.raises(UnknownTemplate, match="Use a model of another family"):
        Template(tokens, TOOLS)
    assert Template(tokens, TOOLS, dialect="hermes").dialect == "hermes"


@pytest.mark.parametrize(
    ("family", "named"), [("muse_glimmer", "Muse Glimmer"), ("Kimi-K3", "Kimi K3")]
)
def test_forms_that_the_server_does_not_parse_are_refused_by_name(family: str, named: str) -> None:
    tokens = tokens_of(family)
    with pytest.raises(UnknownTemplate, match=f"the form of {named}, which the server does not"):
        find_dialect(tokens)


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("role", ["tool", "user"])
def test_observations_have_the_text_that_the_template_writes(family: str, role: str) -> None:
    tokens = tokens_of(family)
    template = Template(tokens, TOOLS)
    opening = [{"role": "user", "content": "Find it."}]
    prompt = template.opening(opening)
    given: Any = {"query": "x"}
    number = "functions.look_up:0" if template.dialect == "kimi_k2" else "a1b2c3d4e"
    call = {"id": number, "type": "function", "function": {"name": "look_up"}}
    turn: dict[str, Any] = {"role": "assistant", "content": "I will."}
    if role == "tool":
        call["function"] |= {"arguments": json.dumps(given) if family == "deepseekv3" else given}
        turn = {"role": "assistant", "content": "", "tool_calls": [call]}
    answer = {"role": role, "content": "Floor 2."}
    if role == "tool":
        answer |= {"name": "look_up", "tool_call_id": number}
    whole = tokens.apply_chat_template(
        [*opening, turn, answer], tools=TOOLS, tokenize=False, add_generation_prompt=True
    )
    # A model of this family ends the turn by its own token, or writes the head of the next one.
    end = FAMILIES[family][1]
    head = HEAD_ENDS.get(template.dialect, {}).get(role, end)
    end = head if head in whole else end
    written = [*tokens.encode("anything", add_special_tokens=False), tokens.encode(end)[0]]
    assert template.is_ended(written)
    reply = tokens.decode(template.reply(written, [answer]))
    assert whole.endswith(reply)
    before = whole[: -len(reply)].rstrip()
    assert before.endswith((end, "<|end|>", "<|call|>"))
    # Cut off, it gets its end, so that the stream reads as the template would write it.
    cut = tokens.decode(template.reply(written[:-1], [answer]))
    assert cut.endswith(reply) and cut != reply
    assert len(prompt) > 0


def test_the_text_of_a_turn_keeps_call_marks_but_no_end_tokens() -> None:
    tokens = tokens_of("gptoss")
    template = Template(tokens, TOOLS)
    call = '<|channel|>commentary to=functions.look_up<|message|>{"query": "x"}'
    written = tokens.encode(f"{call}<|call|>", add_special_tokens=False)
    assert template.text(written) == call
    assert template.missing_end(written) == []
    tokens = tokens_of("lfm2")
    call = '<|tool_call_start|>[look_up(query="x")]<|tool_call_end|>'
    written = tokens.encode(f"{call}<|im_end|>", add_special_tokens=False)
    assert Template(tokens, TOOLS).text(written) == call


def test_the_text_includes_a_thought_that_the_prompt_opened() -> None:
    tokens = tokens_of("qwen3_5_think")
    template = Template(tokens, TOOLS)
    template.opening([{"role": "user", "content": "Find it."}])
    text = template.text(tokens.encode("Hm, and then", add_special_tokens=False))
    assert text == "<think>\nHm, and then"
    (turn,) = read("qwen3_xml", text)
    assert "not closed" in turn["malformed"]


def test_the_text_includes_a_thought_that_a_later_head_opened() -> None:
    tokens = tokens_of("gemma4_v5")
    template = Template(tokens, TOOLS, {"enable_thinking": True})
    prompt = template.opening([{"role": "user", "content": "Find it."}])
    thought = tokens.encode("Hm, and then", add_special_tokens=False)
    assert template.text(thought) == "Hm, and then"
    call = '<|tool_call>call:look_up{query:<|"|>x<|"|>}<tool_call|><|tool_response>'
    called = tokens.encode(call, add_special_tokens=False)
    answer = {"role": "tool", "name": "look_up", "tool_call_id": "a", "content": "Floor 2."}
    answered = template.reply(called, [answer])
    before, behind = (template.fork(ids) for ids in (prompt, prompt + called + answered))
    for opened in (template, behind):
        assert opened.text(thought) == "<|channel>thought\nHm, and then"
    assert before.text(thought) == "Hm, and then"
    (turn,) = read("gemma_4", template.text(thought))
    assert "not closed" in turn["malformed"]


def test_a_gemma_call_with_another_end_gets_a_complete_answer() -> None:
    tokens = tokens_of("gemma4_v5")
    template = Template(tokens, TOOLS)
    call = '<|tool_call>call:look_up{query:<|"|>x<|"|>}<tool_call|>'
    answer = {"role": "tool", "name": "look_up", "tool_call_id": "a", "content": "Floor 2."}
    for end in ("", "<turn|>", "<eos>"):
        written = tokens.encode(call + end, add_special_tokens=False)
        text = tokens.decode(template.reply(written, [answer]))
        assert text == '<|tool_response>response:look_up{value:<|"|>Floor 2.<|"|>}<tool_response|>'
    # It asked for an answer of a tool, and a user speaks: its turn is closed.
    written = tokens.encode(f"{call}<|tool_response>", add_special_tokens=False)
    observed = template.reply(written, [{"role": "user", "content": "Yes?"}])
    assert tokens.decode(observed).startswith("<turn|>\n<|turn>user\n")
