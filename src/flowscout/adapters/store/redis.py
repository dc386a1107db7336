"""An organisation's memo: one Redis for all its runners, which nobody has to trust.

A value counts only with a MAC that the organisation's key made for exactly this memo key, format and flowscout version,
so that whoever can write to the server can neither forge an answer nor move one to another question. What has none is a
miss, as is everything once the server does not answer; both are said once. Nothing is ever unpickled.

    key      flowscout:FORMAT:VERSION:sha256(memo key)
    value    MAC (32 bytes), zlib(bytes);  MAC = HMAC-SHA-256(organisation's key, key NUL memo key NUL zlib(bytes))
"""

from __future__ import annotations

import hmac
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from hashlib import sha256
from itertools import islice
from typing import Any, Final, TypeVar

from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

from ... import __version__
from .packing import inflated

Answer = TypeVar("Answer")
FORMAT: Final = 1
CONNECT: Final = 1.0  # seconds
ANSWER: Final = 3.0  # seconds
KEPT: Final = 30 * 24 * 3600  # seconds that a value stays; the server's own policy may drop it before
BATCH: Final = 200  # values in one message
LARGEST: Final = 16_000_000  # bytes of a value, packed; larger ones stay on their machine
MAC: Final = 32  # bytes


class SharedMemo:
    """Satisfies ports.Memo. why_not: why this run may not write, "" when it may."""

    def __init__(self, url: str, key: bytes, shown: str, why_not: str, say: Callable[[str], None]) -> None:
        self._url, self._key, self._shown, self._why_not, self._say = url, key, shown, why_not, say
        self._server: Redis | None = None
        self._gone = False
        self._doubted = False

    def get(self, keys: Iterable[str]) -> dict[str, bytes]:
        found: dict[str, bytes] = {}
        for some in _batches(keys):
            values = self._asked(partial(_fetched, names=[_name(key) for key in some]))
            for key, value in zip(some, values or (), strict=False):
                plain = self._opened(key, value) if isinstance(value, bytes) else None
                if plain is not None:
                    found[key] = plain
        return found

    def put(self, rows: Mapping[str, bytes]) -> None:
        if not self._why_not:
            for some in _batches(rows):
                self._asked(partial(self._send, rows={key: rows[key] for key in some}))

    def described(self) -> str:
        """What the server says of itself, in one line; "" when it does not answer."""
        about = self._asked(lambda server: server.info("server"))
        rights = f"read only: {self._why_not}" if self._why_not else "read and written"
        return f"Redis {about['redis_version']} at {self._shown}, {rights}" if about else ""

    def _send(self, server: Redis, rows: Mapping[str, bytes]) -> None:
        sending = server.pipeline(transaction=False)
        for key, value in rows.items():
            packed = self._closed(key, value)
            if len(packed) <= LARGEST:
                sending.set(_name(key), packed, ex=KEPT)
        sending.execute()

    def _closed(self, key: str, value: bytes) -> bytes:
        packed = zlib.compress(value, 1)
        return self._mac(key, packed) + packed

    def _opened(self, key: str, value: bytes) -> bytes | None:
        mac, packed = value[:MAC], value[MAC:]
        if not hmac.compare_digest(mac, self._mac(key, packed)):
            if not self._doubted:
                self._say(
                    f"the memo at {self._shown} holds values that FLOWSCOUT_MEMO_KEY did not sign: they are not used"
                )
            self._doubted = True
            return None
        return inflated(packed)

    def _mac(self, key: str, packed: bytes) -> bytes:
        return hmac.digest(
            self._key, b"\0".join((_name(key).encode(), key.encode("utf-8", "surrogatepass"), packed)), "sha256"
        )

    def _asked(self, ask: Callable[[Redis], Answer]) -> Answer | None:
        """None once the server has failed."""
        if self._gone:
            return None
        try:
            if self._server is None:
                self._server = Redis.from_url(
                    self._url, socket_connect_timeout=CONNECT, socket_timeout=ANSWER, retry=Retry(NoBackoff(), 0)
                )
            return ask(self._server)
        except (RedisError, OSError, ValueError, TypeError) as error:  # the latter two: a URL with odd options
            self._gone = True
            self._say(f"the memo at {self._shown} does not answer ({type(error).__name__}): working without it")
            return None


def _fetched(server: Redis, names: list[str]) -> list[Any]:
    values: list[Any] = server.mget(names)
    return values


def _name(key: str) -> str:
    return f"flowscout:{FORMAT}:{__version__}:{sha256(key.encode('utf-8', 'surrogatepass')).hexdigest()}"


def _batches(keys: Iterable[str]) -> Iterator[list[str]]:
    left = iter(keys)
    while some := list(islice(left, BATCH)):
        yield some
