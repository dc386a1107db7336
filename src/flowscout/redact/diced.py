"""Secrets that nothing announces but their looks: 40 characters of base64, a word beside a bare run, base64 of a known token."""

from __future__ import annotations

import base64
import binascii
import re
from functools import cache
from typing import Final

from . import looks
from .marks import Hide, place

_KEY: Final = 0.3  # as `looks.diced`: of one known length
NEAR: Final = 40  # characters before a run in which a word may say that it is secret


@cache
def _bare() -> re.Pattern[str]:
    """As long as AWS's secret keys."""
    return re.compile(r"(?<![A-Za-z0-9+/_.])(?<!\w-)[A-Za-z0-9+/]{40}(?![A-Za-z0-9+/=_.-])")


@cache
def _run() -> re.Pattern[str]:
    return re.compile(r"(?<![A-Za-z0-9+/=_.:@])(?<!\w-)[A-Za-z0-9+_-][A-Za-z0-9+/_.~-]{19,}+={0,2}+(?![A-Za-z0-9@])")


@cache
def _says() -> re.Pattern[str]:
    return re.compile(
        r"(?i)(?:secret|token|passw(?:or)?d|passphrase|api[ _-]?key|access[ _-]?key|private[ _-]?key|credentials?|bearer|signing[ _-]?key)(?![a-z-])"
    )


@cache
def _digest() -> re.Pattern[str]:
    return re.compile(
        r"(?i)(?:commit|sha-?\d*|digest|hash|checksum|md5|etag|fingerprint|revision|blob|tree|cache|image|version|build|id|path|file|http|name|test|class|function|error)(?![a-z])|[/@.]$"
    )


@cache
def _base64() -> re.Pattern[str]:
    return re.compile(r"[A-Za-z0-9+/_-]{24,}+={0,2}+")


@cache
def _known() -> re.Pattern[bytes]:
    """What a token begins with, in bytes that were base64; and a password behind a name."""
    return re.compile(
        rb"gh[pousr]_\w{16}|github_pat_\w{16}|gl(?:pat|ptt|dt|rt|cbt)-[\w-]{10}|xox[a-z]-[\w-]{10}|(?:AKIA|ASIA)[A-Z0-9]{16}|AIza[\w-]{30}|sk-[\w-]{20}|[rs]k_live_\w{10}|npm_\w{20}"
        rb"|pypi-AgE|hf_\w{24}|dckr_[po]at_|eyJ[\w-]{8,100}\.eyJ|hv[sbr]\.[\w-]{20}|SG\.[\w-]{16}|dop_v1_|x-access-token:|oauth2:|PRIVATE KEY-----|(?i:password|secret|token)[\"']?\s?[:=]\s?[\"']?\w{6}"
    )


def redacted(text: str, hide: Hide, secrets: tuple[bytes, ...] = ()) -> str:
    text = _bare().sub(lambda found: hide("random", found[0]) if looks.diced(found[0], _KEY) else found[0], text)
    if _says().search(text):
        text = _run().sub(
            lambda found: (
                hide("random", found[0])
                if looks.random(found[0].strip("=")) and _beside(text, found.start())
                else found[0]
            ),
            text,
        )
    return _base64().sub(lambda found: hide("base64", found[0]) if _holds(found[0], secrets) else found[0], text)


def _beside(text: str, start: int) -> bool:
    """Whether the words before it on its line say secret, and none says digest."""
    before = text[max(0, start - NEAR) : start].rpartition("\n")[2]
    before = place().split(before)[-1]
    ends = [said.end() for said in _says().finditer(before)]
    return bool(ends) and not _digest().search(before[ends[-1] :])


def _holds(run: str, secrets: tuple[bytes, ...]) -> bool:
    for offset in range(4):
        part = run[offset:].rstrip("=").replace("-", "+").replace("_", "/")
        whole = part[:-1] if len(part) % 4 == 1 else part  # one character alone holds no byte
        try:
            plain = base64.b64decode(whole + "=" * (-len(whole) % 4))
        except binascii.Error:
            continue
        if _known().search(plain) or any(secret in plain for secret in secrets):
            return True
    return False
