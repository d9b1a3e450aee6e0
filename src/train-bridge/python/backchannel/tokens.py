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
_LAST_WORDS = "What was said before."
_PAST: list[Message] = [
    {"role": "user", "content": "Go on."},
    {"role": "assistant", "content": _LAST_WORDS},
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
        end = tokenizer.eos_token_id
        if end is None:
            raise ValueError("the tokenizer has no end-of-turn token: set its eos_token")
        self._end = end
        self._end_mark = tokenizer.decode([end], skip_special_tokens=False)

    def opening(self, messages: Sequence[Message]) -> list[int]:
        """The tokens of the opening messages and of the head of the first assistant turn."""
        text = self._render(list(messages), add_generation_prompt=True)
        return self._encode(text)

    def observation(self, messages: Sequence[Message]) -> list[int]:
        """The tokens between the end of a turn and what the model writes next."""
        text = self._render([*_PAST, *messages], add_generation_prompt=True)
        end = text.find(self._end_mark, max(0, text.find(_LAST_WORDS)))
        if end < 0:
            raise ValueError(
                f"the chat template does not end an assistant turn with {self._end_mark!r}; "
                "set the tokenizer's eos_token to the token that does"
            )
        return self._encode(text[end + len(self._end_mark) :])

    def closing(self, token_ids: Sequence[int]) -> list[int]:
        """What is missing at the end of a turn that was cut: the token that ends it, or nothing."""
        return [] if len(token_ids) > 0 and token_ids[-1] == self._end else [self._end]

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
