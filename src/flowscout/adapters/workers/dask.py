"""A Dask cluster as an executor, for projects that outgrow a machine.

What travels is a function's name and bytes of our own codec, there and back; the workers need flowscout of the same
version installed. A result is only time saved: when the scheduler does not answer, goes away or stalls, or a unit fails
on the cluster, what is left is done by the executor of this machine, and that is said once. A worker that dies costs
nothing here: Dask gives its units to another.

The client lives as long as one `map`, so that no thread of it is left when this process forks.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import CancelledError, Executor, Future
from contextlib import contextmanager, suppress
from typing import Any, Final
from urllib.parse import urlsplit

import dask
from distributed import Client  # its functions have no types

SCHEMES: Final = {"dask": "tcp", "dask+tls": "tls"}  # certificates: Dask's own configuration
CONNECT: Final = 3.0  # seconds
LOOK: Final = 0.5  # seconds between looks at whether the scheduler is there
STALLED: Final = 60.0  # seconds in which no unit ends
QUIET: Final = {"distributed.comm.timeouts.connect": CONNECT, "distributed.admin.large-graph-warning-threshold": "1GB"}


class Lost(Exception):  # noqa: N818 - it says what happened
    """The cluster is of no more use to this run."""


class Cluster(Executor):
    """A concurrent.futures executor. local: makes the executor that does what the cluster does not."""

    def __init__(self, url: str, local: Callable[[], Executor], say: Callable[[str], None]) -> None:
        self.address = _address(url)
        self._local, self._say = local, say
        self._here: Executor | None = None

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """One unit is not worth the way: it is done here."""
        return self._at_home().submit(fn, *args, **kwargs)

    def map(
        self, fn: Callable[..., Any], *iterables: Iterable[Any], timeout: float | None = None, chunksize: int = 1
    ) -> Iterator[Any]:
        """Answers in order, wherever they were made."""
        units = list(zip(*iterables, strict=False))
        return self._answers(fn, units)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        if self._here:
            self._here.shutdown(wait, cancel_futures=cancel_futures)

    def _answers(self, fn: Callable[..., Any], units: list[tuple[Any, ...]]) -> Iterator[Any]:
        done = 0
        if not self._here:
            try:
                for answer in self._afar(fn, units):
                    done += 1
                    yield answer
            except Lost as loss:
                self._say(
                    f"the Dask cluster at {self.address} {loss}: {'the rest of ' if done else ''}the work is done here"
                )
        yield from self._at_home().map(fn, *zip(*units[done:], strict=True)) if units[done:] else ()

    def _afar(self, fn: Callable[..., Any], units: list[tuple[Any, ...]]) -> Iterator[Any]:
        with _client(self.address) as client:
            executor = client.get_executor(pure=False)
            try:
                futures = [executor.submit(fn, *unit) for unit in units]
                for future in futures:
                    yield _answer(client, future)
            finally:
                with suppress(Exception):  # whatever became of the cluster, its answers are not waited for
                    executor.shutdown(wait=False)

    def _at_home(self) -> Executor:
        self._here = self._here or self._local()
        return self._here


def seen(url: str) -> str:
    """What a cluster says of itself, in one line. Raises Lost."""
    with _client(_address(url)) as client:
        workers = client.scheduler_info(n_workers=-1)["workers"]
        threads = sum(worker["nthreads"] for worker in workers.values())
        return f"Dask at {_address(url)}: {len(workers)} workers, {threads} threads"


@contextmanager
def _client(address: str) -> Iterator[Client]:
    before = {name: logging.getLogger(name).level for name in ("distributed", "tornado")}
    try:
        for name in before:
            logging.getLogger(name).setLevel(logging.CRITICAL)  # what goes wrong is told in one line, by us
        with dask.config.set(QUIET):
            try:
                client = Client(
                    address, timeout=CONNECT, set_as_default=False, serializers=("dask", "msgpack", "pickle")
                )
            except (OSError, ValueError, RuntimeError) as error:
                raise Lost(f"does not answer ({type(error).__name__})") from None
            try:
                yield client
            finally:
                client.close(CONNECT)
    finally:
        for name, level in before.items():
            logging.getLogger(name).setLevel(level)


def _answer(client: Client, future: Future[Any]) -> Any:
    waited = 0.0
    while True:
        try:
            return future.result(LOOK)
        except TimeoutError:
            waited += LOOK
        except CancelledError:
            raise Lost("went away") from None
        except Exception as error:  # noqa: BLE001 - a sandbox's border: here the unit is tried again
            raise Lost(f"failed ({type(error).__name__})") from None
        if client.status != "running":
            raise Lost("went away")
        if waited >= STALLED:
            raise Lost(f"gave no answer in {STALLED:.0f} s")


def _address(url: str) -> str:
    parts = urlsplit(url)
    return f"{SCHEMES[parts.scheme]}://{parts.netloc.rpartition('@')[2]}"
