"""Writes the gradients that verl's own engine has on the batch: `torchrun … FOLDER`.

`plans.json` in the folder has the settings of verl that each case of the reference is planned with.
Engine, loss, advantages and weights are verl's; only its queue and its workers of Ray are left out.
With `rows.pickle` in the folder, the batch is these rows, each behind its key in verl's queue.
"""

from __future__ import annotations

import json
import os
import pickle
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

os.environ["VERL_PLATFORM"] = "cpu"
os.environ["VERL_USE_EXTERNAL_MODULES"] = (
    "verl_alone,backchannel.verl_cpu,backchannel.verl_trainer,backchannel.verl_loss"
)

import numpy as np
import torch
import verl
from gradient_bugs import BUGS
from gradient_reference import CASES, Loss, Rollout, given, segments, spans
from hydra import compose, initialize_config_dir
from tensordict import TensorDict
from verl import DataProto
from verl.trainer.ppo.rollout_corr_helper import compute_rollout_correction_and_add_to_batch
from verl.trainer.ppo.v1.utils import compute_advantage_for_multi_trajectories
from verl.utils import tensordict_utils as tu
from verl.utils.config import omega_conf_to_dataclass
from verl.workers.engine import EngineRegistry
from verl.workers.utils.losses import ppo_loss
from verl.workers.utils.padding import no_padding_2_padding

from backchannel.verl_trainer import _current_rows, rows_of

FOLDER = Path(sys.argv[1])
PLANS = json.loads((FOLDER / "plans.json").read_text())


def config_of(case: str) -> Any:
    folder = Path(verl.__file__).parent / "trainer" / "config"
    with initialize_config_dir(str(folder), version_base=None):
        return compose("ppo_trainer", overrides=PLANS[case])


def engine_of(config: Any) -> Any:
    actor = omega_conf_to_dataclass(config.actor_rollout_ref.actor)
    model = omega_conf_to_dataclass(config.actor_rollout_ref.model)
    actor.model_config = model
    actor.engine.use_remove_padding = model.get("use_remove_padding", False)
    model.model_type = "language_model"
    engine = EngineRegistry.new(
        model_type="language_model",
        backend=actor.engine.strategy,
        model_config=model,
        engine_config=actor.engine,
        optimizer_config=actor.optim,
        checkpoint_config=actor.checkpoint,
    )
    engine.initialize()
    return engine


def padded(columns: Sequence[Sequence[Any]], kind: Any) -> Any:
    rows = [torch.tensor(each, dtype=kind) for each in columns]
    return torch.nn.utils.rnn.pad_sequence(rows, batch_first=True)


def nested(rows: Sequence[Any]) -> Any:
    return torch.nested.as_nested_tensor(list(rows), layout=torch.jagged)


def advantages_of(rewards: Any, mask: Any, keys: list[str], rows: Any, algorithm: Any) -> Any:
    """As verl's trainer has them worked out."""
    groups = np.array([key.split("_")[0] for key in keys], dtype=object)
    data = DataProto.from_dict(
        {"token_level_rewards": rewards, "response_mask": mask}, {"uid": groups}
    )
    with _current_rows(rows):
        return compute_advantage_for_multi_trajectories(
            data,
            batch_keys=keys,
            adv_estimator=algorithm.adv_estimator,
            norm_adv_by_std_in_grpo=algorithm.norm_adv_by_std_in_grpo,
            config=algorithm,
        ).batch["advantages"]


def batch_of(rollouts: Sequence[Rollout], config: Any, loss: Loss) -> dict[str, list[Any]]:
    """The columns of a batch as verl's trainer hands them to its workers."""
    whole = given(rollouts, loss)
    parts = [segments(one) if loss.in_segments else (one,) for one in whole]
    rollouts = [part for those in parts for part in those]
    keys = [
        f"{one.group}_{place}_{index}"
        for place, (one, those) in enumerate(zip(whole, parts, strict=True))
        for index in range(len(those))
    ]
    return to_columns(keys, rollouts, config)


def to_columns(keys: list[str], rollouts: Sequence[Rollout], config: Any) -> dict[str, list[Any]]:
    """The columns of rows, each a segment of the rollout that its key names."""
    extra_info = [
        {
            "reward_extra_info": {"guided": 0},
            "turn_rewards": one.turns,
            "answers": spans(one.mask),
        }
        for one in rollouts
    ]
    mask = padded([one.mask for one in rollouts], torch.long)
    rewards = torch.zeros(mask.shape)
    for row, one in enumerate(rollouts):
        rewards[row, len(one.response) - 1] = one.reward
    algorithm = config.algorithm
    advantages = advantages_of(rewards, mask, keys, rows_of(keys, extra_info), algorithm)
    is_clean = algorithm.rollout_correction.bypass_mode
    data = DataProto.from_dict(
        {
            "response_mask": mask,
            "old_log_probs": padded(
                [one.sampled if is_clean else one.old for one in rollouts], torch.float32
            ),
            "rollout_log_probs": padded([one.sampled for one in rollouts], torch.float32),
        }
    )
    if not is_clean:
        data, _ = compute_rollout_correction_and_add_to_batch(data, algorithm.rollout_correction)
    lengths = [len(one.response) for one in rollouts]
    kept = ["response_mask", "old_log_probs", "rollout_is_weights"]
    found = {name: data.batch[name] for name in kept if name in data.batch}
    found["advantages"] = advantages
    found["loss_mask"] = found["response_mask"]
    columns = {
        name: [row[:length] for row, length in zip(values, lengths, strict=True)]
        for name, values in found.items()
    }
    columns["prompts"] = [torch.tensor(one.prompt) for one in rollouts]
    columns["responses"] = [torch.tensor(one.response) for one in rollouts]
    columns["input_ids"] = [torch.tensor(one.prompt + one.response) for one in rollouts]
    columns["position_ids"] = [torch.arange(len(each)) for each in columns["input_ids"]]
    return columns


def part_of(columns: dict[str, list[Any]], config: Any, tokens_max: int) -> Any:
    """This rank's rows, with micro-batches of so many tokens."""
    rank, ranks = int(os.environ["RANK"]), int(os.environ["WORLD_SIZE"])
    size = len(columns["prompts"]) // ranks
    mine = slice(rank * size, (rank + 1) * size)
    fields = {name: nested(rows[mine]) for name, rows in columns.items()}
    data = TensorDict(fields, batch_size=size)
    tu.assign_non_tensor(
        data,
        use_remove_padding=config.actor_rollout_ref.model.use_remove_padding,
        use_dynamic_bsz=config.actor_rollout_ref.actor.use_dynamic_bsz,
        max_token_len_per_gpu=tokens_max,
        micro_batch_size_per_gpu=None,
        use_fused_kernels=False,
        temperature=config.actor_rollout_ref.rollout.temperature,
        global_batch_size=len(columns["prompts"]),
        calculate_entropy=False,
    )
    return data


def gradient(
    engine: Any, rollouts: Sequence[Rollout], case: str, tokens_max: int, config: Any
) -> Any:
    return gradient_of(engine, batch_of(rollouts, config, CASES[case]), tokens_max, config)


def gradient_of(engine: Any, columns: dict[str, list[Any]], tokens_max: int, config: Any) -> Any:
    actor = omega_conf_to_dataclass(config.actor_rollout_ref.actor)
    data = part_of(columns, config, tokens_max)
    with engine.train_mode():
        engine.optimizer_zero_grad()
        engine.forward_backward_batch(data, partial(ppo_loss, config=actor))
        named = sorted(engine.module.named_parameters())
        full = [weight.grad.full_tensor().flatten().double() for _, weight in named]
    return torch.cat(full)


def log_probs(engine: Any, rollouts: Sequence[Rollout], config: Any) -> dict[int, Any]:
    """Under the model of the engine, by the place of the rollout in the batch."""
    data = part_of(batch_of(rollouts, config, Loss()), config, 10_000)
    with engine.eval_mode():
        output = engine.infer_batch(data)
    rows = no_padding_2_padding(output["model_output"]["log_probs"], data)
    first = int(os.environ["RANK"]) * len(rows)
    return {first + place: row for place, row in enumerate(rows)}


def gradients_of_rows(rows: Sequence[tuple[str, Rollout]]) -> dict[str, Any]:
    """By the case of a plan."""
    found: dict[str, Any] = {}
    keys, rollouts = [key for key, _ in rows], [one for _, one in rows]
    for case in PLANS:
        config = config_of(case)
        columns = to_columns(keys, rollouts, config)
        found[case] = gradient_of(engine_of(config), columns, 10_000, config)
    return found


def main() -> None:
    torch.distributed.init_process_group("gloo")
    rows = FOLDER / "rows.pickle"
    if rows.exists():
        torch.save(gradients_of_rows(pickle.loads(rows.read_bytes())), FOLDER / "rows.pt")
        return
    rollouts: list[Rollout] = pickle.loads((FOLDER / "rollouts.pickle").read_bytes())
    found: dict[str, Any] = {}
    engine = engine_of(config_of("token mean"))
    for case in PLANS:
        config = config_of(case)
        for tokens_max in (10_000, 64):
            name = f"{case}, at most {tokens_max} tokens"
            found[name] = gradient(engine, rollouts, case, tokens_max, config)
    config = config_of("token mean")
    for name, bug in BUGS.items():
        found[name] = gradient(engine, bug(rollouts), "token mean", 64, config)
    found["log probs now"] = log_probs(engine, rollouts, config)
    if os.environ["RANK"] == "0":
        torch.save(found, FOLDER / f"verl-{os.environ['WORLD_SIZE']}.pt")


if __name__ == "__main__":
    main()
