"""Guards that rollouts of verl and TRL outlive a server that is away in the middle of them.

`BACKCHANNEL_OUTAGE_SECONDS` says how long it is away; `test_recovery.py` has TRL's tools.
"""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("verl")
pytest.importorskip("transfer_queue")

from serving import Server, away
from tiny import tokenizer
from verl_worker import SIZE, ScriptedModel, batch_of, knows_the_box, play, worker_of


class Outages:
    """A model during whose first two turns the server goes away."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._back: threading.Thread | None = None
        self.times = 0

    def __call__(self, prompt: str) -> str:
        if self.times < 2:
            self.end()
            self.times += 1
            self._back = away(self._server)
        return knows_the_box(prompt)

    def end(self) -> None:
        if self._back is not None:
            self._back.join()


def test_verls_rollouts_continue_after_an_outage(
    own_server: Server, model_folder: Path, tmp_path: Path, queue: dict[str, Any]
) -> None:
    model = Outages(own_server)
    worker = worker_of(model_folder, tmp_path, ScriptedModel(tokenizer(), model), own_server.url)
    batch = batch_of([1])
    uid = batch["uid"][0]
    play(worker, batch)
    model.end()
    assert queue["states"][uid] == "finished" and model.times == 2
    rows = [queue["rows"][f"{uid}_{k}_0"]["fields"] for k in range(SIZE)]
    assert [row["extra_fields"]["reward_extra_info"]["acc"] for row in rows] == [1] * SIZE


def test_verls_validation_starts_again_after_a_long_outage(
    own_server: Server,
    model_folder: Path,
    tmp_path: Path,
    queue: dict[str, Any],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """verl breaks off a validation of which nothing is left; for training it takes other rows."""
    from backchannel import aio, verl, verl_client

    up = {"is": True}

    def options() -> dict[str, Any]:
        return {"first_timeout": 120.0 if up["is"] else 0.1, "reconnect_timeout": 0.1}

    def goes_away(prompt: str) -> str:
        if up["is"] and own_server.starts == 1:
            up["is"] = False
            own_server.kill()
        return knows_the_box(prompt)

    def comes_back(_: float) -> Any:
        if not up["is"]:
            own_server.start()
            up["is"] = True
        return asyncio.sleep(0)

    monkeypatch.setattr(verl_client, "trainer_options", options)
    monkeypatch.setattr(aio, "LEAVE_CALL_SECONDS", 0.1)
    monkeypatch.setattr(verl, "_pause", comes_back)
    model = ScriptedModel(tokenizer(), goes_away)
    worker = worker_of(model_folder, tmp_path, model, own_server.url)
    batch = batch_of([1], purpose="validation")
    play(worker, batch)
    uid = batch["uid"][0]
    assert queue["states"][uid] == "finished" and own_server.starts == 2
    rows = [queue["rows"][f"{uid}_{k}_0"]["fields"] for k in range(SIZE)]
    assert [row["extra_fields"]["reward_extra_info"]["acc"] for row in rows] == [1] * SIZE


def test_verls_validation_fails_if_the_server_was_never_reached(
    model_folder: Path, tmp_path: Path, queue: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BACKCHANNEL_RECONNECT_TIMEOUT", "0.1")
    model = ScriptedModel(tokenizer(), knows_the_box)
    worker = worker_of(model_folder, tmp_path, model, "http://127.0.0.1:9")
    batch = batch_of([1], purpose="validation")
    asyncio.run(_all_of(worker, batch))
    assert queue["states"][batch["uid"][0]] == "failure"


async def _all_of(worker: Any, batch: Any) -> None:
    await worker.generate_sequences(batch)
    while worker.background_tasks:
        await asyncio.gather(*worker.background_tasks)


def test_trls_rollouts_continue_after_an_outage(own_server: Server) -> None:
    pytest.importorskip("trl")
    from test_trl import task_rows
    from test_trl_rollouts import player

    from backchannel.trl import RolloutFunction

    tokens = tokenizer()
    model = Outages(own_server)

    def generate(_: Any, prompts: Any, most: int) -> list[tuple[list[int], list[float]]]:
        texts = [tokens.decode(prompt, skip_special_tokens=False) for prompt in prompts]
        written = [tokens.encode(model(text), add_special_tokens=False) for text in texts]
        return [([*ids, tokens.eos_token_id][:most], [-0.5] * (len(ids) + 1)) for ids in written]

    rollouts = RolloutFunction(own_server.url, run="outage", generate=generate)
    result = rollouts([task_rows([1])[0]["prompt"]] * SIZE, player())
    model.end()
    assert model.times == 2
    assert result["episode_success"] == [1] * SIZE
