"""The first rollout of a group in a worker of verl, which the others of the group fork."""

from __future__ import annotations

import asyncio

from .branches import Trunk


class Branches:
    """A group whose first rollout the others wait for.

    verl's trainer starts all rollouts of a prompt in one worker, on one event loop.
    """

    def __init__(self, uid: str, size: int) -> None:
        self.uid = uid
        self._left = size
        self._trunk: asyncio.Future[Trunk | None] = asyncio.get_running_loop().create_future()

    async def trunk_for(self, index: int) -> Trunk | None:
        """What a rollout forks; None for the first, and where there is nothing to fork."""
        self._left -= 1
        if self._left == 0:
            _groups.pop(self.uid, None)
        return None if index == 0 else await asyncio.shield(self._trunk)

    def grow(self, trunk: Trunk | None) -> None:
        """Tells the others; the first word counts."""
        if not self._trunk.done():
            self._trunk.set_result(trunk)


_groups: dict[str, Branches] = {}


def branches_of(uid: str, size: int) -> Branches:
    """The group of a prompt, made by whichever of its rollouts comes first."""
    return _groups.setdefault(uid, Branches(uid, size))
