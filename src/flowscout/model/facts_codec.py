"""FileFacts as packed lines of compact JSON, between processes and in the store. Strict: a wrong shape is refused.

The first line holds the file's own records and the heads of its functions, each further line the detail of one
function, which stays text until somebody asks for it.
"""

from __future__ import annotations

import zlib
from typing import Any

from .codec import Refused, dumps, loads
from .declared import Declared, Import, Note, TypeFacts
from .facts import FileFacts, FunctionFacts, Macro, Param, call_of

FAST = 1
MOST = 1 << 26  # of a file of a million bytes they take three million
_HEAD = len(FunctionFacts._fields)
_new = tuple.__new__


def encode_facts(facts: FileFacts) -> bytes:
    heads = [f[:-1] for f in facts.functions]
    details = [f.detail if isinstance(f.detail, str) else dumps(f.detail) for f in facts.functions]
    text = "\n".join([dumps(facts._replace(functions=heads)), *details])  # type: ignore[arg-type]
    return zlib.compress(text.encode("utf-8", "surrogatepass"), FAST)


def decode_facts(data: bytes) -> FileFacts:
    """Raises Refused when the bytes are not encoded facts."""
    try:
        first, *details = _unpacked(data).decode("utf-8", "surrogatepass").split("\n")
        (
            language,
            checksum,
            status,
            error,
            lines,
            functions,
            types,
            declared,
            imports,
            macros,
            globals_,
            exports,
            residual,
            notes,
            stored,
        ) = loads(first)
        return FileFacts(
            language,
            checksum,
            status,
            error,
            lines,
            tuple([_function(head, detail) for head, detail in zip(functions, details, strict=True)]),
            tuple([_type(r) for r in types]),
            tuple([_declared(r) for r in declared]),
            tuple([Import._make(r) for r in imports]),
            tuple([_macro(r) for r in macros]),
            tuple([(name, value) for name, value in globals_]),
            tuple(exports),
            residual,
            tuple([Note._make(r) for r in notes]),
            tuple([(keeper, name) for keeper, name in stored]),
        )
    except (ValueError, TypeError, KeyError, IndexError, AttributeError, zlib.error) as error:
        raise Refused(str(error)) from None


def _unpacked(data: bytes) -> bytes:
    """A few bytes can ask for gigabytes: no more is given than facts of the largest file come near."""
    stream = zlib.decompressobj()
    text = stream.decompress(data, MOST)
    if not stream.eof or stream.unused_data:
        raise ValueError("not encoded facts")
    return text


def _function(head: Any, detail: str) -> FunctionFacts:
    head[1] = tuple(head[1])
    head[5] = tuple([_new(Param, (name, type_, default)) for name, type_, default in head[5]]) if head[5] else ()
    head[9] = tuple(head[9])
    head.append(detail)
    if len(head) != _HEAD:
        raise ValueError(head)
    return _new(FunctionFacts, head)


def _type(row: Any) -> TypeFacts:
    name, scope, kind, bases, fields, methods, decorators, line, end_line, confidence, values = row
    return TypeFacts(
        name, tuple(scope), kind, tuple(bases), tuple([(field, type_) for field, type_ in fields]),
        tuple([_declared(r) for r in methods]), tuple(decorators), line, end_line, confidence,
        tuple([(field, value) for field, value in values]),
    )  # fmt: skip


def _declared(row: Any) -> Declared:
    name, scope, *rest = row
    return Declared(name, tuple(scope), *rest)


def _macro(row: Any) -> Macro:
    m = Macro._make(row)
    return m._replace(params=None if m.params is None else tuple(m.params), calls=tuple([call_of(r) for r in m.calls]))
