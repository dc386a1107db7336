"""Context managers that keep what is raised in their block: an `__exit__` that may say yes, a generator that catches
where it yields."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from flowscout.model.facts import SWALLOWING, SWALLOWING_SOME
from flowscout.shapes.draft import FileDraft
from flowscout.shapes.rows import first

_LEAVES: Final = frozenset({"__exit__", "__aexit__"})
_MAKERS: Final = frozenset({"contextmanager", "asynccontextmanager"})
_OTHERS: Final = frozenset({"function_definition", "class_definition", "lambda"})
_TRUTHS: Final = frozenset({"true", "comparison_operator", "boolean_operator", "not_operator"})
_ASKING: Final = frozenset({"issubclass", "isinstance", "bool"})


def swallows(name: str, decorators: tuple[str, ...], body: Any, file: FileDraft) -> str:
    """How it is called among the flags of a function: some errors are kept where it depends on more whether one is."""
    if body is None:
        return ""
    if name in _LEAVES:
        given = [node for node in _inside(body) if node.type == "return_statement"]
        if not any(_truth(node, file) for node in given):
            return ""
        always = all(_always(node) for node in given) and body.named_children[-1].type == "return_statement"
        return SWALLOWING if always else SWALLOWING_SOME
    if not any(written.rpartition(".")[2] in _MAKERS for written in decorators):
        return ""
    return SWALLOWING if any(_keeps(node) for node in _inside(body) if node.type == "try_statement") else ""


def _always(node: Any) -> bool:
    value = first(node)
    return value is not None and value.type == "true"


def _truth(node: Any, file: FileDraft) -> bool:
    value = first(node)
    if value is None:
        return False
    called = value.child_by_field_name("function") if value.type == "call" else None
    return value.type in _TRUTHS or (called is not None and file.read(called) in _ASKING)


def _keeps(attempt: Any) -> bool:
    """Whether a yield stands in the body, and a handler goes on."""
    body = attempt.child_by_field_name("body")
    handlers = [child for child in attempt.named_children if child.type == "except_clause"]
    return (
        body is not None
        and any(node.type == "yield" for node in _inside(body))
        and any(not _raises(handler) for handler in handlers)
    )


def _raises(handler: Any) -> bool:
    return any(node.type == "raise_statement" for node in _inside(handler))


def _inside(node: Any) -> Iterator[Any]:
    """Nodes below one, those of functions inside aside."""
    waiting = [node]
    while waiting:
        here = waiting.pop()
        yield here
        waiting += [child for child in here.named_children if child.type not in _OTHERS]
