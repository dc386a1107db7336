"""Which of several modules or types have a thing of a name: `which rules have a VALIDATE function`, `which backends define a close method`. Every definition of that name."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ....agents.said import Cited
from ....model.identity import qualified_of
from ....model.pattern import regex
from ....model.product import is_aside
from ..here import Found, Here, at, is_promise
from ..question.tokens import one_line, whole

_ASKS: Final = regex(
    r"(?i)(?:which|what) (?P<noun>(?!functions?\b|methods?\b)[a-z][\w -]{1,40}?) (?:have|has|define|defines|provide|provides|implement|implements|declare|declares|come with|bring) (?:an? |the |their own |its own |own )?`?(?P<name>[A-Za-z_]\w{1,80})`?(?:\(\))?(?P<kind> (?:function|method|attribute|constant|member|hook|callback|variable|field)s?)?$"
)
NOTE: Final = "Every definition of that name in the product; which of them is one of the `{}` their place says."


def having(here: Here, question: str) -> Found | None:
    """None where it is no such question, or nothing of that name is defined."""
    asked = _ASKS.match(one_line(question).rstrip("?!. "))
    if asked is None or not (asked["kind"] or any(token.code for token in whole(asked["name"]))):
        return None
    rows = list(dict.fromkeys(_defined(here, asked["name"])))
    return Found(tuple(rows), (), NOTE.format(asked["noun"][:40]), weighed=True) if rows else None


def _defined(here: Here, name: str) -> Iterator[Cited]:
    project = here.project
    for id_, one in sorted(project.named(name).items()):
        if one.facts.name == name and not is_aside(one.path) and here.inside(one.path) and not is_promise(project, id_):
            yield at(project, id_, f"{qualified_of(id_)} is defined")
    given = regex(rf"(?:[\w.]{{1,60}}[\s*&:]{{1,4}})?{name}(?:\s?:[^=\n]{{1,60}})?\s?=(?!=)")
    for path in sorted(here.holding(name)):
        if is_aside(path) or path.endswith(".pyi"):
            continue
        facts = project.files[path]
        inside = [(one.facts.line, one.facts.end_line) for id_ in project.ids.get(path, ())
                  if (one := project.functions[id_]).facts.kind != "module"]  # fmt: skip
        for number, line in enumerate(project.sources(path).decode("utf-8", "replace").split("\n"), 1):
            plain = line.strip()
            if given.match(plain) and not any(first <= number <= end for first, end in inside):
                owner = next((one.name for one in facts.types if one.line <= number <= one.end_line), "")
                yield Cited(f"{f'{owner}.' if owner else ''}{name} is set: `{plain[:100]}`", path, number)
