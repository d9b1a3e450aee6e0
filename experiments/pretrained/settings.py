"""What decides a result. PROTOCOL.md has these numbers."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

#: Of reported runs.
SEEDS = range(1, 9)


@dataclass(frozen=True)
class Settings:
    """The same settings, base and examples give the same records."""

    #: Of LoRA, in all linear layers of the decoder.
    rank: int = 16
    alpha: int = 32
    #: Steps of the start, conversations of each, and its highest learning rate.
    sft_steps: int = 240
    sft_conversations: int = 48
    sft_rate: float = 1e-3
    sft_save_every: int = 20
    gate_seeds: int = 5
    gate_tasks: int = 100
    #: A batch has so many tasks, each with so many rollouts, and gives so many steps of Adam.
    groups: int = 32
    size: int = 8
    steps: int = 2
    rate: float = 5e-4
    batches: int = 8
    evaluate_every: int = 4
    evaluate_tasks: int = 500
    #: Tasks that each world of the demonstrations is played on.
    taught_tasks: int = 1_500

    def record(self) -> dict[str, Any]:
        return asdict(self)


#: Enough to go once through every piece on a CPU, with a random model of two layers.
DRY_RUN = Settings(
    sft_steps=4,
    sft_conversations=2,
    sft_save_every=2,
    gate_seeds=2,
    gate_tasks=2,
    groups=2,
    batches=2,
    evaluate_every=1,
    evaluate_tasks=2,
    taught_tasks=12,
)
