"""Computes the same token ids as `tokenizer.encode`, faster.

Two things speed up tokenizers of the `tokenizers` library. This module calls the Rust tokenizer
directly, without offsets. It also splits a text before special tokens and caches the ids of each
piece, such as the system prompt with the tools of an environment.

Splitting does not change ids: the library finds special tokens first, and encodes the texts between
them separately. On first use, sample texts are encoded both ways. If any ids differ,
`tokenizer.encode` is used for everything.
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

#: Texts for the comparison: empty ones, spaces, several bytes per character, nearly special tokens.
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

    :param in_pieces: whether to cache the ids of the text's pieces
    """
    backend = getattr(tokenizer, "backend_tokenizer", None)
    encoder = None if backend is None else _build_encoder(tokenizer, backend)
    if encoder is None or not encoder.has_defaults():
        return _encode_slowly(tokenizer, text)
    return encoder.in_pieces(text) if in_pieces else encoder.whole(text)


class Encoder:
    """The Rust tokenizer behind a fast tokenizer, with a cache of the pieces that it encoded."""

    def __init__(self, backend: Any) -> None:
        self._backend = backend
        added_tokens = backend.get_added_tokens_decoder().values()
        #: Tokens that the library finds before it does anything else with a text.
        special = [token for token in added_tokens if not token.normalized and token.content]
        #: A text may be split before these. The others depend on the text before them.
        self.cuts = {s.content for s in special if not s.lstrip and not s.single_word}
        longest_first = sorted({token.content for token in special}, key=len, reverse=True)
        self._special = re.compile("|".join(map(re.escape, longest_first)) or "(?!)")
        self._piece = lru_cache(maxsize=PIECES_MAX)(self.whole)

    def has_defaults(self) -> bool:
        """Whether the Rust tokenizer neither truncates nor pads.

        A tokenizer's own `encode` resets these settings in each call; this module does not.
        """
        rust = self._backend
        return rust.truncation is None and rust.padding is None and not rust.encode_special_tokens

    def whole(self, text: str) -> list[int]:
        """The ids of a text, encoded in one piece, without special tokens added."""
        ids: list[int] = self._backend.encode_batch_fast([text], add_special_tokens=False)[0].ids
        return ids

    def in_pieces(self, text: str) -> list[int]:
        """The ids of a text, encoded piece by piece. Equals `whole`, and is faster for known pieces."""
        ids: list[int] = []
        for piece in self.pieces(text):
            ids += self._piece(piece)
        return ids

    def pieces(self, text: str) -> list[str]:
        """Splits a text before each special token at which encoding may start again."""
        found = (m.start() for m in self._special.finditer(text) if m.group() in self.cuts)
        offsets = [0, *found, len(text)]
        return [text[begin:end] for begin, end in itertools.pairwise(offsets) if begin < end]


#: For each tokenizer: its Rust tokenizer, its size, and its encoder; None if ids differ.
_encoders: WeakKeyDictionary[Any, tuple[Any, int, Encoder | None]] = WeakKeyDictionary()


def _build_encoder(tokenizer: Tokenizer, backend: Any) -> Encoder | None:
    # Tokens that are added later need a new encoder.
    size = backend.get_vocab_size(with_added_tokens=True)
    cached = _encoders.get(tokenizer)
    if cached is None or cached[0] is not backend or cached[1] != size:
        cached = (backend, size, _checked_encoder(tokenizer, backend))
        _encoders[tokenizer] = cached
    return cached[2]


def _checked_encoder(tokenizer: Tokenizer, backend: Any) -> Encoder | None:
    if not hasattr(backend, "encode_batch_fast"):
        return None
    encoder = Encoder(backend)
    for text in _texts(sorted(encoder.cuts)):
        try:
            expected_ids = _encode_slowly(tokenizer, text)
            is_same = encoder.whole(text) == expected_ids == encoder.in_pieces(text)
        except Exception:  # noqa: BLE001 - a tokenizer may raise anything
            is_same = False
        if not is_same:
            logger.warning(
                "token ids are not cached: pieces of %r have other ids than the whole", text
            )
            return None
    return encoder


def _texts(cuts: Sequence[str]) -> list[str]:
    """The samples alone, and samples between special tokens; up to 512 of these appear."""
    if not cuts:
        return list(SAMPLES)
    count = max(len(SAMPLES), min(len(cuts), 512))
    joined = []
    for index in range(count):
        sample, other_sample = SAMPLES[index % len(SAMPLES)], SAMPLES[(index + 7) % len(SAMPLES)]
        first, second = cuts[index % len(cuts)], cuts[(index + 1) % len(cuts)]
        joined.append(f"{other_sample}{first}{sample}{second}{other_sample}")
    return [*SAMPLES, *joined]


def _encode_slowly(tokenizer: Tokenizer, text: str) -> list[int]:
    return list(tokenizer.encode(text, add_special_tokens=False))
