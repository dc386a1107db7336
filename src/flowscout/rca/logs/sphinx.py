"""Documentation builders: Sphinx, docutils, MkDocs, Doxygen, Docusaurus, Javadoc's cousins, LaTeX, link checkers.

Sphinx: `file.rst:12: WARNING: text` and, with -W, "Warning, treated as error:" with the warning on the next line. A warning of a
docstring reads `/path/mod.py:docstring of mod.func:3: WARNING: …`. LaTeX: `! text` and `l.12 …`.
Form: Sphinx documentation "sphinx-build"; MkDocs `--strict`; The TeXbook ch. 6.
"""

from __future__ import annotations

from typing import Final

from flowscout.model.logformat import CONSEQUENCE, NOISE, SUCCESS, Advice, LogFormat, Pattern

_WHERE = r"(?P<file>(?:[A-Za-z]:)?[^\s:][^:]{0,300}\.\w{1,5})(?::docstring of (?P<symbol>[^:]{1,200}))?(?::(?P<line>\d+)|:None|:)?"

PLUGIN: Final = LogFormat(
    name="sphinx",
    languages=("rst", "markdown"),
    patterns=(
        Pattern(
            "docs_warning_as_error",
            "docs_error",
            r"^Warning, treated as error:",
            ("treated as error",),
            then=((r"^(?:" + _WHERE + r": ?)?(?:WARNING: ?)?(?P<message>\S.*)", 2),),
            at=1,
            weight=2,
        ),
        Pattern(
            "docs_error",
            "docs_error",
            r"^" + _WHERE + r": (?:ERROR|CRITICAL|SEVERE): (?P<message>.+)",
            ("ERROR: ", "CRITICAL: ", "SEVERE: "),
            weight=1,
        ),
        Pattern(
            "docs_error",
            "docs_error",
            r"^" + _WHERE + r": \((?:ERROR|SEVERE)/[34]\) (?P<message>.+)",
            ("(ERROR/3)", "(SEVERE/4)"),
            weight=1,
        ),
        Pattern(
            "docs_warning_as_error",
            "docs_error",
            r"^sphinx\.errors\.SphinxWarning: " + _WHERE + r": ?(?:WARNING: ?)?(?P<message>.+)",
            ("SphinxWarning",),
            weight=2,
        ),
        Pattern(
            "docs_warning_as_error",
            "docs_error",
            r"^" + _WHERE + r": WARNING: (?P<message>.+)",
            ("WARNING: ",),
            then=((r"^build finished with problems, \d+ warnings? \(with warnings treated as errors\)", 400),),
        ),
        Pattern(
            "docs_warning",
            "docs_error",
            r"^" + _WHERE + r": WARNING: (?P<message>.+)",
            ("WARNING: ",),
            severity="warning",
        ),
        Pattern(
            "extension_error",
            "docs_error",
            r"^(?:Extension error|Configuration error|Theme error|Application error|Builder error|Encoding error)(?: \([\w.]+\))?:",
            ("error",),
            then=((r"^(?P<message>\S.+)", -2),),
            weight=1,
        ),
        Pattern(
            "extension_error",
            "docs_error",
            r"^(?:Extension error:\s*)?(?P<message>(?:Could not import extension (?P<dependency>\S+) \(exception: .+|There is a (?:syntax|programmable) error in your configuration file:.*))",
            ("Could not import extension", "in your configuration file"),
            weight=1,
        ),
        Pattern(
            "sphinx_verdict",
            "docs_error",
            r"^build finished with problems, \d+ warnings?",
            ("finished with problems",),
            role=CONSEQUENCE,
            weight=1,
        ),
        Pattern(
            "docs_warning_as_error",
            "docs_error",
            r"^(?:\[\S+\] )?WARNING\s+-\s+(?:\[\S+ +[\d:]+\] )?(?P<message>(?:(?:Doc(?:umentation)? file|A (?:relative|reference)|The (?:following|nav))(?: path)? ?(?:'(?P<file>[^']{1,300})')?.*))",
            ("WARNING",),
            then=((r"^(?:Exited|Aborted) with \d+ warnings? (?:in|from) ", 400),),
        ),
        Pattern(
            "docs_warning",
            "docs_error",
            r"^(?:\[\S+\] )?WARNING\s+-\s+(?:\[\S+ +[\d:]+\] )?(?P<message>(?:(?:Doc(?:umentation)? file|A (?:relative|reference)|The (?:following|nav))(?: path)? ?(?:'(?P<file>[^']{1,300})')?.*))",
            ("WARNING",),
            severity="warning",
        ),
        Pattern(
            "docs_error",
            "docs_error",
            r"^ERROR\s+-\s+(?:\[\S+ +[\d:]+\] )?(?P<message>.+)",
            ("ERROR  ", "ERROR -"),
            weight=0,
        ),
        Pattern(
            "strict_abort",
            "docs_error",
            r"^(?:Exited|Aborted) with \d+ (?:warnings|errors?).* in (?:strict )?mode|^Aborted with a? ?BuildError!|^Aborted with \d+",
            ("Aborted with", "Exited with"),
            role=CONSEQUENCE,
            weight=1,
        ),
        Pattern(
            "mkdocs_config",
            "configuration",
            r"^(?:Error: )?(?P<message>Config (?:value|file) '(?P<symbol>[^']+)'.{0,5}(?:does not exist|Error: |: Error).*)",
            ("Config ",),
            weight=1,
        ),
        Pattern(
            "broken_link",
            "docs_error",
            r"^\(\s*(?P<file>\S+): line +(?P<line>\d+)\) broken +(?P<message>\S.+)",
            (") broken",),
            weight=1,
        ),
        Pattern(
            "broken_link",
            "docs_error",
            r"^\s*(?:\[✖\]|✗|\[(?:ERROR|404|[45]\d\d)\]) (?P<message>(?:<?https?://|file://|\S+\.md).+)",
            ("[✖]", "✗ ", "[ERROR] ", "[404] "),
            weight=0,
        ),
        Pattern(
            "broken_link",
            "docs_error",
            r"^(?P<message>(?:Error: )?(?:Docusaurus found broken (?:links|anchors)!|Found broken links).*)",
            ("broken ",),
            more=r"^- |^\s+-> ",
            weight=1,
        ),
        Pattern(
            "doxygen_warning",
            "docs_error",
            r"^(?P<file>[^\s:][^:]{0,300}):(?P<line>\d+): (?P<message>(?:warning|error): .{1,400}\(warning treated as error, aborting now\).*)",
            ("treated as error, aborting",),
            weight=2,
        ),
        Pattern(
            "latex_error",
            "docs_error",
            r"^(?P<file>[^\s:]+\.(?:tex|sty|cls|bib)):(?P<line>\d+): (?P<message>.+)",
            (".tex:", ".sty:", ".cls:", ".bib:"),
        ),
        Pattern(
            "latex_error",
            "docs_error",
            r"^! (?P<message>(?!==>).+)",
            ("! ",),
            then=((r"^l\.(?P<line>\d+) ", -12),),
            weight=0,
        ),
        Pattern(
            "latex_failed",
            "docs_error",
            r"^!\s+==> Fatal error occurred|^Latexmk: (?:Errors, so I did not complete|.*gave (?:an )?error).*|^Emergency stop",
            ("==> Fatal", "Latexmk: ", "Emergency stop"),
            role=CONSEQUENCE,
        ),
        Pattern(
            "javadoc_error",
            "docs_error",
            r"^(?P<file>[^\s:][^:]{0,300}\.java):(?P<line>\d+): (?:error|warning): (?P<message>(?:reference not found|bad HTML entity|unknown tag|malformed HTML|self-closing element|unexpected (?:end tag|text)|no comment|@param name not found|exception not thrown|bad use of|unterminated inline|invalid use of @).*)",
            (".java:",),
            weight=0,
        ),
        Pattern(
            "passed",
            "unknown",
            r"^build succeeded(?:, \d+ warnings?)?\.|^INFO\s+-\s+Documentation built in",
            ("build succeeded", "Documentation built"),
            role=SUCCESS,
            severity="info",
        ),
        Pattern(
            "reading",
            "unknown",
            r"^(?:reading sources|writing output|copying \w+|looking for now-outdated|highlighting module code)\.{3} ",
            ("... ",),
            role=NOISE,
            severity="info",
        ),
    ),
    sample="""
reading sources... [100%] index
docs/index.rst:12: WARNING: Title underline too short.

Warning, treated as error:
/srv/app/store.py:docstring of app.store.Store.open:3: WARNING: py:exc reference target not found: OpenError
docs/api.rst:4: ERROR: Unknown directive type "automodul".
! Undefined control sequence.
l.44 \\foo
""",
    expected=(
        (2, "docs_warning", "docs/index.rst", 12),
        (5, "docs_warning_as_error", "/srv/app/store.py", 3),
        (6, "docs_error", "docs/api.rst", 4),
        (7, "latex_error", "", 44),
    ),
    signs=(r"^Running Sphinx v", r"sphinx-build", r"mkdocs build", r"^This is (?:pdf|Xe|Lua)TeX"),
    advice={
        "docs_warning_as_error": Advice(
            "A warning of the documentation counts as an error: {message}",
            (
                "Mend it in {file}; a reference needs a target that exists, under the right role.",
                "If it is to be ignored, add it to `nitpick_ignore` or `suppress_warnings` with a reason.",
            ),
            "sphinx-build -W --keep-going docs docs/_build",
        ),
        "docs_error": Advice("The documentation cannot be built: {message}", ("Correct {file}:{line}.",)),
        "docs_warning": Advice(
            "The documentation has a flaw: {message}", ("Correct {file}:{line}; a strict build fails on it.",)
        ),
        "extension_error": Advice(
            "The documentation's configuration or an extension fails: {message}",
            ("Install the extension at a version that fits, or correct conf.py.",),
        ),
        "mkdocs_config": Advice(
            "mkdocs.yml is wrong at `{symbol}`: {message}",
            ("Correct it, or install the theme or plug-in it names.",),
            "mkdocs build --strict",
        ),
        "broken_link": Advice(
            "A link leads nowhere: {message}", ("Correct the link in {file}, or leave out hosts that refuse checkers.",)
        ),
        "doxygen_warning": Advice("Doxygen: {message}", ("Document what it names at {file}:{line}.",)),
        "latex_error": Advice(
            "LaTeX stopped: {message}", ("Correct the source near line {line}; install the package if it is missing.",)
        ),
        "javadoc_error": Advice("Javadoc refuses a comment at {file}:{line}: {message}", ("Correct the comment.",)),
    },
)
