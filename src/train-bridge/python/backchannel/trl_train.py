"""Runs TRL's GRPO on episodes: `python -m backchannel.trl_train --config trl.yaml`.

The file has TRL's own settings, and the mapping `backchannel` with the settings of episodes. TRL's
command line cannot pass a rollout function or an environment class, which this script does.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import signal
import sys
import tempfile
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

import yaml
from datasets import load_dataset
from transformers import AutoTokenizer
from trl import GRPOConfig, GRPOTrainer, ModelConfig, TrlParser, get_peft_config

from .rollout import SETTINGS
from .thinking import arguments_for
from .trl_environment import environment_factory, final_reward
from .trl_loss import CleanPromptTrainer
from .trl_report import RunReport
from .trl_rollout import RolloutFunction
from .trl_rows import episode_reward
from .trl_trainer import EpisodeTrainer

#: The settings of episodes that `RolloutFunction` takes.
ROLLOUT_SETTINGS = (*SETTINGS, "max_prompt_tokens", "filter_groups", "distill")


def main(arguments: Sequence[str]) -> None:
    """Trains a model by the settings of a file, and saves it."""
    reader = argparse.ArgumentParser(prog="backchannel.trl_train")
    reader.add_argument("--config", required=True, type=Path, help="settings, as YAML")
    options, extra_arguments = reader.parse_known_args(arguments)
    settings = yaml.safe_load(options.config.read_text())
    episodes = settings.pop("backchannel", None)
    if not isinstance(episodes, dict):
        raise SystemExit(
            f"{options.config} has no mapping backchannel, which has the settings of the episodes"
        )
    training, model_settings = _parse(settings, extra_arguments)
    tokenizer = AutoTokenizer.from_pretrained(model_settings.model_name_or_path)
    training.chat_template_kwargs = arguments_for(tokenizer, training.chat_template_kwargs)
    train = _rows(episodes["train_file"])
    validation = episodes.get("validation_file")
    report = RunReport(episodes["server_url"], run=episodes["run"])
    trainer = _trainer_class(episodes)(
        model_settings.model_name_or_path,
        final_reward if episodes.get("play") == "tools" else episode_reward,
        args=training,
        train_dataset=train,
        eval_dataset=(
            _rows(validation).map(_for_validation)
            if validation and training.eval_strategy != "no"
            else None
        ),
        processing_class=tokenizer,
        peft_config=get_peft_config(model_settings),
        callbacks=[report],
        **_play(episodes, training),
    )
    # The last values before an error are those that explain it.
    with contextlib.closing(report):
        trainer.train(resume_from_checkpoint=training.resume_from_checkpoint)
    trainer.save_model(training.output_dir)


def _trainer_class(episodes: dict[str, Any]) -> Any:
    if episodes.get("play") == "tools":
        return GRPOTrainer
    credit = episodes.get("credit", "episode")
    if episodes.get("train_prompt") != "clean":
        return partial(EpisodeTrainer, credit=credit)
    return partial(
        CleanPromptTrainer,
        clean_weights=episodes.get("clean_weights", "truncated"),
        baseline=episodes.get("baseline", "group"),
        credit=credit,
    )


def _parse(settings: dict[str, Any], further: Sequence[str]) -> tuple[Any, Any]:
    """Lets TRL parse its settings, so that its defaults and errors apply."""
    parser: Any = TrlParser((GRPOConfig, ModelConfig))
    with tempfile.NamedTemporaryFile("w", suffix=".yaml") as file:
        yaml.safe_dump(settings, file)
        file.flush()
        training, model = parser.parse_args_and_config(["--config", file.name, *further])
    return training, model


def _play(episodes: dict[str, Any], training: Any) -> dict[str, Any]:
    if episodes.get("play") == "tools":
        return {
            "environment_factory": environment_factory(
                episodes["server_url"],
                episodes["environment"],
                run=episodes["run"],
                mode=episodes.get("mode", "independent"),
            )
        }
    given = {name: episodes[name] for name in ROLLOUT_SETTINGS if name in episodes}
    play = RolloutFunction(chat_template_kwargs=training.chat_template_kwargs, **given)
    return {"rollout_func": play}


def _rows(path: str) -> Any:
    kind = "parquet" if path.endswith(".parquet") else "json"
    return load_dataset(kind, data_files=path, split="train")


def _for_validation(row: dict[str, Any]) -> dict[str, Any]:
    """Marks the task as validation. TRL passes nothing else to environments."""
    if not isinstance(row.get("reference"), str):
        return row
    reference = {**json.loads(row["reference"]), "purpose": "validation"}
    return {**row, "reference": json.dumps(reference)}


if __name__ == "__main__":
    # SIGTERM acts like Ctrl-C, so that open episodes are closed.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    main(sys.argv[1:])
