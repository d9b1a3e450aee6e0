"""Guards that clients and trainers outlive outages: one try for all calls, time limits, no leaks.

`BACKCHANNEL_OUTAGE_SECONDS` says how long the server is away; a minute and more takes long.
"""

from __future__ import annotations

import asyncio
import json
import time
from typing import Any

import pytest
from serving import Server, away

from backchannel import BackchannelError, aio, trl_environment
from backchannel.link import Link
from backchannel.options import Options
from backchannel.trainer_options import RECONNECT_VARIABLE, trainer_options
from backchannel.trl_environment import OVER, _Outage, environment_factory, final_reward

ROW = {"reference": json.dumps({"env": "mock-v1", "split": "train", "index": 3})}


@pytest.fixture
def handshakes(monkeypatch: pytest.MonkeyPatch) -> dict[str, int]:
    """How many sockets were opened, and how many of them at once."""
    counted = {"opened": 0, "now": 0, "most": 0}
    connect_once = Link._connect_once

    async def counting(link: Link, timeout: float) -> Any:
        counted["now"] += 1
        counted["most"] = max(counted["most"], counted["now"])
        try:
            socket = await connect_once(link, timeout)
        finally:
            counted["now"] -= 1
        counted["opened"] += 1
        return socket

    monkeypatch.setattr(Link, "_connect_once", counting)
    return counted


def grow_patient(client: aio.AsyncClient, server: Server) -> None:
    """From now on the client waits for the server, however busy the machine is."""
    client._link._options = Options(server.url, reconnect_timeout=60.0)


def grow_hasty(client: aio.AsyncClient, server: Server) -> None:
    """From now on the client hardly waits for the server."""
    client._link._options = Options(server.url, reconnect_timeout=0.1)


async def lost(client: aio.AsyncClient) -> None:
    """Waits until the client has given up."""
    with pytest.raises(BackchannelError, match="client/disconnected"):
        await client.environments()


def test_512_calls_after_a_long_outage_share_one_socket(
    own_server: Server, handshakes: dict[str, int]
) -> None:
    async def scenario() -> list[Any]:
        async with await aio.connect(own_server.url, reconnect_timeout=0.3) as client:
            own_server.kill()
            await lost(client)
            # While nobody is there, all wait for the same try, and all are told.
            together = (client.environments() for _ in range(512))
            errors = await asyncio.gather(*together, return_exceptions=True)
            assert {getattr(one, "code", None) for one in errors} == {"client/disconnected"}
            grow_patient(client, own_server)
            await asyncio.to_thread(own_server.start)
            opened = handshakes["opened"]
            answers = await asyncio.gather(*(client.environments() for _ in range(512)))
            assert handshakes["opened"] == opened + 1
            return answers

    answers = asyncio.run(scenario())
    assert len(answers) == 512 and all(answers)
    assert handshakes["most"] == 1


def test_cancelling_one_waiting_call_does_not_end_the_others(own_server: Server) -> None:
    async def scenario() -> None:
        async with await aio.connect(own_server.url, reconnect_timeout=0.1) as client:
            own_server.kill()
            await lost(client)
            grow_patient(client, own_server)
            first, second = (asyncio.create_task(client.environments()) for _ in range(2))
            await asyncio.sleep(0.2)
            first.cancel()
            with pytest.raises(BackchannelError, match="client/timeout"):
                await client.call("env.list", 0.2)
            await asyncio.to_thread(own_server.start)
            assert await second
            with pytest.raises(asyncio.CancelledError):
                await first

    asyncio.run(scenario())


def test_closing_ends_an_attempt_to_reconnect(own_server: Server) -> None:
    async def scenario() -> None:
        client = await aio.connect(own_server.url, reconnect_timeout=0.1)
        own_server.kill()
        await lost(client)
        grow_patient(client, own_server)
        waiting = asyncio.create_task(client.environments())
        await asyncio.sleep(0.2)
        started = time.monotonic()
        await client.close()
        with pytest.raises(BackchannelError, match="client/closed"):
            await waiting
        assert time.monotonic() - started < 50

    asyncio.run(scenario())


def test_rollouts_continue_after_an_outage(own_server: Server) -> None:
    """As verl's and TRL's rollouts connect: before the first call, and between two turns."""

    async def scenario() -> None:
        back = away(own_server)
        client = await aio.connect(own_server.url, **trainer_options())
        await asyncio.to_thread(back.join)
        async with client:
            episode = await client.open("mock-v1", split="train", index=3)
            call = '{"name": "read_code", "arguments": {}}'
            back = away(own_server)
            step = await episode.step(f"<tool_call>{call}</tool_call>")
            await asyncio.to_thread(back.join)
            assert step.messages[0]["content"].startswith("The label says")

    asyncio.run(scenario())


def test_tool_calls_continue_after_an_outage(own_server: Server) -> None:
    environment = environment_factory(own_server.url, "mock-v1", run="r")()
    environment.reset(**ROW)
    back = away(own_server)
    assert "The label says" in environment.read_code()
    back.join()
    back = away(own_server)
    assert final_reward([[{"role": "assistant", "content": "Done."}]], [environment]) == [0.0]
    back.join()


def test_the_model_sees_no_error_of_an_unreachable_server(own_server: Server) -> None:
    environment = environment_factory(own_server.url, "mock-v1", run="r")()
    environment.reset(**ROW)
    grow_hasty(environment._client._client, own_server)
    own_server.kill()
    assert environment.read_code() == OVER
    assert environment.read_code() == OVER
    # No reward is none: TRL leaves the rollout out of the loss.
    assert final_reward([[{"role": "assistant", "content": "Done."}]], [environment]) == [None]
    own_server.start()
    grow_patient(environment._client._client, own_server)
    environment.reset(**ROW)
    assert "The label says" in environment.read_code()
    grow_hasty(environment._client._client, own_server)
    own_server.kill()
    assert final_reward([[{"role": "assistant", "content": "Done."}]], [environment]) == [None]
    own_server.start()


def test_training_continues_if_an_episode_cannot_be_opened(
    own_server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trl_environment, "LEAVE_CALL_SECONDS", 0.1)
    environment = environment_factory(own_server.url, "mock-v1", run="r")()
    grow_hasty(environment._client._client, own_server)
    environment.reset(**ROW)
    own_server.kill()
    assert environment.reset(**ROW) is None
    assert environment.read_code() == OVER
    metrics: dict[str, float] = {}
    completions = [[{"role": "assistant", "content": "Done."}]]
    assert final_reward(completions, [environment], log_metric=metrics.__setitem__) == [None]
    assert metrics == {"episode/lost": 1}
    own_server.start()
    grow_patient(environment._client._client, own_server)
    environment.reset(**ROW)
    assert "The label says" in environment.read_code()
    # What was asked wrongly is nobody's absence.
    wrong = json.dumps({"env": "nowhere-v1", "split": "train", "index": 3})
    with pytest.raises(BackchannelError, match="nowhere-v1"):
        environment.reset(reference=wrong)


def test_environments_of_a_batch_wait_for_the_server_together(
    own_server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trl_environment, "TRY_SECONDS", 0.05)
    monkeypatch.setattr(trl_environment, "LEAVE_CALL_SECONDS", 0.02)
    limits: list[float | None] = []
    limit_of = _Outage.limit

    def limit(outage: _Outage, usual: float | None = None) -> float | None:
        limits.append(limit_of(outage, usual))
        return limits[-1]

    monkeypatch.setattr(_Outage, "limit", limit)
    make = environment_factory(own_server.url, "mock-v1", run="r")
    environments = [make() for _ in range(8)]
    for environment in environments:
        environment.reset(**ROW)
    grow_hasty(environments[0]._client._client, own_server)
    own_server.kill()
    del limits[:]
    for environment in environments:
        environment.read_code()
    # The first one waits for the whole time, and the others hardly wait.
    assert limits == [None, *[0.05] * 7]
    del limits[:]
    for environment in environments:
        environment.reset(**ROW)
    # So does the first one of the next batch. Each closes its episode and opens another one.
    assert limits == [0.02, None, *[0.05] * 14]
    own_server.start()
    grow_patient(environments[0]._client._client, own_server)
    for environment in environments:
        environment.reset(**ROW)
        assert "The label says" in environment.read_code()


@pytest.mark.parametrize("given", ["", "soon", "-1", "inf", "nan"])
def test_an_invalid_time_limit_is_refused(given: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(RECONNECT_VARIABLE, given)
    with pytest.raises(ValueError, match="number of seconds"):
        trainer_options()


def test_trainers_wait_ten_minutes_for_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(RECONNECT_VARIABLE, raising=False)
    given = trainer_options()
    assert given == {"first_timeout": 600.0, "reconnect_timeout": 600.0, "frame_steps": 1}


def test_the_client_moves_to_another_server_if_one_is_unreachable(server_url: str) -> None:
    async def play() -> None:
        urls = f"http://127.0.0.1:1, {server_url}"
        client = await aio.connect(urls, first_timeout=20.0, back_off=0.01)
        episode = await client.open("mock-v1", split="train", index=3)
        socket = client._link._socket
        assert socket is not None
        await socket.close()
        assert (await episode.step({"content": "one"})).messages
        await client.close()

    asyncio.run(play())


def test_each_of_several_addresses_must_be_valid() -> None:
    with pytest.raises(BackchannelError, match="nowhere"):
        _ = Options("http://127.0.0.1:1,ftp://nowhere").socket_urls
