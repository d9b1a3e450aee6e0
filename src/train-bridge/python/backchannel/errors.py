"""The exception for calls that fail."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


class BackchannelError(Exception):
    """A call that failed.

    The code is a fault of the server (`area/reason`, see docs/protocol.md), or `client/…` if the
    server could not answer.
    """

    def __init__(
        self,
        code: str,
        message: str,
        *,
        status: int = 0,
        retryable: bool = False,
        hint: str = "",
        details: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(message)
        self.code = code
        #: The HTTP status of the fault; 0 for `client/…` codes.
        self.status = status
        #: Whether the same call may succeed later. The client has already retried it.
        self.retryable = retryable
        #: How to solve the problem.
        self.hint = hint
        self.details: dict[str, Any] = dict(details or {})

    def __str__(self) -> str:
        message = f"{self.code}: {super().__str__()}"
        return f"{message} ({self.hint})" if self.hint else message

    @property
    def is_infrastructure(self) -> bool:
        """Whether the connection or the server caused the failure, and not the request."""
        return self.retryable or self.code.startswith("client/")


def rpc_failure(error: Any) -> BackchannelError:
    """The exception for the `error` member of a JSON-RPC response."""
    error = error if isinstance(error, dict) else {}
    data = error.get("data")
    message = str(error.get("message", "the server gave no reason"))
    if not isinstance(data, dict) or not isinstance(data.get("code"), str):
        hint = "Check that the address is a Backchannel server."
        return BackchannelError("client/protocol", message, hint=hint)
    return BackchannelError(
        data["code"],
        message,
        status=int(data.get("status", 0)),
        retryable=data.get("retryable") is True,
        hint=str(data.get("hint", "")),
        details=data.get("details") if isinstance(data.get("details"), dict) else None,
    )
