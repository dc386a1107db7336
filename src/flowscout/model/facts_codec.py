"""FileFacts as lines of compact JSON, between processes and in the store. Strict: a wrong shape is refused.

The first line holds the file's own records and the heads of its functions, each further line the detail of one function,
which stays text until somebody asks for it.
"""

from __future__ import annotations

import json
from typing import Any

from .codec import Refused, dumps
from .facts import (
    Declared,
    FileFacts,
    FunctionFacts,
    Import,
    Macro,
    Note,
    Param,
    TypeFacts,
    call_of,
    decode_detail,
)


def encode_facts(facts: FileFacts) -> bytes:
    heads = [f[:-1] for f in facts.functions]
    details = [f.detail if isinstance(f.detail, str) else dumps(f.detail) for f in facts.functions]
    return "\n".join([dumps(facts._replace(functions=heads)), *details]).encode("utf-8", "surrogatepass")  # type: ignore[arg-type]


def decode_facts(data: bytes) -> FileFacts:
    """Raises Refused when the bytes are not encoded facts."""
    try:
        first, *details = data.decode("utf-8", "surrogatepass").split("\n")
        facts = FileFacts._make(json.loads(first))
        return facts._replace(
            functions=tuple([_function(head, detail) for head, detail in zip(facts.functions, details, strict=True)]),
            types=tuple([_type(r) for r in facts.types]),
            declared=tuple([_declared(r) for r in facts.declared]),
            imports=tuple([Import._make(r) for r in facts.imports]),
            macros=tuple([_macro(r) for r in facts.macros]),
            globals=tuple([(name, value) for name, value in facts.globals]),
            exports=tuple(facts.exports),
            notes=tuple([Note._make(r) for r in facts.notes]),
            stored=tuple([(keeper, name) for keeper, name in facts.stored]),
        )
    except (ValueError, TypeError, KeyError, IndexError, AttributeError) as error:
        raise Refused(str(error)) from None


def check_details(facts: FileFacts) -> None:
    """Decodes what stays encoded otherwise. Raises Refused."""
    try:
        for function in facts.functions:
            if isinstance(function.detail, str):
                decode_detail(function.detail)
    except (ValueError, TypeError, KeyError, IndexError) as error:
        raise Refused(str(error)) from None


def _function(head: Any, detail: str) -> FunctionFacts:
    head[1] = tuple(head[1])
    head[5] = tuple([Param._make(r) for r in head[5]])
    head[9] = tuple(head[9])
    head.append(detail)
    return FunctionFacts._make(head)


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
    return m._replace(params=None if m.params is None else tuple(m.params), calls=tuple([call_of(r) for r in m.calls]))
