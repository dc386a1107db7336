"""The outline scout: points of interest of a text that no grammar reads, by keywords, brackets and indentation alone.

It knows no language, only habits that languages share: a keyword before a name defines it; a name before brackets and an
opening brace is a function; `key:` or `[section]` begins a block of configuration; `#` or an underline marks a heading.
How a file is named says which habits may hold. Where a definition ends is read from its braces, else from an `end` at its
own depth, else from its indentation. Confidence is low, because habits are not grammars.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import PurePosixPath
from typing import Final

from ..model.report import PointOfInterest

KEYWORD, SHAPE, HEADING, BLOCK = 0.4, 0.3, 0.5, 0.3  # confidence by habit
LONGEST_LINE: Final = 2_000  # a longer one is data or minified
MOST: Final = 2_000  # definitions
FARTHEST: Final = 3_000  # lines from a definition's beginning to its end

PROSE: Final = frozenset(
    {".md", ".markdown", ".mdown", ".mkd", ".rst", ".txt", ".adoc", ".asciidoc", ".org", ".tex", ".textile"}
)
SETTINGS: Final = frozenset(
    {
        ".ini",
        ".cfg",
        ".conf",
        ".toml",
        ".yaml",
        ".yml",
        ".properties",
        ".env",
        ".editorconfig",
        ".desktop",
        ".service",
        ".mk",
    }
)
RULED: Final = frozenset({"makefile", "gnumakefile"})
# Names people use, where they are not the suffix itself.
NAMES: Final = {
    ".kt": "kotlin", ".kts": "kotlin", ".rs": "rust", ".rb": "ruby", ".js": "javascript", ".mjs": "javascript", ".jsx": "javascript",
    ".ts": "typescript", ".tsx": "typescript", ".cs": "csharp", ".hs": "haskell", ".ex": "elixir", ".exs": "elixir", ".erl": "erlang",
    ".pl": "perl", ".pm": "perl", ".sh": "shell", ".bash": "shell", ".zsh": "shell", ".ps1": "powershell", ".jl": "julia", ".clj": "clojure",
    ".ml": "ocaml", ".fs": "fsharp", ".vb": "visualbasic", ".md": "markdown", ".yml": "yaml", ".m": "objective-c", ".el": "emacs-lisp",
    ".f90": "fortran", ".pas": "pascal", ".proto": "protobuf", ".tf": "terraform", ".gradle": "groovy", ".rst": "restructuredtext",
}  # fmt: skip

_MODIFIERS = (
    r"(?:(?:export|default|public|private|protected|internal|open|abstract|final|sealed|static|async|pub(?:\([a-z]+\))?|unsafe|extern|const|"
    r"override|inline|suspend|data|partial|virtual|native|local|global|mut|case|companion|annotation|inner|value|expect|actual|fileprivate|mutating|operator|infix|tailrec)\s+){0,6}"
)
_FUNCTION = re.compile(
    rf"^\s*{_MODIFIERS}(?:def|defp|defmacro|defn-?|fun|func|fn|function\*?|sub|proc|procedure|method(?=\s+[\w$]+\s*\()|subroutine|let\s+rec)\s+"
    r"(?![\w$]+\s*->)(?:\([^)]{0,80}\)\s*)?(?:<[^<>]{0,80}>\s*)?([\w$][\w$.:?!'<>-]{0,80})",
    re.IGNORECASE,
)
_LISP = re.compile(r"^\s*\((?:defun|defn-?|defmacro|define|defmethod|defgeneric)\s+\(?([^\s()]{1,80})")
_TYPE = re.compile(
    rf"^\s*{_MODIFIERS}(?:type\s+)?(class|interface|trait|object|protocol|record|actor|contract|module|mixin|extension|namespace|struct|union|enum|defmodule)\s+(?:class\s+)?([A-Za-z_$][\w$.:]{{0,80}})"
)
_GO_TYPE = re.compile(r"^\s*type\s+(\w{1,80})\s+(struct\b|interface\b|[\[\w*])")
_IMPL = re.compile(
    r"^\s*+(?:unsafe\s++)?impl(?:<[^{]{0,80}>)?\s++(?:[^{]{1,120}\sfor\s++)?(?:&(?:'\w++\s++)?)?(?:\w++::){0,6}(\$?\w{1,80})"
)
_BODIED = re.compile(
    r"^\s*+(?:[\w$<>\[\],.*&:?@]++\s++){0,8}[*&]?([~#]?[A-Za-z_$][\w$:]{0,80})\s*+(?:<[^<>()]{0,80}>)?\s*+\(([^;{}]{0,400})\)[^;={}()]{0,80}(?:\{(?:[^{}]{0,200}\})?)?\s*+$"
)
_ARROW = re.compile(
    r"^\s*+(?:(?:public|private|protected|internal|static|override|async|sealed|virtual|abstract)\s++){1,4}[\w<>\[\]?,. ]{1,80}\s(\w{1,80})(?:<[^<>]{0,80}>)?\([^;{}]{0,300}\)\s*+=>"
)
_ASSIGNED = re.compile(
    r"^\s*+(?:export\s++)?(?:const|let|var|local)?\s*+([\w$.]{1,80})\s*+[:=]\s*+(?:async\s++)?(?:function\b|\([^()]{0,200}\)\s*+(?::[^=]{0,80})?=>|[\w$]{1,60}\s*+=>)"
)
_MACRO = re.compile(r"^\s*(?:#\s*define|macro_rules!|defmacro)\s+(\w{1,80})")
_NOT_NAMES = frozenset(
    {
        "if",
        "for",
        "while",
        "switch",
        "catch",
        "return",
        "else",
        "do",
        "new",
        "throw",
        "sizeof",
        "match",
        "when",
        "with",
        "using",
        "until",
        "elif",
        "elsif",
        "foreach",
        "loop",
        "select",
        "synchronized",
        "lock",
        "and",
        "or",
        "not",
        "in",
        "is",
        "assert",
        "print",
        "function",
        "async",
        "await",
        "try",
        "require",
        "check",
    }
)
_TYPES = {"struct": "StructDefinition", "union": "UnionDefinition", "enum": "EnumDefinition"}
_COMMENT = re.compile(r"^\s*(?://|#(?!\s*define)|--|;|\*|/\*|%|\"\"\"|''')")


def language_of(path: str) -> str:
    """A name for the language of a path: by its suffix, else by its name; "" when neither says anything."""
    suffix = PurePosixPath(path).suffix.lower()
    name = PurePosixPath(path).name.lower()
    return NAMES.get(suffix) or suffix.lstrip(".") or (name if name in RULED or name == "dockerfile" else "")


def outline(path: str, text: str) -> tuple[PointOfInterest, ...]:
    """By line, outermost first; empty when no habit holds."""
    lines = text.split("\n")
    suffix, name = PurePosixPath(path).suffix.lower(), PurePosixPath(path).name.lower()
    if suffix in PROSE:
        found = list(_headings(lines))
    elif suffix in SETTINGS or name in RULED:
        found = list(_blocks(lines))
    else:
        found = list(_definitions(lines))
    return tuple(sorted(dict.fromkeys(found[:MOST]), key=lambda poi: (poi.startLine, -poi.endLine, poi.type, poi.name)))


# -- documents and settings -----------------------------------------------------------------------------------------------


_MARK = re.compile(r"^(#{1,6}|={1,6}|\*{1,6})\s++(\S(?:.{0,199}[^\s#])?+)\s*+#*+\s*+$")
_LATEX = re.compile(r"^\s*\\((?:sub){0,2}section|chapter|part)\*?\{([^{}]{1,200})\}")
_UNDERLINE = re.compile(r"^([=\-~^\"'`*+#])\1{2,}\s*$")


def _headings(lines: Sequence[str]) -> Iterator[PointOfInterest]:
    found: list[tuple[int, int, str]] = []  # (line from 0, level, text)
    underlines: list[str] = []
    fenced = False
    for at, line in enumerate(lines):
        if line.lstrip().startswith(("```", "~~~~")):
            fenced = not fenced
        if fenced or len(line) > LONGEST_LINE:
            continue
        if mark := _MARK.match(line):
            found.append((at, len(mark[1]), mark[2]))
        elif named := _LATEX.match(line):
            found.append((at, ("part", "chapter", "section", "subsection", "subsubsection").index(named[1]), named[2]))
        elif (
            at
            and (under := _UNDERLINE.match(line))
            and lines[at - 1].strip()
            and len(line.strip()) + 2 >= len(lines[at - 1].strip())
        ):
            if under[1] not in underlines:
                underlines.append(under[1])
            found.append((at - 1, underlines.index(under[1]) + 1, lines[at - 1].strip()[:200]))
    for n, (at, level, text) in enumerate(found):
        end = next((later for later, other, _ in found[n + 1 : n + 500] if other <= level), len(lines))
        yield PointOfInterest(text, "SectionHeading", at + 1, max(at + 1, _filled(lines, at, end)), HEADING)


_SECTION = re.compile(r"^\s*\[\[?([^\[\]]{1,200})\]\]?\s*(?:[#;].*)?$")
_KEY = re.compile(r"^([A-Za-z_][\w.$/-]{0,100}|\"[^\"]{1,100}\"|'[^']{1,100}')\s*:(?:\s*[|>&!#].*|\s*)$")
_TARGET = re.compile(r"^([\w.%/$()-][\w.%/$() -]{0,100}?)\s*::?(?!=)")


def _blocks(lines: Sequence[str]) -> Iterator[PointOfInterest]:
    found = []
    for at, line in enumerate(lines):
        match = (
            _SECTION.match(line)
            or _KEY.match(line)
            or (_TARGET.match(line) if at + 1 < len(lines) and lines[at + 1].startswith("\t") else None)
        )
        if match and len(line) <= LONGEST_LINE:
            found.append((at, match[1].strip().strip("\"'")))
    for n, (at, name) in enumerate(found):
        end = found[n + 1][0] if n + 1 < len(found) else len(lines)
        yield PointOfInterest(name, "ConfigurationBlock", at + 1, _filled(lines, at, end), BLOCK)


def _filled(lines: Sequence[str], start: int, end: int) -> int:
    """The last line before `end` that holds anything, from 1."""
    while end > start + 1 and not lines[end - 1].strip():
        end -= 1
    return end


# -- code ---------------------------------------------------------------------------------------------------------------


def _definitions(lines: Sequence[str]) -> Iterator[PointOfInterest]:
    ends = _Ends(lines)
    count = 0
    for at, line in enumerate(lines):
        if len(line) > LONGEST_LINE or not line.strip() or _COMMENT.match(line):
            continue
        name, kind, sure = _defined(line, lines[at + 1 : at + 3])
        if name:
            yield PointOfInterest(name, kind, at + 1, ends(at) + 1, sure)
            count += 1
        if count >= MOST:
            return


def _defined(line: str, after: Sequence[str]) -> tuple[str, str, float]:
    """(name, type, confidence) of what a line defines; "" when it defines nothing."""
    if found := _GO_TYPE.match(line):
        return found[1], _TYPES.get(found[2], "ClassDefinition"), KEYWORD
    if (found := _TYPE.match(line)) and not (found[1] in ("namespace", "module") and line.rstrip().endswith(";")):
        return found[2].rstrip(":."), _TYPES.get(found[1], "ClassDefinition"), KEYWORD
    if found := _MACRO.match(line):
        return found[1], "MacroDefinition", KEYWORD
    if found := _FUNCTION.match(line) or _LISP.match(line):
        return _plain(found[1]), "FunctionDefinition", KEYWORD
    if found := _IMPL.match(line):
        return found[1], "ClassDefinition", SHAPE
    if found := _ARROW.match(line) or _ASSIGNED.match(line):
        return found[1], "FunctionDefinition", SHAPE
    if (found := _BODIED.match(line)) and found[1] not in _NOT_NAMES and not _STATEMENT.match(line):
        opens = "{" in line or any(text.strip().startswith("{") for text in after[:1])
        return (found[1], "FunctionDefinition", SHAPE) if opens else ("", "", 0)
    return "", "", 0


def _plain(name: str) -> str:
    return re.split(r"[<(]", name)[0].rstrip(":.-") or name


_STATEMENT = re.compile(
    r"^[\s}]*(?:return|else|elif|throw|new|for|foreach|if|while|switch|catch|case|do|await|yield|defer|go|guard|unless|until|with)\b"
)
_STRINGS = re.compile(r"(?<!\\)(?:\"(?:[^\"\\]++|\\.)*+\"|'(?:[^'\\]++|\\.)*+'|`(?:[^`\\]++|\\.)*+`)|//.*")
_HASHED = re.compile(
    r"(?:^|\s)#(?=[\s!#]|$).*|^#.*"
)  # a comment in some languages; in others, part of a name or a directive
_STARRED = re.compile(r"^\s*(?:/\*(?!.*\*/)|\*(?:\s|/|$)).*")


def _bare(text: str) -> str:
    """A line without what stands in quotes and comments."""
    return _HASHED.sub("", _STRINGS.sub("", _STARRED.sub("", text)))


class _Ends:
    """Where what begins on a line ends, lines from 0: by braces, by `end`, by indentation; at most FARTHEST lines further."""

    def __init__(self, lines: Sequence[str]) -> None:
        self._lines = lines
        self._plain = [_bare(text) if len(text) <= LONGEST_LINE else "" for text in lines]
        self._braces = [text.count("{") - text.count("}") for text in self._plain]
        self._brackets = [text.count("(") - text.count(")") for text in self._plain]
        self._depths = [len(text) - len(text.lstrip()) if text.strip() else -1 for text in lines]

    def __call__(self, at: int) -> int:
        if self._lines[at].lstrip().startswith("("):
            return self._closed(at, at, self._brackets)
        head = self._plain[at : at + 3]
        opens = next((n for n, text in enumerate(head) if "{" in text), None)
        if (
            opens is not None
            and not any(text.rstrip().endswith(";") for text in head[:opens])
            and (opens == 0 or head[opens].strip().startswith("{"))
        ):
            return self._closed(at, at + opens, self._braces)
        return self._indented(at)

    def _closed(self, at: int, opens: int, deltas: Sequence[int]) -> int:
        level = 0
        for n in range(at, min(len(self._lines), at + FARTHEST)):
            level += deltas[n]
            if level <= 0 and n >= opens:
                laid = self._depths[n] in (-1, self._depths[at]) or n == at or deltas is self._brackets
                return n if laid else max(n, self._dedented(at))
        return self._dedented(at)  # a brace in a text or a comment was counted: trust the layout

    def _dedented(self, at: int) -> int:
        """The next line as deep as the first that begins with a closing bracket."""
        for n in range(at + 1, min(len(self._lines), at + FARTHEST)):
            if 0 <= self._depths[n] <= self._depths[at]:
                return n if self._lines[n].lstrip()[:1] in ("}", ")", "]") else at
        return at

    def _indented(self, at: int) -> int:
        depth, last = self._depths[at], at
        for n in range(at + 1, min(len(self._lines), at + FARTHEST)):
            here = self._depths[n]
            if 0 <= here <= depth:
                ends = last > at and here == depth and re.match(r"\s*end\b", self._lines[n], re.IGNORECASE)
                return n if ends else last
            last = n if here >= 0 else last
        return last
