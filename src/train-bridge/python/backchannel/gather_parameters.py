"""Gathers the parameters of a sharded model in every process while it generates."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


@contextmanager
def gathered_parameters(model: Any, *, reshards: bool = True) -> Iterator[None]:
    """Gathers a model that FSDP has sharded, and shards it again afterwards.

    A sharded model gathers each layer in its forward pass, in all processes together. If one
    has more to generate than another, that would deadlock. TRL gathers for FSDP1, not for FSDP2.
    DeepSpeed's models and single-process models are unchanged.

    :param reshards: FSDP2's `reshard_after_forward`, which is restored afterwards
    """
    from torch.distributed.fsdp import FSDPModule, FullyShardedDataParallel

    if isinstance(model, FullyShardedDataParallel):
        with FullyShardedDataParallel.summon_full_params(model, writeback=False):
            yield
        return
    sharded = [module for module in model.modules() if isinstance(module, FSDPModule)]
    for module in sharded:
        module.set_reshard_after_forward(False, recurse=False)
        module.unshard()
    try:
        yield
    finally:
        for module in sharded:
            module.set_reshard_after_forward(reshards, recurse=False)
            module.reshard()
