"""Counts what works: every check is one line of the table that `run.sh` prints."""

import json
import os
import traceback
from collections.abc import Callable

ENVIRONMENTS = ["phone-call-v2", "math-feedback-v1", "q-code-v1", "mock-v1"]
URL = os.environ.get("BACKCHANNEL_URL", "http://127.0.0.1:8000")
TOKEN = os.environ.get("BACKCHANNEL_TOKEN")
HEADERS = {"Authorization": f"Bearer {TOKEN}"} if TOKEN else {}


def check(client: str, env: str, what: str, work: Callable[[], None]) -> None:
    """Runs one check and prints its outcome as a line of JSON."""
    line = {"client": client, "env": env, "what": what, "ok": True, "why": ""}
    try:
        work()
    except Exception as error:
        traceback.print_exc()
        line |= {"ok": False, "why": f"{type(error).__name__}: {error}"[:200]}
    print(json.dumps(line), flush=True)


def expect(condition: object, words: str) -> None:
    if not condition:
        raise AssertionError(words)
