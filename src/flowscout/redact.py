"""Secrets out of a text, before it leaves: to a model, a store, a comment, a log.

Known shapes of credentials are matched by one compiled alternation, in time linear in the text; a name that says secret
gives away its value whatever the shape; and the exact values of the environment's own secrets are removed wherever they
stand. What is removed leaves `<redacted:kind:tag>`, the tag being eight hex digits of its SHA-256: equal secrets leave
equal marks, so that lines can still be compared. Digests, UUIDs and what GitHub has masked (`***`) stay.
Redacting twice is redacting once.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from hashlib import sha256
from typing import Final

LEAST: Final = 8  # characters of an environment's value that is worth hiding

_ESCAPES: Final = re.compile(
    r"\x1b\[[0-?]{0,32}[ -/]{0,8}[@-~]"  # CSI
    r"|\x1b[\]PX^_][^\x07\x1b]{0,4096}(?:\x07|\x1b\\)?"  # OSC, DCS, SOS, PM, APC
    r"|\x1b[@-Z\\-_]?"
)

# Each shape is bounded or made of one character class, so that no text makes matching slow.
_SHAPES: Final = {
    "private-key": r"-----BEGIN [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----[^-]{0,8000}(?:-----END [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----)?",
    "anthropic": r"\bsk-ant-[\w-]{8,}",
    "github": r"\b(?:gh[pousr]_\w{16,}|github_pat_\w{16,})",
    "gitlab": r"\bgl(?:pat|ptt|dt|rt|cbt|soat)-[\w-]{10,}",
    "slack": r"\bxox[abeoprs]-[\w-]{10,}|\bxapp-[\w-]{10,}|hooks\.slack\.com/services/[\w/]{8,}",
    "aws": r"\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}\b",
    "google": r"\bAIza[\w-]{30,}|\bya29\.[\w-]{20,}|\bGOCSPX-[\w-]{20,}",
    "stripe": r"\b[rs]k_(?:live|test)_\w{10,}|\bwhsec_\w{16,}",
    "openai": r"\bsk-[\w-]{16,}",
    "npm": r"\bnpm_\w{20,}",
    "pypi": r"\bpypi-[\w-]{16,}",
    "huggingface": r"\bhf_\w{16,}",
    "docker": r"\bdckr_(?:pat|oat)_[\w-]{16,}",
    "digitalocean": r"\bdo[opr]_v1_[0-9a-f]{40,}",
    "sendgrid": r"\bSG\.[\w-]{16,}\.[\w-]{16,}",
    "telegram": r"\b\d{8,10}:AA[\w-]{33}\b",
    "age": r"\bAGE-SECRET-KEY-1[A-Z0-9]{20,}",
    "azure": r"(?:AccountKey|SharedAccessKey|SharedAccessSignature)=[^\s;\"']{8,}",
    "jwt": r"\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*",
}
_SHAPE: Final = re.compile("|".join(f"(?P<k{at}>{shape})" for at, shape in enumerate(_SHAPES.values())))
_KINDS: Final = tuple(_SHAPES)
_URL: Final = re.compile(r"(?<=://)([^\s/@:\"'<>]{0,200}):([^\s/@\"'<>]{1,200})(?=@)")
_HEADER: Final = re.compile(
    r"(?i)\b((?:proxy-)?authorization|(?:set-)?cookie|x-api-key|x-auth-token|private-token)(\"?'?\s{0,3}[:=]\s{0,3}\"?'?)"
    r"((?:bearer|basic|token|digest)\s+)?([^\r\n\"']{4,4000})"
)
_BEARER: Final = re.compile(r"(?i)\b(bearer\s+)([\w~+/.=-]{12,})")
_NAMED: Final = re.compile(
    r"(?i)((?:token|secret|passwd|password|passphrase|api[_-]?key|access[_-]?key|private[_-]?key|signing[_-]?key|credentials?)"
    r"(?:[_-][a-z0-9]{1,12}){0,2}[\"']?\s{0,3}(?:=>|:=|[:=])\s{0,3})"
    r"(\"[^\"\r\n]{3,400}\"|'[^'\r\n]{3,400}'|[^\s\"',;(){}\[\]<>&|]{3,400})"
)
_OPTION: Final = re.compile(
    r"(?i)(--?(?:[\w-]{0,30}(?:token|secret|password|passphrase|api-?key|access-?key))(?:=|\s+))([^\s-][^\s]{3,400})"
)
# What stands after a name that says secret, and is none: a type, a call, a reference, a placeholder.
_HARMLESS: Final = re.compile(
    r"(?:\**|x{3,}|\.{3,}|none|null|nil|true|false|str|string|bytes|int|bool|char|optional|any|self|undefined|required|missing|empty"
    r"|<[^>]*>|\$\{?.*|%.*|\{\{.*|[a-z_][\w]*(?:\.[\w]+)+|(?:std::)?[A-Z][a-z]\w*|[a-z]{1,12}_?[a-z]{0,12}|\d{1,5})",
    re.IGNORECASE,
)
_MARK: Final = re.compile(r"<redacted:[a-z-]+:[0-9a-f]{8}>")
_WORD: Final = re.compile(r"[a-z]{1,15}")  # a setting, not a secret
_SECRET_NAME: Final = re.compile(r"(?i)(token|secret|passw|key|credential)")


def secrets_of(environment: Mapping[str, str]) -> tuple[str, ...]:
    """The values that an environment's names say are secret, longest first."""
    named = {value.strip() for name, value in environment.items() if _SECRET_NAME.search(name)}
    kept = (value for value in named if len(value) >= LEAST and not value.startswith("/") and not _WORD.fullmatch(value))
    return tuple(sorted(kept, key=lambda value: (-len(value), value)))


def redact(text: str, secrets: Iterable[str] = ()) -> str:
    """The text without secrets and without terminal escapes. `secrets`: exact values to remove as well (see `secrets_of`)."""
    if "\x1b" in text:
        text = _ESCAPES.sub("", text)
    for secret in secrets:
        if secret in text:
            text = text.replace(secret, mark("environment", secret))
    text = _SHAPE.sub(lambda found: mark(_KINDS[int((found.lastgroup or "k0")[1:])], found[0]), text)
    if "://" in text:
        text = _URL.sub(lambda found: f"{found[1]}:{_once('password', found[2])}", text)
    text = _HEADER.sub(lambda found: f"{found[1]}{found[2]}{found[3] or ''}{_once('header', found[4])}", text)
    text = _BEARER.sub(lambda found: found[1] + _once("bearer", found[2]), text)
    text = _NAMED.sub(_named, text)
    return _OPTION.sub(lambda found: found[1] + _value(found[2]), text)


def mark(kind: str, secret: str) -> str:
    return f"<redacted:{kind}:{sha256(secret.encode('utf-8', 'surrogatepass')).hexdigest()[:8]}>"


def _once(kind: str, value: str) -> str:
    return value if _MARK.search(value) or not value.strip("* ") else mark(kind, value)


def _named(found: re.Match[str]) -> str:
    return found[1] + _value(found[2])


def _value(written: str) -> str:
    """The value of a name that says secret; its quotes stay."""
    quote = written[0] if written[0] in "\"'" else ""
    inner = written[1:-1] if quote else written
    if _MARK.search(inner) or not inner.strip("*"):
        return written
    if not quote and _HARMLESS.fullmatch(inner):
        return written
    if quote and re.fullmatch(r"[\s.*x<>{}$%-]*", inner):
        return written
    return quote + mark("named", inner) + quote
