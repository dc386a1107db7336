"""Does a write outlive the call? Judged from the target as written and the function's own names.

A field, a global, what a pointer or reference parameter leads to, and a container reached through one of these outlive
the call. A local, a parameter held by value, and a fresh object still in its constructor do not. A local may be another name of
what outlives the call: `s = self._session`, `T* p = &obj->f`, `auto& r = m_[k]`, an iterator, the items of a field.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from ..model.facts import Binding, FunctionFacts
from ..model.language import Language
from ..model.pattern import regex
from ..model.record import NamedTuple
from .names import lower

_ROOT = regex(r"[\s(*&+-]*([A-Za-z_]\w*)")
_INDEX = regex(r"\[[^\[\]]*\]")
_FRESH = regex(r"new\b|std::make_|make_unique|make_shared|\{|\[")
_CAST = regex(
    r"\(\s*+(?:[\w:]++(?:<[^<>()]*+>)?\s*+)++(?:\*\s*+)++(?:const\s*+)?\)|\b(?:static|reinterpret|const|dynamic)_cast\s*+<[^<>]*+>"
)
_NOTHING = regex(r"(?:NULL|nullptr|0|)")
_CALLED = regex(r"([\w.:]++)(?:<[^<>()]*+>)?\s*+\(")
_CHAINED = regex(r"([^\W\d]\w*+)\s*+=(?!=)\s*+")
_MAKES = frozenset(
    [
        "malloc",
        "calloc",
        "zalloc",
        "zmalloc",
        "zcalloc",
        "alloc",
        "alloca",
        "valloc",
        "xmalloc",
        "xcalloc",
        "strdup",
        "strndup",
        "memdup",
        "dup",
        "new",
        "create",
        "allocate",
    ]
)
_GIVEN = regex(r"(?<=[\w>])\([^()]*+\)")
_HELD = regex(r"(?<![\w>])\(\s*+([*&]*+[\w.>\-\[\]:…]++(?:\(…\))?)\s*+\)")
_LAST = regex(r"[^\W\d][\w.:]*+(?:\(…\)[\w.:]*+)*+")

_PATH = regex(r"([^\W\d]\w*+)(?:\.\w++|\[[^\[\]]*+\])++")
_NAME = regex(r"([^\W\d]\w*+)")
_LED = regex(r"\s*+\(?\*|\s*+\w++(?:\[[^\[\]]*+\])?(?:->|(?<=\])\[)")
_TYPE = regex(
    r"(?:(?:const|volatile|struct|union|class|enum)\s++)*+([\w:]++)(?:<[^()]*+>)?[\s*&]*+(?:const\b)?[\s*&]*+"
)
_AT = regex(r"(?:\(\s*+[\w\s]++\*\s*+\)\s*+)?&\s*+([^\W\d]\w*+)((?:(?:\.|->)\w++)*+)")
_DEEPEST = 4


class Names(NamedTuple):
    """The names of a function by what they hold. handles: parameters and locals that lead outside the call. arrows: those that do
    if they are followed by `->` or led by `*` (an iterator, a pointer whose type does not say so, an item of an array). types: the C
    family's, of both. places: what a pointer of it stands for that is given one address and no other: `p = &state`."""

    locals: frozenset[str]
    handles: frozenset[str]
    globals: frozenset[str]
    owner: str
    building: bool
    arrows: frozenset[str] = frozenset()
    types: Mapping[str, str] = MappingProxyType({})
    places: Mapping[str, str] = MappingProxyType({})


def names_of(facts: FunctionFacts, language: Language) -> Names:
    """What the function's names are; made once per function."""
    python = language.name == "python"
    given = {
        p.name.lstrip("*"): p.type for p in facts.params if p.name.lstrip("*")
    }  # of what has no name nobody speaks
    handles = {name for name, type_ in given.items() if python or re.search(r"[*&\[]", type_)}
    locals_ = {*given}
    bound = locals_ | {binding.name for binding in facts.bindings if binding.how not in ("global", "static", "capture")}
    globals_ = set[str]()
    arrows = set[str]() if python else locals_ - handles  # `ImagePtr im`: only what is a pointer is followed by `->`
    for binding in facts.bindings:
        if "." in binding.name or "->" in binding.name:
            continue
        if binding.how in ("global", "static") or (
            python and binding.how == "capture"
        ):  # `nonlocal n` is a variable of the caller's
            globals_.add(binding.name)
        elif not python or binding.how != "capture":
            locals_.add(binding.name)
            if python:
                if _alias(binding, handles, bound, language):
                    handles.add(binding.name)
            elif binding.fresh or fresh(binding.value):
                handles.discard(binding.name)
            elif binding.how == "each":
                handles.add(binding.name)  # who sets a field of it means the item, not a copy
            elif ("*" in binding.type or "&" in binding.type) and not binding.type.endswith("[]"):
                handles.add(binding.name)
            elif "*" in binding.type or not binding.type.endswith("[]"):
                arrows.add(binding.name)
    typed = (
        []
        if python
        else [
            *((param.name, param.type) for param in facts.params),
            *((each.name, each.type) for each in facts.bindings),
        ]
    )
    methods = facts.kind in ("method", "constructor", "destructor", "operator", "conversion")
    return Names(
        frozenset(locals_ - globals_),
        frozenset(handles),
        frozenset(globals_),
        facts.scope[-1] if methods and facts.scope else "",
        facts.kind == "constructor",
        frozenset(arrows),
        {
            name: found[1]
            for name, type_ in typed
            if (name in handles or (name in arrows and "<" not in type_))
            and (found := _TYPE.fullmatch(type_))
            and found[1] != "auto"
        },
        {} if python else _places(facts, locals_),
    )


def _places(facts: FunctionFacts, own: set[str]) -> dict[str, str]:
    """Not what the function holds by value, which ends with it."""
    values: dict[str, list[str]] = {}
    for each in facts.bindings:
        if each.value or each.how not in ("declare", "assign"):
            values.setdefault(each.name, []).append(each.value)
    found = {name: _AT.fullmatch(told[0]) for name, told in values.items() if len(told) == 1}
    return {name: f"{at[1]}{at[2]}" for name, at in found.items() if at and at[1] not in own}


def fresh(value: str) -> bool:
    """It has only just been made: nobody else knows of it. Of `p = q = malloc(n)` the last value counts."""
    bare = _CAST.sub("", value).strip("() ")
    while chained := _CHAINED.match(bare):
        bare = bare[chained.end() :]
    called = _CALLED.match(bare)
    return _FRESH.match(bare) is not None or (called is not None and not _MAKES.isdisjoint(lower(called[1])))


def all_fresh(values: Sequence[str], given: Mapping[str, Sequence[str]]) -> bool:
    """Whatever a pointer is given has been made here, or is another pointer that is; one at least. given: what names are set to."""
    told = [value for value in values if not _NOTHING.fullmatch(value)]
    others = [value for value in told if value in given and value.isidentifier()]
    made = [value for value in told if value not in others]
    return len(told) > 0 and all(
        map(fresh, [*made, *(each for other in others for each in given[other] if not _NOTHING.fullmatch(each))])
    )


def _alias(binding: Binding, handles: set[str], bound: set[str], language: Language) -> bool:
    """Python: another name of a field, an item, or of what a field holds; bound: the names that are the function's own."""
    path = _PATH.fullmatch(binding.value) or (_NAME.fullmatch(binding.value) if binding.how == "each" else None)
    return (
        path is not None
        and binding.how in ("assign", "each")
        and (path[1] in handles or path[1] not in bound or path[1] in language.spelling.self_names)
    )


def outlives(target: str, names: Names, language: Language) -> str:
    """What is changed, named for people across functions (`Volume.state`, `replicas_`, `req.size`, `*length` of what a pointer itself leads
    to, which is its caller's and may last no longer); "" when nothing lasts."""
    if language.spelling.casts:
        target = _bare(target)
    root_match = _ROOT.match(target)
    root = root_match.group(1) if root_match else ""
    if root in names.places and target.startswith(f"{root}->"):
        target = f"{names.places[root]}.{target[len(root) + 2 :]}"
        root = names.places[root].partition(".")[0].partition("->")[0]
    path = _INDEX.sub("", target).replace("->", ".").lstrip("*&( +-")
    last = _LAST.match(path) if language.spelling.casts else None
    path = last[0] if last else _closed(path)
    if path.endswith("(…)"):
        return f"*{path}"
    reaches = path != root or "[" in target or "*" in target[: target.find(root) if root else 0]
    if root in language.spelling.self_names:
        field = path[len(root) :].lstrip(".")
        return "" if names.building or not field else f"{names.owner}.{field}" if names.owner else field
    if root in names.globals:
        return path
    if root in names.locals:
        led = root in names.handles or (root in names.arrows and _LED.match(target) is not None)
        if path.strip("+-") == root and language.name != "python":
            return f"*{root}" if led and reaches else ""
        return f"{names.types.get(root, root)}{path[len(root) :]}" if led and reaches else ""
    if language.name == "python":
        return path if reaches else ""  # an unknown bare name is a local of this or an outer function
    if names.building and names.owner and not reaches:
        return ""
    return f"{names.owner}.{path}" if names.owner and not reaches else path


def _closed(path: str) -> str:
    """Without brackets at its end that are not opened in it."""
    path = path.rstrip()
    while path.endswith(")") and path.count("(") < path.count(")"):
        path = path[:-1].rstrip()
    return path


def _bare(target: str) -> str:
    """Without casts, what calls are given and parentheses that only hold together: `((T *) p)->x` is `p->x`."""
    text = _CAST.sub("", target)
    for _ in range(_DEEPEST):
        text = _GIVEN.sub("(…)", text)
    for _ in range(_DEEPEST):
        text = _HELD.sub(r"\1", text)
    return text


def last_part(target: str) -> str:
    """`next` of `prev->next`, `items` of `self.items[key]`."""
    return outermost(target).replace("->", ".").replace("::", ".").rsplit(".", 1)[-1].strip("[]*() ")


def outermost(text: str) -> str:
    """Without what stands in brackets."""
    kept, deep = [], 0
    for character in text:
        deep = max(0, deep - (character in ")]}"))
        kept += [] if deep else [character]
        deep += character in "([{"
    return "".join(kept)
