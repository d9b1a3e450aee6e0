"""Guards that SkyRL Gym plays episodes by its own registry (skyrl-gym 0.4 on the CPU)."""

from __future__ import annotations

import json
import re
import threading
from typing import Any

import pytest

skyrl_gym: Any = pytest.importorskip("skyrl_gym")

from backchannel import BackchannelError, connect
from backchannel.skyrl import ENTRY_POINT

NAME = "backchannel-test"


def call(name: str, **arguments: Any) -> str:
    return f"<tool_call>\n{json.dumps({'name': name, 'arguments': arguments})}\n</tool_call>"


@pytest.fixture(scope="module")
def make_env(server_url: str) -> Any:
    skyrl_gym.register(id=NAME, entry_point=ENTRY_POINT)

    def make(env: str = "mock-v1") -> Any:
        row = json.dumps({"env": env, "split": "train", "index": 0})
        extras = {"extra_info": {"env": row}, "reward_model": {}}
        return skyrl_gym.make(NAME, env_config={"url": server_url, "run": "sky"}, extras=extras)

    return make


def test_an_episode_is_solved_turn_by_turn(make_env: Any, server_url: str) -> None:
    env = make_env()
    opening, info = env.init([{"role": "user", "content": "replaced"}])
    assert opening[0]["role"] == "system"
    assert '"name": "read_code"' in opening[0]["content"]
    first = env.step(call("read_code"))
    assert (first["reward"], first["done"]) == (0, False)
    [answer] = first["observations"]
    assert answer["role"] == "user"
    code = re.findall(r"\d{3}", answer["content"])[-1]
    last = env.step(call("enter_code", code=code))
    assert (last["reward"], last["done"]) == (1, True)
    assert env.get_metrics()["success"] == 1
    env.close()
    env.close()
    with connect(server_url) as client:
        listed = client.call("episode.list", run="sky")["episodes"]
        assert info["episode_id"] in [each["episode_id"] for each in listed]


def test_closing_the_environment_closes_the_episode(make_env: Any, server_url: str) -> None:
    env = make_env()
    _, info = env.init([])
    env.close()
    with connect(server_url) as client:
        listed = client.call("episode.list", run="sky", open=True)["episodes"]
        assert info["episode_id"] not in [each["episode_id"] for each in listed]


def test_an_environment_that_could_not_be_initialized_keeps_no_connection(make_env: Any) -> None:
    threads = threading.active_count()
    with pytest.raises(BackchannelError, match="env/unknown"):
        make_env("no-such-env").init([])
    assert threading.active_count() == threads
