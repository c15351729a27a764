"""The errors of the client. Each code of the gateway has a class of its own in `generated.py`."""

from __future__ import annotations

from typing import Any, Mapping, Optional


class GatewayError(Exception):
    """A request that had no success. Its text is written for people; programs decide by class or `code`."""

    def __init__(
        self,
        message: str,
        status: Optional[int] = None,
        problem: Optional[Mapping[str, Any]] = None,
        retry_after: Optional[int] = None,
    ) -> None:
        super().__init__(message)
        problem = problem or {}
        #: The status of HTTP, or None if there was no answer.
        self.status = status
        self.code: Optional[str] = problem.get("code")
        self.request_id: Optional[str] = problem.get("requestId")
        #: Each parameter at fault, with its `parameter` and `detail`.
        self.errors: list[Mapping[str, str]] = problem.get("errors", [])
        #: The scopes that the key lacks, if `code` is `forbidden`.
        self.required_scopes: list[str] = problem.get("requiredScopes", [])
        #: Seconds after which the same request may succeed, or None if repeating it is of no use.
        self.retry_after = retry_after


class Unreachable(GatewayError):
    """Nothing answers at the address, the answer took too long, or the connection ended inside it."""


class NotFromGateway(GatewayError):
    """Something else than the gateway answers, such as a proxy with a page of its own."""


class NoRecording(GatewayError):
    """A record has no recording, or the recording is past its retention."""
