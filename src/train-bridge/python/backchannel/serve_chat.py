"""Serves a model with vLLM, and with the parser of tool calls for its chat template.

    python -m backchannel.serve_chat --model MODEL --port 8001 [further arguments of vllm serve]

`backchannel evaluate --serve MODEL` starts it. Sampling parameters of the checkpoint (repetition
penalty, min-p, temperature) do not apply, so that only those of the evaluation count.
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
from .thoughts import POLICIES, check_policy, thoughts_template

#: vLLM's names for the parsers of tool calls, by dialect.
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
    "gemma_4": "gemma4",
    "kimi_k2": "kimi_k2",
}


def command(model: str, port: int, dialect: str, further: Sequence[str] = ()) -> list[str]:
    """The command that serves the model on this machine."""
    return [
        *(sys.executable, "-m", "vllm.entrypoints.cli.main", "serve", model),
        *("--served-model-name", model, "--host", "127.0.0.1", "--port", str(port)),
        *("--enable-auto-tool-choice", "--tool-call-parser", PARSERS[dialect]),
        *("--generation-config", "vllm"),
        *further,
    ]


def main() -> None:
    """Runs the command line: replaces this process by vLLM."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", required=True)
    parser.add_argument("--port", required=True, type=int)
    parser.add_argument("--dialect", choices=sorted(PARSERS), help="found by the chat template")
    parser.add_argument("--thinking", choices=("on", "off"), help="as the model was trained")
    parser.add_argument(
        "--thoughts", choices=POLICIES, default="keep", help="which of earlier turns are shown"
    )
    options, extra_words = parser.parse_known_args()
    dialect = options.dialect
    if dialect is None or options.thinking is not None or options.thoughts != "keep":
        from transformers import AutoTokenizer

        tokenizer = AutoTokenizer.from_pretrained(options.model)
        dialect = dialect or find_dialect(tokenizer)
        check_policy(options.thoughts, dialect)
        mode_options = mode_words(tokenizer, mode_named(options.thinking), options.thoughts)
        extra_words = [*mode_options, *extra_words]
    words = command(options.model, options.port, dialect, extra_words)
    os.execv(words[0], words)


def mode_words(tokenizer: Any, thinking: bool | None, thoughts: str = "keep") -> list[str]:
    """Arguments of vLLM that set the thinking mode for requests without one.

    :param thoughts: one of `thoughts.POLICIES`
    :raises ModeError: if the chat template cannot be set to the mode
    """
    original = tokenizer.chat_template
    arguments = template_arguments(tokenizer, thinking)
    words = ["--default-chat-template-kwargs", json.dumps(arguments)] if arguments else []
    template = thoughts_template(thoughts, tokenizer.chat_template)
    if template != original:
        # vLLM reads the file when it starts, so this program cannot delete it.
        with NamedTemporaryFile("w", suffix=".jinja", delete=False) as file:
            file.write(template)
        words += ["--chat-template", file.name]
    return words


if __name__ == "__main__":
    main()
