"""The user's own configuration: what a person or a runner decides and no repository may. A TOML file in the user's
folder."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from typing import Any

from ...errors import ConfigError

LONGEST = 100_000


def path(environment: Mapping[str, str]) -> str:
    """FLOWSCOUT_CONFIG; else `flowscout/config.toml` in the folder for configuration of the system's kind."""
    if environment.get("FLOWSCOUT_CONFIG"):
        return environment["FLOWSCOUT_CONFIG"]
    home = (
        environment.get("XDG_CONFIG_HOME")
        or environment.get("APPDATA")
        or os.path.join(environment.get("HOME", "/nonexistent"), ".config")
    )
    return os.path.join(home, "flowscout", "config.toml")


def read(environment: Mapping[str, str]) -> dict[str, Any]:
    """The table `[model]`; {} where there is no file."""
    where = path(environment)
    try:
        with open(where, "rb") as file:
            table = tomllib.loads(file.read(LONGEST).decode("utf-8-sig")).get("model", {})
    except (FileNotFoundError, NotADirectoryError, PermissionError):
        return {}
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ConfigError(f"{where}: not valid TOML: {error}") from None
    if not isinstance(table, dict):
        raise ConfigError(f"{where}: `model` must be a table")
    return table
