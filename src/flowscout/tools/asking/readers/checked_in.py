"""Whether one function looks at what another gave it: `does A check the result of B`, `does A notice when B fails`, `is the return value of B ignored in A`.

It does where a test asks about the value, or a handler stands around the call; a value that is handed on, or given to a macro, may be looked at there.
"""

from __future__ import annotations

import re
from typing import Final

from ....model.facts import Call
from ....model.pattern import regex
from ...codes import NO_RESULTS, Failed
from ...conditions import told, under
from ...own import line_at
from ..arms import arms
from ..here import Found, Here, at, each, functions, label
from ..how_called import calls_of
from ..own_questions import own_questions
from ..question.sought import sought
from ..question.tokens import QuestionToken, one_line
from ..scored import held_by

_A: Final = r"`?(?P<a>[A-Za-z_~][\w.:>~-]{0,119})(?:\(\))?`?"
_B: Final = r"(?:the |an? )?(?:calls? (?:of|to) )?`?(?P<b>[A-Za-z_~][\w.:>~-]{0,119})(?:\(\))?`?(?: calls?)?"
_LOOKS: Final = r"(?:check|test|verify|handle|look at|validate|inspect|evaluate|examine|respect|notice|use|(?P<not>ignore|discard|drop|throw away))"
_VALUE: Final = (
    r"(?:the |an? |any )?(?:return(?:ed)? )?(?:values?|results?|codes?|status|errors?|failures?|outcome|return)"
)
_WENT: Final = r"(?:fail(?:s|ed)?|succe(?:eds?|eded)|work(?:s|ed)|went (?:well|wrong)|(?:is|was) successful|return(?:s|ed)? (?:NULL|nullptr|None|-1|an? error|an? failure|false|nothing))"
_FORMS: Final = tuple(regex(rf"(?i){form}$") for form in (
    rf"(?:does|do|did|will|would) {_A} {_LOOKS} {_VALUE} (?:of|from|by) {_B}",
    rf"(?:does|do|did|will|would) {_A} {_LOOKS} (?:whether|if|that|when|in case) {_B} {_WENT}",
    rf"(?:does|do|did|will|would) {_A} {_LOOKS} (?:an? )?fail(?:ing|ed) {_B}",
    rf"(?:is|are|was) {_VALUE} (?:of|from) {_B} (?:checked|tested|verified|handled|looked at|validated|inspected|noticed|used|(?P<not>ignored|discarded|dropped)) (?:in|by|inside|within) {_A}",
    rf"(?:is|are|was) (?:an? )?(?:failure|error)s? (?:of|from|in) {_B} (?:noticed|handled|checked|(?P<not>ignored)) (?:in|by|inside|within) {_A}",
))  # fmt: skip
_GIVEN: Final = regex(r"(?:^|[^=!<>])\b(?P<name>[A-Za-z_][\w.>\[\]-]{0,60})\s{0,3}=(?!=)\s{0,3}[^=]{0,80}$")
_RETURNS: Final = regex(r"\breturn\b[^;\n]{0,80}$")
_BEFORE: Final = 160


def checked_in(here: Here, question: str) -> Found | Failed | None:
    """None where it is no such question, or what is named there is no function."""
    plain = one_line(question).rstrip("?!. ")
    asked = next((found.groupdict() for form in _FORMS if (found := form.match(plain))), None)
    if asked is None or isinstance(functions(here, about := QuestionToken("", asked["a"], code=True)), Failed):
        return None
    return each(here, about, lambda id_: _told(here, id_, asked["b"], ignored=bool(asked["not"])))


_ASKS: Final = regex(
    rf"(?i)(?:does|do|did|will|would) {_A} (?:check|test|verify|validate|ask|look)(?: (?:for|whether|that|if|against|the))? (?P<rest>\S.{{2,160}})$"
)
_POINTER: Final = regex(r"(?i)(?:pointer|value|argument|parameter|input)s?")  # a null pointer is null
_NULL: Final = regex(r"(?i)\b(?:null|nullptr|none|nil)\b")
_IS_NULL: Final = regex(r"(?:^|[&|( ])!\s?\(?[A-Za-z_][\w.>\[\]-]{0,60}\)?(?:$|[ )])|(?:==|!=|\bis(?: not)?)\s?(?:NULL|nullptr|None|0)\b|(?:NULL|nullptr)\s?[=!]=|^\(?[A-Za-z_][\w.>\[\]-]{0,60}\)?$")  # fmt: skip
_BARE: Final = regex(
    r"asks `(?:\([^`]{0,80}\) )?!?\(?[A-Za-z_]\w{0,60}\)?(?:`| (?:==|!=|is(?: not)?) (?:NULL|nullptr|None|0)`)"
)
MOST: Final = 6


def asks(here: Here, question: str, *, at_all: bool = False) -> Found | None:
    """`does A check for NULL`, `does A check the length`: its questions that hold the words, quoted; no yes and no no. at_all: all, where none does."""
    asked = _ASKS.match(one_line(question).rstrip("?!. "))
    ids = functions(here, QuestionToken("", asked["a"], code=True)) if asked else []
    if asked is None or isinstance(ids, Failed):
        return None
    words = [word for word in sought(asked["rest"]) if not _NULL.fullmatch(word.given)]
    words = [word for word in words if not (_NULL.search(asked["rest"]) and _POINTER.fullmatch(word.given))]
    null = _NULL.search(asked["rest"]) is not None
    rows = []
    for id_ in ids:
        text, facts = here.project.bound(id_).text, here.project.functions[id_].facts
        ops = sorted({op for block in here.project.cfg(id_).blocks for op in block.ops if op.kind in (("test",) if null else ("test", "switch")) and op.end <= facts.end - facts.start})  # fmt: skip
        for op in ops:
            said = " ".join(text[op.start : op.end].decode("utf-8", "replace").split())
            if (not null or _IS_NULL.search(said)) and len(held_by(words, said.encode())) == len(words):
                decided = told(under(here.project, id_, op.start))
                rows.append(at(here.project, id_, f"{label(here.project, id_)} asks `{said[:120]}`{decided}", line_at(here.project, id_, op.start)))  # fmt: skip
    shown = tuple(dict.fromkeys(rows))
    if null and not words and len(shown) > MOST:
        shown = tuple(row for row in shown if _BARE.search(row.text))  # of a name, not of what it holds
    note = "I say neither yes nor no: its questions of that kind."
    if 0 < len(shown) <= MOST:
        return Found(shown, tuple(ids), note, weighed=True)
    found = own_questions(here, ids[0], asked["rest"]) if len(ids) == 1 and not rows else None
    return found if found and (found.weighed or at_all) else None


def _told(here: Here, id_: str, name: str, *, ignored: bool) -> Found | Failed:
    calls = calls_of(here, id_, name)
    who = label(here.project, id_)
    if not calls:
        return Failed(NO_RESULTS, f"{who} has no call of {name[:80]} of its own")
    looks = [_look(here, id_, call) for call in calls]
    rows = [at(here.project, id_, f"{who}: {name} is called, and {text}", line_at(here.project, id_, call.start)) for call, (_, text) in zip(calls, looks, strict=True)]  # fmt: skip
    said = {so for so, _ in looks}
    if len(said) > 1 or None in said:
        return Found(tuple(rows), (id_,), "I say neither yes nor no.", weighed=True)
    yes = (True in said) is not ignored
    return Found((rows[0]._replace(text=f"{'Yes' if yes else 'No'}: {rows[0].text}"), *rows[1:]), (id_,), "", weighed=True)  # fmt: skip


def _look(here: Here, id_: str, call: Call) -> tuple[bool | None, str]:
    """None where it may be looked at elsewhere."""
    project, text = here.project, here.project.bound(id_).text
    caught = next((one.how for one in arms(project, id_, call) if one.caught), "")
    if caught:
        return True, f"a failure is met by `{caught[:100]}`"
    facts = project.functions[id_].facts
    own = [op for block in project.cfg(id_).blocks if not block.dead for op in block.ops if op.end <= facts.end - facts.start]  # fmt: skip
    asks = [(op.start, " ".join(text[op.start : op.end].decode("utf-8", "replace").split())) for op in own if op.kind in ("test", "switch", "each")]  # fmt: skip
    if around := next((said for start, said in asks if start <= call.start < start + len(said)), ""):
        return True, f"what it gives is asked about by `{around[:100]}`"
    before = text[max(0, call.start - _BEFORE) : call.start].decode("utf-8", "replace").replace("\n", " ")
    before = _STATEMENT.split(before)[-1]
    if _RETURNS.search(before):
        return None, "what it gives is handed on to the caller"
    kept = _GIVEN.search(before)
    if kept is None:
        return (None, "what it gives is handed on") if "(" in before else (False, "what it gives is left alone")
    name = re.escape(kept["name"])
    again = [call.end + found.start() for found in re.finditer(rf"(?<![\w.>]){name}\s{{0,3}}=(?!=)".encode(), text[call.end : facts.end - facts.start])]  # fmt: skip
    until = min(again, default=len(text))
    about = re.compile(_ABOUT % (name, name))
    if how := next((said for start, said in asks if call.end <= start < until and about.search(said)), ""):
        return True, f"what it gives is asked about by `{how[:100]}`"
    behind = text[call.end : min(until, facts.end - facts.start)].decode("utf-8", "replace")
    if further := re.search(rf"\breturn\b[^;\n]{{0,60}}(?<![\w.>]){name}\b|\b([A-Z][A-Z0-9_]{{2,60}}|assert\w*)\([^;]{{0,80}}(?<![\w.>]){name}\b", behind):  # fmt: skip
        return None, f"what it gives is handed on by `{' '.join(further[0].split())[:100]}`"
    return False, "nothing there asks what it gives"


_ABOUT: Final = r"(?:^|&& |\|\| |and |or )[!(]*(?:not )?%s\)*(?:$|\s?(?:==|!=|<|>)| is | &&| \|\|| and | or )|(?:==|!=|<=?|>=?)\s?\(?%s\)*(?:$| &&| \|\|| and | or )"
_STATEMENT: Final = regex(r"[;{}]")
