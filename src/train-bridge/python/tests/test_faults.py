"""Guards that a mistake that would break a run is reported with a remedy before the run starts."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from serving import ROOT, TOKEN, Server

SECRET = "a-token-of-the-tests"


@pytest.fixture(scope="module")
def guarded_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server that wants a token."""
    server = Server(":memory:", SECRET)
    yield server.url
    server.kill()


@pytest.fixture
def settings(tmp_path: Path, server_url: str) -> dict[str, Any]:
    """A run of verl whose Python has an old verl, and nothing else."""
    package = tmp_path / "fake" / "verl-0.7.1.dist-info"
    package.mkdir(parents=True)
    (package / "METADATA").write_text("Metadata-Version: 2.1\nName: verl\nVersion: 0.7.1\n")
    python = tmp_path / "python.sh"
    python.write_text(f'#!/bin/sh\nPYTHONPATH={tmp_path}/fake exec {sys.executable} -S "$@"\n')
    python.chmod(0o755)
    task = {"env": "mock-v1", "split": "train", "index": 0, "data_checksum": "0" * 64}
    extra = {"env": json.dumps(task)}
    row = {"prompt": [{"role": "user", "content": "x"}], "data_source": "x", "extra_info": extra}
    (tmp_path / "rows.jsonl").write_text(json.dumps(row) + "\n")
    return {
        "engine": "verl",
        "method": "dapo",
        "run": "one",
        "model": "nobody/nothing",
        "server": {"url": server_url},
        "environment": {"id": "mock-v1"},
        "data": {"train": "rows.jsonl"},
        "training": {"batch": 1},
        "hardware": {"cpu": True},
        "launch": {"python": str(python), "disk_gib_min": 0},
        "output": str(tmp_path / "out"),
    }


def train(
    folder: Path, settings: dict[str, Any], *words: str, **variables: str
) -> subprocess.CompletedProcess[str]:
    # JSON is YAML.
    (folder / "run.yaml").write_text(json.dumps(settings))
    command = ["node", str(ROOT / "bin/backchannel"), "train", "--config", "run.yaml", *words]
    environment = {name: value for name, value in os.environ.items() if name != TOKEN}
    return subprocess.run(
        command,
        cwd=folder,
        env={**environment, **variables},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


def refused(folder: Path, settings: dict[str, Any], **variables: str) -> str:
    """The error output of a run that may not start. It must leave no files."""
    ran = train(folder, settings, **variables)
    assert ran.returncode == 2, ran.stdout + ran.stderr
    assert not (folder / "var").exists() and not (folder / "out").exists()
    return ran.stderr


def test_missing_packages_and_data_are_reported(tmp_path: Path, settings: dict[str, Any]) -> None:
    problems = refused(tmp_path, settings)
    assert (
        "verl is 0.7.1, not verl>=0.9.0,<0.10. Install it where the run trains: pip in" in problems
    )
    assert "package TransferQueue: TransferQueue is not installed. Install it" in problems
    assert "was made from other tasks than the server has (000000000000, not" in problems
    assert "Export it again with the data that the server serves" in problems


def test_a_missing_python_is_reported(tmp_path: Path, settings: dict[str, Any]) -> None:
    settings["launch"]["python"] = "/nowhere/python"
    problems = refused(tmp_path, settings)
    assert "launch.python /nowhere/python does not run: there is no such program" in problems


def test_an_unreachable_server_is_reported(tmp_path: Path, settings: dict[str, Any]) -> None:
    settings["server"]["url"] = "http://127.0.0.1:9"
    problems = refused(tmp_path, settings)
    assert "the server, from here: cannot reach" in problems
    assert "http://127.0.0.1:9 is not reached from where the run trains" in problems
    assert "serve with --host 0.0.0.0" in problems


@pytest.mark.parametrize("variables", [{}, {TOKEN: "a-token-of-nobody-else"}])
def test_a_wrong_token_is_reported(
    tmp_path: Path, settings: dict[str, Any], guarded_url: str, variables: dict[str, str]
) -> None:
    settings["server"]["url"] = guarded_url
    problems = refused(tmp_path, settings, **variables)
    assert (
        f"{guarded_url} refused the token (401). Set {TOKEN} to a token of the server" in problems
    )


def test_a_token_in_another_variable_is_found(
    tmp_path: Path, settings: dict[str, Any], guarded_url: str
) -> None:
    settings["server"] = {"url": guarded_url, "token_env": "MINE"}
    checked = train(tmp_path, settings, "--check", MINE=SECRET)
    assert "fine: the server, from here" in checked.stdout
    assert "fine: the server, from the workers" in checked.stdout


def test_an_unreachable_cluster_is_reported(tmp_path: Path, settings: dict[str, Any]) -> None:
    settings["launch"] |= {"kind": "ray", "address": "http://127.0.0.1:9"}
    problems = refused(tmp_path, settings)
    assert (
        "no Ray head answers at http://127.0.0.1:9: ECONNREFUSED. Check launch.address" in problems
    )


def test_data_without_pairs_and_a_missing_model_are_reported(
    tmp_path: Path, settings: dict[str, Any]
) -> None:
    (tmp_path / "rows.jsonl").write_text("")
    del settings["server"], settings["environment"]
    settings |= {"engine": "trl", "method": "dpo", "model": "./nothing"}
    problems = refused(tmp_path, settings)
    assert "has no usable pair. Lower --min-gap, or play more rollouts" in problems
    assert "there is no model in ./nothing. Change model" in problems


def test_rloo_on_episodes_with_trl_is_refused(tmp_path: Path, settings: dict[str, Any]) -> None:
    settings |= {"engine": "trl", "method": "rloo"}
    problems = refused(tmp_path, settings)
    assert "the RLOO trainer of TRL plays no environments" in problems
    assert "Use --engine verl --method rloo" in problems


def test_a_job_that_exits_at_once_is_reported(tmp_path: Path, settings: dict[str, Any]) -> None:
    ran = train(tmp_path, settings, "--no-preflight")
    assert ran.returncode == 1
    assert "No module named verl" in ran.stdout or "No module named 'verl'" in ran.stdout
    assert "one: failed, it ended with code 1 (start 1); output:" in ran.stderr
    again = train(tmp_path, settings, "--no-preflight")
    assert again.returncode == 2
    assert "there is a run one already (failed)" in again.stderr
    assert "Go on with it by --resume" in again.stderr
