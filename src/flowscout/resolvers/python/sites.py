"""Call sites of one function -> who is called there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ...model.calls import CANDIDATE_CAP, Resolved
from ...model.facts import Call
from .evaluate import Evaluator
from .expression import read
from .frames import Frame
from .hierarchy import BARE, LIBRARY
from .implicit import ASKED, HASHING, SET, SHOWING, Implicit
from .scope import ADDING, lambda_at, module_frame, starts
from .targets import GUESSED, SHOWN, UNION, WRAPPED, Targets, perhaps
from .values import UNKNOWN, Value, Values, each, union

HANDED: Final = 0.5
_COMMON: Final = frozenset(name for kind in (str, bytes, list, dict, set, int, float, tuple) for name in vars(kind)) | {
    "read",
    "write",
    "close",
    "flush",
    "seek",
    "readline",
    "readlines",
    "open",
    "acquire",
    "release",
    "put",
    "send",
    "recv",
    "wait",
    "search",
    "sub",
    "group",
    "groups",
    "fullmatch",
    "run",
    "start",
    "cancel",
    "submit",
    "connect",
    "execute",
    "fetchone",
    "fetchall",
    "commit",
    "rollback",
    "cursor",
    "info",
    "debug",
    "warning",
    "error",
    "exception",
    "log",
    "total_seconds",
    "strftime",
    "isoformat",
    "append",
    "popleft",
    "appendleft",
    "most_common",
    "getvalue",
    "fileno",
    "tell",
    "terminate",
    "kill",
    "communicate",
    "poll",
}


class Sites:
    def __init__(self, evaluator: Evaluator) -> None:
        self.evaluator = evaluator
        self.targets = Targets(evaluator)
        self.implicit = Implicit(self.targets)
        self._leading: dict[tuple[str, ...], tuple[tuple[Resolved, ...], bool]] = {}

    def resolve(self, position: int) -> tuple[Resolved, ...]:
        scope = self.evaluator.scope
        facts = scope.facts.functions[position]
        calls = facts.calls
        if not calls:
            return ()
        frame = self.evaluator.frames.frame(
            module_frame(scope.path) if position == scope.module else scope.ids[position]
        )
        found: list[Resolved] = []
        external: set[int] = set()
        around: list[int] = []  # calls whose arguments are being read
        for site, call in enumerate(calls):
            while around and calls[around[-1]].end <= call.start:
                around.pop()
            if call.kind == "property" and not self.implicit.may_run(call):
                continue
            if call.kind == "ref":
                if call.sep and self.implicit.may_run(call):
                    found += [Resolved(site, *lead[1:]) for lead in self._known(call, frame, position)[0]]
                if around and around[-1] in external:
                    found += self._reference(site, call, calls[around[-1]], frame)
                continue
            leads, outside = self._known(call, frame, position)
            found += [Resolved(site, *lead[1:]) for lead in leads]
            if outside and call.given and (call.name in SHOWING or call.name in (HASHING if call.receiver else ASKED)):
                found += self.implicit.builtin(site, call, frame)
            if outside:
                external.add(site)
            if call.args:
                around.append(site)
        found.sort()
        return tuple(found)

    def _known(self, call: Call, frame: Frame, position: int) -> tuple[tuple[Resolved, ...], bool]:
        """Where a call leads (for site 0), and whether outside of the project; remembered by what the answer depends
        on."""
        key = self._key(call, frame)
        if key is None:
            return self._leads(call, frame, position)
        found = self._leading.get(key)
        if found is None:
            found = self._leading[key] = self._leads(call, frame, position)
        return found

    def _key(self, call: Call, frame: Frame) -> tuple[str, ...] | None:
        """What the answer depends on, when that is the class around, what a local name holds, or nothing of the
        function."""
        if call.kind == "decorator" or frame.position == self.evaluator.scope.module:
            return None
        receiver = call.receiver
        root = receiver.partition(".")[0] if receiver else call.name
        if root == frame.receiver and len(frame.names.get(root, ())) == 1:
            kind = "class" if "classmethod" in frame.flags or call.kind == "super" else "self"
            kind = "new" if frame.key.endswith((".__new__", ".__init_subclass__")) else kind
            around = frame.owner
        elif receiver == "super()":
            kind, around = "super", frame.owner
        else:
            kind, around = "", self._local(root, frame, call.start)
        if receiver and kind != "super" and not receiver.replace(".", "").isidentifier():
            return None
        if f"{root}." in frame.dotted:
            return None
        how = "set" if call.argc == SET and call.kind == "property" else call.kind
        given = str(call.argc) if receiver and not kind else ""  # a guess depends on it
        return (around, kind, how, receiver, call.name, given)

    def _local(self, name: str, frame: Frame, at: int) -> str:
        """The function around that binds a name, and which of its values may reach; "" for none."""
        place: Frame | None = frame
        while place is not None and not place.is_module:
            sources = place.names.get(name)
            if sources:
                chosen = len(sources) > 1 and place is frame and frame.position >= 0
                held = self.evaluator.narrowed(name, frame, at) if place is frame else ()
                return f"{place.key} {starts(self.evaluator.reaching(sources, frame, at) if chosen else sources)} {','.join(held)}"
            place = self.evaluator.frames.outer(place)
        return ""

    def _leads(self, call: Call, frame: Frame, position: int) -> tuple[tuple[Resolved, ...], bool]:
        self.evaluator.begin()
        if call.kind in ("property", "ref"):
            return tuple(self.implicit.attribute(0, call, frame)), False
        if call.kind == "with":
            return tuple(self.implicit.entered(0, call, frame)), False
        values = self._callee(call, frame, position)
        found = list(self._called(0, call, values))
        if call.receiver and call.name and self.evaluator.lookup("getter", call.name):
            found += self.implicit.gotten(0, call, frame)
        if call.receiver and call.name[:2] not in ("", "__"):
            found += self.implicit.hooked(0, call, frame)
        if call.name == "__call__" and frame.owner and any(v.key == "type.__call__" for v in values):
            found += map(perhaps, self.targets.edges(0, self.targets.constructed(frame.owner)))
        if call.kind == "decorator" and (call.args or call.argc == 0):  # what it gives back is called, too
            second = union(self.evaluator.result(value, ()) for value in values if value.kind in ("function", "class"))
            found += self._called(0, call, tuple(v for v in second if v.kind in ("function", "instance")))
        return tuple(found), not any(v.kind in ("function", "class") for v in values)

    # -- what is called --------------------------------------------------------------------------------------------

    def _callee(self, call: Call, frame: Frame, position: int) -> Values:
        if not call.name:
            return self._unnamed(call, frame, position)
        if not call.receiver:
            return self.evaluator.name(call.name, frame, call.start)
        expr = read(call.receiver)
        placed = self.evaluator.placed(expr, call.name, frame, call.start)
        base = self.evaluator.values(expr, frame, call.start) if not placed else ()
        return placed or each(base, lambda value: self.evaluator.attribute(value, call.name))

    def _unnamed(self, call: Call, frame: Frame, position: int) -> Values:
        """`f()()`, `d["k"]()`, `(lambda: 1)()`"""
        expr = read(call.receiver)
        if expr.kind == "lambda":
            scope = self.evaluator.scope
            found = lambda_at(scope, position, call.start, call.end)
            return (Value("function", scope.ids[found]),) if found >= 0 else ()
        return self.evaluator.values(expr, frame, call.start)

    def _called(self, site: int, call: Call, values: Values) -> Iterator[Resolved]:
        targets = union([self.targets.run_by(value) for value in values])
        dotted = sorted({v.key for v in values if v.kind == "external"})
        if targets:
            unsure = UNKNOWN in values or self.targets.replaced(targets) or any(map(self.targets.structural, targets))
            yield from (
                map(perhaps, edges) if (edges := self.targets.edges(site, targets)) and (dotted or unsure) else edges
            )
            if dotted:
                yield Resolved(site, (), "external", UNION, dotted[0])
            if wrapped := self.targets.wrappers(targets):
                yield Resolved(site, wrapped, "candidates", WRAPPED)
            made = union([self.targets.construction(value) for value in values if self.targets.maker(value)])
            yield from map(perhaps, self.targets.edges(site, made))
            return
        if dotted:
            known = len(dotted) == 1 and all(value.kind == "external" for value in values)
            yield Resolved(site, (), "external", 1.0 if known else UNION, dotted[0])
        elif call.kind == "call" and all(value == UNKNOWN for value in values):
            yield from self._guess(site, call)

    def _guess(self, site: int, call: Call) -> Iterator[Resolved]:
        """The methods of that name in the project that take as many arguments, where nothing is known of the receiver;
        where there are none, or a variable is called, what runs when an object is called."""
        if call.name in _COMMON or call.name.startswith("__"):
            return
        offers = self.evaluator.lookup("method", call.name) if call.receiver and call.name else ()
        offers = offers or self.evaluator.lookup("method", "__call__")
        keys = {offer.value[0] for offer in offers if _takes(offer.value[2], call.argc)} or {
            offer.value[0] for offer in offers if self._completes(offer.value[1])
        }
        if 0 < len(keys) <= SHOWN:
            yield Resolved(site, tuple(sorted(keys)), "possible" if len(keys) <= CANDIDATE_CAP else "many", GUESSED)

    def _completes(self, key: str) -> bool:
        """Whether a class derives from a library's, whose other classes may hand a call of that name on to it."""
        order = self.evaluator.hierarchy.order(key)
        return any(place.startswith(LIBRARY) and place not in BARE for place in order)

    # -- what runs without a call written ----------------------------------------------------------------------------

    def _reference(self, site: int, call: Call, around: Call, frame: Frame) -> Iterator[Resolved]:
        """A function handed to something that is not ours may be called by it."""
        if not any(first <= call.start < last for first, last in around.args) or (
            around.receiver and around.name in ADDING
        ):
            return
        self.evaluator.begin()
        values = [v for v in self._callee(call, frame, -1) if v.kind == "function"]
        if values and len(values) <= CANDIDATE_CAP:
            yield Resolved(site, tuple(sorted({v.key for v in values})), "possible", HANDED)


def _takes(arity: str, count: int) -> bool:
    """Whether a method of that arity, `least most` without the object itself, may be called with that many arguments;
    -1: nobody knows."""
    least, most = map(int, arity.split())
    return count < 0 or (least <= count and (most < 0 or count <= most))
