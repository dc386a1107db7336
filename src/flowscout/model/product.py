"""Which files are the product, and which stand beside it: told by the names that people give to folders."""

from __future__ import annotations

import re
from functools import lru_cache

DECLARED, PUBLISHED = 1, 2  # how much of a function others may see: their own project, or whoever uses it

TEST_FOLDERS = frozenset({"test", "tests", "testing", "unittest", "unittests", "unit_tests", "fixtures", "testdata"})
TEST_NAMES = frozenset({"test", "tests", "conftest"})
SOURCES = frozenset({"src", "lib"})  # on top of a repository: what is shipped
TEST_BEGINS = ("testsuite", "testcase", "testbed")
TEST_ENDS = ("_test", "_tests", "_unittest", "-test")
_TEST_WORD = re.compile(r"[A-Za-z0-9]Tests?\.\w+$")  # `ArgumentsTests.py`
_PACKAGES = re.compile(
    r"(?<![^/])(?:cmake|perf|ci|contrib|scripts)(?![^/])"
)  # `tools/cmake/presets.py`, `tidy/scripts/run.py`: of Python what is about them or a package's part, not their own
_OFFERED = re.compile(
    r"/(?:testing|fixtures)(?=/|$)"
)  # `falcon/testing/client.py`, `apps/fixtures/load.py`: a part of a package, for those who test with it or fill a store by it
ASIDE_FOLDERS = frozenset(
    [
        "doc",
        "docs",
        "documentation",
        "example",
        "examples",
        "sample",
        "samples",
        "demo",
        "demos",
        "tutorial",
        "tutorials",
        "benchmark",
        "benchmarks",
        "bench",
        "perf",
        "script",
        "scripts",
        "ci",
        ".ci",
        "cmake",
        ".github",
        "contrib",
        "fuzz",
        "fuzzing",
        "fuzzers",
        "oss-fuzz",
        "vendor",
        "vendors",
        "vendored",
        "_vendor",
        "third_party",
        "third-party",
        "thirdparty",
        "3rdparty",
        "3rd_party",
        "external",
        "externals",
        "extern",
        "deps",
        "submodules",
        "subprojects",
        "bundled",
        "_bundled",
        "_vendored",
        "extlib",
        "extlibs",
        "3rd-party",
        "node_modules",
    ]
)
ASIDE_PARTS = frozenset({"example", "examples", "tutorials", "demos", "benchmarks", "fuzzers"})
ASIDE_FILES = frozenset({"setup.py", "noxfile.py", "conanfile.py", "wscript.py"})
ASIDE_ON_TOP = frozenset(
    {"tasks.py", "configure.py", "fabfile.py", "dodo.py", "build.py"}
)  # of a repository: what its maintainers run
ASIDE_WORDS = frozenset(
    {"bench", "benchmark", "benchmarks", "microbench", "perftest", "example", "demo", "fuzz", "fuzzer", "fuzzing"}
)


@lru_cache(maxsize=65536)
def is_test(path: str) -> bool:
    """By its folders and its name."""
    folders, _, name = path.lower().rpartition("/")
    if _among(_OFFERED.sub("", folders) if name.endswith(".py") else folders)[0]:
        return True
    stem = name.rpartition(".")[0] if "." in name else name
    return (
        name.startswith(("test_", "test-"))
        or (stem in TEST_NAMES and not _is_shipped(folders, stem))
        or stem.endswith(TEST_ENDS)
        or _TEST_WORD.search(path) is not None
    )


def is_test_case(id_: str) -> bool:
    """A function of C or C++ in a file of tests, or one that a macro makes which says so, wherever that stands: `TEST_CASE("opens")`."""
    path, _, name = id_.partition("::")
    made = name.rpartition("::")[2].partition("(")[0]
    return is_test(path) or (made.isupper() and "TEST" in made.split("_"))


def _is_shipped(folders: str, stem: str) -> bool:
    """`src/web/test.py` helps those who test with the package, and comes with it; what tests the package stands beside `src`."""
    return stem == "test" and folders.partition("/")[0] in SOURCES and "/" in folders


@lru_cache(maxsize=65536)
def is_aside(path: str) -> bool:
    """A test, an example, a benchmark, a page's or a build's script, or somebody else's code."""
    folders, _, name = path.lower().rpartition("/")
    if name.endswith(".py"):
        top, sign, rest = folders.partition("/")
        folders = f"{top}{sign}{_PACKAGES.sub('package', rest)}"
    return _among(folders)[1] or is_packaging(path) or _is_trial(name) or is_test(path)


def is_packaging(path: str) -> bool:
    """A script that builds the product or says what it needs: `setup.py`."""
    folders, _, name = path.lower().rpartition("/")
    return name in ASIDE_FILES or (not folders and name in ASIDE_ON_TOP)


def _is_trial(name: str) -> bool:
    """Its last word says so (`hash_bench.cc`, `parse-fuzzer.c`), or its first where others follow (`bench_parse.py`)."""
    words = name.rpartition(".")[0].replace("-", "_").split("_")
    return len(words) > 1 and not ASIDE_WORDS.isdisjoint((words[0], words[-1]))


def _holds_tests(folder: str) -> bool:
    """By one of its words, where they are parted (`unit-tests`, `test_data`), or by how it begins (`testsuite`)."""
    words = folder.replace("-", "_").split("_")
    return folder in TEST_FOLDERS or not TEST_NAMES.isdisjoint(words) or folder.startswith(TEST_BEGINS)


@lru_cache(maxsize=65536)
def _among(folders: str) -> tuple[bool, bool]:
    parts = folders.split("/")
    return any(_holds_tests(part) for part in parts), any(map(_is_beside, parts))


def _is_beside(folder: str) -> bool:
    """By its name, or by a word of it (`minimal-examples`)."""
    return folder in ASIDE_FOLDERS or not ASIDE_PARTS.isdisjoint(folder.replace("-", "_").split("_"))
