"""Serves a model as a chat server, by vLLM with the reader of tool calls that its template needs.

    python -m backchannel.serve_chat --model MODEL --port 8001 [further arguments of vllm serve]

`backchannel evaluate --serve MODEL` starts it. What a checkpoint says of sampling (repetition
penalty, min-p, temperature) is left out, so that a model is measured by what was asked for.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Sequence
from tempfile import NamedTemporaryFile
from typing import Any

from .dialects import find_dialect
from .thinking import mode_named, template_arguments
from .thoughts import POLICIES, check_policy, jinja_of

#: vLLM's names of the readers of tool calls, by our dialect.
PARSERS = {
    "hermes": "hermes",
    "qwen3_xml": "qwen3_coder",
    "nemotron_3": "qwen3_coder",
    "glm": "glm47",
    "llama_json": "llama3_json",
    "mistral": "mistral",
    "deepseek": "deepseek_v31",
    "deepseek_dsml": "deepseek_v32",
    "lfm2": "lfm2",
    "harmony": "openai",
}


def command(model: str, port: int, dialect: str, further: Sequence[str] = ()) -> list[str]:
    """The program that serves the model on this machine."""
    return [
        *(sys.executable, "-m", "vllm.entrypoints.cli.main", "serve", model),
        *("--served-model-name", model, "--host", "127.0.0.1", "--port", str(port)),
        *("--enable-auto-tool-choice", "--tool-call-parser", PARSERS[dialect]),
        *("--generation-config", "vllm"),
        *further,
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", required=True)
    parser.add_argument("--port", required=True, type=int)
    parser.add_argument("--dialect", choices=sorted(PARSERS), help="found by the chat template")
    parser.add_argument("--thinking", choices=("on", "off"), help="as the model was trained")
    parser.add_argument(
        "--thoughts", choices=POLICIES, default="keep", help="which of earlier turns are shown"
    )
    asked, further = parser.parse_known_args()
    dialect = asked.dialect
    if dialect is None or asked.thinking is not None or asked.thoughts != "keep":
        from transformers import AutoTokenizer

        tokenizer = AutoTokenizer.from_pretrained(asked.model)
        dialect = dialect or find_dialect(tokenizer)
        check_policy(asked.thoughts, dialect)
        own = mode_words(tokenizer, mode_named(asked.thinking), asked.thoughts)
        further = [*own, *further]
    words = command(asked.model, asked.port, dialect, further)
    os.execv(words[0], words)


def mode_words(tokenizer: Any, thinking: bool | None, thoughts: str = "keep") -> list[str]:
    """What vLLM is told, so that requests which name no mode are rendered in this one.

    :param thoughts: which thoughts of earlier turns are shown, whatever a request holds

    :raises ModeError: if the chat template cannot be set to it
    """
    was = tokenizer.chat_template
    arguments = template_arguments(tokenizer, thinking)
    words = ["--default-chat-template-kwargs", json.dumps(arguments)] if arguments else []
    template = jinja_of(thoughts, tokenizer.chat_template)
    if template != was:
        # It is read when the server starts, by another program.
        with NamedTemporaryFile("w", suffix=".jinja", delete=False) as file:
            file.write(template)
        words += ["--chat-template", file.name]
    return words


if __name__ == "__main__":
    main()
