"""Guards how much of a tool agent's episode is one segment, by the chat template of its model.

Each call renders the whole conversation anew, as chat servers do. What the model samples is what its
template writes for the turn. docs/gateway.md has the table.
"""

from __future__ import annotations

import json
from typing import Any

import pytest

pytest.importorskip("trl")

from test_dialects import FAMILIES, HEAD_ENDS, tokens_of

from backchannel.dialects import TOOLS

TURNS = 4
TAIL_MAX = 2
#: deepseekv3 writes no call behind its own head of a turn. The tokenizer of these tests is made of
#: this project's pages, and joins the end of Llama's head with the beginning of the turn. The
#: template of Kimi K2 Thinking forgets all thoughts before a turn that calls nothing.
LEFT_OUT = {"deepseekv3", "llama3_1", "llama3_2", "Kimi-K2-Thinking"}
TESTED = sorted(set(FAMILIES) - LEFT_OUT)
#: These are told to think in their head of a turn, or not at all.
WITHOUT_THOUGHTS = {"qwen3_5_nothink"}
#: These write the thoughts of a turn, so that a turn without them has other ids.
WRITES_THOUGHTS = {
    *["qwen3", "qwen3_5_think", "qwen3_6", "qwen3_8", "glm4moe", "lfm2_2_5_v2", "lfm2_2_5_vl"],
    *["nemotron_3_nano", "nemotron_3_super", "nemotron_3_ultra", "nemotron_3_5_lightning"],
    *["gemma4", "gemma4_v3", "gemma4_v4", "gemma4_v5"],
}
#: These forget thoughts at the next question of the user, and one writes another end of the turn.
REWRITES = {*WRITES_THOUGHTS, "gptoss", "qwen3_5_nothink"} - {"qwen3_8"}


def played(family: str, *, drops: bool = False, asks_again: bool = False) -> tuple[float, int]:
    """The share of the sampled ids in the largest segment, and the number of segments.

    :param drops: the program sends answers back without their thoughts
    :param asks_again: a second question follows the last answer
    """
    tokens = tokens_of(family)
    thinks = family not in WITHOUT_THOUGHTS
    options = {} if thinks else {"enable_thinking": False}

    def rendered(messages: list[dict[str, Any]], *, with_head: bool = True) -> str:
        return str(
            tokens.apply_chat_template(
                messages, tools=TOOLS, tokenize=False, add_generation_prompt=with_head, **options
            )
        )

    def ids(text: str) -> list[int]:
        return list(tokens.encode(text, add_special_tokens=False))

    messages = [{"role": "system", "content": "You help."}, {"role": "user", "content": "Find it."}]
    segments: list[tuple[list[int], int]] = []
    for turn in range(TURNS + asks_again):
        calls = turn < TURNS - 1
        message = turn_of(turn, calls, thinks)
        prompt, whole = rendered(messages), rendered([*messages, message], with_head=False)
        assert whole.startswith(prompt)
        before, sampled = ids(prompt), ids(whole[len(prompt) :].rstrip("\n"))
        last = segments[-1] if segments else ([], 0)
        goes_on = segments and before[: len(last[0])] == last[0]
        if goes_on:
            segments.pop()
        trained = len(sampled) + (last[1] if goes_on else 0)
        segments.append((before + sampled, trained))
        if drops:
            message.pop("reasoning_content", None)
        next_message = {"role": "user", "content": "And then?"}
        if calls:
            name = "look_up"
            answer = {"role": "tool", "tool_call_id": f"call00{turn:03}", "name": name}
            next_message = {**answer, "content": f"result {turn}"}
        messages += [message, next_message]
    counts = [trained for _, trained in segments]
    return max(counts) / sum(counts), len(segments)


def behind_turn(alone: list[int], followed: list[int], end: int) -> list[int] | None:
    """What a template adds behind the end of a turn, found as src/server/gateway/forward.ts does."""
    tail = alone[len(alone) - alone[::-1].index(end) :] if end in alone else alone
    is_end_written = end in alone and len(tail) <= TAIL_MAX
    place = -1
    for _ in range(alone.count(end) + (not is_end_written)):
        if end not in followed[place + 1 :]:
            return None
        place = followed.index(end, place + 1)
    added = followed[place + 1 :]
    return added if not is_end_written or added[: len(tail)] == tail else None


def turn_of(turn: int, calls: bool, thinks: bool) -> dict[str, Any]:
    message: dict[str, Any] = {"role": "assistant", "content": "" if calls else "It is done."}
    if thinks:
        message["reasoning_content"] = f"I must think about it, {turn}."
    if calls:
        function = {"name": "look_up", "arguments": {"query": f"thing {turn}", "limit": 3}}
        call = {"id": f"call00{turn:03}", "type": "function", "function": function}
        message["tool_calls"] = [json.loads(json.dumps(call))]
    return message


@pytest.mark.parametrize("family", TESTED)
def test_an_append_only_tool_agent_gives_one_segment(family: str) -> None:
    assert played(family) == (1.0, 1)


@pytest.mark.parametrize("family", TESTED)
def test_thoughts_that_a_program_drops_start_new_segments(family: str) -> None:
    share, segments = played(family, drops=True)
    if family in WRITES_THOUGHTS:
        assert share < 0.4
        assert segments == TURNS
    else:
        assert (share, segments) == (1.0, 1)


@pytest.mark.parametrize("family", TESTED)
def test_a_second_question_starts_a_segment_if_the_template_drops_thoughts(family: str) -> None:
    share, segments = played(family, asks_again=True)
    if family in REWRITES:
        assert 0.85 < share < 1
        assert segments == 2
    else:
        assert (share, segments) == (1.0, 1)


@pytest.mark.parametrize("family", sorted(set(FAMILIES) - {"deepseekv3", "gptoss"}))
@pytest.mark.parametrize("is_answer_of_tool", [True, False])
def test_only_new_messages_are_rendered(family: str, is_answer_of_tool: bool) -> None:
    tokens = tokens_of(family)
    thinks = family not in WITHOUT_THOUGHTS
    options = {} if thinks else {"enable_thinking": False}

    def ids(messages: list[dict[str, Any]], *, with_head: bool) -> list[int]:
        text = tokens.apply_chat_template(
            messages, tools=TOOLS, tokenize=False, add_generation_prompt=with_head, **options
        )
        return list(tokens.encode(str(text), add_special_tokens=False))

    turn = [{"role": "user", "content": "Go on."}, turn_of(0, is_answer_of_tool, thinks)]
    added = {"role": "user", "content": "And then?"}
    if is_answer_of_tool:
        answer = {"role": "tool", "tool_call_id": "call00000", "name": "look_up"}
        added = {**answer, "content": "result 0"}
    dialect, mark = FAMILIES[family]
    # Some models end their turn with the head of the next one.
    head = HEAD_ENDS.get(dialect, {}).get("tool" if is_answer_of_tool else "user", mark)
    end = tokens.convert_tokens_to_ids(mark if family == "gemma4_v2" else head)
    followed = ids([*turn, added], with_head=True)
    new = behind_turn(ids(turn, with_head=False), followed, end)
    assert new is not None
    assert followed[-len(new) :] == new
    text = tokens.decode(new)
    assert str(added["content"]) in text
    assert "I must think" not in text
    assert "It is done." not in text
