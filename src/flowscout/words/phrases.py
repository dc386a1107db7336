"""Statements as the verbs of a sentence, in their plain form: "set `x` to `y`", "call `CopyString(v)`", "return `size_`".

Code stands in spans. A call is told as a call, unless its name surely says what is done to what: of `self.tasks.dequeue()`
nobody knows from the name what is taken from where, and `raise_for_status(r)` need not raise.
"""

from __future__ import annotations

from functools import lru_cache
from re import DOTALL, Match
from typing import Final

from ..model.expression import Assign, Expression, Invoke, Literal, Unary
from ..model.language import Language
from ..model.pattern import regex
from . import english
from .code import Source, argument, code, parse, placement, plain
from .commands import deed
from .openings import is_third_person, is_verb
from .outcomes import parted
from .sentence import third_person
from .values import said

LONGEST: Final = 70
_LEAST: Final = 16  # letters that a first argument is left
_TEXT_OR_TIMES: Final = regex(r"""\"[^\"]*+\"|'[^']*+'| × """)
_PHRASE: Final = regex(r"(Write|Read|Yield from|Yield|Increment|Decrement|Delete|Add|Append) (.{1,300})", DOTALL)
_PLACE: Final = regex(r"[^ ]{1,80}|[\w.:]{1,40}\([^()]{0,60}\)")
_KEPT: Final = regex(r"Keep (\S{1,40}) between calls.*+", DOTALL)
_INITIAL: Final = regex(r"Initialise (\S{1,60}?)(?:: (.++))?", DOTALL)
_STATUS: Final = regex(r"([A-Z]\w{1,40}+)(?:: .*+)?")
_MADE: Final = regex(r"[^=(]{1,200}(?<![=!<>])=(?!=)\s*+(.+)", DOTALL)
_SECOND: Final = regex(
    r"((?: and| or| then|,) )([a-z]{2,20}+)((?: (?:out|up|off|down|over|away))? (?:(?:an?|one|another|the|this|that|its|it|them|all|each|every|any|from|to|into|back)\b|$))"
)
_ROW: Final = regex(r"(?:(?:,? and|,? or|,) (?!and |or )[a-z]{2,20}+(?= |$)){1,4}")  # `allocate and store x`
_VERB: Final = regex(r"[a-z]{2,20}+(?= |$)(?<!and)(?<!or)")
_CALLED: Final = regex(r"((?:call|return|create|set `[^`]{1,80}` to) `)([^`]{1,200}\))`")
_EACH: Final = regex(r"(?<= times), for `.*+")
_MIXED: Final = regex(r" (?:and|or|if) ")
_SHORT: Final = 12  # letters of what a call is given
_SPAN: Final = regex(r"`[^`]{1,80}`")
_LITERAL: Final = regex(r"((?:append|add|write|yield) |set `[^`]{1,80}` to )`(?:([\[{(]).{24,300}([\]})]))`")
_SIGN: Final = regex(r"[-+*/%&|^]|<<|>>|and|or")
OTHERS: Final = "others"  # of what is set, where their number would not be that of all
_TEXT: Final = regex(r"(?:(?<!\w)|(?<=\b[bfrBFRLuU]))'(?:[^'\\]|\\.){0,200}'(?!\w)", DOTALL)  # no apostrophe
_SETS: Final = regex(r"set ((?:`[^`]{1,80}`(?:, )?){2,3}) and (?:(\d{1,4}) more|(`[^`]{1,80}`)|(others))")
_ASKS: Final = regex(r"^not | is (?:not |at |less |more |in )?")
_AUGMENTED: Final = {"+=": ("add", "to"), "-=": ("subtract", "from")}
_SCALED: Final = {"*=": "multiply", "/=": "divide", "//=": "divide"}
_SILENT: Final = frozenset(["assert", "define", "import", "scope", "pass"])


def order(text: str, role: str, language: Language) -> str:
    """A statement as an order in small letters, "" where it says nothing by itself."""
    text = text.strip().rstrip("; ")
    if role in _SILENT:
        return ""
    if role in ("declare", "expression", "assign"):
        value = text if role != "declare" or not language.spelling.casts else ""
        node, source = parse(value, language)
        told = _told(_waited(node), source) if value else ""
        if told:
            return told
    return _labelled(" ".join(english.statement(text, role, language).split()), role)


def _told(node: Expression, source: Source) -> str:
    if isinstance(node, Invoke):
        return (
            ""
            if english.statement(source.text, "expression", source.language).startswith("Assert ")
            else _called(node, source)
        )
    if isinstance(node, Assign):
        return _assigned(node, source)
    if isinstance(node, Unary) and node.op in ("++", "--"):
        return f"{'increment' if node.op == '++' else 'decrement'} {ticked(code(plain(node.operand), source))}"
    return ""


def _waited(node: Expression) -> Expression:
    bare = plain(node)
    return plain(bare.operand) if isinstance(bare, Unary) and bare.op in ("await", "co_await") else bare


def _called(node: Invoke, source: Source) -> str:
    done = deed(node, source)
    if done:
        verb, thing, *whom = done
        return " ".join([verb.lower(), ticked(thing), *whom[:1], *map(ticked, whom[1:])])
    written = _brief(node, source)
    return f"create {ticked(written.removeprefix('new '))}" if node.create else f"call {ticked(written)}"


def _brief(node: Invoke, source: Source) -> str:
    """Of a call that is too long the arguments in order, as far as there is room; what follows is dots, not each of them."""
    written, head = (
        code(node, source),
        f"{'new ' if node.create else ''}{placement(node, source)}{code(node.callee, source)}(",
    )
    given = [argument(arg, source) for arg in node.args]
    room = LONGEST - len(head) - len(", …)")
    if len(written) <= LONGEST or len(given) < 2 or room < _LEAST:
        return written
    kept = [english.cut(given[0], room)]
    for arg in given[1:]:
        if len(", ".join([*kept, arg])) > room:
            break
        kept.append(arg)
    return f"{head}{', '.join(kept)}{', …' if len(kept) < len(given) else ''})"


def _assigned(node: Assign, source: Source) -> str:
    targets = " and ".join([ticked(code(target, source)) for target in node.targets])
    value = plain(node.value)
    if node.op in _AUGMENTED:
        if isinstance(value, Literal) and value.kind == "number":
            return f"{'increase' if node.op == '+=' else 'decrease'} {targets} by {code(value, source)}"
        verb, word = _AUGMENTED[node.op]
        return f"{verb} {ticked(code(value, source))} {word} {targets}"
    if node.op in _SCALED:
        return f"{_SCALED[node.op]} {targets} by {ticked(code(value, source))}"
    if node.op not in ("=", ":="):
        return f"set {targets} to {ticked(f'{code(node.targets[0], source)} {node.op[:-1]} {code(value, source)}')}"
    if isinstance(value, Unary) and value.op == "yield":
        return f"yield {ticked(code(value.operand, source))}"
    worth = code(value, source) if isinstance(_waited(value), Invoke) else said(value, source)
    return f"set {targets} to {worth if worth.startswith('whether ') and len(worth) <= LONGEST else ticked(worth.removeprefix('whether '))}"


def _labelled(label: str, role: str) -> str:
    """What the step of a chart says, its code in spans; "" for code."""
    kept, initial = _KEPT.fullmatch(label), _INITIAL.fullmatch(label)
    if kept:
        return f"keep {ticked(kept[1])} between calls"
    if initial and role == "initialise":
        return f"initialise {ticked(initial[1])}" + (f" with {ticked(initial[2])}" if initial[2] else "")
    found = _PHRASE.fullmatch(label)
    if found is None:
        return "yield" if label == "Yield" else ""
    what, word, place = _placed(found[2]) if not found[1].startswith("Yield") else (found[2], "", "")
    return " ".join([found[1].lower(), ticked(what), *([word, ticked(place)] if word else ())])


def _placed(written: str) -> tuple[str, str, str]:
    """What is written, and to where or from where, outside of any text: `("to", "x", "out")` of `"to x" to out`."""
    for word in ("to", "from"):
        what, *places = parts_of(written, f" {word} ")
        if len(places) == 1 and _PLACE.fullmatch(places[0]):
            return what, word, places[0]
    return written, "", ""


def made(text: str, language: Language) -> str:
    """What gives the value of `x = f(y)`, as an order; "" where no call does."""
    found = _MADE.match(text.rstrip("; "))
    if not found or not found[1].endswith((")", "]", "}")) or "(" not in found[1]:
        return ""
    told = order(found[1], "expression", language)
    return "" if found[1].endswith("]") and told.startswith("read `") else told  # `n = rows[at(i)]` only looks


def given(text: str, language: Language) -> str:
    """`return x` as an order."""
    value = " ".join(english.statement(text, "return", language).split()).removeprefix("Return").strip()
    if not value:
        return "return early"
    if value.startswith("whether ") or (" if " in value and ", else " in value):
        if len(value) <= LONGEST + 20:
            return f"return {value}"
        if value.startswith("whether "):
            return f"return {fewer(value) or ticked(value.removeprefix('whether '))}"
        return f"return {' or '.join(map(ticked, dict.fromkeys(_either(value))))}"
    status = _STATUS.fullmatch(value)
    asks = language.spelling.casts or all(map(_ASKS.search, parts_of(value, " and ")))
    return f"return {(len(value) > LONGEST and asks and fewer(value, coded=True)) or ticked(status[1] if status else value)}"


def _either(value: str) -> list[str]:
    """The values of `a if x, else b if y, else c`."""
    first, *others = parts_of(value, ", else ")
    return [parts_of(each, " if ")[0] for each in (first, *others)]


def fewer(value: str, coded: bool = False) -> str:
    """Of `whether a and b and c` as many as there is room for, and how many more there are; "" where none can be told apart.
    coded: the parts are code."""
    if len(parts_of(value, " if ")) > 1:
        return ""
    parts, word = parts_of(value, " and "), "hold"
    if len(parts) < 2:
        parts, word = parts_of(value, " or "), "one of"
    if len(parts) < 2 or any(len(parts_of(part, other)) > 1 for part in parts for other in (" or ", " and ")):
        return ""
    named = [part for part in parts if not _MIXED.search(part)]
    if not named:
        return ""
    named = [f"`{part}`" for part in named] if coded else named
    kept = [f"whether {named[0].removeprefix('whether ')}"] if value.startswith("whether ") or coded else named[:1]
    for part in named[1:] if len(named) < len(parts) else named[1:-1]:
        if len(", ".join([*kept, part])) > LONGEST:
            break
        kept.append(part)
    more = len(parts) - len(kept)
    if len(", ".join(kept)) > LONGEST + 10 or "…" in kept[0]:
        return ""
    if word == "one of":
        return f"{' or '.join(kept)} or {'another condition holds' if more == 1 else f'one of {more} more conditions holds'}"
    return f"{' and '.join(kept)} and {'another condition holds' if more == 1 else f'{more} more conditions hold'}"


def parts_of(value: str, word: str) -> list[str]:
    """What stands between a word, but for what stands in brackets or in quotes."""
    parts, depth, begun, at, quote = list[str](), 0, 0, 0, ""
    while at < len(value):
        sign = value[at]
        if quote and sign == "\\":
            at += 1
        elif quote:
            quote = "" if sign == quote else quote
        elif sign in '"`' or (sign == "'" and _TEXT.match(value, at)):
            quote = sign
        elif sign in "([{":
            depth += 1
        elif sign in ")]}":
            depth -= 1
        elif not depth and value.startswith(word, at):
            parts.append(value[begun:at])
            begun = at = at + len(word)
            continue
        at += 1
    return [*parts, value[begun:]]


def thrown(text: str, language: Language) -> str:
    """`raise x` as an order."""
    label = " ".join(english.statement(text, "raise", language).split())
    word, _, what = label.partition(" ")
    if not what:
        return "re-raise the error"
    return f"{word.lower()} {ticked(parted(label)[0].removeprefix(f'{word} '))}"  # of a name alone `parted` gives the whole


def ticked(written: str) -> str:
    """In a code span, its middle cut where it is long. It is code again: a product has its own sign."""
    code = _TEXT_OR_TIMES.sub(lambda found: " * " if found[0] == " × " else found[0], written)
    return f"`{english.cut(code.replace('`', chr(39)), LONGEST)}`"


def shortened(phrase: str) -> str:
    """Without what a call is given, and what a table holds: "call `rows.add(…)`", "append `{…}` to `rows`"."""
    phrase = _EACH.sub("", phrase)
    phrase = _LITERAL.sub(_emptied, phrase)
    return _CALLED.sub(lambda found: f"{found[1]}{_ungiven(found[2])}`", phrase)


def _emptied(found: Match[str]) -> str:
    """Of `{…}` the brackets; of `(a << 4) + b[i]`, which is no pair of them, the first two and what joins it: `(…) + …`."""
    written, depth = found[0][len(found[1]) + 1 : -1], 0
    for at, letter in enumerate(written):
        depth += (letter in "([{") - (letter in ")]}")
        if letter == "`":
            return found[0]  # it goes on behind another value
        if not depth:
            sign, between, _ = written[at + 1 :].strip().partition(" ")
            if at == len(written) - 1:
                return f"{found[1]}`{found[2]}…{found[3]}`"
            return f"{found[1]}`{found[2]}…{letter} {sign} …`" if between and _SIGN.fullmatch(sign) else found[0]
    return found[0]


def fewer_sets(phrase: str) -> str:
    """Of "set `a`, `b`, `c` and 2 more" one less by name, "" for any other phrase, or where that leaves one."""
    found = _SETS.fullmatch(phrase)
    if not found:
        return ""
    *named, last = _SPAN.findall(found[1])
    more = OTHERS if found[4] else f"{int(found[2] or 1) + 1} more"
    return f"set {', '.join(named)} and {more}" if named and last else ""


def _ungiven(written: str) -> str:
    """Of its last call; what is short stays."""
    name = bare(written)
    return f"{name}(…)" if len(written) - len(name) > _SHORT and "(" not in name.replace("super()", "") else written


def bare(written: str) -> str:
    """A call without what it is given: of `rows.at(0).add(x)` `rows.at(0).add`."""
    depth = 0
    for at in range(len(written) - 1, 0, -1):
        depth += {")": 1, "(": -1}.get(written[at], 0)
        if not depth:
            return written[:at] if written.endswith(")") else written
    return written


@lru_cache(maxsize=1024)
def third(phrase: str) -> str:
    """`set x and remove it` -> `sets x and removes it`"""
    verb = phrase.partition(" ")[0].rstrip(",")
    rest = phrase[len(verb) :]
    row = found[0] if (found := _ROW.match(rest)) and all(map(is_verb, _VERB.findall(found[0]))) else ""
    prose = [part if at % 2 else _SECOND.sub(_in_third, part) for at, part in enumerate(rest[len(row) :].split("`"))]
    return f"{third_person(verb)}{_VERB.sub(lambda it: _inflected(it[0]), row)}{'`'.join(prose)}"


def _in_third(found: Match[str]) -> str:
    """A verb that goes on what the first began."""
    return f"{found[1]}{_inflected(found[2])}{found[3]}"


def _inflected(verb: str) -> str:
    return third_person(verb) if is_verb(verb) and not is_third_person(verb) else verb
