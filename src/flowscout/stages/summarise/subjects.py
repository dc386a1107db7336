"""What the tests of a chain compare: the name that most of them begin with, and who decides with it.

k == A … k == B …                                       `k`
raw is None and hex is None … raw and hex … raw …       `raw` and `hex`
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from ...model.pattern import regex
from .kin import rooted

_SUBJECT: Final = regex(
    r"(?:auto \w{1,40} = )?\(?(?:isinstance\(|!?strn?(?:case)?cmp\()?([\w.>\-\[\]]{1,60}?(?:\([\w.>\-]{0,40}\))?)(?: ?==| is (?!not)| in |, |\.startswith\(|\((?=[\"'A-Z]))"
)
_TEXT: Final = regex(r"\"[^\"]*+\"|'[^']*+'")
_NAMES: Final = regex(r"(?<![\w.>])[^\W\d][\w.]{0,60}+(?:->\w{1,60}+)*+(?!\s?\(|::)")
_COMPARED: Final = regex(r"(?<![\w.>])([^\W\d][\w.]{0,60}+(?:->\w{1,60}+)*+) (?:[!=<>]=|[<>] |is |in |not in )")


def subject(tests: Sequence[str]) -> tuple[str, int]:
    """What most of the tests compare, and how many do, or the only name that stands in all; ("", 0) where each asks something of its own."""
    found = Counter(match[1] for test in tests if (match := _SUBJECT.match(test)))
    most, count = found.most_common(1)[0] if found else ("", 0)
    if count > 1 and 2 * count >= len(tests):
        return _with_another(most, tests), count
    named = [{path.partition("(")[0] for path in _NAMES.findall(_TEXT.sub("0", test))} for test in tests]
    shared = [name for name in set.intersection(*named) if not name.isupper()] if named else []
    if len(shared) == 1:
        return _with_another(shared[0], tests), len(tests)
    return (rooted(named), len(tests)) if rooted(named) else ("", 0)


def _with_another(most: str, tests: Sequence[str]) -> str:
    """What is compared, and what most of the tests compare beside it: `raw` and `hex` decide together."""
    compared = Counter(each for test in tests for each in dict.fromkeys(_COMPARED.findall(_TEXT.sub("0", test))))
    beside = {each: times for each, times in compared.items() if each not in (most, "not", "is") and not each.isupper()}
    other, times = max(beside.items(), key=lambda each: each[1], default=("", 0))
    return f"{most}` and `{other}" if 2 * times > len(tests) and times > 1 else most
