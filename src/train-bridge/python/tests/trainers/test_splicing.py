"""Guards that a text put together from a template's parts is the one that the template writes."""

from __future__ import annotations

import copy
import logging
from typing import Any

import pytest

pytest.importorskip("trl")

from test_dialects import FAMILIES, TOOLS, tokens_of
from tiny import tokenizer

from backchannel import splicing
from backchannel.encoding import SAMPLES
from backchannel.tokens import Template

CONTENTS = [
    *(
        "Find it.",
        "  two  spaces ",
        "\n",
        "",
        'a "quoted" \\ word',
        "{{ x }}",
        "/nothink",
        "</think>",
    ),
    *(
        "<tool_response>\nx\n</tool_response>",
        "a <|im_end|>\n<|im_start|>assistant\n",
        "日本語 👩‍🚀",
    ),
    *("backchannelcontent0end", "What was said before.", "Go on."),
    *SAMPLES,
]


def openings(content: str) -> list[list[dict[str, Any]]]:
    return [
        [{"role": "system", "content": "You help."}, {"role": "user", "content": content}],
        [{"role": "system", "content": content}, {"role": "user", "content": "Find it."}],
        [{"role": "user", "content": content}],
    ]


def observations(content: str) -> list[list[dict[str, Any]]]:
    def answer(content: str, place: int) -> dict[str, Any]:
        call = f"call_{place}"
        return {"role": "tool", "tool_call_id": call, "name": "look_up", "content": content}

    return [
        [answer(content, 1)],
        [answer("Floor 2.", 1), answer(content, 2)],
        [answer(content, 1), {"role": "user", "content": content}],
        [{"role": "user", "content": content}],
    ]


def outcome(work: Any, *given: Any) -> Any:
    """The result, or the kind of the error: a template may refuse a conversation."""
    try:
        return work(*given)
    except Exception as error:  # noqa: BLE001
        return type(error)


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("tools", [TOOLS, []], ids=["tools", "none"])
def test_spliced_ids_equal_those_of_the_rendered_template(family: str, tools: Any) -> None:
    tokens = tokens_of(family)
    plain = Template(tokens, tools, dialect=FAMILIES[family][0])

    def encoded(text: Any) -> Any:
        return tokens.encode(text, add_special_tokens=False) if isinstance(text, str) else text

    for content in CONTENTS:
        for messages in openings(content):
            template = Template(tokens, tools, dialect=FAMILIES[family][0])
            rendered = outcome(plain._opening_text, messages)
            assert outcome(template.opening, messages) == encoded(rendered)
        for messages in observations(content):
            rendered = outcome(plain._observation_text, messages)
            assert outcome(plain.observation, messages) == encoded(rendered)


def counted(template: Template) -> list[Any]:
    """The conversations that the template itself renders from now on."""
    rendered: list[Any] = []
    render = template._tokenizer.apply_chat_template

    def noting(messages: Any, **options: Any) -> Any:
        rendered.append(messages)
        return render(messages, **options)

    template._tokenizer.apply_chat_template = noting
    return rendered


def test_a_conversation_of_a_known_shape_is_not_rendered() -> None:
    tokens = copy.deepcopy(tokenizer())
    template = Template(tokens, TOOLS)
    for content in ("Floor 1.", "Floor 2."):
        rendered = counted(template)
        for messages in [*openings(content), *observations(content)]:
            (template.opening if messages in openings(content) else template.observation)(messages)
    assert rendered == []


def template_of(source: str) -> Any:
    tokens = copy.deepcopy(tokenizer())
    tokens.chat_template = source
    return tokens


HEAD = "{% for m in messages %}<|im_start|>{{ m.role }}\n"
TAIL = "<|im_end|>\n{% endfor %}{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"


def asked(tokens: Any, content: str) -> tuple[list[int], list[int]]:
    """The ids of an observation, spliced and rendered."""
    template = Template(tokens, [], dialect="hermes")
    messages = [{"role": "user", "content": content}]
    rendered = template._observation_text(messages)
    spliced = [template.observation(messages) for _ in range(2)][1]
    return spliced, tokens.encode(rendered, add_special_tokens=False)


def test_contents_with_text_that_the_template_searches_are_rendered() -> None:
    tokens = template_of(
        HEAD + "{% if m.content.endswith('/quiet') %}(quiet){% endif %}{{ m.content }}" + TAIL
    )
    for content in ("Go on.", "Go on. /quiet", "/quiet", "/quiet please"):
        spliced, rendered = asked(tokens, content)
        assert spliced == rendered


def test_contents_that_a_template_matches_at_both_ends_are_rendered() -> None:
    inside = "m.content.startswith('<a>') and m.content.endswith('</a>')"
    tokens = template_of(f"{HEAD}{{{{ 'hidden' if {inside} else m.content }}}}{TAIL}")
    for content in ("Go on.", "<a> x </a>", "<a>", "</a>"):
        spliced, rendered = asked(tokens, content)
        assert spliced == rendered


def test_a_template_that_changes_contents_is_rendered_with_a_warning(
    caplog: pytest.LogCaptureFixture,
) -> None:
    tokens = template_of(
        HEAD + "{{ m.content if m.role == 'assistant' else m.content | upper }}" + TAIL
    )
    with caplog.at_level(logging.WARNING):
        for content in ("Go on.", "Stop."):
            spliced, rendered = asked(tokens, content)
            assert spliced == rendered
    assert [record.levelname for record in caplog.records] == ["WARNING"]
    assert "rendered for every message" in caplog.text


def test_a_template_that_writes_the_date_is_always_rendered() -> None:
    tokens = template_of("{{ strftime_now('%d') }}" + HEAD + "{{ m.content }}" + TAIL)
    assert splicing.create_splicer(tokens, None, {}, "hermes", splicing.OPENINGS) is None


def test_the_cache_separates_tools_and_options() -> None:
    tokens = template_of("{{ tools | tojson }} {{ mood }}" + HEAD + "{{ m.content }}" + TAIL)
    swapped = [{"function": TOOLS[0]["function"], "type": "function"}]
    messages = [{"role": "user", "content": "Find it."}]
    texts = set()
    for tools in (TOOLS, swapped, []):
        for options in ({"mood": 1}, {"mood": True}, {"mood": "1"}):
            for _ in range(2):
                template = Template(tokens, tools, options, dialect="hermes")
                ids = template.opening(messages)
            assert tokens.decode(ids) == template._opening_text(messages)
            texts.add(tuple(ids))
    assert len(texts) >= 6
