"""What a sentence says beyond a name, and which doc comments speak of what a function does.

    /// Removes every expired snapshot.            Removes every expired snapshot
    /// Gets the name. (of `GetName`)              nothing that the name does not say
    /* probe - Is this a mailbox? */           Is this a mailbox?
    // See foo(). · // int foo(int) · // ---- Helpers ----      not about what it does

Such a comment begins with a verb, or states something of the value that is given back; what only heads a part of a file
does neither.
"""

from __future__ import annotations

from collections.abc import Set
from itertools import accumulate
from re import IGNORECASE
from typing import Final

from ..model.pattern import regex
from ..model.record import NamedTuple
from .authored import CUT_OFF, names_thing, of_fields, refers_to, tells_when, titled_deed
from .codelike import QUOTED, is_code
from .disowned import disowned
from .names import lower
from .nouns import names_deed
from .openings import is_infinitive, is_third_person, is_verb, lists, opens, plain, speaks, states
from .plainer import plainer
from .whole_clauses import INTERVAL, LONGEST, whole_clauses

_IDENTIFIER: Final = regex(r"[^\W_]\w*+")
_GLUE: Final = frozenset(
    [
        "a",
        "an",
        "the",
        "this",
        "that",
        "these",
        "those",
        "it",
        "its",
        "itself",
        "of",
        "to",
        "from",
        "in",
        "on",
        "at",
        "by",
        "for",
        "with",
        "as",
        "into",
        "out",
        "up",
        "and",
        "or",
        "but",
        "is",
        "are",
        "be",
        "been",
        "was",
        "were",
        "do",
        "does",
        "did",
        "will",
        "would",
        "can",
        "could",
        "may",
        "might",
        "shall",
        "should",
        "must",
        "not",
        "no",
        "if",
        "whether",
        "when",
        "where",
        "which",
        "who",
        "what",
        "there",
        "here",
        "then",
        "than",
        "so",
        "also",
        "function",
        "method",
        "routine",
        "procedure",
        "class",
        "object",
        "given",
        "specified",
        "current",
        "new",
        "own",
        "our",
        "your",
        "my",
        "their",
        "his",
        "her",
        "some",
        "any",
        "all",
        "one",
        "self",
        "return",
        "get",
        "set",
        "implement",
        "implementation",
        "call",
        "use",
        "tell",
        "simple",
        "simply",
        "just",
        "helper",
        "handle",
        "run",
        "default",
        "value",
        "true",
        "false",
        "none",
        "null",
        "void",
        "argument",
        "parameter",
        "param",
        "s",
        "t",
    ]
)
ASIDE: Final = regex(
    r"(?:to.?do|fix.?me|xxx|hack|bug|work ?arounds?|note|notes(?! (?:an?|the|every|each) )|nb|warning|caution|see|cf|ref|refer|deprecated|internal|private|public|protected|static|forward(?= (?:decl|ref|def))|unused|"
    r"copyright|licen[sc]e|author|file|spdx|namespace|class|struct|enum|typedef|template|begin|end|section|part|same as|as above|ditto|like|"
    r"helpers?|utilit(?:y|ies)|constructors?|destructors?|operators?|getters?|setters?|accessors?|documented|(?!implements (?:an?|the|both) (?:[a-z-]{1,20} ){2})implement\w{0,10}|overrid\w{1,6}|inherit\w{1,3}|"
    r"pylint|noqa|nolint|type|pragma|region|if|when|unless|while|because|since|although|however|but|and|or|only|used|needed|needs|"
    r"not|for|in|on|at|we|i|you|it|they|these|those|here|yes|no|hm+|call (?:only|this|it|before|after|when|once|with|from|at|me)|oh|okay|ok|must|should|may|can|do not|don't|never|called)\b",
    IGNORECASE,
)
_CREDITS: Final = regex(r"(?:[Cc]redits?|CREDITS?|[Kk]udos|[Tt]hanks)(?::| (?:goes |go )?to (?:https?:|[A-Z@]))")
_CODES: Final = regex(
    r"returns?:? (?:[<>=+-]{0,2}\d{1,9}|[+-]ve)\b(?! (?:if|when|iff|for|where|once|while|unless)\b)", IGNORECASE
)  # `return 0 no more, -1 error`: what it does they do not say
_STATUS: Final = regex(
    r"returns?:? (?:an? |the )?(?:(?:\S{1,30} ){1,3}(?:on|upon|in case of|if|when) (?:an? |the |it |any |of )?(?:success|fail|error|succe|ok\b)|(?:error|status|result|return|exit|success|errno)(?: (?:code|value|status|number)){0,2}$)",
    IGNORECASE,
)  # how it fares
_THIS: Final = regex(
    r"(?:this|the) (?:(?:small|simple|little|helper|internal|utility|private|auxiliary|main|callback|static|generic) ){0,2}(?:function|method|routine|procedure|command|call|callback|hook|helper|generator|macro|property|test|constructor|handler|code|decorator|wrapper|factory|fixture|predicate|coroutine|subroutine|task|operation|context manager)s? (?:(?:(?=(?:[a-z]{3,15}ly )?[a-z]{2,20}s\b(?<!\bis)(?<!\bwas)(?<!\bhas)))|(?:will|is (?:used|meant|intended|supposed|here|responsible)(?: by [\w.]{1,40}(?:\(\))?)? to|is to|attempts to|tries to|can be used to|may be used to) (?=[a-z]{2,20}\b(?!ly\b)(?! (?:be|not|been)\b)(?<!\bbe)(?<!\bnot)))",
    IGNORECASE,
)
_THIS_TOO: Final = regex(  # `the script` may be another thing, and what it needs is no deed
    r"this (?:(?:small|simple|little) )?(?:utility|script|program|tool|endpoint|view|algorithm|implementation|plugin|job|action) "
    r"(?=(?!assum|expect|requir|need|do|must|support|work|exist|belong|depend|reli|return|mak|ha)[a-z]{2,20}s (?:an?|the|all|its|whether) )",
    IGNORECASE,
)
_IT: Final = regex(r"(?:this|it) (?:will )?(?:just |simply |only |also |then )?(?=([a-z]{2,20}s)\b)", IGNORECASE)
_WILL: Final = regex(r"(?:this|it) will (?=([a-z]{2,20})\b(?! (?:be|not)\b)(?<!\bbe)(?<!\bnot))", IGNORECASE)
_USED: Final = regex(
    r"(?:this|it) is (?:only |just |mainly )?(?:used|meant|intended|supposed|here|responsible|called)(?: by [\w.]{1,40}(?:\(\))?)? to (?=([a-z]{2,20})\b(?! (?:be|not)\b))",
    IGNORECASE,
)  # `This is used to save the list`
_MADE_TO: Final = regex(
    r"(?:(?:an?|the|this is an?|simple|small|little|helper|utility|internal|private|generic|common|convenience) ){0,3}(?:function|routine|method|subroutine|procedure)s? (?:(?:used|meant|called) )?to (?=(?:[a-z]{3,15}ly )?([a-z]{2,20})\b(?! (?:be|not)\b))",
    IGNORECASE,
)  # `Function to clean up at the end`
_HELPS: Final = regex(
    r"this (?:\w{3,12} )?is (?=(?:an? |the )?(?:\w{3,12} )?(?:helper|function|method|wrapper|decorator|utility|routine)\b)",
    IGNORECASE,
)
_OWN_NAME: Final = regex(
    r"[`'\"]?([\w.:~]{1,80})(?:\([^()]{0,40}\))?[`'\"]? (?:(?:just|simply|only|also|then|first|always) )?(?=([a-z]{2,20}s)\b)"
)
_OWN_CALL: Final = regex(
    r"(\w{1,80})\(\) ([a-z]{2,20}(?= (?:an?|the|all|each|every|whether|if|this|that) ))"
)  # `open_all() create a list`
_THING: Final = regex(r"[a-z]{2,20} (?:an?|the|all|each|every|any|its|whether|if|how|this|that|out|up|it) ")
_ASKS: Final = regex(
    r"(?:is|are|does|do|has|have|can|should|was|were|did|shall|will|must|may) (?:this|the|a|an|it|we|there|given|[a-z]{1,20}(?:'s)?) ",
    IGNORECASE,
)
_TITLE: Final = regex(r"^[^\w.:~]{0,8}+([\w.:~]{1,80})[`'\"]?(?:\([^()]{0,60}\))? ?(?:--?>?|=>|–|—|:) +(?=\w)")
_LABEL: Final = regex(
    r"(?:internal|private|helper|(?:[a-z-]{2,20} ){0,2}(?:helper|utility|internal)(?: (?:function|method|routine))?): +(?=[A-Za-z])",
    IGNORECASE,
)
_LIST: Final = regex(
    r"(?<=\w)\.? [-*•] (?=(?:@|:)?(?:arg|param|return)s?\b)|(?<=\w)\. [-*•] (?=\w)"
)  # of what it is given
_FOR_EXAMPLE: Final = regex(r"(?<=\w)\.? (?=(?:(?:E\.g\.|I\.e\.),?|For example,|For instance,) )")
_LEADS_IN: Final = regex(
    r"(?<!following)(?<!follows)(?<! is)(?<! are)(?<! by)(?<! to)(?<! of)(?:,? (?:for example|for instance|namely))?:$"
)
_DANGLING: Final = regex(
    r"(?:,? (?:e\.?g|i\.?e|for example|for instance|such as|namely|defined as|that is|including|as follows|like|as|see|viz)[.,:]*+"
    r"|,? (?:using|with|by|according to|based on) the following(?: \w{1,30}){0,3}[.:]*+)$"
)  # what it leads to was cut
_BELOW: Final = regex(r"\bthe following(?: \w{1,30}){0,3}[.:]*+$")
_OF_ITSELF: Final = regex(
    r"^(?:code|this|these|default|common|some|shared)\b|\b(?:overrid\w{1,6}|implementation|method|function|subclass\w{0,3})\b",
    IGNORECASE,
)
_OF_A_TERM: Final = regex(
    r"^(?:(?!(?:if|whether|that|which|who|when|where|how|what)\b)(?:[^\s.,;:]|[.:](?=\w)){1,40} ){1,7}(?:is|are|was|were|has|have|can|cannot|may|might|must|should|means?|consists? of|refers? to) "
)  # `An entry in use is one that …`
_ELSEWHERE: Final = regex(
    r"(?:read|see|consult|check) (?:the |this |also ){0,2}(?:\w{2,20} )?(comments?|notes?|docs?|documentation|docstring|explanation|man ?page|manual)(?: page)? (?:in|on|at|of|for|above|below|near|before|from|about)\b",
    IGNORECASE,
)
_TOWARDS: Final = regex(r"[A-Za-z]{2,20} (?:with|to|from|into|onto|on|through|against|over|for) ")
_NAME_OF: Final = 2  # blanks of a title
_MAKES: Final = "initialize initialise init construct create make build instance constructor"  # of what makes an object


def refers(said: str, name: str) -> bool:
    """It sends its reader to other words, which are not what a function so named reads: `Read the comment in parse_head`."""
    found = _ELSEWHERE.match(said)
    return found is not None and not content(found[1]) & content(name)


def stem(word: str) -> str:
    """`removes`, `removing`, `removed` -> `remov`. Small letters in."""
    for end, kept in (("ies", "y"), ("ing", ""), ("ied", "y"), ("ed", ""), ("es", ""), ("s", ""), ("e", "")):
        if word.endswith(end) and len(word) - len(end) >= 2 + (end in ("s", "e")) and not word.endswith("ss"):
            return word[: -len(end)] + kept
    return word


_SILENT: Final = frozenset(map(stem, _GLUE)) | _GLUE


def content(text: str) -> frozenset[str]:
    """Stems of what a text says, without what holds a sentence together."""
    words = [word for name in _IDENTIFIER.findall(text.replace("'", "")) for word in lower(name)]
    return frozenset([stem(word) for word in words if word not in _GLUE and stem(word) not in _SILENT])


def respells(text: str, *names: str) -> bool:
    """Whether a text says nothing that the names do not say."""
    known = frozenset().union(*map(content, names))
    parts = [word for name in names for word in lower(name)]
    joined = "".join(parts)
    begins = {0, *accumulate(map(len, parts))}  # `file_name` says `filename`, and `composite_p` no `site`
    return all(word in known or (len(word) > 2 and _begins(word, joined, begins)) for word in content(text))


def _begins(word: str, joined: str, begins: Set[int]) -> bool:
    """Whether a word stands where one of the joined begins."""
    at = joined.find(word)
    while at >= 0 and at not in begins:
        at = joined.find(word, at + 1)
    return at >= 0


class DocumentedFunction(NamedTuple):
    """What is known of a function of which a comment speaks. owner: its class. whole: the comment was not cut. names_result: what the comment names is
    what is given back: `Path to the jar of a job`. is_property: nothing else is, whatever its name. calls: first words of what it calls, which name
    deeds. returns_value: so that a field may tell which."""

    name: str
    owner: str = ""
    whole: bool = True
    names_result: bool = False
    is_property: bool = False
    calls: Set[str] = frozenset()
    returns_value: bool = True


def behaviour(doc: str, of: DocumentedFunction) -> str:
    """The sentence of a doc comment that says what the function does, "" where none does."""
    doc = of_fields(doc) if of.returns_value else doc
    said = next((told for each in plainer(doc) if (told := _behaviour(each, of))), "")
    return said or (_behaviour(doc, of, cut=True) if of.whole and len(doc) >= LONGEST else "")


def _behaviour(doc: str, of: DocumentedFunction, cut: bool = False) -> str:
    """cut: where nothing else fits, it ends in the middle of a sentence."""
    name, owner, whole, names_result, is_property, calls, _ = of
    said, *items = _LIST.split(_FOR_EXAMPLE.split(plain(doc), maxsplit=1)[0], maxsplit=1)
    said = _LEADS_IN.sub("", said) if said.endswith(":") and speaks(said) else said
    whole = whole or bool(items) or lists(doc)
    labelled, acts = _LABEL.match(said), False
    said = said[labelled.end() :] if labelled and speaks(said[labelled.end() :]) else said
    titled = _TITLE.match(said)
    own = titled is not None and lower(titled[1])[-1:] == lower(name)[-1:]
    if titled and own and (">" not in titled[0] or is_third_person(said[titled.end() :].split(maxsplit=1)[0])):
        said = said[titled.end() :].partition(" - ")[0].rstrip(" .-")
    named = _OWN_NAME.match(said)
    if (
        named
        and lower(named[1])[-1:] == lower(name)[-1:]
        and is_third_person(named[2])
        and not _is_its_verb(said, name)
    ):
        said = said[named.end() :]
    said = _OWN_CALL.sub(r"\2", said, count=1) if (call := _OWN_CALL.match(said)) and call[1] == name else said
    said = titled_deed(said)
    if (made := _MADE_TO.match(said)) and is_infinitive(made[1]):
        said, acts = said[made.end() :], True
    if (will := _WILL.match(said)) and is_infinitive(will[1]):
        said, acts = said[will.end() :], True
    said = _HELPS.sub("", said, count=1)
    said = next((said[it.end() :] for each in (_THIS, _THIS_TOO) if (it := each.match(said))), said)
    if ((it := _IT.match(said)) and is_third_person(it[1])) or ((it := _USED.match(said)) and is_verb(it[1])):
        said = said[it.end() :]
    acts = (
        acts or _called(said, calls) or (names_deed(said) and not content(said).isdisjoint(content(f"{name} {owner}")))
    )
    asks = said.endswith("?") and (own or _ASKS.match(said) is not None)
    if (
        not said[:1].isalpha()
        or (said.endswith(("?", ":", ",", "-")) and not asks)
        or (ASIDE.match(said) and not (opens(said) or refers_to(said, calls) or tells_when(said)))
        or _CREDITS.match(said)
        or _CODES.match(said)
        or _STATUS.match(said)
        or refers(said, name)
        or disowned(said)
        or (is_code(said) and not refers_to(said, calls))
        or (cut and states(said))
    ):
        return ""
    bare = INTERVAL.sub("", QUOTED.sub("", said))
    balanced = said.count("`") % 2 == 0 and bare.count("(") == bare.count(")")
    said = _DANGLING.sub("", said if whole and balanced and len(said) < LONGEST else whole_clauses(said, whole, cut))
    if (
        not said
        or _BELOW.search(said)
        or not (
            asks
            or acts
            or speaks(said)
            or _named(said, name, names_result)
            or (own and " " in said and not states(said))
            or (is_property and names_thing(said))
            or refers_to(said, calls)
            or tells_when(said)
        )
        or respells(said, name, owner)
        or (name in ("__init__", owner) and respells(said, f"{name} {owner} {_MAKES}"))
    ):
        return ""
    return f"{said[:1].upper()}{said[1:]}{'' if asks or said.endswith(CUT_OFF) else '.'}"


def _is_its_verb(said: str, name: str) -> bool:
    """`Execute requests one by one` of `execute`: no name before what it does, but what it does."""
    first, _, rest = said.partition(" ")
    return first.isalpha() and is_verb(first) and (first != name or _THING.match(rest) is None)


def _called(said: str, calls: Set[str]) -> bool:
    """`Interact with one user` of a function that calls `interact`."""
    first = said.partition(" ")[0].lower()
    return first in calls and _TOWARDS.match(said) is not None and said.count(" ") > _NAME_OF and not states(said)


def _named(said: str, name: str, value: bool) -> bool:
    """It begins with the verb of the name, known as one or not: `Shape the text of an event` of `shape_text`; or it names a
    thing of which the name speaks, where that is what is given back."""
    first, words = said.partition(" ")[0].lower(), lower(name)
    if not words or said.count(" ") < 2 or states(said) or _OF_A_TERM.match(said):
        return False
    thing = value and not _OF_ITSELF.search(said) and not content(said).isdisjoint(content(name))
    return stem(first) == stem(words[0]) or thing
