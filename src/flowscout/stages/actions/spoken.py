"""The one text that a call says: of its arguments the message, as it is written.

fprintf(stderr, "too short: " "%d\n", n)      too short: %d
logger.error("no tag " + name)                no tag …
log_error(n ? "no tag" : "no name")           not sure: which of them is said hangs on n
log_error(find(l, "key"))                     not sure: the text is what find gives
perror(path)                                  no text of its own
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from re import DOTALL
from typing import Final

from ...model.known import LETTER, Kind
from ...model.language import Language
from ...model.pattern import regex
from ...words.folding import DOTS
from ...words.strings import visible
from ...words.tokens import NAME, SIGN, STRING, TextToken, tokens

_OPENS: Final = frozenset("([{")
_CLOSES: Final = frozenset(")]}")
_CHOOSES: Final = frozenset({"?", "if", "else", "or", "and", "||", "&&", "="})
_JOINS: Final = frozenset({"+", "%", "."})
_TRANSLATES: Final = frozenset({"_", "N_", "gettext"})
_ENDS: Final = frozenset({"endl", "flush", "ends"})
_PARTS: Final = frozenset({".", "->", "::"})
_QUOTED: Final = regex(r"\A(?:u8|[A-Za-z]{0,2})(\"\"\"|'''|\"|')(.*)\1\Z", DOTALL)
_RAW: Final = regex(r"\A(?:u8|[uUL])?R\"([^()\\\s]{0,16})\((.*)\)\1\"\Z", DOTALL)
_ESCAPED: Final = regex(r"\\(.)", DOTALL)
_CONVERSION: Final = regex(r"%[-+ #0-9.*hlzjtL]{0,12}[A-Za-z]|\{[^{}]{0,80}\}")
_SAYS: Final = regex(r"[^\W\d_]{2}")
_CONSTANT: Final = regex(r"[A-Z][A-Z0-9_]*$|stderr$")
_BREAKS: Final = frozenset("nrtvf\n")

Words = Sequence[TextToken]


def spoken(text: str, language: Language) -> str | None:
    """The message; "" where the call says no text of its own, None where it cannot be told which."""
    words = tokens(text, language.spelling)
    while words and words[-1].text == ";":
        words = words[:-1]
    if [each.text for each in words[:3]] == ["(", "void", ")"]:
        words = words[3:]
    if any(each.text == "<<" for each in _outside(words)):
        return _streamed(words)
    given = _given(words)
    if given is None:
        return None
    texts = [(at, said) for at, one in enumerate(given) if (said := _text(one, language)) is not None]
    if not any(each.kind == STRING for each in words):
        return None if any(each.text in _CHOOSES for each in words) else ""
    formats = [one for one in texts if _CONVERSION.search(one[1])]
    texts = texts if len(texts) == 1 else formats
    if len(texts) != 1 or not all(_before(one, language) for one in given[: texts[0][0]]):
        return None
    return texts[0][1] if _SAYS.search(_CONVERSION.sub("", texts[0][1])) else ""


def _outside(words: Words) -> Iterator[TextToken]:
    """What stands in no brackets."""
    deep = 0
    for each in words:
        deep -= each.text in _CLOSES
        if not deep and each.text not in _CLOSES and each.text not in _OPENS:
            yield each
        deep += each.text in _OPENS


def _split(words: Words, sign: str) -> list[Words]:
    """What stands between the signs that are in no brackets."""
    apart = {each.start for each in _outside(words) if each.kind == SIGN and each.text == sign}
    found: list[list[TextToken]] = [[]]
    for each in words:
        if each.start in apart:
            found.append([])
        else:
            found[-1].append(each)
    return list(found)


def _given(words: Words) -> list[Words] | None:
    """The arguments of the one call that all of it is; None of anything else."""
    if (
        not words
        or words[-1].text != ")"
        or any(each.kind != NAME and each.text not in _PARTS for each in _outside(words))
    ):
        return None
    deep, at = 0, len(words)
    for each in reversed(words):
        at -= 1
        deep += (each.text in _CLOSES) - (each.text in _OPENS)
        if not deep:
            break
    inner = words[at + 1 : -1]
    return [one for one in _split(inner, ",") if one] if at else None


def _streamed(words: Words) -> str | None:
    """`std::cerr << "no tag of " << name << std::endl`"""
    _, *parts = _split(words, "<<")
    if any(each.text in _CHOOSES or each.text == "," for each in _outside(words)):
        return None
    said = [_joined(part) for part in parts if not (part and part[-1].text in _ENDS)]
    while said and said[-1] is None:
        said.pop()
    if not any(said):
        return None
    return _folded(DOTS if each is None else each for each in said)


def _joined(words: Words) -> str | None:
    """What literals alone say."""
    if not words or any(each.kind != STRING for each in words):
        return None
    found = [_literal(each.text) for each in words]
    return None if None in found else "".join(map(str, found))


def _text(words: Words, language: Language) -> str | None:
    """Of an argument, what it says where that is one text: literals, with macros between, or with what is put in or put behind."""
    if len(words) > 2 and words[0].text in _TRANSLATES and words[1].text == "(" and words[-1].text == ")":
        return _text(words[2:-1], language) if "," not in [each.text for each in words] else None
    if any(each.text in _CHOOSES for each in words) or not any(each.kind == STRING for each in _outside(words)):
        return None
    end = next((at for at, each in enumerate(words) if each.kind not in (STRING, NAME)), len(words))
    if (end < len(words) and words[end].text not in _JOINS) or words[0].kind not in (STRING, NAME):
        return None
    led, found = words[:end], list[str]()
    if not any(each.kind == STRING for each in led) or (
        not language.spelling.casts and any(each.kind == NAME for each in led)
    ):
        return None
    for each in led:
        said = _literal(each.text) if each.kind == STRING else DOTS
        if said is None:
            return None
        found.append(said)
    return _folded([*found, *([DOTS] if end < len(words) and words[end].text == "+" else [])])


def _folded(parts: Iterator[str] | list[str]) -> str:
    return visible(" ".join("".join(parts).split()))


def _literal(text: str) -> str | None:
    """What it holds, as it is written but for its breaks and quotes; None of one that is not all of a text."""
    if raw := _RAW.match(text):
        return str(raw[2])
    plain = _QUOTED.match(text)
    if plain is None:
        return None
    head = text[: plain.start(1)].lower()
    if "f" in head and plain[2].count("{") != plain[2].count("}"):
        return None
    return str(plain[2]) if "r" in head else _ESCAPED.sub(lambda it: _shown(it[1]), plain[2])


def _shown(letter: str) -> str:
    if letter in _BREAKS:
        return "" if letter == "\n" else " "
    return letter if letter in "\"'" else f"\\{letter}"


def _before(words: Words, language: Language) -> bool:
    """What stands before the message is none itself: a stream, a level, a number, what holds the state."""
    if any(each.kind == STRING or each.text in ("[", "(", "=") for each in words):
        return False
    name = words[-1].text
    if words[-1].kind != NAME or _CONSTANT.match(name):
        return True
    return language.spelling.casts and not _holds_text(language.known.kinds.get(name))


def _holds_text(kind: Kind | None) -> bool:
    return kind is not None and any(each.name == LETTER for each in kind.leads)
