"""Signs of life of a rollout, however long the model takes for a turn."""

from __future__ import annotations

import asyncio
import contextlib

from .aio import AsyncClient, AsyncEpisode
from .errors import BackchannelError

BEAT_SECONDS = 60.0


async def beat(client: AsyncClient, episode: AsyncEpisode) -> None:
    """Says now and then that the rollout goes on, so that its lease does not end."""
    while True:
        await asyncio.sleep(BEAT_SECONDS)
        with contextlib.suppress(BackchannelError):
            await client.call("group.beat", 30.0, episode_id=episode.id)
