"""What a line tells by its words and its form, whoever printed it.

The same few signs hold for every tool: a word of failure with a colon behind it, a verb that says what went wrong, a mark in the
margin, a place at its start; and against it words of the runner about how a command ended, of warnings, of code that is only
shown. A template is the line with what varies masked, as Drain does it, without a tree: only its count matters.
"""

from __future__ import annotations

import re
from typing import Final

READ: Final = 2_000  # characters of a line that are looked at
TELLS: Final = 1.0  # points of a line that says so without a loud word

_MASK: Final = re.compile(r"0x[0-9a-fA-F]+|\b[0-9a-fA-F]{8,}\b|\d+")
LOUD: Final = re.compile(
    r"(?i)(?:^|[\s\[(|>])(?:\w*(?:(?-i:E(?:rror|RROR))|(?<![a-z])error)|fatal|panic|exception|critical|failure)\b ?(?!::|-\w)[:\]!)-]|^\[(?:ERROR|FATAL) [\w/ -]{1,40}\]|^\W{0,3}(?:error|fatal|err!|fail(?:ed|ure)?|not ok)\b|^\s*\d{1,6}:\d{1,5}:?\s+error\b|^[\w.+-]{2,40}: (?:fatal )?error\b|\b(?<!~)(?-i:[A-Z]\w*(?:Error|Exception|Failure))\b(?!\.\w|::)"
)
TOLD: Final = re.compile(
    r"(?i)(?<![\w\\-])(?<![\w.]/)(?:fail(?:ed|s|ure)?|cannot|can ?not|can't|could(?:n't| not)|unable to|not (?:found|allowed|exist|available|installed|defined|supported|recognized|permitted|match|a valid)|no such|no (?:[\w-]+ ){1,3}found|denied|refused|rejected|invalid|illegal"
    r"|undefined|unexpected|mismatch|missing|unsupported|unknown|unresolved|timed? out|conflict|abort(?:ed|ing)?|killed|crash(?:ed)?|segmentation|assert(?:ion)?|expecting|violat\w+|forbidden|unauthori[sz]ed|expected|exceed(?:s|ed)|does ?n[o']t (?:exist|match)|incompatible|replaced by|no longer|unrecogni[sz]ed|broken|corrupt|required|must (?:be|have)|should (?:be|have)|out of (?:memory|date|sync)|reset by peer|no space|cyclic|circular|duplicate)\b"
)
GLYPH: Final = re.compile(r"^\s*(?:[✗✖×✘❌●🔴⨯✕]|E {2,}|!!+|\d+\) (?![0-9A-F]{16}))")
STARTS: Final = re.compile(
    r"^(?:[A-Za-z]:[\\/])?[\w.@+~/\\-]{1,300}\.[A-Za-z]\w{0,9}[:(]\d{1,6}(?:[:,]\d{1,5}(?:-\d{1,6}:\d{1,5})?)?\)?(?::? \S|:(?=(?:fatal )?(?:error|warning)\b))"
)
PLACE: Final = re.compile(
    r"(?:^|[\s('\"\[])(?:file:///(?=[A-Za-z]:/))?(?P<file>(?:[A-Za-z]:[\\/])?[\w.@+~/\\-]*[\w+-]\.[A-Za-z]\w{0,9})(?::|\(|\[(?=\d{1,6}[:,]\d{1,5}\])|, line |:line | line | on line )(?P<line>\d{1,6})(?:[:,](?P<column>\d{1,5}))?"
)
ENDING: Final = re.compile(
    r"(?i)exit(?:ed)?(?: with)?(?: a)?(?: non-?zero)?(?: exit)?(?: code| status)|non-?zero|returned? (?:code )?[1-9]\d*$|command failed|build failed|see (?:the )?(?:log|above|output)|\b(?:see|check) (?:\w{1,20} ){0,3}above\b|errors? (?:occurred|found)$|for (?:more )?(?:information|details)"
    r"|recipe for target|complete log of this run|could not compile|previous errors?|post job|failed to (?:run|execute)|task .{0,40}failed|(?<!\d)\d+ (?:errors?|failures?|failed)\b.{0,40}$|^\W{0,4}(?:[\w-]+ )?(?:build|compile|compilation|install|installation|tests?) (?:has )?failed\W*$|^\W*failed to (?:build|compile|install)\W*$|failed\W{1,3}(?:took|in|after) [\d.]+|^\W*failed command: |^\W*(?:failed|failures?|errors?) ?: {1,20}[1-9]\d*\W*$|(?:standard output|stdout|write error): Broken pipe$"
)
_STEP: Final = re.compile(
    r"(?:^|: ?|with )ExitFailure -?\d+\W*$|\bfailed \((?:returned )?-?\d+\)$|(?:^|: )[a-z]{1,20}_\w{1,40} failed\W*$"
)  # an ending that names what ended: no reason as long as anything else is said
_FIELD: Final = re.compile(
    r"(?i)\bfound: YES\b|^(?!.{0,80}(?:error|exception|fatal|fail))[^:\n]{0,60}[a-z] [a-z][^:\n]{0,60}: {1,40}(?:undefined|unknown)$"
)  # a value, which is what is wrong only where nothing else is
_WRAPPED: Final = re.compile(
    r"(?<=[^:]{25}): exit (?:status|code) \d+$|: Broken pipe$"
)  # says more than the exit; or something
MILD: Final = re.compile(
    r"(?i)^\W{0,4}if (?:this|that|it) (?:is|was) (?:expected|intended|intentional|on purpose)\b|\bwarn(?:ing)?\b|deprecat|\bignor(?:e|ed|ing)\b|retry(?!\w{0,3} (?:\w{1,20} )?(?:exhausted|exceeded|limit|count)\b)|\b(?:0|no) (?:(?:tests?|checks?|jobs?) )?(?:errors?|failures?|failed)|errors?\s{0,3}[:=]\s{0,3}(?:0\b|(?:null|none|nil|undefined|false)\W{0,2}$)|fail(?:ed|ures?)\s{0,3}[:=]\s{0,3}0\b|-Werror|fail[-_]fast|continue-on-error|\bon[ -]error|\b(?:info|debug|trace|notice)\b\s*[:\]|-]|^\W{0,4}(?-i:INFO|DEBUG|TRACE)\s|lib\w{0,60}error|errorprone|\berrors?\.(?:js|py|go|ts|h|c|rs|java)\b"
    r"|\.\.\. (?:ok|yes|no|done|passed|not found)\s*$|\bpass(?:ed)?\b(?! (?:to|as|in|into|by|for|through|via|on|an?|the)\b)|^\s*(?:\+|\$|>) |^make(?:\[\d+\])?: (?:Entering|Leaving) |^\s*(?:raise|throw new) \w|^\s*• |^\s*(?:for|while|if) .+; (?:do|then)\b|^(?:Get|Setting up|Unpacking|Selecting|Preparing|Downloading|Collecting|Requirement already)\b|skipp(?:ed|ing)|optional|, (?:trying|using|defaulting|assuming|continuing)\b|\b(?:building|continuing|proceeding) \S{0,30} ?without\b|\bfall(?:ing|s)? back\b"
)
FRAME: Final = re.compile(
    r"^(?:\[[\w-]{1,40}\]\s{1,4}){0,3}\s*at (?:async |new )?(?:[\w.$<>\[\]]{1,200}(?: \[as \w{1,80}\])? ?\(|\S{1,300}:\d+(?::\d+)?$)|^\s*#\d{1,3} \S|^\s*\d{1,3}: +0x[0-9a-f]+ - |^\s*(?:from|#) \S{1,300}:\d{1,6}:in "
)  # of a stack

WORD: Final = re.compile(r"[^\W\d_]{2}")
NOTHING: Final = re.compile(
    r"(?i)^\s{0,4}●\s{1,4}\(\w{2,12}\)\s{2,20}[a-z]|^\W{0,4}(?:fail(?:ed|ures?)?|errors?)\s{0,4}[:=]\s{1,4}\d{1,6}\W{0,3}$|\bfail(?:ed|ures?)(?: \w{1,20})?\s?[:=]\s?\W?(?:none|null|nil|false)\W{0,3}$|^\s*-- (?:Found|Looking for|Performing|Check(?:ing)?) |^\s*(?-i:\[ ?\d+ of \d+\] \w+ing \S|(?:Fresh|Compiling|Checking|Documenting|Adding|Updating|Locking) [\w-]{1,80} v\d)|^\W{0,4}\[(?:error|fatal)\]\W*$|^\s*(?-i:[(\[]pass(?:ed)?[)\]]|PASS(?:ED)?|ok \d{1,6}|[✓✔√☑✅])[: ]\s{0,4}\S|^\W{0,6}(?!(?-i:Miss|Fail|Warn|Expect)ing)(?-i:[A-Z][a-z]{1,20}ing)\b[^:]{0,200}(?:\.{3}|…)\s{0,4}$"
)  # a field that says none; a test that passed; progress, whatever the crate or the module is called; what is about to be done; a mark alone
PRINTS: Final = re.compile(
    r"(?:^|[\s;&|({])(?:echo|printf)(?: -\w{1,3})* {1,4}[\"'\\$]"
)  # a script's source: what it would print
NOTE: Final = re.compile(
    r"^(?:[A-Za-z]:)?[^\s:(][^:(]{0,300}[:(]\d{1,6}(?:[:,]\d{1,6})?\)?: (?:note: |\s{0,8}required (?:from|by) )"
)  # of a compiler, on what it said before
_COUNTED: Final = re.compile(r"(?i)\W{0,4}fail(?:ed|ures?)?\s{0,4}[:=]\s{1,4}[1-9]\d{0,5}\W{0,3}$")

_ASIDE: Final = re.compile(r"(?<=\S) \([^()]{1,200}\)$")

Signs = tuple[tuple[str, float], ...]


def template(text: str) -> str:
    return _MASK.sub("#", text.strip())


def digest(text: str) -> int:
    """Of a line's template, within one process: eight bytes, however long the line is."""
    return hash(template(text))


def telling(text: str, alone: bool = False) -> float:
    """How much a line tells of failure, 0 nothing. alone: where nothing else is said."""
    text = text[:READ]
    if FRAME.match(text) or NOTE.match(text) or empty(text, alone) or PRINTS.search(text):
        return 0.0
    points = (
        2.0 * bool(LOUD.search(text)) + _told(text) + 0.9 * bool(GLYPH.search(text)) + 0.9 * bool(STARTS.match(text))
    )
    if not points or not WORD.search(text):
        return 0.0
    if closes(text, alone):
        points -= 0.8 if _WRAPPED.search(text) else 1.6
    return points + 0.6 * bool(PLACE.search(text)) - 1.8 * bool(MILD.search(text))


def empty(text: str, alone: bool = False) -> bool:
    """Whether a line says nothing."""
    return NOTHING.search(text) is not None or (not alone and _FIELD.search(text) is not None)


def closes(text: str, alone: bool = False) -> bool:
    """Whether a line tells how something ended."""
    return ENDING.search(text) is not None or (not alone and _STEP.search(text) is not None)


def _told(text: str) -> float:
    """What stands in brackets at a line's end is said by the way: `app.js (no source map found)`."""
    found = TOLD.search(text)
    if found is None:
        return 0.0
    aside = _ASIDE.search(text)
    return 0.5 if aside and aside.start() < found.start() else 1.2


def speaks(text: str) -> bool:
    """Whether a line says that something failed, be it only how it ended."""
    text = text[:READ]
    if _COUNTED.match(text):
        return True
    return (LOUD.search(text) is not None and telling(text) > 0) or telling(text) >= TELLS


def ends(text: str, alone: bool = False) -> bool:
    """Whether a line says how something ended, and nothing of why."""
    return closes(text[:READ], alone) and not _WRAPPED.search(text[:READ])


def signs(text: str, alone: bool = False) -> Signs:
    """Of the line alone."""
    text = text[:READ]
    found = (
        ("loud", LOUD.search(text)),
        ("tells of failure", TOLD.search(text)),
        ("a mark", GLYPH.search(text)),
        ("an ending", ends(text, alone)),
        ("mild", MILD.search(text)),
        ("indented", text[:2].isspace()),
    )
    return tuple((name, 1.0) for name, there in found if there)
