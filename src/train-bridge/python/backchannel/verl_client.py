"""The connections of a verl worker process: one for each event loop and server."""

from __future__ import annotations

import asyncio
import os

from . import aio
from .errors import BackchannelError
from .tokenizer_thread import keep_heap
from .trainer_options import TOKEN_VARIABLE, trainer_options

#: (event loop, address) -> the task that opens the connection.
connections: dict[tuple[int, str], asyncio.Task[aio.AsyncClient]] = {}
#: The servers that have been reached by this process.
_reached: set[str] = set()
_metric_names: dict[tuple[str, str], list[str]] = {}


async def shared_client(url: str) -> aio.AsyncClient:
    """The connection to a server. It opens once, and again only if that failed."""
    key = (id(asyncio.get_running_loop()), url)
    task = connections.get(key)
    if task is None or (task.done() and task.exception() is not None):
        keep_heap()
        token = os.environ.get(TOKEN_VARIABLE)
        task = asyncio.ensure_future(aio.connect(url, token=token, **trainer_options()))
        connections[key] = task
    client = await asyncio.shield(task)
    _reached.add(url)
    return client


def may_return(url: str, error: BackchannelError) -> bool:
    """Whether waiting may help. If the server was never reached, the address is probably wrong."""
    return error.retryable and url in _reached


async def metric_names(client: aio.AsyncClient, url: str, env: str) -> list[str]:
    """The names of an environment's metrics, requested once."""
    if (url, env) not in _metric_names:
        _metric_names[url, env] = list((await client.describe(env))["metrics"])
    return _metric_names[url, env]
