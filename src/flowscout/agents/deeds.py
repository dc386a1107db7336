"""The deeds of a function with what decides over them, read off its control-flow graph.

A block depends on a test when one arm of the test always leads to it and another may not (Ferrante, Ottenstein, Warren):
walk up the post-dominators of the arm's first block until those of the test. What the test itself depends on decides too,
as long as the deed stands inside that statement: what merely follows a guard is not said to be done "when" the guard let it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from ..engine.dominators import immediate_dominators
from ..llm.deeds import Deed, Under
from ..model.action import COMPUTATION, LOGGING, METRICS, UTILITY, SemanticAction
from ..model.flow import FlowEdge, FunctionCFG
from ..model.pattern import regex
from ..pipeline import Located, Project
from ..words.builds import in_any
from .notes import beside, notes_of

CODE: Final = 300  # characters
DEEDS: Final = 120
_ASKING: Final = ("test", "switch", "each")
_LOOPING: Final = ("each",)
BRIEF: Final = 3  # letters of a name that says little by itself
_SET: Final = regex(r"\s*+(?:[\w:<>*& ]{1,200}[\s*&])?(\w{1,100})\s*+:?=(?!=)\s*(.+)", re.DOTALL)
_ITS_OWN: Final = regex(r"(?<![\w.])([A-Za-z_][\w.]{0,80})(?:\.|->)\w{1,40}\([^()]{0,40}\) ?[!=]= ?\1(?![\w.(])")
_SET_INSIDE: Final = regex(r"\(\s*(\w+)\s*=(?!=)\s*([\w.:>-]+)")
_ALONE: Final = regex(r"(?<![.\w>])([A-Za-z_]\w*)\b(?!(?:\.|->)\w+\b(?!\())")
_APART: Final = regex(
    r"(?<![\w$])(?!(?:if|while|for|return|switch|and|or|not|in|is|else|elif|await|yield|catch|lambda|del|assert|raise|throw|case|new|delete|from|import|print)\b)"
    r"([A-Za-z_$][\w$]{0,80}) \((?!\*)"
)  # `close (fd)` is written `close(fd)` elsewhere
_NAME: Final = regex(r"(?<![.\w>])[A-Za-z_]\w*")


def deeds_of(project: Project, id_: str) -> tuple[Deed, ...]:
    """In the order of the source."""
    cfg, actions = project.cfg(id_), project.actions(id_)
    tests = {a.block: a for a in actions if _kind(cfg, a) in _ASKING}
    aliases = _aliases(project, id_, actions)
    types = {p.name: p.type for p in project.functions[id_].facts.params if len(p.name) <= BRIEF}
    deciding = _Deciding(cfg, tests, aliases, actions, _left_out(project, id_), _pointers(project, id_))
    kept = [
        a for a in actions
        if a.type != METRICS and (_kind(cfg, a) not in _ASKING or _acts(a))
    ]  # fmt: skip
    where = project.functions[id_]
    text = project.bound(id_).text.decode("latin-1")  # offsets are of bytes
    notes = notes_of(text)
    ordered = sorted(kept, key=lambda a: (a.start, a.block, a.op))[:DEEDS]
    return tuple(
        Deed(
            "" if _kind(cfg, a) in _ASKING else "Do nothing" if _of_a_switch(cfg, a) else _said(a),
            "" if _kind(cfg, a) == "catch" else short(a.text),
            deciding(a),
            place,
            local=a.type in (COMPUTATION, UTILITY)
            and a.effect.startswith("Set ")
            and "." not in a.effect.split(" to ")[0],
            always=deciding.never(a.block),
            loosely=deciding.loosely(a),
            note=beside(notes, text, a.start, a.start + len(a.text.encode())),
            also=" ".join(types[name] for name in dict.fromkeys(_ALONE.findall(a.text)) if name in types)
            or _nowhere(where, a),
        )
        for place, a in enumerate(ordered, 1)
    )


def _nowhere(where: Located, action: SemanticAction) -> str:
    """`return 0` of a function that gives a pointer is said as NULL."""
    given = where.facts.result.rstrip().endswith("*") and _ZERO_GIVEN.fullmatch(action.text.strip())
    return "NULL" if given else ""


def _left_out(project: Project, id_: str) -> dict[str, str]:
    """By parameter: the name of what stands for "not given", `def pop(self, key, default=_missing)`."""
    return {
        p.name: p.default
        for p in project.functions[id_].facts.params
        if p.default.isidentifier() and p.default not in ("None", "True", "False")
    }


_STARRED: Final = regex(r"\*\s{0,3}(?:const\s)?(?P<name>[A-Za-z_]\w{0,80})\s{0,3}(?=[;=,)])")
_DECLARED: Final = regex(
    r"(?m)^[ \t]{0,40}(?:const |struct |static |unsigned )*[A-Za-z_]\w{0,80}[ \t]{0,20}(?P<names>\*[^;={}]{1,160})[;=]"
)
_ZERO_GIVEN: Final = regex(r"return \(?0\)?;?")
_NOUGHT: Final = regex(r"(?<![\w.>*-])((?P<name>[A-Za-z_]\w{0,80}) ?[!=]=) ?0(?![\w.])")


def _pointers(project: Project, id_: str) -> frozenset[str]:
    """Names that are declared as pointers: that one is 0 says that it leads nowhere, not how a call went."""
    where = project.functions[id_]
    if where.language.resolver != "cfamily":
        return frozenset()
    text = project.bound(id_).text.decode("latin-1")
    own = {name for row in _DECLARED.finditer(text) for name in _STARRED.findall(f"{row['names']};")}
    return frozenset(own | {p.name.lstrip("*") for p in where.facts.params if "*" in p.type + p.name})


def _kind(cfg: FunctionCFG, action: SemanticAction) -> str:
    return cfg.blocks[action.block].ops[action.op].kind


def _of_a_switch(cfg: FunctionCFG, action: SemanticAction) -> bool:
    """A `break` that ends a case of a `switch`: the loop around goes on."""
    if cfg.blocks[action.block].ops[action.op].role != "break":
        return False
    return {e.kind for e in cfg.edges if e.source == action.block} == {"next"}


def _said(action: SemanticAction) -> str:
    return f"Log {action.effect}" if action.type == LOGGING and not action.effect.startswith("Log ") else action.effect


def _acts(test: SemanticAction) -> bool:
    """A condition that calls something may do it by asking: `if (rename(a, b) == -1)`; not `if s.strip() != s`."""
    return "(" in test.text and not _ITS_OWN.search(test.text)


def _aliases(project: Project, id_: str, actions: Iterable[SemanticAction]) -> dict[str, str]:
    """What a name stands for: the type of a parameter, what a variable was set to."""
    found = {p.name: p.type for p in project.functions[id_].facts.params if p.type}
    for each in actions:
        for name, value in _SET_INSIDE.findall(each.text):
            found[name] = f"{found.get(name, '')} {value}"[:CODE]
        set_to = _SET.match(each.text)
        if set_to and "." not in set_to[1]:
            found[set_to[1]] = f"{found.get(set_to[1], '')} {short(set_to[2])}"[:CODE]
    return found


def _meant(code: str, aliases: dict[str, str]) -> str:
    return " ".join(aliases[name] for name in dict.fromkeys(_NAME.findall(code)) if name in aliases)[:CODE]


def short(text: str) -> str:
    return _APART.sub(r"\1(", " ".join(text.split()).replace(" not_eq ", " != "))[:CODE]


def _above(block: int, dominators: Sequence[int]) -> frozenset[int]:
    """What must be passed on the way to a block."""
    found = set[int]()
    while block >= 0 and block not in found:
        found.add(block)
        block = dominators[block]
    return frozenset(found)


class _Deciding:
    """Which conditions decide over a block."""

    def __init__(
        self,
        cfg: FunctionCFG,
        tests: dict[int, SemanticAction],
        aliases: dict[str, str],
        actions: Iterable[SemanticAction],
        left_out: dict[str, str],
        pointers: frozenset[str] = frozenset(),
    ) -> None:
        self._pointers = pointers
        self._texts: dict[int, list[str]] = {}
        for each in actions:
            self._texts.setdefault(each.block, []).append(short(each.text))
        self._tests, self._cfg, self._aliases, self._left_out = tests, cfg, aliases, left_out
        self._loops = {edge.source for edge in cfg.edges if edge.kind == "exit-loop"}
        self._out: dict[int, list[FlowEdge]] = {}
        for edge in cfg.edges:
            self._out.setdefault(edge.source, []).append(edge)
        count = len(cfg.blocks)
        leads: list[list[int]] = [[] for _ in range(count + 1)]  # the graph turned round, behind one exit
        for edge in cfg.edges:
            leads[edge.target].append(edge.source)
        last = {edge.source for edge in cfg.edges}
        ends = {*cfg.returns, *cfg.raises}  # one that returns may raise on its way out, and is an end all the same
        leads[count] = [block for block in range(count) if block not in last or block in ends]
        parent = immediate_dominators(leads, count)
        forward = immediate_dominators([[edge.target for edge in self._out.get(block, ())] for block in range(count)])
        self._over: dict[int, list[tuple[int, str, str]]] = {}
        self._after: dict[int, list[int]] = {}  # what goes on only where nothing was raised on the way
        for edge in cfg.edges:
            if edge.kind in ("next", "goto", "loop") and edge.source not in tests:
                if parent[edge.source] != edge.target:
                    self._after.setdefault(edge.target, []).append(edge.source)
                continue
            here, stop = edge.target, parent[edge.source]
            behind = _above(edge.source, forward) if edge.source not in self._loops else frozenset()
            for _ in range(count):
                if here in (stop, count, -1) or here == edge.source or here in behind:  # round again, to what led here
                    break
                self._over.setdefault(here, []).append((edge.source, edge.kind, edge.label))
                here = parent[here]

    def never(self, block: int) -> bool:
        """Whether no condition decides over a block, nor over what it goes on from."""
        waiting, seen = [block], set[int]()
        while waiting:
            here = waiting.pop()
            if self._over.get(here):
                return False
            if here not in seen:
                seen.add(here)
                waiting += self._after.get(here, ())
        return True

    def __call__(self, deed: SemanticAction) -> tuple[Under, ...]:
        found = self._decided(deed)
        both = {(u.code, u.text) for u in found if u._replace(holds=not u.holds) in found}
        return tuple(u for u in found if (u.code, u.text) not in both)

    def loosely(self, deed: SemanticAction) -> tuple[Under, ...]:
        """Conditions without which it is done as well: its block is reached when their arms are cut."""
        return tuple(u for u, arms in self._decided(deed).items() if self._reached(deed.block, arms))

    def _decided(self, deed: SemanticAction) -> dict[Under, set[tuple[int, str]]]:
        """Without those that decide over nothing: behind a handler that goes on, what is done was reached without the error as well."""
        found = self._found(deed)
        loose = {u for u, arms in found.items() if self._reached(deed.block, arms)}
        if not loose or not self._reached(deed.block, {arm for u in loose for arm in found[u]}):
            return found
        return {u: arms for u, arms in found.items() if u not in loose}

    def _reached(self, block: int, cut: set[tuple[int, str]]) -> bool:
        waiting, seen = [0], set[int]()
        while waiting:
            here = waiting.pop()
            if here == block:
                return True
            if here not in seen:
                seen.add(here)
                waiting += [edge.target for edge in self._out.get(here, ()) if (here, edge.kind) not in cut]
        return False

    def _found(self, deed: SemanticAction) -> dict[Under, set[tuple[int, str]]]:
        """Each condition with the arms that lead to a deed."""
        found: dict[Under, set[tuple[int, str]]] = {}
        first = {source for source, _, _ in self._over.get(deed.block, ())}  # either arm of an operand may lead there
        waiting, seen = [deed.block], set[int]()
        while waiting:
            here = waiting.pop()
            if here in seen:
                continue
            seen.add(here)
            waiting += self._after.get(here, ())
            for source, kind, label in self._over.get(here, ()):
                waiting.append(source)
                direct = here == deed.block
                if direct or (source not in first and self._inside(deed, source)):
                    tried = self._tried(source) if kind == "raise" else ""
                    for under in self._under(self._tests.get(source), kind, label, tried):
                        found.setdefault(under, set()).add((source, kind))
        return found

    def _tried(self, block: int) -> str:
        """What may raise on the way to a handler."""
        before = [edge.source for edge in self._cfg.edges if edge.target == block and edge.kind == "raise"]
        return " ".join(text for source in (block, *before) for text in self._texts.get(source, ()))[:CODE]

    def _inside(self, deed: SemanticAction, block: int) -> bool:
        owner = self._cfg.blocks[block].owner
        if not 0 <= owner < len(self._cfg.statements):
            return False
        start, end = self._cfg.statements[owner]
        return start <= deed.start < end

    def _under(self, test: SemanticAction | None, kind: str, label: str, tried: str) -> tuple[Under, ...]:
        if kind == "raise":
            return (Under(f"on {label or 'an error'}", "", False, False, tried),)
        if test is None:
            return ()
        loop = self._cfg.blocks[test.block].ops[test.op].kind in _LOOPING or test.block in self._loops
        code = short(test.text)
        for name, default in self._left_out.items():
            code = re.sub(
                rf"\b({re.escape(name)} (?:is|is not|==|!=)) (?:\w{{1,80}}\.)?{re.escape(default)}\b", r"\1 None", code
            )
        code = _NOUGHT.sub(lambda found: f"{found[1]} NULL" if found["name"] in self._pointers else found[0], code)
        if kind == "case":
            value = in_any(label)
            return (Under(f"{test.effect} {value}", f"{code} {value}", True),)
        return (
            Under(test.effect, code, kind not in ("false", "exit-loop", "default"), loop, _meant(code, self._aliases)),
        )
