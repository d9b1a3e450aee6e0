"""Environments of the OpenEnv repository, each on its own server, are played through this one,
looked at through the native protocol, and replayed with those servers switched off."""

import json
import os
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

import httpx
from openenv.core.generic_client import GenericEnvClient

from report import check, expect
from serving import WORK, conforms, free_port, replays, served, until_healthy


def call(name: str, **arguments: object) -> dict:
    return {"type": "call_tool", "tool_name": name, "arguments": arguments}


@dataclass(frozen=True)
class World:
    """How one of them is started, and what is played in it."""

    package: str
    actions: list[dict]
    shows: str
    """What its second-last or last answer has."""
    settings: dict = field(default_factory=dict)
    variables: dict = field(default_factory=dict)
    app: str = "server.app:app"


WORLDS = {
    "echo-v1": World(
        "echo_env",
        [call("echo_message", message="hello"), call("echo_with_length", message="hello")],
        "hello",
    ),
    "reasoning-gym-v1": World(
        "reasoning_gym_env",
        [{"message": "The answer is 4."}],
        "score",
        {
            "reset": {"dataset_name": "chain_sum", "size": 10},
            "hidden": ["correct_answer", "dataset_metadata"],
            "sessions_max": 1,
        },
    ),
    "text-game-v1": World(
        "textarena_env",
        [{"message": "[10]"}, {"message": "[5]"}, {"message": "[15]"}],
        "5",
        {"seed_member": None},
        {"TEXTARENA_DOWNLOAD_NLTK": "0", "TEXTARENA_ENV_ID": "GuessTheNumber-v0"},
    ),
    "coding-v1": World(
        "coding_env",
        [{"message": "number = 6"}, {"message": "print(7 * number)"}],
        "42",
        {"seed_member": None},
    ),
    "chess-v1": World(
        "chess_env",
        [call("act", move="e2e4"), call("act", move="a7a6"), call("act", move="d2d4")],
        "fen",
        {"seed_member": None},
    ),
    "connect-four-v1": World(
        "connect4_env",
        [call("act", column=3), call("act", column=3), call("act", column=2)],
        "board",
        {"seed_member": None},
    ),
    "grid-world-v1": World(
        "grid_world_env",
        [call("act", action="DOWN"), call("act", action="RIGHT")],
        "going",
        {"seed_member": None},
    ),
}


def started(world: World, port: int, log: Path) -> subprocess.Popen:
    command = [sys.executable, "-m", "uvicorn", f"{world.package}.{world.app}"]
    command += ["--port", str(port), "--log-level", "warning"]
    found = {"PYTHONPATH": str(WORK / "OpenEnv/envs"), **world.variables}
    with log.open("w") as out:
        return subprocess.Popen(command, env=os.environ | found, stdout=out, stderr=out)


def plays(url: str, env: str) -> str:
    world = WORLDS[env]
    with GenericEnvClient(base_url=f"{url}/openenv/{env}").sync() as client:
        opened = client.reset(split="train", index=1)
        expect(opened.observation["text"], "the opening shows the task")
        told = []
        for action in world.actions:
            result = client.step(action)
            expect(isinstance(result.reward, (int, float)), f"a reward: {result.reward}")
            told.append(str(result.observation["text"]))
            if result.done:
                break
        expect(any(world.shows in one for one in told), f"{world.shows} is told: {told}")
        expect("did not" not in told[-1], f"actions are taken: {told}")
        return str(opened.metadata["episode_id"])


def is_looked_at(url: str, episode: str) -> None:
    """Through the native protocol: the rows have what the foreign server answered."""
    rows = httpx.get(f"{url}/v1/episodes/{episode}/log").json()
    expect("observation" in json.dumps(rows), "its answers are in the log")


def is_foreign(env: str, config: Path) -> None:
    expect("is unknown" in conforms(env, config), "what is unknown is said")


def run() -> None:
    upstreams = {env: (free_port(), world) for env, world in WORLDS.items()}
    processes = {
        env: started(world, port, WORK / f"{env}.log") for env, (port, world) in upstreams.items()
    }
    try:
        urls = {env: f"http://127.0.0.1:{port}" for env, (port, _) in upstreams.items()}
        up = [env for env in WORLDS if until_healthy(urls[env], processes[env])]
        for env in WORLDS:
            why = "" if env in up else (WORK / f"{env}.log").read_text()[-1500:]
            check("OpenEnv's own server", env, "starts", lambda: expect(not why, why))
        config = WORK / "worlds.json"
        settings = [
            {"openenv": {"id": env, "url": urls[env], "turns_max": 6, **WORLDS[env].settings}}
            for env in up
        ]
        config.write_text(json.dumps({"environments": settings}))
        # Before anybody else plays there: some have room for one session only.
        for env in up:
            check("gateway", env, "conformance of its class", lambda: is_foreign(env, config))
        with served(config) as url:
            played: dict[str, str] = {}
            for env in up:
                check("gateway", env, "plays", lambda: played.update({env: plays(url, env)}))
            for env in played:
                check("gateway", env, "is looked at", lambda: is_looked_at(url, played[env]))
            for process in processes.values():
                process.kill()
                process.wait()
            for env in played:
                check("gateway", env, "replays, its server off", lambda: replays(url, played[env]))
    finally:
        for process in processes.values():
            process.kill()


run()
