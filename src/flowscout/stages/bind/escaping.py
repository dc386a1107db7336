"""What leaves a function, as far as only the project knows it.

    raise self.fail("no")                of what the function gives back that is called: `-> ParseError`, `return ParseError(…)`
    class Missing(StoreError): …         `except StoreError` keeps `Missing` in, too

A class counts by its name where only one of the project bears it, as `.Missing`: what is kept in by mistake would be
hidden.
"""

from __future__ import annotations

import builtins
from collections.abc import Iterator, Sequence
from json import loads
from typing import Final

from ...model.calls import Resolved
from ...model.exceptions import STANDARD
from ...model.facts import Call, FunctionFacts, Raised, Shield
from ...model.identity import qualified_of
from ...model.pattern import regex
from ...ports import Lookup, Offer

_CLASS: Final = regex(r"(?:[^\W\d]\w*\.)*_*+[^\W\d_a-z]\w*")
_ERROR: Final = regex(r"[A-Z]\w{0,60}(?:Error|Exception|Warning|Failure|Exit|Interrupt)")
_OTHERWISE: Final = regex(r"(?<!\w)(?:if|or|and)(?!\w)|\)\s*+[.(\[]")
_MAKING: Final = frozenset({"__init__", "__new__"})
_NOBODY: Final = frozenset({"NoReturn", "Never", "None", "Self", "Any"})
_MOST: Final = 64  # classes below one
_ALL: Final = frozenset({"*", "...", "Exception", "BaseException"})


def escaping(facts: FunctionFacts, sites: Sequence[Resolved], language: str, lookup: Lookup) -> FunctionFacts:
    """The same function with what it raises by their classes, and with its handlers for the classes below theirs."""
    details = facts.details
    raises, shields = details.raises, details.shields
    if language == "python" and any(not _CLASS.fullmatch(each.type) for each in raises):
        raises = tuple([_named(each, details.calls, sites, lookup) for each in raises])
    if shields:
        shields = tuple([_widened(each, lookup) for each in shields])
    if raises == details.raises and shields == details.shields:
        return facts
    return facts._replace(detail=details._replace(raises=raises, shields=shields))


def _named(raised: Raised, calls: Sequence[Call], sites: Sequence[Resolved], lookup: Lookup) -> Raised:
    if _CLASS.fullmatch(raised.type) or ", " in raised.type:
        return raised
    inside = [
        (call.start - call.end, at)
        for at, call in enumerate(calls)
        if call.kind != "ref" and raised.start <= call.start and call.end <= raised.end
    ]
    if not inside:
        return raised
    outer = min(inside)[1]
    head = calls[outer].receiver
    own = head if _ERROR.fullmatch(head.rpartition(".")[2]) else ""  # `raise TaskError.of(process)`
    targets = [
        fid for site in sites if site.site == outer and site.how in ("exact", "candidates") for fid in site.targets
    ]
    if not targets:
        return raised._replace(type=own) if own else raised
    found = dict.fromkeys(each for fid in targets for each in _made(fid, lookup, own) or ("",))
    return raised._replace(type="" if "" in found else ", ".join(found))


def _made(fid: str, lookup: Lookup, own: str) -> tuple[str, ...]:
    """The classes of what a function gives back, or one that is above them all; none where that is not known. own: what
    `cls` stands for."""
    *around, name = qualified_of(fid).split(".")
    if name in _MAKING:
        return (own,) if own else tuple(around[-1:])
    for offer in lookup("frame", fid):
        record = loads(offer.value[1])
        given = [_class_of(text, own) for text in record["s"]]
        if given and all(given):
            return tuple(given)
        declared = str(record["r"]).strip("'\"")
        if _CLASS.fullmatch(declared) and declared not in _NOBODY:
            return (declared,)
        if own and declared == "Self":
            return (own,)
    return ()


def _class_of(text: str, own: str) -> str:
    """The class of `KeyError(…)`; "" of what is not surely made by it: `KeyError(…) or other(…)`."""
    made, opened, rest = text.partition("(")
    if not opened or not rest.endswith(")") or rest.count("(") != rest.count(")") - 1 or _OTHERWISE.search(rest):
        return ""
    return own if made == "cls" else made if _CLASS.fullmatch(made) else ""


def _widened(shield: Shield, lookup: Lookup) -> Shield:
    below = [f".{name}" for type_ in shield.types if type_ not in _ALL for name in _below(type_, lookup)]
    return shield._replace(types=tuple(dict.fromkeys((*shield.types, *below)))) if below else shield


def _below(written: str, lookup: Lookup) -> Iterator[str]:
    """Names of the project's classes that derive from one, each the only one of its name."""
    name = _last(written)
    known = len(lookup("type", name))
    standard = name in STANDARD or (name == written and isinstance(getattr(builtins, name, None), type))
    if known > 1 or (not known and not standard):
        return
    found, todo = {name}, [name]
    while todo and len(found) < _MOST:
        base = todo.pop()
        for offer in lookup("derived", base):
            child = _last(offer.value[0])
            if child not in found and len(lookup("type", child)) == 1 and _meant(base, offer, lookup):
                found.add(child)
                todo.append(child)
                yield child


def _meant(base: str, derived: Offer, lookup: Lookup) -> bool:
    """Whether a class derives from that of the project (or of the language), and not from a library's of the same name."""
    texts = [text for offer in lookup("class", derived.value[0]) for text in offer.value[2:] if _last(text) == base]
    library = not lookup("type", base)
    for text in texts:
        for offer in lookup("export", f"{derived.path}:{text.partition('.')[0]}"):
            if (
                offer.value[1] == "import"
                and offer.value[4] in ("", "0")
                and (library or not lookup("module", offer.value[2]))
            ):
                return False
        if library and "." in text:
            return False
    return True


def _last(name: str) -> str:
    return name.rpartition("::")[2].rpartition(".")[2].removeprefix("const ").rstrip(" &*")
