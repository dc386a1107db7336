"""Where the place says that it is a secret: the user's part of an address, a header, an option of a program that takes passwords."""

from __future__ import annotations

import re
from functools import cache
from itertools import zip_longest
from typing import Final

from . import harmless, looks
from .marks import PLACE, Hide, place

_WEB: Final = ("http", "https", "git", "ssh", "git+ssh", "git+https", "ftp", "ws", "wss")


@cache
def _address() -> re.Pattern[str]:
    return re.compile(
        r"(?:(?<![A-Za-z0-9])(?P<scheme>[A-Za-z][A-Za-z0-9+.-]{0,20}))?://(?P<rest>(?:(?!://)[^\s\"'<>`\\]){1,2000}+)"
    )


@cache
def _xml() -> re.Pattern[str]:
    return re.compile(
        r"<(?P<n>[\w:.-]{0,30}?(?i:token|secret|passw(?:or)?d|passphrase|api[_-]?key|private[_-]?key|credential)[\w.-]{0,20})(?:\s[^<>]{0,100})?>(?P<v>[^<>\s][^<>\n]{2,400})</"
    )


@cache
def _header() -> re.Pattern[str]:
    return re.compile(
        r"(?P<n>(?i:(?<![A-Za-z])(?:proxy-|x-)?authorization|(?<![A-Za-z])(?:set-)?cookie2?|(?<![A-Za-z])x-[a-z-]{0,30}(?:key|token|auth|secret|signature)|(?:private|job|deploy)-token|apikey|ocp-apim-subscription-key))"
        r"(?P<s>\\{0,3}[\"'`]?\s{0,3}(?:(?::=?|%3A)\s{0,3}|(?:=>?|,)(?:[ \t]{0,3}(?![ \t\r\n])|\s{0,3}(?=\\{0,3}[\"'`]|(?=\S{0,200}[0-9])(?=\S{0,200}[A-Za-z])\S{8,400}+(?:[ \t]{0,8}[\r\n]|\Z))))\\{0,3}[\"'`]?)"
        r"(?P<scheme>[A-Za-z][\w-]{2,20}[ \t]{1,3}(?=[^\s]))?(?P<v>[^\r\n\"'`\\]{4,}+)"
    )


@cache
def _bearer() -> re.Pattern[str]:
    return re.compile(
        r"(?P<n>(?<![A-Za-z])(?:[Bb]earer|BEARER|[Bb]asic|SSWS|[Aa]pi[Kk]ey|[Tt]oken)[ \t]{1,3}[\"']?)(?P<v>[\w~+/.=-]{12,}+)"
    )


@cache
def _user() -> re.Pattern[str]:
    """`-u name:password`, of curl and its like."""
    return re.compile(
        r"(?P<n>(?<![\w-])(?<!git push )(?:-u|--user|--proxy-user|--auth|--creds|--credentials)(?:[ \t]{1,3}|=)?[\"']?[^\s:\"'=/-][^\s:\"'=/]{0,64}:)(?P<v>[^\s\"'`:]{4,400}+)(?!:)"
    )


_PLAIN: Final = r"(?P<q>[\"']?)(?P<v>[^\s\"'-][^\s\"']{3,}+)"
# What begins a command that takes a password, and how it is given there.
_PROGRAMS: Final = (
    (r"(?:mysql|mariadb)[\w-]*|mycli|7za?|7zz|rar|unrar", r"(?<=\s)-p" + _PLAIN),
    (
        r"sshpass|(?:docker|podman|buildah|skopeo|helm|oras|nerdctl|crane|oc|az|cf|argocd)[^\n|;&]{0,40}?\slogin|mongo\w*|clickhouse-client|influx|cqlsh|pscp|plink|psftp",
        r"(?<=\s)(?:-pw|-p|-P)[ =]?[ \t]{0,2}" + _PLAIN,
    ),
    (r"redis-cli|valkey-cli", r"(?<=\s)-a[ \t]{1,3}" + _PLAIN),
    (r"ldap\w{3,12}|iscsiadm|ipmitool|snmp\w+", r"(?<=\s)-[wPAX][ \t]{1,3}" + _PLAIN),
    (r"zip|unzip|sqlcmd|bcp|osql|isql|mosquitto_\w+", r"(?<=\s)-P[ \t]{0,3}" + _PLAIN),
    (
        r"keytool|jarsigner|apksigner|java",
        r"(?:(?<=\s)-(?:storepass|keypass|srcstorepass|deststorepass|destkeypass|srckeypass)[ \t]{1,3}|(?<=[\s:])pass:)" + _PLAIN,
    ),
    (r"openssl|osslsigncode", r"(?:(?<=[\s:])pass:|(?<=\s)-[kK][ \t]{1,3})" + _PLAIN),
    (r"smbclient|mount\.cifs|rpcclient|wmic|winexe", r"(?<=\s)-U[ \t]{0,3}[\"']?[^\s%\"']{1,60}%" + _PLAIN),
    (r"signtool|xfreerdp|cmdkey|schtasks|psexec\w*", r"(?i:(?<=\s)[/-](?:p|pass|pw|rp)[: ])" + _PLAIN),
    (r"sqlplus|expdp|impdp|sqlldr|rman", r"(?<=\s)[\w$#]{1,40}/" + _PLAIN),
    (r"net\s+use", r"(?<=\s)/user:\S{1,80}[ \t]{1,3}" + _PLAIN),
    (r"htpasswd", r"(?<=\s)-[a-zA-Z]{0,8}b[a-zA-Z]{0,8}[ \t]{1,3}\S{1,200}[ \t]{1,3}\S{1,100}[ \t]{1,3}" + _PLAIN),
    (
        r"vault\s+login|op\s+signin|snyk\s+auth|railway\s+login|ngrok[^\n]{0,20}authtoken|add-authtoken",
        r"(?:(?<=\s)-[tk][ \t]{1,3}|\A[ \t]{1,3})" + _PLAIN,
    ),
    (r"chpasswd|useradd|usermod", r"(?<=\s)-p[ \t]{1,3}" + _PLAIN),
)  # fmt: skip
_GATES: Final = (
    "authorization",
    "cookie",
    "x-",
    "-token",
    "apikey",
    "subscription-key",
    "bearer ",
    "basic ",
    "ssws ",
    "token ",
)
_SINKS: Final = ("-stdin", "sudo", "--with-token", "passphrase-fd", "chpasswd", "passwd")


@cache
def _said() -> re.Pattern[str]:
    return re.compile(r"(?<!\w)(?:echo|printf|print)[ \t]{1,3}(?:-n[ \t]+|[\"']?%s(?:\\n)?[\"']?[ \t]+)?" + _PLAIN)


_READING: Final = ("stdin", "-S", "--with-token", "passphrase-fd", "passwd")  # one of them is in all that is looked for


@cache
def _reads_it() -> re.Pattern[str]:
    """What stands behind a pipe and reads a password from it."""
    return re.compile(
        r"[a-z]-stdin|--stdin-name|sudo[^\n|]{0,20}-S|--with-token|passphrase-fd|passwd"
        r"|(?i:pass|login|secret|token|auth|vault|keyring|restic|cosign|kinit|sudo|(?<!\w)(?:bw|op)(?!\w))[^\n|]{0,60}--stdin"
    )


def _piped(said: re.Match[str]) -> bool:
    """Whether what is said goes into a program that reads a password."""
    line = said.string[said.end() : said.end() + 400].partition("\n")[0]
    into = line.partition("|")[2]
    return any(word in into for word in _READING) and _reads_it().search(into) is not None


@cache
def _commands() -> re.Pattern[str]:
    """One group for each program."""
    programs = "|".join(f"(?P<c{at}>{program})" for at, (program, _) in enumerate(_PROGRAMS))
    return re.compile(rf"(?=[7a-z])(?<![\w.])(?<!\w-)(?:{programs})(?![\w-])")


@cache
def _option(at: int) -> re.Pattern[str]:
    return re.compile(_PROGRAMS[at][1])


def redacted(text: str, hide: Hide) -> str:
    if "://" in text:
        text = _address().sub(lambda found: _without_password(found, hide), text)
    low = text.lower()
    if any(gate in low for gate in _GATES):
        text = _header().sub(lambda found: _of_header(found, hide), text)
        text = _bearer().sub(
            lambda found: found["n"] + hide("bearer", found["v"]) if _carried(found["v"]) else found[0], text
        )
    if any(gate in text for gate in ("-u", "--user", "--proxy-user", "--auth", "--creds")):
        text = _user().sub(lambda found: found["n"] + _given(found["v"], hide), text)
    if "</" in text:
        text = _xml().sub(lambda found: _within(found, hide), text)
    return _lines(text, hide)


def _carried(value: str) -> bool:
    """Behind `Bearer` or `token`: prose goes on in words."""
    return (
        any(c.isdigit() for c in value) and not harmless.harmless(value) and (looks.random(value) or looks.diced(value))
    )


def _given(value: str, hide: Hide) -> str:
    return value if place().search(value) or harmless.harmless(value) or value.isdigit() else hide("password", value)


def _within(found: re.Match[str], hide: Hide) -> str:
    value = found["v"]
    if place().search(value) or harmless.harmless_quoted(value):
        return found[0]
    start = found.start("v") - found.start()
    return found[0][:start] + hide("named", value) + found[0][start + len(value) :]


def _of_header(found: re.Match[str], hide: Hide) -> str:
    scheme, value = found["scheme"] or "", found["v"]
    if (
        place().search(value)
        or harmless.harmless(value)
        or harmless.harmless_quoted(value)
        or (scheme and scheme.strip() in ("header", "headers", "is"))
    ):
        return found[0]
    if (
        not any(
            looks.random(word) or any(c.isdigit() for c in word) or len(word) > 9
            for word in re.split(r"[\s;=,]+", value)
        )
        and " " in (scheme + value).strip()
    ):
        return found[0]  # a sentence about the header
    return found["n"] + found["s"] + scheme + hide("header", value)


def _without_password(found: re.Match[str], hide: Hide) -> str:
    rest = found["rest"]
    if "@" not in rest:
        return found[0]
    scheme = (found["scheme"] or "").lower()
    who = _who(rest, scheme in _WEB)
    name, colon, password = who.partition(":")
    if (
        colon
        and password
        and not place().search(password)
        and not harmless.harmless_quoted(password)
        and not re.fullmatch(r"\*+", password)
    ):
        made = (hide("password", name) if looks.random(name) else name) + colon + hide("password", password)
    elif not colon and looks.random(name):
        made = hide("password", name)
    else:
        return found[0]
    return found[0][: found.start("rest") - found.start()] + made + rest[len(who) :]


def _who(rest: str, web: bool) -> str:
    """What stands before the host. A password may hold `@` and `/`, written by who does not know better."""
    authority = re.split(r"[/?#]", rest, maxsplit=1)[0]
    if web:
        if "@" in authority:
            return authority.rpartition("@")[0]
        port = re.match(r"[^:]*:\d{0,5}$", authority) or ":" not in authority
        return "" if port else rest.partition("?")[0].rpartition("@")[0]
    return rest.partition("?")[0].rpartition("@")[0]


def _lines(text: str, hide: Hide) -> str:
    """Commands with a password among their options, each to the next one or the end of its line."""
    if any(sink in text for sink in _SINKS):
        text = _said().sub(lambda found: _argument(found, hide) if _piped(found) else found[0], text)
    pieces: list[str] = []
    done = 0
    commands = list(_commands().finditer(text))
    for found, following in zip_longest(commands, commands[1:]):
        furthest = min(len(text), found.end() + 600, following.start() if following else len(text))
        end = text.find("\n", found.end(), furthest)
        end = furthest if end < 0 else end
        made = _option(int((found.lastgroup or "c0")[1:])).sub(
            lambda given: _argument(given, hide), text[found.end() : end]
        )
        pieces += [text[done : found.end()], made]
        done = end
    return "".join([*pieces, text[done:]])


def _argument(found: re.Match[str], hide: Hide) -> str:
    value = found["v"]
    if (
        re.search(PLACE, value)
        or harmless.harmless(value)
        or value.isdigit()
        or re.fullmatch(r"\d+:\d+(?:/\w+)?", value)
    ):
        return found[0]
    start = found.start("v") - found.start()
    return found[0][:start] + hide("password", value) + found[0][start + len(value) :]
