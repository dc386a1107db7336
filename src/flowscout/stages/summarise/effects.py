"""Atoms of effect: found in one function, and let through its call sites."""

from __future__ import annotations

import builtins
import re
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from functools import lru_cache

from ...model import action
from ...model.calls import Resolved
from ...model.exceptions import SAME, STANDARD
from ...model.facts import Call, FunctionFacts, Raised, Shield
from ...model.language import Language
from ...model.pattern import regex
from ...model.summary import ENDS, EXACT, GIVEN, MAY, POSSIBLE, SOME_ERROR, Effect, Flow
from ...words.lexicon import CallClassifier
from ...words.lvalue import Names, names_of, outlives
from ...words.names import split
from .outside import outside

_NAME = regex(r"[\w.:~]+")
_ROOT = regex(r"\.|->|::")
_CATCH_ALL = frozenset({"*", "...", "Exception", "BaseException"})
_MAKES = frozenset({"new", "construct"})  # a type's name is no verb
_HARMLESS = frozenset({"ref", "decorator", "property"})
_LATER = frozenset({"async", "generator", "coroutine", "abstract"})
_PLAIN_DECORATORS = frozenset({"staticmethod", "classmethod", "override", "final", "NoReturn"})
_PLACES = frozenset({"back", "front", "all"})  # `push_back`
_UNWRITTEN = frozenset({"NotImplementedError", "NotImplemented"})
NEVER = (-1,)  # of FunctionFacts.ends
EXITS, FAILS = "exit", "raise"
_HOW = {"exact": EXACT, "candidates": MAY}


def own_effects(
    function_id: str,
    facts: FunctionFacts,
    resolved: Sequence[Resolved],
    language: Language,
    classifier: CallClassifier,
    ended: str = "",
    sure: Sequence[int] | None = None,
) -> frozenset[Effect]:
    """What this function does itself. A call with a body in the project counts for what that body does, not for its name.
    ended: how it never returns as the project says elsewhere; "" nowhere. sure: those of `facts.ends` that are made; None all."""
    return frozenset(
        (
            *_by_calls(function_id, facts, resolved, language, classifier),
            *_states(function_id, facts, language),
            *_raises(function_id, facts),
            *_ends(function_id, facts, resolved, language, ended, facts.ends if sure is None else sure),
        )
    )


def _by_calls(
    function_id: str, facts: FunctionFacts, resolved: Sequence[Resolved], language: Language, classifier: CallClassifier
) -> Iterator[Effect]:
    with_body = {site.site for site in resolved if site.targets}
    libraries = {site.site: site.external for site in resolved if site.external}
    names: Names | None = None
    for position, call in enumerate(facts.calls):
        if call.kind in _HARMLESS or not call.name or position in with_body:
            continue
        external = libraries.get(position, "")
        words = () if call.kind in _MAKES else words_of(call.name)
        meaning = classifier.call(dotted(call), external, words, call.argc)
        if meaning and meaning.type == action.IRREVERSIBLE:
            yield Effect("irreversible", external or call.name, function_id)
        elif (
            meaning
            and meaning.type == action.MUTATION
            and _on_container(call, words, language)
            and meaning.reason.startswith(("verb:", "lexicon:*."))
        ):
            names = names or names_of(facts, language)
            changed = outlives(call.receiver, names, language)
            if changed and not names.building:
                yield Effect("state", changed, function_id)


def _on_container(call: Call, words: Sequence[str], language: Language) -> bool:
    """`self.rows.append(r)`, `rows_.push_back(r)`: what a field holds is changed, by a word that says nothing else."""
    held = "." in call.receiver or "->" in call.receiver or call.receiver.endswith("_")
    return (
        held
        and call.sep != "::"
        and "(" not in call.receiver
        and language.name != "c"
        and (len(words) == 1 or words[1] in _PLACES)
    )


def _states(function_id: str, facts: FunctionFacts, language: Language) -> Iterator[Effect]:
    if not facts.writes:
        return
    names = names_of(facts, language)
    for write in facts.writes:
        changed = outlives(write.target, names, language)
        if changed:
            yield Effect("state", changed, function_id)


def _raises(function_id: str, facts: FunctionFacts) -> Iterator[Effect]:
    for raised in facts.raises:
        for type_ in classes_of(raised, facts):
            if not caught(type_, raised.start, facts.shields):
                yield Effect("raises", type_, function_id)


def classes_of(raised: Raised, facts: FunctionFacts) -> list[str]:
    """A name of the function's own tells nobody outside what comes (`raise kind(text)` of a parameter): only that something does."""
    if not raised.type:
        made = any(raised.start <= each.start and each.end <= raised.end and each.kind != "ref" for each in facts.calls)
        return [SOME_ERROR] if made else []  # `raise` alone lets on what comes from elsewhere
    own = {each.name.lstrip("*&") for each in facts.params} | {each.name for each in facts.bindings}
    return [SOME_ERROR if _ROOT.split(each, maxsplit=1)[0] in own else each for each in raised.type.split(", ") if each]


def _ends(
    function_id: str,
    facts: FunctionFacts,
    resolved: Sequence[Resolved],
    language: Language,
    ended: str,
    sure: Sequence[int],
) -> Iterator[Effect]:
    """It never returns: by its shape, by its declaration, or by a call to the outside that surely runs."""
    if not _runs_when_called(facts):
        return
    if facts.ends == NEVER:
        raised = {"" if SOME_ERROR in (own := classes_of(each, facts)) else ", ".join(own) for each in facts.raises}
        yield Effect(
            ENDS,
            " ".join(["raise", *raised]).strip() if len(raised) == 1 else "raise" if raised else "loop",
            function_id,
        )
    elif ended or facts.has("noreturn"):
        yield Effect(ENDS, ended or "exit", function_id)
    elif sure:
        meant = {site.site: site for site in resolved}
        named = outside(facts, resolved, language)
        left = [facts.calls[at] for at in sure if _outside(facts.calls[at], meant.get(at), language, named.get(at))]
        if left:
            told = language.resolver != "cfamily" and all(map(_found_out, left))
            yield Effect(ENDS, GIVEN if told else "exit", function_id)


def _found_out(call: Call) -> bool:
    """`sys.exit(code)`: with what it turns out to be, so that it may be the program's ordinary end."""
    return "exit" in call.name and any(text and not text.isupper() for text in call.given[:1])


def _runs_when_called(facts: FunctionFacts) -> bool:
    """Not later, not in another's place: what only says that somebody else must write it is no end either."""
    put_off = any(facts.has(flag) for flag in _LATER) or facts.kind == "module"
    wrapped = any(_last(name) not in _PLAIN_DECORATORS for name in facts.decorators)
    return not put_off and not wrapped and not any(_last(raised.type) in _UNWRITTEN for raised in facts.raises)


def _outside(call: Call, site: Resolved | None, language: Language, named: str | None) -> bool:
    if (site is not None and site.targets) or named == "":
        return False
    return language.lexicon.ends(site.external if site is not None and site.external else dotted(call), call.argc)


def ending(targets: Iterable[Iterable[Effect]]) -> str:
    """How a call ends the way, from the atoms of each function that it may mean; "" when one of these returns."""
    ways = {max((atom.target for atom in atoms if atom.kind == ENDS), default="") for atoms in targets}
    if len(ways) == 1 or "" in ways:
        return min(ways, default="")
    return "raise" if all(way.startswith("raise") for way in ways) else "exit"


def endings(
    sites: Iterable[Resolved], known: Container[str], effects: Callable[[str], Iterable[Effect]], one: bool
) -> dict[int, str]:
    """Of the calls whose every target is known: how none of these ever returns, "" where one does, or where something outside
    may be meant as well. one: of several that are made at one place, one is enough."""
    found: dict[int, list[str]] = {}
    outside = set[int]()
    for site in sites:
        if site.external:
            outside.add(site.site)
        if site.how in ("exact", "candidates") and site.targets and all(target in known for target in site.targets):
            found.setdefault(site.site, []).append(ending(map(effects, site.targets)))
    return {site: "" if site in outside else (max if one else min)(ways) for site, ways in found.items()}


def flows(facts: FunctionFacts, resolved: Sequence[Resolved], sure: Sequence[int]) -> tuple[Flow, ...]:
    """The ways along which effects can reach a function, sorted, each once. sure: those of `facts.ends` that are made."""
    found: set[Flow] = set()
    for site in resolved:
        if not site.targets:
            continue
        how = _HOW.get(site.how, POSSIBLE)
        catches = _around(facts.calls[site.site].start, facts.shields) if facts.shields else ()
        surely = site.site in sure and len(site.targets) == 1
        found.update(Flow(target, how, catches, surely) for target in site.targets)
    return tuple(sorted(found))


def _around(offset: int, shields: Sequence[Shield]) -> tuple[str, ...]:
    return tuple(sorted({type_ for s in shields if s.start <= offset < s.end for type_ in s.types}))


def passed_on(atoms: Iterable[Effect], flow: Flow) -> Iterator[Effect]:
    """The atoms of a callee that reach the caller along one flow."""
    atoms = tuple(atoms)
    way = shut(atoms, flow)
    if way == EXITS:
        return
    for atom in atoms:
        if (flow.catches or atom.kind == ENDS) and covered(atom.kind, atom.target, flow):
            continue
        unsure = flow.how == MAY or (way == FAILS and atom.kind != "raises")
        yield atom._replace(may=True) if unsure and not atom.may else atom


def shut(atoms: Iterable[Effect], flow: Flow) -> str:
    """Of a callee that never returns, where its caller does: what it does belongs to the end of the program (EXITS), of which the
    caller's ways know nothing, or to a failing of the caller (FAILS), so that it may happen."""
    if flow.surely and flow.how == EXACT:
        return ""
    ways = [atom.target for atom in atoms if atom.kind == ENDS and atom.target != "loop"]
    return "" if not ways else FAILS if all(way.startswith(FAILS) for way in ways) else EXITS


def covered(kind: str, target: str, flow: Flow) -> bool:
    """Whether an atom is stopped on the way: an exception that is caught, an end that need not come."""
    if kind == ENDS:
        return not (flow.surely and flow.how == EXACT)
    return kind == "raises" and any(_covers(c, target) for c in flow.catches)


def caught(type_: str, offset: int, shields: Sequence[Shield]) -> bool:
    """Whether an exception of that type (each of several, `A, B`) raised at that offset is caught by a try around it."""
    around = [c for s in shields if s.start <= offset < s.end for c in s.types]
    return bool(around) and all(any(_covers(c, each) for c in around) for each in type_.split(", "))


@lru_cache(maxsize=4096)
def _covers(catching: str, type_: str) -> bool:
    if catching in _CATCH_ALL:
        return True
    if catching.startswith("."):  # one of the project's own that derives from what a handler names
        return not type_.startswith("std::") and catching[1:] == type_.rpartition("::")[2]
    catching_name, raised_name = (_last(SAME.get(name, name)) for name in (catching, type_))
    if catching_name == raised_name:
        return True
    above = raised_name
    while above := STANDARD.get(above, ""):
        if above == catching_name:
            return True
    wide, narrow = getattr(builtins, catching_name, None), getattr(builtins, raised_name, None)
    return isinstance(wide, type) and isinstance(narrow, type) and issubclass(narrow, wide)


def _last(name: str) -> str:
    match = _NAME.search(name.removeprefix("const "))
    return re.split(r"\.|::", match.group(0))[-1] if match else name


def dotted(call: Call) -> str:
    """The callee as written, separators as `.` except C++'s `::`."""
    if not call.receiver:
        return call.name
    separator = "::" if call.sep == "::" else "."
    return f"{call.receiver.replace('->', '.')}{separator}{call.name}"


@lru_cache(maxsize=65536)
def words_of(name: str) -> tuple[str, ...]:
    return tuple(word.lower() for word in split(name))
