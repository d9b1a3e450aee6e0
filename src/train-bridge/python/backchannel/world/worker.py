"""A process that plays one world for a server: `python3 worker.py OPTIONS`.

Requests and answers are lines of JSON on a separate channel, so that the world may print.
"""

import json
import os
import sys
import traceback
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

if sys.version_info < (3, 10):  # noqa: UP036 - any python3 may run this file
    sys.exit("a world needs Python 3.10 or newer, and this is " + sys.version.split()[0])
if __package__ in (None, ""):
    # The path of a script begins with its folder, whose modules would hide others.
    sys.path[0] = str(Path(__file__).resolve().parents[2])

from backchannel.world import fence
from backchannel.world.calls import Calls, WorldFault, find_world, largest_member
from backchannel.world.plain import NotPlainError, json_text

TRACE_CHARACTERS_MAX = 4000
OWN_FOLDER = str(Path(__file__).resolve().parent)
LINE_BYTES_MAX = 32 * 1024 * 1024
ALARM_GRACE_MS = 1000


class Channel:
    """Lines of JSON between a server and this process."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._input = os.fdopen(os.dup(descriptor), "rb", buffering=65536)

    def read(self) -> dict[str, Any] | None:
        """The next request; None at the end of input."""
        line = self._input.readline(LINE_BYTES_MAX)
        return json.loads(line) if line.endswith(b"\n") else None

    def write(self, text: str) -> None:
        """Sends a line of text."""
        remaining = memoryview(f"{text}\n".encode())
        while remaining:
            remaining = remaining[os.write(self._descriptor, remaining) :]


def error_text(error: BaseException, function: str) -> str:
    """The answer for a failure. Callers see the code and the function, operators all of it."""
    if isinstance(error, WorldFault):
        code, message = error.code, str(error)
    elif isinstance(error, NotPlainError):
        code, message = "python/not_plain", str(error)
    elif isinstance(error, MemoryError):
        code, message = "python/memory", "it ran out of memory"
    else:
        code, message = "python/raised", _raised_text(error)
    trace = "".join(traceback.format_exception(_without_own_frames(error)))[-TRACE_CHARACTERS_MAX:]
    report = {"code": code, "function": function, "message": message[:1000], "trace": trace}
    return f'{{"error":{json.dumps(report)}'


def _raised_text(error: BaseException) -> str:
    name = type(error).__name__
    try:
        return f"{name}: {error}"
    except BaseException:  # noqa: BLE001 - the class of the error may be the world's own
        return f"{name}, whose text cannot be read"


def _without_own_frames(error: BaseException) -> BaseException:
    """The error with a traceback that begins in the world's code, if it reached that code."""
    frames = error.__traceback__
    while frames is not None and frames.tb_frame.f_code.co_filename.startswith(OWN_FOLDER):
        frames = frames.tb_next
    return error.with_traceback(frames)


def answer_text(calls: Calls, request: dict[str, Any]) -> str:
    """The JSON text of the answer to a request, without its id and closing brace."""
    calls.function = ""
    try:
        answer = calls.answer(request["call"], request["input"])
        try:
            text = json_text(answer, "answer")
        except NotPlainError as error:
            calls.function = calls.source_of(request["call"], str(error))
            raise
        size = len(text.encode())
        if size > request["bytes_max"]:
            largest = largest_member(answer)
            calls.function = calls.source_of(request["call"], largest)
            limit = f"the limit is {request['bytes_max']}"
            message = f"the answer has {size} bytes, most of them in {largest}; {limit}"
            raise WorldFault("python/too_large", message)
        return f'{{"answer":{text}'
    except BaseException as error:  # noqa: BLE001 - a world may raise anything
        return error_text(error, calls.function)


def serve(channel: Channel, calls: Calls) -> None:
    """Answers requests until the end of input."""
    while True:
        request = channel.read()
        if request is None:
            os._exit(0)
        fence.alarm(request["deadline_ms"] + ALARM_GRACE_MS)
        text = answer_text(calls, request)
        fence.alarm(0)
        channel.write(f'{text},"id":{request["id"]}}}')


def main() -> None:
    """Runs a worker. The first argument has its options as JSON."""
    options = json.loads(sys.argv[1])
    channel = Channel(fence.take_channel())
    sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]
    fence.limit(options["memory_bytes"])
    if options["strict"]:
        fence.shift_clocks()
    module, _, name = options["module"].partition(":")
    folder = Path(options["folder"]).resolve()
    sys.path.insert(0, str(folder))
    try:
        if find_spec(module) is None:
            raise WorldFault("python/not_found", f"there is no module {module} in {folder}")
        world = find_world(import_module(module), name or None)
        calls = Calls(world, folder, options["strict"])
        hello = json_text(calls.answer("describe", {}), "the class")
    except BaseException as error:  # noqa: BLE001 - a world may raise anything
        channel.write(f'{error_text(error, "the module")},"id":0}}')
        os._exit(1)
    fence.forbid_outside_work()
    channel.write(f'{{"answer":{hello},"id":0}}')
    serve(channel, calls)


if __name__ == "__main__":
    main()
