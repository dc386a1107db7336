"""What an op does, apart from where it leads: its writes by lvalue, its calls by lexicon and verb.

The strongest meaning in an op wins: irreversible, then a change that outlives the call, then a check, then what is
taken, given back, waited for or flushed. Only two things are elided: talk (see `talk`), and what can be deleted without
anybody seeing it: a plain value that stands alone, a definition that nobody uses (see `dataflow`).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import Final

from ...model import action
from ...model.facts import Call
from ...model.flow import Op
from ...model.pattern import regex
from ...model.record import NamedTuple
from ...words import english, names
from ...words.assignments import LOOKED_UP
from ...words.declarations import declared
from ...words.lexicon import Meaning
from ...words.verbs import AMBIGUOUS, NOUN_TAILS
from . import talk
from .dataflow import KEEPS, NameDefinition, dead, definition, inert, only_said
from .heard import heard
from .prepared import own_value, prepared
from .scene import MadeCall, OpPlace, Scene
from .talk import DOES
from .vain import vain

_SAID: Final = frozenset({action.LOGGING, action.METRICS})
_SILENT_ROLES: Final = frozenset({"scope", "pass"})
_BINDING_ROLES: Final = frozenset({"define", "import"})
_METHOD: Final = regex(r"\)(?:\s++\w++){0,4}+\s*+\{")
_EFFECT_ROLES: Final = frozenset({"expression", "step", "yield"})
_SQL: Final = regex(r"""^[rRbBuUfFL]*["']++\s*+(\w++)""")
_SQL_WRITES: Final = frozenset(
    {"insert", "update", "delete", "replace", "create", "drop", "alter", "truncate", "merge", "grant", "revoke"}
    | {"vacuum", "commit"}
)
_EXECUTES: Final = frozenset({"execute", "executemany", "exec", "query"})
_WRITE_MODE: Final = regex(r"""["'][rbtU]*[wax+][rbtU+]*["']""")
_TRIVIAL: Final = regex(
    r"\s*+(?:\(\s*+void\s*+\)\s*+\w++|\.\.\.|;|\(?[rbuRBU]?(\"|').*\1\)?|(?!(?:[A-Za-z]{1,12}_)?[A-Z][A-Z0-9_]++\s*+;?\s*+$)\w++)?\s*+;?\s*+",
    re.DOTALL,
)
_JUMPS: Final = frozenset({"break", "continue", "goto"})
_POOR: Final = regex(r"(?:co_)?return\b\s*+\(?\s*+(?:-?\w++)?\s*+\)?\s*+;?")
_GUARDS: Final = frozenset(["lock", "locker", "guard", "mutexlock", "autolock"])
_COUNTS: Final = frozenset(["ref", "refs", "refcount", "reference"])
_TAKES: Final = {
    "incr": action.ACQUIRE,
    "inc": action.ACQUIRE,
    "increment": action.ACQUIRE,
    "decr": action.RELEASE,
    "dec": action.RELEASE,
    "decrement": action.RELEASE,
}
_LVALUE: Final = regex(r"(?:\([\w\s*:]++\)\s*+)*+[&*\s]*+([A-Za-z_][\w.\[\]>-]*+)")
_POINTER: Final = regex(
    r"\(\s*+\*[\s*]*+(\w++)\s*+(?:\[[^\[\]]*+\]\s*+)*+\)(?=\s*+[\[(])(?:\([^()=]*+\)|\[[^\[\]]*+\])*+"
)  # `int (*p)[2]`, `void (*f)(int)`
_SIZES: Final = regex(r"(?<=\w)\s*+\[[^\[\]={};]*+\]")  # `char text[sizeof(key)]`
_TYPE_WITH_BODY: Final = regex(r"(?:const\s++)?(?:enum|struct|union)\b[^{;=(]*+\{")  # `enum { IDLE, BUSY } state`
_PLAIN_TYPE: Final = regex(
    r"(?:const\s++)?(?:unsigned|signed|int|long|short|char|bool|float|double|void|struct|union|enum|auto|static|\w{1,60}_t)\b"
)


class Judged(NamedTuple):
    type: str
    reason: str = ""
    target: str = ""
    outlives: bool = False
    callees: tuple[str, ...] = ()


def meanings(scene: Scene) -> dict[OpPlace, Judged]:
    """Of each op. What only talks in a function that does nothing else is what the function is for."""
    found = {place: meaning(scene, op) for place, op in scene.ops()}
    unused, talk_ = _unused(scene), {place for place, it in found.items() if it.type in _SAID}
    silent = {place for place, it in found.items() if it.type in action.ELIDED}
    asked = vain(scene, silent, lambda op: acts(scene, op)) if talk_ else set()
    arms = heard(scene, found, talk_, asked)
    if shown := arms | prepared(scene, _without(scene, found, unused, talk_ | asked), talk_, asked):
        found |= {place: found[place]._replace(type=action.COMPUTATION, reason=action.SAID) for place in shown}
        talk_ -= shown
        asked = vain(scene, silent - shown, lambda op: acts(scene, op)) if talk_ else set()
    for unheard in (talk_ | asked, set[OpPlace]()):
        known = _without(scene, found, unused, unheard)
        if any(
            at not in arms and _works(scene, op, it) for (at, op), it in zip(scene.ops(), known.values(), strict=True)
        ):
            return known
    return {place: it._replace(type=action.COMPUTATION) if it.type in _SAID else it for place, it in known.items()}


def _without(
    scene: Scene,
    found: Mapping[OpPlace, Judged],
    unused: Mapping[OpPlace, NameDefinition],
    unheard: Collection[OpPlace],
) -> dict[OpPlace, Judged]:
    """What nobody sees, as such."""
    gone = {*dead(scene, unused, unheard), *only_said(scene, _filling(scene, found), unheard)}
    return {
        place: it._replace(type=action.UTILITY, reason="dataflow:unused") if place in gone else it
        for place, it in found.items()
    }


def _filling(scene: Scene, found: Mapping[OpPlace, Judged]) -> dict[OpPlace, str]:
    """Statements that do no more than fill a buffer, with its name: `snprintf(buf, sizeof(buf), "%d", n);`"""
    filling = {}
    for place, op in scene.ops():
        made = scene.calls(op.start, op.end) if found[place].type == action.COMPUTATION and op.kind == "do" else []
        to = (
            scene.language.lexicon.writes.get(made[0].call.name, -1)
            if made and _outermost(scene, op, made[0].call)
            else -1
        )
        if 0 <= to < len(made[0].call.args if made else ()) and all(pure(scene, one) for one in made[1:]):
            filling[place] = scene.read(*made[0].call.args[to]).strip()
    return filling


def _works(scene: Scene, op: Op, found: Judged) -> bool:
    """It does more than steer to what is said."""
    text = scene.read(op.start, op.end)
    if op.kind == "return":
        return not _POOR.fullmatch(text)
    if op.kind == "test":
        return acts(scene, op)
    return op.kind == "raise" or (
        op.kind in ("do", "enter")
        and op.role not in _JUMPS
        and found.type not in action.ELIDED
        and not own_value(scene, op)
    )


def _unused(scene: Scene) -> dict[OpPlace, NameDefinition]:
    """Definitions of locals that do nothing else, which nobody may use."""
    made: dict[OpPlace, NameDefinition] = {}
    for place, op in scene.ops():
        if op.kind != "do" or op.role not in ("assign", "declare", "expression", "step"):
            continue
        known = definition(scene.read(op.start, op.end), op.role == "declare")
        if (
            known
            and inert(known.value, scene.python)
            and all(pure(scene, one) for one in scene.calls(op.start, op.end))
        ):
            made[place] = known
    return made


def pure(scene: Scene, one: MadeCall) -> bool:
    """The world outside says that the call only gives a value."""
    resolved = one.resolved
    if one.call.kind in ("new", "construct") or (resolved and resolved.targets):
        return False
    return scene.classifier.pure(_written(one.call), resolved.external if resolved else "")


def acts(scene: Scene, op: Op) -> bool:
    """Whether a condition does something by asking: it writes, or what it calls does, takes or gives back."""
    text, made = scene.read(op.start, op.end), scene.calls(op.start, op.end)
    if talk.writes(scene, text) or any(not talk.idle(scene, one) for one in made):
        return True
    if any((meant := _meaning(scene, one, effect=False)) and meant.type in DOES for one in made):
        return True
    return english.acts(text, scene.language) or any(talk.fills(scene, one) and not pure(scene, one) for one in made)


def meaning(scene: Scene, op: Op) -> Judged:
    if op.kind in ("leave", "variant") or (op.kind == "do" and op.role in _SILENT_ROLES):
        return Judged(action.UTILITY, f"structure:{op.role}")
    if op.role in _BINDING_ROLES:  # of C's, a declaration; of C++'s, methods may do what the function is for
        acts = scene.python or bool(_METHOD.search(scene.read(op.start, op.end)))
        bound = acts and scene.bound.facts.kind != "module"
        return Judged(action.COMPUTATION if bound else action.UTILITY, f"structure:{op.role}")
    if op.kind in ("catch", "opaque") or op.role in ("break", "continue", "goto"):
        return Judged(action.COMPUTATION, f"structure:{op.role}")
    made = scene.calls(op.start, op.end)
    callees = tuple(sorted({target for one in made if one.resolved for target in one.resolved.targets}))
    return _by_calls(scene, op, made)._replace(callees=callees)


def _by_calls(scene: Scene, op: Op, made: list[MadeCall]) -> Judged:
    effect = op.kind == "do" and op.role in _EFFECT_ROLES
    known = [(one, _meaning(scene, one, effect and one.outer)) for one in made]
    for one, meant in known:
        if meant and meant.type == action.IRREVERSIBLE:
            return Judged(action.IRREVERSIBLE, meant.reason, _object(scene, one), True)
    first = known[0][1] if known and _outermost(scene, op, known[0][0].call) else None
    if first and first.type in (action.LOGGING, action.METRICS) and talk.alone(scene, op, known[1:]):
        return Judged(first.type, first.reason)
    lasting = _changed(scene, op) or _written_through(scene, made)
    for one, meant in known:
        lasting = lasting or (_lasting(scene, one, meant) if meant and meant.type == action.MUTATION else None)
    if lasting is not None:
        return lasting
    outer = [meant for one, meant in known if one.outer and meant]
    for meant in outer:
        if meant.type in (action.PERMISSION, action.VALIDATION) and effect:
            return Judged(meant.type, meant.reason)
    return _resource(scene, op, known) or _without_meaning(scene, op, made)


def _outermost(scene: Scene, op: Op, call: Call) -> bool:
    """The statement is the call, or what is streamed into it (`LOG(INFO) << what`)."""
    rest = scene.read(call.end, op.end).strip(" \n\t;")
    return (call.start == op.start or op.kind == "enter") and (not rest or rest.startswith("<<"))


def _resource(scene: Scene, op: Op, known: list[tuple[MadeCall, Meaning | None]]) -> Judged | None:
    for one, meant in known:
        if meant and meant.type in action.RESOURCE:
            return Judged(meant.type, meant.reason, _object(scene, one))
    if op.role == "delete" and not (scene.python and any(mark in scene.read(op.start, op.end) for mark in "[.")):
        return Judged(action.RELEASE, "structure:delete")
    return None


def _only_declared(scene: Scene, op: Op, text: str) -> bool:
    """A name without a value; an object that nobody mentions is there for its constructor and its destructor."""
    if op.role != "declare":
        return False
    if text.startswith("extern ") or _prototype(scene, text):
        return True
    bare = _SIZES.sub("", _POINTER.sub(r"\1", text))
    if "{" in bare and _TYPE_WITH_BODY.match(bare):
        return all(not each.how for each in declared(text, scene.language.spelling))
    if not text.startswith("static ") and any(mark in bare for mark in "=({"):
        return False
    if _kept_guard(scene, text):
        return False
    if "=" in bare and LOOKED_UP.match(text):  # what it holds decides wherever it is looked up
        return all(scene.mentions[each.name] < 2 for each in declared(text, scene.language.spelling))
    type_, _, name = " ".join(bare.rstrip("; \t\n").split()).rpartition(" ")
    return (
        scene.language.name != "cpp"
        or not type_
        or not name.isidentifier()
        or bool(_PLAIN_TYPE.match(text))
        or scene.mentions[name] > 1
    )


def _prototype(scene: Scene, text: str) -> bool:
    """`int close_it(int);` within a function; in C brackets behind a name construct nothing."""
    rows = declared(text, scene.language.spelling) if scene.language.name == "c" else ()
    return bool(rows) and all(row.how == "(" and row.type for row in rows)


def _kept_guard(scene: Scene, text: str) -> bool:
    """`static on_exit cleanup([] { … });`: nobody mentions it, so it is there for what it does when it is made."""
    if scene.language.name != "cpp" or not text.startswith("static ") or _PLAIN_TYPE.match(text[7:]):
        return False
    return any(
        each.how in ("(", "{") and each.value and scene.mentions[each.name] < 2
        for each in declared(text, scene.language.spelling)
    )


def _without_meaning(scene: Scene, op: Op, made: list[MadeCall]) -> Judged:
    text = scene.read(op.start, op.end)
    if talk.streams(scene, op) and talk.alone(scene, op, [(one, None) for one in made]):
        return Judged(action.LOGGING, "lexicon:std::cerr")
    if op.kind == "do" and _only_declared(scene, op, text):
        return Judged(action.UTILITY, f"structure:{op.role}")
    alone = op.kind == "do" and op.role == "expression"
    keeps = op.role == "assign" and scene.python and KEEPS.fullmatch(text) and all(pure(scene, one) for one in made)
    if keeps:
        return Judged(action.UTILITY, "structure:nothing")
    if alone and (
        (not made and _TRIVIAL.fullmatch(text) and not scene.stands_for_more(text))
        or (made and not scene.python and _outermost(scene, op, made[0].call) and all(pure(scene, one) for one in made))
    ):
        return Judged(action.UTILITY, "structure:nothing")
    return Judged(action.COMPUTATION, f"structure:{op.role or op.kind}")


# -- writes


def _changed(scene: Scene, op: Op) -> Judged | None:
    """A write that outlives the call."""
    for write in scene.writes(op.start, op.end):
        target = scene.outlives(write.target)
        if target and target != "errno" and not (write.how == "delete" and not scene.python):
            return Judged(action.MUTATION, f"structure:{write.how}", target, True)
    return None


def _written_through(scene: Scene, made: list[MadeCall]) -> Judged | None:
    """A library's function that writes to where an argument points: `memcpy(out, …)`, `read(fd, s->buf, n)`."""
    for one in made:
        place = scene.language.lexicon.writes.get(one.call.name, -1)
        if place < 0 or place >= len(one.call.args) or (one.resolved and one.resolved.targets):
            continue
        to = _LVALUE.match(scene.read(*one.call.args[place]))
        target = scene.outlives(f"{to[1]}[0]") if to else ""
        if target:
            return Judged(action.MUTATION, f"writes:{one.call.name}", target, True)
    return None


# -- calls


def _meaning(scene: Scene, one: MadeCall, effect: bool) -> Meaning | None:
    """effect: the call stands alone, made for what it does."""
    call, resolved = one.call, one.resolved
    written = _written(call)
    made_new = call.kind in ("new", "construct") or (scene.python and call.name[:1].isupper())
    words = () if made_new else names.lower(call.name)
    found = scene.classifier.call(written, resolved.external if resolved else "", words, call.argc)
    if found and (found.reason.startswith("settings:") or found.type == action.COMPUTATION):
        return found
    special = (
        talk.called(scene, one, words, written) or _by_arguments(scene, one, words) or _by_kind(scene, one, effect)
    )
    if special or found is None:
        return special
    by_verb = found.reason.startswith("verb:")
    if resolved and resolved.targets:
        if found.type in (action.LOGGING, action.METRICS) and not talk.harmless(scene, one):
            return None
        if found.type == action.IRREVERSIBLE and (by_verb or "*" not in found.reason):
            return Meaning(action.MUTATION, found.reason) if effect else None  # what its body does is known below
    if (
        by_verb
        and not effect
        and (found.type != action.IRREVERSIBLE or (words[0] in AMBIGUOUS and words[-1] in NOUN_TAILS))
    ):
        return None
    return found


def _by_kind(scene: Scene, one: MadeCall, effect: bool) -> Meaning | None:
    """Resources by structure and by pairs of names: `new T`, a guard object, `incrRefCount(o)`, `uv_mutex_lock(&m)`."""
    words = names.lower(one.call.name)
    if one.call.kind == "new":
        return Meaning(action.ACQUIRE, "structure:new")
    if one.call.kind == "construct":
        guard = one.call.start in scene.bound.guards or (words and words[-1] in _GUARDS)
        return Meaning(action.ACQUIRE, "type:guard") if guard else None
    if effect and len(words) > 1 and words[0] in _TAKES and words[1] in _COUNTS:
        return Meaning(_TAKES[words[0]], f"verb:{words[0]}")
    if effect and len(words) > 1 and not one.call.receiver and words[-1] in action.RESOURCES:
        return Meaning(action.RESOURCES[words[-1]], f"verb:{words[-1]}")
    return None


def _written(call: Call) -> str:
    """The callee as it is written, dotted."""
    if not call.receiver:
        return call.name
    return names.bare(f"{call.receiver.replace('->', '.')}{'::' if call.sep == '::' else '.'}{call.name}")


def _by_arguments(scene: Scene, one: MadeCall, words: tuple[str, ...]) -> Meaning | None:
    """Calls whose argument decides: a mode, a statement of SQL."""
    call = one.call
    if not call.args:
        return None
    if words and words[-1] in _EXECUTES:
        verb = _SQL.match(scene.read(*call.args[0]).strip())
        if verb and verb.group(1).lower() in _SQL_WRITES:
            return Meaning(action.IRREVERSIBLE, f"sql:{verb.group(1).lower()}")
    if (
        call.name in ("open", "fopen")
        and len(call.args) > 1
        and _WRITE_MODE.fullmatch(scene.read(*call.args[1]).strip())
    ):
        return Meaning(action.MUTATION, "mode:write")
    return None


def _lasting(scene: Scene, one: MadeCall, meant: Meaning) -> Judged | None:
    """A change by call: of the world, of the object itself, or of a receiver that outlives the call."""
    call = one.call
    glob = meant.reason.startswith("lexicon:*.") or meant.reason.startswith("verb:")
    if not glob or not call.receiver or call.sep == "::":
        return Judged(action.MUTATION, meant.reason, _object(scene, one), True)
    if call.receiver in scene.language.spelling.self_names:
        return Judged(action.MUTATION, meant.reason, call.receiver, True)
    target = scene.outlives(f"{call.receiver}[0]") or scene.outlives(call.receiver)
    return Judged(action.MUTATION, meant.reason, target, True) if target else None


def _object(scene: Scene, one: MadeCall) -> str:
    """What is written, sent, deleted or taken: the first argument, else the receiver."""
    if one.call.args:
        return " ".join(scene.read(*one.call.args[0]).split())[:80]
    return one.call.receiver or one.call.name
