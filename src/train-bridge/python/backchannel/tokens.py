"""Applies a chat template turn by turn, so that tokens of the model are never encoded again."""

from __future__ import annotations

import copy
import json
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from .dialects import END, ENDS, HEADS, check_encoding, find_dialect
from .encoding import encode
from .ends import end_tokens, until_end
from .protocols import Tokenizer
from .splicing import OBSERVATIONS, OPENINGS, Conversations, Render, Splicer, create_splicer
from .stream import Head
from .thoughts import after_thoughts

Message = dict[str, Any]


#: The content of a placeholder turn, which stands for the conversation so far. No message has it.
_LAST_WORDS = "backchannellastwords"
_QUESTION: Message = {"role": "user", "content": "Go on."}
_TURN: Message = {"role": "assistant", "content": _LAST_WORDS}
#: What a head may end with to open a thought, which the model's own text only closes.
_THOUGHTS = ("<think>", "<|channel>thought")
#: The most tokens of a mark that opens a thought, with the space after it.
_THOUGHT_TOKENS = 16


class Template:
    """A tokenizer's chat template, applied turn by turn.

    Tokens of the model never change. To encode an observation, the template renders it after a
    placeholder turn, and only the text after that turn is encoded. Rendering whole conversations
    would be slower, and many templates drop earlier thoughts.

    :param dialect: how the model writes tool calls; by default found from the template
    :param checkpoint: configurations of the model, which may name more end tokens; see
        `ends.model_configs`
    :raises UnknownTemplate: if the dialect cannot be found; see also `dialects.check_encoding`
    """

    def __init__(
        self,
        tokenizer: Tokenizer,
        tools: Sequence[Mapping[str, Any]],
        options: Mapping[str, Any] | None = None,
        dialect: str | None = None,
        checkpoint: Iterable[Any] = (),
    ) -> None:
        check_encoding(tokenizer)
        self._tokenizer = tokenizer
        self._tools = [dict(tool) for tool in tools] or None
        self._options = dict(options or {})
        #: The client names this when it opens an episode.
        self.dialect = dialect or find_dialect(tokenizer, self._options)
        self._end = self._end_of_turn()
        self._end_texts = [self._text([self._end]), *ENDS.get(self.dialect, ())]
        self._head_texts = HEADS.get(self.dialect, ())
        self._ends = {self._end, *self._single_ids(self._end_texts)}
        self._head_ids = self._single_ids(self._head_texts)
        #: Ids that end a turn. Generation must stop at them.
        self.stops = end_tokens(tokenizer, self.dialect, checkpoint)
        self._all_ends = self._ends | self._head_ids | set(self.stops)
        self._thought = ""
        self._heads: list[Head] | None = None
        self._splicers: dict[Conversations, Splicer | None] = {}

    def opening(self, messages: Sequence[Message]) -> list[int]:
        """The tokens of the opening messages and of the head of the first assistant turn."""
        text = self._spliced(OPENINGS, list(messages), self._opening_text)
        self._thought = _thought_opened_by(text)
        # All episodes of an environment share the beginning of this text.
        return encode(self._tokenizer, text, in_pieces=True)

    def observation(self, messages: Sequence[Message]) -> list[int]:
        """The tokens between the end of a turn and the beginning of the next one."""
        text = self._spliced(OBSERVATIONS, list(messages), self._observation_text)
        self._thought = _thought_opened_by(text)
        return self._encode(text)

    def fork(self, token_ids: Sequence[int]) -> Template:
        """A template for a branch, whose next turn follows these tokens."""
        template = copy.copy(self)
        template._thought = _thought_opened_by(self._text(token_ids[-_THOUGHT_TOKENS:]))
        return template

    def _opening_text(self, messages: list[Message]) -> str:
        return self._render(messages, add_generation_prompt=True)

    def _observation_text(self, messages: list[Message]) -> str:
        refusal: Exception | None = None
        is_rendered = False
        for turn in _turns_before(messages):
            try:
                text = self._text_after(turn, messages)
            except Exception as error:  # noqa: BLE001 - a template may raise anything
                refusal = error
                continue
            is_rendered = True
            if text is not None:
                return text
        if refusal is not None and not is_rendered:
            roles = " and ".join(str(message["role"]) for message in messages)
            raise ValueError(
                f"the chat template refuses messages of {roles} after an assistant turn: {refusal}"
            ) from refusal
        raise ValueError(
            f"the chat template does not end an assistant turn with {self._end_texts[0]!r}; "
            "set the tokenizer's eos_token to the token that does"
        )

    def reply(self, written: Sequence[int], messages: Sequence[Message]) -> list[int]:
        """The tokens after a turn of the model: its end token if missing, and the observation."""
        observed = self.observation(messages)
        if len(written) > 0 and observed[:1] == [written[-1]] and self.is_ended(written):
            # The head of the next message ended the turn, and the model has already written it.
            return observed[1:]
        if observed and observed[0] in self._head_ids:
            return observed
        return self.missing_end(written) + observed

    def is_ended(self, token_ids: Sequence[int]) -> bool:
        """Whether the model itself ended its turn."""
        return len(token_ids) > 0 and token_ids[-1] in self._all_ends

    def until_end(self, token_ids: Sequence[int]) -> list[int]:
        """The tokens of a turn, without any that the model generated after its end."""
        return until_end(token_ids, self.stops)

    def missing_end(self, token_ids: Sequence[int]) -> list[int]:
        """The end token for a turn that has none; empty if it has one."""
        is_closed = len(token_ids) > 0 and token_ids[-1] in self._ends
        return [] if is_closed else [self._end]

    def text(self, token_ids: Sequence[int]) -> str:
        """The text of a turn without its end tokens. Special tokens of tool calls stay."""
        end = self._end_of_text(token_ids)
        return self._thought + self._text(token_ids[:end])

    def without_thought(self, token_ids: Sequence[int]) -> list[int] | None:
        """The turn without the thoughts at its beginning; None if it has none there."""
        end = self._end_of_text(token_ids)
        answer = after_thoughts(self._thought + self._text(token_ids[:end]))
        if answer is None:
            return None
        # The tokens of the model stay, unless the answer begins within a token.
        start = bisect_left(
            range(end), -len(answer), key=lambda index: -len(self._text(token_ids[index:end]))
        )
        kept_ids = list(token_ids[start:end])
        ids = kept_ids if self._text(kept_ids) == answer else self._encode(answer)
        return ids + list(token_ids[end:])

    def heads(self) -> list[Head]:
        """The heads of turns that follow a question, and of those that follow a tool's result.

        :raises ValueError: if the template writes a question differently once it is answered
        """
        if self._heads is None:
            question = self._head_after([_QUESTION])
            if question is None:
                raise ValueError(
                    "thoughts cannot be hidden, because the chat template writes a question "
                    "differently once it is answered: set thoughts to keep"
                )
            heads = [question, *map(self._head_after, _conversations_with_result())]
            self._heads = [head for head in heads if head is not None]
        return self._heads

    def _head_after(self, messages: list[Message]) -> Head | None:
        """The tokens before a turn that the model writes next, and before an earlier turn."""
        try:
            prompt_text = self._render(messages, add_generation_prompt=False)
            generation_text = self._render(messages, add_generation_prompt=True)
            past = self._render([*messages, _TURN, _QUESTION], add_generation_prompt=False)
        except Exception:  # noqa: BLE001 - a template may raise anything
            return None
        start = past.find(_LAST_WORDS, len(prompt_text))
        if start < 0 or not (
            generation_text.startswith(prompt_text) and past.startswith(prompt_text)
        ):
            return None
        return (
            self._encode(generation_text[len(prompt_text) :]),
            self._encode(past[len(prompt_text) : start]),
        )

    def _end_of_turn(self) -> int:
        """The token by which the template ends a turn."""
        named = self._single_ids([END[self.dialect]] if self.dialect in END else [])
        end = min(named, default=self._tokenizer.eos_token_id)
        if end is None:
            raise ValueError("the tokenizer has no end-of-turn token: set its eos_token")
        return int(end)

    def _single_ids(self, texts: Iterable[str]) -> set[int]:
        """The ids of those texts that are one token."""
        encoded = [self._encode(text) for text in texts]
        return {ids[0] for ids in encoded if len(ids) == 1}

    def _end_of_text(self, token_ids: Sequence[int]) -> int:
        """The number of tokens before the end tokens."""
        end = len(token_ids)
        while end > 0 and token_ids[end - 1] in self._all_ends:
            end -= 1
        return end

    def _spliced(
        self, conversations: Conversations, messages: list[Message], render: Render
    ) -> str:
        if conversations not in self._splicers:
            template = (self._tokenizer, self._tools, self._options, self.dialect)
            self._splicers[conversations] = create_splicer(*template, conversations)
        splicer = self._splicers[conversations]
        return render(messages) if splicer is None else splicer.text(messages, render)

    def _text_after(self, turn: Message, messages: list[Message]) -> str | None:
        """The text that the template adds after a turn; None if the turn's end is not found."""
        text = self._render([_QUESTION, turn, *messages], add_generation_prompt=True)
        start = text.find(_LAST_WORDS)
        if start < 0:
            return None
        # What follows an end, or begins with a head: the first of them in the text.
        matches = [(text.find(end, start), len(end)) for end in self._end_texts]
        matches += [(text.find(head, start), 0) for head in self._head_texts]
        first = min((match for match in matches if match[0] >= 0), default=None)
        return None if first is None else text[sum(first) :]

    def _render(self, messages: list[Message], *, add_generation_prompt: bool) -> str:
        rendered = self._tokenizer.apply_chat_template(
            messages,
            tools=self._tools,
            tokenize=False,
            add_generation_prompt=add_generation_prompt,
            **self._options,
        )
        return str(rendered)

    def _text(self, token_ids: Sequence[int]) -> str:
        return self._tokenizer.decode(
            list(token_ids),
            skip_special_tokens=False,
            # It would remove spaces that the model wrote.
            clean_up_tokenization_spaces=False,
        )

    def _encode(self, text: str) -> list[int]:
        return encode(self._tokenizer, text)


def _thought_opened_by(text: str) -> str:
    """The mark of a thought that a text ends with, as it belongs before the model's own text."""
    written = text.rstrip()
    return next((f"{mark}\n" for mark in _THOUGHTS if written.endswith(mark)), "")


def _turns_before(messages: Sequence[Message]) -> Iterator[Message]:
    """Placeholder turns that the messages may follow. Tool results first follow tool calls."""
    answers = [message for message in messages if message["role"] == "tool"]
    if answers:
        for arguments in (_ARGUMENTS, json.dumps(_ARGUMENTS)):
            calls = [
                {
                    "id": str(answer.get("tool_call_id") or index)[-9:].rjust(9, "0"),
                    "type": "function",
                    "function": {"name": answer.get("name", ""), "arguments": arguments},
                }
                for index, answer in enumerate(answers)
            ]
            yield {"role": "assistant", "content": "", "tool_calls": calls}
    yield _TURN


def _conversations_with_result() -> Iterator[list[Message]]:
    """Conversations that end with a tool's result, in the forms that templates accept."""
    result = {"role": "tool", "tool_call_id": "call_1", "name": "look_up", "content": "It is here."}
    for turn in _turns_before([result]):
        yield [_QUESTION, turn, result]


_ARGUMENTS = {"said": _LAST_WORDS}
