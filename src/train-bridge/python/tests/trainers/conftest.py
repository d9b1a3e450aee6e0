"""A model on disk, and what verl's worker puts into its queue."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest


@pytest.fixture(scope="session")
def model_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A model on disk, for verl reads tokenizer and configuration from there."""
    from tiny import model, tokenizer

    folder = tmp_path_factory.mktemp("model")
    tokens = tokenizer()
    tokens.save_pretrained(folder)
    model(tokens).save_pretrained(folder)
    return folder


@pytest.fixture
def queue(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, Any]]:
    """What the worker puts into verl's queue, by key."""
    from verl.trainer.ppo.v1 import agent_loop_tq

    from backchannel import verl as bridge

    rows: dict[str, Any] = {}
    states: dict[str, str] = {}

    async def put(key: str, partition_id: str, tag: dict[str, Any]) -> None:
        states[key] = tag["status"]

    async def put_batch(keys: list[str], fields: Any, tags: list[Any], partition_id: str) -> None:
        for place, key in enumerate(keys):
            rows[key] = {"fields": fields[place], "tag": tags[place]}

    monkeypatch.setattr(agent_loop_tq.tq, "init", lambda *_: None)
    monkeypatch.setattr(agent_loop_tq.tq, "async_kv_put", put)
    monkeypatch.setattr(agent_loop_tq.tq, "async_kv_batch_put", put_batch)
    bridge._connections.clear()
    yield {"rows": rows, "states": states}
