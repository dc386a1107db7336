"""What may stand after a name that says secret and is none: by its shape, each narrow, capitals and small letters apart.

Everything else is taken. A reference, a type, a call, a placeholder, a number of few digits, a path of plain words.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final

LEAST: Final = 4  # characters of a value
LONG: Final = 300  # characters of a value that are looked at; of more none is harmless but a sentence

SAYS: Final = r"(?:token|secret|passw(?:or)?d|passphrase|pwd|pass|pw|key|credential|auth|cred)s?"

_NAMED: Final = r"TOKEN|SECRET|PASSWD|PASSWORD|PASSPHRASE|PWD|PASS|PW|KEY|CREDENTIAL|CREDENTIALS|AUTH|ENV|VAR|NAME|ID|URL|FILE|PATH"  # ends a constant that names a secret

_TELLING: Final = (
    # types and constants
    "none None NONE null Null NULL nil Nil undefined NaN true True TRUE false False FALSE str string String STRING bytes Bytes int bool boolean char"
    " object Object any Any self Self void auto const static final public private protected Optional SecretStr Text text varchar VARCHAR TEXT byte"
    # placeholders
    " required optional missing empty invalid expired unset set default hidden masked redacted removed placeholder example changeme value values"
    " yes no on off inherit disabled enabled unknown unused revoked denied unbound exact incorrect wrong valid absent present found input data name arg args"
    " write read admin readonly basic bearer digest Bearer Basic Token REDACTED MASKED HIDDEN FILTERED"
    # how a sentence goes on
    " must is was are were be been being has have had does did not can cannot could should would will may might a an the this that these those it its"
    " to of in on at for from with without by as and or but if when while where which who what than then so too also only just very more less please"
    " your our their his her my there here into over under after before between about using used use see check try enter pass passed passing"
    " error Error failed failure rejected option flag argument parameter instead again field fields header headers file files type types"
    " nullptr PASS FAIL PASSED FAILED SKIP SKIPPED include omit same-origin"
    " mismatch refresh rotated generated created updated deleted loaded saved via because since until unless"
)
_WORDS: Final = frozenset(_TELLING.split())
_GLUE: Final = (
    "must is was are be has not can cannot should will may to of for from with by at the a your in and or you"
)
_SENTENCE: Final = frozenset(_GLUE.split())
_ROOTS: Final = (
    r"(?:self|this|cls|super|os|sys|env|process|environ|config|cfg|conf|settings|request|req|response|res|ctx|context|options|opts|args|argv|params|props"
    r"|state|app|module|var|local|locals|data|input|inputs|secrets|github|steps|matrix|vars|needs|job|runner|event|user|account|client|session"
    r"|obj|object|item|row|node|other|model|form|body|payload|credentials|creds|auth|kwargs|values|Values|each|parser|lexer|tok|token)"
)

_PATH: Final = (
    r"(?:new |await |&)?[A-Za-z_][A-Za-z_]{0,40}+\d{0,2}[A-Za-z_]{0,40}+(?:(?:\.|::|->|\?\.)[A-Za-z_]\w{0,40})*"
)
_FOLDERS: Final = r"(?:\./|\.\./|~/|/)(?:(?:[a-z._][a-z._-]*\d{0,4}|[A-Z][a-z]+)/){1,12}"


@cache
def _shapes() -> re.Pattern[str]:
    return re.compile(
        r"(?:"
        r"[^A-Za-z0-9]*"  # nothing to tell
        r"|[*•x]{3,}|X{3,}|\.{3,}.*|\W?\*{3,}\W?"
        r"|\d{1,5}(?:\.\d{1,3})?%?|\d{1,3}(?:[_,]\d{3}){1,3}|\d{1,5}(?:ms|s|m|h|d|kB|KB|MB)|0x[0-9a-fA-F]{1,4}"
        r"|<[A-Za-z _.:/-]*>?|\[[A-Za-z_ -]*\]?|\([A-Za-z_ -]*\)?|\{\{.*|\{[A-Za-z_.:!]*\d?\}?|#\{.*|@[A-Z_]+@?|%[sdrv]|%\(\w+\)[sdr]|%[A-Z_]+%"
        r"|!(?:Ref|Sub|GetAtt|vault|secret|env|reference)|[&*][a-z_]+|:[a-z_]{1,20}"
        r"|\$[A-Za-z_]\w*(?:\.\w+)*|\$\{[^}]*\}?|\$\(.*|\$\{\{.*|\$env:\w+|\$\d|\$[@*#]"
        rf"|{_PATH}[!]?\((?:|\).*|[A-Za-z_&*][\w.]*(?:[,)(].*)?|[\w.]+=.*|[\w.]+\(.*)"  # a call
        rf"|{_PATH}\[\w*\]?|{_PATH}\[\w{{0,20}}\]\.(?:[A-Za-z_.]{{1,60}}\(|(?:value|text|data|name|id|type|kind|content|string|start|end))"  # a subscript, a generic type
        r"|(?:std|boost|absl|google|crate|super|Self)::[\w:<>]+[&*]?|[A-Za-z_]\w*->[A-Za-z_][\w.>-]*|char\*?|[A-Z][A-Za-z]*<[\w, <>:&']*>"
        rf"|{_ROOTS}(?:(?:\.|\?\.|::|->)[A-Za-z_]\w*)+"
        rf"|{_FOLDERS}[A-Za-z._-]*\d{{0,4}}[A-Za-z.]*|[A-Za-z]:\\[\w\\. -]*|(?:\./|~/)[\w.-]+"
        r"|(?:https?|file|s3|gs|docker|oci)://.*|//(?:[a-z][\w-]*\..*)?|sha(?:1|256|384|512)[:-][\w+/=]*|md5:\w*"
        r"|(?:arn:|projects/|vault:|secret/|op://|ref\+|file:|env:|env\.).*"
        r")"
    )  # fmt: skip


def _refers(value: str) -> bool:
    """An identifier or a path of them without digits, one of whose words says secret: `next_token`, `form.password`, `apiKey`."""
    parts = _humps().split(value) if _plain().fullmatch(value) else []
    return any(_says().fullmatch(part) for part in parts)


@cache
def _plain() -> re.Pattern[str]:
    return re.compile(r"[A-Za-z_.]{2,60}")


@cache
def _humps() -> re.Pattern[str]:
    return re.compile(r"[_.]++|(?<=[a-z])(?=[A-Z])")


@cache
def _says() -> re.Pattern[str]:
    return re.compile(SAYS, re.IGNORECASE)


def harmless(value: str) -> bool:
    """Of a value without quotes."""
    if len(value) > LONG:
        return False
    bare = value.strip(" \t.:,;!?)]}'\"`\\*").lstrip("([{*&")
    return (
        len(bare) < LEAST
        or bare in _WORDS
        or bool(_shapes().fullmatch(value) or _shapes().fullmatch(bare))
        or _refers(bare)
    )


def harmless_quoted(value: str) -> bool:
    """Of a value between quotes: nothing of code counts there, and a sentence does."""
    bare = value.strip()
    if len(bare) < LEAST or bare in _WORDS or _sentence(bare):
        return True
    return len(bare) <= LONG and bool(_templates().fullmatch(bare))


@cache
def _templates() -> re.Pattern[str]:
    return re.compile(
        r"[^A-Za-z0-9]*|[*•x]{3,}|X{3,}|\.{3,}|\d{1,3}|[~^]\d{1,2}(?:\.\d{1,3}){1,2}|<[^<>]*>|\{\{.*\}\}|\{[\w.:!]*\}|#\{.*\}|%\(?\w*\)?[sdrv]|%[A-Z_]+%|@[A-Z_]+@|\$\{\{?[^}]*\}\}?|\$[A-Za-z_]\w*|\$\(.*\)"
        r"|(?:https?|file)://.*|" + _FOLDERS + r"[A-Za-z._-]*\d{0,4}[A-Za-z.]*|(?:[A-Z]{2,20}_)+(?:" + _NAMED + r")"
        r"|" + SAYS + r"|(?:(?i:your|my|the|a|new|old|enter|invalid|missing|wrong|bad|no)[ _-]+)+(?i:[a-z]+[ _-]+)?(?i:" + SAYS + r")(?:[ _-]?(?i:here|goes|name|field))*"
    )  # fmt: skip


def _sentence(value: str) -> bool:
    """At least three words of letters, one of them of those that hold sentences together; or words about secrets."""
    words = re.findall(r"[A-Za-z']+", value)
    if re.search(r"\d{3}|[^\s\w.,:;!?'\"()/<>{}%*-]", value) or len(words) < 2 or " " not in value:
        return False
    return (len(words) >= 3 and not _SENTENCE.isdisjoint(word.lower() for word in words)) or bool(
        re.search(SAYS, value, re.IGNORECASE) and len(words) <= 4 and value[0].isupper()
    )
