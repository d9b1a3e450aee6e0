"""Text as tokens: whole words that are common, letters of the others, digits and marks alone."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

#: One per field of the environment, and per part of a conversation as `dialect.py` writes it.
TAG = re.compile(r"<[a-z_0-9]+>")
PIECE = re.compile(r"<[a-z_0-9]+>|[^\W\d_]+|\d|[^\w\s]|_")

#: Where spacing is other than the rule says: none where one is due, and one where none is.
JOIN, SPACE = "<join>", "<space>"


def split(text: str) -> list[str]:
    """Words, digits, marks and tags, with what is needed to put the text together again."""
    pieces: list[str] = []
    end, previous = 0, ""
    for match in PIECE.finditer(text):
        piece = match.group()
        is_apart = match.start() > end
        if previous and not _is_tag(piece) and not _is_tag(previous):
            due = _space_due(previous, piece)
            if due != is_apart:
                pieces.append(JOIN if due else SPACE)
        pieces.append(piece)
        end, previous = match.end(), piece
    return pieces


def _is_tag(piece: str) -> bool:
    return len(piece) > 2 and piece[0] == "<"


def _space_due(previous: str, piece: str) -> bool:
    if piece[0].isdigit():
        return not previous[0].isdigit()
    return piece[0].isalpha()


class Words:
    """A vocabulary: number of a token by its text, and back. 0 is no token."""

    def __init__(self, tokens: Sequence[str]) -> None:
        self.tokens = list(tokens)
        self.number = {token: index for index, token in enumerate(self.tokens)}

    @classmethod
    def of(cls, texts: Iterable[str], tags: Sequence[str], count_min: int) -> Words:
        """The vocabulary of some texts: the words that occur at least so often, and all letters."""
        count: Counter[str] = Counter()
        for text in texts:
            count.update(split(text))
        letters = sorted({letter for piece in count if piece.isalpha() for letter in piece})
        letters = sorted({*letters, *(chr(at) for at in [*range(65, 91), *range(97, 123)])})
        marks = sorted(piece for piece in count if len(piece) == 1 and not piece.isalpha())
        marks = sorted({*marks, *"0123456789"})
        words = sorted(
            piece for piece, times in count.items() if piece.isalpha() and times >= count_min
        )
        begins, goes_on = [f"^{letter}" for letter in letters], [f"~{letter}" for letter in letters]
        return cls(["<none>", JOIN, SPACE, *tags, *marks, *begins, *goes_on, *words])

    def __len__(self) -> int:
        return len(self.tokens)

    def encode(self, text: str) -> list[int]:
        """The tokens of a text; a letter or a mark never seen is left out."""
        number, ids = self.number, []
        for piece in split(text):
            token_number = number.get(piece)
            if token_number is not None:
                ids.append(token_number)
            elif piece.isalpha():
                spelt = [f"^{piece[0]}", *(f"~{letter}" for letter in piece[1:])]
                ids.extend(number[letter] for letter in spelt if letter in number)
        return ids

    def decode(self, ids: Sequence[int]) -> str:
        text, before, is_joined = "", "", True
        for token in (self.tokens[number] for number in ids):
            if token in (JOIN, SPACE):
                is_joined, text = True, text + (" " if token == SPACE else "")
                continue
            is_spelt = len(token) == 2 and token[0] in "^~"
            piece = token[1] if is_spelt else token
            goes_on = is_joined or token[0] == "~" or _is_tag(piece) or _is_tag(before)
            text += piece if goes_on or not _space_due(before or "0", piece) else f" {piece}"
            is_joined, before = False, piece
        return text

    def save(self, path: Path) -> None:
        path.write_text(json.dumps(self.tokens, ensure_ascii=False))

    @classmethod
    def load(cls, path: Path) -> Words:
        return cls(json.loads(path.read_text()))
