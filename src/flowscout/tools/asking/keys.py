"""Settings, options and environment variables by the text that names them: where it is read, and what stands beside it where it is told first.

`where is the EDITOR environment variable read`, `what is the default of the wrap-scroll option`, `which environment variables does A read`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from ...agents.said import Cited
from ...model.identity import qualified_of
from ...model.pattern import regex
from ...model.product import is_aside
from ..codes import NO_RESULTS, Failed
from ..conditions import told, under
from ..own import line_at
from .defaults import default
from .here import Found, Here, at, each, is_promise, label
from .question.asked import Asked
from .question.tokens import WORDS, QuestionToken, whole

ENVIRONMENT: Final = frozenset(["environment", "env", "envvar", "envvars"])
THINGS: Final = frozenset(["headers", "properties", "preferences", "setting", "settings", "option", "options", "config", "configuration", "variable", "variables", "var", "vars", "key", "keys", "flag", "flags", "switch", "envvar", "preference", "property", "argument", "knob"])  # fmt: skip
READ: Final = frozenset(["read", "reads", "used", "call", "called", "looked", "look", "consulted", "consult", "checked", "check", "checks", "honoured", "honored", "respected", "parsed", "evaluated", "handled", "picked", "accessed", "defined", "define", "declared", "registered", "take", "processed", "applied"])  # fmt: skip
LEFT: Final = frozenset(["the", "a", "an", "is", "do", "which", "where", "who", "in", "up", "at", "by", "line", "command", "command-line", "cli", "from", "named", "our", "named", "code", "can", "get", "gets", "of", "have", "for", "value", "if", "not", "set", "initial", "to", "its", "we", "it", "when", "omitted", "given", "specified", "written", "and", "function", "functions", "file"])  # fmt: skip
_LITERAL: Final = rb"[\"']-{0,2}%s(?:[=:/ ]{0,2}[^\"'\n]{0,40})?[\"']"
GETENV: Final = regex(
    rb"(?:getenv|environ(?:\.get|\.pop|\.setdefault)?|env_var|envvar)\s?(?:=\s?)?[\[(]?\s?[\"']([A-Za-z_][A-Za-z0-9_]{1,60})[\"'](?!\s?\]\s{0,3}=[^=])"
)
_ALIAS: Final = regex(rb"(?<![\w.])(\w{1,40})\s{0,3}=\s{0,3}(?:os\.)?environ(?:\.copy\(\))?(?![\w.(\[])")
_VALUE: Final = regex(
    r"[\"'](?:[^\"'\n]{0,80})[\"']|(?<![\w.])-?\d[\w.]*|\b(?:true|false|True|False|None|NULL|nullptr)\b|\b[A-Z][A-Z0-9_]{2,}\b"
)
_GET: Final = regex(r"(?i)(?:get|read|env|lookup|config|setting|option|find|has|opt)\w{0,40}[\[(]")
LONGEST: Final = 160
KINDS: Final = ("key_read", "key_default", "env_of", "keys_of")
MANY: Final = frozenset(["settings", "options", "keys", "flags", "preferences", "properties", "knobs", "headers"])


class Hit(NamedTuple):
    rank: int
    said: Cited


def keyed(question: str) -> Asked | None:
    """Only where a word of the question says that it is about a setting, and all others are known."""
    found = whole(question)
    small = [token.raw.lower() for token in found]
    about = (THINGS | ENVIRONMENT) & set(small)
    named = [token for token in found if token.code or token.raw.isupper() or "-" in token.raw[1:-1]]
    named = [token for token in named if token.raw.lower() not in THINGS | LEFT]
    about |= {"-"} if len(named) == 1 and (_DASHED.fullmatch(named[0].raw) or _said_by_default(small)) else set()
    if not about or len(named) > 1 or found[0].word not in ("which", "where", "who", "how", "default"):
        return None
    if not named and about & ENVIRONMENT and {token.word for token in found} | set(small) - {"what"} <= _KNOWN | {""}:
        return Asked("env_of", {})
    if not named and about & ENVIRONMENT and small[0] in ("which", "what") and (one := _doer(found)):
        return Asked("env_of", {"A": one})
    name = named[0] if named else _before(found)
    rest = {
        word if word in _KNOWN else token.word for token, word in zip(found, small, strict=True) if token is not name
    }
    by_default = bool(rest & {"default", "defaults"})
    if not name or not rest <= _KNOWN or not (about & {"-"} or _beside(found, name)):
        return None
    if name.code and small[0] in ("which", "what") and MANY & set(small[1:3]) and not by_default:
        return Asked("keys_of", {"A": name})
    if about & ENVIRONMENT and {"which", "what"} & set(small[:1]) and not by_default:
        return Asked("env_of", {"A": name})
    if not by_default and not rest & READ:
        return None
    return Asked("key_default" if by_default else "key_read", {"T": name})


def _said_by_default(small: list[str]) -> bool:
    """`what value does x have by default`, `what does x default to`."""
    return small[-2:] == ["by", "default"] or small[-2:] == ["default", "to"]


def _beside(found: list[QuestionToken], name: QuestionToken) -> bool:
    """Whether the word that says what it is stands beside its name."""
    at = next((at for at, token in enumerate(found) if token.raw == name.raw), 0)
    near = [token.raw.lower() for token in (*found[max(0, at - 2) : at], *found[at + 1 : at + 3])]
    return bool((THINGS | ENVIRONMENT) & set(near))


_DASHED: Final = regex(r"-{0,2}[a-z0-9]+(?:-[a-z0-9]+)+")
_WE: Final = frozenset(["program", "project", "this", "does", "there", "are", "library", "supported", "all", "any", "app", "server", "daemon", "binary", "i", "can", "with"])  # fmt: skip


_KNOWN: Final = LEFT | READ | THINGS | ENVIRONMENT | _WE | {"default", "defaults"}


def _doer(found: list[QuestionToken]) -> QuestionToken | None:
    """`which environment variables does tool read`: the one word that is not known."""
    words = [token.word for token in found]
    other = [token for token in found if token.raw.lower() not in _KNOWN and token.word not in _KNOWN]
    return other[0] if len(other) == 1 and "do" in words and found.index(other[0]) == words.index("do") + 1 else None


def _before(found: list[QuestionToken]) -> QuestionToken | None:
    """`the editor setting`: the word before."""
    at = next((at for at, token in enumerate(found) if token.raw.lower() in THINGS | ENVIRONMENT), 0)
    token = found[at - 1] if at else None
    return (
        token._replace(code=True)
        if token and token.raw.isidentifier() and token.raw.lower() not in LEFT | READ | WORDS.keys()
        else None
    )


def key_read(here: Here, asked: Asked) -> Found | Failed:
    name = asked.names["T"].raw
    hits = sorted(_hits(here, name, reading=True))
    kept = [hit for hit in hits if hit.rank == hits[0].rank] if hits and hits[0].rank == 0 else hits
    if not kept:
        return Failed(NO_RESULTS, f"I find no text `{name[:80]}` in the code of the product")
    note = "Where its name stands as a text; what reads it through a name of another spelling is not seen."
    return Found(tuple(dict.fromkeys(hit.said for hit in kept)), (), note, weighed=True)


def key_default(here: Here, asked: Asked) -> Found | Failed:
    name = asked.names["T"].raw
    hits = [hit for hit in sorted(_hits(here, name, reading=False)) if hit.rank < 2]
    if not hits and (given := default(here, f"what is the default {name}")):
        return given
    if not hits:
        return Failed(NO_RESULTS, f"I find no place that gives `{name[:80]}` a value beside its name")
    best = [hit.said for hit in hits if hit.rank == hits[0].rank]
    return Found(tuple(dict.fromkeys(best)), (), "What stands beside its name, as it is written.", weighed=True)


def _stem(path: str) -> str:
    return path.rpartition("/")[2].partition(".")[0].lower()


def environment_reads(here: Here, path: str) -> Iterator[tuple[int, str, str]]:
    """(offset, name, id of the function) of each environment variable that is read by a text, also through a name that was set to all of them."""
    source = here.project.sources(path)
    for found in GETENV.finditer(source):
        yield found.start(), found[1].decode(), owner_of(here, path, found.start())
    for found in _BY_CONSTANT.finditer(source):
        if said := _constant(here, path, found[1]):
            yield found.start(), said, owner_of(here, path, found.start())
    yield from _handed(here, path)
    for name in {found[1] for found in _ALIAS.finditer(source)}:
        by = re.compile(rb"(?<![\w.])%s(?:\.(?:get|pop|setdefault)\(|\[)\s?[\"']([A-Za-z_][A-Za-z0-9_]{1,60})[\"']\s?[\]),](?!\s{0,3}=[^=])" % re.escape(name))  # fmt: skip
        owners = {owner_of(here, path, found.start()) for found in _ALIAS.finditer(source) if found[1] == name}
        for found in by.finditer(source):
            if (owner := owner_of(here, path, found.start())) in owners:
                yield found.start(), found[1].decode(), owner


def _handed(here: Here, path: str) -> Iterator[tuple[int, str, str]]:
    """`fd_from_env("SYNC_PIPE")`, where that function looks its own parameter up in the environment."""
    by = dict(_looking_up(here))
    if not by or not any(here.project.functions[id_].facts.name.encode() in here.project.sources(path) for id_ in by):
        return
    source = here.project.sources(path)
    for owner in here.project.ids.get(path, ()):
        facts = here.project.functions[owner].facts
        for site in here.project.resolved(owner):
            call, number = facts.calls[site.site], next((by[one] for one in site.targets if one in by), -1)
            if len(site.targets) != 1 or not 0 <= number < len(call.args):
                continue
            start, end = (facts.start + one for one in call.args[number])
            if said := _TEXT_ALONE.fullmatch(source[start:end].strip()):
                yield facts.start + call.start, said[1].decode(), owner


@lru_cache(maxsize=8)
def _looking_up(here: Here) -> tuple[tuple[str, int], ...]:
    """The functions that look a parameter up in the environment, with its number."""
    found = []
    for path in (*here.holding("getenv"), *here.holding("environ")):
        source = here.project.sources(path)
        for read in _BY_NAME.finditer(source) if not is_aside(path) else ():
            owner = owner_of(here, path, read.start())
            params = [one.name for one in here.project.functions[owner].facts.params] if owner else []
            if (name := read[1].decode()) in params:
                less = params[0] in ("self", "cls")
                found.append((owner, params.index(name) - less))
    return tuple(dict.fromkeys(found))


_BY_NAME: Final = regex(rb"(?<!\w)(?:environ(?:\.(?:get|pop|setdefault))?|(?:secure_)?getenv)\s?[\[(]\s?([A-Za-z_]\w{0,60})\s?[\]),](?!\s{0,3}=[^=])")  # fmt: skip
_TEXT_ALONE: Final = regex(rb"[\"']([A-Za-z_][A-Za-z0-9_]{1,60})[\"']")
_BY_CONSTANT: Final = regex(rb"(?<!\w)(?:environ(?:\.(?:get|pop|setdefault))?|(?:secure_)?getenv)\s?[\[(]\s?(?:\w{1,40}\.)?([A-Z_][A-Z0-9_]{2,60})\s?[\]),](?!\s{0,3}=[^=])")  # fmt: skip


def _constant(here: Here, path: str, name: bytes) -> str:
    """`getenv(CACHE_VAR)`: the text that a constant of that name is, in the file itself or in one other alone; "" where that is not told."""
    is_text = re.compile(rb"(?<!\w)%s(?:\[\])?[ \t]{0,20}(?::[ \t]{0,4}[\w.\[\]]{1,40}[ \t]{0,4})?(?:=[ \t]{0,20}|[ \t]{1,20})[\"']([A-Za-z_]\w{1,60})[\"']" % re.escape(name))  # fmt: skip
    own = {found[1] for found in is_text.finditer(here.project.sources(path))}
    every = own or {found[1] for other in here.holding(name.decode()) for found in is_text.finditer(here.project.sources(other))}  # fmt: skip
    return every.pop().decode() if len(every) == 1 else ""


def env_of(here: Here, asked: Asked) -> Found | Failed:
    """All environment variables that are read by their name, of one function or of the whole project."""
    from .here import functions, methods

    ids = None
    if "A" in asked.names:  # of a type, all that its methods read
        ids = methods(here, asked.names["A"], made=True) or functions(here, asked.names["A"])
    named = {path for path in here.project.files if "A" in asked.names and _stem(path) == asked.names["A"].raw.lower()}
    whole = ""
    if isinstance(ids, Failed) and (named or not asked.names["A"].code):
        whole = (
            ""
            if named
            else f"I know no function and no file `{asked.names['A'].raw[:80]}`: this is of the whole project. "
        )
        ids = None  # the name of a file, or of the program
    if isinstance(ids, Failed):
        return ids
    rows = list[Cited]()
    for path in here.project.files:
        if (ids is None and is_aside(path)) or not here.inside(path) or (ids is None and named and path not in named):
            continue
        for offset, name, owner in environment_reads(here, path):
            if ids is None or owner in ids:
                rows.append(Cited(f"`{name}`, read by {qualified_of(owner) if owner else path}", path, here.project.line(path, offset)))  # fmt: skip
    note = f"{whole}Those that are read by a text; what a library reads itself is not seen."
    return Found(tuple(dict.fromkeys(rows)), (), note, weighed=True) if rows else Failed(NO_RESULTS, "I find no environment variable that is read by its name")  # fmt: skip


_KEY: Final = regex(rb"(?<![\w.>-])([A-Za-z_][\w.>-]{0,80}+)\s?[\[(]\s?b?[\"']([A-Za-z_-][\w .:-]{1,60})[\"']\s?[\]),]")


READS: Final = regex(
    rb"(?<![\w.>-])[\w.>-]{0,60}?(?:get|config|option|setting|pref)\w{0,40}[\[(]\s?(?:(?:b?[\"'][\w.-]{1,40}[\"']|[\w.>&-]{1,40}),\s?)?b?([\"'])([A-Za-z][\w.-]{1,60})\1"
)  # `config.getboolean("mirror", "hash-index")`


def _closed(code: str) -> str:
    return f"{code} …)" if code.endswith(",") else code


def keys_of(here: Here, asked: Asked) -> Found | Failed:
    """Texts by which one function looks something up."""
    return each(here, asked.names["A"], lambda id_: _keys_of(here, id_))


def _keys_of(here: Here, id_: str) -> Found | Failed:
    project, facts = here.project, here.project.functions[id_].facts
    text = project.sources(project.functions[id_].path)[facts.start : facts.end]
    rows = [
        at(
            project,
            id_,
            f"{label(project, id_)}: `{_closed(found[0].decode('utf-8', 'replace'))}`",
            line_at(project, id_, found.start()),
        )
        for found in _KEY.finditer(text)
        if text[found.end(1) : found.end(1) + 1] == b"[" or _GET.search(f"{found[1].decode()}(")
    ]
    none = f"I find no text by which {label(project, id_)} looks something up"
    note = "Texts by which it looks something up itself."
    return Found(tuple(dict.fromkeys(rows)), (id_,), note, weighed=True) if rows else Failed(NO_RESULTS, none)


def key_set(here: Here, name: str) -> list[Cited]:
    """Where a text is set that is a name: `env["EDITOR"] = x`, `{"EDITOR": x}`, `setenv("EDITOR", x)`; the tests last."""
    if not name.isidentifier():
        return []
    text = rb"[\"']%s[\"']" % re.escape(name.encode())
    form = re.compile(rb"\[\s?%s\s?\]\s{0,3}[-+|]?=(?!=)|%s\s{0,3}:(?!=)|(?:setenv|putenv|setdefault|_set)\w{0,12}\(\s{0,3}%s|[\"']%s=(?!=)" % (text, text, text, re.escape(name.encode())))  # fmt: skip
    rows = []
    for path in here.holding(name):
        source = here.project.sources(path)
        for found in form.finditer(source):
            owner = owner_of(here, path, found.start())
            said, _ = _around(source, found.start(), found.end())
            decided = told(under(here.project, owner, found.start() - here.project.functions[owner].facts.start)) if owner else ""  # fmt: skip
            rows.append(Cited(f"{qualified_of(owner) if owner else path}: `{said}`{decided}", path, here.project.line(path, found.start())))  # fmt: skip
    return sorted(dict.fromkeys(rows), key=lambda line: (is_aside(line.path), line.path, line.line))


def _hits(here: Here, name: str, *, reading: bool) -> Iterator[Hit]:
    project, bare = here.project, name.strip("-")
    spelled = b"[-_]".join(re.escape(part.encode()) for part in re.split("[-_]", bare))
    literal = re.compile(_LITERAL % spelled)
    for path in project.files:
        if is_aside(path) or not here.inside(path):
            continue
        source = project.sources(path)
        for found in literal.finditer(source):
            owner = owner_of(here, path, found.start())
            text, value = _around(source, found.start(), found.end())
            rank = _rank(text, value, owner, reading=reading)
            who = qualified_of(owner) if owner else path
            decided = ""
            if owner:
                decided = told(under(project, owner, found.start() - project.functions[owner].facts.start))
            yield Hit(rank, Cited(f"{who}: `{text}`{decided}", path, project.line(path, found.start())))


def _rank(text: str, value: bool, owner: str, *, reading: bool) -> int:
    if reading:
        return 0 if owner and _GET.search(text) else 1 if owner else 2
    return 0 if value and re.search(r"(?i)default", text) else 1 if value else 2


def _around(source: bytes, start: int, end: int) -> tuple[str, bool]:
    """The line from its beginning, and as far as the brackets go in which the text stands; whether a value follows it there."""
    begin, depth, at_ = source.rfind(b"\n", 0, start) + 1, 0, end
    while at_ < min(len(source), end + 400):
        letter = source[at_ : at_ + 1]
        depth += (letter in b"([{") - (letter in b")]}")
        if depth < 0 or (letter == b";" and depth <= 0):
            break
        at_ += 1
    closed = source[at_ : at_ + 1] if depth < 0 and source[at_ : at_ + 1] != b"}" else b""
    behind = source[end:at_].decode("utf-8", "replace")
    text = " ".join((source[begin:at_] + closed).decode("utf-8", "replace").split())
    return text[:LONGEST] + ("…" if len(text) > LONGEST else ""), bool(_VALUE.search(behind))


def owner_of(here: Here, path: str, offset: int) -> str:
    inside = [
        id_
        for id_ in here.project.ids.get(path, ())
        if (facts := here.project.functions[id_].facts).kind != "module"
        and facts.start <= offset < facts.end
        and not is_promise(here.project, id_)
    ]
    return max(inside, key=lambda id_: here.project.functions[id_].facts.start) if inside else ""
