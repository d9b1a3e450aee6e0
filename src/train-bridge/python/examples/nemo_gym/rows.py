"""Prints four rows for NeMo Gym. Each names a task and has its tools."""

import json

from backchannel import connect

with connect("http://127.0.0.1:8000") as client:
    for index in range(4):
        task = {"env": "mock-v1", "split": "train", "index": index}
        episode = client.open(**task)
        tools = [
            {"type": "function", "strict": False, **each["function"]} for each in episode.tools
        ]
        episode.close()
        print(json.dumps({"responses_create_params": {"input": [], "tools": tools}, "task": task}))
