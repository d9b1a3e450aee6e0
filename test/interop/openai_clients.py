"""The message objects of the OpenAI SDK are actions, as they come and in every dump of theirs."""

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from openai import OpenAI

from backchannel import connect
from report import ENVIRONMENTS, TOKEN, URL, check, expect


class Model(BaseHTTPRequestHandler):
    """In the place of a model: it calls the tool that it was offered, with empty arguments."""

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["content-length"])))
        function = {"name": asked["tools"][0]["function"]["name"], "arguments": ""}
        calls = [{"index": 0, "id": "call_a", "type": "function", "function": function}]
        message = {"role": "assistant", "content": None, "reasoning_content": "Hm."}
        choice = {"index": 0, "message": message | {"tool_calls": calls}}
        body = {"id": "1", "object": "chat.completion", "created": 1, "model": "stand-in"}
        text = json.dumps(body | {"choices": [choice | {"finish_reason": "tool_calls"}]}).encode()
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def log_message(self, *_: object) -> None:
        pass


model = ThreadingHTTPServer(("127.0.0.1", 0), Model)
threading.Thread(target=model.serve_forever, daemon=True).start()
openai = OpenAI(base_url=f"http://127.0.0.1:{model.server_port}/v1", api_key="none")


def plays(env: str) -> None:
    with connect(URL, token=TOKEN) as client:
        opened = client.open(env, split="train", index=0)
        asked = {"model": "stand-in", "messages": opened.messages, "tools": opened.tools}
        message = openai.chat.completions.create(**asked).choices[0].message
        for turn in (
            message,
            message.model_dump(),
            message.model_dump(exclude_none=True),
            message.model_dump(exclude_unset=True),
            message.to_dict(),
            json.loads(message.to_json()),
        ):
            step = client.open(env, split="train", index=0).step(turn)
            answer = step.messages[0]
            expect(answer["role"] == "tool", f"a call was read: {answer}")
            expect(answer["tool_call_id"] == "call_a", f"its id is kept: {answer}")


for env in ENVIRONMENTS:
    check("openai (Python)", env, "its messages are actions", lambda: plays(env))
model.shutdown()
