"""npm: resolution, registry, scripts, and what it says when a script fails.

`npm error` (npm 10 and later) or `npm ERR!` before each line, the code first (`code ERESOLVE`). `ELIFECYCLE`, `Exit status 1` and "A
complete log of this run" only repeat that a script failed: what it printed stands above.
Form: npm documentation "Common errors"; npm's `lib/utils/error-message.js`.
"""

from __future__ import annotations

from typing import Final

from flowscout.model.logformat import CONSEQUENCE, NOISE, POINTER, SUCCESS, Advice, LogFormat, Pattern

_N = r"^npm (?:ERR!|error) "
_MORE = r"^npm (?:ERR!|error)(?! A complete log)"
_NEEDS = ("npm ERR!", "npm error")

PLUGIN: Final = LogFormat(
    name="npm",
    languages=("javascript",),
    patterns=(
        Pattern(
            "dependency_conflict",
            "dependency_conflict",
            _N
            + r"(?:code )?ERESOLVE (?P<message>(?:unable to resolve dependency tree|could not resolve|overriding peer dependency).*)",
            _NEEDS,
            weight=2,
            then=(
                (r"^npm (?:ERR!|error) +Found: (?P<dependency>\S+)", -8),
                (r"^npm (?:ERR!|error) +(?P<required>peer\w* .+ from .+)", -40),
            ),
            more=_MORE,
            file="package.json",
        ),
        Pattern(
            "code", "dependency_conflict", _N + r"code (?:ERESOLVE|E\w+|[1-9]\d*|ELIFECYCLE)$", _NEEDS, role=CONSEQUENCE
        ),
        Pattern(
            "package_not_found",
            "dependency_resolution",
            _N
            + r"(?:404 |code E404 ?)(?P<message>(?:Not Found - GET \S+(?: - .*)?|.*'(?P<dependency>[^']+)' is not in (?:this|the npm) registry.*))",
            _NEEDS,
            weight=1,
            more=_MORE,
            file="package.json",
        ),
        Pattern(
            "no_matching_version",
            "dependency_resolution",
            _N + r"(?:code ETARGET|notarget )(?P<message>No matching version found for (?P<dependency>\S+?)\.?$)",
            _NEEDS,
            weight=1,
            more=_MORE,
            file="package.json",
        ),
        Pattern(
            "lock_out_of_date",
            "stale_generated",
            _N
            + r"(?P<message>(?:`npm ci` can only install packages when your package\.json and package-lock\.json|`npm ci` can only install with an existing package-lock|The `npm ci` command can only install with an existing|cipm can only install).*)",
            _NEEDS,
            weight=2,
            more=_MORE,
            file="package.json",
        ),
        Pattern(
            "lock_out_of_date",
            "stale_generated",
            _N + r"(?P<message>(?:Missing|Invalid): .*(?<!\S)(?P<dependency>\S+@[^\s@]+) (?:from lock file|does not satisfy).*)",
            _NEEDS,
            weight=0,
            file="package.json",
        ),
        Pattern(
            "engine_mismatch",
            "version_mismatch",
            _N
            + r"(?:notsup |code EBADENGINE |engine )(?P<message>(?:Unsupported engine for|Not compatible with your version of node/npm:|Required:).*)",
            _NEEDS,
            weight=1,
            more=_MORE,
            file="package.json",
        ),
        Pattern(
            "platform_mismatch",
            "environment",
            _N + r"(?:notsup |code EBADPLATFORM )?(?P<message>Unsupported platform for (?P<dependency>[^:]+):.*)",
            _NEEDS,
            weight=1,
            more=_MORE,
        ),
        Pattern(
            "missing_script",
            "configuration",
            _N + r"(?P<message>[Mm]issing script: \"?(?P<script>[^\"]+)\"?.*)",
            _NEEDS,
            weight=1,
            file="package.json",
        ),
        Pattern(
            "missing_package_json",
            "missing_file",
            _N
            + r"(?:enoent )?(?P<message>(?:Could not read package\.json|ENOENT: no such file or directory, (?:open|lstat) '(?P<missing>[^']+)').*)",
            _NEEDS,
            weight=1,
        ),
        Pattern(
            "bad_package_json",
            "configuration",
            _N + r"(?:code EJSONPARSE ?|JSON\.parse )(?P<message>.+)",
            _NEEDS,
            weight=1,
        ),
        Pattern(
            "authentication_error",
            "authentication",
            _N
            + r"(?:code )?(?P<message>(?:E401|E403|ENEEDAUTH|EOTP|40[13])\b ?(?P<said>.*(?:Unauthorized|Forbidden|auth|login|permission|token|one-time).*))",
            _NEEDS,
            weight=1,
        ),
        Pattern(
            "authentication_error",
            "authentication",
            _N
            + r"(?P<message>(?:need auth|Unable to authenticate|Incorrect or missing password|This command requires you to be logged in).*)",
            _NEEDS,
            weight=1,
        ),
        Pattern(
            "integrity",
            "dependency_resolution",
            _N
            + r"(?:code EINTEGRITY ?|)(?P<message>sha\d+-\S+ integrity checksum failed.*|Verification failed while extracting \S+.*)",
            _NEEDS,
            weight=1,
        ),
        Pattern(
            "network_error",
            "network",
            _N
            + r"(?:network |errno |code )?(?P<message>(?:request to \S+ failed, reason: .+|ENOTFOUND|ECONNRESET|ECONNREFUSED|ETIMEDOUT|EAI_AGAIN|ERR_SOCKET_TIMEOUT|Invalid response body|5\d\d [A-Z]).*)",
            _NEEDS,
            weight=1,
        ),
        Pattern(
            "certificate_error",
            "certificate",
            _N
            + r"(?:code )?(?P<message>(?:UNABLE_TO_(?:VERIFY|GET)\w+|SELF_SIGNED_CERT\w*|CERT_HAS_EXPIRED|DEPTH_ZERO_SELF_SIGNED_CERT).*)",
            _NEEDS,
            weight=1,
        ),
        Pattern("rate_limit", "rate_limit", _N + r"(?:code E429|429 )(?P<message>.*)", _NEEDS, weight=1),
        Pattern("disk_full", "disk_full", _N + r"(?:nospc |code )?(?P<message>ENOSPC.*)", _NEEDS, weight=1),
        Pattern(
            "permission_error", "permission", _N + r"(?:code )?(?P<message>(?:EACCES|EPERM)\b.*)", _NEEDS, weight=0
        ),
        Pattern(
            "native_build",
            "packaging",
            _N
            + r"(?P<message>gyp ERR! (?:find (?:Python|VS) |stack Error: (?!`make` failed|not found: make$).{3,}|not ok).*)",
            ("gyp ERR!",),
            weight=0,
        ),
        Pattern(
            "native_build",
            "packaging",
            r"^gyp ERR! (?P<message>(?:find (?:Python|VS) |stack Error: ).{3,})",
            ("gyp ERR!",),
            weight=0,
        ),
        Pattern(
            "vulnerabilities",
            "vulnerability",
            r"^(?P<message>[1-9]\d* (?:\w+ severity )?vulnerabilit(?:y|ies)(?: \(.*\))?(?: found.*)?)$",
            ("vulnerabilit",),
            severity="warning",
        ),
        Pattern(
            "missing_command",
            "missing_command",
            r"^(?:npm (?:ERR!|error) )?(?P<message>could not determine executable to run|(?:sh: (?:line )?1: |sh: )(?P<command>[\w@/.-]+): (?:command )?not found)",
            ("could not determine executable", "sh: "),
            weight=1,
        ),
        Pattern(
            "script_failed",
            "build_script",
            _N
            + r"(?:code ELIFECYCLE|errno \d+|Exit status \d+|Lifecycle script|Failed at the .* script|This is probably not a problem with npm|\S+@[^\s@]* \S+: `.*`|command (?:failed|sh -c .*)|path |workspace |location |in workspace|signal SIG|A dependency|Run: npm|Error: Command failed.*|This error was caused)",
            _NEEDS,
            role=CONSEQUENCE,
        ),
        Pattern(
            "see_log",
            "unknown",
            _N
            + r"(?:A complete log of this run can be found in|For a full report see|See \S+ for a full report|    /|/\S+)|^npm (?:ERR!|error) +\S*(?:debug-\d+|debug|report)\.(?:log|txt)",
            _NEEDS,
            role=POINTER,
        ),
        Pattern(
            "npm_error",
            "dependency_resolution",
            _N
            + r"(?P<message>(?:Cannot |Error: |TypeError: |Invalid |Unable |Unknown |Unsupported |No |Tracker|cb\(\) never called|Maximum call).*)",
            _NEEDS,
            weight=-1,
        ),
        Pattern(
            "warnings",
            "unknown",
            r"^npm (?:WARN|warn|notice|http|verbose|sill|timing) ",
            ("npm WARN", "npm warn", "npm notice", "npm verb", "npm sill", "npm http", "npm timing"),
            role=NOISE,
            severity="warning",
        ),
        Pattern(
            "installed",
            "unknown",
            r"^(?:added|up to date|changed|removed) ?\d*+.{0,80}(?:packages?|audited).{0,40} in \d+|^found 0 vulnerabilities",
            ("packages in", "package in", "audited", "found 0 vulnerabilities"),
            role=SUCCESS,
            severity="info",
        ),
    ),
    sample="""
npm warn deprecated error-ex@1.0.0: use another
npm error code ERESOLVE
npm error ERESOLVE unable to resolve dependency tree
npm error
npm error Found: react@18.2.0
npm error Could not resolve dependency:
npm error peer react@"^17.0.0" from old-widget@1.0.0
npm error A complete log of this run can be found in: /root/.npm/_logs/x-debug-0.log
npm ERR! Missing script: "buld"
npm ERR! code ELIFECYCLE
npm error notarget No matching version found for left-pad@99.0.0.
""",
    expected=(
        (3, "dependency_conflict", "package.json", 0),
        (9, "missing_script", "package.json", 0),
        (11, "no_matching_version", "package.json", 0),
    ),
    signs=(r"^> \S+@[^\s@]+ \S+$", r"^npm (?:warn|WARN|notice)", r"\bnpm (?:ci|install|run)\b"),
    advice={
        "dependency_conflict": Advice(
            "Peer dependencies exclude each other: {dependency} is installed, and {required} is asked for.",
            (
                "Raise the package that asks for the old version, or choose the version it asks for.",
                "`--legacy-peer-deps` installs in spite of it and may break at run time.",
            ),
            "npm install --dry-run",
        ),
        "package_not_found": Advice(
            "The registry has no `{dependency}`: {message}",
            ("Check the name; for a private package give the registry and a token to the job.",),
        ),
        "no_matching_version": Advice(
            "No release fits {dependency}.", ("Choose a version that `npm view` lists, and renew the lock file.",)
        ),
        "lock_out_of_date": Advice(
            "package-lock.json does not match package.json.", ("Run `npm install` and commit the lock file.",), "npm ci"
        ),
        "engine_mismatch": Advice(
            "This Node does not fit: {message}",
            ("Use the Node version the package asks for (setup-node, .nvmrc).",),
            "node --version",
        ),
        "platform_mismatch": Advice(
            "{dependency} does not exist for this platform.",
            ("Make it an optional dependency, or renew the lock file on this platform.",),
        ),
        "missing_script": Advice(
            "package.json has no script `{script}`.",
            ("Add it or correct its name; in a monorepo check the workspace.",),
            "npm run",
        ),
        "missing_package_json": Advice("npm finds no file: {message}", ("Run it in the folder with package.json.",)),
        "bad_package_json": Advice(
            "package.json cannot be read: {message}",
            ("Correct the JSON; look for conflict marks and trailing commas.",),
        ),
        "authentication_error": Advice(
            "The registry refuses the job: {message}",
            ("Give a valid token (`NODE_AUTH_TOKEN`) with the right scope; forks get no secrets.",),
        ),
        "integrity": Advice(
            "A download does not match the lock file: {message}",
            ("Clear the cache; if it stays, find out why the package changed, then renew the lock.",),
        ),
        "network_error": Advice(
            "The registry could not be reached: {message}",
            ("Run again; if it stays, check the registry URL and the proxy.",),
        ),
        "certificate_error": Advice(
            "The registry's certificate is not trusted: {message}", ("Give the job the CA (`NODE_EXTRA_CA_CERTS`).",)
        ),
        "rate_limit": Advice("The registry limits requests.", ("Run again later; use a cache or a mirror.",)),
        "disk_full": Advice("The disk is full.", ("Free space before installing.",)),
        "permission_error": Advice(
            "npm may not write there: {message}", ("Check the owner of the folder and the user of the job.",)
        ),
        "native_build": Advice(
            "A native add-on could not be built: {message}",
            ("Install Python and a C++ compiler, or use a Node version it has a binary for.",),
        ),
        "vulnerabilities": Advice(
            "The audit found known vulnerabilities: {message}",
            ("Run `npm audit` and raise what it names.",),
            "npm audit",
        ),
        "missing_command": Advice(
            "A command of the script is not installed: {command}",
            ("Add it to devDependencies and install before running.",),
        ),
        "npm_error": Advice("npm stopped: {message}", ("Read the log file that it names.",)),
    },
)
