"""SmolLM2-135M-Instruct behind the endpoints of vLLM that the gateway asks, with token ids.

    python serve.py FOLDER_OF_GGUF CONFIG_TO_WRITE SAMPLES_TO_WRITE

Each answer is one line of SAMPLES_TO_WRITE: the ids of its prompt, those that were sampled, and the
log-probability of each.
"""

from __future__ import annotations

import json
import os
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import torch
from transformers import AutoModelForCausalLM, AutoTokenizer, GgufConfig

GGUF = "SmolLM2-135M-Instruct.Q4_1.gguf"
FOLDER, CONFIG, SAMPLES = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])

torch.set_num_threads(1)
tokenizer = AutoTokenizer.from_pretrained(FOLDER, gguf_file=GGUF)
model = AutoModelForCausalLM.from_pretrained(
    FOLDER,
    gguf_file=GGUF,
    dtype=torch.bfloat16,
    quantization_config=GgufConfig(dequantize=True),
)
END = tokenizer.convert_tokens_to_ids("<|im_end|>")
lock = threading.Lock()


def rendered(body: dict[str, Any], *, with_head: bool) -> list[int]:
    text = tokenizer.apply_chat_template(
        body["messages"],
        tools=body.get("tools"),
        tokenize=False,
        add_generation_prompt=with_head,
    )
    return list(tokenizer.encode(text, add_special_tokens=False))


def sampled(prompt: list[int], body: dict[str, Any]) -> tuple[list[int], list[float]]:
    """Ids drawn one by one at the temperature of the request, until the turn ends."""
    generator = torch.Generator().manual_seed(int(body["seed"]))
    ids: list[int] = []
    logprobs: list[float] = []
    cache, fed = None, prompt
    with lock, torch.inference_mode():
        while len(ids) < body["max_tokens"] and (not ids or ids[-1] != END):
            out = model(torch.tensor([fed]), past_key_values=cache, use_cache=True)
            cache = out.past_key_values
            scores = torch.log_softmax(out.logits[0, -1].float() / body["temperature"], -1)
            token = int(torch.multinomial(scores.exp(), 1, generator=generator))
            ids.append(token)
            logprobs.append(float(scores[token]))
            fed = [token]
    with SAMPLES.open("a") as file:
        file.write(json.dumps({"prompt": prompt, "ids": ids, "logprobs": logprobs}) + "\n")
    return ids, logprobs


def answer(path: str, body: dict[str, Any]) -> dict[str, Any]:
    if path == "/tokenize":
        ids = rendered(body, with_head=body["add_generation_prompt"])
        return {"count": len(ids), "tokens": ids}
    is_raw = path == "/v1/completions"
    prompt = body["prompt"] if is_raw else rendered(body, with_head=True)
    ids, logprobs = sampled(prompt, body)
    is_ended = ids[-1] == END
    text = tokenizer.decode(ids[:-1] if is_ended else ids, skip_special_tokens=True)
    tokens = [tokenizer.decode([token]) for token in ids]
    choice: dict[str, Any] = {
        "index": 0,
        "finish_reason": "stop" if is_ended else "length",
        "token_ids": ids,
    }
    if is_raw:
        choice |= {"text": text, "logprobs": {"tokens": tokens, "token_logprobs": logprobs}}
    else:
        pairs = zip(tokens, logprobs, strict=True)
        entries = [{"token": token, "logprob": one} for token, one in pairs]
        choice |= {"message": {"role": "assistant", "content": text}}
        choice |= {"logprobs": {"content": entries}}
    usage = {"prompt_tokens": len(prompt), "completion_tokens": len(ids)}
    root = {} if is_raw else {"prompt_token_ids": prompt}
    return {"choices": [choice], "usage": usage, **root}


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        whole = answer(self.path, body)
        data, kind = json.dumps(whole), "application/json"
        if body.get("stream"):
            for choice in whole["choices"]:
                if "message" in choice:
                    choice["delta"] = choice.pop("message")
            data, kind = f"data: {json.dumps(whole)}\n\ndata: [DONE]\n\n", "text/event-stream"
        self.send_response(200)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(data.encode())))
        self.end_headers()
        self.wfile.write(data.encode())

    def log_message(self, *_: object) -> None:
        """Nobody reads it."""


server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
url = f"http://127.0.0.1:{server.server_port}/v1"
shared = {"base_urls": [url], "model": "smollm2", "max_tokens": 100, "temperature": 1}
# An answer takes minutes on a busy machine.
shared["deadline_ms"] = 600_000
profiles = {
    "forwarded": {**shared, "gateway": {"dialect": "hermes"}},
    "rendered": {**shared, "gateway": {}},
}
part = CONFIG.with_suffix(".part")
part.write_text(json.dumps({"profiles": profiles}))
os.replace(part, CONFIG)
server.serve_forever()
