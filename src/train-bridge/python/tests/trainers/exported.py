"""Real episodes, played once for all tests, and what the program exports of them."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path
from typing import Any

from datasets import load_dataset
from tiny import ROOT

PHONE = "phone-call-v2"
MATH = "math-feedback-v1"
FAMILIES = ["qwen2_5", "qwen3"]
WRITTEN = [(form, "jsonl") for form in ("object", "text", "hermes")]
WRITTEN += [(form, "parquet") for form in ("text", "hermes")]

Row = dict[str, Any]


def backchannel(*words: str) -> str:
    command = ["node", "bin/backchannel", *words]
    ran = subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, timeout=600, check=False
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


def export(played: Path, name: str, *words: str) -> Path:
    """Exports into a folder of its own, and answers the file."""
    target = played / re.sub(r"\W+", "-", " ".join([*words, name]))[-120:] / name
    if not target.exists():
        target.parent.mkdir()
        source = [] if words[0] in ("rl", "prompts") else ["--db", str(played / "store.db")]
        backchannel("export", "--format", *words, *source, "--output", str(target))
    return target


def rows_of(path: Path) -> list[Row]:
    """The rows as `datasets` gives them."""
    kind = "parquet" if path.suffix == ".parquet" else "json"
    return list(load_dataset(kind, data_files=str(path), split="train", cache_dir=cache(path)))


def cache(path: Path) -> str:
    return str(path.parent / "cache")


def actions_in(text: str) -> list[tuple[str, list[Any]]]:
    """The turns of a rendered conversation, read by the rules of the server's Hermes reader."""
    turns = re.findall(r"<\|im_start\|>assistant\n(.*?)<\|im_end\|>", text, re.DOTALL)
    return [action_in(turn) for turn in turns]


def action_in(turn: str) -> tuple[str, list[Any]]:
    visible = turn.rsplit("</think>", 1)[-1]
    calls = re.findall(r"<tool_call>(.*?)</tool_call>", visible, re.DOTALL)
    content = re.sub(r"<tool_call>.*?</tool_call>", "", visible, flags=re.DOTALL).strip()
    read = []
    for call in map(json.loads, calls):
        given = call["arguments"]
        read.append((call["name"], json.loads(given) if isinstance(given, str) else given))
    return content, read


def decoded_tools(row: Row) -> list[Row]:
    tools: Any = row["tools"]
    return list(json.loads(tools) if isinstance(tools, str) else tools)


def has_null(value: Any) -> bool:
    if isinstance(value, dict):
        return any(has_null(member) for member in value.values())
    if isinstance(value, list):
        return any(has_null(member) for member in value)
    return value is None
