"""What programs that we start are given: a list of what they need, never all that we were given.

A checkout may have a say in more than its files: whatever ran before us can have loaded its `.env`, put a folder of it
on PATH, or let it name where configuration lies. So variables that steer Python or git are taken out of our own
environment at the door, and a program gets what stands in NEEDED. Where a person's own configuration lies is theirs to
say; which index a commit is made of, git says to its hooks.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Mapping, MutableMapping

NEEDED = frozenset((
    "PATH", "HOME", "USER", "LOGNAME", "SUDO_UID", "TMPDIR", "TEMP", "TMP", "TZ", "LANG", "LANGUAGE", "LD_LIBRARY_PATH",
    "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_RUNTIME_DIR",
    "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY", "SSL_CERT_FILE", "SSL_CERT_DIR", "CURL_CA_BUNDLE", "REQUESTS_CA_BUNDLE",
    "SYSTEMROOT", "SYSTEMDRIVE", "WINDIR", "COMSPEC", "PATHEXT", "USERPROFILE", "HOMEDRIVE", "HOMEPATH", "APPDATA", "LOCALAPPDATA",
    "PROGRAMDATA", "PROGRAMFILES", "NODEFAULTCURRENTDIRECTORYINEXEPATH",
))  # fmt: skip
PERSON = ("GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM", "GIT_CONFIG_NOSYSTEM", "GIT_SSL_CAINFO", "GIT_SSL_CAPATH")
COMMIT = (
    "GIT_DIR",
    "GIT_WORK_TREE",
    "GIT_INDEX_FILE",
    "GIT_PREFIX",
    "GIT_OBJECT_DIRECTORY",
    "GIT_COMMON_DIR",
    "GIT_ALTERNATE_OBJECT_DIRECTORIES",
    "GIT_NAMESPACE",
    "GIT_CEILING_DIRECTORIES",
    "GIT_DISCOVERY_ACROSS_FILESYSTEM",
)
FOR_GIT = frozenset((*PERSON, *COMMIT))
LISTS = frozenset(("PATH", "LD_LIBRARY_PATH"))
HOMES = frozenset(
    ("HOME", "XDG_CONFIG_HOME", "USERPROFILE", "APPDATA", "LOCALAPPDATA", "NETRC")
)  # where configuration is looked for
STEERING = ("GIT_", "PYTHON", "__PYVENV_LAUNCHER__")


def given(environment: Mapping[str, str], also: Collection[str] = ()) -> dict[str, str]:
    """What a program gets of an environment: what every program needs, and what this one needs `also`."""
    return {
        name: value
        for name, value in environment.items()
        if name in also or name.startswith("LC_") or name.upper() in NEEDED
    }


def settle(environment: MutableMapping[str, str], checkout: str | None = None) -> None:
    """Takes out of our own environment what could make us, or what we start, run what lies in a work tree. checkout:
    the work tree that others filled ("" for one that is not known); None where whoever started us works in it, and git
    may have started them."""
    kept = FOR_GIT if checkout is None else PERSON
    for name in [name for name in environment if name.startswith(STEERING) and name not in kept]:
        del environment[name]
    for name in [name for name in environment if name in LISTS]:
        environment[name] = folders(environment[name], checkout)
    if checkout is not None:
        for name in [
            name for name in environment if name in (*HOMES, *PERSON) and _inside(environment[name], checkout)
        ]:
            del environment[name]
    environment["PYTHONSAFEPATH"] = (
        "1"  # a process of a pool begins with `-c`, which would look for modules where we stand
    )
    if os.name == "nt":
        environment["NoDefaultCurrentDirectoryInExePath"] = "1"  # programs too


def folders(listed: str, checkout: str | None = None) -> str:
    """Of a list of folders, those that are named in full and do not lie in the checkout."""
    return os.pathsep.join(
        folder for folder in listed.split(os.pathsep) if os.path.isabs(folder) and not _inside(folder, checkout)
    )


def _inside(path: str, checkout: str | None) -> bool:
    """Whether a path leads into the checkout, or to wherever we stand."""
    if checkout is None:
        return False
    if not os.path.isabs(path):
        return True
    top, place = os.path.realpath(checkout) if checkout else "", os.path.realpath(path)
    return bool(top) and (place == top or place.startswith(top.rstrip(os.sep) + os.sep))
