"""Guards that messages arrive whole however the bytes come, and are written as `json` writes them."""

from __future__ import annotations

import asyncio
import json
import math
import random
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from websockets.asyncio.server import ServerConnection, serve
from websockets.frames import Close, Frame, Opcode

from backchannel import BackchannelError, wire
from backchannel.link import Link
from backchannel.options import SUBPROTOCOL, Options
from backchannel.wire import decode, encode

LONG = "long " * 40_000
VALUES = [
    {"text": "plain", "number": 0.1, "none": None, "nested": [True, {"a": []}]},
    {"text": 'öäü 𝄞 \u2028 "quoted"\n', "empty": ""},
    {"half": "\ud834 alone", "more": 1},
    {"big": 2**70, "small": -(2**63), "edge": 2**64 - 1, "exact": 5e-324},
    {"sum": 0.1 + 0.2, "huge": 1e300},
    {"numbered": {1: "one"}, "pair": (1, 2)},
]

Serving = Callable[[ServerConnection], Awaitable[None]]


@pytest.fixture(params=["orjson", "json"])
def library(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    if request.param == "json":
        monkeypatch.setattr(wire, "orjson", None)
    else:
        pytest.importorskip("orjson")
    return str(request.param)


@pytest.mark.parametrize("value", VALUES)
def test_values_are_encoded_as_json_writes_them(library: str, value: Any) -> None:
    assert json.loads(encode(value)) == json.loads(json.dumps(value))
    assert decode(json.dumps(value)) == json.loads(json.dumps(value))


def test_values_and_texts_that_json_does_not_have_are_refused(library: str) -> None:
    for value in ({"seed": math.nan}, [math.inf, None], {"small": -math.inf, "big": 2**70}):
        with pytest.raises(ValueError, match="not JSON compliant"):
            encode(value)
    with pytest.raises(TypeError):
        encode({"what": object()})
    for text in (b"{", b"\xff", b""):
        with pytest.raises(ValueError):
            decode(text)


@asynccontextmanager
async def linked(serving: Serving, **options: Any) -> AsyncIterator[Link]:
    """A link to a server that does as told with each connection."""
    async with serve(
        serving,
        "127.0.0.1",
        0,
        subprotocols=[SUBPROTOCOL],  # type: ignore[list-item]
        compression=None,
    ) as server:
        port = server.sockets[0].getsockname()[1]
        link = Link(Options(f"http://127.0.0.1:{port}", **{"back_off": 0.01, **options}))
        await link.start()
        try:
            yield link
        finally:
            await link.close()


def answer_to(message: str | bytes) -> str:
    call = json.loads(message)
    return json.dumps({"jsonrpc": "2.0", "id": call["id"], "result": call["params"]["said"]})


def written(opcode: Opcode, data: str | bytes, is_last: bool = True) -> bytes:
    payload = data.encode() if isinstance(data, str) else data
    return Frame(opcode, payload, is_last).serialize(mask=False)


def test_messages_arrive_whole_in_any_fragmentation() -> None:
    """In frames of parts, with pings between them, cut anywhere, of every length of head."""
    chance = random.Random(1)
    texts = ["", "x" * 125, "y" * 126, "z" * 65_535, LONG, "ö" * 70_000]

    async def serving(socket: ServerConnection) -> None:
        data = b""
        async for message in socket:
            text = answer_to(message).encode()
            cut = sorted(chance.randrange(len(text) + 1) for _ in range(chance.randrange(4)))
            parts = [text[a:b] for a, b in zip([0, *cut], [*cut, len(text)], strict=True)]
            for place, part in enumerate(parts):
                opcode = Opcode.TEXT if place == 0 else Opcode.CONT
                data += written(opcode, part, is_last=place == len(parts) - 1)
                data += written(Opcode.PING, b"between")
            while data and not (len(data) < 3 and chance.random() < 0.5):
                length = min(len(data), chance.choice([1, 2, 3, 9, 1000, 40_000]))
                socket.transport.write(data[:length])
                data = data[length:]
                await asyncio.sleep(0)

    async def scenario() -> None:
        async with linked(serving) as link:
            for _ in range(3):
                sent = [chance.choice(texts) for _ in range(8)]
                calls = (link.call("say", {"said": text}) for text in sent)
                assert await asyncio.wait_for(asyncio.gather(*calls), 60) == sent

    asyncio.run(scenario())


BROKEN = {
    "masked": Frame(Opcode.TEXT, b"{}").serialize(mask=True),
    "reserved bits": b"\xc1\x02{}",
    "a part of nothing": written(Opcode.CONT, "{}"),
    "two beginnings": written(Opcode.TEXT, "{", is_last=False) + written(Opcode.TEXT, "{}"),
    "too long": b"\x81\x7f" + (2**40).to_bytes(8, "big"),
    "no JSON": written(Opcode.TEXT, "what?"),
    "an unknown kind": b"\x83\x00",
    "a close": written(Opcode.CLOSE, Close(1001, "going away").serialize()),
}


@pytest.mark.parametrize("broken", BROKEN.values(), ids=BROKEN.keys())
def test_a_call_is_repeated_after_its_connection_breaks(broken: bytes) -> None:
    connections = []

    async def serving(socket: ServerConnection) -> None:
        connections.append(socket)
        async for message in socket:
            if len(connections) == 1:
                socket.transport.write(broken)
            else:
                await socket.send(answer_to(message))

    async def scenario() -> Any:
        async with linked(serving) as link:
            return await asyncio.wait_for(link.call("say", {"said": "again"}), 60)

    assert asyncio.run(scenario()) == "again"
    assert len(connections) == 2


def test_a_connection_without_pongs_is_dropped() -> None:
    connections = []

    async def serving(socket: ServerConnection) -> None:
        connections.append(socket)
        if len(connections) == 1:
            socket.transport.pause_reading()
            await socket.wait_closed()
        async for message in socket:
            await socket.send(answer_to(message))

    async def scenario() -> Any:
        async with linked(serving, ping_interval=0.2) as link:
            return await asyncio.wait_for(link.call("say", {"said": "hello"}), 60)

    assert asyncio.run(scenario()) == "hello"
    assert len(connections) >= 2


def test_writing_pauses_while_the_server_does_not_read() -> None:
    reading = asyncio.Event

    async def scenario() -> int:
        goes_on = reading()

        async def serving(socket: ServerConnection) -> None:
            socket.transport.pause_reading()
            await goes_on.wait()
            socket.transport.resume_reading()
            async for message in socket:
                await socket.send(answer_to(message))

        async with linked(serving, ping_interval=60.0) as link:
            calls = [asyncio.ensure_future(link.call("say", {"said": LONG})) for _ in range(512)]
            while link._socket is None or link._socket.is_writable:
                await asyncio.sleep(0)
            for _ in range(20):
                await asyncio.sleep(0)
            kept = link._socket.transport.get_write_buffer_size()
            goes_on.set()
            assert await asyncio.wait_for(asyncio.gather(*calls), 60) == [LONG] * 512
            return kept

    # At most what goes out in one turn of the event loop.
    assert 0 < asyncio.run(scenario()) <= 65 * (len(LONG) + 200)


def test_many_answers_in_one_piece_do_not_block_the_loop() -> None:
    async def scenario() -> int:
        async def serving(socket: ServerConnection) -> None:
            answers = b""
            for _ in range(256):
                answers += written(Opcode.TEXT, answer_to(await socket.recv()))
            socket.transport.write(answers)
            await socket.wait_closed()

        async with linked(serving) as link:
            calls = [asyncio.ensure_future(link.call("say", {"said": n})) for n in range(256)]
            most, before = 0, 0
            while before < len(calls):
                await asyncio.sleep(0)
                now = sum(call.done() for call in calls)
                most, before = max(most, now - before), now
            return most

    assert asyncio.run(scenario()) <= 2 * wire.ANSWERS_PER_ITERATION


def test_a_call_that_cannot_be_encoded_fails_alone() -> None:
    async def serving(socket: ServerConnection) -> None:
        async for message in socket:
            await socket.send(answer_to(message))

    async def scenario() -> list[Any]:
        async with linked(serving) as link:
            values = ("one", object(), math.nan, "four")
            calls = (link.call("say", {"said": value}) for value in values)
            return await asyncio.gather(*calls, return_exceptions=True)

    first, second, third, fourth = asyncio.run(scenario())
    assert (first, fourth) == ("one", "four")
    assert isinstance(second, TypeError) and isinstance(third, ValueError)


@pytest.mark.parametrize("frame_steps", [1, 8])
def test_a_call_above_the_servers_limit_fails_alone(frame_steps: int) -> None:
    connections = []

    async def serving(socket: ServerConnection) -> None:
        connections.append(socket)
        async for message in socket:
            if len(message) > 2_000:
                await socket.close(1009)
                return
            calls = json.loads(message)
            for call in calls if isinstance(calls, list) else [calls]:
                await socket.send(answer_to(json.dumps(call)))

    async def scenario() -> list[Any]:
        async with linked(serving, frame_steps=frame_steps) as link:
            texts = ("x" * 900, "y" * 5_000, "z" * 900)
            steps = [{"episode_id": text[0], "said": text} for text in texts]
            calls = (link.call("episode.step", params) for params in steps)
            return await asyncio.wait_for(asyncio.gather(*calls, return_exceptions=True), 60)

    first, second, third = asyncio.run(scenario())
    assert (first, third) == ("x" * 900, "z" * 900)
    assert isinstance(second, BackchannelError) and second.code == "request/too_large"
    assert "limits.payload_bytes_max" in str(second)
    # One connection to learn that the frame is too long, one that the step is, and one to go on.
    assert len(connections) == (2 if frame_steps == 1 else 3)


def test_a_timeout_ends_one_call_and_no_other() -> None:
    async def serving(socket: ServerConnection) -> None:
        async for message in socket:
            if "never" not in str(message):
                await socket.send(answer_to(message))

    async def scenario() -> None:
        async with linked(serving) as link:
            with pytest.raises(BackchannelError, match="client/timeout"):
                await link.call("say", {"said": "never"}, 0.05)
            assert await asyncio.wait_for(link.call("say", {"said": "soon"}), 60) == "soon"
            assert not link._calls

    asyncio.run(scenario())
