"""A name that says secret gives its value away, whatever the value looks like.

`PASSWORD=…`, `"api_key": "…"`, `--token …`, `password: …`, `<password>…</password>`, `{"name": "DB_PASS", "value": "…"}`. Only what
`harmless` knows stays. A name that may mean something else (`key`, `sig`, `auth`) gives away only what looks like dice's work.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final, NamedTuple

from . import harmless, looks
from .marks import PLACE, Hide, place

LONG: Final = harmless.LONG  # what is hidden may be longer

# What is looked for first, for it is quick; small letters.
_STEMS: Final = (
    "token", "secret", "pass", "mnemonic", "cred", "key", "sharedaccesssignature", "pwd", "pw", "psk", "pat", "jwt", "otp", "auth", "sig", "sid",
    "session", "cookie", "dsn", "seed", "salt",
)  # fmt: skip
# Whatever the case; and where capitals say that a word begins.
_STRONG: Final = (
    r"(?i:token|secret|passw(?:or)?d|passphrase|passcode|passwort|mnemonic|credentials?(?![a-z])|creds?(?![a-z])|key-data|sharedaccesssignature"
    r"|(?<![a-z])(?:pwd|pass|pw|psk|pat|jwt|otp|auth_?pass)(?![a-z])|(?<=_)auth(?![a-z])(?=[\"' ]{0,2}[:=])|(?:(?<=require)|(?<=auth)|(?<=store)|(?<=key))pass(?![a-z]))"
    r"|(?<=[a-z])(?:Pass|Pwd|Psk)(?![a-z])|(?<=[A-Z])(?:PASS|PWD)(?![A-Za-z])"
)
_WEAK: Final = r"(?i:(?<=[_-])key(?![a-z])|(?<![a-z])(?:auth|sig|signature|sid|session(?:_?id|_?key)?|cookie|dsn|seed|salt)(?![a-z]))|(?<=[a-z])Key(?![a-z])"
# Before `key`.
_OPENS: Final = (
    "api", "access", "private", "signing", "encryption", "account", "client", "auth", "master", "license", "service", "storage", "consumer", "deploy", "app",
    "application", "admin", "webhook", "subscription", "function", "rest", "user", "sdk", "ssh", "write", "instrumentation", "shared", "host", "secret", "personal",
)  # fmt: skip
_QUOTE: Final = r"(?:\\{0,3}[\"'`]|&quot;|&#3[49];|%22)"
_TYPE: Final = r"(?::[ \t]?(?:&?'?(?:static )?str|bytes|[sS]tring|SecretStr|(?:Optional|Annotated|Final)\[\w{1,30}\]|Final|Text|any)(?:[ \t]?\|[ \t]?\w{1,20})?(?=[ \t]{0,3}=))?"
_NEXT: Final = r"\r?\n(?:\d{4}-\d\d-\d\dT[\d:.]{8,18}Z ){0,2}[ \t>+-]{0,40}"
_SEP: Final = (
    rf"(?:{_QUOTE}?\]?[ \t]{{0,8}}{_TYPE}[ \t]{{0,8}}(?:=>|:=|===?|!==?|<-|=|:(?![:/])|%3[Dd]|%3[Aa](?!%2[Ff])|&#61;)"
    rf"|{_QUOTE}?[ \t]{{0,3}},?(?:{_NEXT}|[ \t]{{0,8}}){_QUOTE}?(?i:value){_QUOTE}?[ \t]{{0,3}}[:=])"
    rf"[ \t]{{0,20}}(?:[|>][+-]?[ \t]{{0,3}}{_NEXT}|{_NEXT}(?=[\"']))?"
    r"[\[(]?[ \t]{0,2}(?:[bBrRuUfF]{1,2}(?=[\"']))?"
)
_SPACE: Final = rf"{_QUOTE}?,?[ \t]{{1,4}}"
_CODE: Final = ("(", "[", ",", ")", "]", "|", ";")  # behind a type
# What a name ends with that is about a secret and is not it.
_ABOUT_TEXT: Final = (
    "type url uri path file filename dir name count len length size limit max min ttl expiry expire expiration in timeout kind format endpoint header field policy error"
    " class classe index position pos regex pattern stdin fd prompt label help hint version usage budget encoding ref from algorithm alg scheme provider helper manager"
)
_ABOUT: Final = frozenset(_ABOUT_TEXT.split())


class _Name(NamedTuple):
    """A name as far as it says secret: from there to the end of the name. tail: what the name goes on with."""

    word: str
    tail: str
    strong: bool
    start: int
    end: int


@cache
def _word() -> re.Pattern[str]:
    return re.compile(rf"(?:(?P<s>{_STRONG})|(?P<k>(?i:key)(?![a-z]))|(?P<w>{_WEAK}))(?P<t>[\w-]{{0,30}}+)")


@cache
def _weak() -> re.Pattern[str]:
    return re.compile(_WEAK)


@cache
def _parts() -> re.Pattern[str]:
    return re.compile(r"[_-]+|(?<=[a-z])(?=[A-Z])")


@cache
def _lively() -> re.Pattern[str]:
    """What dice's work cannot be without."""
    return re.compile("[0-9]|[a-z][A-Z]")


@cache
def _lexed() -> re.Pattern[str]:
    """As a language's own tokens are called."""
    return re.compile(r"(?:_{0,2}[a-z]{1,14}){1,3}|[A-Z_]{2,24}|[A-Z][A-Za-z]{1,30}|.{1,4}")


@cache
def _sep() -> re.Pattern[str]:
    return re.compile(_SEP)


@cache
def _space() -> re.Pattern[str]:
    return re.compile(_SPACE)


@cache
def _value() -> re.Pattern[str]:
    """Groups t to b: between quotes, three, escaped or one; bare: without."""
    return re.compile(
        r"\"\"\"(?P<t>(?:[^\"\\]|\\.|\"(?!\"\")){1,4000}+)\"\"\"|'''(?P<u>(?:[^'\\]|\\.|'(?!'')){1,4000}+)'''"
        rf"|(?P<q>\\{{1,3}}[\"']|&quot;|&#3[49];|%22)(?P<e>(?:(?!(?P=q))[^\r\n\"']){{1,{LONG}}}+)(?P=q)"
        r"|\"(?P<d>(?:[^\"\\\r\n]|\\[^\r\n]){1,4000}+)\"|'(?P<i>(?:[^'\\\r\n]|\\[^\r\n]){1,4000}+)'|`(?P<b>[^`\r\n]{1,4000}+)`"
        rf"|[\"'`]?(?P<bare>[^\s\"'`]{{1,{LONG}}}+)"
    )


@cache
def _rest() -> re.Pattern[str]:
    return re.compile(r"[^\s\"'`]*+")


@cache
def _end() -> re.Pattern[str]:
    """Where a bare value ends before the blank."""
    return re.compile(
        r"&(?:amp;)?[\w.%-]{1,40}=|;[\w.-]{1,40}=|;\w{1,20} ?=|,[\w.-]{1,40}[=:]|</|\\[nr]|%26|;$|[,)\]}>;:]+$|\|\|?$|&&$|&quot;|[)\]}],"
    )


@cache
def _option() -> re.Pattern[str]:
    return re.compile(r"(?:^|[\s\"'`\[\](),=|>])(?:-{1,3}|/)[\w.-]*$")


@cache
def _declared() -> re.Pattern[str]:
    return re.compile(r"(?:^|\s|;)(?:ENV|ARG|setenv|machine\s[^\n]*|login\s+\S+)\s+[\w.-]*$|config set [^\n]*$")


@cache
def _setter() -> re.Pattern[str]:
    """Between a name and its value, in a call that sets it."""
    return re.compile(rf"{_QUOTE},[ \t]{{0,4}}(?=[\"'])")


@cache
def _sets() -> re.Pattern[str]:
    """`define('DB_PASSWORD', '…')`, `setdefault("API_KEY", "…")`."""
    return re.compile(r"(?:(?<![A-Za-z])|(?<=_))(?i:set|put|add|insert|define|with)\w{0,20}\([\"'][\w.-]{0,40}$")


@cache
def _generic() -> re.Pattern[str]:
    """A generic type, cut before what closes it or goes on."""
    return re.compile(r"(?<![A-Za-z])[A-Z][A-Za-z]*+<[\w, <>:&']*+")


@cache
def _task() -> re.Pattern[str]:
    """The path of a project of Gradle's, up to the middle of a name."""
    return re.compile(r"(?<![\w:.-])(?::[\w.-]{1,60}+){0,6}:(?:[\w.]{1,60}-){1,8}$")


def redacted(text: str, hide: Hide) -> str:
    pieces: list[str] = []
    done = 0
    for at in _candidates(text):
        if at < done:
            continue
        name = _named(text, at)
        spot = _spot(text, name) if name else None
        if spot is not None:
            start, done_before = spot[0], done
            done = spot[1]
            pieces += [text[done_before:start], _hidden(text[start:done], "named", hide)]
    return "".join([*pieces, text[done:]])


def _candidates(text: str) -> list[int]:
    """Where a name may begin to say secret."""
    low = text.lower()
    if len(low) != len(text):
        low = "".join(char.lower() if char.isascii() else char for char in text)
    found: set[int] = set()
    for stem in _STEMS:
        at = low.find(stem)
        while at >= 0:
            found.add(at)
            at = low.find(stem, at + 1)
    return sorted(found)


def _named(text: str, at: int) -> _Name | None:
    found = _word().match(text, at)
    if found is None:
        return None
    strong = found["s"] is not None or (
        found["k"] is not None and text[max(0, at - 20) : at].rstrip("_-").lower().endswith(_OPENS)
    )
    if not strong and found["k"] is not None and not _weak().match(text, at):
        return None
    word = found["s"] or found["k"] or found["w"]
    return _Name(word, found["t"], strong, at, found.end()) if _whole(word, found["t"]) else None


def _hidden(value: str, kind: str, hide: Hide) -> str:
    """A value, with what of it is a mark already left as it is."""
    if not place().search(value):
        return hide(kind, value)
    parts = re.split(f"({PLACE})", value)
    return "".join(
        part if place().fullmatch(part) or len(part.strip()) < harmless.LEAST else hide(kind, part) for part in parts
    )


def _spot(text: str, name: _Name) -> tuple[int, int] | None:
    """Begin and end of the value to hide."""
    value, spaced = _given(text, name)
    if value is None:
        return None
    bare = value["bare"]
    if not name.strong and not _lively().search(value[0]):
        return None
    if bare is not None:
        start = value.start("bare")
        end = start + len(_cut(bare))
        if name.word.lower() in ("passphrase", "mnemonic") and not spaced:
            end = max(end, _line(text, start))
        kept = _unlike(name, text[start:end]) or _stays(text, name, text[start:end], spaced, text[end : end + 1])
    else:
        group = next(g for g in "tuedib" if value[g] is not None)
        start, end = value.span(group)
        kept = (
            _unlike(name, value[group])
            or harmless.harmless_quoted(value[group])
            or _lexer(text, name, value[group])
            or (group == "b" and harmless.harmless(value[group]))
        )
    if kept:
        return None
    more = _rest().match(text, end) if bare is not None and end - start == LONG else None
    return start, more.end() if more else end


def _line(text: str, start: int) -> int:
    """The end of up to twelve small words: a passphrase is made of them."""
    more = re.compile(r"[a-z]+(?: [a-z]+){1,24}+").match(text, start)
    return more.end() if more else start


def _whole(name: str, tail: str) -> bool:
    """Whether the word ends where it ends: not in `tokenizer`, `secretary`, `passwordless`; and whether it is about the secret itself."""
    if not tail or tail in ("s", "S"):
        return True
    first = tail[1:] if tail[0] in "sS" and not tail[1:2].isalpha() else tail
    glued = first[:1].isalpha() and (first[0].islower() or name.isupper())
    last = _parts().split(tail.rstrip("0123456789").rstrip("_-"))[-1].lower()
    return not glued and last not in _ABOUT and last.removesuffix("s") not in _ABOUT


def _given(text: str, name: _Name) -> tuple[re.Match[str] | None, bool]:
    """(the value that is given to a name, whether only a blank stands between)."""
    sep = _sep().match(text, name.end)
    if sep:
        return _value().match(text, sep.end()), False
    space = _space().match(text, name.end)
    if not space:
        return None, False
    before = text[max(0, name.start - 60) : name.start]
    if _option().search(before) or _declared().search(before):
        return _value().match(text, space.end()), True
    setter = _setter().match(text, name.end)
    if setter and _sets().search(before):
        return _value().match(text, setter.end()), False
    if (
        name.word.lower() in ("password", "passwd")
        and text[name.end : name.end + 1] == " "
        and text[space.end() : space.end() + 1] in ("'", '"')
    ):
        return _value().match(text, space.end()), False
    return None, False


def _cut(value: str) -> str:
    found = _end().search(value)
    while found and found.start() == 0:
        found = _end().search(value, found.end())
    return value[: found.start()] if found else value


def _stays(text: str, name: _Name, value: str, spaced: bool, after: str) -> bool:
    if harmless.harmless(value) or _lexer(text, name, value):
        return True
    if spaced and (value.startswith("-") or re.fullmatch(r"[A-Z_]{2,24}", value)):
        return True
    colon = ":" in text[name.end : name.end + 2]
    if colon and name.word.lower() == "pass" and not re.match(r"[\w-]", text[max(0, name.start - 1) : name.start]):
        return True  # `PASS: a test`
    if (
        colon
        and _task().search(text[max(0, name.start - 100) : name.start])
        and re.fullmatch(r"[a-z][A-Za-z]{2,120}'?", value)
    ):
        return True  # `:app-auth:compileJava`, a task of Gradle's
    if colon and name.tail == "s" and re.fullmatch(r"[a-z]{1,14}", value):
        return True  # `secrets: inherit`
    if after in (">", ",") and _generic().fullmatch(value):
        return True
    return after in _CODE and bool(re.fullmatch(r"[A-Z][a-z]+(?:[A-Z][a-z]+)*|[A-Z]{2,20}(?:_[A-Z]{2,20})+", value))


def _lexer(text: str, name: _Name, value: str) -> bool:
    """`token: identifier`, `tokens=128000`: a lexer's or a model's, where the name is that one small word."""
    whole = name.word + name.tail
    if whole.lower().endswith("tokens") and not looks.random(value) and (value[:1].isdigit() or not whole.isupper()):
        return True
    alone = whole == "token" and text[max(0, name.start - 1) : name.start] not in ("_", "-")
    return alone and (bool(_lexed().fullmatch(value)) or value.isdigit())


def _unlike(name: _Name, value: str) -> bool:
    """Whether a name that may mean something else has a value that dice did not make."""
    return not name.strong and not any(looks.random(part.strip("=")) for part in place().split(value[:LONG]))
