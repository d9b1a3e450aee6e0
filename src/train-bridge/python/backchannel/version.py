"""The version of this package, which is that of the server it was made with."""

from __future__ import annotations

import warnings

VERSION = "0.2.0"

#: What a server calls its version in the answer to a handshake.
HEADER = "backchannel-version"


def compare_with(server: str | None) -> None:
    """Warns once where a server was made with another version of this package.

    The protocol has a version of its own, so that most calls work all the same.
    """
    if server is None or series_of(server) == series_of(VERSION):
        return
    message = f"the server is of version {server}, and this package of version {VERSION}"
    remedy = f"if calls are refused, install the package of the server: backchannel=={server}"
    warnings.warn(f"{message}; {remedy}", stacklevel=2)


def series_of(version: str) -> list[str]:
    """The part of a version that changes when something does that others rely on."""
    return version.split(".")[:2]
