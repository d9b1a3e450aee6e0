"""TRL trains through OpenEnv and the Open Reward Standard by what it ships: its environment
factories and its Wordle example, as they are. A model of random weights stands in, and says what a
script says: what is tried is the way of the episodes."""

import json
import os
import subprocess
import sys
from pathlib import Path

import httpx

from report import HEADERS, TOKEN, URL, check, expect
from serving import free_port, served, until_healthy

HERE = Path(__file__).parent
WORK = Path(os.environ["WORK"])
TRL = WORK / "trl/examples/scripts/openenv"
SECONDS = 600


def python(*words: object, **variables: str) -> None:
    found = {"OPENREWARD_SESSION_URL": URL, "OPENREWARD_API_URL": URL, "HF_HUB_OFFLINE": "1"}
    command = [sys.executable, *map(str, words)]
    done = subprocess.run(
        command,
        env=os.environ | found | variables,
        cwd=WORK,
        capture_output=True,
        text=True,
        timeout=SECONDS,
    )
    expect(done.returncode == 0, f"{done.stdout[-300:]} {done.stderr[-900:]}")


def episodes(env: str) -> list[dict]:
    asked = {"env": env, "limit": 500}
    return httpx.get(f"{URL}/v1/episodes", params=asked, headers=HEADERS).json()["episodes"]


def trains(env: str, least: int, *words: object, **variables: str) -> None:
    """Runs a training and looks for the episodes that it played."""
    before = {one["episode_id"] for one in episodes(env)}
    python(*words, **variables)
    played = [one for one in episodes(env) if one["episode_id"] not in before]
    stepped = [one for one in played if one["steps"] > 0]
    expect(len(stepped) >= least, f"{len(stepped)} of {len(played)} episodes were played")


def by_openenv() -> None:
    trains("mock-v1", 8, HERE / "trl_train.py", "openenv", WORK / "tiny")


def by_ors() -> None:
    trains("mock-v1", 8, HERE / "trl_train.py", "ors", WORK / "tiny")


def wordle() -> None:
    """The example of TRL's repository: its client is of an older OpenEnv, and knows no token."""
    base = f"{URL}/openenv/math-feedback-v1"
    if TOKEN:
        asked = {"env": "math-feedback-v1", "episodes": 100}
        key = httpx.post(f"{URL}/v1/keys", json=asked, headers=HEADERS).json()
        base = URL + key["openenv"]
    path = f"{WORK / 'openenv-0.2'}:{WORK / 'OpenEnv/envs'}"
    told = [HERE / "trl_train.py", "example", WORK / "tiny", TRL / "wordle.py", base]
    trains("math-feedback-v1", 8, *told, PYTHONPATH=path)


def groups() -> None:
    """A game on another server, in groups whose later rollouts are told what went wrong."""
    port = free_port()
    upstream = subprocess.Popen([sys.executable, HERE / "gateway_upstream.py", str(port)])
    config = WORK / "trl-groups.json"
    foreign = {"id": "game-v1", "url": f"http://127.0.0.1:{port}"}
    config.write_text(json.dumps({"environments": [{"openenv": foreign}]}))
    try:
        until_healthy(f"http://127.0.0.1:{port}", upstream)
        with served(config) as url:
            python(HERE / "trl_train.py", "groups", WORK / "tiny", url)
    finally:
        upstream.kill()
        upstream.wait()


python(HERE / "trl_train.py", "model", WORK / "tiny")
check("TRL", "mock-v1", "environment_factory over OpenEnv", by_openenv)
check("TRL", "mock-v1", "OpenRewardSpec over ORS", by_ors)
check("TRL", "math-feedback-v1", "its example wordle.py", wordle)
check("TRL", "game-v1", "groups with feedback, through the gateway", groups)
