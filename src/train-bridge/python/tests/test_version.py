"""Guards that a server of another version is told from one that speaks another protocol."""

from __future__ import annotations

import asyncio
import json
import warnings
from typing import Any

import pytest
from serving import ROOT
from websockets.asyncio.server import ServerConnection, serve

from backchannel import BackchannelError, aio
from backchannel.options import SUBPROTOCOL
from backchannel.version import HEADER, VERSION, version_series

#: Another patch release of the same series.
NEWER_PATCH = ".".join([*version_series(VERSION), "99"])


def connect_to(version: str | None, *protocols: Any) -> None:
    """Connects to a server that says this of itself."""

    def say(_: ServerConnection, __: Any, response: Any) -> None:
        if version is not None:
            response.headers[HEADER] = version

    async def play() -> None:
        wait = ServerConnection.wait_closed
        select = lambda _, offered: protocols[0] if protocols else None
        async with serve(
            wait, "127.0.0.1", 0, process_response=say, select_subprotocol=select
        ) as own:
            port = next(iter(own.sockets)).getsockname()[1]
            client = await aio.connect(f"http://127.0.0.1:{port}")
            await client.close()

    asyncio.run(play())


def test_another_release_series_gives_a_warning_with_the_remedy() -> None:
    with pytest.warns(UserWarning, match=r"version 7\.1\.2, and this .* backchannel-rl==7\.1\.2"):
        connect_to("7.1.2", SUBPROTOCOL)


@pytest.mark.parametrize("version", [VERSION, f"{VERSION}-rc.1", NEWER_PATCH, None])
def test_the_same_series_or_an_unknown_version_gives_no_warning(version: str | None) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        connect_to(version, SUBPROTOCOL)


def test_pending_calls_fail_if_the_warning_is_an_error() -> None:
    """The server is replaced by one of another release series, and warnings are errors."""
    versions = iter([VERSION, "7.1.2"])

    def say(_: ServerConnection, __: Any, response: Any) -> None:
        response.headers[HEADER] = next(versions)

    async def hang_up(socket: ServerConnection) -> None:
        await socket.recv()

    async def play() -> None:
        select = lambda *_: SUBPROTOCOL
        async with serve(
            hang_up, "127.0.0.1", 0, process_response=say, select_subprotocol=select
        ) as own:
            port = next(iter(own.sockets)).getsockname()[1]
            async with await aio.connect(f"http://127.0.0.1:{port}") as client:
                with pytest.raises(BackchannelError, match=r"7\.1\.2"):
                    await asyncio.wait_for(client.environments(), 20)

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        asyncio.run(play())


def test_another_protocol_is_refused() -> None:
    with pytest.raises(BackchannelError, match="does not speak backchannel.v1") as caught:
        connect_to(VERSION)
    assert caught.value.code == "client/protocol"


def test_the_package_has_the_version_of_the_server() -> None:
    assert json.loads((ROOT / "package.json").read_text())["version"] == VERSION
