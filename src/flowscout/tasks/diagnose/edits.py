"""What a change did to the text of a file: which lines, of which function, and which names outside of functions.

A constant, an import or a table has no function of its own, so its readers are found by its names; what is made of them
in the same file counts as changed too. An edit is *idle* where it can make no difference to what runs: comments, what
is only logged, a name that nothing reads, the same expressions in the same order under another local name.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ...model.alignment import opcodes
from ...model.pattern import regex
from ...model.record import NamedTuple
from .docs import lines_of_docs

WORD = regex(r"[A-Za-z_]\w{2,}")
_ASSIGNED = regex(r"(?<!\w)([A-Za-z_]\w*+)\s{0,4}(?:\[[^\]=]{0,80}\])?\s{0,4}(?::[^=]{0,120})?(?<![=!<>+*/|&^-])=(?!=)")
SET = regex(r"(?:\.|->)([A-Za-z_]\w{2,80}+)\s{0,4}+(?::[^=\n]{0,80}+)?=(?!=)")
_TABLE = regex(r"^\s{0,8}+\[{1,2}+([^\[\]\n]{1,120}+)\]{1,2}+\s{0,8}+$|^([\w.-]{1,80}+):\s{0,8}+$")
_QUOTED = regex(r"\"([^\"\n]{1,200}+)\"|'([^'\n]{1,200}+)'")
_OPTION = regex(r"(?<![\w-])(--[A-Za-z][\w-]{1,80}+)")
_DEFINED = regex(r"^\s{0,40}(?:#\s{0,8}define|class|struct|enum|typedef|type|interface)\s+([A-Za-z_]\w*)")
_IMPORT = regex(r"^\s{0,40}(?:from|import|using|use|#\s{0,8}include)\b")
_SILENT = regex(r"^\s*(?:$|#(?!\s{0,8}(?:define|include|if|else|endif|undef|pragma))|//|/\*|\*(?:\s|/|$))")
_LOGGED = regex(r"^\s*(?:self\.|this\.)?_?(?:log|logger|logging|LOG|LOGGER)\b\.?\w*\(")
_PLAIN = regex(r"^\s*(?:var |let |const |auto |int )?([A-Za-z_]\w*)\s{0,4}(?::[^=(]{0,80})?=\s{0,4}[\w.\"' -]*$")
_NAME = regex(r"\w+")
_LOCAL = regex(r"^\s*(?:[A-Za-z_]\w{0,80}+[ *&]{1,4}+){0,4}([A-Za-z_]\w*+)\s{0,4}+=(?!=)")
_TOKEN = regex(r"\w+|[^\w\s]")
_ASIDE = regex(r"(?<!\w)(?:\"[^\"\n]{0,400}+\"|'[^'\n]{0,400}+')|(?<=[\w)\]])(?:\.|->)\s{0,4}+[A-Za-z_]\w*+")
_READS_LOCALS = regex(r"(?<!\w)(?:locals|vars|eval|exec|compact|extract)\s{0,4}+\(")
_DECORATED = regex(r"^\s*@[A-Za-z_]")
_MOST = 20_000  # lines of a file beyond which it is not compared
_UP = 200  # lines above a changed one in which its statement begins


class LinesEdited(NamedTuple):
    """lines: changed ones of the new text, from 1 (one that was taken out: the line it stood before). texts: the
    changed lines themselves as they are, were: as they had been. names: what they define outside of functions. tables: of a
    file that is no code, the words of what they stand under (`[tool.pytest.ini_options]`). docs: whether they are docstrings alone."""

    lines: frozenset[int] = frozenset()
    texts: tuple[str, ...] = ()
    were: tuple[str, ...] = ()
    names: frozenset[str] = frozenset()
    tables: frozenset[str] = frozenset()
    docs: bool = False

    def idle(self, within: str) -> bool:
        """within: the text that could read what they assign, as it is."""
        texts = (*self.texts, *self.were)
        return bool(texts) and (all(_idle(text, within, texts) for text in texts) or _same_but_for_names(self, within))


def keyed(before: str, after: str) -> LinesEdited:
    """Of a file that is no code: names are the words that its changed lines begin with: a dependency, a key, an option."""
    told = (edits(before, after, ()) or {}).get("", LinesEdited())
    return told._replace(
        names=frozenset(found[0] for line in (*told.texts, *told.were) if (found := WORD.search(line))),
        tables=frozenset(word for line in told.lines for word in _table(after.split("\n"), line)),
    )


def _table(lines: Sequence[str], line: int) -> Iterable[str]:
    above = (found for text in reversed(lines[max(0, line - _UP) : line]) if (found := _TABLE.match(text)))
    found = next(above, None)
    return WORD.findall((found[1] or found[2]).lower()) if found else ()


def values(edit: LinesEdited) -> frozenset[str]:
    """What the changed lines of a file that is no code hold in quotes, or as a whole, and the options they give."""
    texts = (*edit.texts, *edit.were)
    quoted = {value for text in texts for found in _QUOTED.findall(text) for value in found if value}
    return frozenset(quoted | {text.strip() for text in texts} | {o for text in texts for o in _OPTION.findall(text)})


def assigned(edit: LinesEdited) -> frozenset[str]:
    """Attributes that the changed lines set, or set no more, without the lines under which they are kept private."""
    return frozenset(name.strip("_") for text in (*edit.texts, *edit.were) for name in SET.findall(text))


class FunctionSpan(NamedTuple):
    id: str
    line: int
    end_line: int


def edits(
    before: str, after: str, spans: Sequence[FunctionSpan], python: bool = False
) -> dict[str, LinesEdited] | None:
    """By function id, "" for what lies outside; None where the file is too long. spans: of the functions of the new
    text; a decorator is part of what it stands on. python: whose docstrings count only where nothing else was changed."""
    old, new = before.split("\n"), after.split("\n")
    if max(len(old), len(new)) > _MOST:
        return None
    docs = (lines_of_docs(before), lines_of_docs(after)) if python else (frozenset[int](), frozenset[int]())
    found = _edited(old, new, spans, docs, told=False)
    for owner, edit in _edited(old, new, spans, docs, told=True).items() if python else ():
        found.setdefault(owner, edit._replace(names=frozenset(), docs=True))
    if "" in found:
        found[""] = found[""]._replace(names=_made_of(found[""].names, new, spans))
    return found


def _edited(
    old: Sequence[str],
    new: Sequence[str],
    spans: Sequence[FunctionSpan],
    docs: tuple[frozenset[int], frozenset[int]],
    told: bool,
) -> dict[str, LinesEdited]:
    """docs: lines of docstrings, old and new. told: whether of them alone, else of all others."""
    found: dict[str, LinesEdited] = {}
    for start, end, i, j in _differences(old, new):
        for at in range(start, max(end, start + 1)):
            shown = [(at, new[at])] if at < end else []
            gone = list(enumerate(old[i:j], start=i)) if at == start else []
            texts = [line for row, line in shown if ((row + 1) in docs[1]) is told and not _SILENT.match(line)]
            were = [line for row, line in gone if ((row + 1) in docs[0]) is told and not _SILENT.match(line)]
            for owner in _owners(at + 1, (*texts, *were)[0], spans, new) if texts or were else ():
                said = found.get(owner, LinesEdited())
                names = set() if owner else _names(new, at) | (_names(old, i) if i < j else set())
                found[owner] = LinesEdited(
                    said.lines | {at + 1}, (*said.texts, *texts), (*said.were, *were), said.names | names
                )
    return found


def _differences(old: Sequence[str], new: Sequence[str]) -> Iterable[tuple[int, int, int, int]]:
    for how, i, j, start, end in opcodes(old, new):
        if how != "equal":
            yield start, end, i, j


def _owners(line: int, text: str, spans: Sequence[FunctionSpan], new: Sequence[str]) -> list[str]:
    """The functions around a line, or the one that its decorator stands on; none is ""."""
    if _DECORATED.match(text):
        below = [
            span
            for span in spans
            if line <= span.line <= line + 12 and all(_part(each) for each in new[line : span.line - 1])
        ]
        if below:
            return [min(below, key=lambda span: span.line).id]
    return [span.id for span in spans if span.line <= line <= span.end_line] or [""]


def _part(line: str) -> bool:
    """Whether a line between a decorator and its function belongs to them."""
    return not line.strip() or bool(_DECORATED.match(line)) or line[:1] in " \t)"


def _names(lines: Sequence[str], at: int) -> set[str]:
    """What the statement that a line is part of defines: that of the line, or of one above that stands further out."""
    if at >= len(lines):
        return set()
    indent = 1000
    for line in reversed(lines[max(0, at - _UP) : at + 1]):
        here = len(line) - len(line.lstrip())
        if not line.strip() or here >= indent:
            continue
        indent = here
        if found := _defines(line):
            return found
        if not here and line.strip()[0] not in ")]}":
            return set()
    return set()


def _defines(line: str) -> set[str]:
    if _IMPORT.match(line):
        return set(WORD.findall(line)) - {"from", "import", "using", "use", "include"}
    if (named := _DEFINED.match(line)) or (named := _ASSIGNED.search(line)):
        return {named[1]}
    return set()


def _made_of(names: frozenset[str], lines: Sequence[str], spans: Sequence[FunctionSpan]) -> frozenset[str]:
    """With the names that are defined outside of functions by an expression that holds one of them."""
    inside = {line for span in spans if span.id for line in range(span.line + 1, span.end_line + 1)}
    outside = [
        (name, frozenset(WORD.findall(line)) - {name})
        for at, line in enumerate(lines, start=1)
        if at not in inside and line[:1].strip() and (match := _ASSIGNED.search(line)) and (name := match[1])
    ]
    known = set(names)
    for _ in range(8):
        more = {name for name, of in outside if name not in known and of & known}
        if not more:
            break
        known |= more
    return frozenset(known)


_HOLDS = regex(r"^[ \t]{0,80}+(?:assert[ \t]{1,4}+True|assert\(true\)|pass|;)[ \t;]{0,8}+$")


def _idle(text: str, within: str, changed: Sequence[str]) -> bool:
    if _HOLDS.match(text):
        return True
    if _LOGGED.match(text):
        return text.rstrip().rstrip(";").endswith(")")
    named = _PLAIN.match(text)
    if named is None:
        return False
    return _NAME.findall(within).count(named[1]) <= sum(_NAME.findall(line).count(named[1]) for line in changed)


def _same_but_for_names(edit: LinesEdited, within: str) -> bool:
    """Whether an expression was only given a local name, or lost it, or has another."""
    fresh, gone = _locals(edit.texts), _locals(edit.were)
    if (
        not (fresh or gone)
        or gone & set(_spoken([within]))
        or fresh & set(_spoken(edit.were))
        or any(_spoken([within]).count(name) > _spoken(edit.texts).count(name) for name in fresh)
    ):
        return False
    now, then = [[token for line in lines for token in _tokens(line)] for lines in (edit.texts, edit.were)]
    passed = fresh | gone | {"=", ";", "return", "var", "let", "const", "auto"}
    same = [token for token in now if token not in passed] == [token for token in then if token not in passed]
    return same and now.count("return") == then.count("return")


def _spoken(lines: Iterable[str]) -> list[str]:
    """Names, without those of attributes and what stands in plain quotes, unless locals are read by their names."""
    text = "\n".join(lines)
    return _NAME.findall(text if _READS_LOCALS.search(text) else _ASIDE.sub(" ", text))


def _tokens(line: str) -> list[str]:
    """Without the type of what it declares."""
    declared = _LOCAL.match(line)
    return _TOKEN.findall(line[declared.start(1) :] if declared else line)


def _locals(lines: Sequence[str]) -> set[str]:
    return {named[1] for line in lines if (named := _LOCAL.match(line))}
