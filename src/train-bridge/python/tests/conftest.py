"""A real server for every test run."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from serving import Server


@pytest.fixture(scope="session")
def server_url() -> Iterator[str]:
    """The address of a shared server; `BACKCHANNEL_URL` names one that runs already."""
    given = os.environ.get("BACKCHANNEL_URL")
    if given:
        yield given
        return
    server = Server(":memory:")
    yield server.url
    server.kill()


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """A server that the test may kill and start again; its episodes stay."""
    server = Server(str(tmp_path / "episodes.db"))
    yield server
    server.kill()
