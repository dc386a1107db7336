"""What strangers hand us, through the real functions: texts made to be slow, at one length and at twice it.

An expression may be linear and the loop around it not. A door takes a text and does all that is done with it. The grammars'
parsers do lose their way in some texts; they have a deadline of their own, and their time is left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import thread_time
from typing import Any, NamedTuple
from unittest import mock

from flowscout.agents.outline import outline
from flowscout.bot.event import read as read_event
from flowscout.bot.parse import parse as parse_comment
from flowscout.config import settings
from flowscout.errors import FlowscoutError
from flowscout.frontends import treesitter
from flowscout.frontends.treesitter import parse
from flowscout.llm.sanitize import sanitize
from flowscout.model.settings import Settings
from flowscout.model.sfm import LEVELS
from flowscout.pipeline import assemble
from flowscout.tasks import regions
from flowscout.tasks.globs import ignored, lines

Door = Callable[[str], object]


def _source(language: str, path: str) -> Door:
    def through(text: str) -> object:
        data = text.encode("utf-8", "replace")
        project = assemble({path: parse(data, language)}, lambda _: data, Settings())
        return [project.mermaid(id_, level) for id_ in list(project.functions)[:3] for level in LEVELS]

    return through


def _configured(text: str) -> object:
    try:
        return settings({"exclude": [text], "semantics": {"calls": {text: text}}}, "flowscout.toml")
    except FlowscoutError as error:
        return error


def _hooked(text: str) -> object:
    payload = {
        "comment": {"body": text, "id": 1, "user": {"login": text}},
        "issue": {"number": 1, "title": text},
        "ref": text,
    }
    return read_event(payload, {"GITHUB_EVENT_NAME": "issue_comment", "GITHUB_REPOSITORY": "a/b", "GITHUB_REF": text})


DOORS: dict[str, Door] = {
    "C": _source("c", "a.c"),
    "C++": _source("cpp", "a.cc"),
    "Python": _source("python", "a.py"),
    "page": lambda text: regions.parse(text) if regions.holds_markers(text.encode("utf-8", "replace")) else None,
    "ignore file": lambda text: ignored(lines(text.encode("utf-8", "replace")), "src/a/b/c.py"),
    "comment": parse_comment,
    "event": _hooked,
    "configuration": _configured,
    "reply": sanitize,
    "other language": lambda text: outline("a.rs", text),
    "notes": lambda text: outline("a.md", text),
}
UNITS = (
    " ", "\t", "\n", "`", "'", '"', "\\", "(", ")", "((", "()", "[", "[[", "{", "}", "{}", "<", ">", "<!--", "-->", "/*", "*/", "//", "#",
    "##", "\\\n", "\\\"", "a", "A_", "_", "1", ".", ",", ";", ":", "::", "=", "= ", "==", "->", "*", "& ", "a ", "a, ", "a.", "a(", "a=",
    "a:", "é", "e\u0301", "漢", "\u202e", "\x00", "0x", '"""', "'''", 'R"(', 'R"x(', "if(a)", "if a:\n ", "else ", "#if A\n", "#if A\n#else\n",
    "#define A(x) x\n", "\nDEFINE_A(", "\nAAA ", "case 1:", "a?b:", "a&&", "a and ", "not ", "lambda:", "template<", "class A ", "<a>", "~~~\n",
    "```\n", "<!-- flowscout: a -->\n", "detail=high ", "<<<<<<< a\n", "=======\n", "flowscout: ", "# flowscout: ignore\n", "**/", "[a-", "@", "$",
)  # fmt: skip
FRAMES = {
    "C": (
        "{}",
        "int f(int a) {{ {} }}",
        "int f(int a) {{ if ({}) return 1; g({}); }}",
        "#if defined{}\nint f(void) {{}}\n#endif\n",
        'int f(void) {{ g("{}"); }}',
    ),
    "Python": (
        "{}",
        "def f(a):\n    {}\n",
        "def f(a):\n    if {}:\n        return g({})\n",
        'def f(a):\n    """{}"""\n    x = "{}"\n',
    ),
    "page": (
        "{}",
        "<!-- flowscout:{}",
        "<!-- flowscout: a {} -->\n<!-- /flowscout -->\n",
        "<!-- flowscout: a -->\n<<<<<<< a\n<!-- /flowscout -->\n=======\n{}",
    ),
    "comment": ("{}", "/flowscout {}", "/{}"),
    "reply": ("{}", '{{"a": "{}"}}', "<think>{}", "[{}]"),
}
FRAMES["C++"] = (
    *FRAMES["C"],
    "struct A {{ void f() {{ for (auto x : {}) g(x); }} }};",
    'auto f() {{ return R"x({})x"; }}',
)
FLOOR = 0.25  # seconds below which growth is not looked at
GROWTH = 3.0  # at twice the length


class Grown(NamedTuple):
    door: str
    frame: str
    unit: str
    seconds: float
    growth: float


def texts(door: str) -> Iterator[tuple[str, str]]:
    for frame in FRAMES.get(door, ("{}",)):
        for unit in UNITS:
            yield frame, unit


def filled(frame: str, unit: str, length: int) -> str:
    return frame.format(*[unit * (length // len(unit))] * frame.count("{}"))


def took(door: str, text: str) -> float:
    """Seconds of CPU, without those of a grammar's parser."""
    parsed, spent = treesitter._parse, 0.0

    def parsing(*given: Any) -> Any:
        nonlocal spent
        before = thread_time()
        tree = parsed(*given)
        spent += thread_time() - before
        return tree

    with mock.patch.object(treesitter, "_parse", parsing):
        before = thread_time()
        DOORS[door](text)
        return thread_time() - before - spent


def grown(door: str, frame: str, unit: str, length: int) -> Grown | None:
    """Where twice the text costs far more than twice the time. Asked again, since other programs run too."""
    whole, half = filled(frame, unit, length), filled(frame, unit, length // 2)
    ratio, seconds = 0.0, 0.0
    for times in (1, 2, 3):
        seconds = min(took(door, whole) for _ in range(times))
        if seconds < FLOOR:
            return None
        ratio = seconds / max(min(took(door, half) for _ in range(times)), 1e-6)
        if ratio < GROWTH:
            return None
    return Grown(door, frame, unit, seconds, ratio)
