"""Does a write outlive the call? Judged from the target as written and the function's own names.

A field, a global, what a pointer or reference parameter leads to, and a container reached through one of these outlive
the call. A local, a parameter held by value, and a fresh object still in its constructor do not. A local may be another name of
what outlives the call: `s = self._session`, `T* p = &obj->f`, `auto& r = m_[k]`, an iterator, the items of a field.
"""

from __future__ import annotations

import re

from ..model.facts import Binding, FunctionFacts
from ..model.language import Language
from ..model.pattern import regex
from ..model.record import NamedTuple

_ROOT = regex(r"[\s(*&]*([A-Za-z_]\w*)")
_INDEX = regex(r"\[[^\[\]]*\]")
_FRESH = regex(r"new\b|malloc\b|calloc\b|std::make_|make_unique|make_shared|\{|\[")

_PATH = regex(r"([^\W\d]\w*+)(?:\.\w++|\[[^\[\]]*+\])++")
_NAME = regex(r"([^\W\d]\w*+)")
_LED = regex(r"\s*+\(?\*|\s*+\w++->")


class Names(NamedTuple):
    """The names of a function by what they hold. handles: parameters and locals that lead outside the call. arrows: locals that do
    if they are followed by `->` or led by `*` (an iterator, a pointer of unsaid type)."""

    locals: frozenset[str]
    handles: frozenset[str]
    globals: frozenset[str]
    owner: str
    building: bool
    arrows: frozenset[str] = frozenset()


def names_of(facts: FunctionFacts, language: Language) -> Names:
    """What the function's names are; made once per function."""
    python = language.name == "python"
    handles = {p.name.lstrip("*") for p in facts.params if python or re.search(r"[*&\[]", p.type)}
    locals_ = {p.name.lstrip("*") for p in facts.params}
    bound = locals_ | {binding.name for binding in facts.bindings if binding.how not in ("global", "capture")}
    globals_, arrows = set[str](), set[str]()
    for binding in facts.bindings:
        if "." in binding.name or "->" in binding.name:
            continue
        if binding.how == "global" or (python and binding.how == "capture"):  # `nonlocal n` is a variable of the caller's
            globals_.add(binding.name)
        elif not python or binding.how != "capture":
            locals_.add(binding.name)
            if python:
                if _alias(binding, handles, bound, language):
                    handles.add(binding.name)
            elif ("*" in binding.type or "&" in binding.type) and not _FRESH.match(binding.value):
                handles.add(binding.name)
            elif binding.type.removeprefix("const ") in ("", "auto") and not _FRESH.match(binding.value):
                arrows.add(binding.name)
    methods = facts.kind in ("method", "constructor", "destructor", "operator", "conversion")
    return Names(
        frozenset(locals_ - globals_), frozenset(handles), frozenset(globals_),
        facts.scope[-1] if methods and facts.scope else "", facts.kind == "constructor", frozenset(arrows),
    )


def _alias(binding: Binding, handles: set[str], bound: set[str], language: Language) -> bool:
    """Python: another name of a field, an item, or of what a field holds; bound: the names that are the function's own."""
    path = _PATH.fullmatch(binding.value) or (_NAME.fullmatch(binding.value) if binding.how == "each" else None)
    return path is not None and binding.how in ("assign", "each") and (path[1] in handles or path[1] not in bound or path[1] in language.spelling.self_names)


def outlives(target: str, names: Names, language: Language) -> str:
    """What is changed, named for people across functions (`Volume.state`, `replicas_`, `req.size`, `*length` of what a pointer itself leads
    to, which is its caller's and may last no longer); "" when nothing lasts."""
    root_match = _ROOT.match(target)
    root = root_match.group(1) if root_match else ""
    path = _INDEX.sub("", target).replace("->", ".").lstrip("*&( ").rstrip(") ")
    reaches = path != root or "[" in target or "*" in target[: target.find(root) if root else 0]
    if root in language.spelling.self_names:
        field = path[len(root):].lstrip(".")
        return "" if names.building or not field else f"{names.owner}.{field}" if names.owner else field
    if root in names.globals:
        return path
    if root in names.locals:
        led = root in names.handles or (root in names.arrows and _LED.match(target) is not None)
        if path.strip("+-") == root and language.name != "python":
            return f"*{root}" if led and reaches else ""
        return path if led and reaches else ""
    if language.name == "python":
        return path if reaches else ""  # an unknown bare name is a local of this or an outer function
    if names.building and names.owner and not reaches:
        return ""
    return f"{names.owner}.{path}" if names.owner and not reaches else path
