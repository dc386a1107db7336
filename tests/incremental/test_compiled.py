"""With a compiler, too, the work follows the change, and what is kept is what a clean run finds."""

from __future__ import annotations

import os
import random
from collections.abc import Iterable, Iterator

import pytest

from corpus.work import Memory, Workplace
from flowscout.frontends.clang.compiler import Clang
from flowscout.frontends.clang.database import Database
from flowscout.frontends.clang.flags import TREE
from flowscout.model.compiled import CompilationUnit, CompilerAnswer
from flowscout.tasks.analyse import analyse
from flowscout.wiring import frontend
from incremental.answers import answers
from incremental.rendering import sources
from incremental.worlds import EDITS, grow

SEEDS = int(os.environ.get("FLOWSCOUT_SEEDS", "12")) // 6


class Counting(Clang):
    """The real one; asked: units that were compiled, in order."""

    def __init__(self, paths: Iterable[str], *flags: str) -> None:
        super().__init__(
            Database({path: ("-I", TREE, *flags) for path in paths if path.endswith((".c", ".cc"))}), "/nowhere", 1
        )
        self.asked: list[str] = []

    def __call__(self, units: Iterable[CompilationUnit]) -> Iterator[CompilerAnswer]:
        for answer in super().__call__(units):
            self.asked.append(answer.path)
            yield answer


def compiled(place: Workplace, *flags: str) -> list[str]:
    """Units that a run of the place compiles."""
    place.compiler = compiler = Counting(place.sources, *flags)
    place.run()
    return compiler.asked


def exact(place: Workplace, id_: str) -> set[str]:
    assert place.project is not None
    return {target for site in place.project.resolved(id_) if site.how == "exact" for target in site.targets}


@pytest.mark.parametrize("language", ["cpp", "c"])
@pytest.mark.parametrize("seed", range(SEEDS))
def test_after_random_edits_everything_is_as_after_a_clean_run(seed: int, language: str) -> None:
    rng = random.Random(f"compiled {language} {seed}")
    world, kept = grow(rng, language), Workplace()
    for _ in range(4):
        flags = rng.choice((("-DONE",), ("-DONE",), ("-DTWO",)))
        kept.sources, kept.settings = sources(world), world.settings
        kept.compiler = Counting(kept.sources, *flags) if rng.random() < 0.85 else None
        kept.run()
        clean = Workplace()
        clean.sources, clean.settings, clean.compiler = kept.sources, kept.settings, kept.compiler
        clean.run()
        assert kept.dump == clean.dump, f"seed {seed}"
        assert kept.project is not None
        if not kept.settings.exclude:
            whole = analyse(Memory(kept.sources), frontend(kept.settings), kept.settings, compiler=kept.compiler)
            assert answers(kept.project) == answers(whole), f"seed {seed}"
        world = rng.choice(EDITS)(rng, world)


SHAPE = b"struct Shape { virtual int area(int); int twice(int a) { return area(a) + area(a); } };\nint helper(double);\nint helper(const char*);\n"
PLACES = {
    "lib/shape.h": SHAPE,
    "lib/shape.cc": b'#include "lib/shape.h"\nint Shape::area(int a) { return a; }\nint helper(double d) { return 1; }\nint helper(const char* s) { return 2; }\n',
    "app.cc": b'#include "lib/shape.h"\nint run(Shape* s, const char* name) { return s->twice(1) + helper(name); }\nint half() { return helper((0, 0.5)); }\n',
    "alone.cc": b"static int other(int a) { return a; }\nint alone() { return other(1); }\n",
}


def place() -> Workplace:
    made = Workplace()
    made.sources = dict(PLACES)
    return made


def test_a_call_is_exact_to_the_overload_that_the_compiler_chose() -> None:
    made = place()
    assert compiled(made) == ["alone.cc", "app.cc", "lib/shape.cc"]
    assert exact(made, "app.cc::run(Shape *,const char *)") == {
        "lib/shape.h::Shape::twice(int)",
        "lib/shape.cc::helper(const char *)",
    }
    assert exact(made, "app.cc::half()") == {"lib/shape.cc::helper(double)"}
    made.compiler = None
    made.run()
    assert exact(made, "app.cc::half()") == set(), "by syntax alone nobody knows which"


def test_an_edit_compiles_its_unit_and_a_headers_edit_those_that_include_it() -> None:
    made = place()
    compiled(made)
    assert compiled(made) == []
    made.sources["alone.cc"] += b"int more() { return alone(); }\n"
    assert compiled(made) == ["alone.cc"]
    made.sources["lib/shape.h"] = b"\n" + SHAPE
    assert compiled(made) == ["app.cc", "lib/shape.cc"]
    made.sources["lib/shape.h"] = SHAPE
    assert compiled(made) == [], "what was met before is remembered"
    assert compiled(made, "-DOTHER") == ["alone.cc", "app.cc", "lib/shape.cc"]


def test_a_header_that_comes_before_another_is_noticed() -> None:
    made = place()
    made.sources["app.cc"] = b'#include "shape.h"\n#include "lib/shape.h"\nint half() { return helper((0, 0.5)); }\n'
    compiled(made, "-I", f"{TREE}/near", "-I", f"{TREE}/lib")
    made.sources["near/shape.h"] = b"#define helper(x) half_of(x)\nint half_of(double);\n"
    assert compiled(made, "-I", f"{TREE}/near", "-I", f"{TREE}/lib") == ["app.cc"]
    assert exact(made, "app.cc::half()") == set()


def test_a_definition_that_comes_wakes_who_calls_it_and_nothing_is_compiled_for_it() -> None:
    made = place()
    shape = made.sources.pop("lib/shape.cc")
    compiled(made)
    assert exact(made, "app.cc::half()") == set()
    made.sources["lib/shape.cc"] = shape
    assert compiled(made) == ["lib/shape.cc"]
    assert exact(made, "app.cc::half()") == {"lib/shape.cc::helper(double)"}


def test_an_override_that_comes_makes_a_call_a_choice() -> None:
    made = place()
    compiled(made)
    id_ = "lib/shape.h::Shape::twice(int)"
    assert exact(made, id_) == {"lib/shape.cc::Shape::area(int)"}
    made.sources["square.cc"] = (
        b'#include "lib/shape.h"\nstruct Square : Shape { int area(int a) override { return a * a; } };\n'
    )
    assert compiled(made) == ["square.cc"]
    assert made.project is not None
    choices = {(site.how, site.targets) for site in made.project.resolved(id_)}
    assert choices == {("candidates", ("lib/shape.cc::Shape::area(int)", "square.cc::Square::area(int)"))}


def test_a_unit_that_kills_its_worker_is_read_by_syntax() -> None:
    made = place()
    made.sources["alone.cc"] += b"int deep() { return 1" + b"+1" * 200_000 + b"; }\n"
    assert sorted(compiled(made)) == ["alone.cc", "app.cc", "lib/shape.cc"]
    assert exact(made, "alone.cc::alone()") == {"alone.cc::other(int)"}
    assert exact(made, "app.cc::half()") == {"lib/shape.cc::helper(double)"}
    assert compiled(made) == [], "nobody is killed twice for the same bytes"


def test_a_header_that_nobody_includes_is_a_unit_in_the_language_of_its_neighbours() -> None:
    made = Workplace()
    made.sources = {
        "a.c": b"int main(void) { return 0; }\n",
        "lone.h": b"static int f(void) { return 1; }\nstatic int g(void) { return f(); }\n",
    }
    assert compiled(made, "-std=gnu11") == ["a.c", "lone.h"]
    assert made.project is not None
    first, second = made.project.ids["lone.h"]
    assert exact(made, second) == {first}


def test_what_a_flag_includes_is_read_and_followed() -> None:
    made = place()
    made.sources["config.h"] = b"int area_of(int);\n#define helper(x) area_of(1)\n"
    made.sources["alone.cc"] += b"int area_of(int a) { return a; }\nint most() { return helper((0, 0.5)); }\n"
    flags = ("-include", f"{TREE}/config.h")
    assert compiled(made, *flags) == ["alone.cc", "app.cc", "lib/shape.cc"]
    assert exact(made, "alone.cc::most()") == {"alone.cc::area_of(int)"}
    made.sources["config.h"] += b"// another\n"
    assert compiled(made, *flags) == ["alone.cc", "app.cc", "lib/shape.cc"]
