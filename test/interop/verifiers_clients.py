"""The openenv taskset of verifiers evaluates a model, by its own command line, as it comes."""

import json
import os
import subprocess
import sys
import tempfile
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import httpx

from report import ENVIRONMENTS, HEADERS, URL, check, expect

REPLY = "I do not know."


class Model(BaseHTTPRequestHandler):
    """In the place of a model: it has one answer."""

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["content-length"]))
        message = {"role": "assistant", "content": REPLY}
        usage = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
        choice = {"index": 0, "message": message, "finish_reason": "stop"}
        body = {"id": "1", "object": "chat.completion", "created": 1, "model": "stand-in"}
        text = json.dumps(body | {"choices": [choice], "usage": usage}).encode()
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def log_message(self, *_: object) -> None:
        pass


model = ThreadingHTTPServer(("127.0.0.1", 0), Model)
threading.Thread(target=model.serve_forever, daemon=True).start()

SETTINGS = """
model = "stand-in"
push = false
output_dir = "{folder}"
[client]
base_url = "http://127.0.0.1:{port}/v1"
api_key_var = "STAND_IN_KEY"
[env.taskset]
id = "openenv"
base_url = "{base}"
resets = [{{split = "train", index = 0}}, {{split = "train", index = 1}}]
[env.player.harness]
id = "null"
[env.player.runtime]
type = "subprocess"
"""


def evaluates(env: str) -> None:
    """It sends no headers, so that a connect key stands in its base address."""
    asked = {"env": env, "episodes": 2}
    key = httpx.post(f"{URL}/v1/keys", json=asked, headers=HEADERS).json()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "eval.toml"
        given = {"port": model.server_port, "base": URL + key["openenv"], "folder": folder}
        file.write_text(SETTINGS.format(**given))
        command = [Path(sys.executable).parent / "vf-eval", "@", file]
        quiet = {"capture_output": True, "text": True, "timeout": 900}
        done = subprocess.run(command, env=os.environ | {"STAND_IN_KEY": "none"}, **quiet)
        expect(done.returncode == 0, f"it ends well: {done.stdout[-600:]} {done.stderr[-600:]}")
        traces = [json.loads(line) for file in Path(folder).rglob("traces.jsonl")
                  for line in file.read_text().splitlines()]
        expect(len(traces) == 2, f"two rollouts: {len(traces)}")
        expect("openenv_reward" in json.dumps(traces), "rewards reach its traces")


for env in ENVIRONMENTS:
    check("verifiers", env, "evaluates a model", lambda: evaluates(env))
model.shutdown()
