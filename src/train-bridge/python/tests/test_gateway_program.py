"""Guards how agent programs are started and ended, and what they are given."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from backchannel.gateway_program import Access, Ended, parse_access, run_program

OPENED: dict[str, Any] = {
    "episode_id": "e1",
    "messages": [
        {"role": "system", "content": "Be kind."},
        {"role": "user", "content": "Open the box; {model}."},
    ],
    "tools": [],
    "gateway": {
        "key": "ck_1",
        "key_id": "k",
        "base": "/v1/gateway/v1",
        "base_with_key": "/v1/gateway/ck_1/v1",
        "mcp": "/connect/ck_1/mcp/mock-v1/e1",
        "model": "small",
    },
}
ACCESS = parse_access("http://127.0.0.1:8000", OPENED)


def ran(program: Any, timeout: float = 30.0, **options: Any) -> Ended:
    return asyncio.run(run_program(program, ACCESS, timeout=timeout, **options))


def python(code: str, *further: str) -> list[str]:
    return [sys.executable, "-c", code, *further]


@pytest.mark.parametrize(
    ("server", "base"),
    [
        ("http://127.0.0.1:8000", "http://127.0.0.1:8000/v1/gateway"),
        ("https://host/path/", "https://host/path/v1/gateway"),
        ("ws://host:1/v1/ws", "http://host:1/v1/gateway"),
        ("http://one:1, http://two:2", "http://one:1/v1/gateway"),
    ],
)
def test_addresses_begin_with_that_of_the_server(server: str, base: str) -> None:
    access = parse_access(server, OPENED)
    assert access.anthropic_base_url == base
    assert access.openai_base_url == f"{base}/v1"


def test_an_opening_without_gateway_is_refused() -> None:
    with pytest.raises(ValueError, match="gateway"):
        parse_access("http://127.0.0.1:8000", {"episode_id": "e1"})


def test_a_command_receives_addresses_key_tools_and_messages(monkeypatch: Any) -> None:
    monkeypatch.setenv("BACKCHANNEL_TOKEN", "of the trainer")
    monkeypatch.setenv("ANTHROPIC_AUTH_TOKEN", "of the user")
    code = (
        "import json, os; v = os.environ; print(json.dumps({"
        "'v': {n: v[n] for n in v if n.startswith(('OPENAI', 'ANTHROPIC', 'BACKCHANNEL', 'OWN'))},"
        "'mcp': json.load(open(v['BACKCHANNEL_MCP_CONFIG'])),"
        "'messages': json.load(open(v['BACKCHANNEL_MESSAGES']))}))"
    )
    ended = ran(python(code), variables={"OWN": "1"})
    assert ended.exit_code == 0, ended.output
    output = json.loads(ended.output)
    variables = output["v"]
    assert variables["OPENAI_BASE_URL"] == "http://127.0.0.1:8000/v1/gateway/v1"
    assert variables["ANTHROPIC_BASE_URL"] == "http://127.0.0.1:8000/v1/gateway"
    assert variables["OPENAI_API_KEY"] == variables["ANTHROPIC_API_KEY"] == "ck_1"
    assert (variables["BACKCHANNEL_MODEL"], variables["OWN"]) == ("small", "1")
    url = "http://127.0.0.1:8000/connect/ck_1/mcp/mock-v1/e1"
    assert output["mcp"] == {"mcpServers": {"backchannel": {"type": "http", "url": url}}}
    assert output["messages"] == OPENED["messages"]
    # The trainer's token opens more than this episode, and the files go with the command.
    assert "BACKCHANNEL_TOKEN" not in variables
    assert "ANTHROPIC_AUTH_TOKEN" not in variables
    assert not Path(variables["BACKCHANNEL_MESSAGES"]).exists()


def test_placeholders_in_the_prompt_are_not_filled_in() -> None:
    ended = ran(python("import sys; print(sys.argv[1:])", "--model={model}", "{prompt}"))
    assert ended.output.strip() == "['--model=small', 'Open the box; {model}.']"


def test_without_mcp_the_configuration_has_no_server() -> None:
    gateway = {**OPENED["gateway"], "mcp": None}
    access = parse_access("http://127.0.0.1:8000", {**OPENED, "gateway": gateway})
    assert access.mcp_config == {"mcpServers": {}}


def test_the_exit_code_and_the_end_of_the_output_are_returned() -> None:
    ended = ran(python("import sys; print('x' * 9_000); print('last words'); sys.exit(7)"))
    assert (ended.exit_code, ended.is_success) == (7, False)
    assert ended.output.endswith("last words\n")
    assert len(ended.output) == 4_000


def timed_out(code: str, begun: Path) -> None:
    """Runs code until a timeout, with a longer one if it has not written the file `begun` by then."""
    for timeout in (1.0, 5.0, 25.0, 125.0):
        ended = ran(python(code), timeout=timeout)
        assert (ended.exit_code, ended.has_timed_out) == (None, True)
        if begun.exists():
            return
    raise AssertionError("the command did not begin")


def test_a_timeout_ends_a_command_and_its_children(tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    code = (
        "import subprocess, sys, time, os\n"
        "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'])\n"
        f"open('{pids}.part', 'w').write(f'{{os.getpid()}} {{child.pid}}')\n"
        f"os.rename('{pids}.part', '{pids}')\n"
        "time.sleep(600)"
    )
    timed_out(code, pids)
    # The child was killed, and no parent waits for it: its death may take a moment.
    deadline = time.monotonic() + 30
    while any(_is_running(pid) for pid in map(int, pids.read_text().split())):
        assert time.monotonic() < deadline
        time.sleep(0.01)


def test_a_command_that_ignores_sigterm_is_killed(monkeypatch: Any, tmp_path: Path) -> None:
    monkeypatch.setattr("backchannel.gateway_program.GRACE_SECONDS", 0.2)
    begun = tmp_path / "begun"
    code = (
        "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
        f"open('{begun}', 'w').close(); time.sleep(600)"
    )
    timed_out(code, begun)


def test_a_child_that_outlives_the_command_does_not_delay_its_result() -> None:
    code = (
        "import subprocess, sys\n"
        "subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'])\n"
        "print('done')"
    )
    started = time.monotonic()
    ended = ran(python(code), timeout=300.0)
    assert (ended.exit_code, ended.output) == (0, "done\n")
    assert time.monotonic() - started < 300


def test_an_unknown_command_raises_an_error() -> None:
    with pytest.raises(FileNotFoundError):
        ran(["/no/such/program"])


def test_cancelling_ends_the_command(tmp_path: Path) -> None:
    pid = tmp_path / "pid"
    code = (
        f"import os, time; open('{pid}.part', 'w').write(str(os.getpid()))\n"
        f"os.rename('{pid}.part', '{pid}'); time.sleep(600)"
    )

    async def cancelled() -> None:
        task = asyncio.create_task(run_program(python(code), ACCESS, timeout=600))
        while not pid.exists():
            assert not task.done()
            await asyncio.sleep(0.01)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(cancelled())
    assert not _is_running(int(pid.read_text()))


def test_functions_may_be_asynchronous_or_not() -> None:
    async def later(access: Access) -> str:
        await asyncio.sleep(0)
        return access.prompt

    assert ran(later).returned == "Open the box; {model}."
    assert ran(lambda access: access.model).returned == "small"
    assert ran(lambda access: later(access)).returned == "Open the box; {model}."


def test_errors_and_timeouts_of_a_function_are_returned() -> None:
    def broken(_: Access) -> None:
        raise RuntimeError("no idea")

    def impatient(_: Access) -> None:
        raise TimeoutError("the model is slow")

    async def slow(_: Access) -> None:
        await asyncio.sleep(60)

    assert ran(broken) == Ended(1, output="RuntimeError: no idea")
    # A time limit of its own is an error of the program.
    assert ran(impatient) == Ended(1, output="TimeoutError: the model is slow")
    assert ran(slow, timeout=0.1) == Ended(None, has_timed_out=True)


def test_a_function_that_exits_ends_like_a_command() -> None:
    """Otherwise it would end the trainer, whose event loop `SystemExit` stops."""

    async def later(_: Access) -> None:
        await asyncio.sleep(0)
        sys.exit("no money")

    async def cancelled(_: Access) -> None:
        raise asyncio.CancelledError("by the program")

    assert ran(lambda _: sys.exit(3)) == Ended(3)
    assert ran(lambda _: sys.exit()) == Ended(0)
    assert ran(later) == Ended(1, output="SystemExit: no money")
    assert ran(cancelled) == Ended(1, output="CancelledError: by the program")
    assert ran(lambda _: next(iter(()))) == Ended(1, output="StopIteration: ")


def test_as_many_functions_run_at_once_as_are_given() -> None:
    """None of them waits for a thread, since its timeout has begun."""
    count = 64
    barrier = threading.Barrier(count)

    async def run_all() -> list[Ended]:
        programs = (run_program(meet, ACCESS, timeout=100) for _ in range(count))
        return await asyncio.gather(*programs)

    def meet(_: Access) -> None:
        barrier.wait(100)

    assert asyncio.run(run_all()) == [Ended(0)] * count


def test_nobody_waits_for_a_function_after_its_timeout(monkeypatch: Any) -> None:
    monkeypatch.setattr("backchannel.gateway_program.GRACE_SECONDS", 0.1)
    release, ended = threading.Event(), list[str]()

    def slow(_: Access) -> None:
        release.wait(20)
        ended.append("function")

    async def stubborn(_: Access) -> None:
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.sleep(20)
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.sleep(20)
            ended.append("asynchronous function")

    try:
        assert ran(slow, timeout=0.1).has_timed_out
        assert ran(stubborn, timeout=0.1).has_timed_out
        assert ended == []
    finally:
        release.set()


def _is_running(pid: int) -> bool:
    """Whether a process runs; one that nobody has waited for yet does not."""
    try:
        os.kill(pid, 0)
        state = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0]
    except (ProcessLookupError, FileNotFoundError):
        return False
    return state not in "ZX"
