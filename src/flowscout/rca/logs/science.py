"""R, Julia, MATLAB, Jupyter: how the languages of data analysis fail.

R: `Error in f(x) : text` (the text also on the next line), `── Failure (test-a.R:5:3): name ──` of testthat, `ERROR: dependency ‘x’ is not available`, R CMD check's
`checking … ERROR`. Julia: `ERROR: LoadError: Type: text` with `in expression starting at file:line`, `name: Test Failed at file:line`.
Form: R's conditions, testthat's reporters, Julia's error display.
"""

from __future__ import annotations

from typing import Final

from flowscout.model.logformat import CONSEQUENCE, SUCCESS, Advice, LogFormat, Pattern

PLUGIN: Final = LogFormat(
    name="r_julia",
    languages=("r", "julia"),
    patterns=(
        Pattern(
            "test_failure",
            "test_failure",
            r"^── (?:\d+\. )?(?P<outcome>Failure|Error) \((?P<file>[^:()]+\.[rR]):(?P<line>\d+):(?P<column>\d+)\): (?P<test>.+?) ─*$",
            ("── Failure", "── Error", ". Failure", ". Error"),
            then=((r"^(?P<message>\S.+)", 2),),
            at=1,
            weight=2,
            language="r",
        ),
        Pattern(
            "missing_package",
            "dependency_resolution",
            r"(?P<message>there is no package called [‘'](?P<dependency>[^’']+)[’'].*)",
            ("there is no package called",),
            weight=2,
            language="r",
        ),
        Pattern(
            "missing_package",
            "dependency_resolution",
            r"^(?:ERROR: )?(?P<message>(?:dependenc(?:y|ies) [‘'](?P<dependency>[^’']+)[’'].* (?:is|are) not available for package .*|package [‘'](?P<package>[^’']+)[’'] is not available.*|Packages? (?:required|suggested) but not available: .*|namespace [‘'][^’']+[’'] \S+ is (?:being|already) loaded, but .* is required.*))",
            ("not available", "is required"),
            weight=1,
            language="r",
        ),
        Pattern(
            "installation_failed",
            "packaging",
            r"^(?:ERROR: (?:compilation failed for package|lazy loading failed for package|loading failed|configuration failed for package|failed to lock directory) .*|.*had non-zero exit status|\* removing .*)",
            ("ERROR: ", "non-zero exit status", "* removing "),
            role=CONSEQUENCE,
            language="r",
        ),
        Pattern(
            "missing_package",
            "dependency_resolution",
            r"^\s*(?P<message>(?:Error: package ['‘](?P<dependency>[^'’]+)['’] \S+ was found, but .+ is required by .+|Error: Please install (?:the )?(?P<package>\S+) package.*|vignette builder ['‘][^'’]+['’] not found))",
            ("was found, but", "Please install", "vignette builder"),
            weight=1,
            language="r",
        ),
        Pattern(
            "quarto_error",
            "docs_error",
            r"^Error: processing vignette '(?P<file>[^']+)' failed with diagnostics:",
            ("processing vignette",),
            then=((r"^(?P<message>\S.+)", 2),),
            at=1,
            weight=1,
            language="r",
        ),
        Pattern(
            "r_error",
            "runtime_error",
            r"^Error in (?P<call>.{1,200}?) : (?P<message>.+)",
            ("Error in ",),
            weight=1,
            language="r",
        ),
        Pattern(
            "r_error",
            "runtime_error",
            r"^(?P<message>Error(?: in .{1,200}(?<!\s))?:?\s*+)$",
            ("Error",),
            then=((r"^! (?P<reason>\S.+)", 1),),
            at=1,
            weight=1,
            language="r",
        ),
        Pattern(
            "r_error",
            "runtime_error",
            r"^Error(?: in .{1,100}?)? ?: (?P<message>(?:object '[^']+' not found|could not find function \"[^\"]+\"|subscript out of bounds|non-numeric argument|argument \"[^\"]+\" is missing|unused argument|cannot open (?:file|the connection)|invalid .{3,}).*)",
            ("Error: ", "Error in "),
            weight=1,
            language="r",
        ),
        Pattern(
            "julia_package",
            "dependency_conflict",
            r"^ERROR: (?P<message>The following \d+ (?:direct )?dependenc\w+ failed to precompile:.*)",
            ("failed to precompile",),
            more=r"^\s*\S",
            weight=1,
            language="julia",
        ),
        Pattern(
            "syntax_error",
            "syntax_error",
            r"^Error: (?P<message>unexpected .+ in .+)",
            ("Error: unexpected",),
            weight=1,
            language="r",
        ),
        Pattern(
            "r_error",
            "runtime_error",
            r"^Error(?: in \S+)?: (?P<message>(?!Process completed|Command failed).+)",
            ("Error: ",),
            then=((r"^(?:Calls: (?P<calls>.+)|Execution halted|! .+)", 3),),
            weight=1,
            language="r",
        ),
        Pattern(
            "check_error",
            "test_failure",
            r"^(?:❯ |\* )checking (?P<message>.+?) (?:\.\.\. )?(?:\[[^\[\]]+\] )?(?P<severity>ERROR|WARNING)$",
            (" ERROR", " WARNING"),
            more=r"^\s+\S",
            language="r",
        ),
        Pattern(
            "quarto_error",
            "docs_error",
            r"^Quitting from (?:lines (?P<line>\d+)-\d+ (?:\[[^\[\]]*\] )?\((?P<file>[^)]+)\)|(?P<name>[^:]+):(?P<row>\d+)-\d+)",
            ("Quitting from",),
            then=((r"^(?:Error.*|! (?P<message>.+))", 3),),
            at=1,
            weight=1,
            language="r",
        ),
        Pattern(
            "julia_test",
            "test_failure",
            r"^(?P<test>\S.{0,200}?): (?:Test Failed|Error During Test) at (?P<file>[^\s:]+):(?P<line>\d+)",
            ("Test Failed at", "Error During Test at"),
            then=((r"^\s+(?P<message>Expression: .+|Got exception.*|Test threw exception)", 2),),
            more=r"^\s+\S",
            weight=2,
            language="julia",
        ),
        Pattern(
            "julia_error",
            "runtime_error",
            r"^ERROR: (?:LoadError: )?(?P<message>(?P<exception>\w*(?:Error|Exception|Unsatisfiable)\w*)\b:? ?.*)",
            ("ERROR: ",),
            then=((r"^(?:\s+@ (?:\S+ )?|in expression starting at )(?P<file>[^\s:]+\.jl):(?P<line>\d+)", -24),),
            weight=1,
            language="julia",
        ),
        Pattern(
            "julia_package",
            "dependency_conflict",
            r"^ERROR: (?P<message>(?:Unsatisfiable requirements detected for package (?P<dependency>\S+).*|The following package names could not be resolved:.*|Package (?P<package>\S+) not found in current path.*))",
            ("ERROR: ",),
            more=r"^\s*[├└│*]",
            weight=2,
            language="julia",
        ),
        Pattern(
            "julia_package_failed",
            "test_failure",
            r"^ERROR: (?:Package \S+ errored during testing.*|Some tests did not pass:.*|LoadError: Some tests did not pass.*)",
            ("errored during testing", "Some tests did not pass"),
            role=CONSEQUENCE,
            weight=1,
            language="julia",
        ),
        Pattern(
            "cell_error",
            "runtime_error",
            r"^(?:nbclient\.exceptions\.)?CellExecutionError: ?(?P<message>.*)",
            ("CellExecutionError",),
            role=CONSEQUENCE,
            language="python",
        ),
        Pattern(
            "matlab_error",
            "runtime_error",
            r"^Error using (?P<message>\S.+)",
            ("Error using",),
            then=((r"^Error in (?P<function>\S+) \(line (?P<line>\d+)\)", -6),),
            weight=1,
            language="matlab",
        ),
        Pattern(
            "failed",
            "test_failure",
            r"^(?:Execution halted|Error: Test failures|\[ FAIL [1-9]\d* \||Status: .*[1-9]\d{0,8} ERROR|Error: R CMD check found (?:ERRORs|WARNINGs)|Error: [1-9] errors? found)",
            ("Execution halted", "Test failures", "[ FAIL", "Status: ", "R CMD check found", "errors found"),
            role=CONSEQUENCE,
            weight=1,
        ),
        Pattern(
            "passed",
            "unknown",
            r"^\[ FAIL 0 \||^Status: OK$|^\s+Testing \S+ tests passed",
            ("[ FAIL 0", "Status: OK", "tests passed"),
            role=SUCCESS,
            severity="info",
            weight=1,
        ),
    ),
    sample="""
Error in library(ggplot9) : there is no package called ‘ggplot9’
Execution halted
── Failure (test-ring.R:5:3): wraps ────────────────────
get(ring, 0) not equal to 4.
Error in get(ring, 9) : subscript out of bounds
Calls: main -> get
ERROR: LoadError: UndefVarError: `sise` not defined
Stacktrace:
 [1] top-level scope
   @ ~/app/ring.jl:12
wraps: Test Failed at /app/test/runtests.jl:5
  Expression: get(ring, 0) == 4
""",
    expected=(
        (1, "missing_package", "", 0),
        (4, "test_failure", "test-ring.R", 5),
        (5, "r_error", "", 0),
        (7, "julia_error", "~/app/ring.jl", 12),
        (11, "julia_test", "/app/test/runtests.jl", 5),
    ),
    signs=(r"^\* checking ", r"^R version \d", r"^[ \t]+Precompiling ", r"^Rscript "),
    advice={
        "test_failure": Advice("{test} fails: {message}", ("Look at {file}:{line}.",), "Rscript -e 'devtools::test()'"),
        "missing_package": Advice(
            "The R package {dependency}{package} is not installed.",
            ("Add it to DESCRIPTION or renv.lock and install it; install system libraries it needs.",),
        ),
        "r_error": Advice("R stopped: {message} {reason}", ("Look at the call it names.",)),
        "syntax_error": Advice("R cannot parse the file: {message}", ("Correct it.",)),
        "check_error": Advice("R CMD check: {message}", ("Mend what stands below it.",), "R CMD check ."),
        "quarto_error": Advice(
            "A document cannot be rendered at {file}{name}:{line}{row}: {message}", ("Run the chunk alone.",)
        ),
        "julia_test": Advice(
            "{test} fails: {message}", ("Look at {file}:{line}.",), "julia --project -e 'using Pkg; Pkg.test()'"
        ),
        "julia_error": Advice("Julia stopped: {message}", ("Look at {file}:{line}.",)),
        "julia_package": Advice(
            "Julia's packages cannot be resolved: {message}", ("Loosen [compat], or renew the manifest.",)
        ),
        "matlab_error": Advice("MATLAB stopped: {message}", ("Look at {function}, line {line}.",)),
    },
)
