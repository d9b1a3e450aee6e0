"""Heartbeats of a rollout while the model generates a turn."""

from __future__ import annotations

import asyncio
import contextlib

from .aio import AsyncClient, AsyncEpisode
from .errors import BackchannelError

HEARTBEAT_SECONDS = 60.0


async def send_heartbeats(client: AsyncClient, episode: AsyncEpisode) -> None:
    """Sends a heartbeat every minute, so that the rollout's lease does not expire."""
    while True:
        await asyncio.sleep(HEARTBEAT_SECONDS)
        with contextlib.suppress(BackchannelError):
            await client.call("group.beat", 30.0, episode_id=episode.id)
