"""Episodes that are played by an agent program of its own, through the server's model gateway.

`run` plays tasks and gives rewards and token-exact training segments. `backchannel.gateway_trl` and
`backchannel.gateway_verl` do the same as parts of trainers.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from time import perf_counter
from typing import Any

from . import aio
from .checks import check
from .client import connect
from .gateway_program import Access, Ended, Program, parse_access, run_program
from .gateway_segments import EpisodeSegments, Segment, parse_segments
from .verl_rows import generation_of_trainer

__all__ = [
    "Access",
    "Ended",
    "EpisodeSegments",
    "Played",
    "Program",
    "Segment",
    "announce_weights",
    "play",
    "run",
    "run_async",
]

logger = logging.getLogger(__name__)

#: Who calls the episode's tools: the program, over MCP, or the gateway, between its answers.
TOOLS = ("mcp", "injected")


@dataclass(frozen=True)
class Played:
    """One episode that a program has played."""

    episode_id: str
    task: dict[str, Any]
    program: Ended
    #: What `episode.close` gives: reward, metrics, end reason.
    account: dict[str, Any]
    segments: EpisodeSegments
    #: How many attempts of its group the first messages show.
    attempts_shown: int
    seconds: float

    @property
    def reward(self) -> float:
        """The episode's total reward, 0 to 1."""
        return float(self.account["reward"])

    @property
    def is_success(self) -> bool:
        """Whether the task was solved, however the program ended."""
        return bool(self.account["metrics"].get("success") == 1)


def announce_weights(
    server_url: str, profile: str, version: int, *, token: str | None = None
) -> int | None:
    """Says that the model server of a profile has other weights.

    The rows of model calls then say which version sampled each token, in episodes of the token's
    principal. A server forgets the version when it ends.

    :param version: such as the number of the last training step
    :returns: the version before; None for the first
    """
    with connect(server_url, token=token) as client:
        answer = client.call("gateway.weights", profile=profile, version=version)
    previous: int | None = answer["previous"]
    return previous


def run(program: Program, tasks: Iterable[Mapping[str, Any]], **options: Any) -> list[Played]:
    """Plays every task with a program; see `run_async`."""
    return asyncio.run(run_async(program, tasks, **options))


async def run_async(
    program: Program,
    tasks: Iterable[Mapping[str, Any]],
    *,
    server_url: str,
    profile: str,
    token: str | None = None,
    concurrency: int = 8,
    **options: Any,
) -> list[Played]:
    """Plays every task with a program, several at a time, and gives what came of them in order.

    :param program: the words of a command, or a function of `Access`
    :param tasks: parameters of openings: `env` with `split` and `index`, or with `task`; and
        `settings`, `group` and so on. Attempts of earlier rollouts of a group are in the first
        messages of later ones. A group without `generation` gets that of this process, or of
        `BACKCHANNEL_GENERATION`
    :param profile: the chat profile of the server that answers
    :param options: `tools`, `timeout`, `variables`, `cwd` and `labels` of `play`
    :raises BackchannelError: such as `settings/unknown_profile`; the others are then cancelled
    """
    slots = asyncio.Semaphore(concurrency)

    async with await aio.connect(server_url, token=token) as client:

        async def one(task: Mapping[str, Any]) -> Played:
            async with slots:
                return await play(
                    client, program, task, server_url=server_url, profile=profile, **options
                )

        given = [_with_generation(task) for task in tasks]
        playing: dict[int, asyncio.Task[Played]] = {}
        # A rollout of a group waits for earlier ones, which must not wait for its slot.
        order = sorted(range(len(given)), key=lambda index: _index_in_group(given[index]))
        for index in order:
            playing[index] = asyncio.create_task(one(given[index]))
        try:
            return list(await asyncio.gather(*(playing[index] for index in range(len(given)))))
        finally:
            for playing_task in playing.values():
                playing_task.cancel()
            await asyncio.gather(*playing.values(), return_exceptions=True)


def _with_generation(task: Mapping[str, Any]) -> dict[str, Any]:
    group = task.get("group")
    if group is None:
        return dict(task)
    return {**task, "group": {"generation": generation_of_trainer(), **group}}


def _index_in_group(task: Mapping[str, Any]) -> int:
    return int((task.get("group") or {}).get("index", 0))


async def play(
    client: aio.AsyncClient,
    program: Program,
    task: Mapping[str, Any],
    *,
    server_url: str,
    profile: str,
    tools: str = "mcp",
    timeout: float = 600.0,
    variables: Mapping[str, str] | None = None,
    cwd: str | None = None,
    labels: Mapping[str, str] | None = None,
) -> Played:
    """Opens an episode, runs the program in it, and closes it.

    A program that fails or runs out of time has played what it has played: its episode is closed
    and counts.

    :param tools: `mcp`: the program calls the episode's tools itself, at `Access.mcp_url`;
        `injected`: the gateway adds them to its requests and calls them for it
    :param timeout: how long the program may take, in seconds
    :param variables: further environment variables of a command
    """
    check("tools", tools, TOOLS)
    started = perf_counter()
    gateway = {"profile": profile, "tools": tools}
    labelled_task = {**task, "labels": {**(task.get("labels") or {}), **(labels or {})}}
    episode = await client.open(labelled_task.pop("env"), **labelled_task, gateway=gateway)
    try:
        access = parse_access(server_url, episode.opened)
        finished = await run_program(program, access, timeout=timeout, variables=variables, cwd=cwd)
        account = await episode.close("turn_budget" if finished.has_timed_out else None)
    except BaseException as error:
        await episode.leave(error)
        raise
    if not finished.is_success:
        outcome = (
            "ran out of time" if finished.has_timed_out else f"ended with {finished.exit_code}"
        )
        logger.warning("the program of %s %s: %s", episode.id, outcome, finished.output[-500:])
    segments = parse_segments(await client.call("episode.segments", episode_id=episode.id))
    return Played(
        episode_id=episode.id,
        task=episode.task,
        program=finished,
        account=account,
        segments=segments,
        attempts_shown=len(episode.opened.get("attempts") or []),
        seconds=perf_counter() - started,
    )
