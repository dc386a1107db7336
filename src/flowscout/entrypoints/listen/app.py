"""Who we are for GitHub: an App, whose key makes short-lived tokens for one repository each, or whoever a plain token
is of.

FLOWSCOUT_WEBHOOK_SECRET         the webhook's secret, needed
FLOWSCOUT_APP_ID                 the App's number or client id, and
FLOWSCOUT_APP_PRIVATE_KEY_PATH   the file with its private key (PEM); or
FLOWSCOUT_LISTEN_TOKEN           a plain token
"""

from __future__ import annotations

import importlib.util
from collections.abc import Mapping
from typing import Final

from ...errors import UserError
from ...forge import DENIED, ForgeError
from ...model.record import NamedTuple

LEAST: Final = 16  # characters of a secret


class App(NamedTuple):
    """id and key of an App, or a plain token; api_url: of GitHub."""

    id: str
    key: str
    plain: str
    api_url: str

    def token(self, repository: str, installation: int) -> str:
        """Raises ForgeError."""
        if not self.id:
            return self.plain
        if not installation:
            raise ForgeError(DENIED, "the delivery names no installation of the App")
        from ...adapters.github.requests import installation_token

        return installation_token(self.id, self.key, installation, repository, self.api_url)


def app(environment: Mapping[str, str]) -> App:
    """Raises UserError when something is missing."""
    if importlib.util.find_spec("github") is None:
        raise UserError("PyGithub is not installed", "pip install 'flowscout[github]'")
    id_, path, plain = (
        environment.get(name, "")
        for name in ("FLOWSCOUT_APP_ID", "FLOWSCOUT_APP_PRIVATE_KEY_PATH", "FLOWSCOUT_LISTEN_TOKEN")
    )
    api_url = environment.get("GITHUB_API_URL") or "https://api.github.com"
    if bool(id_) != bool(path):
        raise UserError("FLOWSCOUT_APP_ID and FLOWSCOUT_APP_PRIVATE_KEY_PATH belong together")
    if not id_ and not plain:
        raise UserError(
            "no App and no token", "set FLOWSCOUT_APP_ID and FLOWSCOUT_APP_PRIVATE_KEY_PATH, or FLOWSCOUT_LISTEN_TOKEN"
        )
    if not id_:
        return App("", "", plain, api_url)
    with open(path, encoding="ascii", errors="replace") as file:
        key = file.read(100_000)
    if "PRIVATE KEY-----" not in key:
        raise UserError(f"{path} holds no private key in PEM form")
    return App(id_, key, "", api_url)


def secret(environment: Mapping[str, str]) -> bytes:
    given = environment.get("FLOWSCOUT_WEBHOOK_SECRET", "")
    if len(given) < LEAST:
        raise UserError(
            f"FLOWSCOUT_WEBHOOK_SECRET is to hold the webhook's secret, at least {LEAST} characters",
            "openssl rand -hex 32",
        )
    return given.encode("utf-8", "surrogateescape")
