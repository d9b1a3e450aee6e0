"""What TRL's trainers take: rollouts, environments and reward functions.

- `RolloutFunction` with `episode_reward`: GRPO on episodes, groups with feedback in waves
- `environment_factory` with `final_reward`: GRPO by TRL's own tool loop, without feedback
- `EndpointReward`: a reward model behind an endpoint, for RLOO or GRPO on general chat
"""

from .trl_endpoint import EndpointReward
from .trl_environment import environment_factory, final_reward
from .trl_rollout import RolloutFunction
from .trl_rows import episode_reward, task_reference

__all__ = [
    "EndpointReward",
    "RolloutFunction",
    "environment_factory",
    "episode_reward",
    "final_reward",
    "task_reference",
]
