"""Learns the task of `optimum_task` with verl's engine on each seed: `torchrun … FOLDER`.

`plans.json` in the folder has verl's settings. Engine, optimiser, advantages and loss are verl's.
"""

from __future__ import annotations

import os
from functools import partial

from gradient_verl import FOLDER, PLANS, batch_of, config_of, engine_of, part_of
from verl.utils.config import omega_conf_to_dataclass
from verl.workers.utils.losses import ppo_loss

# isort: split
import torch
from gradient_reference import Loss
from optimum_task import PROMPTS, SIZE, STEPS, begun, play, report, worth


def learn(seed: int) -> tuple[float, float]:
    folder = FOLDER / f"verl-{seed}"
    begun(folder, seed)
    case = f"seed {seed}"
    PLANS[case] = [
        f"actor_rollout_ref.model.path={folder}" if ".model.path=" in word else word
        for word in PLANS["optimum"]
    ]
    config = config_of(case)
    engine = engine_of(config)
    actor = omega_conf_to_dataclass(config.actor_rollout_ref.actor)
    generator = torch.Generator().manual_seed(seed)
    tasks = [task for task in range(PROMPTS) for _ in range(SIZE)]
    with engine.eval_mode():
        before = worth(engine.module)
    for _ in range(STEPS):
        with engine.eval_mode():
            rollouts = play(engine.module, tasks, generator)
        data = part_of(batch_of(rollouts, config, Loss()), config, 10_000)
        with engine.train_mode():
            engine.optimizer_zero_grad()
            engine.forward_backward_batch(data, partial(ppo_loss, config=actor))
            engine.optimizer_step()
    with engine.eval_mode():
        return before, worth(engine.module)


if __name__ == "__main__":
    torch.distributed.init_process_group("gloo")
    assert os.environ["WORLD_SIZE"] == "1"
    report("verl", learn)
