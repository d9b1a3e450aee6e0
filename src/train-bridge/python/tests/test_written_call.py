"""Guards that a template's call is looked at as a turn: from its beginning, up to its end."""

from __future__ import annotations

import json
from typing import Any

from backchannel.dialects import ARGUMENTS, find_dialect, written_call


class Counting:
    """A tokenizer whose template begins otherwise in every conversation, so that none is a prefix."""

    chat_template = "counting"
    eos_token_id = None

    def apply_chat_template(self, conversation: list[dict[str, Any]], **_: Any) -> str:
        written = f"<|im_start|>system\nmessages: {len(conversation)}<|im_end|>\n"
        for message in conversation:
            calls = [call["function"] for call in message.get("tool_calls", [])]
            text = message["content"] + "".join(
                f"<tool_call>\n{json.dumps(call, ensure_ascii=False)}\n</tool_call>"
                for call in calls
            )
            written += f"<|im_start|>{message['role']}\n{text}<|im_end|>\n"
        return written


def test_the_written_call_does_not_include_the_end_of_the_question() -> None:
    tokens: Any = Counting()
    call = json.dumps({"name": "look_up", "arguments": ARGUMENTS}, ensure_ascii=False)
    assert written_call(tokens) == f"<tool_call>\n{call}\n</tool_call><|im_end|>\n"
    assert find_dialect(tokens) == "hermes"
