"""FileFacts as compact JSON, between processes and in the store. Strict: a wrong shape is refused."""

from __future__ import annotations

import json
from typing import Any

from .codec import Refused, dumps
from .facts import (
    Binding, Call, Declared, FileFacts, FunctionFacts, Import, Macro, Note, Param, Raised, Shield, TypeFacts, Write,
)


def encode_facts(facts: FileFacts) -> bytes:
    return dumps(facts).encode("utf-8", "surrogatepass")


def decode_facts(data: bytes) -> FileFacts:
    """Raises Refused when the bytes are not encoded facts."""
    try:
        row = json.loads(data.decode("utf-8", "surrogatepass"))
        facts = FileFacts._make(row)
        return facts._replace(
            functions=tuple([_function(r) for r in facts.functions]),
            types=tuple([_type(r) for r in facts.types]),
            declared=tuple([_declared(r) for r in facts.declared]),
            imports=tuple([Import._make(r) for r in facts.imports]),
            macros=tuple([_macro(r) for r in facts.macros]),
            globals=tuple([(name, value) for name, value in facts.globals]),
            exports=tuple(facts.exports),
            notes=tuple([Note._make(r) for r in facts.notes]),
        )
    except (ValueError, TypeError, KeyError, IndexError) as error:
        raise Refused(str(error)) from None


def _call(row: Any) -> Call:
    args = row[7]
    if args:
        row[7] = tuple([tuple(a) for a in args])
    else:
        row[7] = ()
    return Call._make(row)


def _function(row: Any) -> FunctionFacts:
    f = FunctionFacts._make(row)
    return f._replace(
        scope=tuple(f.scope),
        params=tuple([Param._make(r) for r in f.params]),
        decorators=tuple(f.decorators),
        calls=tuple([_call(r) for r in f.calls]),
        bindings=tuple([Binding._make(r) for r in f.bindings]),
        writes=tuple([Write._make(r) for r in f.writes]),
        raises=tuple([Raised._make(r) for r in f.raises]),
        shields=tuple([Shield(start, end, tuple(types)) for start, end, types in f.shields]),
        returns=tuple(f.returns),
    )


def _type(row: Any) -> TypeFacts:
    t = TypeFacts._make(row)
    return t._replace(
        scope=tuple(t.scope),
        bases=tuple(t.bases),
        fields=tuple([(name, type_) for name, type_ in t.fields]),
        methods=tuple([_declared(r) for r in t.methods]),
        decorators=tuple(t.decorators),
    )


def _declared(row: Any) -> Declared:
    d = Declared._make(row)
    return d._replace(scope=tuple(d.scope))


def _macro(row: Any) -> Macro:
    m = Macro._make(row)
    return m._replace(params=None if m.params is None else tuple(m.params), calls=tuple([_call(r) for r in m.calls]))
