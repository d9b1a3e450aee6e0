"""Guards that prompts, answers and calls of Gemma 4 and Kimi K2 are those of another renderer.

The package `renderers` writes the tokens of these models in Python, without their templates.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

pytest.importorskip("renderers")

from renderers.gemma4 import Gemma4Renderer
from renderers.kimi_k2 import KimiK2Renderer
from test_dialects import FAMILIES, TOOLS, calls_of, read, tokens_of
from tokenizers import AddedToken

from backchannel.tokens import Template

KIMI, GEMMA = "Kimi-K2-Instruct", "gemma4_v5"
RENDERERS = {KIMI: KimiK2Renderer, GEMMA: Gemma4Renderer}
#: Tokens that the renderer of Gemma looks up, besides those of the dialect.
GEMMA_MARKS = ["<|think|>", "<|tool>", "<tool|>", "<|image>", "<|image|>", "<image|>"]
OPENING = [{"role": "system", "content": "You help."}, {"role": "user", "content": "Find it."}]
ANSWER = {"role": "tool", "name": "look_up", "tool_call_id": "functions.look_up:0"}
FOUND = {**ANSWER, "content": "Floor 2."}
ASKED = {"role": "user", "content": "Are you sure?"}
CALLS = {
    KIMI: (
        "<|tool_calls_section_begin|><|tool_call_begin|>functions.look_up:0"
        '<|tool_call_argument_begin|>{"query": "x"}<|tool_call_end|><|tool_calls_section_end|>'
    ),
    GEMMA: '<|tool_call>call:look_up{query:<|"|>x<|"|>}<tool_call|>',
}
#: Seeds of the random calls.
CASES = 40


def both(family: str) -> tuple[Any, Any]:
    tokens = tokens_of(family)
    if family == GEMMA:
        tokens.add_special_tokens({"bos_token": "<bos>"})
        tokens.add_tokens([AddedToken(m, special=True, normalized=False) for m in GEMMA_MARKS])
    return tokens, RENDERERS[family](tokens)


@pytest.mark.parametrize("family", RENDERERS)
def test_an_opening_and_a_whole_conversation_have_the_same_tokens(family: str) -> None:
    tokens, renderer = both(family)
    assert Template(tokens, []).opening(OPENING) == renderer.render_ids(
        OPENING, add_generation_prompt=True
    )
    function = {"name": "look_up", "arguments": {"query": "Zürich, {7}", "limit": 3}}
    call = {"id": "functions.look_up:0", "type": "function", "function": function}
    turns = [
        {"role": "assistant", "content": "", "tool_calls": [call]},
        FOUND,
        {"role": "assistant", "content": "On floor 2."},
        ASKED,
    ]
    whole = tokens.apply_chat_template(
        [*OPENING, *turns], tokenize=False, add_generation_prompt=True
    )
    theirs = renderer.render_ids([*OPENING, *turns], add_generation_prompt=True)
    assert tokens.decode(theirs) == whole


@pytest.mark.parametrize("family", RENDERERS)
@pytest.mark.parametrize("thinks", [False, True])
def test_observations_have_the_same_tokens(family: str, thinks: bool) -> None:
    tokens, renderer = both(family)
    template = Template(tokens, TOOLS)
    prompt = template.opening(OPENING)
    tools = [tool["function"] for tool in TOOLS]
    end = FAMILIES[family][1]
    thought = {KIMI: "<think>Hm.</think>", GEMMA: "<|channel>thought\nHm.\n<channel|>"}[family]
    called = "<|tool_response>" if family == GEMMA else end
    turns: list[tuple[str, list[dict[str, Any]]]] = [
        (CALLS[family] + called, [FOUND]),
        (f"Hello.{end}", [ASKED]),
        ("Hello.", [ASKED]),
    ]
    for text, answers in turns:
        written = tokens.encode((thought if thinks else "") + text, add_special_tokens=False)
        theirs = renderer.bridge_to_next_turn(prompt, written, answers, tools=tools)
        assert prompt + written + template.reply(written, answers) == theirs.token_ids, text


def value(dice: random.Random, depth: int) -> Any:
    """A random argument, with marks of the dialects in its texts."""
    marks = ["<tool_call|>", "<|tool_call_end|>", "<|channel>", "</think>", '"', "\\", "{", "]"]
    letters = "ab ,:\nü東🦜{}[]<|>'" + "0123"
    kind = dice.randrange(7 if depth > 0 else 5)
    if kind == 0:
        return dice.choice([True, False, None])
    if kind == 1:
        return dice.randint(-(10**9), 10**9)
    if kind == 2:
        return dice.uniform(-1, 1) * 10.0 ** dice.randint(-9, 9)
    if kind in (3, 4):
        return "".join(dice.choices([*letters, *marks], k=dice.randrange(12)))
    if kind == 5:
        return [value(dice, depth - 1) for _ in range(dice.randrange(4))]
    return {f"key_{n}": value(dice, depth - 1) for n in range(dice.randrange(3))}


def random_calls(seed: int) -> list[dict[str, Any]]:
    dice = random.Random(seed)
    arguments = [
        {f"key_{n}": value(dice, 2) for n in range(dice.randrange(4))}
        for _ in range(dice.randint(1, 3))
    ]
    return [
        {
            "id": f"functions.look_up:{n}",
            "type": "function",
            "function": {"name": "look_up", "arguments": given},
        }
        for n, given in enumerate(arguments)
    ]


@pytest.mark.parametrize("family", [name for name in FAMILIES if name.startswith(("Kimi", "gem"))])
def test_any_call_that_a_template_writes_is_parsed_to_the_same_call(family: str) -> None:
    tokens = tokens_of(family)
    question = [{"role": "user", "content": "Find it."}]
    asked = tokens.apply_chat_template(question, tokenize=False, add_generation_prompt=True)
    texts, meant = [], []
    for seed in range(CASES):
        calls = random_calls(seed)
        turn = {"role": "assistant", "content": "", "tool_calls": calls}
        whole = tokens.apply_chat_template([*question, turn], tokenize=False)
        assert whole.startswith(asked)
        texts.append(whole[len(asked) :])
        meant.append([(c["function"]["name"], c["function"]["arguments"]) for c in calls])
    for text, turn, expected in zip(texts, read(FAMILIES[family][0], *texts), meant, strict=True):
        assert calls_of(turn) == expected, text
