"""Keeps a conversation as one token stream and never re-encodes what the model wrote."""

from __future__ import annotations

import json
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from .dialects import ENDS, HEADS, find_dialect
from .encoding import encode
from .ends import end_tokens, until_end
from .protocols import Tokenizer
from .splicing import OBSERVATIONS, OPENINGS, Conversations, Render, Splicer, splicer_of
from .thoughts import after_thoughts

Message = dict[str, Any]


#: Stands for the conversation so far when the tokens of the next messages are looked for; a text
#: that no message says.
_LAST_WORDS = "backchannellastwords"
_ASKED: Message = {"role": "user", "content": "Go on."}
_SAID: Message = {"role": "assistant", "content": _LAST_WORDS}
_THOUGHT = "<think>"


class Template:
    """A tokenizer's chat template, applied piece by piece.

    Tokens that the model wrote stay as they are. The tokens of an observation are found as the text
    that the template adds for it behind a conversation that ends with an assistant turn; so no
    template has to render the whole conversation again, which would also drop earlier thoughts.

    :param dialect: how the model writes tool calls; found by what the template writes, if left out
    :param checkpoint: the settings of the model, whose end tokens count too; see `ends.configs_of`
    :raises UnknownTemplate: if that cannot be found
    """

    def __init__(
        self,
        tokenizer: Tokenizer,
        tools: Sequence[Mapping[str, Any]],
        options: Mapping[str, Any] | None = None,
        dialect: str | None = None,
        checkpoint: Iterable[Any] = (),
    ) -> None:
        self._tokenizer = tokenizer
        self._tools = [dict(tool) for tool in tools] or None
        self._options = dict(options or {})
        #: The client names this when it opens an episode.
        self.dialect = dialect or find_dialect(tokenizer, self._options)
        end = tokenizer.eos_token_id
        if end is None:
            raise ValueError("the tokenizer has no end-of-turn token: set its eos_token")
        self._end = end
        #: Whether a turn ends with a token of its own; else the head of the next one ends it.
        self._is_closed = self.dialect not in HEADS
        self._marks = [self._text([end]), *ENDS.get(self.dialect, ())]
        written = [self._encode(mark) for mark in (*self._marks, *HEADS.get(self.dialect, ()))]
        self._ends = {end, *(ids[0] for ids in written if len(ids) == 1)}
        #: At each of these the model has ended its turn: nothing beyond it is to be generated.
        self.stops = end_tokens(tokenizer, self.dialect, checkpoint)
        self._all_ends = self._ends | set(self.stops)
        self._thought = ""
        self._heads: tuple[list[int], list[int]] | None = None
        self._splicers: dict[Conversations, Splicer | None] = {}

    def opening(self, messages: Sequence[Message]) -> list[int]:
        """The tokens of the opening messages and of the head of the first assistant turn."""
        text = self._spliced(OPENINGS, list(messages), self._opening_text)
        # Some heads open a thought, which the model's own text then only closes.
        self._thought = f"{_THOUGHT}\n" if text.rstrip().endswith(_THOUGHT) else ""
        # Its beginning is the same in all episodes of an environment.
        return encode(self._tokenizer, text, in_pieces=True)

    def observation(self, messages: Sequence[Message]) -> list[int]:
        """The tokens between the end of a turn and what the model writes next."""
        return self._encode(self._spliced(OBSERVATIONS, list(messages), self._observation_text))

    def _opening_text(self, messages: list[Message]) -> str:
        return self._render(messages, add_generation_prompt=True)

    def _observation_text(self, messages: list[Message]) -> str:
        for said in _turns_before(messages):
            text = self._after_turn(messages, said)
            if text is not None:
                return text
        raise ValueError(
            f"the chat template does not end an assistant turn with {self._marks[0]!r}; "
            "set the tokenizer's eos_token to the token that does"
        )

    def reply(self, written: Sequence[int], messages: Sequence[Message]) -> list[int]:
        """The tokens behind what the model wrote: the end that is missing, and the observation."""
        said = self.observation(messages)
        if len(written) > 0 and said[:1] == [written[-1]] and self.is_ended(written):
            # Where the head of the next turn ends this one, the model has written it already.
            return said[1:]
        return self.closing(written) + said

    def is_ended(self, token_ids: Sequence[int]) -> bool:
        """Whether the model itself ended its turn."""
        return len(token_ids) > 0 and token_ids[-1] in self._all_ends

    def turn(self, token_ids: Sequence[int]) -> list[int]:
        """Returns the tokens of the turn and drops any that the model generated after its end."""
        return until_end(token_ids, self.stops)

    def closing(self, token_ids: Sequence[int]) -> list[int]:
        """What is missing at the end of a turn that was cut: the token that ends it, or nothing."""
        is_closed = len(token_ids) > 0 and token_ids[-1] in self._ends
        return [] if is_closed or not self._is_closed else [self._end]

    def text(self, token_ids: Sequence[int]) -> str:
        """What the model wrote, without the tokens that only mark its end.

        The marks of tool calls stay, also where they are special tokens.
        """
        end = len(token_ids)
        while end > 0 and token_ids[end - 1] in self._all_ends:
            end -= 1
        return self._thought + self._text(token_ids[:end])

    def without_thought(self, token_ids: Sequence[int]) -> list[int] | None:
        """The turn without the thoughts that it begins with; None if it begins with none."""
        end = len(token_ids)
        while end > 0 and token_ids[end - 1] in self._all_ends:
            end -= 1
        said = after_thoughts(self._thought + self._text(token_ids[:end]))
        if said is None:
            return None
        # Tokens that the model wrote stay, unless what is said begins within one.
        start = bisect_left(
            range(end), -len(said), key=lambda place: -len(self._text(token_ids[place:end]))
        )
        kept = list(token_ids[start:end])
        return (kept if self._text(kept) == said else self._encode(said)) + list(token_ids[end:])

    def heads(self) -> tuple[list[int], list[int]]:
        """What stands before a turn that is to be written, and before one of the past.

        :raises ValueError: if the template does not write a conversation piece by piece
        """
        if self._heads is None:
            asked = self._render([_ASKED], add_generation_prompt=False)
            now = self._render([_ASKED], add_generation_prompt=True)
            past = self._render([_ASKED, _SAID, _ASKED], add_generation_prompt=False)
            said = past.find(_LAST_WORDS)
            if said < 0 or not (now.startswith(asked) and past.startswith(asked)):
                raise ValueError(
                    "the chat template writes a question otherwise once it is answered, so that "
                    "thoughts cannot be left out: set thoughts to keep"
                )
            self._heads = self._encode(now[len(asked) :]), self._encode(past[len(asked) : said])
        return self._heads

    def _spliced(
        self, conversations: Conversations, messages: list[Message], render: Render
    ) -> str:
        if conversations not in self._splicers:
            known = (self._tokenizer, self._tools, self._options, self.dialect)
            self._splicers[conversations] = splicer_of(*known, conversations)
        splicer = self._splicers[conversations]
        return render(messages) if splicer is None else splicer.text(messages, render)

    def _after_turn(self, messages: list[Message], said: Message) -> str | None:
        """The text that the template adds behind a turn; None if the end cannot be told."""
        try:
            text = self._render([_ASKED, said, *messages], add_generation_prompt=True)
            begun = text.find(_LAST_WORDS)
            if begun < 0:
                return None
            found = [(text.find(mark, begun), mark) for mark in self._marks]
            ends = [place + len(mark) for place, mark in found if place >= 0]
            if ends:
                return text[min(ends) :]
            if self._is_closed:
                return None
            # What follows is what the turn alone does not have.
            alone = self._render([_ASKED, said], add_generation_prompt=False)
        except Exception:  # noqa: BLE001 - templates raise whatever they like
            return None
        return text[len(alone) :] if text.startswith(alone) else None

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
        return self._tokenizer.decode(list(token_ids), skip_special_tokens=False)

    def _encode(self, text: str) -> list[int]:
        return encode(self._tokenizer, text)


def _turns_before(messages: Sequence[Message]) -> Iterator[Message]:
    """Turns that the messages may follow: for answers of tools first one that called them."""
    answers = [message for message in messages if message["role"] == "tool"]
    if answers:
        for given in (_GIVEN, json.dumps(_GIVEN)):
            calls = [
                {
                    "id": str(answer.get("tool_call_id") or place)[-9:].rjust(9, "0"),
                    "type": "function",
                    "function": {"name": answer.get("name", ""), "arguments": given},
                }
                for place, answer in enumerate(answers)
            ]
            yield {"role": "assistant", "content": "", "tool_calls": calls}
    yield _SAID


_GIVEN = {"said": _LAST_WORDS}
