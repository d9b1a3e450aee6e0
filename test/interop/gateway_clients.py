"""OpenEnv's client plays a game on OpenEnv's own server through this one, in and out again."""

import os
import signal

import httpx
from openenv.core.generic_client import GenericEnvClient

from report import HEADERS, URL, check, expect

ENV = "game-v1"


def episode() -> str:
    with GenericEnvClient(base_url=f"{URL}/openenv/{ENV}", headers=HEADERS).sync() as client:
        opened = client.reset(split="train", index=3)
        expect(opened.observation["text"] == "Guess a number from 1 to 9.", "its opening")
        wrong = client.step({"type": "call_tool", "tool_name": "act", "arguments": {"number": 1}})
        expect(wrong.reward == -0.1 and not wrong.done, f"its reward: {wrong.reward}")
        right = client.step({"type": "call_tool", "tool_name": "act", "arguments": {"number": 4}})
        expect(right.done and right.reward == 1, "its end")
        expect(right.metadata["metrics"]["raw_reward"] == 0.9, "its rewards as they came")
        return opened.metadata["episode_id"]


def replays_without() -> None:
    played = episode()
    os.kill(int(os.environ["UPSTREAM_PID"]), signal.SIGKILL)
    report = httpx.post(f"{URL}/v1/episodes/{played}/replay", json={}, headers=HEADERS).json()
    expect(report["verdict"] == "consistent" and report["difference"] is None, f"{report}")


check("gateway", ENV, "plays a foreign game", episode)
check("gateway", ENV, "replays it with its server off", replays_without)
