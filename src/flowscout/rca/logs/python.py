"""Python: tracebacks, chained ones, exception groups, syntax errors, and the interpreter's own refusals.

A traceback lists frames outermost first and ends in `Type: message`. Two sentences chain one to the next ("During handling of
the above exception…", "The above exception was the direct cause…"): the last is what stopped the program. An exception group
draws its members with `|` and `+---- 1 ----`; its leaves are the causes, the group itself follows from them. Whatever stands
before `File "…"` (a log's prefix, pytest's `E`, a group's bars) stands before every line of it. unittest prints a traceback
under the heading `FAIL: test (class)`.
Form: Python library reference, `traceback`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple, TypeAlias

from flowscout.model.logformat import CAUSE, CONSEQUENCE, BlockReading, Line, Record

_HEADER: Final = "Traceback (most recent call last):"
_FRAME: Final = re.compile(
    r"^(?P<prefix>.{0,200}?)  File \"(?P<file>[^\"]{1,500})\", line (?P<line>\d+)(?:, in(?: (?P<function>.{1,300}))?)?$"
)
_RAISED: Final = re.compile(
    r"^(?:(?P<exception>[A-Za-z_][\w.]{0,200})(?:: ?(?P<message>.*))?|(?P<spoken>(?:[a-z_]\w{0,60}\.){1,12}[A-Z]\w{0,80}) (?P<said>\S.*))$"
)
_CHAIN: Final = ("During handling of the above exception", "The above exception was the direct cause")
_FOREIGN: Final = re.compile(
    r"site-packages|dist-packages|/lib/python|\\lib\\|\\Lib\\|^<frozen|^<string>|^<__array|importlib[/\\]|/pytest/|/unittest/|\.nox/|\.tox/|/runpy\.py|^<stdin>"
)
_TEST: Final = re.compile(
    r"^(?:FAIL|ERROR): (?P<test>\w+ \(.{1,300}\)|.{1,200})|^_{4,} (?P<heading>[^_\s].{0,300}?) _{4,}$"
)
_LOGGED: Final = re.compile(
    r"Exception ignored in|Exception in thread|^\s*--- Logging error|\bWARN(?:ING)?\b|(?:\bDEBUG\b|\bINFO\b).{0,200}Traceback"
)
_ROLLED: Final = re.compile(r"(?:\\r)?\\n|%0[Aa]")  # line ends as a string of JSON and a runner's command spell them
_ROLLED_FRAME: Final = re.compile(r"File \\?\"[^\"]{1,500}\", line \d")
_QUOTE: Final = re.compile(r"(?<!\\)\"")
_CUT: Final = re.compile(  # where they were taken for blanks: before a frame, its code, and what was raised
    r"(?<! ) {1,200}(?=(?:File \"[^\"]{1,500}\", line \d|Traceback \(most recent call last\):|During handling of the above|The above exception was"
    r"|(?:[A-Za-z_]\w{0,80}\.){0,8}[A-Z]\w{0,80}(?:Error|Exception|Exit|Interrupt|Warning|Timeout|Fault|NotFound): ))"
    r"|(?<=\", line )(?P<at>\d{1,7}, in \S{1,300}) {1,200}"
)
_TORN_NAME: Final = re.compile(
    r"\", line \d{1,7}, in ?$"
)  # a console ends a line where the function's name no longer fits
_NAME: Final = re.compile(r"[A-Za-z_]\w{0,200}|<\w{1,40}>")
_RECORD: Final = "    + CategoryInfo"
_TORN: Final = 16  # lines within which a trace goes on behind it
_LONGEST: Final = 2000
_CHAINED: Final = 50  # tracebacks that one may be chained to

_KINDS: Final = {
    "ModuleNotFoundError": "import_error", "ImportError": "import_error", "SyntaxError": "syntax_error", "IndentationError": "syntax_error",
    "TabError": "syntax_error", "AssertionError": "test_failure", "MemoryError": "out_of_memory", "FileNotFoundError": "missing_file",
    "PermissionError": "permission", "KeyboardInterrupt": "cancelled", "ConnectionError": "network", "ConnectionRefusedError": "network",
    "ConnectionResetError": "network", "URLError": "network", "gaierror": "network", "ConnectTimeout": "network", "ReadTimeout": "network",
    "ReadTimeoutError": "network", "MaxRetryError": "network", "SSLError": "certificate", "SSLCertVerificationError": "certificate",
    "TimeoutError": "timeout", "TimeoutExpired": "timeout", "DistributionNotFound": "dependency_resolution", "PackageNotFoundError": "dependency_resolution",
    "VersionConflict": "dependency_conflict", "ContextualVersionConflict": "dependency_conflict", "ImproperlyConfigured": "configuration",
    "NoCredentialsError": "authentication", "RateLimitExceededException": "rate_limit", "InvalidVersion": "packaging",
    "OutOfMemoryError": "out_of_memory", "SphinxWarning": "docs_error", "ExtensionError": "docs_error", "ConfigError": "configuration",
}  # fmt: skip
_Frames: TypeAlias = tuple[tuple[str, int, str], ...]
_WRAPPERS: Final = (
    "CalledProcessError",
    "SystemExit",
    "ExceptionGroup",
    "BaseExceptionGroup",
    "UnexpectedExit",
    "mockbuild.exception.Error",
    "Exit",
    "RemoteTraceback",
    "BackendUnavailable",
)
_CODE_ONLY: Final = re.compile(
    r"(?i)(?:return|exit)_?(?:code|status)|calledprocess|nonzero"
)  # of a program that failed
_KNOWN: Final = (
    "TypeError",
    "AttributeError",
    "NameError",
    "KeyError",
    "IndexError",
    "ValueError",
    "ZeroDivisionError",
    "RecursionError",
    "UnicodeDecodeError",
    "UnboundLocalError",
    "NotImplementedError",
)


class _Traceback(NamedTuple):
    """raised: index of the line that names the exception. end: index after the last line read."""

    frames: tuple[tuple[str, int, str], ...]
    exception: str
    message: str
    raised: int
    end: int


def _snake(name: str) -> str:
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name.rsplit(".", 1)[-1]).lower()


def _traceback(lines: Sequence[Line], start: int) -> _Traceback | None:
    """The one traceback whose header stands at `start`. None when it is cut off before its exception."""
    frames: list[tuple[str, int, str]] = []
    prefix: str | None = None
    strange = 0
    for index in range(_begin(lines, start), min(len(lines), start + 1 + _LONGEST)):
        text = lines[index].text
        if _HEADER in text:
            return None
        if (frame := _FRAME.match(text)) and (prefix is None or frame["prefix"] == prefix):
            prefix = frame["prefix"]
            frames.append((frame["file"], int(frame["line"]), frame["function"] or ""))
            continue
        if prefix is None:
            prefix = "" if not text.startswith("  ") and _RAISED.match(text) else None
            if index > start + 3 and prefix is None:
                return None
            if prefix is None:
                continue
        rest = text.removeprefix(prefix)
        if _TORN_NAME.search(lines[index - 1].text) and _NAME.fullmatch(rest):
            continue
        if not rest.strip() or rest.startswith((" ", "\t")):
            continue
        if raised := _RAISED.match(rest):
            name, said = raised["exception"] or raised["spoken"], raised["message"] or raised["said"] or ""
            return _Traceback(tuple(frames), name, said, index, index + 1)
        strange += 1
        if strange > 3:
            return None
    return None


def _begin(lines: Sequence[Line], start: int) -> int:
    """Index of the line below the header, or below the record of an error that PowerShell makes of it."""
    near = range(start + 1, min(len(lines), start + _TORN))
    if not any(_RECORD in lines[index].text for index in near):
        return start + 1
    return next((index for index in near if _FRAME.match(lines[index].text)), start + 1)


def _unrolled(line: Line) -> list[Line]:
    """A traceback that stands in one line, as the lines it had; [] of any other."""
    head, _, rest = line.text.partition(_HEADER)
    if not _ROLLED_FRAME.search(rest):
        return []
    if _ROLLED.search(rest):
        quoted = rest if '\\"' not in rest and '": "' not in head and '":"' not in head else _QUOTE.split(rest, 1)[0]
        parts = _ROLLED.split(quoted.replace('\\"', '"'))
    else:
        parts = _CUT.sub(lambda cut: f"{cut['at'] or ''}\n" + ("    " if cut["at"] else ""), rest).split("\n")
        parts = [f"  {part}" if part.startswith('File "') else part for part in parts]
    return [line._replace(text=text) for text in (_HEADER, *filter(str.strip, parts))]


def _next(lines: Sequence[Line], after: int) -> int:
    """Index of the header of the traceback that `after` is chained to, or -1. A message may run on over a few lines."""
    linked = False
    for index in range(after, min(len(lines), after + 12)):
        text = lines[index].text
        linked = linked or any(chain in text for chain in _CHAIN)
        if _HEADER in text:
            return index if linked else -1
    return -1


def _own(frames: Sequence[tuple[str, int, str]]) -> tuple[str, int, str]:
    """The innermost frame outside of libraries; else the innermost."""
    ours = [frame for frame in frames if not _FOREIGN.search(frame[0])]
    return (ours or list(frames) or [("", 0, "")])[-1]


def _wraps(earlier: str) -> bool:
    """Whether the first of a chain only says that a program failed: what is raised from it says no more. Or whether a message
    announces what was raised."""
    if earlier.endswith("exception was raised:"):
        return True
    return earlier.partition(":")[0].rsplit(".", 1)[-1] == "CalledProcessError"


def _heading(lines: Sequence[Line], start: int) -> str:
    """The test that unittest names above a traceback, or ""."""
    for line in lines[max(0, start - 4) : start]:
        if match := _TEST.match(line.text):
            return match["test"] or match["heading"]
    return ""


def _died(found: _Traceback) -> bool:
    """Whether it went through to the top of the program and ended it."""
    return bool(found.frames) and found.frames[0][2] in ("<module>", "_run_module_as_main")


def _record(lines: Sequence[Line], start: int, found: _Traceback, earlier: str) -> Record:
    short = found.exception.rsplit(".", 1)[-1]
    test = _heading(lines, start)
    kind = _KINDS.get(short, "runtime_error")
    if "No space left on device" in found.message:
        kind = "disk_full"
    file, line, function = _own(found.frames)
    wrapper = (
        short in _WRAPPERS
        or found.exception in _WRAPPERS
        or _CODE_ONLY.search(short) is not None
        or _wraps(earlier)
        or _wraps(found.message)
    )
    logged = any(_LOGGED.search(other.text) for other in lines[max(0, start - 1) : start + 1])
    known = short in _KNOWN or short in _KINDS
    pairs = {"exception": found.exception, "function": function, "test": test, "chainedFrom": earlier}
    if module := re.search(r"No module named '([^']+)'", found.message):
        pairs["dependency"] = module[1]
    if name := re.search(r"(?:attribute|name|from|KeyError:?) '([^']+)'", found.message):
        pairs["symbol"] = name[1]
    return Record(
        line=lines[found.raised].number,
        end_line=lines[found.raised].number,
        type=_snake(short) if known else "python_exception",
        kind="test_failure" if test and kind == "runtime_error" else kind,
        role=CONSEQUENCE if wrapper else CAUSE,
        severity="error",
        message=f"{found.exception}: {found.message}" if found.message else found.exception,
        format="python",
        language="python",
        file=file,
        file_line=line,
        weight=2
        if test
        else -1
        if logged
        else int(not wrapper and (_died(found) or lines[start].text.lstrip().startswith("|"))),
        first=lines[start].number,
        section=lines[found.raised].section,
        metadata=tuple(sorted((key, value) for key, value in pairs.items() if value)),
        frames=found.frames,
    )


def _worker(frames: _Frames, causes: Sequence[_Frames]) -> _Frames:
    """The stack of a worker. Where all of it is of libraries, they could not send on what was raised in code of ours, which it comes from."""
    ours = (cause for cause in reversed(causes) if any(not _FOREIGN.search(file) for file, _, _ in cause))
    return frames if any(not _FOREIGN.search(file) for file, _, _ in frames) else (*frames, *next(ours, ()))


def _read(lines: Sequence[Line], start: int) -> tuple[tuple[Record, ...], int]:
    if one := _unrolled(lines[start]):
        return _chain(one, 0)[0], 1
    return _chain(lines, start)


def _chain(lines: Sequence[Line], start: int) -> tuple[tuple[Record, ...], int]:
    found = _traceback(lines, start)
    if found is None:
        return (), 1
    earlier, causes = "", list[_Frames]()
    for _ in range(_CHAINED):
        header = _next(lines, found.end)
        later = _traceback(lines, header) if header >= 0 else None
        if later is None:
            break
        earlier = earlier or f"{found.exception}: {found.message}"[:300]
        again = (later.exception, later.message) == (
            found.exception,
            found.message,
        )  # a worker's, raised anew in its parent
        if not again:
            causes.append(found.frames)
        found = later._replace(frames=(*later.frames, *_worker(found.frames, causes))) if again else later
    return (_record(lines, start, found, earlier),), found.end - start


READINGS: Final = (BlockReading((_HEADER,), _read),)
