"""Renders a chat template faster when only the contents of the messages are new.

The template is rendered once for each shape of messages, with placeholders as contents. Later texts
join the fixed parts of that rendering with the new contents. On first use, sample conversations are
compared with the template's own output. If any differs, every conversation is rendered in full.
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

#: Sequences of roles, one for each sample conversation.
Conversations = tuple[tuple[str, ...], ...]

#: The most shapes that one splicer caches.
SHAPES_MAX = 256
#: The most splicers that are cached for one tokenizer.
SPLICERS_MAX = 64


def _as_json(content: str) -> str:
    return json.dumps(content, ensure_ascii=False)[1:-1]


#: Ways in which templates write a content. Each role uses the first one that reproduces it.
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
        :param source: the template; it may search contents for the text constants that it holds
        """
        blocks = "\n".join(_BLOCK.findall(source))
        self._literals = _literal_texts(_LITERAL.findall(blocks))
        self._edges = _literal_texts(_EDGE.findall(blocks))
        self._conversations = conversations
        self._forms = dict.fromkeys(_ROLES, _FORMS[0])
        #: Texts that the template treats specially when a content has them.
        self._special: list[str] = []
        self._has_passed: bool | None = None

    def can_splice(self, messages: list[Message], render: Render) -> bool:
        """Whether the template writes these contents like any other content."""
        if self._has_passed is None:
            self._has_passed = self._check(render)
        contents = [message["content"] for message in messages]
        # Templates omit empty messages, or parts of them.
        return self._has_passed and not any(
            not content.strip() or any(text in content for text in self._special)
            for content in contents
        )

    def join(self, parts: list[str], messages: list[Message]) -> str:
        """The fixed parts with the contents of the messages between them."""
        texts = (self._forms.get(m["role"], _FORMS[0])(m["content"]) for m in messages)
        return parts[0] + "".join(
            f"{text}{part}" for text, part in zip(texts, parts[1:], strict=True)
        )

    def _check(self, render: Render) -> bool:
        renderable = [roles for roles in self._conversations if _can_render(roles, render)]
        samples = [sample for sample in SAMPLES if sample.strip()]
        for role in _ROLES:
            with_role = [roles for roles in renderable if role in roles]
            for form in _FORMS:
                self._forms[role] = form
                if not any(
                    self._differs(text, role, roles, render)
                    for roles in with_role
                    for text in samples
                ):
                    break
            else:
                logger.warning(
                    "the chat template is rendered for every message: it changes the content of "
                    "messages with the role %s",
                    role,
                )
                return False
            for pair in self._suspect_pairs():
                first, last = pair
                around = (first, f"{first} x", f"x {first}", f"x{first}x", f"{first} x {last}")
                if any(
                    self._differs(text, role, roles, render)
                    for roles in with_role[:1]
                    for text in (around if first == last else around[-1:])
                ):
                    self._special += pair
        return True

    def _suspect_pairs(self) -> Iterator[tuple[str, str]]:
        """Each constant twice, and all pairs of constants that begin and end a content."""
        yield from ((literal, literal) for literal in self._literals if literal.strip())
        yield from itertools.permutations(self._edges, 2)

    def _differs(self, text: str, role: str, roles: Sequence[str], render: Render) -> bool:
        """Whether splicing this content gives another text than rendering it."""
        placeholders = [_message(each, "x", index) for index, each in enumerate(roles)]
        parts = _message_parts(placeholders, render)
        variant = [{**m, "content": text} if m["role"] == role else m for m in placeholders]
        return parts is None or self.join(parts, variant) != _rendered(variant, render)


class Splicer:
    """The fixed parts of a template with given tools, for each shape of messages."""

    def __init__(self, contents: Contents) -> None:
        self._contents = contents
        self._shapes: dict[Any, list[str] | None] = {}

    def text(self, messages: list[Message], render: Render) -> str:
        """The same text as `render` returns for the messages."""
        shape = _message_shape(messages)
        if shape is None or not self._contents.can_splice(messages, render):
            return render(messages)
        if shape not in self._shapes:
            return self._learn(shape, messages, render)
        parts = self._shapes[shape]
        return render(messages) if parts is None else self._contents.join(parts, messages)

    def _learn(self, shape: Any, messages: list[Message], render: Render) -> str:
        text = render(messages)
        parts = _message_parts(messages, render)
        if len(self._shapes) >= SHAPES_MAX:
            self._shapes.clear()
        is_same = parts is not None and self._contents.join(parts, messages) == text
        self._shapes[shape] = parts if is_same else None
        return text


def _message(role: str, content: str, index: int) -> Message:
    message = {"role": role, "content": content}
    if role == "tool":
        message |= {"name": "look_up", "tool_call_id": f"call_{index}"}
    return message


def _can_render(roles: Sequence[str], render: Render) -> bool:
    return _rendered([_message(role, "x", n) for n, role in enumerate(roles)], render) is not None


def _rendered(messages: list[Message], render: Render) -> str | None:
    try:
        return render(messages)
    except Exception:  # noqa: BLE001 - a template may raise anything
        return None


def _message_shape(messages: list[Message]) -> Any:
    """Every member of the messages except the contents; None if a value is not a text."""
    shape = []
    for message in messages:
        if "content" not in message or not all(isinstance(each, str) for each in message.values()):
            return None
        shape.append(tuple((k, "" if k == "content" else v) for k, v in message.items()))
    return tuple(shape)


def _message_parts(messages: list[Message], render: Render) -> list[str] | None:
    """The text around the contents, in order; None if a content does not appear exactly once."""
    placeholders = [f"backchannelcontent{index}end" for index in range(len(messages))]
    pairs = zip(messages, placeholders, strict=True)
    remainder = _rendered([{**message, "content": text} for message, text in pairs], render)
    if remainder is None:
        return None
    parts = []
    for placeholder in placeholders:
        if remainder.count(placeholder) != 1:
            return None
        part, remainder = remainder.split(placeholder)
        parts.append(part)
    return [*parts, remainder]


class _Cache:
    """The results for one tokenizer. Keys hold everything that the text depends on but messages."""

    def __init__(self) -> None:
        self.contents: dict[Any, Contents] = {}
        self.splicers: dict[Any, Splicer] = {}


_caches: WeakKeyDictionary[Any, _Cache] = WeakKeyDictionary()

#: Roles of the messages that open an episode.
OPENINGS: Conversations = (("system", "user"), ("user",))
#: Roles of the messages that follow an assistant turn.
OBSERVATIONS: Conversations = (("tool",), ("user",), ("tool", "tool"), ("tool", "user"))


def create_splicer(
    tokenizer: Tokenizer,
    tools: Sequence[Mapping[str, Any]] | None,
    options: Mapping[str, Any],
    dialect: str,
    conversations: Conversations,
) -> Splicer | None:
    """The splicer of a tokenizer's template with these tools; None if it cannot be spliced."""
    source = options.get("chat_template") or getattr(tokenizer, "chat_template", None)
    if isinstance(source, dict):
        source = "\n".join(source.values())
    # A template that reads the clock writes another text tomorrow.
    if not isinstance(source, str) or "strftime_now" in source:
        return None
    names = ("bos_token", "eos_token", "pad_token", "unk_token")
    special = tuple(str(getattr(tokenizer, name, None)) for name in names)
    try:
        # Unsorted, because templates write members in their order.
        options_text, tools_text = json.dumps(options), json.dumps(tools)
    except (TypeError, ValueError):
        return None
    cache = _caches.setdefault(tokenizer, _Cache())
    template = (source, special, options_text, dialect, conversations)
    key = (template, tools_text)
    if key not in cache.splicers:
        if len(cache.splicers) >= SPLICERS_MAX:
            cache.splicers.clear()
        contents = cache.contents.get((template, bool(tools)))
        if contents is None:
            contents = Contents(source, conversations)
            cache.contents[template, bool(tools)] = contents
        cache.splicers[key] = Splicer(contents)
    return cache.splicers[key]


def _literal_texts(literals: Sequence[str]) -> list[str]:
    """The values of text constants, each once."""
    texts = set()
    for literal in literals:
        with contextlib.suppress(ValueError, SyntaxError):
            texts.add(str(ast.literal_eval(literal)))
    return sorted(texts)
