"""Data flow over a function's graph: which values that it makes does nobody ever see?

Classic liveness, backwards over the blocks: a name is live where some way leads to a use of it before it is set again.
A definition of a plain local that is dead, and whose value is worked out without doing anything, can be deleted. In
doubt a name is live: one whose address is taken, that a nested function or a lambda mentions, that is bound by
reference or lasts between calls; every name, where a macro or an unread statement may use it. Uses are identifiers of
the text, whatever they turn out to be.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Final

from ...model.flow import Op
from ...model.hidden_names import hidden_names
from ...model.pattern import regex
from ...model.record import NamedTuple
from .scene import QUOTED, OpPlace, Scene

_NAME: Final = regex(r"[^\W\d]\w*")
_IS: Final = regex(r"(?<![=!<>+\-*/%&|^@:])=(?!=)")
_APART: Final = regex(r"\W")
_STEPS: Final = regex(r"([^\W\d]\w*+)\s*+(?:(?:[-+*/%&|^@]|<<|>>|//|\*\*)=|\+\+|--)|(?:\+\+|--)([^\W\d]\w*+)")
KEEPS: Final = regex(  # Python: a variable has the value that it had
    r"([^\W\d]\w{0,80}+) = (?:(?:(?:typing|t)\.)?cast\([^()]{1,200}, \1\)|\1)"
)
_LONGEST: Final = 200  # letters of what stands before a value
_DOES: Final = regex(
    r"\+\+|--|(?<![=!<>])=(?!=)|,|\b(?:new|throw|await|co_await|yield|co_yield|volatile|lambda)\b|\[[&=]?\]"
)
_MAY_RAISE: Final = regex(r"[\w)\]]\s*+[\[(]|\.\s*+[^\W\d]|/|%|\bin\b")  # Python: an item, a property
_ADDRESS: Final = regex(r"(?<!&)&\s*+([^\W\d]\w*+)")
_CLOSURE: Final = regex(r"\blambda\b|\[[^\[\]]*+\]\s*+(?:\([^()]*+\)\s*+)?(?:mutable\b|->|\{)")
_LASTING: Final = regex(r"\b(?:static|volatile|thread_local|_Thread_local|extern)\b")
_MACRO: Final = regex(r"\b[A-Z][A-Z0-9_]++\s*+\(")
_SCALAR: Final = regex(
    r"(?:.*\*|(?:const\s++)?(?:unsigned|signed|int|long|short|char|bool|float|double|size_t|ssize_t|\w{1,60}_t|auto)\b.*)$"
)


class NameDefinition(NamedTuple):
    """A statement that gives a plain name a value. whole: anew, not from its last value."""

    name: str
    value: str
    whole: bool


def definition(text: str, declares: bool) -> NameDefinition | None:
    text = text.strip().rstrip(";")
    if found := _STEPS.match(text):
        return NameDefinition(found[1] or found[2], text[found.end() :], False)
    found = _IS.search(text[:_LONGEST])
    if found is None:
        return None
    left, value = text[: found.start()], text[found.end() :]
    left = (left if declares else left.partition(":")[0]).rstrip()
    name = _APART.split(left)[-1]
    before = left.removesuffix(name)
    if not name.isidentifier() or (
        before.strip() and not (declares and before[0].isalpha() and before[-1] in " \t\n*&>" and "," not in before)
    ):
        return None
    return NameDefinition(name, value, True)


def inert(value: str, python: bool) -> bool:
    """Working it out does nothing but give a value. Calls are judged elsewhere."""
    bare = QUOTED.sub('""', value)
    return not _DOES.search(bare) and not (python and _MAY_RAISE.search(bare))


def dead(
    scene: Scene, candidates: Mapping[OpPlace, NameDefinition], unheard: Collection[OpPlace] = ()
) -> frozenset[OpPlace]:
    """Of definitions that do nothing else, those that nobody sees; of copies of one statement all or none. unheard:
    talk, which is left out, and so what it alone says."""
    watched = {each.name for each in candidates.values()} & _plain(scene)
    if not watched:
        return frozenset()
    uses = {place: _NONE if place in unheard else _used(scene, op, watched) for place, op in scene.ops()}
    watched -= _escaping(scene, watched)
    after = _live_after(scene, uses, watched)
    unseen = {place for place, made in candidates.items() if made.name in watched and made.name not in after[place]}
    seen = {scene.span(place) for place in candidates if place not in unseen}
    return frozenset([place for place in unseen if scene.span(place) not in seen])


def only_said(scene: Scene, filling: Mapping[OpPlace, str], unheard: Collection[OpPlace]) -> Iterator[OpPlace]:
    """Calls that fill a local buffer (name by place) of which nothing speaks but what is left out, and its declaration."""
    for name in set(filling.values()) & set(scene.locals):
        own = {place for place, filled in filling.items() if filled == name}
        others = [(place, op) for place, op in scene.ops() if place not in own and place not in unheard]
        if not any(
            name in _NAME.findall(text) for place, op in others if not _bare(text := scene.read(op.start, op.end), op)
        ):
            yield from own


def _bare(text: str, op: Op) -> bool:
    """`char buf[64];`"""
    return op.role == "declare" and _IS.search(text) is None


def _plain(scene: Scene) -> set[str]:
    """Locals that hold a value of their own."""
    if scene.bound.facts.kind == "module":
        return set()
    facts = scene.bound.facts
    known = set(scene.locals) - scene.bound.outer_names
    if scene.python:
        return known
    types = [(binding.name, binding.type) for binding in facts.bindings] + [
        (p.name.lstrip("*"), p.type) for p in facts.params
    ]
    known -= {each.declared.name for each in hidden_names(scene.bound)}  # of two variables of one name
    return known - {name for name, type_ in types if "&" in type_ or not _SCALAR.match(type_) or _LASTING.search(type_)}


def _escaping(scene: Scene, watched: Iterable[str]) -> set[str]:
    found: set[str] = set()
    for _, op in scene.ops():
        text = scene.read(op.start, op.end)
        if op.role == "define" or _CLOSURE.search(text) or (op.role == "declare" and _LASTING.search(text)):
            found.update(_NAME.findall(text))
        elif not scene.python:
            found.update(_ADDRESS.findall(text))
    return found.intersection(watched)


class _Uses(NamedTuple):
    uses: frozenset[str]
    sets: str  # the name that is set anew, "" none


_NONE: Final = _Uses(frozenset(), "")


def _used(scene: Scene, op: Op, watched: set[str]) -> _Uses:
    text = scene.read(op.start, op.end)
    if (
        op.kind in ("opaque", "variant")
        or op.role == "asm"
        or (not scene.python and _MACRO.search(text) and not _said(scene, op))
    ):
        return _Uses(frozenset(watched), "")
    made = definition(text, op.role == "declare") if op.kind == "do" else None
    if made is None:
        return _Uses(frozenset(_NAME.findall(text)) & watched, "")
    found = frozenset(_NAME.findall(made.value)) & watched
    if made.whole:
        return _Uses(found, made.name)
    handed = "(" in made.value  # `to += encode(c, to)`: whoever is called may write there
    return _Uses(found if handed else found - {made.name}, "")


def _said(scene: Scene, op: Op) -> bool:
    """Every call in it is to a function that is known."""
    return all(one.resolved and one.resolved.targets for one in scene.calls(op.start, op.end))


def _live_after(scene: Scene, uses: Mapping[OpPlace, _Uses], watched: set[str]) -> dict[OpPlace, frozenset[str]]:
    """What is live after each op."""
    cfg = scene.cfg
    leads: list[list[int]] = [[] for _ in cfg.blocks]
    for edge in cfg.edges:
        leads[edge.source].append(edge.target)
    handlers = {edge.target for edge in cfg.edges if edge.kind == "raise"}
    entering: list[frozenset[str]] = [frozenset()] * len(cfg.blocks)
    found: dict[OpPlace, frozenset[str]] = {}
    changed = True
    while changed:
        changed = False
        caught: frozenset[str] = frozenset().union(
            *[entering[block] for block in handlers]
        )  # wherever it may come from
        for block in reversed(cfg.blocks):
            live = caught.union(*[entering[target] for target in leads[block.id]])
            for position in range(len(block.ops) - 1, -1, -1):
                place = OpPlace(block.id, position)
                found[place] = live = live | caught
                live = (live - {uses[place].sets}) | uses[place].uses
            if live != entering[block.id]:
                entering[block.id], changed = live, True
    return found
