"""Guards that a model is trained behind the very tokens that its run's policy of thoughts shows."""

from __future__ import annotations

import copy
from typing import Any

import pytest

pytest.importorskip("trl")

import test_dialects as dialects
from tiny import chat_template, tokenizer

from backchannel.stream import Stream
from backchannel.thinking import template_arguments
from backchannel.thoughts import POLICIES, after_thoughts, check_policy, thoughts_template
from backchannel.tokens import Template

ASKED = [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "What is it?"}]
MORE = [{"role": "user", "content": "Are you sure?"}]
SAID = [("Let me see.", "A box."), ("Hm, once more.", "Two boxes."), (None, "No."), ("Well.", "3.")]
#: How templates write a turn of the past, and the head of the next one, where they open thoughts.
_PIECES = (
    "{%- for message in messages -%}<|im_start|>{{ message.role }}\n"
    "{%- if message.role == 'assistant' -%}PAST{%- endif -%}{{ message.content }}<|im_end|>\n"
    "{% endfor -%}{%- if add_generation_prompt -%}<|im_start|>assistant\nNOW{%- endif -%}"
)
OWN = {
    # DeepSeek R1 and Qwen3 Thinking.
    "opened": _PIECES.replace("PAST", "").replace("NOW", "<think>\n"),
    # GLM 4.5.
    "emptied": _PIECES.replace("PAST", "<think></think>\n").replace("NOW", "<think>"),
}
FAMILIES = ["qwen3", "nemotron_3_nano", *OWN]


def tokens_of(family: str) -> Any:
    tokens = copy.deepcopy(tokenizer())
    tokens.chat_template = OWN.get(family) or chat_template(family)
    return tokens


def turn_of(thought: str | None, content: str, *, is_open: bool) -> str:
    if thought is None:
        return f"</think>{content}" if is_open else content
    return f"{'' if is_open else '<think>'}\n{thought}\n</think>\n\n{content}"


def played(family: str, policy: str) -> tuple[Any, list[int], Stream, list[str]]:
    """A stream of all turns, and what the model was given before each."""
    tokens = tokens_of(family)
    options = template_arguments(tokens, True)
    template = Template(tokens, [], options, dialect="hermes")
    prompt = template.opening(ASKED)
    stream = Stream(max_tokens=4096)
    given = []
    for thought, content in SAID:
        given.append(tokens.decode(stream.model_input(prompt)))
        is_open = bool(template._thought)
        ids = tokens.encode(turn_of(thought, content, is_open=is_open), add_special_tokens=False)
        ids.append(tokens.eos_token_id)
        stream.append_turn(ids, [-1.0] * len(ids))
        stream.hide_thoughts(policy, template)
        assert stream.append_observation(template.reply(ids, MORE))
    return tokens, prompt, stream, given


@pytest.mark.parametrize("family", FAMILIES)
def test_dropped_thoughts_give_the_tokens_that_the_template_writes(family: str) -> None:
    tokens, _, _, given = played(family, "drop")
    messages = list(ASKED)
    for (_, content), text in zip(SAID, given, strict=True):
        shown = tokens.apply_chat_template(
            messages,
            tokenize=False,
            add_generation_prompt=True,
            **template_arguments(tokens, True),
        )
        assert text == shown
        messages += [{"role": "assistant", "content": content}, *MORE]


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("policy", POLICIES)
def test_every_sampled_token_is_trained_once_under_its_own_prompt(family: str, policy: str) -> None:
    tokens, prompt, stream, given = played(family, policy)
    segments = stream.segments()
    sampled = [
        tokens.encode(turn_of(*turn, is_open=given[0].rstrip().endswith("<think>")))
        for turn in SAID
    ]
    seen = {}
    for segment in segments:
        assert len(segment.ids) == len(segment.mask) == len(segment.log_probs)
        assert sum(segment.mask) == sum(end - start for _, start, end in segment.answers)
        for number, start, end in segment.answers:
            assert segment.mask[start:end] == [1] * (end - start)
            assert segment.log_probs[start:end] == [-1.0] * (end - start)
            before = segment.prompt(prompt) + segment.ids[:start]
            assert tokens.decode(before) == given[number]
            assert segment.ids[start:end] == [*sampled[number], tokens.eos_token_id]
            assert number not in seen
            seen[number] = True
    assert sorted(seen) == list(range(len(SAID)))
    assert stream.trained == stream.sampled
    if policy == "keep":
        assert len(segments) == 1


@pytest.mark.parametrize("family", ["qwen3", "nemotron_3_nano", "glm4moe", "deepseekv3"])
def test_thoughts_after_results_of_tools_are_dropped_too(family: str) -> None:
    """The template of DeepSeek R1 writes a head after a question, and none after a result."""
    tokens = dialects.tokens_of(family)
    template = Template(tokens, [], dialect=dialects.FAMILIES[family][0])
    prompt = template.opening(ASKED)
    stream = Stream(max_tokens=4096)
    result = {"role": "tool", "tool_call_id": "call_1", "name": "look_up", "content": "Floor 2."}
    given = []
    for number in range(3):
        given.append(stream.model_input(prompt))
        opened = "" if template._thought else "<think>"
        text = f"{opened}thought {number}</think>\n\ncall {number}"
        ids = [*tokens.encode(text, add_special_tokens=False), template.stops[0]]
        stream.append_turn(ids, [-1.0] * len(ids))
        stream.hide_thoughts("drop", template)
        assert stream.append_observation(template.reply(ids, [result]))
    given.append(stream.model_input(prompt))
    for number, ids in enumerate(given):
        shown = tokens.decode(ids)
        assert "thought " not in shown
        assert [f"call {n}" in shown for n in range(3)] == [n < number for n in range(3)]
        # A head that opens a thought is left before the next turn alone.
        assert shown.count("<think>\n") == int(shown.endswith("<think>\n"))
    for segment in stream.segments():
        for number, start, _ in segment.answers:
            assert segment.prompt(prompt) + segment.ids[:start] == given[number]
    assert stream.trained == stream.sampled


def test_keep_last_keeps_the_last_thought() -> None:
    *_, given = played("qwen3", "keep_last")
    assert "Let me see." in given[1] and "Let me see." not in given[2]
    assert "Hm, once more." in given[2] and "Hm, once more." not in given[3]


def test_the_models_tokens_stay_unless_the_answer_begins_within_one() -> None:
    tokens = tokens_of("qwen3")
    template = Template(tokens, [], template_arguments(tokens, True), dialect="hermes")
    ids = tokens.encode("Two", add_special_tokens=False)
    # Not as the tokenizer would write it.
    letters = [tokens.encode(each, add_special_tokens=False)[0] for each in "Two"]
    assert letters != ids
    thought = tokens.encode("<think>\nOne?\n</think>\n\n", add_special_tokens=False)
    end = tokens.eos_token_id
    assert template.without_thought([*thought, *letters, end]) == [*letters, end]
    assert template.without_thought([*letters, end]) is None
    within = tokens.encode("<think>a</think> Two", add_special_tokens=False)
    assert template.without_thought([*within, end]) == [*ids, end]


def test_thoughts_end_at_their_own_mark() -> None:
    assert after_thoughts("<think>a</think>\n\nb </think> c") == "b </think> c"
    assert after_thoughts("a</think>b") == "b"
    assert after_thoughts("<think>a</think><think>b</think> c") == "c"
    assert after_thoughts("<think>a<think>b</think> c") == "c"
    assert after_thoughts("<think>a</think><think>b<think>c</think> d") == "d"
    assert after_thoughts("a<think>b</think> c") is None
    assert after_thoughts("<think>a, without end") is None
    assert after_thoughts("a <think>b</think>") is None


def test_serving_renders_the_same_thoughts_as_training() -> None:
    """A chat template that applies the policy renders what the model is trained behind."""
    *_, given = played("qwen3", "drop")
    served = tokens_of("qwen3")
    served.chat_template = thoughts_template("drop", served.chat_template)
    messages: list[dict[str, str]] = list(ASKED)
    for (thought, content), text in zip(SAID, given, strict=True):
        render = {"tokenize": False, "add_generation_prompt": True}
        assert served.apply_chat_template(messages, **render) == text
        messages += [{"role": "assistant", "content": content, "reasoning_content": thought or ""}]
        messages += MORE


@pytest.mark.parametrize(("policy", "left"), [("keep", "ab"), ("keep_last", "b"), ("drop", "")])
def test_the_served_template_receives_only_the_visible_thoughts(policy: str, left: str) -> None:
    served = tokens_of("qwen3")
    plain = "{% for each in messages %}{{ each.reasoning_content }}{{ each.content }};{% endfor %}"
    served.chat_template = thoughts_template(policy, plain)
    turns = [{"role": "assistant", "content": "1", "reasoning_content": each} for each in "ab"]
    shown = served.apply_chat_template([*turns, *ASKED[1:]], tokenize=False)
    assert shown.replace(";", "").replace("1", "") == left + ASKED[1]["content"]
    within = [{"role": "assistant", "content": f"<think>{each}</think> 1"} for each in "ab"]
    shown = served.apply_chat_template(within, tokenize=False)
    assert [each in shown for each in "ab"] == [each in left for each in "ab"]


@pytest.mark.parametrize(
    "text",
    [
        *("no thought", "\nspace", "<think>a, without end", "<think>a</think>\n\nb </think> c"),
        *(
            "a</think>b",
            "<think>a</think><think>b</think> c",
            " <think>a</think> <think>b</think>\nc",
        ),
        *("a <think>b</think> c", "<think>a</think>b <think>c</think> d", "<think></think>"),
        *("<think>a<think>b</think> c", " <think>a</think><think>b<think>c</think> d"),
        *("<think>a</think> <think>b", "<think><think>a</think>b</think> c"),
    ],
)
def test_serving_and_training_drop_the_same_part_of_a_turn(text: str) -> None:
    served = tokens_of("qwen3")
    served.chat_template = thoughts_template("drop", "{{ messages[0].content }}|")
    rendered = served.apply_chat_template([{"role": "assistant", "content": text}], tokenize=False)
    trained = after_thoughts(text)
    assert rendered == f"{text if trained is None else trained}|"


def test_dialects_with_other_marks_refuse_to_drop_thoughts() -> None:
    check_policy("keep", "harmony")
    with pytest.raises(ValueError, match="set thoughts to keep"):
        check_policy("drop", "harmony")
