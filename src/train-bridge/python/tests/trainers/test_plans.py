"""Guards that every preset is what its trainer takes: verl's own configuration, TRL's own parser."""

from __future__ import annotations

import json
import shlex
import subprocess
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

yaml: Any = pytest.importorskip("yaml")

ROOT = Path(__file__).resolve().parents[5]
PRESETS = sorted(path.name for path in (ROOT / "presets").glob("*.yaml"))


@lru_cache
def plan(preset: str, *flags: str) -> Any:
    """What `backchannel train --plan` would do."""
    words = [
        "node",
        "bin/backchannel",
        "train",
        "--config",
        f"presets/{preset}",
        "--plan",
        "--json",
    ]
    ran = subprocess.run([*words, *flags], cwd=ROOT, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    return json.loads(ran.stdout)


def file_of(planned: Any, path: str) -> str:
    return next(file["text"] for file in planned["files"] if file["path"] == path)


def engine_of(preset: str) -> str:
    return str(yaml.safe_load((ROOT / "presets" / preset).read_text())["engine"])


VERL = [name for name in PRESETS if engine_of(name) == "verl"]
TRL = [name for name in PRESETS if engine_of(name) == "trl"]


@pytest.mark.parametrize("preset", VERL)
@pytest.mark.parametrize("flags", [(), ("--resume",)], ids=["anew", "resumed"])
def test_verl_composes_the_overrides(preset: str, flags: tuple[str, ...]) -> None:
    verl = pytest.importorskip("verl")
    from hydra import compose, initialize_config_dir

    planned = plan(preset, *flags)
    words = planned["commands"][0]["words"]
    overrides = [word for word in words if "=" in word and not word.startswith("--")]
    is_supervised = "verl.trainer.sft_trainer" in words
    folder = Path(verl.__file__).parent / "trainer" / "config"
    with initialize_config_dir(str(folder), version_base=None):
        name = "sft_trainer_engine" if is_supervised else "ppo_trainer"
        config = compose(name, overrides=overrides)
    logs = planned["layout"]["checkpoints"]
    assert config.trainer.default_local_dir == logs
    assert config.trainer.resume_mode == ("auto" if flags else "disable")
    assert "file" in config.trainer.logger
    if is_supervised:
        assert config.data.custom_cls.name == "ConversationDataset"
        assert config.data.enable_thinking_default is False
        return
    assert config.algorithm.norm_adv_by_std_in_grpo is False
    assert config.algorithm.filter_groups.enable is True
    assert config.algorithm.filter_groups.metric == "acc"
    assert config.trainer.use_v1 is True
    assert isinstance(config.actor_rollout_ref.actor.optim.lr, float)
    loops = yaml.safe_load(file_of(planned, "agent.yaml"))
    assert loops[0]["name"] == config.actor_rollout_ref.rollout.agent.default_agent_loop
    assert planned["environment"]["VERL_FILE_LOGGER_PATH"].endswith("metrics.jsonl")


@pytest.mark.parametrize("preset", VERL)
def test_verl_builds_its_typed_settings(preset: str) -> None:
    """The dataclasses refuse what hydra lets pass: wrong types, and values out of range."""
    verl = pytest.importorskip("verl")
    from hydra import compose, initialize_config_dir
    from verl.utils.config import omega_conf_to_dataclass

    words = plan(preset)["commands"][0]["words"]
    overrides = [word for word in words if "=" in word and not word.startswith("--")]
    is_supervised = "verl.trainer.sft_trainer" in words
    folder = Path(verl.__file__).parent / "trainer" / "config"
    with initialize_config_dir(str(folder), version_base=None):
        config = compose("sft_trainer_engine" if is_supervised else "ppo_trainer", overrides)
    if is_supervised:
        engine, optimiser = (
            omega_conf_to_dataclass(part) for part in (config.engine, config.optim)
        )
        assert engine.strategy == "fsdp2"
        assert engine.ulysses_sequence_parallel_size == 4
        assert optimiser.lr == 1e-4
        return
    algorithm = omega_conf_to_dataclass(config.algorithm)
    assert algorithm.filter_groups.metric == "acc"
    actor = omega_conf_to_dataclass(config.actor_rollout_ref.actor)
    assert actor.clip_ratio_high >= actor.clip_ratio_low
    rollout = omega_conf_to_dataclass(config.actor_rollout_ref.rollout)
    assert rollout.n >= 4


@pytest.mark.parametrize("preset", TRL)
def test_trl_parses_the_file(preset: str, tmp_path: Path) -> None:
    trl = pytest.importorskip("trl")
    from trl import DatasetMixtureConfig, ModelConfig, TrlParser
    from trl.scripts.utils import ScriptArguments

    planned = plan(preset)
    settings = yaml.safe_load(file_of(planned, "trl.yaml"))
    episodes = settings.pop("backchannel", None)
    # The parser makes the trainer's settings whole, which looks for a GPU.
    settings |= {"bf16": False, "output_dir": str(tmp_path)}
    path = tmp_path / "trl.yaml"
    path.write_text(yaml.safe_dump(settings))
    words = planned["commands"][-1]["words"]
    [*_, module] = [word for word in words if word.startswith(("trl.scripts.", "backchannel.trl"))]
    is_supervised = module == "backchannel.trl_supervised"
    method = words[words.index(module) + 1] if is_supervised else module.split(".")[-1]
    kind = "grpo" if module == "backchannel.trl_train" else method
    config_class = getattr(trl, f"{kind.upper()}Config")
    script_class: Any = ScriptArguments
    if kind in ("grpo", "rloo"):
        module = __import__(f"trl.scripts.{kind}", fromlist=["x"])
        script_class = getattr(module, f"{kind.upper()}ScriptArguments")
    classes = (script_class, config_class, ModelConfig, DatasetMixtureConfig)
    parsed = TrlParser(classes).parse_args_and_config(["--config", str(path)])
    training = parsed[1]
    written = yaml.safe_load((ROOT / "presets" / preset).read_text())
    assert training.learning_rate == written["training"]["learning_rate"]
    assert training.per_device_train_batch_size == written["training"]["batch"]
    if is_supervised:
        assert episodes == {"thinking": written.get("thinking", False)}
    elif episodes:
        assert episodes["environment"] == written["environment"]["id"]
        assert training.num_generations == 8
        assert training.num_generations_eval == 4
        assert training.eval_steps == 25
        assert training.temperature == 0.8
        assert training.scale_rewards == "none"


@pytest.mark.parametrize("size", ["1.5B", "3B", "7B", "14B", "32B"])
def test_q_runs_on_seven_processes_and_a_server(size: str) -> None:
    planned = plan("q-grpo.yaml", "--size", size)
    server, trainer = planned["commands"]
    assert server["environment"]["CUDA_VISIBLE_DEVICES"] == "7"
    assert "8192" in server["words"]
    assert trainer["environment"]["CUDA_VISIBLE_DEVICES"] == "0,1,2,3,4,5,6"
    accelerate = yaml.safe_load(file_of(planned, "accelerate.yaml"))
    assert accelerate["num_processes"] == 7
    assert accelerate["deepspeed_config"]["zero_stage"] == 3
    assert planned["environment"]["NCCL_P2P_DISABLE"] == "1"
    layout = planned["layout"]
    form = "reasoning" if size in ("14B", "32B") else "direct"
    assert layout["log"].endswith(f"final_outputs/{size}/{form}/logs/training_log.txt")
    assert layout["evaluations"].endswith(f"final_outputs/{size}/{form}/logs/eval_results.json")


def test_vllms_server_knows_the_options_of_the_plan() -> None:
    pytest.importorskip("trl")
    from trl import TrlParser
    from trl.scripts.vllm_serve import ScriptArguments

    words = plan("q-grpo.yaml")["commands"][0]["words"]
    start = words.index("trl.scripts.vllm_serve") + 1
    (parsed,) = TrlParser(ScriptArguments).parse_args_and_config(words[start:])
    assert parsed.max_model_len == 8192


@pytest.mark.parametrize("preset", PRESETS)
def test_the_script_of_a_plan_has_valid_syntax(preset: str, tmp_path: Path) -> None:
    script = tmp_path / "run.sh"
    script.write_text(file_of(plan(preset), "run.sh"))
    subprocess.run(["bash", "-n", str(script)], check=True)
    words = shlex.split(script.read_text(), comments=True)
    for command in plan(preset)["commands"]:
        assert set(command["words"]) <= set(words)
