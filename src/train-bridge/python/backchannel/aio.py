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
from .link import TIMEOUT, Link, within
from .options import Options
from .turns import Event, Message, Turn, action_of, assistant_message
from .wire import decode, encode

logger = logging.getLogger(__name__)


#: Seconds that closing a connection waits for episodes that are being closed.
LEAVE_SECONDS = 5.0

#: Seconds for closing an episode after an error. If the server is away, its lease ends it.
LEAVE_CALL_SECONDS = 30.0


@dataclass(frozen=True)
class Step:
    """The answer to one assistant turn."""

    #: The chat messages to append to the conversation.
    messages: list[Message]
    reward: float
    terminated: bool
    truncated: bool
    #: Score, reward parts, events, metrics and end reason. Never show these to the model.
    info: dict[str, Any]

    @property
    def events(self) -> list[Event]:
        """The content of the messages as data for programs. `kind` names what happened."""
        events: list[Event] = self.info.get("events", [])
        return events

    @property
    def done(self) -> bool:
        """Whether the episode has ended with this step."""
        return self.terminated or self.truncated


async def connect(url: str, *, token: str | None = None, **options: float) -> AsyncClient:
    """Connects to a server.

    :param url: `http://host:port`; several servers of one store, separated by commas
    :param options: further members of `Options`, such as `connect_timeout`, in seconds
    :raises BackchannelError: if the server cannot be reached in time, or refuses
    """
    link = Link(Options(url, token=token, **options))  # type: ignore[arg-type]
    await link.start()
    return AsyncClient(link)


class AsyncClient:
    """A connection to a server, which reconnects by itself. Made by `connect`."""

    def __init__(self, link: Link) -> None:
        self._link = link
        self._leaving: set[asyncio.Task[None]] = set()
        self._tools: dict[str, list[dict[str, Any]]] = {}

    def _select_tools(self, opened: Mapping[str, Any]) -> list[dict[str, Any]]:
        """The tools of an opening, shared by all episodes of the environment with the same tools.

        They are the largest part of an episode. With a copy for each episode, garbage collection
        would take longer.
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
        """Closes the connection. Episodes stay open, except those that are being closed."""
        if self._leaving:
            await asyncio.wait(self._leaving, timeout=LEAVE_SECONDS)
        await self._link.close()

    async def call(self, method: str, timeout: float | None = None, /, **params: Any) -> Any:
        """Sends any call of the protocol, without the parameters that are None."""
        present = {name: value for name, value in params.items() if value is not None}
        return await self._link.call(method, present, timeout)

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

        In a group with feedback, this waits for the earlier attempts that the prompt shows. If the
        caller is cancelled or `timeout` passes meanwhile, the episode closes as soon as it opens.
        Otherwise the other rollouts of its group would wait for it.

        :param group: the rollout's group and its index in it: `run`, `id`, `index`, `size`, `mode`,
            `generation`, and in `feedback` the members of the schedule that differ from the
            server's: `waves`, `start_at`, `clean_share`, `show` (`all`, `last`, `summary` or
            `hint`), `hint_steps`, `when` (`always` or `all_failed`), `cap_chars`, `critique`.
            Hints shrink with the label `step`
        :param open_key: further calls with the same key open the same episode, so it is not closed
            after `timeout`
        :param gateway: `profile` and `tools`, for an agent program that calls a model through the
            server; see `backchannel.gateway`
        :raises BackchannelError: such as `task/not_found`, `task/stale`, `group/would_wait`
        """
        await self._link.admit()
        return await self._opened(
            "episode.open",
            timeout,
            can_be_repeated=open_key is not None,
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

    async def _opened(
        self, method: str, timeout: float | None, *, can_be_repeated: bool = False, **params: Any
    ) -> AsyncEpisode:
        """The episode that a call opens.

        If nobody waits for it any more, it closes as soon as it opens.

        :param can_be_repeated: whether the caller can open the same episode again after `timeout`
        """
        opening = asyncio.ensure_future(self.call(method, **params))
        try:
            answer = within(timeout, method, asyncio.shield(opening))
            return AsyncEpisode(self, await answer)
        except (asyncio.CancelledError, BackchannelError) as error:
            is_late = isinstance(error, BackchannelError) and error.code == TIMEOUT
            if is_late and can_be_repeated:
                opening.cancel()
            elif is_late or isinstance(error, asyncio.CancelledError):
                self._leave(_leave_opening(self, opening))
            raise

    def _leave(self, leaving: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Runs in a task of its own, so that cancelling the caller does not stop it."""
        task = asyncio.create_task(leaving)
        self._leaving.add(task)
        task.add_done_callback(self._leaving.discard)
        return task

    async def resume(self, episode_id: str, *, resume_key: str | None = None) -> AsyncEpisode:
        """The current state of an episode. With a `resume_key`, also one of another client."""
        resumed = await self.call("episode.resume", episode_id=episode_id, resume_key=resume_key)
        return AsyncEpisode(self, resumed, resume_key)


class AsyncEpisode:
    """An episode on the server, with a copy of its conversation."""

    def __init__(
        self, client: AsyncClient, opened: Mapping[str, Any], resume_key: str | None = None
    ) -> None:
        self._client = client
        self._resume_key = resume_key
        self._is_stepping = False
        #: The server's answer to the opening.
        self.opened: dict[str, Any] = {**opened, "tools": client._select_tools(opened)}
        self.id: str = opened["episode_id"]
        self.env: str = opened["env"]
        self.task: dict[str, Any] = opened["task"]
        #: Shared with other episodes. Do not change it.
        self.tools: list[dict[str, Any]] = self.opened["tools"]
        #: `guided` if the opening may show earlier attempts of the group, else `clean`.
        self.condition: str = opened.get("condition", "clean")
        #: The whole conversation so far.
        self.messages: list[Message] = list(opened["messages"])
        self.next_seq: int = opened["next_seq"]
        self.info: dict[str, Any] = opened.get("info", {"score": 0, "reward_parts": {}})
        self._events: list[Event] = list(self.info.get("events", []))
        #: The events of later steps as JSON. Decoded events would slow down garbage collection.
        self._events_unread: deque[bytes] = deque()
        self.done: bool = opened.get("closed", False)

    @property
    def events(self) -> list[Event]:
        """The content of all messages as data for programs. Never show it to the model."""
        while self._events_unread:
            self._events += decode(self._events_unread.popleft())
        return self._events

    async def step(
        self, action: Turn, timeout: float | None = None, *, model_version: str | None = None
    ) -> Step:
        """Plays one assistant turn and waits until it is stored.

        :param action: `{"content": …, "tool_calls": […]}` in the OpenAI form, the message of a
            chat completion as an SDK returns it (the object or its dump), or the model's raw text,
            in which the server parses tool calls
        :param model_version: the weights of the model that wrote it, such as a training step; the
            server stores it
        :raises BackchannelError: after `client/timeout`, the turn may still have been played; send
            the same action again
        """
        if self._is_stepping:
            message = f"a step of episode {self.id} is under way"
            raise BackchannelError("client/busy", message, hint="Wait for its answer.")
        sent = action_of(action)
        self._is_stepping = True
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
            self._is_stepping = False
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
        """Ends the episode and returns its account: reward, metrics and critique.

        For an episode that is over, it only returns the account.

        :param fault: the rollout failed on this side, so it has no reward and is no attempt
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
        """Revokes all keys of the episode and returns new ones.

        It needs the owner's token, because keys cannot revoke keys.
        """
        keys: dict[str, Any] = await self._client.call("episode.revoke", episode_id=self.id)
        return keys

    async def leave(self, error: BaseException) -> None:
        """Closes the episode because of an error on this side, for `except` and `finally`.

        A cancelled episode ends as `abandoned`, others as a fault. Neither counts as an attempt, so
        the other rollouts of its group continue. This is shielded, and logs errors of the server.
        """
        await asyncio.shield(self._client._leave(_leave_episode(self, error)))

    async def fork(
        self, position: int, *, seed: int | None = None, labels: Mapping[str, str] | None = None
    ) -> AsyncEpisode:
        """Opens an episode that begins with the first `position` steps of this one.

        If the caller is cancelled meanwhile, the fork closes as soon as it opens.
        """
        return await self._client._opened(
            "episode.fork",
            None,
            episode_id=self.id,
            position=position,
            seed=seed,
            labels=labels,
            open_key=uuid.uuid4().hex,
            resume_key=self._resume_key,
        )


async def _leave_opening(client: AsyncClient, opening: asyncio.Future[Any]) -> None:
    with contextlib.suppress(BackchannelError):
        episode = AsyncEpisode(client, await opening)
        await _leave_episode(episode, asyncio.CancelledError())


async def _leave_episode(episode: AsyncEpisode, error: BaseException) -> None:
    is_cancelled = isinstance(error, (asyncio.CancelledError, KeyboardInterrupt, SystemExit))
    try:
        if is_cancelled:
            await episode.close("abandoned", timeout=LEAVE_CALL_SECONDS)
        else:
            await episode.close("client_fault", fault=True, timeout=LEAVE_CALL_SECONDS)
    except BackchannelError as trouble:
        logger.warning("episode %s could not be closed: %s", episode.id, trouble)
