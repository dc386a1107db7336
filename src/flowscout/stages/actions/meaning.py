"""What an op does, apart from where it leads: its writes by lvalue, its calls by lexicon and verb.

The strongest meaning in an op wins: irreversible, then a change that outlives the call, then a check. It is elided when every call
that makes it up is logging, metrics or utility, and nothing lasting is written.
"""

from __future__ import annotations

import re
from typing import Final

from ...model import action
from ...model.facts import Call
from ...model.flow import Op
from ...model.pattern import regex
from ...model.record import NamedTuple
from ...words import names
from ...words.lexicon import Meaning
from ...words.verbs import AMBIGUOUS, NOUN_TAILS
from .scene import Made, Scene

_SILENT_ROLES: Final = frozenset({"define", "import", "scope", "pass"})
_EFFECT_ROLES: Final = frozenset({"expression", "step", "yield"})
_LOG_RECEIVERS: Final = frozenset({"log", "logger", "logging"})
_LOG_LEVELS: Final = frozenset(["debug", "info", "warn", "warning", "error", "exception", "critical", "fatal", "log", "trace", "notice", "verbose"])
_METRIC_RECEIVERS: Final = frozenset({"metric", "metrics", "statsd", "telemetry", "prometheus"})
_ERROR_STREAMS: Final = regex(r"(?:std::)?(?:cerr|clog|wcerr|wclog)\b")
_PRINTERS: Final = frozenset({"fprintf", "vfprintf", "fputs", "fwrite", "fputc", "std::fprintf", "std::fputs"})
_SQL: Final = regex(r"""^[rRbBuUfFL]*["']++\s*+(\w++)""")
_SQL_WRITES: Final = frozenset(["insert", "update", "delete", "replace", "create", "drop", "alter", "truncate", "merge", "grant", "revoke", "vacuum", "commit"])
_EXECUTES: Final = frozenset({"execute", "executemany", "exec", "query"})
_WRITE_MODE: Final = regex(r"""["'][rbtU]*[wax+][rbtU+]*["']""")
_COUNTED: Final = regex(r"(?:\+\+|--)?\w+(?:\+\+|--|\s*[+-]=\s*\d+)?")  # a loop's own counting
_GIVEN: Final = regex(r"(?:=(?:\([\w\s*:]++\)|await\b|static_cast<[^()]{0,300}>\(|\s++)*+|\w\s*+)$")
_TRIVIAL: Final = regex(r"\s*+(?:\(\s*+void\s*+\)\s*+\w++|\.\.\.|;|\(?[rbuRBU]?(\"|').*\1\)?|\w++)?\s*+;?\s*+", re.DOTALL)


class Found(NamedTuple):
    type: str
    reason: str = ""
    target: str = ""
    outlives: bool = False
    callees: tuple[str, ...] = ()


def meaning(scene: Scene, op: Op) -> Found:
    if op.kind in ("leave", "variant") or (op.kind == "do" and op.role in _SILENT_ROLES):
        return Found(action.UTILITY, f"structure:{op.role}")
    if op.kind in ("catch", "opaque") or op.role in ("break", "continue", "goto"):
        return Found(action.COMPUTATION, f"structure:{op.role}")
    made = scene.calls(op.start, op.end)
    callees = tuple(sorted({target for one in made if one.resolved for target in one.resolved.targets}))
    return _by_calls(scene, op, made)._replace(callees=callees)


def _by_calls(scene: Scene, op: Op, made: list[Made]) -> Found:
    effect = op.kind == "do" and op.role in _EFFECT_ROLES
    known = [(one, _meaning(scene, one, effect and one.outer)) for one in made]
    for one, meant in known:
        if meant and meant.type == action.IRREVERSIBLE:
            return Found(action.IRREVERSIBLE, meant.reason, _object(scene, one), True)
    changed = _changed(scene, op)
    outer = [(one, meant) for one, meant in known if one.outer]
    if changed is not None and not (outer and all(m and m.type in (action.LOGGING, action.METRICS) for _, m in outer)):
        return changed
    for one, meant in known:
        if meant and meant.type == action.MUTATION:
            lasting = _lasting(scene, one, meant)
            if lasting is not None:
                return lasting
    for _, meant in outer:
        if meant and meant.type in (action.PERMISSION, action.VALIDATION) and effect:
            return Found(meant.type, meant.reason)
    if outer and outer[0][1] and outer[0][1].type == action.LOGGING and _streams(scene, op, outer[0][0].call):
        return Found(action.LOGGING, outer[0][1].reason)
    if outer and all(m and m.type in action.ELIDED for _, m in outer) and not _worked(scene, op, made):
        first = outer[0][1]
        return Found(first.type, first.reason) if first else Found(action.COMPUTATION)
    return _without_meaning(scene, op, made)


def _streams(scene: Scene, op: Op, call: Call) -> bool:
    """`LOG(INFO) << what`: the statement is the call's, whatever is streamed into it."""
    return call.start == op.start and scene.read(call.end, op.end).lstrip().startswith("<<")


def _worked(scene: Scene, op: Op, made: list[Made]) -> bool:
    """More than wrapping: a value given back, arithmetic around the calls, an argument that is itself a call that works."""
    if op.kind != "do" or op.role == "yield":
        return True
    outer = [one.call for one in made if one.outer]
    if op.role in ("assign", "declare") and not (len(outer) == 1 and _is_value(scene, op, outer[0])):
        return True
    inner = [one for one in made if not one.outer]
    logs = [_meaning(scene, one, effect=False) for one in made if one.outer]
    if any(m and m.type in (action.LOGGING, action.METRICS) for m in logs):
        return False
    return any(m is None or m.type not in action.ELIDED for m in [_meaning(scene, one, effect=False) for one in inner])


def _is_value(scene: Scene, op: Op, call: Call) -> bool:
    """The call is all that is assigned, casts aside."""
    if call.kind == "construct":
        return True
    return bool(_GIVEN.search(scene.read(op.start, call.start))) and not scene.read(call.end, op.end).strip(" \n\t);")


def _only_declared(op: Op, text: str) -> bool:
    return op.role == "declare" and (text.startswith("static ") or not any(mark in text for mark in "=({"))


def _without_meaning(scene: Scene, op: Op, made: list[Made]) -> Found:
    text = scene.read(op.start, op.end)
    if op.kind == "do" and _ERROR_STREAMS.match(text):
        return Found(action.LOGGING, "lexicon:std::cerr")
    if op.role == "delete" and not (scene.python and any(mark in text for mark in "[.")):  # `del d[key]` does something
        return Found(action.UTILITY, "structure:delete")
    if op.kind == "do" and (_only_declared(op, text) or (op.role == "step" and _COUNTED.fullmatch(text))):
        return Found(action.UTILITY, f"structure:{op.role}")
    if op.kind == "do" and not made and op.role == "expression" and _TRIVIAL.fullmatch(text):
        return Found(action.UTILITY, "structure:nothing")
    return Found(action.COMPUTATION, f"structure:{op.role or op.kind}")


# -- writes


def _changed(scene: Scene, op: Op) -> Found | None:
    """A write that outlives the call."""
    for write in scene.writes(op.start, op.end):
        target = scene.outlives(write.target)
        if target and target != "errno" and not (write.how == "delete" and not scene.python):
            return Found(action.MUTATION, f"structure:{write.how}", target, True)
    return None


# -- calls


def _meaning(scene: Scene, one: Made, effect: bool) -> Meaning | None:
    """effect: the call stands alone, made for what it does."""
    call, resolved = one.call, one.resolved
    written = _dotted(call.receiver, call.sep, call.name)
    external = resolved.external if resolved else ""
    made_new = call.kind in ("new", "construct") or (scene.python and call.name[:1].isupper())
    words = () if made_new else names.lower(call.name)
    found = scene.classifier.call(written, external, words)
    if found and found.reason.startswith("settings:"):
        return found
    special = _by_receiver(call.receiver, words) or _by_arguments(scene, one, words, written)
    if special:
        return special
    if found is None:
        return None
    by_verb = found.reason.startswith("verb:")
    if resolved and resolved.targets and found.type == action.IRREVERSIBLE and (by_verb or "*" not in found.reason):
        return Meaning(action.MUTATION, found.reason) if effect else None  # what its body does is known below
    if by_verb and not effect and (found.type != action.IRREVERSIBLE or (words[0] in AMBIGUOUS and words[-1] in NOUN_TAILS)):
        return None
    return found


def _dotted(receiver: str, sep: str, name: str) -> str:
    if not receiver:
        return name
    return names.bare(f"{receiver.replace('->', '.')}{'::' if sep == '::' else '.'}{name}")


def _by_receiver(receiver: str, words: tuple[str, ...]) -> Meaning | None:
    """`self.log.info(…)`, `metrics_->Increment(…)`: who is asked says what it is for."""
    asked = names.lower(names.last(receiver)) if receiver else ()
    if asked and words and asked[-1] in _LOG_RECEIVERS and words[0] in _LOG_LEVELS:
        return Meaning(action.LOGGING, f"receiver:{asked[-1]}")
    if asked and asked[-1] in _METRIC_RECEIVERS:
        return Meaning(action.METRICS, f"receiver:{asked[-1]}")
    return None


def _by_arguments(scene: Scene, one: Made, words: tuple[str, ...], written: str) -> Meaning | None:
    """Calls whose argument decides: a stream, a mode, a statement of SQL."""
    call = one.call
    if not call.args:
        return None
    first = scene.read(*call.args[0])
    if written in _PRINTERS:
        streams = {scene.read(*argument).strip() for argument in call.args}
        return Meaning(action.LOGGING, f"lexicon:{written}") if "stderr" in streams else Meaning(action.COMPUTATION, f"lexicon:{written}")
    if words and words[-1] in _EXECUTES:
        verb = _SQL.match(first.strip())
        if verb and verb.group(1).lower() in _SQL_WRITES:
            return Meaning(action.IRREVERSIBLE, f"sql:{verb.group(1).lower()}")
    if call.name in ("open", "fopen") and len(call.args) > 1 and _WRITE_MODE.fullmatch(scene.read(*call.args[1]).strip()):
        return Meaning(action.MUTATION, "mode:write")
    return None


def _lasting(scene: Scene, one: Made, meant: Meaning) -> Found | None:
    """A change by call: of the world, of the object itself, or of a receiver that outlives the call."""
    call = one.call
    glob = meant.reason.startswith("lexicon:*.") or meant.reason.startswith("verb:")
    if not glob or not call.receiver or call.sep == "::":
        return Found(action.MUTATION, meant.reason, _object(scene, one), True)
    if call.receiver in scene.language.spelling.self_names:
        return Found(action.MUTATION, meant.reason, call.receiver, True)
    target = scene.outlives(f"{call.receiver}[0]") or scene.outlives(call.receiver)
    return Found(action.MUTATION, meant.reason, target, True) if target else None


def _object(scene: Scene, one: Made) -> str:
    """What is written, sent or deleted: the first argument, else the receiver."""
    if one.call.args:
        return " ".join(scene.read(*one.call.args[0]).split())[:80]
    return one.call.receiver or one.call.name
