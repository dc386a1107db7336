"""The tables by which a frontend reads a language's files.

One compiled query per language finds everything of interest. Its patterns are single nodes where they can be: each
start compiles it anew, and patterns with children take the vendor long in a large grammar. A capture's name says who
takes it:

- `@function`, `@type`, `@space`: containers. Their hooks run first, outermost first, and give names to what is inside.
- any other name: a key of `harvest`. Its hook gets all nodes of that capture at once, in source order, and files records into
  the drafts (`file.at(offset).calls.append(Call(start - at.start, …))`). Records are sorted afterwards.

ERROR and MISSING nodes are captured by the frontend itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from ..model.record import NamedTuple
from .draft import FileDraft, FunctionDraft, FunctionHead, TypeDraft, TypeHead

Harvest: TypeAlias = Callable[[Sequence[Any], FileDraft], None]


class Reading(NamedTuple):
    """query: tree-sitter query. tokens: regular expression over bytes whose group 1 is a token, and which also matches
    comments, without the group. module: statements outside functions are published as `<module>` where this says so.

    function/type: None when the node is no such thing after all. space: names a namespace gives to what is inside.
    prepare: same-length bytes for the parser to see instead (what it would trip over blanked out); texts are always
    read from the file as it is. repair: asked when the tree has errors, with the bytes parsed and the error nodes; its
    same-length answer is parsed instead if errors then cover less. mends: what `repair` changed was an error of the
    source and is said as such, not a construct that the grammar does not know. heading: what a file's author says of
    all of it, of its first bytes; "" where that is nothing. finish: last look at the draft of the file. outline: query
    that finds what points of interest are made of and nothing else; "" where only the whole query does.
    """

    query: str
    tokens: bytes
    function: Callable[[Any, FunctionDraft, FileDraft], FunctionHead | None]
    type: Callable[[Any, TypeDraft, FileDraft], TypeHead | None]
    harvest: Mapping[str, Harvest]
    space: Callable[[Any, FileDraft], tuple[str, ...]] | None = None
    module: Callable[[FileDraft], bool] | None = None
    prepare: Callable[[bytes], bytes] | None = None
    repair: Callable[[bytes, Sequence[Any]], bytes | None] | None = None
    finish: Callable[[FileDraft], None] | None = None
    mends: bool = False
    outline: str = ""
    heading: Callable[[bytes], str] | None = None
