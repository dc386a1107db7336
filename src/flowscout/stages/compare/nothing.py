"""What a question finds to be nothing on either way out of it: of `if (!p || q == NULL) return`, where `p` or `q` is; with it all that is
reached through it, for who has no `p` has no `p->name`."""

from __future__ import annotations

from typing import Final

from ...model.pattern import regex
from ...words.handed_through import is_hint

_LONGEST: Final = 400  # characters of a question
_DEEPEST: Final = 6  # questions within
_NOTHING: Final = r"NULL|nullptr|None|0"
_SIGNS: Final = {"==": True, "is": True, "!=": False, "is not": False, "<": True, "<=": True, ">=": False, ">": False}
_COMPARED: Final = regex(
    rf"(?P<name>[^=<>]{{1,300}}?) ?(?P<sign>==|!=|is not|is) ?(?:{_NOTHING}|-1)\Z"
    r"|(?P<number>[^=<>]{1,300}?) ?(?P<than><=|>=|<|>) ?0\Z"
)
_TURNED: Final = regex(
    rf"(?:{_NOTHING}|-1) ?(?P<sign>==|!=) ?(?P<name>[^=<>]{{1,300}}|\([^()]{{1,80}} = .{{1,300}}\))\Z"
)
_CALLED: Final = regex(r"(\w{1,40}) ?(?=\()")
_SET: Final = regex(r"([\w.]{1,120}) :?= [^=]")
_SETS: Final = regex(r"\(([A-Za-z_][\w.]{0,120}) :?= (?!=)")
_FROM_CALL: Final = regex(r"(?:\([\w *]{1,60}\) ?)?(?:new |[A-Za-z_][\w.:]{0,120}(?:<[\w:, *]{1,80}>)? ?\()")
_BEHIND: Final = regex(rf" ?(?:(?P<sign>==|!=|is not|is) ?(?:{_NOTHING}|-1)|(?P<than><=|>=|<|>) ?0)\Z")
_NAME: Final = regex(r"[A-Za-z_][\w.]{0,200}\Z")
_JOINTS: Final = (("||", " or "), ("&&", " and "))


def nothing(asked: str, holds: bool, depth: int = 0) -> frozenset[str]:
    """What is nothing where the question holds, or does not."""
    text = _bare(asked)
    if len(text) > _LONGEST or depth > _DEEPEST:
        return frozenset()
    for any_, joints in zip((True, False), _JOINTS, strict=True):
        if len(parts := _parts(text, joints)) > 1:
            found = [nothing(part, holds, depth + 1) for part in parts]
            return frozenset.intersection(*found) if any_ == holds else frozenset.union(*found)
    for sign in ("!", "not "):
        if text.startswith(sign) and not text.startswith("!="):
            return nothing(text.removeprefix(sign), not holds, depth + 1)
    if text.startswith("(") and (end := _closing(text, 0)):  # `(p = f()) == NULL`
        hit = _BEHIND.match(text, end)
        return _named(text[:end]) if hit and _SIGNS[hit["sign"] or hit["than"]] == holds else frozenset()
    if hit := _COMPARED.match(text) or _TURNED.match(text):
        said = hit.groupdict()
        name, sign = said["name"] or said["number"], said["sign"] or said["than"]
        return _named(name) if _SIGNS[sign] == holds else frozenset()
    return frozenset() if holds else _named(text)


def reached(names: frozenset[str], keys: frozenset[str]) -> frozenset[str]:
    """Of the keys those that are nothing, and those that are had through these."""
    return frozenset(key for key in keys for name in names if key == name or key.startswith(f"{name}."))


def set_from_calls(asked: str) -> frozenset[str]:
    """What a question sets from calls: `p` of `(p = malloc(n)) == NULL`."""
    found = ((hit[1], asked[hit.end() :]) for hit in _SETS.finditer(asked[:_LONGEST]))
    return frozenset(name for name, value in found if _FROM_CALL.match(value))


def _named(text: str) -> frozenset[str]:
    """`p` of `p`, and of `(p = malloc(n))`."""
    name = _bare(text)
    name = hit[1] if (hit := _SET.match(name)) else name
    name = name.removeprefix("this.")
    return frozenset([name] if _NAME.match(name) else [])


def _bare(text: str) -> str:
    """Without brackets round all of it, and what says which answer is likely."""
    text = text.strip()
    hit = _CALLED.match(text)
    text = text[hit.end() :] if hit and is_hint(hit[1]) and _closing(text, hit.end()) == len(text) else text
    while text.startswith("(") and _closing(text, 0) == len(text):
        text = text[1:-1].strip()
    return text


def _closing(text: str, at: int) -> int:
    """Behind the bracket that closes the one at a place."""
    depth = 0
    for place in range(at, min(len(text), at + _LONGEST)):
        depth += (text[place] in "([{") - (text[place] in ")]}")
        if not depth:
            return place + 1
    return 0


def _parts(text: str, joints: tuple[str, str]) -> list[str]:
    """Parted at the joints that stand in no bracket and in no text."""
    found, depth, start, at, inside = list[str](), 0, 0, 0, ""
    while at < len(text):
        here = text[at]
        joint = next((each for each in joints if text.startswith(each, at)), "") if not depth and not inside else ""
        if joint:
            found.append(text[start:at])
            start = at = at + len(joint)
            continue
        if inside:
            at += here == "\\"
            inside = "" if here == inside else inside
        elif here in "\"'":
            inside = here
        else:
            depth += (here in "([{") - (here in ")]}")
        at += 1
    return [*found, text[start:]]
