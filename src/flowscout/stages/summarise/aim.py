"""What a function is for, among what it calls: measures of one call by the function's own text.

- The call through which most of what was given goes weighs most; a name that shares a word with the function's own, more.
- What only fills a local that a later call takes serves that call. What stands around (locks, logs, clean-up) serves nothing.
- What is shielded by a handler is what may fail: it is there for its own sake.
- A call that is given nothing of the function's, and a text for people, are by the way.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from ...model.action import IRREVERSIBLE, LOGGING, METRICS
from ...model.facts import Call, FunctionFacts
from ...model.language import Language
from ...model.pattern import regex
from ...words import names, verbs
from ...words.about import content
from .asides import (
    AROUND,
    CONTRACTS,
    DEEDS,
    ENDING,
    FAILS,
    LOGS,
    NOUNS,
    PUTS,
    SHOWS,
    STREAMED,
    TALK,
    TERMINAL,
    TRACES,
)
from .brackets import brackets
from .callee import classifier, pure
from .effects import dotted, words_of
from .spans import Covering

CLEANS: Final = ENDING & AROUND | {"unlock", "fclose", "closedir"}
_TOLD: Final = regex(r"[\"'][^\"'\n]{0,200}[A-Za-z:%] [^\"'\n]{0,200}[\"']")  # a text of several words
_SPOKEN: Final = regex(
    r"\(\s{0,8}(?:std::)?(?:stderr|stdout|cerr)\s{0,8},"
)  # whoever is given it: `Tracev((stderr, "made\n"))`
_NAME: Final = regex(r"(?<![\w.>])[^\W\d]\w*+")
_COMPARES: Final = regex(r"[\w:]{1,80}\((?:!|[^,()]{1,80}(?:\([^()]{0,80}\))?[^,()]{0,80}(?:[=!<>]=|[<>] ))")
_AT: Final = regex(r"&\s?(?:([^\W\d]\w*+)(?=[\s,)]))?")
_EMPTY: Final = regex(r"(?:new )?[\w.:<>]{1,80}\(\)|\[\]|\{\}|\(\)|\"\"|''")
_ASKED: Final = regex(
    r"(?!(?:set|dict|list|bytearray)\()(?:\w{1,40}\.){0,6}_{0,2}[a-z]\w{0,60}\(\)"
)  # no class: `self.prompt.ask()`
_ADDRESS: Final = regex(r"&\s?([^\W\d]\w*+)")
_TYPE: Final = regex(r"^\w{1,60} ?\([^()]{0,80}, ?(?:struct|union|enum) \w{1,60} ?\*{0,2} ?[,)]")
_MOST: Final = 8
_WITHIN: Final = 2  # words, of a name with more one stands in the middle
_OF_LOCKS: Final = frozenset(["read", "write", "try"])  # kinds of locks: `read_unlock_irq`
_PRINTS: Final = regex(r"print(?:ln|_?line|l|nl)$|emit\w*f$")  # a text for a file, be it of code
_OFTEN: Final = 3


class Aim:
    """One function. texts: of its calls, as written. alone: where those begin whose value nobody takes."""

    def __init__(
        self,
        facts: FunctionFacts,
        language: Language,
        texts: dict[int, str],
        returned: frozenset[str],
        alone: frozenset[int],
    ) -> None:
        self._facts, self._language, self._texts = facts, language, texts
        self._given = {param.name.lstrip("*") for param in facts.params} - set(language.spelling.self_names)
        own = [each for each in facts.bindings if each.how in ("assign", "declare") and each.name.isidentifier()]
        filled = {
            each.name
            for each in own
            if each.value
            and (not _EMPTY.fullmatch(each.value) or (not language.spelling.casts and _ASKED.fullmatch(each.value)))
        }
        vessels = {each.name for each in own if not each.value or each.name not in filled}
        self._vessels = vessels - self._given - returned
        self._alone = alone
        self._known = {each.name for each in facts.bindings if each.name.isidentifier()} | self._given
        self._name = frozenset(words_of(facts.name))
        self._around = AROUND - self._name - (ENDING if self._name & ENDING else frozenset())
        self._returned = returned
        self._brackets = brackets(facts.calls, self._name)
        self._locals = (
            {
                each.name
                for each in facts.bindings
                if each.how in ("assign", "declare", "each") and each.name.isidentifier()
            }
            - self._given
            - returned
        )
        self._came = {
            each.name
            for each in facts.bindings
            if each.name[:1].islower() and not each.value.startswith("type(")
            if each.how == "each" or (each.how == "assign" and (each.taken or each.value.endswith(")")))
        } & self._locals
        called = Counter(each.name for each in facts.calls if each.start in self._alone)
        self._printing = {name for name, count in called.items() if _PRINTS.match(name) and self._prints(count, called)}
        self._bases: dict[Call, int] = {}
        self._begun: dict[str, set[str]] = {}  # what is declared with a value, by that
        for each in facts.bindings if language.spelling.casts else ():
            if each.how == "declare" and each.value.endswith(")"):
                self._begun.setdefault(each.value.replace(" ", ""), set()).add(each.name)
        self._shields = Covering([(each.start, each.end) for each in facts.shields])
        self._last = self._last_uses(facts.calls)
        self._taken = self._handings(facts.calls)

    def _prints(self, times: int, called: Counter[str]) -> bool:
        """Most of what it does is to print."""
        return times >= _OFTEN and 2 * times > sum(called.values())

    def _names(self, call: Call) -> set[str]:
        return set(_NAME.findall(self._texts.get(call.start, "")))

    def _last_uses(self, calls: Iterable[Call]) -> dict[str, int]:
        """Vessel -> where the last call stands that is there for its own sake and takes it."""
        last: dict[str, int] = {}
        for call in calls if self._vessels else ():
            if self._base(call) > 3 and call.kind not in ("ref", "decorator", "property", "operator"):
                for name in self._names(call) & self._vessels:
                    last[name] = max(last.get(name, -1), call.start)
        return last

    def _handings(self, calls: Iterable[Call]) -> dict[str, int]:
        """Local -> where the last call stands that is given it as it is, or gives a value of it: `parser.parse()`."""
        taken: dict[str, int] = {}
        made = {each.name for each in self._facts.bindings if each.value.endswith(")")} & self._locals
        for call in calls if self._locals else ():
            if self._base(call) > 3 and call.kind not in ("ref", "decorator", "property", "operator"):
                text = self._texts.get(call.start, "")
                for start, end in call.args:
                    name = text[start - call.start : end - call.start].strip("&* ")
                    if name in self._locals:
                        taken[name] = max(taken.get(name, -1), call.start)
                if call.receiver in made and call.start not in self._alone and not pure(call, self._language):
                    taken[call.receiver] = max(taken.get(call.receiver, -1), call.start)
        return taken

    def weight(self, call: Call) -> int:
        base = self._base(call)
        if base == 3 and call.receiver in self._returned:
            return 5
        if base == 3 and call.argc and self.shielded(call) and not {*words_of(call.name)} & ENDING:
            return 6  # `try: flush(left)`: that it may fail is what the function is about
        if not 3 < base < 9:
            return base
        if self.calls_given(call):
            return base
        if any(self._last.get(name, -1) >= call.end for name in self._names(call) & self._vessels):
            return base - 2
        if call.receiver in self._returned:
            return 7
        if self._handed_over(call) or (call.name == self._facts.name and base > 4):
            return base - 1
        if self._by_the_way(call):
            return base - 2
        akin = call.name != self._facts.name and not content(self._facts.name).isdisjoint(
            content(call.name or call.receiver)
        )
        return min(_MOST, base + akin + self.shielded(call))

    def vessel(self, call: Call) -> bool:
        """It makes what begins empty, and is filled later."""
        return not call.argc and (
            call.kind == "construct" or call.name[:1].isupper() or call.name in ("set", "dict", "list", "bytearray")
        )

    def shielded(self, call: Call) -> bool:
        """A handler is there for what it may raise."""
        return not pure(call, self._language) and not call.name.startswith("get") and self._shields.around(call.start)

    def through(self, call: Call) -> bool:
        """Most of what was given goes through it."""
        return self._base(call) == 7

    def _argument(self, call: Call, place: int) -> str:
        start, end = call.args[place]
        return self._texts.get(call.start, "")[start - call.start : end - call.start]

    def _fills_local(self, call: Call) -> bool:
        """A library's function that only writes to a variable of the function's own: `memcpy(&n, p, sizeof n)`."""
        place = self._language.lexicon.writes.get(call.name, -1)
        if not 0 <= place < len(call.args):
            return False
        to = _ADDRESS.fullmatch(self._argument(call, place))
        return to is not None and to[1] in self._known - self._given

    def _empties_own(self, call: Call, words: Sequence[str]) -> bool:
        """It puts a local back to what it began with: `name.clear()`."""
        root = call.receiver.replace("->", ".").partition(".")[0]
        return (
            call.start in self._alone and not call.argc and root in self._vessels and not ENDING.isdisjoint(words[:1])
        )

    def _given_type(self, call: Call) -> bool:
        """A macro that looks at what it is given as another type: `container_of(p, struct row, node)`."""
        return self._language.spelling.casts and _TYPE.search(self._texts.get(call.start, "")) is not None

    def _given_itself(self, call: Call) -> bool:
        """What it gives a value is given to it before it has any: a macro that takes no more than its type,
        `struct row *row = container_of(p, row, node)`."""
        return not self._names(call).isdisjoint(self._begun.get(self._texts.get(call.start, "").replace(" ", ""), ()))

    def calls_given(self, call: Call) -> bool:
        """What it calls was given to the function, came out of a call or a loop, or is kept in a field: `visit(row)`,
        `(*ops->read)(f)`."""
        return (not call.receiver and call.name in (self._given | self._came)) or (
            not call.name and call.receiver.startswith(("(*", "( *"))
        )

    def tells(self, call: Call) -> bool:
        """It is given a text for people."""
        return _TOLD.search(self._texts.get(call.start, "")) is not None

    def cleans(self, call: Call) -> bool:
        """It only ends what was made here, in a function that is called otherwise: `rows = read(f); …; unref(rows)`."""
        words = words_of(call.name)
        frees = words[-1:] and words[-1].endswith("free")  # `regfree(&re)`
        if ENDING & self._name or (not frees and CLEANS.isdisjoint((*words[:1], *words[-1:]))):
            return False
        made = {each.name for each in self._facts.bindings if each.value.endswith(")")} & self._locals
        return self.of_its_own(call) or not made.isdisjoint(self._names(call))

    def of_its_own(self, call: Call) -> bool:
        """It is given the address of a local: `delete_items(&list)`."""
        return any(found[1] in self._locals for found in _AT.finditer(self._texts.get(call.start, "")))

    def talks(self, call: Call) -> bool:
        return not (TALK - CONTRACTS - {"dcheck"}).isdisjoint(words_of(call.name))

    def stands_around(self, call: Call) -> bool:
        return call.start in self._brackets

    def _handed_over(self, call: Call) -> bool:
        """It makes a local ready that a later call takes: `buf.append(x); send(buf)`."""
        root = call.receiver.replace("->", ".").partition(".")[0]
        return root in self._locals and self._taken.get(root, -1) >= call.end

    def _based(self, call: Call) -> bool:
        """The same of what it is derived from: `super().save(row)`, `Base::save(row)`, `dict.__init__(self)`."""
        if call.receiver.startswith("super"):
            return call.name == self._facts.name or self._facts.kind == "constructor"
        selves = self._language.spelling.self_names
        given = bool(call.args) and self._argument(call, 0) in selves
        qualified = given or self._texts.get(call.start, "").startswith(f"{call.receiver}::")
        return call.name == self._facts.name and bool(call.receiver) and qualified and call.receiver not in selves

    def _given_made(self, call: Call) -> bool:
        """The base is given what was made here, be it a function within: that is what this one is there for."""
        given = [self._argument(call, place) for place in range(len(call.args))]
        known = {*self._given, *self._language.spelling.self_names}
        constructs = self._facts.kind == "constructor"
        return constructs and any(each.isidentifier() and each.islower() and each not in known for each in given)

    def _contract(self, call: Call, words: Sequence[str]) -> bool:
        """`g_return_if_fail(x != NULL)`, `EXPECT(n > 0)`: it only holds what must be so."""
        if self._name & CONTRACTS:
            return False
        return ("if" in words and not {"fail", *FAILS}.isdisjoint(words)) or (
            not CONTRACTS.isdisjoint(words) and _COMPARES.match(self._texts.get(call.start, "")) is not None
        )

    def _writes_outside(self, call: Call) -> bool:
        """It is given the address of what is no local: `FD_SET(fd, &all)`."""
        text = self._texts.get(call.start, "")
        return any(
            not found[1] or found[1] not in self._known - self._given
            for found in _AT.finditer(text)
            if not text[: found.start()].endswith("&") and text[found.end() : found.end() + 1] != "&"
        )

    def _by_the_way(self, call: Call) -> bool:
        """Asked of somebody who is no part of the function."""
        root = call.receiver.replace("->", ".").partition(".")[0].partition("::")[0]
        foreign = root not in self._known and root not in self._language.spelling.self_names and not root.endswith("_")
        return (
            foreign
            and ("." in call.receiver or "::" in call.receiver)
            and not call.argc
            and not self._names(call) & self._known
        )

    def _asked(self, name: str) -> bool:
        """Fields of it are read or set here: what is printed along with it is a line about that."""
        written = (*self._texts.values(), *(each.value for each in self._facts.bindings))
        paths = (f"{name}->", f"{name}.")
        return any(each.target.startswith(paths) for each in self._facts.writes) or any(
            path in each for each in written for path in paths
        )

    def _does(self, call: Call, words: Sequence[str]) -> bool:
        """Of a macro: its name, or that of the function that calls it, says that it does something: `FREE(row)` in `free_row`; what is
        given nothing of the function's own does not speak of that: `COUNT(rows_seen)`."""
        akin = not self._name.isdisjoint(words) and (not call.argc or not self._names(call).isdisjoint(self._known))
        return akin or not DEEDS.isdisjoint(words) or self._writes_outside(call)

    def _gives_to(self, call: Call) -> bool:
        """`sink->log(message)`: it hands something on to each of them, and tells nobody anything itself."""
        root = call.receiver.replace("->", ".").partition(".")[0]
        return call.name == "log" and root in self._locals and '"' not in self._texts.get(call.start, '"')

    def _arranges(self, call: Call) -> bool:
        """It says how a log is to be written, or gives it what was made for that: `logger.setLevel(n)`, `logger.addHandler(handler)`."""
        words = words_of(call.name)
        given = [self._argument(call, place) for place in range(len(call.args))]
        made = not self._came.isdisjoint(given)
        return (
            len(words) > 1
            and words[0] in verbs.VERBS - TALK
            and (words[0] not in PUTS or made)
            and not self.tells(call)
        )

    def _streams(self, words: Sequence[str], to: str) -> bool:
        """`fprintf(f, …)`, `out_printf(out, …)`: it writes to what it is given, and this to a parameter that is there for that."""
        own = words[-1:] == ("printf",) and to in self._given and TALK.isdisjoint(words[:-1]) and not self._asked(to)
        return own or (not STREAMED.isdisjoint(words) and to not in TERMINAL)

    def _base(self, call: Call) -> int:
        if call not in self._bases:
            self._bases[call] = self._weighed(call)
        return self._bases[call]

    def _weighed(self, call: Call) -> int:
        meaning = classifier(self._language).call(dotted(call), "", words_of(call.name))
        words = tuple(word.rstrip("0123456789") for word in words_of(call.name))
        plain = verbs.ORDERS - PUTS - TALK
        ordered = len(words) > 1 and (words[0] in plain or words[-2] in plain)  # `update_pin_info`, `aio_finish_error`
        given_to = self._gives_to(call) or (call.name == "printf" and not SHOWS.isdisjoint(self._name))
        said = {
            *([] if ordered or given_to else words[-1:]),
            *(LOGS.intersection(words_of(names.last(call.receiver))) if call.argc and not self._arranges(call) else ()),
            *([] if given_to or (len(words) > 1 and words[0] in NOUNS) else words[:1]),
        }
        own = self.of_its_own(call) or (meaning is not None and meaning.reason.startswith("verb:"))
        if meaning and meaning.type == IRREVERSIBLE and not (own and self.cleans(call)):
            return 9
        if ("assert" in words and "assert" not in self._name) or self._contract(call, words):
            return 0
        if call.args and self._streams(words, self._argument(call, 0)):
            return 6
        if (
            (
                meaning
                and meaning.type in (LOGGING, METRICS)
                and not given_to
                and self._name.isdisjoint(words)
                and not (len(words) > 1 and words[-1] in AROUND)
            )
            or (said & TALK - self._name and call.name not in self._printing)
            or (call.name.isupper() and not self._does(call, words))
        ):
            return 1
        if said & FAILS - self._name:
            return 2
        if self._given_itself(call):
            return 1
        based = self._based(call) and not self._given_made(call)
        if (
            based
            or call.start in self._brackets
            or (words[-1:] and words[-1].endswith("free") and self.cleans(call))
            or {*_done(words), *words_of(names.last(call.receiver))} & self._around
        ):
            return 3
        text = self._texts.get(call.start, "")
        if '"' in text and not TRACES.isdisjoint(words) and self._name.isdisjoint(TRACES):
            return 1
        if call.start not in self._alone and self._given_type(call):
            return 1
        if self._fills_local(call) or self._empties_own(call, words):
            return 3
        if self.calls_given(call):
            return 7
        given = self._given.intersection(_NAME.findall(text))
        if _TOLD.search(text):
            return 1 if _SPOKEN.search(text) else 5
        return 7 if len(given) > 1 and 2 * len(given) >= len(self._given) else 6


def _done(words: Sequence[str]) -> Sequence[str]:
    """Without what is only the thing that another verb is done to: `toggle_unlock_screen` unlocks nothing."""
    ordered = len(words) > _WITHIN and words[0] in verbs.VERBS - AROUND - _OF_LOCKS
    return (words[0], words[-1]) if ordered else words
