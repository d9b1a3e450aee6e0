"""Lets the rollouts of a verl group wait for the first one, which they fork."""

from __future__ import annotations

import asyncio

from .branches import Trunk


class Branches:
    """A group whose first rollout the others wait for.

    verl's trainer starts all rollouts of a prompt in one worker, on one event loop.
    """

    def __init__(self, uid: str, size: int) -> None:
        self.uid = uid
        self._unstarted = size
        self._trunk: asyncio.Future[Trunk | None] = asyncio.get_running_loop().create_future()

    async def trunk_for(self, index: int) -> Trunk | None:
        """Waits for the trunk to fork; None for the first rollout, or if there is no trunk."""
        self._unstarted -= 1
        if self._unstarted == 0:
            _groups.pop(self.uid, None)
        return None if index == 0 else await asyncio.shield(self._trunk)

    def set_trunk(self, trunk: Trunk | None) -> None:
        """Wakes the waiting rollouts. Later calls have no effect."""
        if not self._trunk.done():
            self._trunk.set_result(trunk)


_groups: dict[str, Branches] = {}


def plan_branches(uid: str, size: int) -> Branches:
    """The group of a prompt; the first call for a `uid` makes it."""
    return _groups.setdefault(uid, Branches(uid, size))
