"""Guards that trainers' figures reach the server, and that reporting never disturbs training."""

from __future__ import annotations

import logging
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from serving import Server

from backchannel import connect
from backchannel.run_log import RunLog, flatten_settings, numeric_values
from backchannel.verl_report import LOGGER, add_report


def reported(url: str, run: str, *names: str) -> dict[str, Any]:
    with connect(url) as client:
        return client.call("run.reported", None, run=run, names=list(names))


def test_the_server_has_the_logged_values_and_settings(server_url: str) -> None:
    log = RunLog(server_url, "logged")
    log.configure({"seed": 1, "optim": {"lr": 0.1, "betas": [0.9, 0.99]}, "api_key": "sk-1"})
    for step in range(600):
        log.log(step, {"loss": step / 2, "note": "text", "grad norm": 1})
    log.close(timeout=100)
    known = reported(server_url, "logged", "loss")
    assert known["points"] == 600
    assert known["configuration"] == {
        "seed": 1,
        "optim.lr": 0.1,
        "optim.betas": "[0.9, 0.99]",
        "api_key": "***",
    }
    assert known["latest"]["grad_norm"] == {"step": 599, "value": 1}
    assert known["series"][0]["points"][0]["step"] == 0


def test_only_finite_numbers_are_sent_and_the_others_counted() -> None:
    nan, endless = float("nan"), float("inf")
    assert numeric_values({"a": 1, "b": nan, "c": endless, "d": "2", "e": None, "f": True}) == {
        "a": 1.0,
        "f": 1.0,
        "not_finite": 2,
    }
    assert flatten_settings({"a": nan, "b": {"c": None}}) == {"a": "nan", "b.c": None}
    assert numeric_values({"huge": 10**400, "list": [1], "loss": 1}) == {"loss": 1.0}
    assert flatten_settings({"huge": 10**400, "pairs": [{(1, 2): 3}]}) == {
        "huge": str(10**400)[:2_000],
        "pairs": "[{(1, 2): 3}]",
    }
    assert len(flatten_settings({str(at): at for at in range(2_000)})) == 1_000


def test_an_unreachable_server_gives_a_warning(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BACKCHANNEL_RECONNECT_TIMEOUT", "0")
    log = RunLog("http://127.0.0.1:9", "away")
    with caplog.at_level(logging.WARNING):
        log.log(0, {"loss": 1})
        log.close(timeout=100)
    assert "run away is not reported" in caplog.text


def test_reports_continue_after_the_server_was_unreachable(own_server: Server) -> None:
    log = RunLog(own_server.url, "outage")
    log.log(0, {"loss": 1})
    log.close(timeout=100)
    own_server.kill()
    own_server.start()
    log.log(1, {"loss": 2})
    log.close(timeout=100)
    assert reported(own_server.url, "outage")["points"] == 2


def test_verl_gets_a_further_logger(server_url: str, tmp_path: Path) -> None:
    file = tmp_path / "agent.yaml"
    file.write_text(f"- name: backchannel\n  server_url: {server_url}\n  run: of-verl\n")
    agent = SimpleNamespace(agent_loop_config_path=str(file))
    rollout = SimpleNamespace(rollout=SimpleNamespace(agent=agent))
    config = SimpleNamespace(actor_rollout_ref=rollout)
    tracking = SimpleNamespace(logger={})
    report = add_report(tracking, config, {"trainer": {"seed": 3}})
    assert report is not None
    tracking.logger[LOGGER].log(data={"actor/lr": 0.1, "timing": "x"}, step=4)
    report.finish()
    known = reported(server_url, "of-verl")
    assert known["configuration"] == {"trainer.seed": 3}
    assert known["latest"] == {"actor/lr": {"step": 4, "value": 0.1}}
    agent.agent_loop_config_path = None
    assert add_report(tracking, config, {}) is None
