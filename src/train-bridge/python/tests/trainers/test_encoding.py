"""Guards that cached and cut encoding gives the token ids of the tokenizer itself, or is off."""

from __future__ import annotations

import copy
import json
import logging
from typing import Any

import pytest

pytest.importorskip("trl")

from test_dialects import FAMILIES, TOOLS, tokens_of
from tiny import tokenizer
from tokenizers import (
    AddedToken,
    Tokenizer,
    decoders,
    models,
    normalizers,
    pre_tokenizers,
    trainers,
)
from transformers import PreTrainedTokenizerFast

from backchannel import encoding
from backchannel.tokens import Template

WORDS = [
    *(
        "",
        " ",
        "\n\n",
        "Find it.",
        "  two  spaces ",
        "Zürich δέλτα 東京 👩‍🚀 e\u0301",
        "{}",
        "\u00a0x",
    ),
    *("<|im_end|>", "<|im_start|>user\n", "a<|im_end|>\n b", "<|im_", "</s> [INST]", "<think>"),
    '<tool_response>\n{"a": "b"}\n</tool_response>',
]
SYSTEM = "You help with the calls of a company.\n" * 20


def plain(tokens: Any, text: str) -> list[int]:
    return list(tokens.encode(text, add_special_tokens=False))


def trained(model: Any, trainer: Any, *, splits: Any, normalizer: Any, marks: list[Any]) -> Any:
    core = Tokenizer(model)
    core.pre_tokenizer = splits
    if normalizer is not None:
        core.normalizer = normalizer
    core.train_from_iterator([" ".join(WORDS), SYSTEM, "a b c d e f g"], trainer)
    core.add_special_tokens(marks)
    core.decoder = decoders.Fuse()
    return PreTrainedTokenizerFast(tokenizer_object=core, eos_token="<|im_end|>")


def marks_of(**how: bool) -> list[Any]:
    return [
        AddedToken(mark, special=True, normalized=False, **how)
        for mark in ("<|im_end|>", "<|im_start|>")
    ]


def unigram(**how: bool) -> Any:
    trainer = trainers.UnigramTrainer(
        vocab_size=300, unk_token="<unk>", special_tokens=["<unk>"], show_progress=False
    )
    splits = pre_tokenizers.Metaspace(prepend_scheme="first")
    return trained(models.Unigram(), trainer, splits=splits, normalizer=None, marks=marks_of(**how))


def wordpiece() -> Any:
    trainer = trainers.WordPieceTrainer(
        vocab_size=300, special_tokens=["[UNK]"], show_progress=False
    )
    return trained(
        models.WordPiece(unk_token="[UNK]"),
        trainer,
        splits=pre_tokenizers.BertPreTokenizer(),
        normalizer=normalizers.BertNormalizer(),
        marks=marks_of(),
    )


TOKENIZERS = {
    "bytes": tokenizer,
    "first prefix": unigram,
    "wordpiece": wordpiece,
    "takes space before": lambda: unigram(lstrip=True),
    "takes space behind": lambda: unigram(rstrip=True),
    "only whole words": lambda: unigram(single_word=True),
}


@pytest.mark.parametrize("kind", TOKENIZERS)
def test_ids_of_pieces_equal_those_of_the_tokenizer(
    kind: str, caplog: pytest.LogCaptureFixture
) -> None:
    tokens = TOKENIZERS[kind]()
    for one in WORDS:
        for other in WORDS:
            text = f"<|im_start|>system\n{SYSTEM}{one}<|im_end|> {other}<|im_start|>{one}"
            assert encoding.encode(tokens, text) == plain(tokens, text)
            for _ in range(2):
                assert encoding.encode(tokens, text, in_pieces=True) == plain(tokens, text)
    assert not caplog.records


@pytest.mark.parametrize("family", FAMILIES)
def test_an_opening_has_the_ids_of_its_own_tools_and_system_prompt(family: str) -> None:
    tokens = tokens_of(family)
    other_tools = copy.deepcopy(TOOLS)
    other_tools[0]["function"]["description"] = "Looks something else up."
    for _ in range(2):
        for tools in (TOOLS, other_tools, []):
            for system in (SYSTEM, SYSTEM + "Be brief.", ""):
                for word in ("Find it.", "Zürich <|im_end|>", ""):
                    messages = [
                        {"role": "system", "content": system},
                        {"role": "user", "content": word},
                    ]
                    whole = tokens.apply_chat_template(
                        messages, tools=tools or None, tokenize=False, add_generation_prompt=True
                    )
                    assert Template(tokens, tools).opening(messages) == plain(tokens, whole)


def test_the_constant_part_of_an_opening_is_encoded_once(monkeypatch: pytest.MonkeyPatch) -> None:
    tokens = copy.deepcopy(tokenizer())
    encoded: list[str] = []
    whole = encoding.Encoder.whole

    def noting(self: encoding.Encoder, text: str) -> list[int]:
        encoded.append(text)
        return whole(self, text)

    monkeypatch.setattr(encoding.Encoder, "whole", noting)
    for name in ("Ada", "Grace"):
        encoded.clear()
        messages = [
            {"role": "system", "content": SYSTEM},
            {"role": "user", "content": f"I am {name}."},
        ]
        Template(tokens, TOOLS).opening(messages)
    assert not [text for text in encoded if SYSTEM in text]
    assert [text for text in encoded if "Grace" in text]


def test_a_token_that_is_added_later_is_encoded() -> None:
    tokens = copy.deepcopy(tokenizer())
    text = "one<|late|>two"
    assert encoding.encode(tokens, text, in_pieces=True) == plain(tokens, text)
    tokens.add_tokens([AddedToken("<|late|>", special=True, normalized=False)])
    assert encoding.encode(tokens, text, in_pieces=True) == plain(tokens, text)


def test_truncation_and_padding_set_by_others_have_no_effect() -> None:
    tokens = copy.deepcopy(tokenizer())
    text = f"<|im_start|>system\n{SYSTEM}<|im_end|>"
    ids = plain(tokens, text)
    assert encoding.encode(tokens, text) == ids
    tokens(text, truncation=True, max_length=4)
    assert encoding.encode(tokens, text) == ids
    tokens(["a", text], padding=True)
    assert encoding.encode(tokens, "a") == plain(tokens, "a")
    tokens(text, split_special_tokens=True)
    assert encoding.encode(tokens, text, in_pieces=True) == ids


def test_a_tokenizer_whose_pieces_differ_is_not_cached_and_warned_of(
    caplog: pytest.LogCaptureFixture,
) -> None:
    class Own(PreTrainedTokenizerFast):
        """Does something to a text before the core gets it."""

        def encode(self, text: str, **options: Any) -> list[int]:
            ids: list[int] = super().encode(text.replace("  ", " "), **options)
            return ids

    tokens = Own(tokenizer_object=tokenizer().backend_tokenizer, eos_token="<|im_end|>")
    with caplog.at_level(logging.WARNING):
        for text in ("a  b", "<|im_start|>a  b", json.dumps(TOOLS)):
            assert encoding.encode(tokens, text, in_pieces=True) == plain(tokens, text)
    assert len(caplog.records) == 1
    assert "not cached" in caplog.text
