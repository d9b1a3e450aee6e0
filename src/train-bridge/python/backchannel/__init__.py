"""Play episodes on a Backchannel server, and train with verl or TRL against it.

`connect` gives the blocking client, `backchannel.aio.connect` the asynchronous one. The parts for
trainers are imported where they are needed: `backchannel.verl`, `backchannel.trl`.
"""

from .aio import AsyncClient, AsyncEpisode, Step
from .client import Client, Episode, connect
from .errors import BackchannelError
from .gym import EpisodeEnv

__all__ = [
    "AsyncClient",
    "AsyncEpisode",
    "BackchannelError",
    "Client",
    "Episode",
    "EpisodeEnv",
    "Step",
    "connect",
]
