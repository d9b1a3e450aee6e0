"""A data set for verl's supervised training, for files of `backchannel export --format sft`.

verl's own `MultiTurnSFTDataset` cannot read the tools in these files. They are JSON text, because
Parquet would fill the schemas of several tools with nulls. Set this class in the configuration::

    data.custom_cls.path=pkg://backchannel.verl_data
    data.custom_cls.name=ConversationDataset
"""

from __future__ import annotations

import json
from typing import Any

from verl.utils.dataset.multiturn_sft_dataset import MultiTurnSFTDataset

from .thinking import check_modes, template_arguments


class ConversationDataset(MultiTurnSFTDataset):
    """Decodes tools and arguments, and excludes messages with `train: false` from the loss.

    `data.enable_thinking_default` sets the thinking mode.
    """

    tools: list[Any] | None
    apply_chat_template_kwargs: Any

    def _read_files_and_process(self) -> None:
        mode = self.enable_thinking_default
        arguments = template_arguments(self.tokenizer, mode)
        super()._read_files_and_process()
        # Set after super(), which excludes the length of a turn's head from the loss of each turn.
        # A head that closes a thought would be longer than the heads of earlier turns.
        self.apply_chat_template_kwargs = {**(self.apply_chat_template_kwargs or {}), **arguments}
        check_modes(self.enable_thinking or (), mode)
        if self.tools is not None:
            self.tools = [_decoded(tools) for tools in self.tools]

    def _build_messages(self, example: dict[str, Any]) -> list[dict[str, Any]]:
        return [_message(message) for message in super()._build_messages(example)]

    def _process_single_message(
        self, index: int, message: dict[str, Any], *args: Any, **options: Any
    ) -> Any:
        ids, loss, attention, extra = super()._process_single_message(
            index, message, *args, **options
        )
        if message.get("train") is False:
            loss = loss * 0
        return ids, loss, attention, extra


def _message(message: dict[str, Any]) -> dict[str, Any]:
    """The message without empty members, which some templates would render as tool calls."""
    columns = {
        name: value
        for name, value in message.items()
        if name in ("role", "content") or value not in (None, "", [])
    }
    if "tool_calls" in columns:
        columns["tool_calls"] = [
            {
                **call,
                "function": {
                    **call["function"],
                    "arguments": _decoded(call["function"]["arguments"]),
                },
            }
            for call in columns["tool_calls"]
        ]
    return columns


def _decoded(value: Any) -> Any:
    return json.loads(value) if isinstance(value, str) else value
