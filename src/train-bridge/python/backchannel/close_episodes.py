"""Closes a run's open episodes: `python -m backchannel.close_episodes --server URL --run NAME`.

Called after the trainer has ended, because a killed worker could not close its episodes. They end
as `abandoned` and do not count as attempts. This needs only the standard library.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
import urllib.request
from typing import Any
from urllib.parse import quote, urlencode

TOKEN_VARIABLE = "BACKCHANNEL_TOKEN"
PAGE = 100

#: Suffix of the run name for episodes of validation.
VALIDATION = ".validation"


def close_open_episodes(
    server: str, run: str, *, token: str | None = None, seconds: float = 15.0
) -> int:
    """Closes the open episodes of a run and of its validation, and returns their number.

    :param seconds: time limit; episodes that are open then stay open
    :raises OSError: if the server cannot be reached, or refuses
    """
    end = time.monotonic() + seconds
    return sum(_close_run(server, name, token, end) for name in (run, f"{run}{VALIDATION}"))


def _close_run(server: str, run: str, token: str | None, end: float) -> int:
    query = urlencode({"run": run, "open": "true", "limit": PAGE})
    closed_count = 0
    while time.monotonic() < end:
        page = _call(f"{server}/v1/episodes?{query}", token)["episodes"]
        for episode in page:
            if time.monotonic() >= end:
                return closed_count
            path = f"{server}/v1/episodes/{quote(episode['episode_id'])}/close"
            _call(path, token, {"reason": "abandoned"})
            closed_count += 1
        if len(page) < PAGE:
            break
    return closed_count


def _call(url: str, token: str | None, body: dict[str, Any] | None = None) -> Any:
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, data, {"content-type": "application/json"})
    if token:
        request.add_header("authorization", f"Bearer {token}")
    with urllib.request.urlopen(request, timeout=5) as answer:
        return json.load(answer)


def main() -> None:
    """Runs the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--server", required=True)
    parser.add_argument("--run", required=True)
    options = parser.parse_args()
    try:
        count = close_open_episodes(
            options.server.rstrip("/"), options.run, token=os.environ.get(TOKEN_VARIABLE)
        )
    except (OSError, ValueError, KeyError) as error:
        sys.exit(f"the open episodes of {options.run} could not be closed: {error}")
    if count > 0:
        print(f"{count} episodes that the trainer left open were closed as abandoned")


if __name__ == "__main__":
    main()
