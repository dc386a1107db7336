"""The first sentence of a module's docstring, by the first bytes of the file."""

from __future__ import annotations

import re
from typing import Final

from flowscout.model.pattern import regex
from flowscout.shapes.prose import first_sentence

_FAR: Final = 8000  # bytes
_DOCSTRING = regex(
    rb"(?:\xef\xbb\xbf)?(?:\s++|\\\r?\n|#[^\n]*+)*+[rRuU]?(?:\"\"\"(?P<two>(?:[^\"\\]++|\\.|\"(?!\"\"))*+)\"\"\"|'''(?P<one>(?:[^'\\]++|\\.|'(?!''))*+)'''|\"(?P<line>(?:[^\"\\\n]++|\\.)++)\"(?!\"))",
    re.DOTALL,
)
_UNDERLINE = regex(r"^[ \t]*([=\-~^*#\"'+`:.])\1{2,}[ \t]*$", re.MULTILINE)
_NO_WORDS = regex(
    r"copyright|licen[sc]e|-\*-|^(?:todo|fixme|xxx|hack|bug|note|warning|caution)\b(?:\([^()\n]{0,40}\))?:|\bgenerated\b|^\W*$|^\.\. ",
    re.IGNORECASE,
)
_NAME: Final = regex(
    r"^(?!(?i:todo|fixme|xxx|hack|bug|note|warning|caution)\b)(?:(?:[\w.]{1,80}|:\w{1,20}:`[^`\n]{1,80}`)[ \t]*\n(?=[ \t]*\n)|[\w.]{1,80}(?:\.py)?[ \t]*(?:--?|\u2013|\u2014|:)[ \t]+)"
)
_ROLE = regex(
    r":\w{1,20}(?::\w{1,20})?:(?=`)|`~?(?:\w{1,80}\.)*(\w{1,80})`|`([^`\n<]{1,80}?) *<[^`>\n]{1,120}>`|(?<!`)``(?!`)"
)
_FEWEST: Final = 2  # words


def heading(data: bytes) -> str:
    """ "" where there is none; a name of the module above or before what is said of it is left out."""
    found = _DOCSTRING.match(data[:_FAR])
    if not found:
        return ""
    inner = (
        next(text for text in found.groups() if text is not None).decode("utf-8", "replace").replace("\r", "").strip()
    )
    plain = _UNDERLINE.sub("", inner).strip()
    plain = _NAME.sub("", plain).strip() if _NAME.match(plain) else plain
    sentence = first_sentence(_ROLE.sub(lambda mark: mark[1] or mark[2] or "", plain))
    return "" if _NO_WORDS.search(sentence) or len(sentence.split()) < _FEWEST else sentence
