"""Types by name, as seen from a scope: which class is meant, its bases, its members, its fields, its subclasses.

A name is looked for from the inside out, then through `using namespace`; aliases (`typedef`, `using`) are followed until
a class is found. Declarations and definitions of one signature are one candidate."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from ...model.pattern import regex
from ...model.record import NamedTuple
from ...ports import Lookup, Offer
from .scope import FileScope, bare
from .types import ITERATORS, Type, read_type
from .visibility import Visibility

_DEEPEST = 24
_QUALIFIER = regex(r"(?:\b[A-Za-z_]\w*+::)++")
_MOST_SUBCLASSES = 64


class CodePlace(NamedTuple):
    """Where a text is written: names are looked for from the inside out."""

    scope: tuple[str, ...]
    path: str


class Class(NamedTuple):
    key: str
    name: str
    scope: tuple[str, ...]
    bases: tuple[str, ...]
    path: str
    kind: str

    @property
    def qualified(self) -> tuple[str, ...]:
        return (*self.scope, self.name)

    @property
    def inside(self) -> CodePlace:
        return CodePlace(self.qualified, self.path)


class Candidate(NamedTuple):
    """One function that a name may mean: all its declarations and definitions of one signature."""

    ids: tuple[str, ...]
    scope: tuple[str, ...]
    least: int
    most: int
    result: str
    flags: frozenset[str]
    signature: str
    path: str

    def takes(self, count: int) -> bool:
        return count < 0 or (self.least <= count and (self.most < 0 or count <= self.most))


class Classes:
    def __init__(self, scope: FileScope, lookup: Lookup) -> None:
        self.lookup = lookup
        self.visibility = Visibility(scope, lookup)
        self.spaces = tuple(tuple(e.module.split("::")) for e in scope.facts.imports if e.kind == "namespace")
        self.aliases = {e.alias: e.module for e in scope.facts.imports if e.kind in ("using", "alias") and e.alias}
        self._found: dict[tuple[str, CodePlace], Class | None] = {}
        self._asked: list[tuple[str, CodePlace]] = []  # names on the way to the one that is looked for
        self._bases: dict[Class, tuple[Class, ...]] = {}
        self._below: dict[str, tuple[Class, ...]] = {}
        self._members: dict[tuple[str, str], tuple[Candidate, ...]] = {}

    # -- by name ---------------------------------------------------------------------------------------------------

    def named(self, name: str, place: CodePlace) -> Class | None:
        """The class that a name means there, aliases looked through."""
        key = (name, place)
        if key not in self._found:
            if key in self._asked or len(self._asked) >= _DEEPEST:
                return None  # `using base = typename base::type`
            self._asked.append(key)
            self._found[key] = self._named(name, place)
            self._asked.pop()
        return self._found[key]

    def _named(self, name: str, place: CodePlace) -> Class | None:
        passed = list[str]()
        for _ in range(_DEEPEST):
            passed.append(name)
            parts = tuple(part for part in name.split("::") if part)
            if not parts:
                return None
            inner = self._nested(parts, place) if len(parts) > 1 else None
            if inner is not None:
                return inner
            found = self._offered(parts, place)
            nearer = self._nearer(parts, place) if found and found.path != place.path else ""
            if found and not nearer:
                return _class(found)
            inner = self._nested(parts, place, anywhere=True) if len(parts) > 1 and not found else None
            if inner is not None:
                return inner
            target = nearer or (
                self._within(parts, place) if parts[-1] in ITERATORS else self._alias(parts[-1], passed)
            )
            if not target or target in passed:
                return None
            name = read_type(target).name
        return None

    def _within(self, parts: tuple[str, ...], place: CodePlace) -> str:
        """`Table::iterator`: what the class lets it stand for, which another's says nothing of."""
        outer = self.named("::".join(parts[:-1]), place) if len(parts) > 1 else None
        return self._alias_in(parts[-1], outer.path) if outer is not None else ""

    def _nested(self, parts: tuple[str, ...], place: CodePlace, *, anywhere: bool = False) -> Class | None:
        """`Table::Iterator` where Table stands for another class: here, or anywhere when no class itself is meant."""
        target = self._alias_in(parts[-2], place.path)
        if not target and (anywhere or not self.named_here(parts[-2])):
            target = self._alias(parts[-2])
        outer = self.named(read_type(target).name, place) if target else None
        for offer in self.lookup("type", parts[-1]) if outer is not None else ():
            if outer is not None and tuple(offer.value[1].split("::")) == outer.qualified:
                return _class(offer)
        return None

    def _nearer(self, parts: tuple[str, ...], place: CodePlace) -> str:
        """What the file itself lets the name stand for there: in a class it says nothing of what is outside of it."""
        offers = [offer for offer in self.lookup("alias", parts[-1]) if offer.path == place.path]
        around = {"", *map(bare, place.scope), *map(bare, parts[:-1])}
        return next((offer.value[0] for offer in offers if offer.value[1] in around), "")

    def _alias_in(self, name: str, path: str) -> str:
        """What a file itself lets the name stand for."""
        return next((offer.value[0] for offer in self.lookup("alias", name) if offer.path == path), "")

    def _offered(self, parts: tuple[str, ...], place: CodePlace) -> Offer | None:
        offers = self.lookup("type", parts[-1])
        if not offers:
            return None
        fitting = best_scope(offers, parts[:-1], place.scope, self.spaces)
        kept = self.visibility.nearest(fitting)
        here = [offer for offer in kept if offer.path == place.path]
        return (here or kept or [None])[0]  # type: ignore[list-item]

    def _alias(self, name: str, passed: Sequence[str] = ()) -> str:
        """`passed`: what was looked through already: `using day = detail::day` in one namespace, `using day = time<D>`
        in the other."""
        own = self.aliases.get(name)
        if own and own not in passed:
            return own
        offers = [offer for offer in self.lookup("alias", name) if offer.value[0] not in passed]
        offers = self.visibility.nearest(offers)
        return offers[0].value[0] if offers else ""

    def is_unsettled(self, last: tuple[str, ...]) -> bool:
        """Whether a name stands for one type here and for another there, under `#if`."""
        offers = self.visibility.nearest([offer for name in last for offer in self.lookup("alias", name)])
        return len({offer.value[0] for offer in offers}) > 1

    def expand(self, kind: Type, place: CodePlace) -> Type:
        """A type with its aliases looked through: pointers and arguments add up."""
        passed = [kind.name]
        for _ in range(_DEEPEST):
            *outer, simple = kind.parts or ("",)
            last = f"::{simple}" if outer and simple in ITERATORS else ""
            if last and kind.arguments:
                return kind
            simple = outer[-1] if last else simple
            target = self._alias(simple, passed) if simple and not self.named_here(simple) else ""
            meant = read_type(target)
            meant = meant._replace(name=meant.name + last)
            if not target or meant.name in passed:
                return kind
            passed += [target, meant.name]
            kind = meant._replace(pointers=meant.pointers + kind.pointers, reference=meant.reference or kind.reference)
        return kind

    def named_here(self, simple: str) -> bool:
        return bool(self.lookup("type", simple))

    # -- hierarchy -------------------------------------------------------------------------------------------------

    def bases(self, owner: Class) -> tuple[Class, ...]:
        known = self._bases.get(owner)
        if known is None:
            place = CodePlace(owner.scope, owner.path)
            named = [self.named(read_type(text).name, place) for text in owner.bases]
            known = self._bases[owner] = tuple([base for base in named if base is not None and base.key != owner.key])
        return known

    def line(self, owner: Class) -> Iterator[Class]:
        """The class and its bases, nearest first."""
        seen, todo = {owner.key}, [owner]
        while todo and len(seen) < _MOST_SUBCLASSES:
            here = todo.pop(0)
            yield here
            for base in self.bases(here):
                if base.key not in seen:
                    seen.add(base.key)
                    todo.append(base)

    def below(self, owner: Class) -> tuple[Class, ...]:
        """All classes that derive from it, sorted."""
        found = self._below.get(owner.key)
        if found is None:
            reached: dict[str, Class] = {}
            todo = [owner]
            while todo and len(reached) < _MOST_SUBCLASSES:
                for child in self._children(todo.pop(0)):
                    if child.key not in reached and child.key != owner.key:
                        reached[child.key] = child
                        todo.append(child)
            found = self._below[owner.key] = tuple(sorted(reached.values()))
        return found

    def _children(self, owner: Class) -> Iterator[Class]:
        offers = self.lookup("derived", owner.name)
        for offer in offers if len(offers) <= 4 * _MOST_SUBCLASSES else ():
            key = offer.value[0]
            for entry in self.lookup("type", key.rpartition("::")[2]):
                if entry.value[0] == key and any(base.key == owner.key for base in self.bases(_class(entry))):
                    yield _class(entry)

    # -- members ---------------------------------------------------------------------------------------------------

    def members(self, owner: Class, name: str) -> tuple[Candidate, ...]:
        """Functions of that name in this class itself."""
        key = (owner.key, name)
        found = self._members.get(key)
        if found is None:
            offers = [o for o in self.lookup("member", f"{owner.name}::{name}") if _of(o, owner)]
            found = self._members[key] = grouped(tuple(self._beside(offers, owner)))
        return found

    def _beside(self, offers: list[Offer], owner: Class) -> list[Offer]:
        """Classes of one name in several programs: definitions near the class."""
        if len({offer.path for offer in offers if offer.value[0]}) < 2 and len({o.path for o in offers}) < 3:
            return offers
        own = [offer for offer in offers if offer.path == owner.path]
        rest = self.visibility.nearest([o for o in offers if o.path != owner.path and o.value[0]])
        stem = owner.path.rpartition(".")[0]
        paired = [o for o in offers if o.path != owner.path and o.path.rpartition(".")[0] == stem]
        return own + (paired or rest)

    def field(self, owner: Class, name: str) -> tuple[Type, CodePlace] | None:
        """The type of a field, here or in a base."""
        for place in self.line(owner):
            for offer in self.lookup("field", f"{place.name}::{name}"):
                if offer.value[0] == place.key:
                    return read_type(offer.value[1]), place.inside
        return None

    def found(self, owner: Class, name: str) -> tuple[Class, tuple[Candidate, ...]] | None:
        """The first class in line with members of that name."""
        for place in self.line(owner):
            candidates = self.members(place, name)
            if candidates:
                return place, candidates
        return None


def _class(offer: Offer) -> Class:
    key, scope, kind, bases = offer.value
    name = key.rpartition("::")[2]
    return Class(
        key,
        name,
        tuple(scope.split("::")) if scope else (),
        tuple(bases.split("\n")) if bases else (),
        offer.path,
        kind,
    )


def _of(offer: Offer, owner: Class) -> bool:
    """Whether a member's scope is the class, allowing for namespaces left out under a using-directive."""
    written = tuple(offer.value[1].split("::"))
    wanted = owner.qualified
    return written == wanted or (len(written) < len(wanted) and wanted[-len(written) :] == written)


def best_scope(
    offers: Iterable[Offer], qualifier: tuple[str, ...], scope: tuple[str, ...], spaces: tuple[tuple[str, ...], ...]
) -> list[Offer]:
    """Those whose scope is what the qualifier means from here: innermost first, then `using namespace`, then any that
    ends so."""
    by_scope: dict[tuple[str, ...], list[Offer]] = {}
    for offer in offers:
        by_scope.setdefault(tuple(offer.value[1].split("::")) if offer.value[1] else (), []).append(offer)
    for size in range(len(scope), -1, -1):
        found = by_scope.get((*scope[:size], *qualifier))
        found = (found or []) + (by_scope.get((*scope[:size], *qualifier, "(anonymous)")) or [])
        if found:
            return found
    for space in spaces:
        for size in range(len(scope), -1, -1):
            found = by_scope.get((*scope[:size], *space, *qualifier))
            if found:
                return found
    ending = [s for s in by_scope if not qualifier or s[-len(qualifier) :] == qualifier]
    return by_scope[ending[0]] if len(ending) == 1 else []


@lru_cache(maxsize=4096)  # each file asks for the members of the same few classes
def grouped(offers: tuple[Offer, ...]) -> tuple[Candidate, ...]:
    """Declarations and definitions of one signature as one candidate; `zmq::ctx_t *` may be `ctx_t *` where it is defined."""
    groups: dict[tuple[str, str], list[Offer]] = {}
    for offer in offers:
        groups.setdefault((offer.value[1].rpartition("::")[2], offer.value[6]), []).append(offer)
    if len(groups) > 1 and any("::" in signature for _, signature in groups):
        groups = _joined(groups)
    return tuple(_candidate(group) for _, group in sorted(groups.items()))


def _joined(groups: dict[tuple[str, str], list[Offer]]) -> dict[tuple[str, str], list[Offer]]:
    """What is only declared with the one definition that differs from it in qualifiers of types alone."""
    defined: dict[tuple[str, str], list[tuple[str, str]]] = {}
    for key, group in groups.items():
        if any(offer.value[0] for offer in group):
            defined.setdefault((key[0], _QUALIFIER.sub("", key[1])), []).append(key)
    made = {key: list(group) for key, group in groups.items()}
    for key, group in groups.items():
        meant = defined.get((key[0], _QUALIFIER.sub("", key[1])), [])
        if len(meant) == 1 and key not in meant:
            made[meant[0]] += group
            del made[key]
    return made


def _candidate(group: list[Offer]) -> Candidate:
    values = [offer.value for offer in group]
    scope = max((value[1] for value in values), key=len)
    most = [int(value[3]) for value in values]
    return Candidate(
        tuple(sorted({value[0] for value in values} - {""})),
        tuple(scope.split("::")) if scope else (),
        min(int(value[2]) for value in values),
        -1 if -1 in most else max(most),
        max((v[4] for v in values), key=len),
        frozenset(flag for value in values for flag in value[5].split()),
        values[0][6],
        group[0].path,
    )
