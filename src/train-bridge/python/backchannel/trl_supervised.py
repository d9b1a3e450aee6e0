"""Runs TRL's supervised training or DPO in a thinking mode.

    python -m backchannel.trl_supervised sft --config trl.yaml

The file has TRL's own settings, and the mapping `backchannel` with `thinking`. TRL has no setting
for the mode, but it reads the arguments of the chat template from a column of each row. This script
adds the column and calls TRL's own script.
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
    """Trains a model by the settings of a file."""
    reader = argparse.ArgumentParser(prog="backchannel.trl_supervised")
    reader.add_argument("method", choices=("sft", "dpo"))
    reader.add_argument("--config", required=True, type=Path, help="settings, as YAML")
    given, extra_arguments = reader.parse_known_args(arguments)
    settings = yaml.safe_load(given.config.read_text())
    thinking = bool(settings.pop("backchannel")["thinking"])
    model = settings["model_name_or_path"]
    add_mode = mode_column(AutoTokenizer.from_pretrained(model), thinking)
    load = datasets.load_dataset
    # Replaced before the import below, because a script may import the function by its name.
    datasets.load_dataset = lambda *args, **options: add_mode(load(*args, **options))
    script = import_module(f"trl.scripts.{given.method}")
    with tempfile.NamedTemporaryFile("w", suffix=".yaml") as file:
        yaml.safe_dump(settings, file)
        file.flush()
        parser = script.make_parser()
        parsed_configs = parser.parse_args_and_config(["--config", file.name, *extra_arguments])
        script.main(*parsed_configs)


def mode_column(tokenizer: Any, thinking: bool) -> Callable[[Any], Any]:
    """A function that adds the template's arguments to all rows of a data set.

    :raises ModeError: if the template cannot be set to the mode
    """
    original = tokenizer.chat_template
    arguments = template_arguments(tokenizer, thinking)
    if tokenizer.chat_template != original:
        # The mode is in the template's text, and TRL would load the original from the model.
        arguments["chat_template"] = tokenizer.chat_template

    def in_mode(row: dict[str, Any]) -> dict[str, Any]:
        of_row = row.get(COLUMN) or {}
        check_modes([mode_in(of_row)], thinking)
        all_arguments = {**of_row, **arguments}
        return {COLUMN: all_arguments} if all_arguments else {}

    return lambda data: data.map(in_mode)


if __name__ == "__main__":
    main()
