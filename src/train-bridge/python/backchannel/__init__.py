"""Play episodes on a Backchannel server, write environments for it, and train against it.

`connect` gives the blocking client, `backchannel.aio.connect` the asynchronous one. The parts for
trainers are imported where they are needed: `backchannel.verl`, `backchannel.trl`. Environments
are written with `backchannel.world`, which needs the standard library alone.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
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

_MODULES = {
    "AsyncClient": "aio",
    "AsyncEpisode": "aio",
    "BackchannelError": "errors",
    "Client": "client",
    "Episode": "client",
    "EpisodeEnv": "gym",
    "Step": "aio",
    "connect": "client",
}


def __getattr__(name: str) -> object:
    """Imports a part when it is asked for: a world's process has no packages for clients."""
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
    globals()[name] = value
    return value
