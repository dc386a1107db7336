"""Yarn (classic and Berry), pnpm, Bun, Lerna, Nx and Turborepo: installing and running scripts.

Yarn classic: `error text`, `error Command failed with exit code 1.`; Berry: `➤ YN0001: │ text`; pnpm: ` ERR_PNPM_CODE  text`, ` ELIFECYCLE  Command
failed with exit code 1.`; Turborepo: `pkg#task: command (dir) … exited (1)`.
Form: Yarn's error code reference, pnpm documentation "Error codes".
"""

from __future__ import annotations

from typing import Final

from flowscout.model.logformat import CONSEQUENCE, NOISE, SUCCESS, Advice, LogFormat, Pattern

_P = r"^\s*(?:\[?ERR_PNPM_|ERR_PNPM_)"

PLUGIN: Final = LogFormat(
    name="yarn",
    languages=("javascript",),
    patterns=(
        Pattern(
            "lock_out_of_date",
            "stale_generated",
            r"^(?:error )?(?P<message>Your lockfile needs to be updated, but yarn was run with `--frozen-lockfile`.*)",
            ("Your lockfile needs",),
            weight=1,
            file="package.json",
        ),
        Pattern(
            "lock_out_of_date",
            "stale_generated",
            r"^➤ YN0028: .*?(?P<message>The lockfile would have been (?:modified|created) by this install.*)",
            ("YN0028",),
            weight=2,
            file="package.json",
        ),
        Pattern(
            "lock_out_of_date",
            "stale_generated",
            r"^\s*ERR_PNPM_(?P<code>OUTDATED_LOCKFILE|LOCKFILE_CONFIG_MISMATCH|FROZEN_LOCKFILE_WITH_OUTDATED_LOCKFILE|NO_LOCKFILE|BROKEN_LOCKFILE|LOCKFILE_BREAKING_CHANGE)\s+(?P<message>.+)",
            ("ERR_PNPM_",),
            weight=1,
            file="package.json",
        ),
        Pattern(
            "lock_out_of_date",
            "stale_generated",
            r"^(?P<message>error: lockfile had changes, but lockfile is frozen)",
            ("lockfile is frozen",),
            weight=1,
            file="package.json",
        ),
        Pattern(
            "package_not_found",
            "dependency_resolution",
            r"^(?:error )?(?P<message>(?:An unexpected error occurred: \")?(?:Couldn't find (?:any versions for|package) \"(?P<dependency>[^\"]+)\"|\S+: Not found).*)",
            ("Couldn't find", "Not found"),
            weight=1,
            file="package.json",
        ),
        Pattern(
            "package_not_found",
            "dependency_resolution",
            r"^\s*ERR_PNPM_(?P<code>FETCH_404|NO_MATCHING_VERSION\w*|SPEC_NOT_SUPPORTED\w*|WORKSPACE_PKG_NOT_FOUND|NO_VERSIONS)\s+(?P<message>.+)",
            ("ERR_PNPM_",),
            weight=1,
            more=r"^\s*(?:This error happened|The latest release|\S+ is not in the npm registry)",
            file="package.json",
        ),
        Pattern(
            "dependency_conflict",
            "dependency_conflict",
            r"^\s*ERR_PNPM_(?P<code>PEER_DEP_ISSUES)\s+(?P<message>.+)",
            ("ERR_PNPM_",),
            weight=1,
            more=r"^\s+|^[.└├]",
            file="package.json",
        ),
        Pattern(
            "engine_mismatch",
            "version_mismatch",
            r"^(?:error )?(?P<message>(?:(?P<dependency>\S+): )?The engine \"\w+\" is incompatible with this module\. Expected version .*)",
            ("The engine",),
            weight=1,
            file="package.json",
        ),
        Pattern(
            "engine_mismatch",
            "version_mismatch",
            r"^\s*ERR_PNPM_(?P<code>UNSUPPORTED_ENGINE|BAD_PM_VERSION|UNEXPECTED_PKG)\w*\s+(?P<message>.+)|^(?:error )?(?P<said>(?:This project's package\.json defines \"packageManager\"|This project is configured to use|Found incompatible module).*)",
            ("ERR_PNPM_", "packageManager", "This project is configured", "incompatible module"),
            weight=0,
            file="package.json",
        ),
        Pattern(
            "network_error",
            "network",
            r"^(?:error )?(?P<message>(?:An unexpected error occurred: \"https?://.*(?:ETIMEDOUT|ESOCKETTIMEDOUT|ECONNRESET|ENOTFOUND|Request failed \"5\d\d).*|There appears to be trouble with your network connection.*))",
            ("unexpected error", "trouble with your network"),
            weight=0,
        ),
        Pattern(
            "integrity",
            "dependency_resolution",
            r"^(?:error )?(?P<message>(?:https?://\S+: )?(?:Integrity check failed for|Extracting tar content of).*)",
            ("Integrity check", "Extracting tar"),
            weight=1,
        ),
        Pattern(
            "missing_script",
            "configuration",
            r"^(?:error )?(?P<message>(?:Command \"(?P<script>[^\"]+)\" not found\.|error: Script not found \"[^\"]+\"|Usage Error: Couldn't find a script named \"[^\"]+\"|.*ERR_PNPM_NO_SCRIPT\s+Missing script: .+).*)",
            ("not found", "find a script", "NO_SCRIPT"),
            weight=1,
            file="package.json",
        ),
        Pattern(
            "workspace_error",
            "build_script",
            r"^(?:Usage Error|Internal Error): (?P<message>.+)",
            ("Usage Error: ", "Internal Error: "),
            weight=1,
        ),
        Pattern(
            "install_failed",
            "packaging",
            r"^➤ YN0009: .*?(?<!\S)(?P<message>\S+@[^\s@]+ couldn't be built successfully.*)",
            ("YN0009",),
            weight=0,
        ),
        Pattern(
            "berry_error",
            "dependency_resolution",
            r"^➤ (?P<code>YN00(?:01|16|18|27|35|41|43|66|80|81|82|86))\b: (?:│ |┌ |└ )*(?P<message>(?!Completed|Failed with).+)",
            ("YN00",),
            weight=0,
        ),
        Pattern("berry_info", "unknown", r"^➤ YN\d{4}: ", ("➤ YN",), role=NOISE, severity="info"),
        Pattern(
            "pnpm_error",
            "dependency_resolution",
            r"^\s*ERR_PNPM_(?P<code>(?!RECURSIVE_(?:RUN|EXEC)_FIRST_FAIL|LIFECYCLE|\w*EXEC)\w+)\s+(?P<message>.+)",
            ("ERR_PNPM_",),
            weight=0,
        ),
        Pattern(
            "nx_graph",
            "configuration",
            r"^\s*(?:NX|>\s+NX|Lerna \(powered by Nx\))\s+(?P<message>(?:Failed to process project graph|Cannot find (?:configuration|project)|Could not find|The following projects do not|ERROR: .*|An error occurred while processing).*)",
            ("NX ",),
            weight=0,
        ),
        Pattern(
            "turbo_error",
            "configuration",
            r"^(?:\s*×| ERROR )\s+(?P<message>(?:could not|cannot|failed to|missing|invalid|Could not|Found an unknown|Missing|Invalid).*)",
            ("× ", " ERROR "),
            weight=0,
        ),
        Pattern(
            "script_failed",
            "build_script",
            r"^(?:error Command failed(?: with (?:exit code|signal) .*)?\.?|error: script \"[^\"]+\" exited with code \d+|error \"?.* exited with|\s*(?:\[?ELIFECYCLE\]?|ERR_PNPM_RECURSIVE_\w+|ERR_PNPM_LIFECYCLE)\s.*|Exit code: \d+|lerna ERR! .*|[^\s#]+#\S+: command .* exited \(\d+\)| ERROR  run failed: command.*|.*Failed:\s+\S+#\S+|Tasks:\s+\d+ successful, \d+ total|➤ YN0000: (?:· )?Failed with errors.*|\s*NX\s+Running target .* failed|Failed tasks:|\S+ \S+: Failed$|error Exit code \d+)",
            (
                "Command failed",
                "exited with",
                "exited (",
                "ELIFECYCLE",
                "ERR_PNPM_",
                "Exit code",
                "lerna ERR!",
                "run failed",
                "Failed:",
                "Failed with errors",
                "Running target",
                "Failed tasks",
                "successful, ",
                ": Failed",
            ),
            role=CONSEQUENCE,
        ),
        Pattern(
            "yarn_error",
            "dependency_resolution",
            r"^error (?P<message>(?!Command failed)(?!Found incompatible)(?!during)(?!\w*:?$)(?:An unexpected error occurred|Couldn't|Can't|Cannot|Package|Received|Workspaces?|The|No|Outdated|Unknown|Failed|Error|https?:).*)",
            ("error ",),
            weight=-1,
        ),
        Pattern(
            "info",
            "unknown",
            r"^(?:warning |info |success |yarn (?:run|install) v|\$ |\[\d/\d\] |Done in )",
            ("warning ", "info Visit", "success ", "yarn run v", "yarn install v"),
            role=NOISE,
            severity="info",
        ),
        Pattern("installed", "unknown", r"^(?:✨ +)?Done in [\d.]+m?s", ("Done in ",), role=SUCCESS, severity="info"),
    ),
    sample="""
yarn run v1.22.22
warning error-ex > foo: deprecated
error Couldn't find any versions for "left-pad" that matches "^99.0.0"
error Command failed with exit code 1.
 ERR_PNPM_OUTDATED_LOCKFILE  Cannot install with "frozen-lockfile" because pnpm-lock.yaml is not up to date with package.json
 ELIFECYCLE  Command failed with exit code 1.
➤ YN0028: │ The lockfile would have been modified by this install, which is explicitly forbidden.
""",
    expected=(
        (3, "package_not_found", "package.json", 0),
        (5, "lock_out_of_date", "package.json", 0),
        (7, "lock_out_of_date", "package.json", 0),
    ),
    signs=(
        r"^yarn (?:run|install) v",
        r"^➤ YN0000",
        r"^Lockfile is up to date",
        r"^Packages: \+\d+",
        r"^• Packages in scope",
    ),
    advice={
        "lock_out_of_date": Advice(
            "The lock file does not match package.json: {message}",
            ("Install without the frozen option and commit the lock file.",),
        ),
        "package_not_found": Advice(
            "The registry does not have it: {message}",
            ("Check the name and version; for a private package give the registry and a token.",),
        ),
        "dependency_conflict": Advice(
            "Peer dependencies exclude each other: {message}", ("Align the versions that the tree names.",)
        ),
        "engine_mismatch": Advice(
            "Node or the package manager has the wrong version: {message}{said}",
            ("Use the version that package.json asks for; with corepack enable it first.",),
        ),
        "network_error": Advice(
            "The registry could not be reached: {message}", ("Run again; if it stays, check the registry and proxy.",)
        ),
        "integrity": Advice(
            "A download does not match the lock file: {message}",
            ("Clear the cache; else renew the lock after checking why.",),
        ),
        "missing_script": Advice(
            "There is no such script: {message}", ("Add it to package.json or correct the name.",)
        ),
        "workspace_error": Advice("Yarn refuses: {message}", ("Correct the command or the workspace.",)),
        "install_failed": Advice(
            "A package's install script failed: {message}", ("Its log stands in the file that the message names.",)
        ),
        "berry_error": Advice(
            "Yarn {code}: {message}", ("Look the code up in Yarn's reference; correct the dependency that it names.",)
        ),
        "pnpm_error": Advice("pnpm {code}: {message}", ("Look the code up in pnpm's documentation.",)),
        "nx_graph": Advice("Nx cannot plan: {message}", ("Correct the project configuration it names.",)),
        "turbo_error": Advice("Turborepo: {message}", ("Correct turbo.json or the workspace.",)),
        "yarn_error": Advice("Yarn stopped: {message}", ("Read the message; run again with --verbose.",)),
    },
)
