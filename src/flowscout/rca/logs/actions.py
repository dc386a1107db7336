"""GitHub Actions: the runner's own faults, workflow files, actions, permissions, artefacts, caches, deployments.

`##[error]text` in raw logs, `Error: text` in copied ones. What the runner says of itself (lost communication, out of disk, cancelled, timed out, an action that
cannot be resolved, a token that may not) is the cause; `Process completed with exit code 1` never is.
Form: actions/runner and actions/toolkit sources; GitHub documentation "Workflow commands".
"""

from __future__ import annotations

from typing import Final

from flowscout.model.logformat import CONSEQUENCE, NOISE, Advice, LogFormat, Pattern

_E = r"(?:^|##\[error\]|^Error: |^::error::|^X |^! )"

PLUGIN: Final = LogFormat(
    name="github_actions",
    languages=("ci",),
    patterns=(
        Pattern(
            "runner_lost",
            "runner_lost",
            r"(?P<message>(?:The (?:self-hosted|hosted) runner:? ?.{0,100}lost communication with the server|The runner has received a shutdown signal|The hosted runner encountered an error while running your job|The job was not acquired by Runner|The self-hosted runner lost communication|Runner .{1,100} did not connect to the server|We stopped hearing from agent).*)",
            (
                "lost communication",
                "shutdown signal",
                "hosted runner",
                "not acquired by",
                "did not connect to the server",
                "stopped hearing from",
            ),
            weight=2,
        ),
        Pattern(
            "timeout",
            "timeout",
            r"(?P<message>(?:The job running on runner .{1,200} has exceeded the maximum execution time|The (?:action|step|job) .{0,200}has timed out after|The job has exceeded the maximum execution time|Timeout of \d+ minutes hit|(?:^.{0,80})?has timed out after \d+ minutes|The job exceeded the maximum time limit|No output has been received in the last \d+m|Your test run exceeded|ERROR: Job failed: execution took longer than|Too long with no output|Build timed out \(after).*)",
            (
                "exceeded",
                "timed out",
                "Timeout of",
                "No output has been",
                "execution took longer",
                "Too long with no output",
            ),
            weight=2,
        ),
        Pattern(
            "cancelled",
            "cancelled",
            _E
            + r"(?P<message>(?:The operation was canceled\.|Canceling since a higher priority waiting request for .*|The run was canceled by .*|This (?:run|job) was cancell?ed.*|Build was aborted|Received cancellation.*))",
            ("canceled", "Canceling", "cancelled", "aborted"),
            weight=1,
        ),
        Pattern(
            "disk_full",
            "disk_full",
            r"(?P<message>(?:You are running out of disk space\. The runner will stop working|System\.IO\.IOException: No space left on device).*)",
            ("running out of disk space", "No space left"),
            weight=2,
        ),
        Pattern(
            "action_not_found",
            "action_not_found",
            r"(?P<message>(?:Unable to resolve action `?(?P<action>[^`,\s]+)`?|Can't find 'action\.yml', 'action\.yaml' or 'Dockerfile' (?:under|for action) '(?P<path>[^']+)'|An action could not be found at the URI '(?P<uri>[^']+)'|Missing download info for \S+|Failed to download action|Could not find file .{0,300}action\.ya?ml|This request has been automatically failed because it uses a deprecated version of `(?P<deprecated>[^`]+)`|Failed to resolve action download info).*)",
            (
                "resolve action",
                "'action.yml'",
                "An action could not",
                "download info",
                "Failed to download action",
                "action.y",
                "automatically failed",
            ),
            weight=2,
        ),
        Pattern(
            "missing_permission",
            "permission",
            r"(?P<message>(?:Resource not accessible by (?:integration|personal access token)|(?:HttpError: )?(?:403: )?Forbidden.{0,100}permission|refusing to allow a GitHub App to (?:create|update) workflow|The workflow is requesting '[^']+', but is only allowed|The nested job '[^']+' is requesting|GitHub Actions is not permitted to|Error: Unable to get ACTIONS_ID_TOKEN_REQUEST_URL|(?:^.{0,80})?\b(?:id-token: write|packages: write|pages: write) permission|Ensure GITHUB_TOKEN has permission|Bad credentials|Must have admin rights).*)",
            (
                "Resource not accessible",
                "Forbidden",
                "refusing to allow",
                "is requesting",
                "is not permitted to",
                "ACTIONS_ID_TOKEN",
                "permission",
                "admin rights",
                "Bad credentials",
            ),
            weight=2,
        ),
        Pattern(
            "missing_secret",
            "missing_secret",
            _E
            + r"(?P<message>(?:Input required and not supplied: (?P<input>\S+)|Parameter token or opts\.auth is required|.{0,80}(?:secrets?|token|TOKEN|SECRET|API[_ ]KEY|api key|credentials?|password) (?:is|are|was|must be) (?:not (?:set|defined|provided|found|configured)|missing|required|empty)|Credentials could not be loaded|Could not load credentials from any providers|Not all the required (?:inputs|secrets)|Username and password required|You must provide .{0,40}(?:token|credentials|secret)).*)",
            (
                "not supplied",
                "opts.auth",
                "secret",
                "token",
                "TOKEN",
                "SECRET",
                "API",
                "api key",
                "redential",
                "assword",
                "required inputs",
            ),
            weight=1,
        ),
        Pattern(
            "workflow_invalid",
            "configuration",
            r"(?P<message>(?:Invalid workflow file|The workflow is not valid\.|error parsing called workflow|Unrecognized (?:named-value|function|input)|The template is not valid\.|(?:^.{0,60})?\(Line: (?P<line>\d+), Col: (?P<column>\d+)\)|Unexpected input\(s\)|Unable to process file command|Required property is missing|Job depends on unknown job|The job was not started because|No runner matching the specified labels).*)",
            (
                "nvalid workflow",
                "not valid.",
                "error parsing called",
                "Unrecognized ",
                "(Line: ",
                "Unexpected input",
                "process file command",
                "Required property",
                "depends on unknown",
                "was not started because",
                "No runner matching",
            ),
            weight=1,
            above=(r"\.github/workflows/(?P<workflow>\S{1,200}\.ya?ml)", 2),
        ),
        Pattern(
            "gate",
            "gate",
            _E
            + r"(?P<message>(?:(?:One or more|Some|Required|At least one of the) .{0,60}(?:jobs?|checks?|dependenc\w+) .{0,40}(?:failed|did not succeed|not successful|cancelled).*|.{0,60}needs\.\w+\.result.*))",
            ("One or more", "Some ", "Required ", "At least one", "needs."),
            weight=-1,
        ),
        Pattern(
            "rate_limit",
            "rate_limit",
            r"(?P<message>(?:API rate limit (?:already )?exceeded|You have exceeded a secondary rate limit|secondary rate limit|(?:^.{0,60})?rate limit(?:ed)? (?:exceeded|reached)|HTTP (?:Error )?429|429 Too Many Requests|Too Many Requests).*)",
            ("rate limit", "429", "Too Many Requests"),
            weight=1,
        ),
        Pattern(
            "artifact_error",
            "infrastructure",
            _E
            + r"(?P<message>(?:Unable to (?:find any artifacts|download artifact)|Artifact not found for name: (?P<artifact>\S+)|No files were found with the provided path: (?P<path>[^.]+)|Failed to CreateArtifact|Create Artifact Container failed|Conflict: an artifact with this name already exists|Artifact storage quota has been hit|Failed to (?:upload|download) artifact).*)",
            (
                "any artifacts",
                "download artifact",
                "Artifact not found",
                "CreateArtifact",
                "Artifact Container",
                "an artifact with",
                "Artifact storage",
                "load artifact",
                "No files were found",
            ),
            weight=1,
        ),
        Pattern(
            "cache_error",
            "infrastructure",
            _E
            + r"(?P<message>(?:Dependencies lock file is not found in (?P<path>[^.]+)|No file in \S+ matched to \[.*|Some specified paths were not resolved, unable to cache dependencies|Failed to restore cache entry|Cache folder path is retrieved).*)",
            ("lock file is not found", "matched to", "unable to cache", "restore cache"),
            weight=1,
        ),
        Pattern(
            "tool_version",
            "version_mismatch",
            _E
            + r"(?P<message>(?:(?:The )?[Vv]ersion '?(?P<version>[^' ]+)'? (?:with architecture \S+ )?(?:was not found|not found|is not available).*|Unable to find (?:Node|Go|Python|Java|Ruby|Dart|Deno) version .*|Could not find (?:satisfied version|Java|release) .*|.{0,40}could not be found in the local cache.*|Unknown version .* for ruby.*|No matching (?:version|release) .*|Unable to locate executable file: (?P<command>\S+?)\. .*|Version (?P<asked>\S+) with arch \S+ not found.*|Could not find any version of .*))",
            (
                "not found",
                "is not available",
                "Unable to find",
                "Unable to locate executable",
                "Could not find",
                "local cache",
                "Unknown version",
                "No matching ",
            ),
            weight=0,
        ),
        Pattern(
            "http_error",
            "network",
            _E
            + r"(?P<message>(?:HttpError: .+|Request failed with status code (?P<status>\d+).*|(?:Unexpected|Bad) (?:HTTP )?response.{0,20}\b[45]\d\d\b.*|connect (?:ECONNREFUSED|ETIMEDOUT) \S+.*|getaddrinfo (?:ENOTFOUND|EAI_AGAIN) \S+.*|Error: (?:read ECONNRESET|socket hang up)|Client network socket disconnected.*|Response status code does not indicate success: (?P<code>\d+).*))",
            (
                "HttpError",
                "Request failed with",
                "esponse",
                "connect E",
                "getaddrinfo",
                "ECONNRESET",
                "socket hang up",
                "socket disconnected",
            ),
            weight=1,
        ),
        Pattern(
            "policy",
            "policy",
            r"(?P<message>(?:(?:^.{0,200})? is not allowed (?:to be used )?in \S+\. Actions in this workflow must be|Branch \"[^\"]+\" is not allowed to deploy|Dependency review detected|The head commit for this pull_request event is not ahead).*)",
            ("is not allowed", "Dependency review", "not ahead"),
            weight=1,
        ),
        Pattern(
            "problem",
            "unknown",
            r"##\[error\](?P<message>(?!Process completed with exit code)(?!The process ')(?!Bash exited)(?!Error: Process).{6,})",
            ("##[error]",),
            weight=0,
        ),
        Pattern(
            "problem",
            "unknown",
            r"^::error (?:file=(?P<file>[^,:]++))?(?:,line=(?P<line>\d++))?[^:]*::(?P<message>.+)",
            ("::error ",),
            weight=0,
        ),
        Pattern(
            "annotation",
            "unknown",
            r"Node\.js \d+ (?:actions|is) (?:are )?deprecated|##\[(?:warning|notice|debug|section|group|endgroup)\]|^::(?:warning|notice|debug|group|endgroup|add-mask)",
            ("##[", "deprecated", "::warning", "::notice", "::debug", "::group", "::endgroup", "::add-mask"),
            role=NOISE,
            severity="warning",
        ),
        Pattern(
            "exit_code",
            "unknown",
            r"Process completed with exit code [1-9]\d*|The process '.{1,300}' failed with exit code|^Error: Process completed",
            ("exit code",),
            role=CONSEQUENCE,
        ),
    ),
    sample="""
##[warning]Node.js 16 actions are deprecated.
##[error]Unable to resolve action `acme/none@v9`, unable to find version `v9`
##[error]The self-hosted runner: r1 lost communication with the server.
Error: API rate limit exceeded for 52.160.111.19.
##[error]Resource not accessible by integration
##[error]Input required and not supplied: token
##[error]The operation was canceled.
##[error]Process completed with exit code 1.
""",
    expected=(
        (2, "action_not_found", "", 0),
        (3, "runner_lost", "", 0),
        (4, "rate_limit", "", 0),
        (5, "missing_permission", "", 0),
        (6, "missing_secret", "", 0),
        (7, "cancelled", "", 0),
    ),
    signs=(r"^##\[group\]", r"^Current runner version:", r"^Post job cleanup\."),
    advice={
        "runner_lost": Advice(
            "The machine that ran the job was lost: {message}",
            ("Run the job again.", "If it happens often, look for memory or CPU starvation by the job."),
        ),
        "timeout": Advice(
            "The job took longer than it may: {message}",
            (
                "Look at the last thing it did: a hang, a missing answer, a slow download.",
                "Raise `timeout-minutes` if it is slow by nature.",
            ),
        ),
        "cancelled": Advice(
            "The run was cancelled: {message}",
            ("Nothing is wrong with the code; a newer run may have replaced it, or another job failed first.",),
        ),
        "disk_full": Advice(
            "The runner's disk is full.", ("Delete tool caches and images before the step, or use a larger runner.",)
        ),
        "action_not_found": Advice(
            "An action cannot be found: {action}{path}{uri}{deprecated}",
            ("Check its name and version; a private action needs access; check out first for a local one.",),
        ),
        "missing_permission": Advice(
            "The token may not do that: {message}",
            ("Grant it under `permissions:`; pull requests of forks get a read-only token.",),
        ),
        "missing_secret": Advice(
            "A secret or input is missing: {message}",
            ("Define it in the repository or environment and pass it on; forks and Dependabot get none.",),
        ),
        "workflow_invalid": Advice("The workflow file is wrong: {message}", ("Correct line {line}.",), "actionlint"),
        "gate": Advice("Another job failed, and this one only reports it.", ("Look at the job that failed first.",)),
        "rate_limit": Advice(
            "The API limits requests: {message}",
            ("Pass a token (GITHUB_TOKEN), use fewer requests, or run again later.",),
        ),
        "artifact_error": Advice(
            "An artefact is missing or cannot be stored: {message}",
            ("Check the path and the name, and that the job which makes it ran.",),
        ),
        "cache_error": Advice(
            "The cache step finds no lock file: {message}",
            ("Commit the lock file or give its path (`cache-dependency-path`).",),
        ),
        "tool_version": Advice(
            "The version asked for is not there: {message}", ("Ask for one that exists for this runner.",)
        ),
        "http_error": Advice(
            "A service answered badly: {message}",
            ("Run again; if it stays, check the status page, the URL and the token.",),
        ),
        "policy": Advice(
            "A rule of the organisation forbids this: {message}", ("Use what is allowed, or have the rule changed.",)
        ),
        "problem": Advice("{message}", ()),
    },
)
