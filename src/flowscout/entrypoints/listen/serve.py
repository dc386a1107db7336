"""From start to stop: the queue, the workers, the server, and the signals that end them."""

from __future__ import annotations

import json
import os
import signal
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping
from pathlib import Path

from ...adapters.github.deliveries import Deliveries
from .app import app, secret
from .server import HEALTH, Server
from .work import DeliveryWorkers, Setting


def folder(environment: Mapping[str, str]) -> Path:
    home = environment.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    return Path(home, "flowscout", "listen")


def serve(
    address: tuple[str, int],
    workers: int,
    timeout: float,
    grace: float,
    environment: Mapping[str, str],
    log: Callable[[str], None],
) -> int:
    """Returns when it was told to stop."""
    known, key = app(environment), secret(environment)
    queue = Deliveries(folder(environment) / "deliveries.sqlite")
    server = Server(address, key, queue, log)
    told: list[int] = []
    for name in (signal.SIGTERM, signal.SIGINT):
        signal.signal(name, lambda number, _: told.append(number))
    hands = DeliveryWorkers(Setting(folder(environment), known, timeout, environment), queue, workers, log)
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.2}, daemon=True).start()
    log(
        f"listening on http://{server.server_name}:{server.server_port}/, {queue.counts()['waiting']} deliveries waiting"
    )
    while not told:  # a lock that a handler wants could be held by whom it interrupts
        time.sleep(0.2)
    log("stopping")
    server.shutdown()
    server.server_close()
    hands.stop(grace)
    queue.close()
    return 0


def health(address: tuple[str, int]) -> tuple[int, str]:
    """(exit code, one line) of the server that listens there."""
    host = f"[{address[0]}]" if ":" in address[0] else address[0]
    try:
        with urllib.request.urlopen(f"http://{host}:{address[1]}{HEALTH}", timeout=5) as answer:
            found = json.loads(answer.read(10_000))
    except (OSError, urllib.error.URLError, ValueError) as error:
        return 1, f"no answer: {error}"
    return 0, ", ".join(f"{key} {value}" for key, value in found.items())
