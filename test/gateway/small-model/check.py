"""Plays a tool agent with a real model, and compares its training segments with what was sampled.

python check.py URL SAMPLES
"""

from __future__ import annotations

import json
import sys
import urllib.request
from pathlib import Path
from typing import Any

URL, SAMPLES = sys.argv[1], Path(sys.argv[2])
EPISODES, TURNS = 4, 4
PARAMETERS = {"type": "object", "properties": {"word": {"type": "string"}}, "required": ["word"]}
TOOLS = [
    {
        "type": "function",
        "function": {
            "name": "look_up",
            "description": "Explains a word.",
            "parameters": PARAMETERS,
        },
    }
]


def ask(path: str, body: object = None) -> Any:
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(f"{URL}{path}", data, {"content-type": "application/json"})
    with urllib.request.urlopen(request) as response:
        return json.load(response)


def said(path: str, body: dict[str, Any]) -> tuple[str, bool]:
    """The text of an answer, and whether the model ended it."""
    data = json.dumps(body).encode()
    request = urllib.request.Request(f"{URL}{path}", data, {"content-type": "application/json"})
    with urllib.request.urlopen(request) as response:
        text = response.read().decode()
    if not body["stream"]:
        (choice,) = json.loads(text)["choices"]
        return choice["message"]["content"] or "", choice["finish_reason"] == "stop"
    lines = [line[6:] for line in text.split("\n") if line.startswith("data: {")]
    choices = [choice for line in lines for choice in json.loads(line)["choices"]]
    content = "".join(choice["delta"].get("content") or "" for choice in choices)
    return content, choices[-1]["finish_reason"] == "stop"


def play(profile: str, index: int) -> str:
    """Plays an episode until an answer is cut, or to its last turn."""
    gateway = {"profile": profile, "tools": "mcp"}
    task = {"env": "mock-v1", "split": "train", "index": index, "gateway": gateway}
    opened = ask("/v1/episodes", task)
    path = f"{opened['gateway']['base_with_key']}/chat/completions"
    asked = "Explain coöperative or naïve in one short sentence."
    messages: list[dict[str, Any]] = [{"role": "user", "content": asked}]
    for turn in range(TURNS):
        body = {"model": "any", "messages": messages, "tools": TOOLS, "stream": turn % 2 == 1}
        text, is_ended = said(path, body)
        if not is_ended:
            break
        messages += [
            {"role": "assistant", "content": text},
            {"role": "user", "content": f"Shorter, in {9 - turn} words."},
        ]
    return str(opened["episode_id"])


def retention(episode: str) -> tuple[int, int, int]:
    """The sampled ids of the largest segment, all of them, and the number of segments."""
    segments = ask(f"/v1/episodes/{episode}/segments")["segments"]
    samples = [json.loads(line) for line in SAMPLES.read_text().splitlines()]
    known = {(tuple(one["prompt"]), tuple(one["ids"])) for one in samples}
    counts = []
    for segment in segments:
        ids, mask = segment["response_ids"], segment["response_mask"]
        prompt, start, count = list(segment["prompt_ids"]), None, 0
        for at, trained in enumerate([*mask, 0]):
            if trained and start is None:
                start = at
            if not trained and start is not None:
                sampled = (tuple(prompt + ids[:start]), tuple(ids[start:at]))
                assert sampled in known, "a segment has ids that were not sampled behind its prompt"
                count += at - start
                start = None
        counts.append(count)
    return max(counts), sum(counts), len(segments)


for profile in ("forwarded", "rendered"):
    kept = total = pieces = 0
    for index in range(EPISODES):
        largest, every, segments = retention(play(profile, index))
        kept, total, pieces = kept + largest, total + every, pieces + segments
    share = kept / total
    print(
        f"{profile}: {share:.1%} of {total} sampled ids in one segment, {pieces / EPISODES} segments"
    )
    if profile == "forwarded" and share < 0.95:
        print("0 passed, 1 failed")
        sys.exit(1)
print("1 passed, 0 failed")
