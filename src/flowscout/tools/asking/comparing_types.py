"""Two types beside each other: what each derives from, which methods and fields only one has itself (what it derives from may have them, too), and those that do otherwise in both."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ...agents.said import Cited
from ...model.declared import TypeFacts
from ...model.identity import qualified_of
from ...model.product import is_aside
from .here import Found, Here, at, methods, types
from .question.asked import Asked
from .question.tokens import QuestionToken

MOST: Final = 6  # names of one kind
EACH: Final = 2  # methods that do otherwise, told in pairs
NOTE: Final = "What they derive from, which methods and fields only one has itself (what it derives from may have them, too), and the methods that do otherwise; no more is compared."


def types_compared(here: Here, asked: Asked) -> Found | None:
    """None where not both are types."""
    side, opposite = _type(here, asked.names["A"]), _type(here, asked.names["B"])
    if side is None or opposite is None or side == opposite:
        return None
    (one_path, one), (other_path, other) = side, opposite
    said = [
        Cited(
            f"{each.kind} {each.name}{f' of {chr(44).join(each.bases)}' if each.bases else ''}".replace(",", ", "),
            path,
            each.line,
        )
        for path, each in ((one_path, one), (other_path, other))
    ]
    own, beside = (_methods(here, asked.names[slot]) for slot in "AB")
    for (path, each), have, lack in (((one_path, one), own, beside), ((other_path, other), beside, own)):
        said += _only(each, path, "method", [name for name in have if name not in lack])
    fields = [[name for name, _ in each.fields] for each in (one, other)]
    for (path, each), names, others in (
        ((one_path, one), fields[0], fields[1]),
        ((other_path, other), fields[1], fields[0]),
    ):
        said += _only(each, path, "field", [name for name in names if name not in others])
    said += _otherwise(here, own, beside)
    return Found(tuple(said), tuple(own.values()) + tuple(beside.values()), NOTE)


def _type(here: Here, token: QuestionToken) -> tuple[str, TypeFacts] | None:
    found = types(here.project, token.raw.removesuffix("()"))
    kept = [one for one in found if not is_aside(one[0])] or found
    return kept[0] if len(kept) == 1 else None


def _methods(here: Here, token: QuestionToken) -> dict[str, str]:
    """Id by name."""
    return {qualified_of(id_).replace("::", ".").rpartition(".")[2]: id_ for id_ in methods(here, token, made=True)}


def _only(each: TypeFacts, path: str, kind: str, names: list[str]) -> Iterator[Cited]:
    kept = [f"`{name}`" for name in names if name != each.name]
    if kept:
        more = f" and {len(kept) - MOST} more" if len(kept) > MOST else ""
        yield Cited(
            f"only {each.name} itself has the {kind}{'s' if len(kept) > 1 else ''} {', '.join(kept[:MOST])}{more}",
            path,
            each.line,
        )


def _otherwise(here: Here, own: dict[str, str], beside: dict[str, str]) -> Iterator[Cited]:
    """Those of one name whose sentences differ; what says what it is before what makes one."""
    project, told = here.project, 0
    for name in sorted(
        (name for name in own if name in beside), key=lambda name: (name.startswith("_"), project.begins(own[name]))
    ):
        pair = [project.sentence(each[name]) for each in (own, beside)]
        if pair[0] == pair[1] or not all(pair) or told == EACH:
            continue
        told += 1
        for each, sentence in zip((own, beside), pair, strict=True):
            yield at(project, each[name], f"{qualified_of(each[name])}: {sentence}")
