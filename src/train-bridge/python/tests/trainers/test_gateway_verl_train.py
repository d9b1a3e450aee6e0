"""Guards that verl's own GRPO trainer learns from an agent program that knows nothing of it."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

pytest.importorskip("verl")
pytest.importorskip("transfer_queue")

import yaml
from model_server import GIVE_UP, Calls, model_server
from serving import Server
from taught import TASKS
from test_verl_train import changes, train

#: Every second run of the program, counted by the file, has its model give up.
AGENT = """
import fcntl, json, os, sys, urllib.request
with open(sys.argv[1], "a+") as counter:
    fcntl.flock(counter, fcntl.LOCK_EX)
    counter.write(".")
    counter.flush()
    run = os.path.getsize(sys.argv[1])
messages = json.load(open(os.environ["BACKCHANNEL_MESSAGES"]))
if run % 2 == 0:
    messages.append({"role": "user", "content": sys.argv[2]})
body = json.dumps({"model": "any", "messages": messages}).encode()
address = os.environ["OPENAI_BASE_URL"] + "/chat/completions"
headers = {"authorization": "Bearer " + os.environ["OPENAI_API_KEY"],
           "content-type": "application/json"}
urllib.request.urlopen(urllib.request.Request(address, body, headers)).read()
"""
STEPS = 2


def test_verl_trains_grpo_steps_on_a_program(taught_folder: Path, tmp_path: Path) -> None:
    calls: Calls = []
    counter = tmp_path / "counter"
    with model_server(calls) as upstream:
        profile = {"base_urls": [upstream], "model": "small", "max_tokens": 100, "gateway": {}}
        config = tmp_path / "config.json"
        config.write_text(json.dumps({"profiles": {"policy": profile}}))
        server = Server(":memory:", config=str(config))
        loop = {
            "name": "backchannel",
            "_target_": "backchannel.gateway_verl.ProgramAgentLoop",
            "server_url": server.url,
            "run": "program-on-the-cpu",
            "program": [sys.executable, "-c", AGENT, str(counter), GIVE_UP],
            "profile": "policy",
            "program_tools": "injected",
        }
        loops = tmp_path / "loops.yaml"
        loops.write_text(yaml.safe_dump([loop]))
        key = "actor_rollout_ref.rollout.agent.agent_loop_config_path"
        try:
            steps = train(taught_folder, tmp_path, server.url, options={key: str(loops)})
        finally:
            server.kill()
    assert [step["training/global_step"] for step in steps] == [1, STEPS]
    assert counter.stat().st_size == STEPS * TASKS * 4
    for step in steps:
        assert step["episode/success"] == 0.5
        assert step["actor/grad_norm"] > 0
    changed = changes(taught_folder, tmp_path / "out/checkpoints/global_step_2/actor")
    assert max(changed.values()) > 1e-5
