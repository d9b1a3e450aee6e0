"""The version of this package, which equals the version of the server in the same release."""

from __future__ import annotations

import warnings

VERSION = "0.2.0"

#: The header of the handshake response with the server's version.
HEADER = "backchannel-version"


def compare_with(server: str | None) -> None:
    """Warns if the server is of another release series.

    Most calls still work, because the protocol has its own version.
    """
    if server is None or version_series(server) == version_series(VERSION):
        return
    message = f"the server is of version {server}, and this package of version {VERSION}"
    remedy = f"if calls are refused, install the package of the server: backchannel-rl=={server}"
    warnings.warn(f"{message}; {remedy}", stacklevel=2)


def version_series(version: str) -> list[str]:
    """The part of a version that changes with incompatible changes."""
    return version.split(".")[:2]
