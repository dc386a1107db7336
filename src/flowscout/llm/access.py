"""How the model is reached, from the environment and the user's own configuration; a repository has no say in it.

The environment stands above the user's file. Keys come from the environment alone. In CI nothing is taken from variables
that other programs left behind: the base URL is the one named for us, or the provider's own.
"""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from typing import Any, Final, NamedTuple
from urllib.parse import urlsplit

from .. import shelf
from ..errors import ConfigError
from .budget import UNLIMITED, Caps
from .provider import Access, Provider

SHELF: Final = "flowscout.llm.providers"
LOOPBACK: Final = frozenset({"localhost", "127.0.0.1", "::1"})
VARIABLES: Final = {
    "provider": "FLOWSCOUT_PROVIDER", "model": "FLOWSCOUT_MODEL", "base-url": "FLOWSCOUT_BASE_URL", "timeout": "FLOWSCOUT_TIMEOUT",
    "context": "FLOWSCOUT_CONTEXT", "in-flight": "FLOWSCOUT_IN_FLIGHT", "price": "FLOWSCOUT_PRICE", "budget": "FLOWSCOUT_BUDGET",
    "pull-budget": "FLOWSCOUT_PULL_BUDGET",
}  # fmt: skip
KEY: Final = "FLOWSCOUT_API_KEY"
PRIVILEGED: Final = frozenset(
    {"pull_request_target", "workflow_run", "issue_comment", "issues", "discussion_comment", "repository_dispatch"}
)
# Where other programs of the user say that their server is; not looked at in CI.
HOSTS: Final = {"ollama": "OLLAMA_HOST"}


class Chosen(NamedTuple):
    """pull: caps of a pull request, None: no caps of its own."""

    access: Access
    provider: Provider
    run: Caps
    pull: Caps | None


def chosen(environment: Mapping[str, str], user: Mapping[str, Any]) -> Chosen:
    """Raises ConfigError on an unknown key or provider, a missing model or key, a number that is none."""
    values = _values(environment, user)
    name = values.get("provider", "none").lower()
    try:
        provider = _provider(name, environment)
    except KeyError:
        raise ConfigError(
            f"no provider {name!r}", f"one of {', '.join(shelf.names(SHELF))} ({VARIABLES['provider']})"
        ) from None
    model = values.get("model") or provider.model
    if not model and name != "none":
        raise ConfigError(f"provider {name} needs a model", f"set {VARIABLES['model']}")
    key = environment.get(KEY) or next((environment[k] for k in provider.keys if environment.get(k)), "")
    if provider.needs_key and not key:
        raise ConfigError(f"provider {name} needs a key", f"set {' or '.join((*provider.keys, KEY))}")
    access = Access(
        name, model, _base_url(values, environment, provider, key), key, _number(values, "timeout", 60.0),
        int(_number(values, "context", 16_384)), max(1, int(_number(values, "in-flight", 4))), _price(values, provider, model),
    )  # fmt: skip
    run = caps(values.get("budget", ""), Caps(), VARIABLES["budget"])
    if "money" in values.get("budget", "") and access.price[0] < 0:
        raise ConfigError(
            f"a budget in money needs the price of {model}",
            f"set {VARIABLES['price']}, dollars for a million tokens: 1.0/5.0",
        )
    pull = values.get("pull-budget", "")
    return Chosen(access, provider, run, caps(pull, Caps(*[UNLIMITED] * 4), VARIABLES["pull-budget"]) if pull else None)


def _provider(name: str, environment: Mapping[str, str]) -> Provider:
    """Ours; else one of an installed package that FLOWSCOUT_PLUGINS names, never in an event that strangers trigger."""
    allowed = environment.get("FLOWSCOUT_PLUGINS", "").replace(" ", "").split(",")
    ours = name in shelf.names(SHELF) or name not in allowed or environment.get("GITHUB_EVENT_NAME", "") in PRIVILEGED
    provider: Provider = shelf.load(SHELF, name) if ours else shelf.offered("providers", name)
    return provider


def reached() -> frozenset[str]:
    """Variables that are not ours by their names, and say how a model is reached."""
    return frozenset((*HOSTS.values(), *(key for name in shelf.names(SHELF) for key in shelf.load(SHELF, name).keys)))


def _values(environment: Mapping[str, str], user: Mapping[str, Any]) -> dict[str, str]:
    for key in user:
        if key not in VARIABLES:
            near = difflib.get_close_matches(key, VARIABLES, 1)
            raise ConfigError(
                f"your configuration: unknown key `{key}`" + (f"; did you mean `{near[0]}`?" if near else "")
            )
    inputs = _of_action(environment)
    set_here = {
        key: environment[variable].strip()
        for key, variable in VARIABLES.items()
        if environment.get(variable, "").strip()
    }
    return {key: str(value) for key, value in user.items()} | inputs | set_here


def _of_action(environment: Mapping[str, str]) -> dict[str, str]:
    """What the Action's inputs say."""
    named, calls = environment.get("FLOWSCOUT_INPUT_LLM", ""), environment.get("FLOWSCOUT_INPUT_MAX_LLM_CALLS", "")
    if named in ("", "off"):
        return {}
    return {"provider": named} | ({"budget": f"calls={calls}"} if calls.isdigit() else {})


def _base_url(values: Mapping[str, str], environment: Mapping[str, str], provider: Provider, key: str) -> str:
    left = environment.get(HOSTS.get(provider.name, ""), "") if not environment.get("CI") else ""
    url = values.get("base-url") or left or provider.base_url
    if provider.name in ("none", "echo"):
        return ""
    if not url:
        raise ConfigError(f"provider {provider.name} needs a base URL", f"set {VARIABLES['base-url']}")
    url = url if "://" in url else f"http://{url}"
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ConfigError(f"{url!r} is no base URL of a server", f"an http or https URL in {VARIABLES['base-url']}")
    if key and parts.scheme == "http" and parts.hostname not in LOOPBACK:
        raise ConfigError(f"the key would be sent in clear to {parts.hostname}", "use https")
    return url.rstrip("/")


def _number(values: Mapping[str, str], key: str, default: float) -> float:
    written = values.get(key)
    try:
        number = float(written) if written else default
    except ValueError:
        number = -1
    if not 0 < number < 1e9:
        raise ConfigError(f"`{key}` must be a number above 0, not {written!r}", VARIABLES[key])
    return number


def _price(values: Mapping[str, str], provider: Provider, model: str) -> tuple[float, float]:
    written = values.get("price", "")
    if not written:
        return next((price for part, price in provider.prices.items() if part in model), (-1.0, -1.0))
    try:
        sent, received = (float(part) for part in written.split("/"))
    except ValueError:
        sent = received = -1
    if not (0 <= sent < 1e6 and 0 <= received < 1e6):
        raise ConfigError(
            f"`price` must be dollars for a million tokens sent and received, like 1.0/5.0, not {written!r}",
            VARIABLES["price"],
        )
    return sent, received


def caps(written: str, default: Caps, where: str) -> Caps:
    """`calls=50,tokens=200000,money=1.5,seconds=300`; what is not named keeps its default."""
    given = {}
    for part in filter(None, written.replace(" ", "").split(",")):
        name, _, number = part.partition("=")
        try:
            given[name] = float(number)
        except ValueError:
            name = ""
        if name not in Caps._fields or not 0 <= given[name] < 1e15:
            raise ConfigError(f"{part!r} is no cap", f"{where} takes {', '.join(f'{f}=NUMBER' for f in Caps._fields)}")
    return default._replace(**given)
