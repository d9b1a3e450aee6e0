"""Connection options of trainers from the environment: timeouts and steps per frame."""

from __future__ import annotations

import os
from typing import Any

#: Environment variable: seconds that rollouts wait for an unreachable server.
RECONNECT_VARIABLE = "BACKCHANNEL_RECONNECT_TIMEOUT"
RECONNECT_SECONDS = 600.0

#: Environment variable: maximum steps per frame.
FRAME_VARIABLE = "BACKCHANNEL_FRAME_STEPS"
FRAME_STEPS_MAX = 64

TOKEN_VARIABLE = "BACKCHANNEL_TOKEN"

#: Environment variable: an id of this start of the trainer, equal in all of its processes.
GENERATION_VARIABLE = "BACKCHANNEL_GENERATION"


def trainer_options() -> dict[str, Any]:
    """The members of `Options` with which trainers connect.

    :raises ValueError: if a variable is not a number within its bounds
    """
    text = os.environ.get(RECONNECT_VARIABLE)
    try:
        seconds = RECONNECT_SECONDS if text is None else float(text)
    except ValueError:
        seconds = -1.0
    if not 0 <= seconds < float("inf"):
        raise ValueError(f"{RECONNECT_VARIABLE} is {text!r}; give a number of seconds, such as 600")
    frame = os.environ.get(FRAME_VARIABLE, "1")
    if not frame.isdecimal() or not 1 <= int(frame) <= FRAME_STEPS_MAX:
        raise ValueError(f"{FRAME_VARIABLE} is {frame!r}; give 1 to {FRAME_STEPS_MAX} steps")
    return {
        "first_timeout": seconds,
        "reconnect_timeout": seconds,
        "frame_steps": int(frame),
    }
