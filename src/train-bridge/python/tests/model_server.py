"""A model server that answers as vLLM does, with token ids, and plays the mock environment."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Message = dict[str, Any]

#: What a program says last for the model to play no further.
GIVE_UP = "Please give up."


def ids_of(text: str) -> list[int]:
    """One id for each character."""
    return [ord(letter) for letter in text]


def written(message: Message) -> str:
    """What a turn is sampled as."""
    calls = [
        f"<{call['function']['name']}{json.dumps(json.loads(call['function']['arguments']))}>"
        for call in message.get("tool_calls") or ()
    ]
    return (message.get("content") or "") + "".join(calls)


def rendered(messages: list[Message], rewrites: bool = False) -> str:
    """A template that only appends: each turn is rendered as it was sampled.

    :param rewrites: earlier answers are rendered otherwise, so that each call begins a segment
    """
    heads = {"assistant": "[assistant] "} if rewrites else {}
    turns = (heads.get(each["role"], f"[{each['role']}]") + written(each) for each in messages)
    return "".join(turns) + "[assistant]"


def answer_to(body: dict[str, Any]) -> Message:
    """Opens the box where there are tools for it; else calls its tool once, and says the answer."""
    names = [tool["function"]["name"] for tool in body.get("tools") or ()]
    if GIVE_UP in str(body["messages"][-1]["content"]):
        return {"role": "assistant", "content": "I give up."}
    answers = [message for message in body["messages"] if message["role"] == "tool"]
    if "read_code" in names and not answers:
        return _calling(0, "read_code", {})
    found = re.search(r"\b\d{2,}\b", answers[-1]["content"]) if answers else None
    if "enter_code" in names and found and len(answers) == 1:
        return _calling(1, "enter_code", {"code": found.group()})
    if names == ["weather"]:
        if not answers:
            return _calling(0, "weather", {"city": "Bern"})
        return {"role": "assistant", "content": f"It is {answers[-1]['content']}."}
    return {"role": "assistant", "content": "Done."}


def _calling(place: int, name: str, arguments: dict[str, Any]) -> Message:
    function = {"name": name, "arguments": json.dumps(arguments)}
    call = {"id": f"call_{place}", "type": "function", "function": function}
    return {"role": "assistant", "content": None, "tool_calls": [call]}


def completion(body: dict[str, Any], rewrites: bool = False) -> dict[str, Any]:
    message = answer_to(body)
    prompt, sampled = ids_of(rendered(body["messages"], rewrites)), ids_of(written(message))
    usage = {"prompt_tokens": len(prompt), "completion_tokens": len(sampled)}
    choice = {
        "index": 0,
        "message": message,
        "finish_reason": "tool_calls" if message.get("tool_calls") else "stop",
        "token_ids": sampled,
        "logprobs": {"content": [{"token": chr(each), "logprob": -each / 512} for each in sampled]},
    }
    return {"id": "c", "choices": [choice], "usage": usage, "prompt_token_ids": prompt}


def stream_of(whole: dict[str, Any]) -> list[dict[str, Any]]:
    """The whole answer as the only chunk of a stream, and its usage."""
    [choice] = whole["choices"]
    message = choice["message"]
    calls = [{"index": at, **call} for at, call in enumerate(message.get("tool_calls") or ())]
    delta = {**message, "tool_calls": calls}
    rest = {name: value for name, value in choice.items() if name != "message"}
    chunk = {**whole, "choices": [{**rest, "delta": delta}], "usage": None}
    return [chunk, {"id": "c", "choices": [], "usage": whole["usage"]}]


#: The ids of a prompt and of its answer, of each call in order.
Calls = list[tuple[list[int], list[int]]]


class _Server(ThreadingHTTPServer):
    calls: Calls
    rewrites: bool


class _Handler(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        assert isinstance(self.server, _Server)
        whole = completion(body, self.server.rewrites)
        self.server.calls.append((whole["prompt_token_ids"], whole["choices"][0]["token_ids"]))
        is_streamed = body.get("stream") is True
        text = json.dumps(whole)
        if is_streamed:
            events = [*map(json.dumps, stream_of(whole)), "[DONE]"]
            text = "".join(f"data: {event}\n\n" for event in events)
        self.send_response(200)
        kind = "text/event-stream" if is_streamed else "application/json"
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(text.encode())))
        self.end_headers()
        self.wfile.write(text.encode())

    def log_message(self, *_: object) -> None:
        """Says nothing."""


@contextmanager
def model_server(calls: Calls | None = None, rewrites: bool = False) -> Iterator[str]:
    """The base URL of a model server, up to `/v1`.

    :param calls: where what it is asked and answers is written
    :param rewrites: as `rendered` takes it
    """
    server = _Server(("127.0.0.1", 0), _Handler)
    server.calls = [] if calls is None else calls
    server.rewrites = rewrites
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/v1"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
