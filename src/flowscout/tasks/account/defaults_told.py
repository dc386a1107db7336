"""What a function that is new takes where its callers give nothing; that it is nothing then says nothing."""

from __future__ import annotations

from typing import Final

from ...model.facts import FunctionFacts
from ..sentences import listing

BY_DEFAULT: Final = " By default "
_NOTHING: Final = frozenset(
    ("None", "nullptr", "NULL", "False", "false", "''", '""', "()", "{}", "[]", "0", "…", "...")
)
_MOST: Final = 3
_LONGEST: Final = 40  # characters


def by_default(facts: FunctionFacts) -> str:
    """ " By default `encoding` is `'utf8'` and `errors` is `'replace'`." """
    given = [(each.name, each.default) for each in facts.params if each.name and each.default not in ("", *_NOTHING)]
    told = [f"`{name}` is `{value}`" for name, value in given if len(value) <= _LONGEST and "`" not in value]
    return f"{BY_DEFAULT}{listing(told)}." if told and len(given) <= _MOST else ""
