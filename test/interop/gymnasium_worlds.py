"""The example of docs/clients.md is served: Gymnasium's frozen lake."""

import json
import shutil
import sys

import httpx

from report import check, expect
from serving import ROOT, WORK, conforms, replays, served

ENV = "frozen-lake-v1"
EXAMPLE = ROOT / "src/train-bridge/python/examples/frozen_lake.py"
config = WORK / "gymnasium-worlds.json"


def write() -> None:
    shutil.copy(EXAMPLE, WORK)
    world = {"module": "frozen_lake", "folder": str(WORK), "python": sys.executable}
    config.write_text(json.dumps({"environments": [{"python": world}]}))


def plays(url: str) -> str:
    with httpx.Client(base_url=url) as http:
        task = {"env": ENV, "split": "train", "index": 0}
        opened = http.post("/v1/episodes", json=task).json()
        expect("[S]" in opened["messages"][-1]["content"], f"the lake is shown: {opened}")
        total, last = 0.0, {}
        for _ in range(40):
            call = {"name": "act", "arguments": {"action": "right"}}
            turn = {"tool_calls": [{"id": "c", "type": "function", "function": call}]}
            path = f"/v1/episodes/{opened['episode_id']}/steps"
            last = http.post(path, json={"action": turn}).json()
            total += last["reward"]
            if last["terminated"] or last["truncated"]:
                break
        expect(last["info"]["metrics"]["success"] == 0 and total == 0, f"a wall is no way: {last}")
        return str(opened["episode_id"])


def is_served() -> None:
    with served(config) as url:
        replays(url, plays(url))


write()
check("Gymnasium in", ENV, "conformance", lambda: conforms(ENV, config, "--search-episodes", "0"))
check("Gymnasium in", ENV, "plays and replays", is_served)
