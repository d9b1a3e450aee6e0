"""Finds the form of tool calls in a chat template: the dialect that an opening names.

The form follows from the text that the template renders for a call, not from the model's name.
The server parses the text; `docs/protocol.md` lists the forms.
"""

from __future__ import annotations

import itertools
import json
import os
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

if TYPE_CHECKING:
    # `probe` loads this file by its path, without the package.
    from .protocols import Tokenizer

#: A tool, and a call of it with arguments that templates often change.
TOOLS: list[dict[str, Any]] = [
    {
        "type": "function",
        "function": {
            "name": "look_up",
            "description": "Looks something up.",
            "parameters": {
                "type": "object",
                "properties": {
                    "query": {"type": "string", "description": "What to look for."},
                    "limit": {"type": "integer", "description": "How many at most."},
                },
                "required": ["query"],
            },
        },
    }
]
ARGUMENTS: dict[str, Any] = {"query": "Zürich, {7}: a & b\nsecond line", "limit": 3}

#: Text of a template for a call of `look_up`. The first match counts.
_SIGNS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("harmony", ("to=functions.look_up", "<|message|>")),
    ("deepseek_dsml", ('<｜DSML｜invoke name="look_up"',)),
    ("deepseek", ("<｜tool▁sep｜>", "look_up")),
    ("mistral", ("[TOOL_CALLS]", "look_up")),
    ("lfm2", ("<|tool_call_start|>", "look_up(")),
    ("glm", ("<tool_call>look_up", "<arg_key>query</arg_key>")),
    ("qwen3_xml", ("<function=look_up>", "<parameter=query>")),
    ("hermes", ("<tool_call>", '"name": "look_up"', '"arguments"')),
    ("llama_json", ('{"name": "look_up"', '"parameters"')),
    ("gemma_4", ("<|tool_call>call:look_up{",)),
    ("kimi_k2", ("<|tool_calls_section_begin|>", "<|tool_call_argument_begin|>")),
)

#: Known forms that the server does not parse.
_REFUSED = (("Kimi K3", '<|open|>call tool="look_up"'), ("Muse Glimmer", "<atem:invoke"))

#: For templates that omit earlier calls: their text around the list of tools.
_OPENING_SIGNS = (("lfm2", "<|tool_list_start|>"),)

#: The token by which the template ends a turn, where the tokenizer names another as its end.
END: dict[str, str] = {"gemma_4": "<turn|>", "kimi_k2": "<|im_end|>"}

#: Tokens that end a turn besides that one.
ENDS: dict[str, tuple[str, ...]] = {
    "harmony": ("<|call|>", "<|return|>", "<|end|>"),
    "llama_json": ("<|eot_id|>", "<|eom_id|>"),
}

#: The tokens that begin the next message, which the model writes instead of an end token.
HEADS: dict[str, tuple[str, ...]] = {
    "gemma_4": ("<|tool_response>",),
    "glm": ("<|observation|>", "<|user|>"),
}

_found: WeakKeyDictionary[Any, dict[str, str]] = WeakKeyDictionary()


class UnknownTemplate(ValueError):
    """A chat template whose tool calls the server cannot parse."""


def find_dialect(tokenizer: Tokenizer, options: Mapping[str, Any] | None = None) -> str:
    """The dialect of a tokenizer's chat template.

    :raises UnknownTemplate: if it writes calls in an unknown form, or not at all; see also
        `check_encoding`
    """
    key = json.dumps([getattr(tokenizer, "chat_template", None), options], default=str)
    known = _found.setdefault(tokenizer, {})
    if key not in known:
        known[key] = _find(tokenizer, options)
    return known[key]


def check_encoding(tokenizer: Tokenizer) -> None:
    """Checks that the tokenizer encodes the control tokens in the text of a chat template as such.

    transformers loads a tokenizer of mistral-common, which does not, for checkpoints with
    `tekken.json` if that package is installed.

    :raises UnknownTemplate: if it encodes them as plain text
    """
    end = tokenizer.eos_token_id
    if end is None:
        return
    text = tokenizer.decode([end], skip_special_tokens=False)
    if end not in tokenizer.encode(text, add_special_tokens=False):
        raise UnknownTemplate(
            f"{type(tokenizer).__name__} encodes {text!r} as plain text, so that a model would be "
            "trained on other tokens than those of its chat template. If the checkpoint has "
            "tekken.json, use a copy without this file, but with tokenizer.json and the template. "
            "Otherwise, set split_special_tokens to false"
        )


def _find(tokenizer: Tokenizer, options: Mapping[str, Any] | None) -> str:
    check_encoding(tokenizer)
    written = written_call(tokenizer, options)
    for dialect, signs in _SIGNS:
        if all(sign in written for sign in signs):
            return dialect
    opening = _render(tokenizer, _ASKED, options, add_generation_prompt=True) or ""
    for dialect, sign in _OPENING_SIGNS:
        if sign in opening:
            return dialect
    for family, sign in _REFUSED:
        if sign in written:
            raise UnknownTemplate(
                f"the chat template writes tool calls in the form of {family}, which the server "
                "does not parse. Use a model of another family: docs/protocol.md lists the forms"
            )
    raise UnknownTemplate(
        "the chat template writes tool calls in an unknown form: "
        f"{written[-300:]!r}. docs/protocol.md lists the known forms. Use a model of another family, "
        "or set dialect to the form in which this model was trained"
    )


def written_call(tokenizer: Tokenizer, options: Mapping[str, Any] | None = None) -> str:
    """The raw text that the template writes after the question for a turn that calls `look_up`."""
    question = _render(tokenizer, _ASKED, options)
    plain = _render(tokenizer, [*_ASKED, _ANSWERED], options)
    forms = (ARGUMENTS, json.dumps(ARGUMENTS, ensure_ascii=False))
    for name, arguments in itertools.product(_IDS, forms):
        called = {"name": "look_up", "arguments": arguments}
        turn = {
            "role": "assistant",
            "content": "",
            "tool_calls": [{"id": name, "type": "function", "function": called}],
        }
        text = _render(tokenizer, [*_ASKED, turn], options)
        if text is None:
            continue
        if question is not None and text.startswith(question):
            return text[len(question) :]
        start = text.rfind(_QUESTION) + len(_QUESTION)
        # Skip the end of the question's turn too, which looks like the end of this turn.
        head = os.path.commonprefix([text, plain or ""])
        return text[max(start, len(head)) :]
    return ""


#: Ids of the call: Kimi K2 writes its name in the id, Mistral wants nine letters and digits.
_IDS = ("functions.look_up:0", "a1b2c3d4e")
_QUESTION = "Where do I look this up?"
_ASKED = [{"role": "user", "content": _QUESTION}]
_ANSWERED = {"role": "assistant", "content": "Under its name."}


def _render(
    tokenizer: Tokenizer,
    messages: list[dict[str, Any]],
    options: Mapping[str, Any] | None,
    *,
    add_generation_prompt: bool = False,
) -> str | None:
    try:
        return str(
            tokenizer.apply_chat_template(
                messages,
                tools=TOOLS,
                tokenize=False,
                add_generation_prompt=add_generation_prompt,
                **(options or {}),
            )
        )
    except Exception:  # noqa: BLE001 - a template may raise anything
        return None
