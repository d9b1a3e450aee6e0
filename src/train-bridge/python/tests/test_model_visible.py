"""Guards that public events are for trainers: no text that TRL puts before its model has one."""

from __future__ import annotations

import json
import re
from types import SimpleNamespace
from typing import Any

from backchannel import connect
from backchannel.trl_environment import environment_factory
from backchannel.trl_rollout import RolloutFunction

ROW = {"env": "mock-v1", "split": "train", "index": 4}
EVENT = re.compile(r"label_read|code_entered|call_rejected|\bcall_id")
END = "<|im_end|>"
END_ID = 0x110000


class ShowsAll:
    """A tokenizer of characters whose template writes every member of a message."""

    eos_token = END
    eos_token_id = pad_token_id = END_ID
    chat_template = ""

    def apply_chat_template(self, conversation: Any, **options: Any) -> str:
        texts = [f"<|im_start|>{json.dumps(one)}{END}\n" for one in conversation]
        return "".join(texts) + ("<|im_start|>" if options.get("add_generation_prompt") else "")

    def encode(self, text: str, add_special_tokens: bool = False) -> list[int]:
        parts = [[ord(each) for each in part] for part in text.split(END)]
        return [token for part in parts for token in (END_ID, *part)][1:]

    def decode(self, token_ids: Any, **_: Any) -> str:
        return "".join(END if token == END_ID else chr(token) for token in token_ids)

    def convert_tokens_to_ids(self, token: str) -> int | None:
        return END_ID if token == END else None


def call(name: str, arguments: str) -> str:
    return f'<tool_call>\n{{"name": "{name}", "arguments": {arguments}}}\n</tool_call>{END}'


TURNS = [call("open", "{}"), call("read_code", "{}"), END, call("enter_code", '{"code": "000"}')]


def test_trl_rollouts_show_the_model_no_events(server_url: str) -> None:
    tokens = ShowsAll()
    seen: list[str] = []

    def generate(_: Any, prompts: Any, __: int) -> list[tuple[list[int], list[float]]]:
        seen.extend(tokens.decode(prompt) for prompt in prompts)
        written = tokens.encode(TURNS[(len(seen) - 1) % len(TURNS)])
        return [(written, [-0.5] * len(written)) for _ in prompts]

    trainer: Any = SimpleNamespace(
        processing_class=tokens,
        model=SimpleNamespace(training=True),
        state=SimpleNamespace(global_step=0),
        accelerator=SimpleNamespace(process_index=0, num_processes=1),
        args=None,
        num_generations=1,
        max_completion_length=6_000,
    )
    play = RolloutFunction(server_url, run="visible", dialect="hermes", generate=generate)
    result = play([[{"role": "user", "content": json.dumps(ROW)}]], trainer)
    assert len(seen) > len(TURNS)
    assert "There is no tool named" in seen[-1] and "The label says" in seen[-1]
    assert not EVENT.search(seen[-1])
    with connect(server_url) as client:
        log = json.dumps(client.call("episode.log", episode_id=result["episode_id"][0]))
    for kind in ("label_read", "code_entered", "call_rejected"):
        assert kind in log


def test_trl_environments_return_no_events(server_url: str) -> None:
    environment = environment_factory(server_url, "mock-v1", run="visible")()
    shown = [environment.reset(reference=json.dumps(ROW), prompt=[])]
    shown += [environment.read_code(), environment.enter_code(code="000")]
    assert not EVENT.search(json.dumps(shown))
    kinds = [event["kind"] for event in environment._opened.events]
    assert kinds == ["label_read", "code_entered"]
