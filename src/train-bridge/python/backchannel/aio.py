"""The asynchronous client: many episodes on one socket."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import uuid
from collections import deque
from collections.abc import Coroutine, Mapping
from dataclasses import dataclass
from typing import Any

from .errors import BackchannelError
from .link import Link
from .options import Options
from .turns import Event, Message, Turn, action_of, assistant_message
from .wire import decode, encode

logger = logging.getLogger(__name__)


#: How long closing a connection waits for episodes that are being left, in seconds.
LEAVE_SECONDS = 5.0

#: How long leaving an episode may take: where the server is away, its lease ends it.
LEAVE_CALL_SECONDS = 30.0


@dataclass(frozen=True)
class Step:
    """The answer to one assistant turn."""

    #: The chat messages to append to the conversation.
    messages: list[Message]
    reward: float
    terminated: bool
    truncated: bool
    #: Score, reward parts, events, metrics and end reason: for the trainer, never for the model.
    info: dict[str, Any]

    @property
    def events(self) -> list[Event]:
        """What the messages say, for programs; `kind` names what happened."""
        events: list[Event] = self.info.get("events", [])
        return events

    @property
    def done(self) -> bool:
        return self.terminated or self.truncated


async def connect(url: str, *, token: str | None = None, **patience: float) -> AsyncClient:
    """Connects to a server.

    :param url: `http://host:port`; several servers of one store, separated by commas
    :param patience: further members of `Options`, such as `connect_timeout`, in seconds
    :raises BackchannelError: if it cannot be reached in time, or refuses
    """
    link = Link(Options(url, token=token, **patience))  # type: ignore[arg-type]
    await link.start()
    return AsyncClient(link)


class AsyncClient:
    """A connection to a server; comes back by itself after a drop. Made by `connect`."""

    def __init__(self, link: Link) -> None:
        self._link = link
        self._leaving: set[asyncio.Task[None]] = set()
        self._tools: dict[str, list[dict[str, Any]]] = {}

    def _tools_of(self, opened: Mapping[str, Any]) -> list[dict[str, Any]]:
        """The tools of an opening, kept once for all episodes of the environment that offer them.

        They are most of what an episode keeps: a thousand copies take the garbage collector longer
        to look through than all the rest.
        """
        env: str = opened["env"]
        if self._tools.get(env) != opened["tools"]:
            self._tools[env] = opened["tools"]
        return self._tools[env]

    async def __aenter__(self) -> AsyncClient:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Closes the connection. Episodes stay open, but for those that were being left."""
        if self._leaving:
            await asyncio.wait(self._leaving, timeout=LEAVE_SECONDS)
        await self._link.close()

    async def call(self, method: str, timeout: float | None = None, /, **params: Any) -> Any:
        """Sends any call of the protocol; parameters that are None are left out."""
        given = {name: value for name, value in params.items() if value is not None}
        return await self._link.call(method, given, timeout)

    async def environments(self) -> list[dict[str, Any]]:
        """The environments that the server offers."""
        environments: list[dict[str, Any]] = await self.call("env.list")
        return environments

    async def describe(self, env: str) -> dict[str, Any]:
        """Tools, limits, metrics and data of an environment."""
        description: dict[str, Any] = await self.call("env.describe", env=env)
        return description

    async def open(
        self,
        env: str,
        *,
        split: str | None = None,
        index: int | None = None,
        task: str | None = None,
        data_checksum: str | None = None,
        seed: int | None = None,
        settings: Mapping[str, Any] | None = None,
        labels: Mapping[str, str] | None = None,
        group: Mapping[str, Any] | None = None,
        dialect: str | None = None,
        gateway: Mapping[str, Any] | None = None,
        wait: bool | None = None,
        open_key: str | None = None,
        timeout: float | None = None,
    ) -> AsyncEpisode:
        """Opens an episode on a task, given by split and index or by its id.

        In a group with feedback this waits until the attempts that it shows are known. If the caller
        is cancelled meanwhile, the episode is closed as soon as it is there: the others of its group
        would wait for it.

        :param group: which rollout of which group it is: `run`, `id`, `index`, `size`, `mode`,
            `generation`, and in `feedback` the members of the schedule that differ from the
            server's: `waves`, `start_at`, `clean_share`, `show` (`all`, `last`, `summary` or
            `hint`), `hint_steps`, `when` (`always` or `all_failed`), `cap_chars`, `critique`.
            Hints shrink with the label `step`
        :param gateway: `profile` and `tools`, for an agent program that asks a model through the
            server; see `backchannel.gateway`
        :raises BackchannelError: such as `task/not_found`, `task/stale`, `group/would_wait`
        """
        await self._link.admit()
        opening = asyncio.ensure_future(
            self.call(
                "episode.open",
                timeout,
                env=env,
                split=split,
                index=index,
                task=task,
                data_checksum=data_checksum,
                seed=seed,
                settings=settings,
                labels=labels,
                group=group,
                dialect=dialect,
                gateway=gateway,
                wait=wait,
                open_key=open_key or uuid.uuid4().hex,
            )
        )
        try:
            return AsyncEpisode(self, await asyncio.shield(opening))
        except asyncio.CancelledError:
            self._leave(_leave_opening(self, opening))
            raise

    def _leave(self, leaving: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Runs to its end whoever is cancelled, and before the connection closes."""
        task = asyncio.create_task(leaving)
        self._leaving.add(task)
        task.add_done_callback(self._leaving.discard)
        return task

    async def resume(self, episode_id: str, *, resume_key: str | None = None) -> AsyncEpisode:
        """An episode as it stands, also one of another client of which the key gives access."""
        resumed = await self.call("episode.resume", episode_id=episode_id, resume_key=resume_key)
        return AsyncEpisode(self, resumed, resume_key)


class AsyncEpisode:
    """An episode on the server, and what is known of it here."""

    def __init__(
        self, client: AsyncClient, opened: Mapping[str, Any], resume_key: str | None = None
    ) -> None:
        self._client = client
        self._resume_key = resume_key
        self._stepping = False
        #: What was answered to the opening, in full.
        self.opened: dict[str, Any] = {**opened, "tools": client._tools_of(opened)}
        self.id: str = opened["episode_id"]
        self.env: str = opened["env"]
        self.task: dict[str, Any] = opened["task"]
        #: Shared with other episodes: to be read, not to be changed.
        self.tools: list[dict[str, Any]] = self.opened["tools"]
        #: `guided` where the opening may show earlier attempts of the group.
        self.condition: str = opened.get("condition", "clean")
        #: The whole conversation so far.
        self.messages: list[Message] = list(opened["messages"])
        self.next_seq: int = opened["next_seq"]
        self.info: dict[str, Any] = opened.get("info", {"score": 0, "reward_parts": {}})
        self._events: list[Event] = list(self.info.get("events", []))
        #: Those of later steps, as texts. Most of what an episode keeps are the members of events,
        #: and the garbage collector would look through those of all episodes again and again.
        self._events_unread: deque[bytes] = deque()
        self.done: bool = opened.get("closed", False)

    @property
    def events(self) -> list[Event]:
        """What the messages say, for programs, in order: for the trainer, never for the model."""
        while self._events_unread:
            self._events += decode(self._events_unread.popleft())
        return self._events

    async def step(
        self, action: Turn, timeout: float | None = None, *, model_version: str | None = None
    ) -> Step:
        """Plays one assistant turn and waits until it is stored.

        :param action: `{"content": …, "tool_calls": […]}` in the OpenAI form, the message of a
            chat completion as an SDK gives it (the object or its dump), or the model's raw text,
            whose `<tool_call>` blocks the server reads
        :param model_version: which weights of the model wrote it, such as a step of training; stored
        :raises BackchannelError: after `client/timeout` the turn may have been played all the same;
            send the same action again
        """
        if self._stepping:
            message = f"a step of episode {self.id} is under way"
            raise BackchannelError("client/busy", message, hint="Wait for its answer.")
        sent = action_of(action)
        self._stepping = True
        try:
            result = await self._client.call(
                "episode.step",
                timeout,
                episode_id=self.id,
                seq=self.next_seq,
                action=sent,
                resume_key=self._resume_key,
                **({} if model_version is None else {"model_version": model_version}),
            )
        finally:
            self._stepping = False
        self.messages.append(assistant_message(sent))
        self.messages.extend(result["messages"])
        self.next_seq = result["seq"] + 1
        self.info = result["info"]
        if "events" in self.info:
            self._events_unread.append(encode(self.info["events"]))
        self.done = result["terminated"] or result["truncated"]
        return Step(
            messages=result["messages"],
            reward=result["reward"],
            terminated=result["terminated"],
            truncated=result["truncated"],
            info=result["info"],
        )

    async def close(
        self, reason: str | None = None, *, fault: bool = False, timeout: float | None = None
    ) -> dict[str, Any]:
        """Ends the episode and gives its account; on one that is over it only gives the account.

        :param fault: the rollout failed on this side: no reward, no critique, no attempt
        """
        account: dict[str, Any] = await self._client.call(
            "episode.close",
            timeout,
            episode_id=self.id,
            reason=reason,
            fault=fault or None,
            resume_key=self._resume_key,
        )
        self.done = True
        return account

    async def revoke_keys(self) -> dict[str, Any]:
        """Ends every key of the episode that was given so far, and gives new ones.

        It takes the owner's token: a key revokes none.
        """
        keys: dict[str, Any] = await self._client.call("episode.revoke", episode_id=self.id)
        return keys

    async def leave(self, error: BaseException) -> None:
        """Ends the episode because of an error on this side, for `except` and `finally`.

        Cancelled, it ends as `abandoned`, and by anything else as a fault; neither counts as an
        attempt, so the others of its group go on. It is shielded and raises nothing of its own.
        """
        await asyncio.shield(self._client._leave(_leave_episode(self, error)))

    async def fork(
        self, position: int, *, seed: int | None = None, labels: Mapping[str, str] | None = None
    ) -> AsyncEpisode:
        """Opens an episode that begins with the first `position` steps of this one."""
        forked = await self._client.call(
            "episode.fork",
            episode_id=self.id,
            position=position,
            seed=seed,
            labels=labels,
            open_key=uuid.uuid4().hex,
            resume_key=self._resume_key,
        )
        return AsyncEpisode(self._client, forked)


async def _leave_opening(client: AsyncClient, opening: asyncio.Future[Any]) -> None:
    with contextlib.suppress(BackchannelError):
        episode = AsyncEpisode(client, await opening)
        await _leave_episode(episode, asyncio.CancelledError())


async def _leave_episode(episode: AsyncEpisode, error: BaseException) -> None:
    is_dropped = isinstance(error, (asyncio.CancelledError, KeyboardInterrupt, SystemExit))
    try:
        if is_dropped:
            await episode.close("abandoned", timeout=LEAVE_CALL_SECONDS)
        else:
            await episode.close("client_fault", fault=True, timeout=LEAVE_CALL_SECONDS)
    except BackchannelError as trouble:
        logger.warning("episode %s could not be closed: %s", episode.id, trouble)
