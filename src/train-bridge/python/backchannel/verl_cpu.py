"""Runs verl without a GPU, for trials, with its own trainer, FSDP and queue.

`VERL_USE_EXTERNAL_MODULES` must name this module before the others of this package, and
`VERL_PLATFORM` must be `cpu`. It replaces one default of verl, which would name the CPU's backend
twice. torch refuses that.
"""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import torch
from verl.plugin.platform import PlatformBase, PlatformRegistry

#: The name of `verl_cpu_rollout` for `actor_rollout_ref.rollout.name`.
ROLLOUT = "backchannel_cpu"

BACKEND = "gloo"


class _NoDevice(ModuleType):
    """The functions of `torch.cuda` that verl calls, without effect."""

    def is_available(self) -> bool:
        return False

    def _no_op(self, *_: Any, **__: Any) -> None: ...

    synchronize = empty_cache = set_device = ipc_collect = reset_peak_memory_stats = _no_op

    def _zero(self, *_: Any, **__: Any) -> int:
        return 0

    max_memory_allocated = max_memory_reserved = memory_allocated = memory_reserved = _zero

    def get_device_name(self, *_: Any) -> str:
        return "CPU"

    def mem_get_info(self, *_: Any) -> tuple[int, int]:
        return 0, 0


@PlatformRegistry.register(platform="cpu")
class CpuPlatform(PlatformBase):
    """Processes on the CPU in place of GPUs."""

    device_name = "cpu"
    vendor_name = "cpu"
    device_module = _NoDevice("no_device")

    def is_available(self) -> bool:
        return True

    def is_platform_available(self, use_smi_check: bool = False) -> bool:
        # Only `VERL_PLATFORM` may select it.
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
        # `ray_kwargs.ray_init.num_gpus` gives Ray one for each process.
        return "GPU"

    def ray_noset_envvars(self) -> list[str]:
        return []

    def is_ipc_supported(self) -> bool:
        return False

    def cudart(self) -> None:
        return None


def _register() -> None:
    """Registers verl's FSDP engine for the CPU, and the rollout."""
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
