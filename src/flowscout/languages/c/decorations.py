"""Macros that decorate declarations, taken out of the grammar's sight.

`class LEVELDB_EXPORT DB {`, `REDIS_STATIC int f(void) {`, `int x GUARDED_BY(mu_);` and compilers' `__attribute__((…))`
derail a grammar that knows no macros, sometimes for the rest of the file. What can be recognised without doubt is
blanked before parsing; `around` is bolder, and only asked where the tree has errors.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any, Final

from ...model.pattern import regex
from . import before_names, behind_names, macro_runs
from .before_names import CAPITALS
from .braces import among_declarations
from .text import NESTED, blank

_ANGLES: Final = rb"<(?:[^<>;{}()]++|<(?:[^<>;{}()]++|<[^<>;{}()]*+>)*+>)*+>"  # three levels deep
_TYPE_AND_NAME: Final = (
    rb"(?!(?:return|if|else|for|while|do|switch|case|goto|break|continue|throw|delete|new|default|using)\b)"
    rb"(?:(?:\w|::)++(?:" + _ANGLES + rb")?[\s*&]++){1,7}~?(?:\w|::)++\s*+[({;=\[:,]"
    rb"|(?:\w|::)++[\s*]++\(\s*+\*"
)
_COMPILER = regex(
    rb"_(?:(?:_attribute__|_declspec|_attribute|Alignas|_asm__(?=\s*+\(\s*+\"[^\"]*+\"\s*+\)\s*+;))\s*+"
    + NESTED
    + rb"|(?:_extension__|_restrict__|_restrict|_inline__|_inline|_forceinline|_volatile__|_const|_cdecl|_stdcall|Noreturn)\b)"
)
# `(__unused int fd`, `__dead void usage(void)`, `int __init start(void)`: words of system headers. One is found by how it
# begins, which is fast; then what stands before and behind it is looked at.
_NO_TYPE: Final = rb"(?!int\d|signed|unsigned|u\d|s\d|[bl]e\d|m\d|float|builtin|typeof)"
_RESERVED: Final = regex(rb"__" + _NO_TYPE + rb"(?<!\w__)[a-z]\w*+(?:[ \t]*+" + NESTED + rb")?(?=\s)")
_QUALIFIERS: Final = (
    rb"\s{1,40}+(?:(?:const|volatile|struct|union|enum|unsigned|signed|long|static|inline|extern|__"
    + _NO_TYPE
    + rb"[a-z]\w{0,60}+(?:\(\s{0,40}+[\w\s,]{0,80}+\))?+)\s{1,40}+){0,8}+"
)
_OF_PARAMETER: Final = regex(rb"[(,]\s*+\Z"), regex(_QUALIFIERS + rb"\w++[\s*&]{1,40}+\w++\s{0,40}+[,)\[]")
_OF_LINE: Final = (
    regex(rb"(?:\A|\n)(?:(?:static|extern|inline)\s++){0,8}+\Z"),
    regex(_QUALIFIERS + rb"\w++[\s*]{1,40}+\w++\s{0,40}+[(;=\[]"),
)
_OF_RESULT: Final = (
    regex(
        rb"[\w*](?<!static)(?<!extern)(?<!inline)(?<!const)(?<!volatile)(?<!struct)(?<!union)(?<!enum)(?<!signed)(?<!return)(?<!typedef)"
        rb"\s++\Z"
    ),
    regex(rb"\s{1,40}+(?:\w++\s{0,40}+\(|\*)"),
)
_HEADED: Final = (
    rb"\s++(?:((?:(?!class\b|struct\b|final\b)\w++(?:[ \t]*+" + NESTED + rb")?\s++){1,4})"
    rb"(?=(?:\[\[[^\]]{0,200}+\]\]\s*+){0,8}+(?!final\b)\w++(?:::\w++)*+(?:\s*+<[^;{}]{0,200}>)?(?:\s++final)?\s*+(?::(?!:)|\{))"
    rb"|(" + CAPITALS + rb")\s++(?=\w++\s*+;))"
)
_HEADS = tuple(  # one for each word, which alone is found fast, and only where there is that word
    (word, regex(word + rb"(?<!\w" + word + rb")" + more + _HEADED))
    for word, more in ((b"class", b""), (b"struct", b""), (b"union", b""), (b"enum", rb"(?:\s++(?:class|struct))?"))
)
_LAST_OF_HEAD, _CAPITAL = regex(rb"\w++"), regex(CAPITALS)
_CANDIDATE = regex(
    rb"\n[ \t]*+(?:(?:static|extern|inline|virtual|explicit|constexpr|friend|const|template\s*+"
    + _ANGLES
    + rb"|\[\[[^\]]{0,200}+\]\])\s++){0,8}+"
    rb"(?P<macro>[A-Z_][A-Z0-9_]{2,}+)(?=[\s(])(?![ \t]*=)"
)
_PLAIN = regex(
    rb"\s++(?!(?:const|volatile)\s*+(?:[*&]|\w++\s*+[=;,\[]))"  # `BYTE const* p`: a type
    rb"(?=" + _TYPE_AND_NAME + rb"|(?:template|using|namespace|typedef|extern|friend)\b|~\w++\s*+\(|operator\s++\w)"
)
_ALONE = regex(rb"[ \t]*+\r?\n\s*+(?=[A-Za-z_~}#\[]|\Z)")
_RESULT = regex(  # `DWORD` above `GetSettings(settings_t *s) {` is what it gives back
    rb"\s++(?!"
    + CAPITALS
    + rb"\s*+\()(?:(\w++)(?:::(?!\1\b|~))?+){1,8}+\s*+"
    + NESTED
    + rb"\s*+(?:(?:const|noexcept|override|final)\s*+)*+\{"
)
_CONSTRUCTOR = regex(rb"(?:\s++[A-Z_][A-Z0-9_]{2,}+){0,8}\s++(?=~?(\w++)\s*+\()")
_CLASS_NAME = regex(rb"\b(?:class|struct)\s[^;{}()]{0,300}?\b(\w++)\s*+(?:final\s*+)?[:{]")
_POINTED = regex(
    rb"[*&]\s*+(?=[A-Za-z_]\w*+\s++[A-Za-z_])(?!(?:const|volatile|restrict|noexcept|operator|override|final|and|or|xor|if|else|try|requires)\b)([A-Za-z_]\w*+)\s++"
    rb"(?!(?:const|override|final|noexcept|and|or|xor|if|else|try|in)\b|__|[A-Z_][A-Z0-9_]*+\s*[(;=,){])(?=[A-Za-z_]\w*+\s*+[(,)=;:\[])"
)
_TESTING = regex(rb"if\s++([A-Z_][A-Z0-9_]{2,}+)\s*+\(")  # `if CONSTEXPR17 (`
_TRY = regex(rb"(TRY)()(?=\s*+\{)")
_CATCH = regex(rb"C(A)TCH\w{0,60}+\s*+(\([^()]*+\))?(?=\s*+\{)")
_PREFIX = regex(rb"(?<!\w)[A-Z][A-Z0-9_]{0,60}_\Z")
_GUARDED = regex(rb"(\()\s*+(?:std\s*+::\s*+)?(?:min|max)\s*+(\))\s*+\(")  # `(min)()`, safe from a macro of that name
_INSTANTIATION = regex(rb"template\s++(?!<)[^;{}]{0,1000}+;")
_EXTERN = regex(rb"\bextern\s++\Z")
_CALLING = regex(rb"[\s*]++(" + CAPITALS + rb")\s++\w++\s*+\(")
_DECORATES = regex(
    rb"EXPORT|API|INLINE|ATTR|STATIC|EXTERN|DECL|FORCE|UNUSED|PUBLIC|VISIB|NODISCARD|SANITIZE|NORETURN|CONSTEXPR"
)
_INVOKED = regex(rb"[ \t]*+" + NESTED)
_SAME_LINE = regex(rb"[ \t]++(?=" + _TYPE_AND_NAME + rb")")
_NEXT_LINE = regex(rb"[ \t]*+\r?\n\s*+(?=[A-Za-z_~}*]|\[\[)")
_RUN = regex(  # `LIB_NORETURN LIB_FORMAT(1, 2)` above `static void die(char *how)`; K&R's parameters stand below a head, too
    rb"[ \t]++(?:"
    + CAPITALS
    + rb"[ \t]++){0,3}+"
    + CAPITALS
    + rb"[ \t]*+"
    + NESTED
    + rb"\s++(?=(?:static|extern|inline)\s|(?:\w++[\s*]++){1,5}+\w++\s*+"
    + NESTED
    + rb"\s*+\{)"
)
_BEFORE_BODY = regex(
    rb"\)\s*+(?:(?:const|override|final|noexcept|&&?)\s*+)*+((?:"
    + CAPITALS
    + rb"\s*+(?:"
    + NESTED
    + rb"\s*+)?){1,8}+)(?=:(?!:)|\{)"
)
_TRAILING = regex(
    rb"(?<=[\w)\]])(?<!struct)(?<!enum)(?<!union)(?<!const)(?<!class)(?<!unsigned)(?<!return)\s++((?:"
    + CAPITALS
    + rb"\s*+(?:"
    + NESTED
    + rb"\s*+)?){1,8}+)(?=[;{=,)]|\Z)"
)
_BETWEEN = regex(rb"(?<=[\w*&>])\s++(" + CAPITALS + rb")\s++(?=[\w*&~])")
_BETWEEN_SEVERAL = regex(  # `inline kind_t LIB_CONST LIB_INLINE` above the name: no type is among them
    rb"(?<=[a-z*&>])(?<!\bstatic)(?<!\bextern)(?<!\binline)(?<!\bconst)(?<!\bvolatile)(?<!\bsigned)(?<!unsigned)"
    rb"(?<!\bstruct)(?<!\bunion)(?<!\benum)(?<!\bclass)(?<!\breturn)\s++((?:" + CAPITALS + rb"\s++){2,5})(?=[\w*&~])"
)
_ATTRIBUTED = regex(  # `int ATTR(format(printf, 1, 2)) name(`
    rb"(?<=[\w*])(?<!\belse)(?<!\breturn)(?<!\bdo)[ \t]++("
    + CAPITALS
    + rb"[ \t]*+"
    + NESTED
    + rb")(?=\s++(?:\*\s*+)*+(?!"
    + CAPITALS
    + rb")[A-Za-z_]\w*+\s*+\()"
)
_STEERS: Final = frozenset({b"return", b"if", b"for", b"while", b"switch"})
_GIVES: Final = regex(rb"(?<!operator)(?<!operator )(?<![=!<>])=(?!=)")
_BRACKETS: Final = regex(rb"\([^()]*+\)")
_BEGINS_A_STATEMENT: Final = frozenset({b"else", b"do"})
_WORD_BEFORE: Final = regex(rb"(?<!\w)[a-z]{1,6}+\Z")
_QUALIFIED = regex(
    rb"(?<=[;{}])\s*+(?!(?:const|static|struct|union|enum|unsigned|signed|long|short|volatile|register|return|typedef|extern|inline|goto|"
    rb"else|case|delete|new|throw|using|typename|constexpr|auto|mutable|virtual|explicit|friend)\b)([A-Za-z_]\w*+)\s++"
    rb"(?=(?:(?!(?:const|volatile)\b)|(?:const|volatile)\s++[A-Za-z_]\w*+\s++(?=[A-Za-z_]))[A-Za-z_]\w*+(?:\s++(?:\*\s*+)?|\*\s*+)[A-Za-z_]\w*+\s*+[=;,\[(])"
)
_TEMPLATED = regex(  # `really_inline result_t<T> f(`
    rb"(?<=[;{}>])\s*+(?!(?:const|static|struct|class|union|enum|volatile|return|typedef|extern|inline|goto|else|case|delete|new|"
    rb"throw|using|typename|template|constexpr|mutable|virtual|explicit|friend|operator|namespace|public|private|protected)\b)"
    rb"([A-Za-z_]\w*+)\s++(?=(?:(?:static|inline|constexpr|virtual|friend)\s++)*+(?:\w++::)*+\w++"
    + _ANGLES
    + rb"[\s*&]++\w++\s*+\()"
)
_GIVEN = regex(  # `EXPORT(const char *) name(void) {`: the macro's argument is what the function gives back
    rb"(?<=[;}\n])[ \t]*+(?:extern[ \t]++|static[ \t]++)?+("
    + CAPITALS
    + rb"[ \t]*+\()[\w\s:]{1,80}+[\s*&]*+(\))\s++(?!(?:if|for|while|switch|catch)\b)[A-Za-z_]\w*+\s*+"
    + NESTED
    + rb"\s*+\{"
)
_CAST = regex(
    rb"\(\s*+(?!(?:const|volatile|struct|union|enum|unsigned|signed|long|short|sizeof)\b)([A-Za-z_]\w*+)\s++(?=(?!const\b)\w++\s*+\*[\s*]*+\)\s*+[\w(&*])"
)  # `(LIB_CONST char *)p`
_EAST = regex(rb"(?<=[;{}])\s*+[A-Za-z_]\w*+\s++(const|volatile)\b(?=\s*+\*)")  # `BYTE const* p = q;`
_TYPE_GIVEN = regex(  # `LOGCALL(DB, TermList *, "f");`: the star of a type that a macro is given
    rb"(?<=[;{}])\s*+"
    + CAPITALS
    + rb"\s*+\((?:[^();{}]{0,200},)?\s*+(?:(?:const|struct|unsigned)\s++)?[A-Za-z_][\w:]*+(?:"
    + _ANGLES
    + rb")?(\s*+\*[\s*]*+)(?=,[^;{}]{0,400}\)\s*+;)"
)
_AROUND: Final = 400
_NEAR: Final = 60  # what stands before a word: white space and a few qualifiers
_FAR: Final = 4096


def hide(text: bytearray, mask: bytes) -> None:
    """Blanks in `text`; `mask` is the same text without comments, literals and directives."""
    if b"__" in mask or b"_Alignas" in mask or b"_Noreturn" in mask:
        for match in _COMPILER.finditer(mask):
            _blank(text, *match.span())
    if b"__" in mask:
        for match in _RESERVED.finditer(mask):
            if any(_stands(mask, *match.span(), *sides) for sides in (_OF_PARAMETER, _OF_LINE, _OF_RESULT)):
                _blank(text, *match.span())
    for word, head in _HEADS:
        for match in head.finditer(mask) if word in mask else ():
            _blank(text, *_of_head(mask, match))
    ends = list(_BEFORE_BODY.finditer(mask))
    for match, free in zip(
        ends, among_declarations(mask, [match.start() for match in ends]) if ends else (), strict=True
    ):
        if free and macro_runs.above(mask, match.start(1)) is None:
            _blank(text, *match.span(1))
    heads = sorted(
        (*before_names.found(mask), *behind_names.found(mask)),
        key=lambda match: match.start(1),
    )
    for match, free in zip(
        heads, among_declarations(mask, [match.start(1) for match in heads]) if heads else (), strict=True
    ):
        line = mask.rfind(b"\n", 0, match.start()) + 1
        if free or not mask[line : line + 1].isspace():  # braces that macros hold are not seen
            _blank(text, *match.span(1))
    for match in _POINTED.finditer(mask):
        _blank(text, *match.span(1))
    for match in _GUARDED.finditer(mask) if b"min" in mask or b"max" in mask else ():
        _blank(text, *match.span(1))
        _blank(text, *match.span(2))
    for match in _TESTING.finditer(mask):
        _blank(text, *match.span(1))
    if b"TRY" in mask:
        _hide_trying(text, mask)
    if b"template" in mask:
        for match in _INSTANTIATION.finditer(mask):
            start = match.start()
            if mask[max(0, mask.rfind(b"\n", 0, start)) : start].strip() in (b"", b"extern"):
                extern = _EXTERN.search(mask, max(0, start - 20), start)
                _blank(text, extern.start() if extern else start, match.end())
    _hide_leading(text, b"\n" + mask)


def _of_head(mask: bytes, match: re.Match[bytes]) -> tuple[int, int]:
    """`class EXPORT Pipe {`, and `class pipe_t LIB_FINAL : public base {`, whose macro stands behind the name: the one that the file goes on
    to speak of is the name."""
    start, end = match.span(match.lastindex or 0)
    last, before = _LAST_OF_HEAD.match(mask, end), mask[start:end].split()[-1]
    if match.lastindex != 1 or not last or not _CAPITAL.fullmatch(last[0]) or _CAPITAL.fullmatch(before):
        return start, end
    named = [len(re.findall(rb"\b" + re.escape(word) + rb"\b", mask)) for word in (before, last[0])]
    return last.span() if named[0] > named[1] or (named[0] == named[1] and last[0].endswith(b"FINAL")) else (start, end)


def _stands(mask: bytes, start: int, end: int, before: re.Pattern[bytes], behind: re.Pattern[bytes]) -> bool:
    return behind.match(mask, end) is not None and before.search(mask, max(0, start - _NEAR), start) is not None


def _hide_trying(text: bytearray, mask: bytes) -> None:
    """`LIB_TRY { … } LIB_CATCH(...) { … }` and `LIB_CATCH_ALL { … }` become what they mean."""
    tries = [*_TRY.finditer(mask)]
    for match in (*tries, *_CATCH.finditer(mask)) if tries else ():
        start, end = match.span()
        prefix = _PREFIX.search(mask, max(0, start - 60), start)
        if prefix is None and mask[start - 1 : start].isalnum():
            continue
        start = prefix.start() if prefix else start
        end = match.start(2) if match[2] else end
        word = b"try" if match[1] == b"TRY" else b"catch" if match[2] else b"catch(...)"
        if end - start >= len(word) and b"\n" not in text[start : start + len(word)]:
            _blank(text, start, end)
            text[start : start + len(word)] = word


def _hide_leading(text: bytearray, lines: bytes) -> None:
    """Macros at the beginning of a line; `lines` is the mask with a line end put before it."""
    candidates = [match for match in _CANDIDATE.finditer(lines) if _may_decorate(lines, match.end("macro"))]
    if not candidates:
        return
    among = among_declarations(lines, [match.start("macro") for match in candidates])
    classes: frozenset[bytes] | None = None
    for match, free in zip(candidates, among, strict=True):
        start, end = match.span("macro")
        builds = _CONSTRUCTOR.match(lines, end)
        if builds and free and classes is None:
            classes = frozenset(_CLASS_NAME.findall(lines))
        if builds and free and builds[1] in (classes or ()):
            _blank(text, start - 1, builds.end() - 1)
        elif _PLAIN.match(lines, end):
            _hide_plain(text, lines, start, end)
        elif (alone := _ALONE.match(lines, end)) and not (free and _RESULT.match(lines, end)):
            _end(text, lines, start, end, alone, free)
        elif free and (run := _RUN.match(lines, end)):
            _blank(text, start - 1, run.end() - 1)
        elif invoked := _INVOKED.match(lines, end):
            _hide_invoked(text, lines, start, invoked.end(), free)


def _may_decorate(lines: bytes, end: int) -> bool:
    """Most are calls, `CHECK(x);`, and need no look at the braces around them."""
    if invoked := _INVOKED.match(lines, end):
        return (_SAME_LINE.match(lines, invoked.end()) or _NEXT_LINE.match(lines, invoked.end())) is not None
    return True


def _hide_plain(text: bytearray, lines: bytes, start: int, end: int) -> None:
    """`EXPORT int f(`; of two words in capitals the second decorates (`DWORD WINAPI f(`), unless the first says it
    does."""
    calling = _CALLING.match(lines, end)
    if calling and not _DECORATES.search(lines, start, end):
        start, end = calling.span(1)
    _blank(text, start - 1, end - 1)


def _hide_invoked(text: bytearray, lines: bytes, start: int, end: int, free: bool) -> None:
    """`SANITIZE("x") int f(` decorates; `CHECK_OK(x)` alone on its line lacks a semicolon."""
    if _SAME_LINE.match(lines, end):
        if _begins(lines, start):
            _blank(text, start - 1, end - 1)
    elif gap := _NEXT_LINE.match(lines, end):
        _end(text, lines, start, end, gap, free)


def _end(text: bytearray, lines: bytes, start: int, end: int, gap: re.Match[bytes], free: bool) -> None:
    """A macro alone on its line. Among declarations it is nothing; in code it is a statement, whose semicolon goes into
    the next line's indentation; before a directive it takes the place of the line's end, which goes into the macro."""
    if not _begins(lines, start):
        return
    if free:
        _blank(text, start - 1, end - 1)
    elif (
        b"#" in text[end : gap.end() - 1] and text[end - 1 : end].isspace() and (room := _room(text, lines, start, end))
    ):
        text[room], text[end - 1] = text[end - 1], 0x3B
    elif gap[0][-1:] in b" \t" and gap.end() - 2 < len(text):
        text[gap.end() - 2] = 0x3B
    elif bytes(text[end - 1 : end]) in (b" ", b"\t", b"\r"):  # what follows has no indentation
        text[end - 1] = 0x3B


def _room(text: bytearray, lines: bytes, start: int, end: int) -> int:
    """Where in a macro's text what ends its line may stand: between two arguments, or in the indentation; else 0."""
    between = lines.rfind(b", ", start, end)
    before = between if between >= 0 else start - 2
    return before if before > 0 and bytes(text[before : before + 1]) in (b" ", b"\t") else 0


def _begins(lines: bytes, start: int) -> bool:
    return (lines[max(0, start - _FAR) : start].rstrip()[-1:] or b";") in b";{}:)>]"


def _blank(text: bytearray, start: int, end: int) -> None:
    text[start:end] = blank(bytes(text[start:end]))


def around(text: bytes, mask: bytes, errors: Sequence[Any]) -> bytes | None:
    """A bolder look at the declarations that hold syntax errors; None when there is nothing to blank."""
    changed, left = bytearray(text), bytearray(mask)
    for start, end in _windows(mask, errors):
        for pattern in (
            _TRAILING,
            _BETWEEN_SEVERAL,
            _BETWEEN,
            _ATTRIBUTED,
            _QUALIFIED,
            _TEMPLATED,
            _EAST,
            _CAST,
            _GIVEN,
            _TYPE_GIVEN,
        ):  # of `int LIBCALL f(` the type is left, once the second word is gone
            for span in [
                match.span(group)
                for match in pattern.finditer(left, start, end)
                for group in range(1, pattern.groups + 1)
            ]:
                if pattern is _TRAILING and (_is_value_or_statement(left, span[0]) or _is_given(left, start, span[0])):
                    continue
                _blank(changed, *span)
                _blank(left, *span)
    return bytes(changed) if changed != text else None


def _is_value_or_statement(left: bytearray, at: int) -> bool:
    """Whether what stands before ends no declaration: the bracket of `p = (T FAR *) ALLOC(n);` belongs to a cast, that of
    `if (a) STOP();` to a question, and behind `else` and `do` a statement begins."""
    before = bytes(left[max(0, at - _AROUND) : at]).rstrip()
    if not before.endswith(b")"):
        word = _WORD_BEFORE.search(before)
        return word is not None and word[0] in _BEGINS_A_STATEMENT
    depth = 0
    for place in range(len(before) - 1, -1, -1):
        depth += {b")": 1, b"(": -1}.get(before[place : place + 1], 0)
        if not depth:
            ahead = before[:place].rstrip()
            steers = _WORD_BEFORE.search(ahead)
            return (steers and steers[0] in _STEERS) or not (ahead[-1:].isalnum() or ahead[-1:] in b"_)]>")
    return False


def _is_given(left: bytearray, start: int, at: int) -> bool:
    """`p = BAD_CAST NAME();`: behind what is given a value no declaration ends."""
    return _GIVES.search(_BRACKETS.sub(b"", bytes(left[start:at]))) is not None


def _windows(mask: bytes, errors: Iterable[Any]) -> list[tuple[int, int]]:
    """The declarations or statements around the errors, none twice."""
    found: list[tuple[int, int]] = []
    for error, end in sorted(node.byte_range for node in errors):
        if found and error < found[-1][1]:
            continue
        start = max(mask.rfind(edge, max(0, error - _AROUND), error) for edge in (b";", b"{", b"}"))
        ends = [at for edge in (b";", b"{", b"}") if (at := mask.find(edge, end, end + _AROUND)) >= 0]
        start = max(start, error - _AROUND, found[-1][1] if found else 0)
        found.append((start, min(ends, default=min(end + _AROUND, len(mask))) + 1))
    return found
