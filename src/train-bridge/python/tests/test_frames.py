"""Guards that steps which are ready together share frames where asked, and that none is lost."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable
from typing import Any

import pytest

from backchannel import aio
from backchannel.link import _Call, _frames
from backchannel.trainer_options import FRAME_VARIABLE, trainer_options
from backchannel.wire import Connection

READ = '<tool_call>{"name": "read_code", "arguments": {}}</tool_call>'


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What goes out, frame by frame."""
    frames: list[Any] = []
    send_texts = Connection.send_texts

    def noting(socket: Connection, texts: Iterable[bytes]) -> None:
        listed = list(texts)
        frames.extend(json.loads(text) for text in listed)
        send_texts(socket, listed)

    monkeypatch.setattr(Connection, "send_texts", noting)
    return frames


async def open_some(client: aio.AsyncClient, count: int) -> list[aio.AsyncEpisode]:
    openings = (client.open("mock-v1", split="train", index=index) for index in range(count))
    return await asyncio.gather(*openings)


def test_steps_that_are_ready_together_share_frames(server_url: str, sent: list[Any]) -> None:
    async def scenario() -> list[aio.Step]:
        async with await aio.connect(server_url, frame_steps=16) as client:
            episodes = await open_some(client, 40)
            sent.clear()
            return await asyncio.gather(*(episode.step(READ) for episode in episodes))

    steps = asyncio.run(scenario())
    assert [len(frame) for frame in sent] == [16, 16, 8]
    assert all("The label says" in step.messages[0]["content"] for step in steps)


def test_each_step_has_its_own_frame_by_default(server_url: str, sent: list[Any]) -> None:
    async def scenario() -> None:
        async with await aio.connect(server_url) as client:
            episodes = await open_some(client, 4)
            sent.clear()
            await asyncio.gather(*(episode.step(READ) for episode in episodes))

    asyncio.run(scenario())
    assert [type(frame) for frame in sent] == [dict] * 4


def test_no_step_is_lost_when_the_server_refuses_a_whole_frame(
    server_url: str, sent: list[Any]
) -> None:
    async def scenario() -> list[aio.Step]:
        async with await aio.connect(server_url, frame_steps=8) as client:
            episodes = await open_some(client, 8)
            stepping = [asyncio.create_task(episode.step(READ)) for episode in episodes]
            await asyncio.sleep(0)
            refusal = {"code": -32000, "message": "a batch has 1 to 4 calls"}
            client._link._take(json.dumps({"jsonrpc": "2.0", "id": None, "error": refusal}))
            return await asyncio.gather(*stepping)

    steps = asyncio.run(scenario())
    assert all("The label says" in step.messages[0]["content"] for step in steps)
    assert type(sent[-1]) is dict


def test_a_frame_has_at_most_one_step_of_an_episode() -> None:
    async def scenario() -> list[bytes]:
        future = asyncio.get_running_loop().create_future()
        places = ("a", "b", "a")
        calls = [
            _Call(number, "episode.step", {"episode_id": episode, "seq": 1}, future)
            for number, episode in enumerate(places)
        ]
        assert all(call.write() for call in calls)
        return _frames(calls, 8)

    alone, together = asyncio.run(scenario())
    assert json.loads(alone)["id"] == 2
    assert [call["id"] for call in json.loads(together)] == [0, 1]


@pytest.mark.parametrize("given", ["", "0", "65", "-1", "many", "2.5"])
def test_an_invalid_number_of_steps_per_frame_is_refused(
    given: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(FRAME_VARIABLE, given)
    with pytest.raises(ValueError, match="1 to 64 steps"):
        trainer_options()
