"""One assistant turn: as an action to send, and as a message of a conversation."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

Message = dict[str, Any]
#: A public event for programs. `kind` names it; other members depend on the environment.
Event = dict[str, Any]
#: `{"content": …, "tool_calls": […]}` in the OpenAI form, or `{"text": …}`.
Action = Mapping[str, Any]


class MessageObject(Protocol):
    """The message of a chat completion as a pydantic model, for example of `openai`."""

    def model_dump(self, *, mode: str) -> dict[str, Any]: ...


#: The input of a step: an action, the raw text of a model, or the message of an SDK.
Turn = Action | str | MessageObject


def action_of(turn: Turn) -> Action:
    """The action to send for a turn.

    :raises TypeError: for a value of another type
    """
    if isinstance(turn, str):
        return {"text": turn}
    if isinstance(turn, Mapping):
        return turn
    if callable(getattr(turn, "model_dump", None)):
        return turn.model_dump(mode="json")
    raise TypeError(
        "a turn is a text, a mapping or the message of a chat completion, "
        f"not {type(turn).__name__}"
    )


def assistant_message(action: Action) -> Message:
    """The message of a turn, as the server stores it too."""
    if "text" in action:
        return {"role": "assistant", "content": action["text"]}
    message: Message = {"role": "assistant", "content": _content_text(action)}
    calls = [_call(call, number) for number, call in enumerate(_calls(action), start=1)]
    if calls:
        message["tool_calls"] = calls
    return message


def _content_text(action: Action) -> str:
    content = action.get("content")
    if isinstance(content, str):
        return content
    if content is None:
        audio = action.get("audio") or {}
        return str(action.get("refusal") or audio.get("transcript") or "")
    # Only text and refusal parts contain words.
    texts = [part.get(part["type"]) for part in content if part["type"] in ("text", "refusal")]
    return "".join(text for text in texts if text)


def _calls(action: Action) -> list[Mapping[str, Any]]:
    calls = action.get("tool_calls")
    if calls is not None:
        return list(calls)
    # The predecessor of `tool_calls` in OpenAI's API.
    function = action.get("function_call")
    return [] if function is None else [{"function": function}]


def _call(call: Mapping[str, Any], number: int) -> Message:
    function = call.get("function")
    if function is None:
        custom = call["custom"]
        function = {"name": custom["name"], "arguments": custom["input"]}
    arguments = function.get("arguments")
    return {
        "id": call.get("id") or f"call_{number}",
        "type": "function",
        "function": {
            "name": function["name"],
            "arguments": "{}" if arguments is None or arguments == "" else arguments,
        },
    }
