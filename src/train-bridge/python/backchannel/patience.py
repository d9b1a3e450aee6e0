"""How long trainers wait for a server that is away, the same in every way of training."""

from __future__ import annotations

import os

#: Names how many seconds rollouts wait for a server that is away.
PATIENCE_VARIABLE = "BACKCHANNEL_PATIENCE"
PATIENCE_SECONDS = 600.0

TOKEN_VARIABLE = "BACKCHANNEL_TOKEN"


def trainer_options() -> dict[str, float]:
    """The members of `Options` by which trainers connect.

    :raises ValueError: for a patience that is no number of seconds
    """
    given = os.environ.get(PATIENCE_VARIABLE)
    try:
        seconds = PATIENCE_SECONDS if given is None else float(given)
    except ValueError:
        seconds = -1.0
    if not 0 <= seconds < float("inf"):
        raise ValueError(f"{PATIENCE_VARIABLE} is {given!r}; give a number of seconds, such as 600")
    return {"first_timeout": seconds, "reconnect_timeout": seconds}
