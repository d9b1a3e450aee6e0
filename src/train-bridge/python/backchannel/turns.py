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

    :raises TypeError: if it is none of these
    """
    if isinstance(turn, str):
        return {"text": turn}
    if isinstance(turn, Mapping):
        return turn
    if callable(getattr(turn, "model_dump", None)):
        return turn.model_dump(mode="json")
    raise TypeError(
        f"a turn is a text, a mapping or the message of a chat completion, not {type(turn).__name__}"
    )


def assistant_message(action: Action) -> Message:
    """A turn in the conversation: the server reads it the same way."""
    if "text" in action:
        return {"role": "assistant", "content": action["text"]}
    message: Message = {"role": "assistant", "content": _said(action)}
    calls = [_call(call, place) for place, call in enumerate(_calls(action), start=1)]
    if calls:
        message["tool_calls"] = calls
    return message


def _said(action: Action) -> str:
    content = action.get("content")
    if isinstance(content, str):
        return content
    if content is None:
        audio = action.get("audio") or {}
        return str(action.get("refusal") or audio.get("transcript") or "")
    # Only text and refusal parts contain words.
    said = [part.get(part["type"]) for part in content if part["type"] in ("text", "refusal")]
    return "".join(text for text in said if text)


def _calls(action: Action) -> list[Mapping[str, Any]]:
    calls = action.get("tool_calls")
    if calls is not None:
        return list(calls)
    old = action.get("function_call")
    return [] if old is None else [{"function": old}]


def _call(call: Mapping[str, Any], place: int) -> Message:
    function = call.get("function")
    if function is None:
        custom = call["custom"]
        function = {"name": custom["name"], "arguments": custom["input"]}
    given = function.get("arguments")
    return {
        "id": call.get("id") or f"call_{place}",
        "type": "function",
        "function": {
            "name": function["name"],
            "arguments": "{}" if given is None or given == "" else given,
        },
    }
