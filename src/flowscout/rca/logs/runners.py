"""Task runners: Grunt, Gulp, just, Task, SCons, Waf, Invoke, Rush, Mage, Earthly, Dagger, act.

They run other tools and repeat that one failed: `Warning: Task "x" failed.`, `'build' errored after 2 s`, `scons: *** [x] Error 1`, `error: Recipe `x` failed`. What they cannot
do themselves (no such task, no local installation) is a cause.
Form: the tools' documentation.
"""

from __future__ import annotations

from typing import Final

from flowscout.model.logformat import CONSEQUENCE, Advice, LogFormat, Pattern

PLUGIN: Final = LogFormat(
    name="task_runner",
    languages=(),
    patterns=(
        Pattern(
            "missing_task",
            "configuration",
            r"^(?:Warning: |error: |task: |scons: \*\*\* |\[[\d:]+\] )?(?P<message>(?:Task \"(?P<task>[^\"]+)\" not found|Task never defined: (?P<name>\S+)|Justfile does not contain recipe.*|No justfile found|Task '(?P<other>[^']+)' (?:is not in your gulpfile|does not exist)|No SConstruct file found|Do not know how to make File target.*|No idea what '(?P<what>[^']+)' is!|Unable to find local (?:grunt|gulp)|Local (?:gulp|grunt) not found.*).*)",
            (
                "not found",
                "never defined",
                "ustfile",
                "gulpfile",
                "does not exist",
                "SConstruct",
                "Do not know how",
                "No idea what",
                "Unable to find local",
            ),
            weight=1,
        ),
        Pattern(
            "missing_task",
            "configuration",
            r"^Fatal error: (?P<message>Unable to find (?:local grunt|Gruntfile).*)",
            ("Fatal error: Unable to find",),
            weight=1,
        ),
        Pattern(
            "plugin_error",
            "compile_error",
            r"^(?:\[[\d:]+\] )?Error in plugin ['\"](?P<plugin>[\w@/-]+)['\"]",
            ("Error in plugin",),
            then=((r"^\s*(?:(?:Message|Error): )?(?P<message>\w.+)", -3),),
            weight=0,
        ),
        Pattern(
            "task_failed",
            "build_script",
            r"^(?:Warning: Task \"[^\"]+\" failed\..*|\[[\d:]+\] '[^']+' errored after .*|Aborted due to warnings\.|error: Recipe `[^`]+` failed .*|task: Failed to run task .*|scons: \*\*\* \[.+\] Error -?\d+|scons: building terminated because of errors\.|\s*-> task in '[^']+' failed.*|Operation failed with exit code.*|Error: running \"[^\"]+\" failed with exit code.*|Analysis failed with \d+ weighted issues\.?|\[ERROR\] There (?:are|is) \d+ errors? reported by Checkstyle.*)",
            ("failed", "errored after", "Aborted due to", "scons: ", "reported by Checkstyle", "Failed to run task"),
            role=CONSEQUENCE,
            weight=0,
        ),
    ),
    sample="""
Warning: Task "jshnt:all" not found. Use --force to continue.
[12:00:00] 'build' errored after 2.1 s
[12:00:00] Error in plugin "gulp-sass"
Message: file to import not found
error: Recipe `pack` failed on line 3 with exit code 1
scons: *** [app] Error 1
""",
    expected=((1, "missing_task", "", 0), (3, "plugin_error", "", 0)),
    signs=(r"^Running \"[\w:]+\" (?:\(\w+\) )?task", r"Starting '\w+'\.\.\.", r"^scons: Reading SConscript"),
    advice={
        "missing_task": Advice(
            "The task runner does not know it: {message}", ("Correct the name, or install the runner locally.",)
        ),
        "plugin_error": Advice("The plug-in {plugin} failed: {message}", ("Look at the file it names.",)),
    },
)
