"""Which functions of the whole project do something: delete, write, raise, set, count up; by their effects, not by words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

from ...agents.said import Cited
from ...llm.english import NUMBERS
from ...llm.stems import stem
from ...model.identity import path_of, qualified_of
from ...model.pattern import regex
from ...model.product import is_aside
from ...tasks.kin import Kin
from ...tasks.names import in_file
from ...words.names import has_word, lower
from ..codes import NO_RESULTS, Failed
from ..conditions import told, under
from ..fitting import VERBS
from ..own import AT_ONCE, last_part, line_at, name_of
from .doing import PLAIN, Answer, row_of, rows_of, told_row
from .here import ALL, Found, Here, at, functions, is_promise, label, types
from .keys import key_set
from .naming import naming
from .on_disk import FOLDERS, on_disk
from .question.asked import Asked
from .thrown_for import throwers


def deleters_of_files(here: Here, asked: Asked) -> Found | Failed:
    """What is deleted beyond the memory of the process: a file, a folder, a row."""
    data = here.ask("where_effect", kind="irreversible", inherited=False, limit=ALL)
    rows = (
        []
        if isinstance(data, Failed)
        else [
            row
            for row in data["places"]
            if VERBS["deletes"] & set(lower(row["target"].replace("::", ".").rpartition(".")[2]))
            and here.inside(row["file"])
        ]
    )
    rows = sorted((row for row in rows if not _of_a_range(here, row)), key=lambda row: is_aside(row["file"]))
    own = tuple(row_of(row, "deletes", "")._replace(text=f"{row['function']} calls {row['target']}") for row in rows)
    if not own and here.place and (named := _named_so(here)):
        return Found(named, (), "By the names of calls alone.", weighed=True)
    if not own:
        where = f" in {here.place}" if here.place else ""
        return Failed(
            NO_RESULTS, f"I find no function{where} that deletes a file or the like, as far as effects are known"
        )
    on_disk = tuple(line for line, row in zip(own, rows, strict=True) if ON_DISK & set(lower(last_part(row["target"]))))
    if on_disk and len(on_disk) < len(own):
        others = len(own) - len(on_disk)
        others_do = f"{others} other functions delete something else that cannot be brought back. {NOT}"
        return Found(on_disk, (), others_do, weighed=True)
    return Found(own, (), NOT, weighed=True)


def deleters_of_folders(here: Here, asked: Asked) -> Found | Failed:
    """Of those, what deletes a folder."""
    found = deleters_of_files(here, asked)
    kept = tuple(on_disk(found, FOLDERS)) if isinstance(found, Found) else ()
    none = "I find no function that deletes a folder, as far as effects are known"
    return Found(kept, (), NOT, weighed=True) if kept else Failed(NO_RESULTS, none)


def _named_so(here: Here) -> tuple[Cited, ...]:
    """In one file or folder: the calls of a plain function that is named as what deletes a file is, which a macro may have made another."""
    rows = []
    for path in filter(here.inside, here.project.files):
        for id_ in sorted(here.project.ids.get(path, ())):
            calls = here.project.functions[id_].facts.calls
            rows += [(id_, call) for call in calls if call.name in DELETES_FILES and not call.receiver]
    project = here.project
    return tuple(
        at(project, id_, f"{label(project, id_)} calls {call.name}", line_at(project, id_, call.start))
        for id_, call in rows
    )


DELETES_FILES: Final = frozenset(["unlink", "unlinkat", "rmdir", "remove"])
NOT: Final = "Who does it only through calls of these is not told: ask who calls one."
ON_DISK: Final = frozenset(
    ["unlink", "rmtree", "rmdir", "remove", "removedirs", "unlinkat", "file", "files", "directory", "dir", "path"]
)


def _of_a_range(here: Here, row: dict[str, Any]) -> bool:
    """C++'s `remove(first, last, value)`: of the names that delete files, none takes three arguments."""
    project, name = here.project, last_part(row["target"])
    return any(
        call.argc > 2 and call.name == name and line_at(project, id_, call.start) == row["line"]
        for id_ in project.ids.get(row["file"], ())
        if name_of(project, id_) == row["function"]
        for call in project.functions[id_].facts.calls
    )


def _elsewhere(here: Here, target: str, told_already: set[tuple[str, int]]) -> Iterator[Cited]:
    """Writes to a field of that name through a name of the function's own, or while the object is made."""
    project, last = here.project, last_part(target)
    object_ = target.rpartition(".")[0].replace("::", ".").rpartition(".")[2]
    typed = bool(object_) and bool(types(project, object_))
    alone = bool(object_) and not typed  # a variable: the field of another object is another
    kin = Kin(project)
    for id_, one in here.holders(last):
        if typed and one.facts.scope and not kin.related("", one.facts.scope[-1], object_):
            ways = {write.target for write in one.facts.writes if last_part(write.target) == last}
            if all(_OWN_FIELD.match(way) for way in ways):
                continue  # `self.count` of a class that is no kin of it
        found = next((write for write in one.facts.writes if write.target != last and last_part(write.target) == last
                      and (not alone or has_word(write.target, object_))), None)  # fmt: skip
        lines = (
            {line_at(project, id_, write.start) for write in one.facts.writes if last_part(write.target) == last}
            if found and not is_aside(one.path)
            else set[int]()
        )
        if found and lines and not any((one.path, line) in told_already for line in lines):
            yield Cited(
                f"{qualified_of(id_)} writes {' '.join(found.target.split())}",
                one.path,
                line_at(project, id_, found.start),
            )


_OWN_FIELD: Final = regex(r"(?:self\.|this->|this\.)\w{1,80}$|\w{1,80}$")


def stepped(*signs: bytes) -> Answer:
    """Who counts a name up, or down, by the notation of the write."""

    def told(here: Here, asked: Asked) -> Found | Failed:
        target, project, said = (
            asked.names["T"].raw.removeprefix("self.").removeprefix("this->"),
            here.project,
            list[Cited](),
        )
        for id_, one in here.holders(last_part(target)):
            counts = [write for write in one.facts.writes if write.how in ("augment", "update") and last_part(write.target) == last_part(target)]  # fmt: skip
            text = project.sources(one.path)[one.facts.start : one.facts.end] if counts else b""
            said += [
                at(
                    project,
                    id_,
                    f"{qualified_of(id_)}: `{' '.join(_line_of(text, write.start).split())[:80]}`",
                    line_at(project, id_, write.start),
                )
                for write in counts
                if any(sign in text[max(0, write.start - 2) : write.end + 5] for sign in signs)
            ]
        rows = tuple(sorted(dict.fromkeys(said), key=lambda line: (is_aside(line.path), line.path, line.line)))
        if rows:
            return Found(rows, (), "Other ways to set it are not told: ask who writes it.")
        every = over("writes")(here, asked)
        none = f"I find no `{signs[0].decode()}` and no `{signs[1].decode()}` of it; this is all that writes it."
        return every._replace(note=f"{none} {every.note}".strip()) if isinstance(every, Found) else every

    return told


def _line_of(text: bytes, offset: int) -> str:
    """The line of a text that holds an offset."""
    start = text.rfind(b"\n", 0, offset) + 1
    return text[start:].partition(b"\n")[0].decode("utf-8", "replace")


def over(kind: str) -> Answer:
    """Who does it, in the whole project."""

    def told(here: Here, asked: Asked) -> Found | Failed:
        token = asked.names.get("T")
        target = token.raw.removesuffix("()") if token else ""
        target = target.removeprefix("self.").removeprefix("this->") if kind == "writes" else target
        data = here.ask("where_effect", kind=kind, target=target, limit=ALL)
        if isinstance(data, Failed) and kind == "writes" and last_part(target) != target:
            data = here.ask("where_effect", kind=kind, target=last_part(target), limit=ALL)
        if isinstance(data, Failed):
            if kind == "returns" and (typed := _of_type(here, target)):
                return Found(typed, (), "By the type of what they give back.")
            unseen = f"I find no function that {kind} {target or 'anything'}; what a macro hides I may not see"
            if data.code != NO_RESULTS:
                return data
            if kind == "raises" and token and (thrown := throwers(here, target)):
                return Found(tuple(thrown))
            if typed := _on_type(here, kind, target):
                return Found(typed, (), "By the types of what they are given.")
            if token and not token.code and (called := _by_calls(here, kind, target)):
                return Found(
                    called,
                    (),
                    f"Calls that hold `{kind[:-1]}` or the like and `{target[:80]}` in their names, and no more.",
                )
            if token and not token.code and kind in WORDS_OF:
                return Failed(NO_RESULTS, unseen)
            if token and (given := _given(here, kind, target)):
                return Found(given, (), f"Calls that hold `{kind[:-1]}` or the like in their names and are given {target[:80]}.", weighed=True)  # fmt: skip
            if kind == "writes" and (keyed := key_set(here, target)):
                return Found(tuple(keyed), (), "Where its name is set as a text; what sets it through a name of another spelling is not seen.", weighed=True)  # fmt: skip
            rows = (
                tuple(sorted(naming(here, target), key=lambda line: (is_aside(line.path), line.path, line.line)))
                if token
                and not types(here.project, target)
                and (kind == "raises" or isinstance(functions(here, token), Failed))
                else ()
            )
            near = ", ".join(f"{line.text} ({line.path}:{line.line})" for line in rows[:NEAR])
            return Failed(NO_RESULTS, f"{unseen}{f'. By the name alone, which is no answer: {near}' if near else ''}")
        own = [row for row in data["places"] if row["own"] and here.inside(row["file"])]
        others = data["total"] - data["own"]
        if not own:
            return Found(rows_of(here, data), (), "Only through calls.")
        rows = tuple(told_row(here, row, kind) for row in own)
        rows += tuple(_elsewhere(here, target, {(line.path, line.line) for line in rows})) if kind == "writes" else ()
        unseen_ends = (
            "Only calls that are known to leave the program; one through a pointer, or of a function that does, is not told."
            if kind == "exits"
            else ""
        )
        note = (
            unseen_ends or f"{others} more functions do it through calls of these." if others and not here.place else ""
        )
        return Found(rows, (), note, len(own) if here.place else data["own"] + len(rows) - len(own))

    return told


def is_done(kind: str) -> Answer:
    """Whether anything does it to what is written as names are; of an error of the project that nothing raises, no."""

    def told(here: Here, asked: Asked) -> Found | Failed:
        token = asked.names["T"]
        found = over(kind)(here, asked)
        named = token.code or bool(types(here.project, token.raw))
        if isinstance(found, Found) and named and not found.note.startswith(("By the type", "Calls that hold")):
            return found._replace(said=(found.said[0]._replace(text=f"Yes: {found.said[0].text}"), *found.said[1:]))
        known = types(here.project, token.raw) if kind == "raises" else []
        if isinstance(found, Found) or not known:
            return found if isinstance(found, Failed) else Failed(NO_RESULTS, f"I cannot tell whether anything {kind} {token.raw[:80]}")  # fmt: skip
        path, one = known[0]
        return Found((Cited(f"No: no raise of {one.name} is found; what is made in one place and raised in another I may not see", path, one.line),))  # fmt: skip

    return told


def outside_of(here: Here, asked: Asked) -> Found | Failed:
    """`does anything outside F write X`: who writes it and does not stand there."""
    found, place = over("writes")(here, asked), asked.names["B"].raw.removesuffix("()")
    if isinstance(found, Failed):
        return found
    there = Here(here.desk, place)
    rows = tuple(
        line
        for line in found.said
        if not there.inside(line.path) and f"{place.replace('::', '.')}." not in f"{line.text.replace('::', '.')}."
    )
    first = found.said[0]
    none = first._replace(
        text=f"No: nothing outside of {place[:80]} writes {asked.names['T'].raw[:80]}, as far as effects are known"
    )
    yes = (rows[0]._replace(text=f"Yes: {rows[0].text}"), *rows[1:]) if rows else (none,)
    return Found(yes, (), found.note if rows else "", weighed=True)


NEAR: Final = 3  # places that a refusal names
PARTED: Final = frozenset(("from", "in", "of", "out", "by", "at"))  # `remove_from_buffer` removes no buffer


def _by_calls(here: Here, kind: str, target: str) -> tuple[Cited, ...]:
    """`which functions delete a buffer`: those that call `delete_buffer` or `buffer.free`."""
    verbs, project, word, said = WORDS_OF.get(kind, frozenset()), here.project, stem(target), list[Cited]()
    for id_ in sorted(project.functions, key=lambda id_: (is_aside(path_of(id_)), id_)) if verbs else ():
        if here.inside(path_of(id_)) and not is_promise(project, id_):
            for call in project.functions[id_].facts.calls:
                words = lower(call.name)
                named = {stem(one) for one in (*words, *lower(last_part(call.receiver)))}
                if verbs & set(words) and word in named and not PARTED & set(words):
                    whole = f"{call.receiver}{call.sep or '.'}{call.name}" if call.receiver else call.name
                    said.append(
                        at(project, id_, f"{qualified_of(id_)} calls {whole[:80]}", line_at(project, id_, call.start))
                    )
    return tuple(dict.fromkeys(said))


def _given(here: Here, kind: str, target: str) -> tuple[Cited, ...]:
    """`who sends CMD_PING`: calls that are named for it and are given that."""
    verbs, project, said = WORDS_OF.get(kind, frozenset()), here.project, list[Cited]()
    for id_, one in here.holders(last_part(target)) if verbs else ():
        if is_promise(project, id_) or one.facts.kind == "module":
            continue
        text = project.sources(one.path)[one.facts.start : one.facts.end]
        for call in one.facts.calls:
            code = " ".join(text[call.start : call.end].decode("utf-8", "replace").split())
            if verbs & set(lower(call.name)) and has_word(code.partition("(")[2], target):
                said.append(at(project, id_, f"{qualified_of(id_)}: `{code[:110]}`", line_at(project, id_, call.start)))
    return tuple(sorted(dict.fromkeys(said), key=lambda line: (is_aside(line.path), line.path, line.line)))


def setting(here: Here, asked: Asked) -> Found | Failed:
    """`what sets errno to EFBIG`: the writes whose value names it; none of another value is told."""
    target, (wanted, placed, owner) = last_part(asked.names["T"].raw), asked.rest.partition(" in ")
    wanted, owner = wanted.strip("`'\""), owner.strip("`'\"?").replace("::", ".")
    if not wanted or " " in wanted:
        return over("writes")(here, asked)
    able = [id_ for id_, _ in here.holders(target) if not placed or _of(id_, owner)]
    values = dict.fromkeys((wanted, NUMBERS.get(wanted.lower(), wanted)))  # `zero` is 0, where it is no name
    each = ([line for id_ in able for line in _set_to(here, id_, target, value)] for value in values)
    said = next((lines for lines in each if lines), [])
    rows = tuple(sorted(dict.fromkeys(said), key=lambda line: (is_aside(line.path), line.path, line.line)))
    if rows:
        return Found(rows, (), f"By the text of the writes, those whose value names `{wanted[:80]}`.", weighed=True)
    return Failed(NO_RESULTS, f"I find no write of {target[:80]} whose value names `{wanted[:80]}`")


def _of(id_: str, owner: str) -> bool:
    """Whether a function is of that name, stands in a type of it, or in a file or folder of it."""
    names = qualified_of(id_).replace("::", ".").split(".")
    return (
        owner in (*names, ".".join(names[-2:])) or f"/{owner}/" in f"/{path_of(id_)}/" or in_file(path_of(id_), owner)
    )


def _set_to(here: Here, id_: str, target: str, wanted: str) -> Iterator[Cited]:
    project, one = here.project, here.project.functions[id_]
    writes = [write for write in one.facts.writes if last_part(write.target) == target]
    if not writes or not here.inside(one.path) or is_promise(project, id_):
        return
    text = project.sources(one.path)[one.facts.start : one.facts.end]
    for write in writes:
        value = re.split(rb"[;\n]", text[write.start :], maxsplit=1)[0].decode("utf-8", "replace")
        if has_word(value.partition("=")[2], wanted):
            said = f"{qualified_of(id_)}: `{' '.join(value.split())[:80]}`{told(under(project, id_, write.start))}"
            yield at(project, id_, said, line_at(project, id_, write.start))


WORDS_OF: Final = {"frees": frozenset({"free", "delete", "destroy", "release", "dealloc"}), "deletes": frozenset({"delete", "destroy", "remove", "free"}),
                   "sends": frozenset({"send", "post", "publish"}), "locks": frozenset({"lock", "acquire"})}  # fmt: skip


def _on_type(here: Here, kind: str, target: str) -> tuple[Cited, ...]:
    """Of a type: the functions that take one and are named for what is asked, and those that free one of their own parameters of it."""
    project, last, wanted = here.project, last_part(target), WORDS_OF.get(kind, frozenset())
    if not types(project, target) or not wanted:
        return ()
    said = []
    for id_, one in here.holders(last):
        taken = [param.name.lstrip("*&") for param in one.facts.params if has_word(param.type, last)]
        if not taken or is_promise(project, id_):
            continue
        own = [row for name in taken for row in AT_ONCE[kind](project, id_, name)] if kind in AT_ONCE else []
        own = [(line, text) for line, text in own if text.partition("(")[2].strip(" )*&") in taken]
        if own:
            said.append(at(project, id_, f"{qualified_of(id_)} {PLAIN.get(kind, kind)}: {own[0][1]}", own[0][0]))
        elif wanted & set(lower(one.facts.name)):
            said.append(at(project, id_, f"{qualified_of(id_)} takes a {last} and is named so"))
    return tuple(sorted(said, key=lambda line: (is_aside(line.path), " takes a " in line.text, line.path, line.line)))


def _of_type(here: Here, target: str) -> tuple[Cited, ...]:
    """Functions whose declared result is of a type, those of the product first."""
    found = [
        (id_, one)
        for id_, one in here.holders(last_part(target))
        if one.facts.result and has_word(one.facts.result, last_part(target))
    ]
    ordered = sorted(found, key=lambda row: (is_aside(row[1].path), row[1].path, row[1].facts.line))
    return tuple(
        at(here.project, id_, f"{qualified_of(id_)} returns {' '.join(one.facts.result.split())}")
        for id_, one in ordered
    )
