"""The world of docs/clients.md, as it stands there: Gymnasium's frozen lake is served."""

import json
import re
import sys
from pathlib import Path

import httpx

from report import check, expect
from serving import ROOT, WORK, conforms, replays, served

ENV = "frozen-lake-v1"
PAGE = (ROOT / "docs/clients.md").read_text().split("\n## Gymnasium environments as upstreams\n")[1]
config = WORK / "gymnasium-worlds.json"


def write() -> None:
    code = re.search(r"^```python\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    expect(code, "the page has its code")
    (WORK / "frozen_lake.py").write_text(code[1])
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
