"""Text of a chat template for messages that differ from earlier ones only in what they say.

A template is rendered once for each shape of messages, with placeholders as contents; later texts
are put together from its fixed parts and the contents. Sample conversations are compared with the
template itself when it is first used, and it is always rendered if they differ.
"""

from __future__ import annotations

import ast
import contextlib
import itertools
import json
import logging
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any
from weakref import WeakKeyDictionary

from .encoding import SAMPLES
from .protocols import Tokenizer

logger = logging.getLogger(__name__)

Message = dict[str, Any]
#: Renders messages by the template itself.
Render = Callable[[list[Message]], str]

#: Roles of messages that stand together, some conversations of each kind.
Conversations = tuple[tuple[str, ...], ...]

#: Shapes of messages whose parts are kept, and templates with tools, of one tokenizer.
SHAPES_MAX = 256
SPLICERS_MAX = 64


def _as_json(content: str) -> str:
    return json.dumps(content, ensure_ascii=False)[1:-1]


#: What templates do with a content; the first that fits a role is taken for it.
_FORMS: tuple[Callable[[str], str], ...] = (
    lambda content: content,
    str.strip,
    _as_json,
    lambda content: _as_json(content.strip()),
)
_ROLES = ("system", "user", "tool")
_BLOCK = re.compile(r"\{[{%](.*?)[%}]\}", re.DOTALL)
_TEXT = r"""'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*\""""
_LITERAL = re.compile(_TEXT, re.DOTALL)
_EDGE = re.compile(rf"(?:starts|ends)with\(\s*({_TEXT})", re.DOTALL)


class Contents:
    """How a template writes the contents of messages, found by rendering samples."""

    def __init__(self, source: str, conversations: Conversations) -> None:
        """
        :param source: the template, whose constants may be what it looks for in contents
        """
        blocks = "\n".join(_BLOCK.findall(source))
        self._words = _texts_of(_LITERAL.findall(blocks))
        self._edges = _texts_of(_EDGE.findall(blocks))
        self._conversations = conversations
        self._forms = dict.fromkeys(_ROLES, _FORMS[0])
        #: Words that the template treats in a way of its own.
        self._refused: list[str] = []
        self._is_sound: bool | None = None

    def are_spliced(self, messages: list[Message], render: Render) -> bool:
        """Whether these contents are written like others."""
        if self._is_sound is None:
            self._is_sound = self._check(render)
        contents = [message["content"] for message in messages]
        # Templates leave empty messages out, or parts of them.
        return self._is_sound and not any(
            not content.strip() or any(word in content for word in self._refused)
            for content in contents
        )

    def join(self, parts: list[str], messages: list[Message]) -> str:
        said = (self._forms.get(m["role"], _FORMS[0])(m["content"]) for m in messages)
        return parts[0] + "".join(
            f"{text}{part}" for text, part in zip(said, parts[1:], strict=True)
        )

    def _check(self, render: Render) -> bool:
        usable = [roles for roles in self._conversations if _can_render(roles, render)]
        samples = [sample for sample in SAMPLES if sample.strip()]
        for role in _ROLES:
            where = [roles for roles in usable if role in roles]
            for form in _FORMS:
                self._forms[role] = form
                if not any(
                    self._is_other(text, role, roles, render) for roles in where for text in samples
                ):
                    break
            else:
                logger.warning(
                    "the chat template is rendered for every message: it does not write a message "
                    "of the role %s as it stands",
                    role,
                )
                return False
            for words in self._found_together():
                first, last = words
                around = (first, f"{first} x", f"x {first}", f"x{first}x", f"{first} x {last}")
                if any(
                    self._is_other(text, role, roles, render)
                    for roles in where[:1]
                    for text in (around if first == last else around[-1:])
                ):
                    self._refused += words
        return True

    def _found_together(self) -> Iterator[tuple[str, str]]:
        """Each word with itself, and at both ends of a content those that are looked for there."""
        yield from ((word, word) for word in self._words if word.strip())
        yield from itertools.permutations(self._edges, 2)

    def _is_other(self, text: str, role: str, roles: Sequence[str], render: Render) -> bool:
        """Whether the template writes a content otherwise than it writes a plain one."""
        plain = [_message(each, "x", place) for place, each in enumerate(roles)]
        parts = _parts_of(plain, render)
        said = [{**m, "content": text} if m["role"] == role else m for m in plain]
        return parts is None or self.join(parts, said) != _rendered(said, render)


class Splicer:
    """The fixed parts of a template with its tools, by the shape of the messages."""

    def __init__(self, contents: Contents) -> None:
        self._contents = contents
        self._shapes: dict[Any, list[str] | None] = {}

    def text(self, messages: list[Message], render: Render) -> str:
        """What `render` returns for the messages."""
        shape = _shape_of(messages)
        if shape is None or not self._contents.are_spliced(messages, render):
            return render(messages)
        if shape not in self._shapes:
            return self._learn(shape, messages, render)
        parts = self._shapes[shape]
        return render(messages) if parts is None else self._contents.join(parts, messages)

    def _learn(self, shape: Any, messages: list[Message], render: Render) -> str:
        text = render(messages)
        parts = _parts_of(messages, render)
        if len(self._shapes) >= SHAPES_MAX:
            self._shapes.clear()
        is_same = parts is not None and self._contents.join(parts, messages) == text
        self._shapes[shape] = parts if is_same else None
        return text


def _message(role: str, content: str, place: int) -> Message:
    message = {"role": role, "content": content}
    return (
        message | {"name": "look_up", "tool_call_id": f"call_{place}"}
        if role == "tool"
        else message
    )


def _can_render(roles: Sequence[str], render: Render) -> bool:
    return _rendered([_message(role, "x", n) for n, role in enumerate(roles)], render) is not None


def _rendered(messages: list[Message], render: Render) -> str | None:
    try:
        return render(messages)
    except Exception:  # noqa: BLE001 - templates raise whatever they like at what they do not know
        return None


def _shape_of(messages: list[Message]) -> Any:
    """All of the messages but their contents; None if that is more than texts."""
    shape = []
    for message in messages:
        if "content" not in message or not all(isinstance(each, str) for each in message.values()):
            return None
        shape.append(tuple((k, "" if k == "content" else v) for k, v in message.items()))
    return tuple(shape)


def _parts_of(messages: list[Message], render: Render) -> list[str] | None:
    """What the template writes around the contents, in order; None if it is not around each once."""
    holders = [f"backchannelcontent{place}end" for place in range(len(messages))]
    held = [{**m, "content": holder} for m, holder in zip(messages, holders, strict=True)]
    rest = _rendered(held, render)
    if rest is None:
        return None
    parts = []
    for holder in holders:
        if rest.count(holder) != 1:
            return None
        part, rest = rest.split(holder)
        parts.append(part)
    return [*parts, rest]


class _Known:
    """What is known of one tokenizer, by everything that its template writes besides messages."""

    def __init__(self) -> None:
        self.contents: dict[Any, Contents] = {}
        self.splicers: dict[Any, Splicer] = {}


_known: WeakKeyDictionary[Any, _Known] = WeakKeyDictionary()

#: Roles that follow each other in openings, and behind an assistant's turn.
OPENINGS: Conversations = (("system", "user"), ("user",))
OBSERVATIONS: Conversations = (("tool",), ("user",), ("tool", "tool"), ("tool", "user"))


def splicer_of(
    tokenizer: Tokenizer,
    tools: Sequence[Mapping[str, Any]] | None,
    options: Mapping[str, Any],
    dialect: str,
    conversations: Conversations,
) -> Splicer | None:
    """The parts of a tokenizer's template with these tools; None if it has to be rendered."""
    source = options.get("chat_template") or getattr(tokenizer, "chat_template", None)
    if isinstance(source, dict):
        source = "\n".join(source.values())
    # A template that asks for the time writes another text tomorrow.
    if not isinstance(source, str) or "strftime_now" in source:
        return None
    names = ("bos_token", "eos_token", "pad_token", "unk_token")
    special = tuple(str(getattr(tokenizer, name, None)) for name in names)
    try:
        # In their order: templates write members as they come.
        written = (json.dumps(options), json.dumps(tools))
    except (TypeError, ValueError):
        return None
    known = _known.setdefault(tokenizer, _Known())
    template = (source, special, written[0], dialect, conversations)
    if (template, written[1]) not in known.splicers:
        if len(known.splicers) >= SPLICERS_MAX:
            known.splicers.clear()
        contents = known.contents.get((template, bool(tools)))
        if contents is None:
            contents = Contents(source, conversations)
            known.contents[template, bool(tools)] = contents
        known.splicers[template, written[1]] = Splicer(contents)
    return known.splicers[template, written[1]]


def _texts_of(literals: Sequence[str]) -> list[str]:
    """The values of text constants, each once."""
    found = set()
    for literal in literals:
        with contextlib.suppress(ValueError, SyntaxError):
            found.add(str(ast.literal_eval(literal)))
    return sorted(found)
