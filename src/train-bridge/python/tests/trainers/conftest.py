"""A model on disk, episodes that were played, and what verl's worker puts into its queue."""

from __future__ import annotations

import json
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


@pytest.fixture(scope="session")
def taught_folder(tmp_path_factory: pytest.TempPathFactory, server_url: str) -> Path:
    """A model on disk that sometimes succeeds, so that there is something to learn."""
    from taught import teach

    folder = tmp_path_factory.mktemp("taught")
    teach(folder, server_url)
    return folder


@pytest.fixture
def queue(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, Any]]:
    """What the worker puts into verl's queue, by key."""
    from verl.trainer.ppo.v1 import agent_loop_tq

    from backchannel.verl_client import connections

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
    connections.clear()
    yield {"rows": rows, "states": states}


@pytest.fixture(scope="session")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the logs of real episodes: the same tasks, played well and badly."""
    from exported import MATH, PHONE, backchannel
    from serving import Server

    folder = tmp_path_factory.mktemp("data")
    games = [
        (PHONE, "oracle"),
        (PHONE, "habit"),
        (MATH, "oracle"),
        (MATH, "student"),
        (MATH, "student-stubborn"),
    ]
    server = Server(str(folder / "store.db"))
    for seed, (env, policy) in enumerate(games):
        words = ["--env", env, "--policy", policy, "--episodes", "12", "--url", server.url]
        backchannel("rollout", *words, "--seed", str(seed))
    server.kill()
    return folder


@pytest.fixture(scope="session")
def actions(played: Path) -> dict[str, list[tuple[str, list[Any]]]]:
    """What the agent did in every episode, from the stored logs themselves."""
    from exported import backchannel

    path = played / "all-logs.jsonl"
    backchannel("export", "--db", str(played / "store.db"), "--output", str(path))
    found: dict[str, list[tuple[str, list[Any]]]] = {}
    for line in map(json.loads, path.read_text().splitlines()):
        if line["kind"] != "stepped":
            continue
        action = json.loads(line["payload"])["action"]
        calls = []
        for call in action.get("tool_calls") or []:
            given = call["function"]["arguments"]
            read = json.loads(given) if isinstance(given, str) else given
            calls.append((call["function"]["name"], read))
        content = (action.get("content") or "").strip()
        found.setdefault(line["episode_id"], []).append((content, calls))
    return found
