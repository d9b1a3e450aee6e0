"""A model server that always says the same, without token ids; prints its address."""

from __future__ import annotations

import json
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

MESSAGE = {"role": "assistant", "content": "Done."}
CHOICE = {"index": 0, "message": MESSAGE, "delta": MESSAGE, "finish_reason": "stop"}
USAGE = {"prompt_tokens": 3, "completion_tokens": 2}
ANSWER = {"choices": [CHOICE], "usage": USAGE, "count": 3}


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        is_streamed = body.get("stream") is True
        text = json.dumps(ANSWER)
        text = f"data: {text}\n\ndata: [DONE]\n\n" if is_streamed else text
        self.send_response(200)
        self.send_header("content-type", "text/event-stream" if is_streamed else "application/json")
        self.send_header("content-length", str(len(text)))
        self.end_headers()
        self.wfile.write(text.encode())

    def log_message(self, *_: object) -> None:
        """Says nothing."""


server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
print(f"http://127.0.0.1:{server.server_port}/v1", flush=True)
server.serve_forever()
