"""The client waits if the gateway requires it, and reports answers that are not from the gateway."""

import gzip
import json
import threading
import unittest
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from unittest.mock import patch

from acoustic_gateway import Client, ContractUnavailable, GatewayError, NotFromGateway, TooManyRequests, Unavailable, Unreachable

PROJECTS = 200, {}, json.dumps({"data": []}).encode()


def problem(status, code, **headers):
    headers = {name.replace("_", "-"): value for name, value in headers.items()}
    body = {"code": code, "detail": "Not now.", "requestId": "request-1"}
    return status, headers, json.dumps(body).encode()


@contextmanager
def server(*answers):
    """A server that gives these answers in turn, and the last one from then on. Yields its address and the requests."""
    requests = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            status, headers, body = answers[min(len(requests), len(answers) - 1)]
            requests.append(self)
            self.send_response(status)
            for name, value in {"Content-Length": str(len(body)), **headers}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    httpd = HTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=httpd.serve_forever, args=(0.01,))
    thread.start()
    try:
        yield f"http://127.0.0.1:{httpd.server_port}", requests
    finally:
        httpd.shutdown()
        thread.join()
        httpd.server_close()


class WaitingTest(unittest.TestCase):
    def setUp(self):
        self.waits = []
        patcher = patch("time.sleep", self.waits.append)
        patcher.start()
        self.addCleanup(patcher.stop)

    def test_waits_for_retry_after_and_asks_again(self):
        busy = problem(503, "unavailable", Retry_After="2"), problem(429, "too_many_requests", Retry_After="60")
        with server(*busy, (502, {}, b"<html>"), PROJECTS) as (url, requests):
            self.assertEqual(Client(url, "k").projects(), [])
        self.assertEqual(len(requests), 4)
        # A proxy leaves `Retry-After` out.
        self.assertEqual(self.waits, [2, 60, 5])

    def test_gives_up_after_some_attempts(self):
        with server(problem(503, "unavailable", Retry_After="1")) as (url, requests):
            with self.assertRaisesRegex(Unavailable, r"^Not now\. \(request request-1\)$"):
                Client(url, "k").projects()
        self.assertEqual(len(requests), 5)

    def test_waits_no_longer_than_its_patience(self):
        with server(problem(429, "too_many_requests", Retry_After="50")) as (url, requests):
            with self.assertRaises(TooManyRequests) as caught:
                Client(url, "k", patience=120).projects()
        self.assertEqual(caught.exception.retry_after, 50)
        self.assertEqual((len(requests), self.waits), (3, [50, 50]))

    def test_does_not_repeat_what_will_not_pass(self):
        for answer, error in (
            (problem(503, "contract_unavailable", Retry_After="1"), ContractUnavailable),
            (problem(418, "of_a_later_gateway"), GatewayError),
            ((403, {}, b"<html>"), NotFromGateway),
            ((200, {}, b"<html>"), NotFromGateway),
            ((200, {}, b"[]"), NotFromGateway),
            ((200, {"Content-Length": "100"}, b"short"), Unreachable),
        ):
            with self.subTest(answer), server(answer) as (url, requests):
                with self.assertRaises(error):
                    Client(url, "k").projects()
                self.assertEqual(len(requests), 1)

    def test_says_what_cannot_be_reached(self):
        with server(PROJECTS) as (url, _):
            pass
        with self.assertRaisesRegex(Unreachable, r"^http://127\.0\.0\.1:\d+ cannot be reached: .*refused"):
            Client(url, "k").projects()

    def test_follows_no_redirection(self):
        with server(PROJECTS) as (other, asked_elsewhere):
            with server((302, {"Location": other}, b"")) as (url, _):
                with self.assertRaises(NotFromGateway):
                    Client(url, "k").projects()
            self.assertEqual(asked_elsewhere, [])

    def test_reads_what_a_proxy_compressed(self):
        compressed = 200, {"Content-Encoding": "gzip"}, gzip.compress(PROJECTS[2])
        with server(compressed) as (url, requests):
            self.assertEqual(Client(f"{url}/noise/api/v0/", "k").projects(), [])
        self.assertEqual(requests[0].path, "/noise/api/v0/projects")
        self.assertEqual(requests[0].headers["svc-api-key"], "Bearer k")

    def test_refuses_an_address_and_a_key_that_cannot_be_right_and_shows_no_key(self):
        gateway = "http://gateway.example"
        for url, key in (
            ("gateway.example", "secret"),
            ("file:///etc/passwd", "secret"),
            (gateway, ""),
            (gateway, "secret\nsecret"),
            (gateway, "secret…"),
        ):
            with self.subTest(url=url, key=key), self.assertRaises(ValueError) as caught:
                Client(url, key)
            self.assertNotIn("secret", str(caught.exception))
        with server(PROJECTS) as (url, requests):
            self.assertEqual(Client(url, "k\n").projects(), [])
        self.assertEqual(requests[0].headers["svc-api-key"], "Bearer k")


if __name__ == "__main__":
    unittest.main()
