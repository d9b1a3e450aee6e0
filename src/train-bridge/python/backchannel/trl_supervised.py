"""TRL's supervised training and DPO in the mode of a run.

    python -m backchannel.trl_supervised sft --config trl.yaml

The file has TRL's own settings and one mapping more, `backchannel`, with `thinking`. TRL takes what
a chat template is given from a column of each row only; this script adds the column and leaves all
else to TRL's own script.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import datasets
import yaml
from transformers import AutoTokenizer

from .thinking import check_modes, mode_in, template_arguments

COLUMN = "chat_template_kwargs"


def main(arguments: Sequence[str] | None = None) -> None:
    """Trains as the file says."""
    reader = argparse.ArgumentParser(prog="backchannel.trl_supervised")
    reader.add_argument("method", choices=("sft", "dpo"))
    reader.add_argument("--config", required=True, type=Path, help="settings, as YAML")
    given, further = reader.parse_known_args(arguments)
    settings = yaml.safe_load(given.config.read_text())
    thinking = bool(settings.pop("backchannel")["thinking"])
    model = settings["model_name_or_path"]
    add_mode = mode_column(AutoTokenizer.from_pretrained(model), thinking)
    load = datasets.load_dataset
    # TRL's script takes it from the module when it is imported, or when it runs.
    datasets.load_dataset = lambda *words, **options: add_mode(load(*words, **options))
    script = import_module(f"trl.scripts.{given.method}")
    with tempfile.NamedTemporaryFile("w", suffix=".yaml") as file:
        yaml.safe_dump(settings, file)
        file.flush()
        parser = script.make_parser()
        parsed = parser.parse_args_and_config(["--config", file.name, *further])
        script.main(*parsed)


def mode_column(tokenizer: Any, thinking: bool) -> Callable[[Any], Any]:
    """Adds to all rows of a dataset what the template is given, so that TRL renders the mode.

    :raises ModeError: if the template cannot be set to it
    """
    was = tokenizer.chat_template
    arguments = template_arguments(tokenizer, thinking)
    if tokenizer.chat_template != was:
        # Words of the mode are in the template, which TRL reads from the model again.
        arguments["chat_template"] = tokenizer.chat_template

    def in_mode(row: dict[str, Any]) -> dict[str, Any]:
        theirs = row.get(COLUMN) or {}
        check_modes([mode_in(theirs)], thinking)
        given = {**theirs, **arguments}
        return {COLUMN: given} if given else {}

    return lambda data: data.map(in_mode)


if __name__ == "__main__":
    main()
