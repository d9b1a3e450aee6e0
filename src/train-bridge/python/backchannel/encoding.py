"""Token ids of rendered text, as `tokenizer.encode` gives them, with less work.

Two things make it faster for tokenizers of the `tokenizers` library. Its core is asked directly and
does not compute offsets. And a text is cut in front of special tokens, so that the ids of a piece
that comes again, such as the system prompt with the tools of an environment, are looked up.

A cut is exact: the library finds special tokens first, and what lies between them never meets.
All the same the ids of sample texts are compared with those of the plain path when a tokenizer is
first used, and the plain path stays in use if they differ.
"""

from __future__ import annotations

import itertools
import logging
import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any
from weakref import WeakKeyDictionary

from .protocols import Tokenizer

logger = logging.getLogger(__name__)

#: The most pieces whose ids are cached for one tokenizer.
PIECES_MAX = 256

#: Compared between the marks of a tokenizer: empty, at the edge of words, of several bytes, and
#: like special tokens.
SAMPLES = (
    *("", " ", "\n", "\n\n ", "word", " two words ", "\tdef f(x):\n  return x\n", "1,234.50"),
    *(
        "Zürich δέλτα 東京 👩‍🚀",
        "e\u0301\u0301",
        "\u200b",
        "<|im_",
        "<|im_end|",
        "|>",
        "<s>",
        "</s>",
    ),
    *(
        "[INST]",
        "<think>\n",
        "<tool_call>",
        "\u2581",
        "Ġword",
        "A" * 70,
        "don't",
        "\r\n",
        "\u00a0x",
    ),
)


def encode(tokenizer: Tokenizer, text: str, *, in_pieces: bool = False) -> list[int]:
    """The ids of a text without added special tokens.

    :param in_pieces: look up the pieces of the text, and keep those that are new
    """
    backend = getattr(tokenizer, "backend_tokenizer", None)
    encoder = None if backend is None else _encoder_of(tokenizer, backend)
    if encoder is None or not encoder.has_defaults():
        return _encode_plainly(tokenizer, text)
    return encoder.in_pieces(text) if in_pieces else encoder.whole(text)


class Encoder:
    """The core of a fast tokenizer, and the ids of pieces that it has encoded."""

    def __init__(self, backend: Any) -> None:
        self._backend = backend
        added = backend.get_added_tokens_decoder().values()
        #: Tokens that are found before anything else is done with a text.
        marks = [token for token in added if not token.normalized and token.content]
        #: In front of these a text may be cut. Others look at what stands before them.
        self.cuts = {m.content for m in marks if not m.lstrip and not m.single_word}
        longest_first = sorted({mark.content for mark in marks}, key=len, reverse=True)
        self._marks = re.compile("|".join(map(re.escape, longest_first)) or "(?!)")
        self._piece = lru_cache(maxsize=PIECES_MAX)(self.whole)

    def has_defaults(self) -> bool:
        """Whether nobody has asked the core for more than the ids of whole texts.

        `encode` of a tokenizer resets these settings in each call; this module leaves them alone.
        """
        core = self._backend
        return core.truncation is None and core.padding is None and not core.encode_special_tokens

    def whole(self, text: str) -> list[int]:
        found: list[int] = self._backend.encode_batch_fast([text], add_special_tokens=False)[0].ids
        return found

    def in_pieces(self, text: str) -> list[int]:
        ids: list[int] = []
        for piece in self.pieces(text):
            ids += self._piece(piece)
        return ids

    def pieces(self, text: str) -> list[str]:
        found = (mark.start() for mark in self._marks.finditer(text) if mark.group() in self.cuts)
        places = [0, *found, len(text)]
        return [text[begin:end] for begin, end in itertools.pairwise(places) if begin < end]


#: The encoder of each tokenizer, and what it was made for; None where it differs.
_encoders: WeakKeyDictionary[Any, tuple[Any, int, Encoder | None]] = WeakKeyDictionary()


def _encoder_of(tokenizer: Tokenizer, backend: Any) -> Encoder | None:
    # A token that is added later makes a new one.
    size = backend.get_vocab_size(with_added_tokens=True)
    known = _encoders.get(tokenizer)
    if known is None or known[0] is not backend or known[1] != size:
        known = (backend, size, _checked(tokenizer, backend))
        _encoders[tokenizer] = known
    return known[2]


def _checked(tokenizer: Tokenizer, backend: Any) -> Encoder | None:
    if not hasattr(backend, "encode_batch_fast"):
        return None
    encoder = Encoder(backend)
    for text in _texts(sorted(encoder.cuts)):
        try:
            plain = _encode_plainly(tokenizer, text)
            is_same = encoder.whole(text) == plain == encoder.in_pieces(text)
        except Exception:  # noqa: BLE001 - a core may refuse a text in any way
            is_same = False
        if not is_same:
            logger.warning(
                "token ids are not cached: pieces of %r have other ids than the whole", text
            )
            return None
    return encoder


def _texts(marks: Sequence[str]) -> list[str]:
    """The samples alone, and each between two of the marks, so that all marks have had their turn."""
    if not marks:
        return list(SAMPLES)
    count = max(len(SAMPLES), min(len(marks), 512))
    joined = []
    for place in range(count):
        sample, other = SAMPLES[place % len(SAMPLES)], SAMPLES[(place + 7) % len(SAMPLES)]
        first, second = marks[place % len(marks)], marks[(place + 1) % len(marks)]
        joined.append(f"{other}{first}{sample}{second}{other}")
    return [*SAMPLES, *joined]


def _encode_plainly(tokenizer: Tokenizer, text: str) -> list[int]:
    return list(tokenizer.encode(text, add_special_tokens=False))
