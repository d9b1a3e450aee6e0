"""verl without a GPU, for trials: its own trainer, FSDP and queue, weights that are really updated.

verl imports this module where `VERL_USE_EXTERNAL_MODULES` names it, before all others of ours, and
`VERL_PLATFORM` is `cpu`. Platform, engine and rollout are verl's own extension points; one default
is replaced: verl would name the backend of the CPU twice, which torch refuses.
"""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import torch
from verl.plugin.platform import PlatformBase, PlatformRegistry

#: The name under which `actor_rollout_ref.rollout.name` finds the generation of `verl_cpu_rollout`.
ROLLOUT = "backchannel_cpu"

BACKEND = "gloo"


class _NoDevice(ModuleType):
    """What verl asks of `torch.cuda`, where there is nothing to wait for, to free or to count."""

    def is_available(self) -> bool:
        return False

    def _nothing(self, *_: Any, **__: Any) -> None: ...

    synchronize = empty_cache = set_device = ipc_collect = reset_peak_memory_stats = _nothing

    def _none(self, *_: Any, **__: Any) -> int:
        return 0

    max_memory_allocated = max_memory_reserved = memory_allocated = memory_reserved = _none

    def get_device_name(self, *_: Any) -> str:
        return "CPU"

    def mem_get_info(self, *_: Any) -> tuple[int, int]:
        return 0, 0


@PlatformRegistry.register(platform="cpu")
class CpuPlatform(PlatformBase):
    """Processes of the CPU that stand where verl expects GPUs."""

    device_name = "cpu"
    vendor_name = "cpu"
    device_module = _NoDevice("no_device")

    def is_available(self) -> bool:
        return True

    def is_platform_available(self, use_smi_check: bool = False) -> bool:
        # Only where VERL_PLATFORM asks for it.
        return False

    def current_device(self) -> Any:
        return torch.device("cpu")

    def device_count(self) -> int:
        return 1

    def set_device(self, device_index: int) -> None: ...
    def synchronize(self, device_index: int | None = None) -> None: ...
    def set_allocator_settings(self, settings: str) -> None: ...
    def empty_cache(self) -> None: ...
    def profiler_start(self) -> None: ...
    def profiler_stop(self) -> None: ...

    def manual_seed(self, seed: int) -> None:
        torch.manual_seed(seed)

    manual_seed_all = manual_seed

    def get_device_capability(self, device_index: int = 0) -> tuple[None, None]:
        return None, None

    def communication_backend_name(self) -> str:
        return BACKEND

    def visible_devices_envvar(self) -> str:
        return "CUDA_VISIBLE_DEVICES"

    @contextlib.contextmanager
    def nvtx_range(self, msg: str) -> Iterator[None]:
        yield

    def ray_resource_name(self) -> str:
        # Ray is told of as many as there are processes: `ray_kwargs.ray_init.num_gpus`.
        return "GPU"

    def ray_noset_envvars(self) -> list[str]:
        return []

    def is_ipc_supported(self) -> bool:
        return False

    def cudart(self) -> None:
        return None


def _register() -> None:
    """Tells verl of its FSDP engine on the CPU, and of the rollout."""
    from verl.utils import distributed

    distributed.initialize_global_process_group_ray = functools.partial(
        distributed.initialize_global_process_group_ray, backend=BACKEND
    )

    from verl.workers.engine.base import EngineRegistry
    from verl.workers.engine.fsdp import transformer_impl as fsdp
    from verl.workers.rollout import base, replica

    strategies = ["fsdp", "fsdp2"]
    language = EngineRegistry.register("language_model", strategies, device="cpu")
    language(fsdp.FSDPEngineWithLMHead)
    base._ROLLOUT_REGISTRY[(ROLLOUT, "async")] = "backchannel.verl_cpu_rollout.Adapter"
    replica.RolloutReplicaRegistry.register(ROLLOUT, _replica)


def _replica() -> Any:
    from .verl_cpu_rollout import Replica

    return Replica


_register()
