"""A reward model behind an endpoint, for tests of comparisons."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


class Judge(BaseHTTPRequestHandler):
    """A reward model that likes long answers."""

    def do_POST(self) -> None:
        length = int(self.headers["content-length"])
        messages = json.loads(self.rfile.read(length))["messages"]
        assert [message["role"] for message in messages] == ["user", "assistant"]
        reward = f"reward:{len(messages[1]['content'] or '') - 20}"
        body = json.dumps(
            {"choices": [{"message": {"role": "assistant", "content": reward}}]}
        ).encode()
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: Any) -> None:
        pass


@contextmanager
def judging() -> Iterator[str]:
    """The address of a judge that answers until the end of the block."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Judge)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/v1"
    finally:
        server.shutdown()
        server.server_close()
