"""Guards that a conversation put together piece by piece is the one its template would write."""

from __future__ import annotations

import copy
import random

import pytest

pytest.importorskip("trl")

from tiny import tokenizer

from backchannel.tokens import Template

TOOLS = [
    {
        "type": "function",
        "function": {
            "name": "search",
            "description": "Look something up.",
            "parameters": {
                "type": "object",
                "properties": {"query": {"type": "string", "maxLength": 20}},
            },
        },
    }
]
WORDS = ["alpha", "beta\n", ' "gamma"', "δέλτα", "{}", "<tag>", "  two  spaces "]


def assistant_text(rng: random.Random) -> str:
    words = "".join(rng.choices(WORDS, k=rng.randint(1, 4))).strip()
    if rng.random() < 0.5:
        return words
    return '<tool_call>\n{"name": "search", "arguments": {"query": "x"}}\n</tool_call>'


def observation(rng: random.Random) -> list[dict]:
    text = "".join(rng.choices(WORDS, k=3)).strip()
    if rng.random() < 0.3:
        return [{"role": "user", "content": text}]
    answers = rng.randint(1, 2)
    return [{"role": "tool", "name": "search", "content": f"{n} {text}"} for n in range(answers)]


def thoughtless(text: str) -> str:
    """Qwen3 writes an empty thought into the turns after the last question, and only there."""
    return text.replace("<think>\n\n</think>\n\n", "")


@pytest.mark.parametrize("family", ["qwen2_5", "qwen3"])
@pytest.mark.parametrize("seed", range(20))
def test_turns_encoded_one_by_one_equal_the_whole_conversation(family: str, seed: int) -> None:
    rng = random.Random(seed)
    tokens = tokenizer(family)
    template = Template(tokens, TOOLS)
    messages = [
        {"role": "system", "content": "You help."},
        {"role": "user", "content": "Find it."},
    ]
    stream = template.opening(messages)
    for _ in range(rng.randint(1, 4)):
        text = assistant_text(rng)
        written = tokens.encode(text, add_special_tokens=False)
        assert template.text([*written, tokens.eos_token_id]) == text
        observed = observation(rng)
        stream += [*written, tokens.eos_token_id, *template.observation(observed)]
        messages += [{"role": "assistant", "content": text}, *observed]
    whole = tokens.apply_chat_template(
        messages, tools=TOOLS, tokenize=False, add_generation_prompt=True
    )
    assert thoughtless(tokens.decode(stream, skip_special_tokens=False)) == thoughtless(whole)


def test_spaces_before_punctuation_reach_the_server() -> None:
    """Configurations of Llama 3 let transformers remove them, which changes code and arguments."""
    tokens = copy.deepcopy(tokenizer())
    tokens.clean_up_tokenization_spaces = True
    # transformers 5.2 needs no such permission.
    tokens.clean_up_tokenization_spaces_for_bpe_even_though_it_will_corrupt_output = True
    text = 'f[x] , y ; "is n\'t , ." !'
    ids = tokens.encode(text, add_special_tokens=False)
    assert tokens.decode(ids) != text
    assert Template(tokens, []).text(ids) == text


def test_a_turn_that_was_cut_gets_its_end_token() -> None:
    tokens = tokenizer()
    template = Template(tokens, [])
    assert template.missing_end([5, 6]) == [tokens.eos_token_id]
    assert template.missing_end([5, tokens.eos_token_id]) == []
    assert template.missing_end([]) == [tokens.eos_token_id]


def test_a_template_that_refuses_a_role_is_quoted() -> None:
    """A missing end token is another problem, with another remedy."""
    tokens = copy.deepcopy(tokenizer())
    tokens.chat_template = (
        "{% for m in messages %}{% if m.role == 'tool' %}{{ raise_exception('no tools here') }}"
        "{% endif %}{{ m.content }}<|im_end|>{% endfor %}"
    )
    template = Template(tokens, TOOLS, dialect="hermes")
    with pytest.raises(ValueError, match="refuses messages of tool .*no tools here"):
        template.observation([{"role": "tool", "name": "search", "content": "x"}])
    tokens.chat_template = "{% for m in messages %}{{ m.content }}{% endfor %}"
    with pytest.raises(ValueError, match="set the tokenizer's eos_token"):
        Template(tokens, TOOLS, dialect="hermes").observation([{"role": "user", "content": "x"}])
