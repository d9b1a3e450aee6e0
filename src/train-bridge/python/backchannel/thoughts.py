"""The policy for thoughts of earlier turns: whether the model still sees them."""

from __future__ import annotations

from .checks import check

#: Earlier turns keep all thoughts, none, or only those of the last turn.
POLICIES = ("keep", "drop", "keep_last")

#: Dialects that mark thoughts in other ways, and whose templates drop them.
_OTHER_MARKS = ("harmony", "mistral", "gemma_4")

_OPEN, _CLOSE = "<think>", "</think>"


def check_policy(policy: str, dialect: str) -> None:
    """
    :raises ValueError: if there is no such policy, or the dialect does not support it
    """
    check("thoughts", policy, POLICIES)
    if policy != "keep" and dialect in _OTHER_MARKS:
        raise ValueError(
            f"thoughts is {policy}, and the dialect {dialect} does not write thoughts as text: "
            "set thoughts to keep"
        )


def after_thoughts(text: str) -> str | None:
    """The text after the thoughts at its beginning; None if there are none.

    The prompt may have opened the first thought. A thought ends at the first `</think>`, as in vLLM
    and in chat templates. Later `<think>` tags count as plain text.
    """
    end = 0
    while True:
        close = text.find(_CLOSE, end)
        opened = text.find(_OPEN, end)
        is_opened_later = 0 <= opened < close and text[end:opened].strip() != ""
        if close < 0 or is_opened_later:
            break
        end = close + len(_CLOSE)
        if not text[end:].lstrip().startswith(_OPEN):
            break
    return text[end:].lstrip() if end > 0 else None


#: Sets `after.text` to the content of `message`, as `after_thoughts` returns it.
_AFTER_THOUGHTS = (
    "{%- set text = message['content'] if message['content'] is string else '' -%}"
    "{%- set after = namespace(text=text, thoughts=0) -%}{%- set parts = text.split('</think>') -%}"
    "{%- for part in parts[:-1] -%}{%- if after.thoughts == loop.index0 -%}"
    "{%- set inner = part.lstrip() -%}{%- set is_opened = inner.startswith('<think>') -%}"
    "{%- if is_opened or (loop.first and '<think>' not in inner) -%}"
    "{%- set after.thoughts = loop.index -%}"
    "{%- set after.text = (parts[loop.index:] | join('</think>')).lstrip() -%}"
    "{%- endif -%}{%- endif -%}{%- endfor -%}"
)


def thoughts_template(policy: str, template: str) -> str:
    """A chat template that drops the thoughts that the policy hides."""
    if policy == "keep":
        return template
    condition = "" if policy == "drop" else " and loop.index0 != backchannel.last"
    return (
        "{%- set backchannel = namespace(said=[], last=-1) -%}"
        "{%- for message in messages -%}{%- if message['role'] == 'assistant' -%}"
        "{%- set backchannel.last = loop.index0 -%}{%- endif -%}{%- endfor -%}"
        "{%- for message in messages -%}"
        f"{{%- if message['role'] == 'assistant'{condition} -%}}"
        f"{_AFTER_THOUGHTS}"
        "{%- set backchannel.said = backchannel.said + [dict(message, content=after.text, "
        "reasoning_content='', reasoning='')] -%}"
        "{%- else -%}{%- set backchannel.said = backchannel.said + [message] -%}{%- endif -%}"
        "{%- endfor -%}{%- set messages = backchannel.said -%}" + template
    )
