"""Serves a GGUF file by the server of llama.cpp, which is OpenAI-compatible.

    python serve_gguf.py MODEL.gguf NAME [TEMPLATE.jinja]

It uses one thread. Threads of llama.cpp wait for each other, so more threads than free cores make
it many times slower.
"""

import sys
import threading
from pathlib import Path

import xllamacpp as llama

path, name, *template = sys.argv[1:]
params = llama.CommonParams()
params.model.path, params.model_alias, params.port = path, {name}, 8001
params.n_parallel, params.n_ctx, params.n_gpu_layers = 2, 2 * 8192, 0
params.cpuparams.n_threads = params.cpuparams_batch.n_threads = 1
if template:
    params.chat_template = Path(template[0]).read_text()
server = llama.Server(params)
print(f"{server.listening_address}/v1", flush=True)
threading.Event().wait()
