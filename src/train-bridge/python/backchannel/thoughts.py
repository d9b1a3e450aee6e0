"""Which thoughts of earlier turns a model sees: one policy for everything that plays a run."""

from __future__ import annotations

import re

from .checks import check

#: All; none; or those of the turn before this one. The model always thinks in its own turn.
POLICIES = ("keep", "drop", "keep_last")

#: Dialects whose thoughts have other marks, which their own templates leave out.
_OTHER_MARKS = ("harmony", "mistral")

_THOUGHT = re.compile(r"\s*(?:<think>)?(?:(?!<think>).)*?</think>\s*", re.DOTALL)


def check_policy(policy: str, dialect: str) -> None:
    """
    :raises ValueError: if there is no such policy, or a model of this dialect cannot have it
    """
    check("thoughts", policy, POLICIES)
    if policy != "keep" and dialect in _OTHER_MARKS:
        raise ValueError(
            f"thoughts is {policy}, and thoughts of the dialect {dialect} are no parts of a text: "
            "set thoughts to keep"
        )


def after_thoughts(text: str) -> str | None:
    """A turn without the thoughts that it begins with; None if it begins with none.

    The prompt may have opened the first thought. A mark within the later text is part of the text.
    """
    found = _THOUGHT.match(text)
    if found is None:
        return None
    rest = text[found.end() :]
    while rest.startswith("<think>"):
        found = _THOUGHT.match(rest)
        if found is None:
            break
        rest = rest[found.end() :]
    return rest


def jinja_of(policy: str, template: str) -> str:
    """A chat template that shows only the policy's thoughts, whatever messages it gets."""
    if policy == "keep":
        return template
    others = "" if policy == "drop" else " and loop.index0 != backchannel.last"
    return (
        "{%- set backchannel = namespace(said=[], last=-1) -%}"
        "{%- for message in messages -%}{%- if message['role'] == 'assistant' -%}"
        "{%- set backchannel.last = loop.index0 -%}{%- endif -%}{%- endfor -%}"
        "{%- for message in messages -%}"
        f"{{%- if message['role'] == 'assistant'{others} -%}}"
        "{%- set text = message['content'] if message['content'] is string else '' -%}"
        "{%- set text = text.split('</think>', 1)[-1].lstrip() -%}"
        "{%- set backchannel.said = backchannel.said + [dict(message, content=text, "
        "reasoning_content='', reasoning='')] -%}"
        "{%- else -%}{%- set backchannel.said = backchannel.said + [message] -%}{%- endif -%}"
        "{%- endfor -%}{%- set messages = backchannel.said -%}" + template
    )
