"""Guards that tasks are played by programs that know nothing of this project."""

from __future__ import annotations

import asyncio
import json
import sys
import urllib.request
from collections.abc import Iterator
from typing import Any

import pytest
from model_server import GIVE_UP, ids_of, model_server, rendered
from serving import Server

from backchannel import BackchannelError, connect, gateway

#: Asks a model for its opening messages, and leaves the rest to the gateway.
AGENT = """
import json, os, sys, urllib.request
messages = json.load(open(os.environ["BACKCHANNEL_MESSAGES"]))
body = json.dumps({"model": "any", "messages": messages}).encode()
address = os.environ["OPENAI_BASE_URL"] + "/chat/completions"
headers = {"authorization": "Bearer " + os.environ["OPENAI_API_KEY"],
           "content-type": "application/json"}
answer = json.load(urllib.request.urlopen(urllib.request.Request(address, body, headers)))
print(answer["choices"][0]["message"]["content"])
sys.exit(int(sys.argv[1]))
"""
TASKS = [{"env": "mock-v1", "split": "train", "index": index} for index in range(3)]


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with model_server() as upstream:
        profile = {"base_urls": [upstream], "model": "small", "max_tokens": 100, "gateway": {}}
        config = tmp_path_factory.mktemp("gateway") / "config.json"
        config.write_text(json.dumps({"profiles": {"policy": profile}}))
        server = Server(":memory:", config=str(config))
        yield server.url
        server.kill()


def agent(exit_code: int = 0) -> list[str]:
    return [sys.executable, "-c", AGENT, str(exit_code)]


def played(url: str, program: Any, **options: Any) -> list[gateway.Played]:
    given = {"server_url": url, "profile": "policy", "tools": "injected", "timeout": 60.0}
    return gateway.run(program, TASKS, **{**given, **options})


def test_a_command_gets_the_reward_of_its_episode(url: str) -> None:
    results = played(url, agent())
    assert [each.task["id"] for each in results] == [f"train-{at:06}" for at in range(3)]
    for each in results:
        assert each.program.exit_code == 0
        assert each.program.output.startswith("The box is open.")
        assert (each.reward, each.is_success) == (1.0, True)


def test_segments_have_the_ids_that_the_model_received_and_sampled(url: str) -> None:
    for each in played(url, agent()):
        [segment] = each.segments.segments
        assert each.segments.uses == ["trained"] * 2
        assert each.segments.retention == 1.0
        answers = [
            "".join(map(chr, segment.response_ids[answer.start : answer.end]))
            for answer in segment.answers
        ]
        assert answers[0] == "<read_code{}>"
        assert answers[1].startswith('<enter_code{"code": ')
        for answer in segment.answers:
            ids = segment.response_ids[answer.start : answer.end]
            expected = [-each / 512 for each in ids]
            assert segment.log_probs[answer.start : answer.end] == pytest.approx(expected, rel=1e-6)


def test_the_prompt_of_a_segment_has_the_messages_of_the_program(url: str) -> None:
    seen: list[gateway.Access] = []

    def program(access: gateway.Access) -> None:
        seen.append(access)
        _ask(access)

    [first, *_] = played(url, program, concurrency=1)
    [segment] = first.segments.segments
    assert segment.prompt_ids == ids_of(rendered(seen[0].messages))


def test_the_episode_of_a_failed_program_counts(url: str) -> None:
    for each in played(url, agent(5)):
        assert (each.program.exit_code, each.reward) == (5, 1.0)


def test_a_program_that_exceeds_its_timeout_is_refused_further_calls(url: str) -> None:
    keys: list[gateway.Access] = []

    async def program(access: gateway.Access) -> None:
        keys.append(access)
        await asyncio.sleep(60)

    [first, *_] = played(url, program, timeout=0.2)
    assert first.program.has_timed_out
    assert first.account["end_reason"] == "turn_budget"
    assert (first.reward, first.segments.segments) == (0.0, [])
    # For a minute its key gets a last answer, which asks no model.
    assert "The episode is over: turn_budget." in _ask(keys[0])


def test_later_programs_of_a_group_receive_critiques_of_earlier_ones(url: str) -> None:
    """In any order of tasks and one at a time: a program waits only for those before it."""
    group = {"run": "feedback", "id": "one", "size": 3, "mode": "feedback"}
    feedback = {"waves": [1], "start_at": 1}
    tasks = [
        {**TASKS[0], "group": {**group, "index": index, "feedback": feedback}}
        for index in reversed(range(3))
    ]
    openings: list[str] = []

    def program(access: gateway.Access) -> None:
        openings.append(json.dumps(access.messages))
        if "Attempt 1" not in openings[-1]:
            access.messages.append({"role": "user", "content": GIVE_UP})
        _ask(access)

    options = {"server_url": url, "profile": "policy", "tools": "injected", "timeout": 60.0}
    results = gateway.run(program, tasks, concurrency=1, **options)
    assert [each.attempts_shown for each in reversed(results)] == [0, 1, 1]
    assert [each.reward for each in reversed(results)] == [0.0, 1.0, 1.0]
    # Successes are not shown. The model was asked with the critiques, and its answer is trained behind them.
    prompts = ["".join(map(chr, each.segments.segments[0].prompt_ids)) for each in results]
    assert ["Attempt 1" in prompt for prompt in prompts] == [True, True, False]


def test_an_unknown_profile_raises_an_error(url: str) -> None:
    with pytest.raises(BackchannelError, match="unknown_profile"):
        played(url, agent(), profile="nobody")


def test_an_unknown_value_of_tools_is_refused(url: str) -> None:
    with pytest.raises(ValueError, match="mcp or injected"):
        played(url, agent(), tools="other")


def _ask(access: gateway.Access) -> str:
    body = json.dumps({"model": "any", "messages": access.messages}).encode()
    headers = {"authorization": f"Bearer {access.key}", "content-type": "application/json"}
    request = urllib.request.Request(f"{access.openai_base_url}/chat/completions", body, headers)
    with urllib.request.urlopen(request) as answer:
        return str(answer.read().decode())


def test_model_calls_have_the_version_of_the_announced_weights(url: str) -> None:
    first = gateway.announce_weights(url, "policy", 7)
    assert gateway.announce_weights(url, "policy", 8) == 7
    assert first is None
    [episode, *_] = played(url, agent())
    with connect(url) as client:
        calls = client.call("episode.calls", episode_id=episode.episode_id)
    assert [call["spans"] for call in calls] == [[{"version": 8, "first": 0}]] * 2
    with pytest.raises(BackchannelError, match="no gateway profile"):
        gateway.announce_weights(url, "none", 1)
