"""Talk: logging and metrics. The one thing a picture leaves out although it does something, and so judged strictly.

A call is talk by the lexicon of the world outside, by its receiver (`self.log.info(…)`), or by its name together with a
message (`serverLog(WARNING, "…")`). A function of the project speaks through its effects: what it writes must be talk's
own (a state or a file of something that is called a log), so a write-ahead log is written, not talked to. A statement
is talk only if it is nothing but the call: its result goes nowhere, and nothing is written or done among its arguments.
"""

from __future__ import annotations

from typing import Final

from ...model import action
from ...model.flow import Op
from ...model.pattern import regex
from ...words import names
from ...words.lexicon import Meaning
from ...words.verbs import VERBS
from .scene import QUOTED, MadeCall, Scene

_LENT: Final = regex(r"\s*+&(?!&)")
_LOGGERS: Final = frozenset({"log", "logger", "logging", "structlog"})
_LEVELS: Final = frozenset(
    [
        "debug",
        "info",
        "warn",
        "warning",
        "error",
        "exception",
        "critical",
        "fatal",
        "log",
        "trace",
        "notice",
        "verbose",
        "logv",
    ]
)
_SAYS: Final = frozenset(["log", "logs", "logf", "logv", "debug", "trace", "warn", "warning", "notice"])
_TALKS: Final = regex(
    r"(?:debug|trace|dbg)[a-z]{0,6}$|(?:raw|sys|err|[dvpx])log[fv]?$|dprint[fk]?$"
)  # of macros: `DEBUGP`, `RAWLOG`, `DPRINT`
_UTTERS: Final = frozenset(["print", "write", "emit", "put", "report"])
_METERS: Final = frozenset(["metric", "metrics", "statsd", "telemetry", "prometheus"])
_OWN: Final = _LOGGERS | _METERS | {"logs", "stats", "tracer", "tracing", "counter", "histogram", "gauge", "debug"}
_MESSAGE: Final = regex(
    r"""\s*+(?:\(\s*+)?+(?:[A-Za-z]{0,2}["']|(?:TEXT|_T|QStringLiteral)\()"""
)  # `DPRINT(2, ("…", n))`
_MADE: Final = regex(
    r"""\s{0,40}+(?:[A-Za-z_][\w:]{0,60}+\(\s{0,40}+){1,3}+(?:[A-Za-z]{0,2}["']|[A-Z][A-Z0-9_]{2,60}\s{0,40}+[,)])"""
)  # a message made of a text or its constant: `fmt(MSG_DONE, n)`, `tr("done")`
_GIVEN_MESSAGE: Final = regex(r"[(,]\s{0,40}\"")  # of a call that a macro wrote
_STREAMS: Final = regex(r"(?:std::)?(?:cerr|clog|wcerr|wclog)\b")
_PRINTERS: Final = frozenset({"fprintf", "vfprintf", "fputs", "fwrite", "fputc", "std::fprintf", "std::fputs"})
_FLUSHES: Final = frozenset({"fflush", "std::fflush"})
_WRITES: Final = regex(r"\+\+|--|:=|(?<![=!<>])=(?![=])")
_WRITES_PYTHON: Final = regex(r":=|\b(?:await|yield)\b")
DOES: Final = frozenset({action.IRREVERSIBLE, action.MUTATION, *action.RESOURCE})


def called(scene: Scene, one: MadeCall, words: tuple[str, ...], written: str) -> Meaning | None:
    """Logging or metrics by who is asked, by the stream, or by name and message."""
    call = one.call
    found = _by_receiver(call.receiver, words) or _by_stream(scene, one, written) or _by_name(scene, one, words)
    return found if found and (found.type == action.COMPUTATION or harmless(scene, one)) else None


def _by_receiver(receiver: str, words: tuple[str, ...]) -> Meaning | None:
    """`self.log.info(…)`, `metrics_->Increment(…)`: who is asked says what it is for."""
    asked = names.lower(names.last(receiver)) if receiver else ()
    if asked and words and asked[-1] in _LOGGERS and words[0] in _LEVELS:
        return Meaning(action.LOGGING, f"receiver:{asked[-1]}")
    if asked and asked[-1] in _METERS:
        return Meaning(action.METRICS, f"receiver:{asked[-1]}")
    return None


def _by_stream(scene: Scene, one: MadeCall, written: str) -> Meaning | None:
    if written not in _PRINTERS | _FLUSHES or not one.call.args:
        return None
    streams = {scene.read(*argument).strip() for argument in one.call.args}
    if written in _FLUSHES:  # it holds nothing back
        return Meaning(action.LOGGING, f"lexicon:{written}") if streams == {"stderr"} else None
    return Meaning(action.LOGGING if "stderr" in streams else action.COMPUTATION, f"lexicon:{written}")


def _by_name(scene: Scene, one: MadeCall, words: tuple[str, ...]) -> Meaning | None:
    """`serverLog(WARNING, "…")`, `ROCKS_LOG_INFO(log, "…")`: a word of the name says so, and there is a message."""
    loud = one.call.name.isupper()
    said = _SAYS.intersection(words if loud else (*words[:1], *words[-1:]))
    said |= {word for word in words if loud and _TALKS.match(word)}
    if not said or (words[0] in VERBS and words[0] not in _SAYS | _UTTERS):
        return None
    given = one.call.args
    texts = [scene.read(*argument) for argument in given]
    if any(_MESSAGE.match(text) or _MADE.match(text) for text in texts) or (
        one.call.argc and not given and _GIVEN_MESSAGE.search(scene.read(one.call.start, one.call.end))
    ):
        return Meaning(action.LOGGING, f"name:{min(said)}")
    return None


def harmless(scene: Scene, one: MadeCall) -> bool:
    """What a function of the project does besides talking: nothing, or what belongs to talk alone. That its own name
    begins with `log` is no proof of that where it is handed no message: `self._log_key_for_undo(event)`."""
    targets = one.resolved.targets if one.resolved else ()
    told = any(_MESSAGE.match(scene.read(*argument)) for argument in one.call.args)
    return all(
        atom.kind == "raises"
        or _own(f"{atom.target}.{atom.origin if told or atom.origin != target else _owner(target)}")
        for target in targets
        for atom in scene.effects(target)
    )


def _owner(target: str) -> str:
    """`tk/text.py::Text._log_key` → `tk/text.py::Text`"""
    return target.partition("(")[0].removesuffix(names.last(target.partition("(")[0]))


def _own(text: str) -> bool:
    return bool(_OWN.intersection(names.lower(text)))


def streams(scene: Scene, op: Op) -> bool:
    """`std::cerr << what`"""
    return op.kind == "do" and bool(_STREAMS.match(scene.read(op.start, op.end)))


def alone(scene: Scene, op: Op, inner: list[tuple[MadeCall, Meaning | None]]) -> bool:
    """The statement is the talk and no more. inner: what is called for the arguments."""
    if op.kind == "enter":
        return True
    if op.kind != "do" or op.role not in ("expression", "step"):
        return False
    if writes(scene, scene.read(op.start, op.end)):
        return False
    return not any((meant and meant.type in DOES) or not idle(scene, one) for one, meant in inner)


def writes(scene: Scene, text: str) -> bool:
    return bool((_WRITES_PYTHON if scene.python else _WRITES).search(QUOTED.sub("", text)))


def fills(scene: Scene, one: MadeCall) -> bool:
    """It is handed something to write to: `parse(args, &n)`, whose own text nobody knows; what only asks is called so."""
    resolved, call = one.resolved, one.call
    if scene.python or call.kind != "call" or (resolved and resolved.targets) or call.name.isupper():
        return False
    first, *_ = names.lower(call.name) or ("",)
    lent = any(_LENT.match(scene.read(start, end)) for start, end in call.args)
    return lent and first not in scene.language.lexicon.predicates


def idle(scene: Scene, one: MadeCall) -> bool:
    """A call that changes nothing, as far as the project tells."""
    targets = one.resolved.targets if one.resolved else ()
    return all(atom.kind == "raises" or atom.may for target in targets for atom in scene.effects(target))
