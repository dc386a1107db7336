"""The HTTP side: POST / takes a delivery, GET /health tells how it stands. As many connections as threads, each for a
limited time.

Nobody is known before a request is whole and its signature holds, so whoever is slow must not stand in the way: a
connection that takes longer than SLOWEST is closed from outside, however it spreads its bytes; and when there is no
room for a new one, the oldest that has not said all it has to say makes room at once. What a stranger can make us hold
is bounded: HEADERS bytes before the body, MOST bodies of at most SMALL bytes, and LARGE larger ones.
"""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, HTTPServer
from io import BufferedIOBase
from itertools import islice
from typing import Any, Final

from ... import __version__
from ...adapters.github.deliveries import Deliveries, Full
from .accept import LARGEST, judged

MOST: Final = 256  # connections at once
HEADERS: Final = 32_000  # bytes before the body; GitHub's are about a thousand
SMALL: Final = 256_000  # bytes of a body that is taken at any time
TELLING: Final = 30.0  # seconds between two lines on connections that broke
AT_ONCE: Final = 8  # connections that make room together
LARGE: Final = 32  # larger bodies at once
SLOWEST: Final = 9.0  # seconds for a whole request; GitHub gives up after 10
ADDRESSES: Final = ("/", "/webhook")
HEALTH: Final = "/health"


class Server(HTTPServer):
    request_queue_size = 256

    def __init__(self, address: tuple[str, int], secret: bytes, queue: Deliveries, log: Callable[[str], None]) -> None:
        self.secret, self.queue, self.log = secret, queue, log
        self._room = threading.BoundedSemaphore(MOST)
        self.large = threading.BoundedSemaphore(LARGE)
        self._since: dict[socket.socket, float] = {}  # of those that are still read, oldest first
        self._guard = threading.Lock()
        self._broken, self._told = 0, 0.0  # connections since the log was told of some, and when that was
        if ":" in address[0]:
            self.address_family = socket.AF_INET6
        super().__init__(address, WebhookHandler)

    def process_request(self, request: Any, client_address: Any) -> None:
        taken = self._room.acquire(blocking=False)
        while not taken:
            self._close(time.monotonic(), AT_ONCE)
            taken = self._room.acquire(timeout=0.02)
        with self._guard:
            self._since[request] = time.monotonic()
        threading.Thread(target=self._served, args=(request, client_address), daemon=True).start()

    def _served(self, request: Any, client_address: Any) -> None:
        try:
            self.finish_request(request, client_address)
        except OSError:
            self._broken += 1
        finally:
            self.heard(request)
            self.shutdown_request(request)
            self._room.release()

    def heard(self, request: socket.socket) -> None:
        """The request is whole: its answer is not far, and nobody else's need closes it."""
        with self._guard:
            self._since.pop(request, None)

    def service_actions(self) -> None:
        now = time.monotonic()
        self._close(now - SLOWEST, MOST)
        if self._broken and now - self._told > TELLING:  # strangers do not fill the log
            self.log(f"{self._broken} connections broke or were given up")
            self._broken, self._told = 0, now

    def _close(self, until: float, most: int) -> None:
        """The oldest connections that are still read, of those that began before; their threads find nothing more to
        read."""
        with self._guard:
            slow = list(islice((one for one, since in self._since.items() if since < until), most))
            for one in slow:
                del self._since[one]
                with suppress(OSError):
                    one.shutdown(socket.SHUT_RDWR)

    def server_bind(self) -> None:
        """Without asking the network for our name, which can take long."""
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self.socket.bind(self.server_address)
        self.server_address = self.socket.getsockname()
        self.server_name, self.server_port = str(self.server_address[0]), int(self.server_address[1])

    def handle_error(self, request: Any, client_address: Any) -> None:
        self._broken += 1


class Bounded:
    """What a stranger sends, up to a limit; beyond it nothing more comes."""

    def __init__(self, source: BufferedIOBase, left: int) -> None:
        self._source, self.left = source, left

    def readline(self, size: int = -1) -> bytes:
        line = self._source.readline(self.left if size < 0 else min(size, self.left))
        self.left -= len(line)
        return line

    def read(self, size: int) -> bytes:
        return self._source.read(size)

    def close(self) -> None:
        self._source.close()

    @property
    def closed(self) -> bool:
        return self._source.closed


class WebhookHandler(BaseHTTPRequestHandler):
    server: Server
    timeout = SLOWEST
    server_version, sys_version = f"flowscout/{__version__}", ""

    def setup(self) -> None:
        super().setup()
        self._given = Bounded(self.rfile, HEADERS)
        self.rfile = self._given  # type: ignore[assignment]

    def parse_request(self) -> bool:
        if not super().parse_request():
            return False
        if self._given.left <= 0:
            self._say(431, f"at most {HEADERS} bytes of headers")
            return False
        return True

    def do_POST(self) -> None:
        if self.path.split("?", 1)[0] not in ADDRESSES:
            return self._say(404, "deliveries go to /")
        length = self.headers.get("Content-Length", "")
        if not (length.isascii() and length.isdigit()):
            return self._say(411, "Content-Length is needed")
        if len(length) > 12 or int(length) > LARGEST:
            return self._say(413, f"at most {LARGEST} bytes")
        body = self._body(int(length))
        if body is None:
            return self._say(503, "too many large deliveries at once")
        if len(body) != int(length):
            return self._say(400, "the body is shorter than it says")
        self.server.heard(self.connection)
        headers = {key.lower(): value for key, value in self.headers.items()}
        verdict = judged(self.server.secret, headers, body)
        said, status = verdict.said, verdict.status
        if verdict.delivery is not None:
            try:
                if not self.server.queue.accept(verdict.delivery):
                    said = "known already"
            except Full:
                status, said = 503, "no delivery can be taken now"
        about = (
            f"{verdict.delivery.event} of {verdict.delivery.repository}, {verdict.delivery.id}: "
            if verdict.delivery
            else ""
        )
        if about or status >= 400:
            self.server.log(f"{about}{said}")
        return self._say(status, said)

    def _body(self, length: int) -> bytes | None:
        if length <= SMALL:
            return self.rfile.read(length)
        if not self.server.large.acquire(blocking=False):
            return None
        try:
            return self.rfile.read(length)
        finally:
            self.server.large.release()

    def do_GET(self) -> None:
        self.server.heard(self.connection)
        if self.path == HEALTH:
            return self._send(200, {"status": "ok", "version": __version__, **self.server.queue.counts()})
        return self._say(405, "deliveries are posted", Allow="POST")

    do_HEAD = do_PUT = do_DELETE = do_PATCH = do_OPTIONS = do_GET  # noqa: N815

    def _say(self, status: int, said: str, **headers: str) -> None:
        self._send(status, {"message": said}, **headers)

    def _send(self, status: int, record: object, **headers: str) -> None:
        body = json.dumps(record).encode() + b"\n"
        self.send_response(status)
        for key, value in {**headers, "Content-Type": "application/json", "Content-Length": str(len(body))}.items():
            self.send_header(key, value)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """The standard log shows request lines, which strangers write."""
