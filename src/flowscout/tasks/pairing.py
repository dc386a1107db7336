"""Which function of one state of the code is which function of another.

A function is paired by its id; what is left by its name in a file that git calls renamed, by equal text, by an equal
picture, by equal name. Functions of one name in one scope (overloads, redefinitions) carry ordinals that an edit of one of
them turns about, so they are paired among themselves, by equal text and then by the most alike.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence, Set
from difflib import SequenceMatcher
from functools import partial

from ..model.identity import path_of, qualified_of
from ..model.pattern import regex
from ..model.product import is_test
from ..model.sfm import MEDIUM, START
from ..model.undrawn import is_undrawn
from ..pipeline import Located, Project
from .kin import Kin

_WORD = regex(r"\w+|[^\w\s]")
SIMILAR = 0.7
ALIKE_TESTS = 0.85  # of tests, which all read much alike
CALLED = 0.55  # of those of which the one is called where the other was
MUCH = 0.9  # of those that are members of another class
FEWEST_WORDS = 12
SAME_NAMES = 0.5
MOST_SIMILAR = 4000  # pairs beyond which none are looked for
MOST_WORDS = 60  # of each of many that are called alike, which tell those of one line apart
MOST_ALIKE = 40  # equal names beyond which they are paired in their order


def pair(before: Project, after: Project, renames: Mapping[str, str], paths: Iterable[str]) -> list[tuple[str, str]]:
    """(id before, id after), "" for none, by id. A match must be the only one on both sides. paths: of the files
    that can differ; what is in any other is paired with itself, and left out here."""
    left, right = _functions(before, paths), _functions(after, paths)
    pairs = list(_alone_or_alike(before, after, left, right))
    paired_before, paired_after = {a for a, _ in pairs}, {b for _, b in pairs}
    gone = {i for i, f in left.items() if i not in paired_before and f.facts.kind != "lambda"}
    new = {i for i, f in right.items() if i not in paired_after and f.facts.kind != "lambda"}
    keys: tuple[tuple[Callable[[str], str], Callable[[str], str]], ...] = (
        (lambda i: renames.get(path_of(i), path_of(i)) + qualified_of(i), lambda i: path_of(i) + qualified_of(i)),
        (lambda i: before.functions[i].facts.digest, lambda i: after.functions[i].facts.digest),
        (
            lambda i: renames.get(path_of(i), path_of(i)) + _nameless(before, i),
            lambda i: path_of(i) + _nameless(after, i),
        ),
        (lambda i: _picture(before, i), lambda i: _picture(after, i)),
        (qualified_of, qualified_of),
    )
    bodies = _bodies(before, gone), _bodies(after, new)
    found = _unique_matches(bodies[0], bodies[1], *keys[0])  # what a file does itself is no function of another name
    pairs += found
    files = bodies[0] - {a for a, _ in found}, bodies[1] - {b for _, b in found}
    gone, new = gone - bodies[0], new - bodies[1]
    for key_before, key_after in keys:
        found = _unique_matches(gone, new, key_before, key_after)
        pairs += found
        gone -= {a for a, _ in found}
        new -= {b for _, b in found}
    called = {a: b for a, b in pairs if a and b}
    while found := _unique_matches(
        gone, new, partial(_body, before, _renamed(before, after, called)), partial(_body, after, {})
    ):
        pairs, called = pairs + found, dict(found)
        gone, new = gone - {a for a, _ in found}, new - {b for _, b in found}
    similar = list(_similar(before, after, gone, new, renames))
    gone, new, pairs = gone - {a for a, _ in similar}, new - {b for _, b in similar}, pairs + similar
    homes = _renamed_homes(before, after, pairs)
    found = _unique_matches(gone, new, partial(_at_home, homes), partial(_at_home, {}))
    gone, new, pairs = gone - {a for a, _ in found}, new - {b for _, b in found}, pairs + found
    members = _renamed_members(pairs)
    found = _unique_matches(gone, new, partial(_overriding, homes, members, Kin(before)), partial(_at_home, {}))
    gone, new, pairs = gone - {a for a, _ in found}, new - {b for _, b in found}, pairs + found
    classes = _renamed_classes(before, after, pairs)
    found = _unique_matches(gone, new, partial(_member, classes), _own_name)
    gone, new, pairs = gone - {a for a, _ in found}, new - {b for _, b in found}, pairs + found
    found = list(_called_instead(before, after, gone, new, pairs))
    gone, new, pairs = gone - {a for a, _ in found}, new - {b for _, b in found}, pairs + found
    copied = {(a, b) for a, b in pairs if a and b and _only_tested(a, b) and path_of(a) in after.files}
    pairs = [each for each in pairs if each not in copied]
    gone, new = gone | {a for a, _ in copied}, new | {b for _, b in copied}
    pairs += [(i, "") for i in (*gone, *files[0])] + [("", i) for i in (*new, *files[1])]
    return sorted(pairs, key=lambda p: (p[1] or p[0], p[0]))


def _only_tested(a: str, b: str) -> bool:
    """Whether the product had what a test alone has now."""
    return not is_test(path_of(a)) and is_test(path_of(b))


def _bodies(project: Project, ids: Iterable[str]) -> set[str]:
    """Those that are what a file does itself."""
    return {id_ for id_ in ids if project.functions[id_].facts.kind == "module"}


def _renamed_homes(before: Project, after: Project, pairs: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Classes that are gone, by what they were called, with the new one of their file that most of their members are in now."""
    votes: dict[str, Counter[str]] = defaultdict(Counter)
    for a, b in pairs:
        was, now = (_home(a), _home(b)) if a and b else ("", "")
        if was == now or not was.count("::") == now.count("::") == 1:
            continue
        if not _stands(after, was) and not _stands(before, now):
            votes[was][now] += path_of(a) == path_of(b)
    return {was: many.most_common(1)[0][0] for was, many in votes.items() if many.total()}


def _stands(project: Project, home: str) -> bool:
    """Whether something is at home there: the ids of that file tell."""
    return any(_home(id_) == home for id_ in project.ids.get(path_of(home), ()))


def _renamed_members(pairs: Iterable[tuple[str, str]]) -> dict[str, tuple[str, Sequence[str]]]:
    """What members of a class that stays are called now, and of which classes these are, by what they were called, where all of one name are
    called alike."""
    votes: dict[str, dict[str, list[str]]] = defaultdict(dict)
    for a, b in pairs:
        if a and b and _home(a) == _home(b) != path_of(a):
            votes[_last_name(a)].setdefault(_last_name(b), []).append(_class(a))
    return {
        was: (now, votes[was][now]) for was, names in votes.items() if len(names) == 1 and (now := min(names)) != was
    }


def _overriding(
    homes: Mapping[str, str],
    renamed: Mapping[str, tuple[str, Sequence[str]]],
    kin: Kin,
    id_: str,
) -> str:
    """A method by what a related class's of its name is called now: who overrides it is renamed with it, whatever else it does now."""
    home, (now, classes) = _home(id_), renamed.get(_last_name(id_), ("", ()))
    if not now or home == path_of(id_) or not any(kin.related(_last_name(id_), _class(id_), each) for each in classes):
        return id_
    return f"{homes.get(home, home)} {now}"


def _class(id_: str) -> str:
    return _holder(id_).rpartition(".")[2]


def _renamed_classes(before: Project, after: Project, pairs: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Classes that are gone, with the new one that members of theirs went to, in whatever file these stand."""
    votes: dict[str, Counter[str]] = defaultdict(Counter)
    for a, b in pairs:
        was, now = (_holder(a), _holder(b)) if a and b else ("", "")
        if was != now and was != path_of(a) and now != path_of(b):
            votes[was][now] += 1
    often = {was: many for was, many in votes.items() if max(many.values()) > 1}
    old, new = ({_holder(id_) for id_ in side.functions} if often else set() for side in (before, after))
    found: dict[str, str] = {}
    for was, many in often.items():
        came = [now for now in many if now not in old] if was not in new else []
        if len(came) == 1 and many[came[0]] > 1:
            found[was] = came[0]
    return found


def _member(renamed: Mapping[str, str], id_: str) -> str:
    """Of a class that is called otherwise now, as the new one has it; of any other its id."""
    now = renamed.get(_holder(id_), "")
    return f"{now} {_own_name(id_).rpartition(' ')[2]}" if now else id_


def _own_name(id_: str) -> str:
    """Its class, and its own name."""
    return f"{_holder(id_)} {_last_name(id_)}"


def _home(id_: str) -> str:
    """Its file, and its class where it has one."""
    return f"{path_of(id_)}::{holder}" if (holder := _holder(id_)) != path_of(id_) else path_of(id_)


def _at_home(renamed: Mapping[str, str], id_: str) -> str:
    """A member by its class and its own name."""
    home = _home(id_)
    return f"{renamed.get(home, home)} {_last_name(id_)}"


def _last_name(id_: str) -> str:
    return qualified_of(id_).replace("::", ".").rpartition(".")[2]


def _renamed(before: Project, after: Project, called: Mapping[str, str]) -> dict[str, str]:
    """What functions are called otherwise, by what they were called."""
    names = {(before.functions[a].facts.name, after.functions[b].facts.name) for a, b in called.items()}
    often = Counter(was for was, _ in names)
    return {was: now for was, now in names if was != now and often[was] == 1}


def _body(project: Project, renamed: Mapping[str, str], id_: str) -> str:
    """What stands behind a function's head, calling things as they are called after; of one that says little its id."""
    words = _words(project, id_)
    body = _undocumented(words[words.index(")") if ")" in words else 0 :])
    return " ".join([renamed.get(word, word) for word in body]) if len(body) >= FEWEST_WORDS else id_


def _undocumented(body: list[str]) -> list[str]:
    """Without a docstring, which may have come with a new name."""
    start = body.index(":") + 1 if ":" in body else 0
    quote = body[start : start + 1] * (3 if body[start : start + 1] * 3 == body[start : start + 3] else 1)
    ends = range(start + len(quote), len(body)) if quote in (['"'], ["'"], ['"'] * 3, ["'"] * 3) else range(0)
    end = next((at for at in ends if body[at : at + len(quote)] == quote), 0)
    return body[:start] + body[end + len(quote) :] if end else body


def _functions(project: Project, paths: Iterable[str]) -> Mapping[str, Located]:
    return {id_: project.functions[id_] for path in sorted(paths) for id_ in project.ids.get(path, ())}


def _alone_or_alike(
    before: Project, after: Project, olds: Iterable[str], news: Iterable[str]
) -> Iterator[tuple[str, str]]:
    left, right = _by_key(olds, _stem), _by_key(news, _stem)
    for stem in left.keys() & right.keys():
        if len(left[stem]) == len(right[stem]) == 1:
            yield left[stem][0], right[stem][0]
        else:
            yield from _among_equals(before, after, left[stem], right[stem])


def _stem(id_: str) -> str:
    """An id without its ordinal among equals."""
    stem, tilde, ordinal = id_.rpartition("~")
    return stem if tilde and ordinal.isdigit() else id_


def _among_equals(before: Project, after: Project, left: list[str], right: list[str]) -> Iterator[tuple[str, str]]:
    left, right = (
        sorted(ids, key=lambda id_: project.functions[id_].facts.start)
        for project, ids in ((before, left), (after, right))
    )
    same = list(_same_text(before, after, left, right))
    rest = [a for a in left if a not in {one for one, _ in same}]
    yield from same
    taken = {b for _, b in same}
    yield from _most_alike(before, after, rest, [b for b in right if b not in taken])


def _same_text(before: Project, after: Project, left: list[str], right: list[str]) -> Iterator[tuple[str, str]]:
    """In source order. Of several copies of one text each is the nearest by place."""
    places: dict[str, list[int]] = defaultdict(list)
    for at, b in enumerate(right):
        places[after.functions[b].facts.digest].append(at)
    near = sorted(
        (abs(n - at), n, at) for n, a in enumerate(left) for at in places[before.functions[a].facts.digest][:MOST_ALIKE]
    )
    used: tuple[set[int], set[int]] = (set(), set())
    for _, n, at in near:
        if n not in used[0] and at not in used[1]:
            used[0].add(n)
            used[1].add(at)
            yield left[n], right[at]


def _most_alike(before: Project, after: Project, left: list[str], right: list[str]) -> Iterator[tuple[str, str]]:
    if max(len(left), len(right)) > MOST_ALIKE:
        yield from zip(left, right, strict=False)
        return
    one, other = {a: _lines(before, a) for a in left}, {b: _lines(after, b) for b in right}
    old, young = {a: _words(before, a) for a in left}, {b: _words(after, b) for b in right}
    scored = sorted(
        (-_ratio(one[a], other[b]), -_ratio(old[a][:MOST_WORDS], young[b][:MOST_WORDS]), abs(n - at), a, b)
        for n, a in enumerate(left)
        for at, b in enumerate(right)
    )
    was: Set[str] = set()
    now: Set[str] = set()
    for *_, a, b in scored:
        if a not in was and b not in now:
            was, now = was | {a}, now | {b}
            yield a, b


def _ratio(one: Sequence[Hashable], other: Sequence[Hashable]) -> float:
    return SequenceMatcher(None, one, other, autojunk=False).ratio()


def _lines(project: Project, id_: str) -> list[bytes]:
    where = project.functions[id_]
    body = project.sources(where.path)[where.facts.start : where.facts.end]
    return [line.strip() for line in body.split(b"\n")]


def _nameless(project: Project, id_: str) -> str:
    """The function's text without its own name, however it is laid out."""
    return " ".join(_words(project, id_))


def _words(project: Project, id_: str) -> list[str]:
    where = project.functions[id_]
    text = project.sources(where.path)[where.facts.start : where.facts.end].decode("utf-8", "replace")
    return [word for word in _WORD.findall(text) if word != where.facts.name]


def _similar(
    before: Project, after: Project, gone: Set[str], new: Set[str], renames: Mapping[str, str]
) -> Iterator[tuple[str, str]]:
    """Of one file, those that are much alike and more alike to each other than to any other."""
    left, right = {i: renames.get(path_of(i), path_of(i)) for i in sorted(gone)}, {i: path_of(i) for i in sorted(new)}
    near = [(a, b) for a, path in left.items() for b, other in right.items() if path == other]
    if not near or len(near) > MOST_SIMILAR:
        return
    old, young = {a: Counter(_words(before, a)) for a, _ in near}, {b: Counter(_words(after, b)) for _, b in near}
    scored = sorted((-_likeness(old[a], young[b]), a, b) for a, b in near)
    was: Set[str] = set()
    now: Set[str] = set()
    still: Set[str] = set()
    for minus, a, b in scored:
        if -minus < SIMILAR or _on_both(before, after, a) or _on_both(before, after, b):
            continue  # an accessor beside the one of its name, which was there
        least = ALIKE_TESTS if is_test(path_of(b)) else SIMILAR
        if _holder(a) != _holder(b):
            still = still or {_holder(id_) for id_ in after.functions}
            least = MUCH if _holder(a) in still else least  # what it was a member of is there, and has it no longer
        if -minus >= least and a not in was and b not in now and _same_body(before, a, after, b):
            was, now = was | {a}, now | {b}
            yield a, b


def _on_both(before: Project, after: Project, id_: str) -> bool:
    """Whether both sides have one of its name and parameters in its file."""
    stem, path = _stem(id_), path_of(id_)
    return all(any(_stem(other) == stem for other in side.ids.get(path, ())) for side in (before, after))


def _called_instead(
    before: Project, after: Project, gone: Set[str], new: Set[str], pairs: Iterable[tuple[str, str]]
) -> Iterator[tuple[str, str]]:
    """Of any files, those that are alike, and of which all that called the one call the other now, and did not before."""
    names = [{i: project.functions[i].facts.name for i in ids} for project, ids in ((before, gone), (after, new))]
    if not gone or not new or len(gone) * len(new) > MOST_SIMILAR:
        return
    both = [(a, b) for a, b in pairs if a and b and before.functions[a].facts.digest != after.functions[b].facts.digest]
    calls = [({*_words(before, a)}, {*_words(after, b)}) for a, b in both]
    scored = []
    for a, was in names[0].items():
        callers = [(old, young) for old, young in calls if was in old]
        if not callers or any(was in young for _, young in callers) or is_test(path_of(a)):
            continue
        for b, now in names[1].items():
            if (
                was != now
                and all(now in young and now not in old for old, young in callers)
                and not is_test(path_of(b))
            ):
                likeness = _likeness(Counter(_words(before, a)), Counter(_words(after, b)))
                scored += [(likeness, a, b)] if likeness >= CALLED and _same_body(before, a, after, b) else []
    for _, a, b in scored:
        if sum(a == one for _, one, _ in scored) == sum(b == other for *_, other in scored) == 1:
            yield a, b


def _holder(id_: str) -> str:
    """Its class or namespace, or its file."""
    return qualified_of(id_).replace("::", ".").rpartition(".")[0] or path_of(id_)


def _likeness(one: Counter[str], other: Counter[str]) -> float:
    least = min(one.total(), other.total())
    return 2 * (one & other).total() / (one.total() + other.total()) if least >= FEWEST_WORDS else 0.0


def _same_body(before: Project, one: str, after: Project, other: str) -> bool:
    """Whether half of the names are the same, heads aside: two small functions of one signature are mostly head and brackets."""
    was, now = (Counter(_names_within(project, id_)) for project, id_ in ((before, one), (after, other)))
    return 2 * (was & now).total() >= SAME_NAMES * (was.total() + now.total())


def _names_within(project: Project, id_: str) -> Iterator[str]:
    words = _words(project, id_)
    head = words.index(")") if ")" in words else 0
    return (word for word in words[head:] if word[0].isalnum() or word[0] == "_")


def _picture(project: Project, id_: str) -> str:
    """Equal for functions that do the same steps under different names; one that does next to nothing is like itself only."""
    model = project.steps(id_, MEDIUM)
    steps = [(step.step_type, step.description) for step in model.steps if step.step_type != START]
    return repr(steps) if len(steps) > 1 and not is_undrawn(model) else id_


def _unique_matches(
    gone: Set[str], new: Set[str], key_before: Callable[[str], str], key_after: Callable[[str], str]
) -> list[tuple[str, str]]:
    if not gone or not new:
        return []  # no key is made: some cost a drawing
    left, right = _by_key(gone, key_before), _by_key(new, key_after)
    return [(left[k][0], right[k][0]) for k in sorted(left.keys() & right.keys()) if len(left[k]) == len(right[k]) == 1]


def _by_key(ids: Iterable[str], key: Callable[[str], str]) -> dict[str, list[str]]:
    groups: dict[str, list[str]] = {}
    for id_ in sorted(ids):
        groups.setdefault(key(id_), []).append(id_)
    return groups
