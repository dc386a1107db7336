"""Serve the commands and the review of the GitHub Action as a webhook server, for a GitHub App.

FLOWSCOUT_WEBHOOK_SECRET=… FLOWSCOUT_APP_ID=… FLOWSCOUT_APP_PRIVATE_KEY_PATH=… flowscout listen
FLOWSCOUT_WEBHOOK_SECRET=… FLOWSCOUT_LISTEN_TOKEN=… flowscout listen --port 9000
flowscout listen --health         ask the one that runs how it is
"""

from __future__ import annotations

import argparse
import os
import sys

from ..entrypoints.listen.serve import health, serve
from ..errors import UserError
from .shared import bounds
from .shared.console import Talk


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--host", default="127.0.0.1", help="address to listen at; a proxy with TLS belongs before it")
    parser.add_argument("--port", type=bounds.whole(0, 65_535), default=8080, help="0 for any that is free")
    parser.add_argument("--workers", type=bounds.whole(1, 64), default=2, help="deliveries that are worked on at once")
    parser.add_argument(
        "--timeout", type=bounds.real(1, 86_400), default=600, metavar="SECONDS", help="that one delivery may take"
    )
    parser.add_argument(
        "--grace",
        type=bounds.real(0, 3_600),
        default=8,
        metavar="SECONDS",
        help="that running work gets when it is told to stop",
    )
    parser.add_argument("--health", action="store_true", help="ask the server there; exit code 0 when it is well")


def run(chosen: argparse.Namespace, talk: Talk) -> int:
    if chosen.health:
        code, said = health((chosen.host, chosen.port))
        sys.stdout.write(said + "\n")
        return code
    if not (1 <= chosen.workers <= 64 and 0 <= chosen.port <= 65_535 and chosen.timeout > 0 and chosen.grace >= 0):
        raise UserError("--workers is from 1 to 64, --port from 0 to 65535, --timeout above 0")
    return serve((chosen.host, chosen.port), chosen.workers, chosen.timeout, chosen.grace, os.environ, talk.say)
