"""Requests over HTTP: the key, waiting if the gateway requires it, and errors as exceptions."""

from __future__ import annotations

import gzip
import json
import time
from email.message import Message
from http.client import HTTPException
from typing import Any, Mapping, NamedTuple, Optional
from urllib.error import HTTPError, URLError
from urllib.parse import urlencode, urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

from .errors import GatewayError, NotFromGateway, Unreachable
from .generated import ERRORS, VERSION

BASE_PATH = "/api/v0"
ATTEMPTS = 5
#: The wait after a proxy's answer that has no `Retry-After`.
DEFAULT_WAIT_SECONDS = 5


class Answer(NamedTuple):
    status: int
    body: bytes


class Transport:
    """Sends requests to one gateway. Threads may share it."""

    def __init__(self, url: str, key: str, timeout: float, patience: float) -> None:
        address = urlsplit(url)
        if address.scheme not in ("http", "https") or not address.netloc:
            raise ValueError("url must be an address such as https://gateway.example")
        # A key that was read from a file may end with a line break.
        key = key.strip()
        # The error of the header field would show the key.
        if not key or not key.isascii() or not key.isprintable():
            raise ValueError("key is no API key: the operator of the gateway gives you one")
        path = address.path.rstrip("/")
        #: Addresses of recordings begin here.
        self.origin = f"{address.scheme}://{address.netloc}"
        self.base = self.origin + (path if path.endswith(BASE_PATH) else path + BASE_PATH)
        self._headers = {
            "svc-api-key": f"Bearer {key}",
            "User-Agent": f"acoustic-gateway-python/{VERSION}",
        }
        self._timeout = timeout
        self._patience = patience
        # A redirection would send the key to another address.
        self._opener = build_opener(_RefuseRedirection)

    def get_json(self, path: str, query: Optional[Mapping[str, object]] = None) -> Any:
        """The body of a route below /api/v0."""
        address = f"{self.base}{path}" + (f"?{urlencode(query)}" if query else "")
        answer = self.get(address, {"Accept": "application/json", "Accept-Encoding": "gzip"})
        try:
            body = json.loads(answer.body)
        except ValueError:
            body = None
        if not isinstance(body, dict) or "data" not in body:
            text = f"The answer is no JSON of the gateway. Is {self.base} its address?"
            raise NotFromGateway(text, answer.status)
        return body

    def get(self, address: str, headers: Mapping[str, str]) -> Answer:
        """Repeats the request where that may help: at most ATTEMPTS times and for `patience` seconds in all."""
        waited = 0
        for attempts_left in reversed(range(ATTEMPTS)):
            try:
                return self._request(address, headers)
            except GatewayError as error:
                wait = error.retry_after
                if wait is None or attempts_left == 0 or waited + wait > self._patience:
                    raise
                waited += wait
                time.sleep(wait)
        raise AssertionError("the last attempt answers or raises")

    def _request(self, address: str, headers: Mapping[str, str]) -> Answer:
        request = Request(address, headers={**self._headers, **headers})
        try:
            with self._opener.open(request, timeout=self._timeout) as response:
                return Answer(response.status, _decode(response.read(), response.headers))
        except HTTPError as error:
            with error:
                raise _error_of(error) from None
        except (OSError, HTTPException) as error:
            cause = error.reason if isinstance(error, URLError) else error
            raise Unreachable(f"{self.origin} cannot be reached: {cause or type(cause).__name__}") from error


class _RefuseRedirection(HTTPRedirectHandler):
    def redirect_request(self, *_: Any) -> None:
        return None


def _decode(body: bytes, headers: Message) -> bytes:
    return gzip.decompress(body) if headers.get("Content-Encoding") == "gzip" else body


def _error_of(error: HTTPError) -> GatewayError:
    """The exception of an answer: that of its code, which a later gateway may know and this client may not."""
    wait = error.headers.get("Retry-After") or ""
    may_pass = error.code in (429, 502, 503, 504)
    retry_after = (int(wait) if wait.isdigit() else DEFAULT_WAIT_SECONDS) if may_pass else None
    try:
        problem = json.loads(_decode(error.read(), error.headers))
        code, detail, request_id = problem["code"], problem["detail"], problem["requestId"]
    except (OSError, HTTPException, ValueError, KeyError, TypeError):
        text = f"{error.code} {error.reason}, and not from the gateway: a proxy answers."
        return NotFromGateway(text, error.code, None, retry_after)
    if code == "contract_unavailable":
        # This lasts until the operator corrects the contract.
        retry_after = None
    issues = "".join(f" {issue['parameter']}: {issue['detail']}." for issue in problem.get("errors", []))
    kind = ERRORS.get(code, GatewayError)
    return kind(f"{detail}{issues} (request {request_id})", error.code, problem, retry_after)
