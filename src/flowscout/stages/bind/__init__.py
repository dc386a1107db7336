"""bind: settles what a function's file could not know, and gives flow and actions one value to read.

1. Calls that never return are known: by whom they mean, where that is known; else by the language's lexicon, by the user's,
   by a declaration or a macro of the project.
2. Macros that steer control (`RETURN_IF_ERROR(x)`) are written out where they stand, when the project defines them.
   A block behind one that is not known hangs on it (`blocks`).
3. Macros that only tell the compiler what to expect give way to what they are given.
4. Names that outlive the call are told from locals.
5. Context managers that keep exceptions are known.
6. Exceptions are known by all that they are, so that a handler gets none that it cannot catch.

The project is read through `lookup` alone, kinds `macro`, `noreturn`, `swallows`, `guard`, `type` and `class`.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from ...model.bound import BoundFunction
from ...model.codec import Refused, decode_body
from ...model.facts import Call, FunctionFacts
from ...model.identity import path_of
from ...model.language import Language
from ...model.settings import Settings
from ...model.syntax import FunctionBody, Opaque
from ...ports import Lookup
from .blocks import blocked
from .catching import kinds
from .declared import Declarations
from .definition import Macros
from .expand import Expansion
from .falling import fallen
from .hints import hinted
from .leaving import Leaving
from .outer import outer_names
from .swallowing import swallowing

MACROS: Final = frozenset({"c", "cpp"})
DEFAULT: Final = Settings()


def bind(
    function_id: str,
    facts: FunctionFacts,
    language: Language,
    text: bytes,
    lookup: Lookup,
    settings: Settings = DEFAULT,
    ends: Mapping[int, str] = MappingProxyType({}),
    outside: Mapping[int, str] = MappingProxyType({}),
) -> BoundFunction:
    """ends: how a call never returns (`exit`, `loop`, `raise`, `raise X`; "" it does), by its position in
    `facts.calls`, where all that it can mean is known. outside: whom of the outside it means, where its name alone would not tell."""
    body, notes = _body(facts)
    path, expands = path_of(function_id), language.name in MACROS
    macros, declared = Macros(path, lookup, language.lexicon.outside), Declarations(path, facts.scope, lookup, expands)
    failing = frozenset([facts.calls[site].name for site, how in ends.items() if how])
    leaving = Leaving(language.lexicon, settings.semantics.noreturn, declared, macros if expands else None, failing)
    if expands:
        body = body._replace(statements=fallen(text, blocked(text, body.statements, macros), macros))
    expansion = Expansion(text, facts, body, macros, leaving)
    if expands:
        body = expansion.run()
    calls = hinted(expansion.text, expansion.calls, macros) if expands else tuple(expansion.calls)
    known = {facts.calls[site][:3]: how for site, how in ends.items() if not leaving.unsettled(facts.calls[site])}
    named = {facts.calls[site][:3]: name for site, name in outside.items()}
    outer = [
        (call, named.get(call[:3], f"{call.receiver}{call.sep}{call.name}")) for call in calls if call[:3] not in known
    ]
    return BoundFunction(
        function_id,
        language.name,
        facts,
        bytes(expansion.text),
        body.statements,
        body.marks,
        calls,
        frozenset(
            [
                call.start
                for call in calls
                if known.get(call[:3])
                or (
                    call[:3] not in known
                    and (leaving.ends(call, named.get(call[:3])) or _fails(call, expansion.text, language))
                )
            ]
        ),
        tuple(expansion.origins),
        outer_names(text, facts),
        (*notes, *expansion.notes),
        tuple([(start, how) for (start, _, _), how in known.items() if how]),
        () if expands else swallowing(facts, text, lookup),
        kinds(facts, known.values(), lookup, language.name),
        frozenset([call.start for call in calls if call.kind == "construct" and lookup("guard", call.name)]),
        tuple([(call.start, error) for call, name in outer if (error := language.lexicon.quits.get(name))]),
        frozenset([call.start for call, name in outer if name in language.lexicon.tries]),
    )


def _fails(call: Call, text: bytes | bytearray, language: Language) -> bool:
    """`error(EXIT_FAILURE, errno, "x")`, which comes back for a status of 0 alone."""
    status = text[slice(*call.args[0])].decode("utf-8", "replace").strip() if call.args and not call.receiver else ""
    return call.kind == "call" and bool(status) and language.lexicon.fails(call.name, call.argc, status)


def _body(facts: FunctionFacts) -> tuple[FunctionBody, tuple[str, ...]]:
    try:
        return decode_body(facts.body), ()
    except Refused as refused:
        why = f"its stored body is damaged: {refused}"
        return FunctionBody((Opaque(0, facts.end - facts.start, why),), ()), (why,)
