"""What a beginner may want to know of an error, under the published headings: what it is, why it happened, how to prevent it.

Kinds that teach the same share a lesson. The cause of the case stands in the middle one, after a picture of it.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from ...model.finding import RootCause


class Lesson(NamedTuple):
    """what: the sort of error. like: a picture from elsewhere, before the cause. tips: three."""

    what: str
    like: str
    tips: tuple[str, str, str]


_COMPILE: Final = Lesson(
    "The compiler translates the whole program before it runs, and stops where the text breaks a rule of the language. Nothing was run: the code is not wrong in what it does, but in how it is written or in what it refers to.",
    "Think of a recipe that names an ingredient nobody listed: the cook stops reading there, and whatever follows may look wrong too.",
    (
        "Build after each small change, so that the first error is about the last lines you wrote.",
        "Let the editor show the compiler's messages while you type.",
        "Read the first error and mend it before the others: many of them follow from it.",
    ),
)
_TYPES: Final = Lesson(
    "A type says what a value can be and do. A type error means that a value of one type stands where another is expected.",
    "It is a plug of one country and a socket of another: each is fine, but they do not fit.",
    (
        "Write down the types of what functions take and give.",
        "Handle the empty case (None, null, undefined) where a value may be missing.",
        "Run the type checker before you commit.",
    ),
)
_LINK: Final = Lesson(
    "Linking puts the compiled pieces together. It fails when a piece that is promised is in none of them, or is in two.",
    "It is a book whose table of contents names a chapter that no printer delivered.",
    (
        "Name each library in the build file, after what uses it.",
        "Declare a function once in a header, and define it in one file.",
        "When you rename a function, build everything that uses it.",
    ),
)
_STYLE: Final = Lesson(
    "A linter or formatter compares the code with rules that the project has agreed on. It finds what is legal but likely to go wrong, or looks different from the rest.",
    "It is the proof-reader who sends a page back before it is printed.",
    (
        "Run the same tool with the same settings before you commit, for example as a pre-commit hook.",
        "Let the tool mend what it can.",
        "If a rule does not suit the project, change it for everybody instead of silencing it here and there.",
    ),
)
_TEST: Final = Lesson(
    "A test runs a piece of the program and compares what comes out with what was expected. Here they differ, so either the program or the expectation is out of date.",
    "It is a scale that shows another weight than the label says: look at both before you trust one.",
    (
        "Run the tests that touch a change before you push it.",
        "Keep each test small, so that its name says what broke.",
        "Change code and expectation in the same commit when the difference is meant.",
    ),
)
_RUN: Final = Lesson(
    "The program was running and met a situation that it does not handle; it stopped and printed the calls it was in.",
    "It is a driver who finds the bridge closed and has no other road on the map.",
    (
        "Check values where they enter the program, not where they hurt.",
        "Handle the empty and the failing case first.",
        "Add a test with the input that broke it.",
    ),
)
_MEMORY: Final = Lesson(
    "The program touched memory that is not its own, or used it after giving it back. What happens then is up to chance, which is why a tool had to find it.",
    "It is a hotel key that still opens the room after you have checked out.",
    (
        "Run the tests under a sanitizer in CI.",
        "Give every piece of memory one owner that frees it.",
        "Check sizes before copying or indexing.",
    ),
)
_MISSING: Final = Lesson(
    "The build asks for a file, module or program that is not where it is looked for.",
    "It is an address on an envelope at which no house stands.",
    (
        "Commit everything that the build reads, and spell it as it is spelled on disk, upper and lower case too.",
        "Declare each dependency in the manifest, and build once from a fresh checkout.",
        "Make generated files in a step of the build, before they are used.",
    ),
)
_DEPENDENCY: Final = Lesson(
    "A package manager looks for versions of all packages that fit together. It fails when one is not there, or when two ask for versions that exclude each other.",
    "It is a dinner with guests of whom one eats only fish and one no fish: no menu suits both.",
    (
        "Commit the lock file, and let CI install from it.",
        "Raise dependencies often and a few at a time.",
        "Ask for ranges of versions, and pin only what must be pinned.",
    ),
)
_SET_UP: Final = Lesson(
    "The code was not reached: the machine, the settings or the build script around it are not as the build needs them.",
    "It is a kitchen without gas: the recipe may be perfect.",
    (
        "Describe the machine in a file (a container, a versions file), and use it at home too.",
        "Let the build check early for what it needs, and say what is missing.",
        "Keep settings in one place, with a default where there is one.",
    ),
)
_ACCESS: Final = Lesson(
    "Somebody else's service did not let the job in, or does not know it.",
    "It is a door whose lock was changed: your key is well, but not for it.",
    (
        "Keep secrets in the secret store, and note when they expire.",
        "Give each job the least rights it needs, by name.",
        "Remember that runs of forks get no secrets.",
    ),
)
_OUTSIDE: Final = Lesson(
    "A network, a disk or a machine failed while the job ran. The change need not have anything to do with it.",
    "It is a letter lost in the post.",
    (
        "Repeat downloads a few times, with a pause between.",
        "Cache what does not change from run to run.",
        "Watch the space, memory and time that the job takes before it reaches the limit.",
    ),
)
_RULE: Final = Lesson(
    "A check of the project, not of the code, is not met.",
    "It is a form that lacks a signature.",
    (
        "Read the contribution guide of the project once.",
        "Let a template or a hook remind you.",
        "Ask when a rule does not fit the change.",
    ),
)

LESSONS: Final = {
    **dict.fromkeys(("compile_error", "syntax_error", "annotation_processing", "resource_error", "docs_error"), _COMPILE),
    "type_error": _TYPES, "link_error": _LINK,
    **dict.fromkeys(("lint_failure", "format_check"), _STYLE),
    **dict.fromkeys(("test_failure", "test_timeout", "snapshot", "coverage"), _TEST),
    **dict.fromkeys(("sanitizer", "crash"), _MEMORY),
    **dict.fromkeys(("import_error", "missing_file", "missing_command", "submodule", "git_lfs", "action_not_found"), _MISSING),
    **dict.fromkeys(("dependency_resolution", "dependency_conflict", "version_mismatch", "vulnerability"), _DEPENDENCY),
    **dict.fromkeys(("build_script", "configuration", "environment", "packaging", "container", "deployment"), _SET_UP),
    **dict.fromkeys(("missing_secret", "authentication", "permission"), _ACCESS),
    **dict.fromkeys(("network", "certificate", "rate_limit", "disk_full", "out_of_memory", "timeout", "runner_lost", "infrastructure"), _OUTSIDE),
    **dict.fromkeys(("cancelled", "gate", "policy", "stale_generated", "merge_conflict"), _RULE),
}  # fmt: skip


def learning_notes(found: RootCause) -> tuple[str, ...]:
    """Three, or none where nothing was found."""
    if not found.findings:
        return ()
    lesson = LESSONS.get(found.findings[0].kind, _RUN)
    tips = "\n".join(f"{number}. {tip}" for number, tip in enumerate(lesson.tips, 1))
    return (
        f"🎓 **What is this error?**\n\n{lesson.what}",
        f"🔍 **Why did this happen?**\n\n{lesson.like} Here: {found.cause}",
        f"🛡️ **How to prevent this:**\n\n{tips}",
    )
