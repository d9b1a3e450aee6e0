"""Whole parameters in every process for as long as each generates what it has."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


@contextmanager
def summoned(model: Any, *, divides_again: bool = True) -> Iterator[None]:
    """Puts a model together that FSDP has divided, and divides it again afterwards.

    A divided model gathers each layer in its forward pass, in all processes together. Where one has
    more to generate than another that would wait for ever; TRL does it for FSDP1 and not for FSDP2.
    DeepSpeed's models and those of a single process stay as they are.

    :param divides_again: FSDP2's `reshard_after_forward`, which holds again afterwards
    """
    from torch.distributed.fsdp import FSDPModule, FullyShardedDataParallel

    if isinstance(model, FullyShardedDataParallel):
        with FullyShardedDataParallel.summon_full_params(model, writeback=False):
            yield
        return
    divided = [module for module in model.modules() if isinstance(module, FSDPModule)]
    for module in divided:
        module.set_reshard_after_forward(False, recurse=False)
        module.unshard()
    try:
        yield
    finally:
        for module in divided:
            module.set_reshard_after_forward(divides_again, recurse=False)
            module.reshard()
