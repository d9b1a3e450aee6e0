"""A conversation as one stream of tokens, without ever encoding again what the model wrote."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

Message = dict[str, Any]


class Tokenizer(Protocol):
    """What is used of a Hugging Face tokenizer."""

    eos_token_id: int | None

    def apply_chat_template(self, conversation: Any, **options: Any) -> Any: ...
    def encode(self, text: str, add_special_tokens: bool = ...) -> list[int]: ...
    def decode(self, token_ids: Any, skip_special_tokens: bool = ...) -> str: ...


#: Stands for the conversation so far when the tokens of the next messages are looked for.
_PAST: list[Message] = [
    {"role": "user", "content": "Past."},
    {"role": "assistant", "content": "Past."},
]


class Template:
    """A tokenizer's chat template, applied piece by piece.

    Tokens that the model wrote stay as they are. The tokens of an observation are found as the text
    that the template adds for it behind a conversation that ends with an assistant turn; so no
    template has to render the whole conversation again, which would also drop earlier thoughts.
    """

    def __init__(
        self,
        tokenizer: Tokenizer,
        tools: Sequence[Mapping[str, Any]],
        options: Mapping[str, Any] | None = None,
    ) -> None:
        self._tokenizer = tokenizer
        self._tools = [dict(tool) for tool in tools] or None
        self._options = dict(options or {})
        past = self._render(_PAST, add_generation_prompt=False)
        self._past = past
        end = self._end_of_turn(past)
        #: What the template writes between the token that ends a turn and the next message.
        self._separator = past[end:]

    def opening(self, messages: Sequence[Message]) -> list[int]:
        """The tokens of the opening messages and of the head of the first assistant turn."""
        text = self._render(list(messages), add_generation_prompt=True)
        return self._encode(text)

    def observation(self, messages: Sequence[Message]) -> list[int]:
        """The tokens between two assistant turns: separator, messages, head of the next turn."""
        text = self._render([*_PAST, *messages], add_generation_prompt=True)
        if not text.startswith(self._past):
            raise ValueError(
                "the chat template writes earlier messages differently when others follow; "
                "use a template whose conversations only grow"
            )
        return self._encode(self._separator + text[len(self._past) :])

    def closing(self, token_ids: Sequence[int]) -> list[int]:
        """What is missing at the end of a turn that was cut: the token that ends it, or nothing."""
        end = self._tokenizer.eos_token_id
        if end is None or (len(token_ids) > 0 and token_ids[-1] == end):
            return []
        return [end]

    def text(self, token_ids: Sequence[int]) -> str:
        """What the model wrote, without the tokens that only mark its end."""
        return self._tokenizer.decode(list(token_ids), skip_special_tokens=True)

    def _render(self, messages: list[Message], *, add_generation_prompt: bool) -> str:
        rendered = self._tokenizer.apply_chat_template(
            messages,
            tools=self._tools,
            tokenize=False,
            add_generation_prompt=add_generation_prompt,
            **self._options,
        )
        return str(rendered)

    def _encode(self, text: str) -> list[int]:
        return list(self._tokenizer.encode(text, add_special_tokens=False))

    def _end_of_turn(self, past: str) -> int:
        end = self._tokenizer.eos_token_id
        mark = "" if end is None else self._tokenizer.decode([end], skip_special_tokens=False)
        place = past.rfind(mark) if mark else -1
        return len(past) if place < 0 else place + len(mark)
