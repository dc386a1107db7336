"""uv, Poetry, PDM, Pipenv, Hatch, tox, nox, conda and mamba: who install Python packages and run things in environments.

uv explains a failed resolution as a tree under `× No solution found when resolving dependencies:`; Poetry prints
`Because … version solving failed.`; conda `LibMambaUnsatisfiableError` with a tree of who asks for what.
Form: uv's error reference, Poetry's and conda's documentation.
"""

from __future__ import annotations

from typing import Final

from flowscout.model.logformat import CONSEQUENCE, NOISE, SUCCESS, Advice, LogFormat, Pattern

_TREE = r"^\s+(?:╰─▶|├─▶|hint:|And |Because |we can|and |\S)|^\s*$"

PLUGIN: Final = LogFormat(
    name="uv",
    languages=("python",),
    patterns=(
        Pattern(
            "no_solution",
            "dependency_conflict",
            r"^\s*(?:×|x|error:) (?P<message>No solution found when resolving (?:dependencies|tool dependencies|script dependencies|`?\w+`? dependencies).*)",
            ("No solution found",),
            then=((r"^\s*(?:╰─▶|╰->|Because) (?P<reason>.+)", -2),),
            at=0,
            more=_TREE,
            weight=1,
        ),
        Pattern(
            "package_not_found",
            "dependency_resolution",
            r"^\s*(?:╰─▶ )?(?P<message>(?:Because )?(?P<dependency>\S+) was not found in the (?:package registry|cache|provided package locations).*)",
            ("was not found in",),
            weight=1,
        ),
        Pattern(
            "build_failed",
            "packaging",
            r"^\s*(?:×|x|error:|╰─▶) (?P<message>(?:Failed to (?:build|download and build|prepare|fetch|download|parse|spawn|install|read)|Build backend failed).+)",
            ("Failed to ", "Build backend failed"),
            more=r"^\s+(?:├─▶|╰─▶)",
            weight=0,
        ),
        Pattern(
            "lock_out_of_date",
            "stale_generated",
            r"^(?:error: )?(?P<message>(?:The lockfile at `uv\.lock` needs to be updated|Unable to find lockfile|pyproject\.toml changed significantly since poetry\.lock|poetry\.lock is not up to date|Lock file is not (?:compatible|up to date)|Your Pipfile\.lock .* is out of date|Lock file hash doesn't match).*)",
            ("lock",),
            weight=1,
        ),
        Pattern(
            "python_version",
            "version_mismatch",
            r"^(?:\s*×|error:)? ?(?P<message>(?:No interpreter found for|The requested interpreter|The Python request from|The currently activated Python version|Current Python version|Poetry was unable to find a compatible version|The current project's supported Python range).+)",
            ("nterpreter", "Python "),
            weight=1,
        ),
        Pattern(
            "uv_error",
            "dependency_resolution",
            r"^error: (?P<message>(?:Distribution not found|Package `\S+` |Request failed|Because |Requirements contain conflicting|Dependency |Project |Group |Extra |No `?pyproject|No `?project|Workspace).*)",
            ("error: ",),
            weight=0,
        ),
        Pattern(
            "no_solution",
            "dependency_conflict",
            r"^\s*(?P<message>Because .+(?:\([^\s()]+\)|depends on|requires|is incompatible|which doesn't match|not supported).*)",
            ("Because ",),
            more=r"^\s*(?:And because|So, because|and |version solving failed)",
            weight=0,
        ),
        Pattern(
            "version_solving",
            "dependency_conflict",
            r"version solving failed\.?$|^\s*SolverProblemError$|^ERROR:: --system|^Locking Failed!",
            ("version solving", "SolverProblemError", "Locking Failed"),
            role=CONSEQUENCE,
        ),
        Pattern(
            "poetry_error",
            "dependency_resolution",
            r"^\s*(?P<message>(?:Could not find a matching version of package|Could not parse version constraint|Unable to find installation candidates for|Package .* not found|Group\(s\) not found|The Poetry configuration is invalid|Invalid (?:PEP 508|constraint)|The dependency name|\S+ requires .* which conflicts).*)",
            ("Could not ", "Unable to find inst", "not found", "configuration is invalid", "Invalid", "conflicts"),
            weight=0,
        ),
        Pattern(
            "poetry_error",
            "configuration",
            r"^(?P<message>(?:Poetry could not find a pyproject\.toml|\[tool\.poetry\] section not found|Error: The current project could not be installed|The command \"\S+\" does not exist|\[PdmUsageError\]|\[ResolutionImpossible\]|\[NoConfigFile\]|No pyproject\.toml).*)",
            ("pyproject", "does not exist", "could not be installed", "[Pdm", "[Res", "[tool.poetry]"),
            weight=1,
        ),
        Pattern(
            "conda_unsatisfiable",
            "dependency_conflict",
            r"^\s*(?P<message>(?:LibMamba)?Unsatisfiable\w*Error:?.*|Could not solve for environment specs.*|The following packages are (?:incompatible|not available|missing).*)",
            ("nsatisfiable", "Could not solve for", "The following packages are"),
            more=r"^\s*(?:└─|├─|│|nothing provides|  - )",
            weight=1,
        ),
        Pattern(
            "conda_package_missing",
            "dependency_resolution",
            r"^\s*(?:conda\.exceptions\.)?(?P<message>(?:- )?(?:nothing provides (?:requested )?(?P<dependency>\S+).*|PackagesNotFoundError:.*|ResolvePackageNotFound:.*))",
            ("nothing provides", "NotFound"),
            more=r"^\s+- ",
            weight=1,
        ),
        Pattern(
            "conda_error",
            "environment",
            r"^(?P<message>(?:CondaHTTPError|CondaValueError|CondaError|EnvironmentFileNotFound|EnvironmentLocationNotFound|CondaVerificationError|CondaToSNonInteractiveError|CondaSSLError|NoWritableEnvsDirError|InvalidVersionSpec|critical libmamba|error\s+libmamba)\b.*)",
            ("Conda", "Environment", "libmamba", "NoWritable", "InvalidVersionSpec"),
            weight=1,
        ),
        Pattern(
            "tox_error",
            "environment",
            r"^(?:\S+: )?(?P<message>(?:InterpreterNotFound|ERROR:\s+InterpreterNotFound|could not find python interpreter|skipped because could not find python|failed with .* could not find|.*MissingCommand|not found any of the following interpreters).*)",
            ("nterpreter", "MissingCommand", "could not find"),
            weight=1,
        ),
        Pattern(
            "tox_command",
            "missing_command",
            r"^\S+: failed with (?P<message>(?P<command>\S+) (?:\(resolves to \S+\) )?is not allowed, use allowlist_externals.*)",
            ("allowlist_externals",),
            weight=1,
        ),
        Pattern(
            "tox_failed",
            "test_failure",
            r"^\S+: exit [1-9-]\d* \(.*|^\s*\S+: (?:FAIL(?: ✖.*| code \d.*)?$|commands failed)|^\s+evaluation failed|^nox > (?:Command .* failed with exit code \d+.*|Session \S+ failed.*)|^ERROR:\s+\S+: (?:commands failed|could not install deps.*)|^ERROR: InvocationError.*",
            ("exit ", "FAIL", "failed", "InvocationError"),
            role=CONSEQUENCE,
            weight=1,
        ),
        Pattern(
            "tox_passed",
            "unknown",
            r"^  congratulations :\)",
            ("congratulations",),
            role=SUCCESS,
            severity="info",
            weight=1,
        ),
        Pattern(
            "audit",
            "unknown",
            r"^(?:Resolved|Prepared|Installed|Audited|Uninstalled) \d+ packages? in|^nox > Session \S+ was successful",
            ("Resolved", "Prepared", "Installed", "Audited", "was successful"),
            role=SUCCESS,
            severity="info",
        ),
        Pattern(
            "warning",
            "unknown",
            r"^warning: (?:`VIRTUAL_ENV|No `requires-python|Failed to hardlink|Skipping|Ignoring)",
            ("warning: ",),
            role=NOISE,
            severity="warning",
        ),
    ),
    sample="""
  × No solution found when resolving dependencies:
  ╰─▶ Because demo depends on httpx>=99 and only httpx<=0.28.1 is available,
      we can conclude that your project's requirements are unsatisfiable.
Resolving dependencies...

Because demo depends on pandas (^9.0) which doesn't match any versions, version solving failed.
error: The lockfile at `uv.lock` needs to be updated, but `--locked` was provided.
py39: skipped because could not find python interpreter with spec(s): py39
py311: exit 1 (0.50 seconds) /home/me/app> pytest pid=42
""",
    expected=(
        (1, "no_solution", "", 0),
        (6, "no_solution", "", 0),
        (7, "lock_out_of_date", "", 0),
        (8, "tox_error", "", 0),
    ),
    signs=(
        r"^Using CPython",
        r"^Creating virtualenv",
        r"\bpoetry (?:install|lock)",
        r"\buv (?:sync|pip|run)",
        r"^Collecting package metadata",
        r"^nox > ",
    ),
    advice={
        "no_solution": Advice(
            "No set of versions satisfies all requirements. {reason}",
            (
                "Loosen the limit that the explanation names last, or choose a version that exists.",
                "Check the Python range of the project: a wide range must be satisfied as a whole.",
            ),
            "uv lock",
        ),
        "package_not_found": Advice(
            "No index has a package `{dependency}`.",
            ("Check its name, and the index and credentials it should come from.",),
        ),
        "build_failed": Advice(
            "A package could not be built or fetched: {message}",
            ("The output of its build stands below; install what it asks for, or use a release with a wheel.",),
        ),
        "lock_out_of_date": Advice(
            "The lock file does not match the project file.",
            ("Renew the lock (`uv lock`, `poetry lock`, `pdm lock`) and commit it.",),
        ),
        "python_version": Advice(
            "The Python at hand does not fit: {message}", ("Install a Python in the asked range, or widen the range.",)
        ),
        "uv_error": Advice("uv stopped: {message}", ("Correct what it names in pyproject.toml or the command.",)),
        "poetry_error": Advice(
            "Poetry stopped: {message}", ("Correct what it names in pyproject.toml or the command.",), "poetry check"
        ),
        "conda_unsatisfiable": Advice(
            "conda finds no set of packages that agree.",
            ("Loosen the pins that the tree names; check the order of channels.",),
        ),
        "conda_package_missing": Advice(
            "No channel has `{dependency}` for this platform.", ("Check name, version and channels.",)
        ),
        "conda_error": Advice("conda stopped: {message}", ("Check channels, environment file and network.",)),
        "tox_error": Advice(
            "The Python an environment needs is not installed: {message}",
            ("Install it in the job, or skip missing interpreters on purpose.",),
        ),
        "tox_command": Advice("tox may not run `{command}`.", ("Add it to `allowlist_externals`.",)),
    },
)
