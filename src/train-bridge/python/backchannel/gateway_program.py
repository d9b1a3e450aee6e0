"""Runs one agent program: a command in a process group of its own, or a function."""

from __future__ import annotations

import asyncio
import contextlib
import contextvars
import inspect
import json
import os
import signal
import tempfile
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

from .trainer_options import TOKEN_VARIABLE

#: The time in seconds that a command has to exit after it is asked to.
GRACE_SECONDS = 5.0
#: Tokens that are not for a command. The trainer's own opens more than one episode. Clients of
#: Anthropic send theirs to the gateway, some of them instead of the key.
WITHHELD = (TOKEN_VARIABLE, "ANTHROPIC_AUTH_TOKEN")
#: How much of a command's output is kept.
OUTPUT_CHARACTERS = 4_000


@dataclass(frozen=True)
class Access:
    """What an agent program needs to play one episode."""

    #: Of OpenAI's clients, up to `/v1`.
    openai_base_url: str
    #: Of Anthropic's clients, which add `/v1` themselves.
    anthropic_base_url: str
    #: The API key for both; it ends with the episode.
    key: str
    model: str
    episode_id: str
    #: The opening messages, critiques of earlier attempts included.
    messages: list[dict[str, Any]]
    #: The episode's tools in the OpenAI form.
    tools: list[dict[str, Any]]
    #: Where the episode's tools are over MCP; None if the gateway calls them.
    mcp_url: str | None

    @property
    def prompt(self) -> str:
        """The opening messages of the user as one text."""
        texts = [str(message["content"]) for message in self.messages if message["role"] == "user"]
        return "\n\n".join(texts)

    @property
    def mcp_config(self) -> dict[str, Any]:
        """The configuration that MCP clients read, such as those of coding agents."""
        if self.mcp_url is None:
            return {"mcpServers": {}}
        return {"mcpServers": {"backchannel": {"type": "http", "url": self.mcp_url}}}

    def variables(self, folder: Path) -> dict[str, str]:
        """The environment variables of a command.

        :param folder: where the files are written that some of them name
        """
        config, messages = folder / "mcp.json", folder / "messages.json"
        config.write_text(json.dumps(self.mcp_config))
        messages.write_text(json.dumps(self.messages))
        return {
            "OPENAI_BASE_URL": self.openai_base_url,
            "OPENAI_API_KEY": self.key,
            "ANTHROPIC_BASE_URL": self.anthropic_base_url,
            "ANTHROPIC_API_KEY": self.key,
            "BACKCHANNEL_MODEL": self.model,
            "BACKCHANNEL_EPISODE": self.episode_id,
            "BACKCHANNEL_MESSAGES": str(messages),
            "BACKCHANNEL_MCP_CONFIG": str(config),
            **({} if self.mcp_url is None else {"BACKCHANNEL_MCP_URL": self.mcp_url}),
        }


#: The words of a command, in which `{prompt}` and `{model}` are filled in; or a function, which may
#: be asynchronous.
Program = Sequence[str] | Callable[[Access], Any]


@dataclass(frozen=True)
class Ended:
    """How a program ended."""

    #: Of a command that ended by itself, negative for a signal; 0 for a function that returned, 1
    #: for one that raised an error, and the code of one that called `sys.exit`.
    exit_code: int | None
    has_timed_out: bool = False
    #: The last that a command wrote, or the error of a function.
    output: str = ""
    #: What a function returned.
    returned: Any = None

    @property
    def is_success(self) -> bool:
        """Whether the program ended in time with exit code 0."""
        return self.exit_code == 0 and not self.has_timed_out


def parse_access(server_url: str, opened: Mapping[str, Any]) -> Access:
    """What the program of an opened episode needs.

    :param opened: the result of an opening with `gateway`
    :raises ValueError: if the opening did not ask for the gateway
    """
    gateway = opened.get("gateway")
    if gateway is None:
        raise ValueError('the episode was opened without "gateway"')
    openai = _under(server_url, gateway["base"])
    return Access(
        openai_base_url=openai,
        anthropic_base_url=openai.removesuffix("/v1"),
        key=gateway["key"],
        model=gateway["model"],
        episode_id=opened["episode_id"],
        messages=list(opened["messages"]),
        tools=list(opened["tools"]),
        mcp_url=None if gateway["mcp"] is None else _under(server_url, gateway["mcp"]),
    )


def _under(server_url: str, path: str) -> str:
    """A path of the server, whose own address may have a path in front and be for sockets."""
    parts = urlsplit(server_url.split(",")[0].strip())
    scheme = {"ws": "http", "wss": "https"}.get(parts.scheme, parts.scheme)
    front = parts.path.rstrip("/").removesuffix("/v1/ws")
    return urlunsplit((scheme, parts.netloc, front + path, "", ""))


async def run_program(
    program: Program,
    access: Access,
    *,
    timeout: float,
    variables: Mapping[str, str] | None = None,
    cwd: str | None = None,
) -> Ended:
    """Runs a program until it ends or reaches its timeout.

    A function that is not asynchronous runs in a thread of its own. After the timeout, the thread
    cannot be stopped and nobody waits for it. Its key is refused once its episode is closed.
    """
    if callable(program):
        return await _run_function(program, access, timeout)
    with tempfile.TemporaryDirectory(prefix="backchannel-program-") as folder:
        inherited = {name: value for name, value in os.environ.items() if name not in WITHHELD}
        given = {**inherited, **access.variables(Path(folder)), **(variables or {})}
        words = [_filled(word, access) for word in program]
        return await _run_command(words, given, timeout, cwd)


def _filled(word: str, access: Access) -> str:
    """A word of a command; the prompt comes last, so that nothing is filled into it."""
    return word.replace("{model}", access.model).replace("{prompt}", access.prompt)


async def _run_function(program: Callable[[Access], Any], access: Access, timeout: float) -> Ended:
    work = asyncio.create_task(_call_function(program, access))
    try:
        # `wait_for` could not tell its own timeout from a `TimeoutError` of the program.
        done, _ = await asyncio.wait({work}, timeout=timeout)
    finally:
        work.cancel()
    if done:
        return work.result()
    # An asynchronous function may clean up, or ignore that it was cancelled.
    await asyncio.wait({work}, timeout=GRACE_SECONDS)
    return Ended(None, has_timed_out=True)


async def _call_function(program: Callable[[Access], Any], access: Access) -> Ended:
    """Calls an asynchronous function here, and any other one in a thread."""
    try:
        if inspect.iscoroutinefunction(program):
            return Ended(0, returned=await program(access))
        ended = await _in_thread(program, access)
        # An object or a lambda may be asynchronous without being a coroutine function.
        if inspect.isawaitable(ended.returned):
            return Ended(0, returned=await ended.returned)
        return ended
    except (Exception, SystemExit, asyncio.CancelledError) as error:  # noqa: BLE001
        # A `SystemExit` that left this task would end the event loop. If this task was cancelled
        # from outside, nobody reads the result.
        return _after_error(error)


async def _in_thread(program: Callable[[Access], Any], access: Access) -> Ended:
    """Calls a function in a thread of its own.

    The threads of `asyncio.to_thread` are few, and `asyncio.run` waits for all of them at its end.
    """
    loop = asyncio.get_running_loop()
    ended: asyncio.Future[Ended] = loop.create_future()
    context = contextvars.copy_context()

    def settle(result: Ended) -> None:
        if not ended.done():
            ended.set_result(result)

    def run() -> None:
        try:
            result = Ended(0, returned=context.run(program, access))
        except BaseException as error:  # noqa: BLE001 - programs raise whatever they like
            result = _after_error(error)
        # Nobody waits in a loop that has been closed.
        with contextlib.suppress(RuntimeError):
            loop.call_soon_threadsafe(settle, result)

    threading.Thread(target=run, name="backchannel-program", daemon=True).start()
    return await ended


def _after_error(error: BaseException) -> Ended:
    """The end of a function that raised an error; `sys.exit` ends it as it ends a command."""
    if isinstance(error, SystemExit) and (error.code is None or isinstance(error.code, int)):
        return Ended(error.code or 0)
    return Ended(1, output=f"{type(error).__name__}: {error}"[-OUTPUT_CHARACTERS:])


async def _run_command(
    words: Sequence[str], variables: Mapping[str, str], timeout: float, cwd: str | None
) -> Ended:
    # A pipe of our own: asyncio would wait for its end too, which a child may hold open.
    reader, writer = os.pipe()
    stream = asyncio.StreamReader()
    transport, _ = await asyncio.get_running_loop().connect_read_pipe(
        lambda: asyncio.StreamReaderProtocol(stream), os.fdopen(reader, "rb", 0)
    )
    try:
        process = await asyncio.create_subprocess_exec(
            *words,
            env=variables,
            cwd=cwd,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=writer,
            stderr=writer,
            start_new_session=True,
        )
    except BaseException:
        transport.close()
        raise
    finally:
        os.close(writer)
    output = bytearray()
    reading = asyncio.create_task(_read_end(stream, output))
    try:
        await asyncio.wait_for(process.wait(), timeout)
        has_timed_out = False
    except asyncio.TimeoutError:
        has_timed_out = True
    finally:
        # Stop the command's process group, also after cancellation.
        await _end_group(process)
        await _end_reading(reading)
        transport.close()
    text = output.decode(errors="replace")[-OUTPUT_CHARACTERS:]
    return Ended(None if has_timed_out else process.returncode, has_timed_out, text)


async def _read_end(stream: asyncio.StreamReader, output: bytearray) -> None:
    """Keeps the end of the output."""
    while piece := await stream.read(65_536):
        output += piece
        # Four bytes are the most that a character has.
        del output[: -4 * OUTPUT_CHARACTERS]


async def _end_reading(reading: asyncio.Task[None]) -> None:
    """Reads what is written already; a process that left the group may hold the pipe open."""
    with contextlib.suppress(asyncio.TimeoutError):
        await asyncio.wait_for(reading, 1.0)


async def _end_group(process: asyncio.subprocess.Process) -> None:
    """Ends the command and what it started."""
    _send(process.pid, signal.SIGTERM)
    try:
        await asyncio.wait_for(asyncio.shield(process.wait()), GRACE_SECONDS)
    except asyncio.TimeoutError:
        pass
    finally:
        _send(process.pid, signal.SIGKILL)
    await process.wait()


def _send(group: int, number: signal.Signals) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(group, number)
