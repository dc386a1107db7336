"""Docker build and BuildKit, Compose, registries, Podman and Buildah.

BuildKit: `#12 ERROR: process "…" did not complete successfully: exit code: 2` under the output of the same `#12`, then a block with
`Dockerfile:6` and `>>>` at the line, then `ERROR: failed to solve: …`. The classic builder: `The command '…' returned a non-zero code: 2`. The command's own
output is the cause; what Docker itself cannot do (a file to copy, an image to pull, an instruction to read) is a cause here.
Form: BuildKit's progress output, Docker's distribution errors.
"""

from __future__ import annotations

from typing import Final

from flowscout.model.logformat import CONSEQUENCE, NOISE, SUCCESS, Advice, LogFormat, Pattern

_BELOW = (r"^(?=\S*(?:Dockerfile|Containerfile))(?P<file>\S+):(?P<line>\d+)$", -12)
_ABOVE = (_BELOW[0], 14)

PLUGIN: Final = LogFormat(
    name="docker",
    languages=("dockerfile",),
    patterns=(
        Pattern(
            "copy_missing",
            "missing_file",
            r"(?P<message>(?:failed to (?:calculate checksum of ref|compute cache key)[^/\"]{0,300}\"?(?P<path>/[^\":]{1,300})\"?: not found|COPY failed: .*|ADD failed: .*|\"(?P<name>/[^\"]+)\":? not found.*|(?<!path: )lstat \S+: no such file or directory.*))",
            ("checksum of ref", "compute cache key", "COPY failed", "ADD failed", "not found", "lstat "),
            then=(_BELOW,),
            above=_ABOVE,
            weight=1,
        ),
        Pattern(
            "dockerfile_error",
            "build_script",
            r"(?P<message>(?:dockerfile parse error on line (?P<line>\d+): .+|Dockerfile parse error line (?P<row>\d+): .+|unknown instruction: \S+.*|failed to (?:parse|process) (?:stage|\").*|unknown flag: \S+.*|no build stage in current context|base name \([^)]{0,200}\) should not be blank))",
            (
                "arse error",
                "unknown instruction",
                "failed to parse",
                "failed to process",
                "unknown flag",
                "no build stage",
                "should not be blank",
            ),
            weight=1,
        ),
        Pattern(
            "dockerfile_missing",
            "missing_file",
            r"(?P<message>(?:failed to read dockerfile: .+|unable to prepare context: .+|no such file or directory: Dockerfile.*|path \"[^\"]+\" not found))",
            ("failed to read dockerfile", "unable to prepare context", "ockerfile", 'path "'),
            weight=1,
        ),
        Pattern(
            "image_not_found",
            "container",
            r"(?P<message>(?:(?<![\w./:@-])(?P<image>[\w./:@-]{3,200}): (?:not found|failed to resolve source metadata for .+)|manifest (?:for (?P<name>\S+) not found|unknown).*|pull access denied(?: for (?P<repository>[^,]+))?.*|no matching manifest for \S+.*|repository \S+ not found.*|Error response from daemon: (?:manifest|pull access|No such image|Head ).*|invalid reference format.*))",
            (
                "manifest",
                "pull access denied",
                "repository ",
                "resolve source metadata",
                "No such image",
                "invalid reference format",
            ),
            then=(_BELOW,),
            above=_ABOVE,
            weight=1,
        ),
        Pattern(
            "registry_denied",
            "authentication",
            r"(?P<message>(?:denied: (?:requested access|permission|installation not|unauthenticated|does not).*|unauthorized: .*|insufficient_scope: authorization failed.*|no basic auth credentials.*|Error: Cannot perform an interactive login.*|Error saving credentials.*|failed to authorize: .*|Error response from daemon: (?:login attempt|Get .{0,300}unauthorized).*))",
            (
                "denied: ",
                "unauthorized",
                "authorization failed",
                "basic auth credentials",
                "interactive login",
                "failed to authorize",
                "saving credentials",
            ),
            weight=1,
        ),
        Pattern(
            "rate_limit",
            "rate_limit",
            r"(?P<message>(?:toomanyrequests|You have reached your (?:unauthenticated )?pull rate limit).*)",
            ("toomanyrequests", "pull rate limit"),
            weight=2,
        ),
        Pattern(
            "no_daemon",
            "container",
            r"(?P<message>(?:Cannot connect to the Docker daemon|error during connect: |Is the docker daemon running|failed to connect to the docker API|dial unix /var/run/docker\.sock: ).*)",
            ("ocker daemon", "error during connect", "docker API", "docker.sock"),
            weight=1,
        ),
        Pattern(
            "no_space",
            "disk_full",
            r"(?P<message>(?:failed to (?:register layer|copy|solve|extract).{0,300}|write \S+: )no space left on device.*)",
            ("no space left on device",),
            weight=2,
        ),
        Pattern(
            "platform_mismatch",
            "container",
            r"(?P<message>(?:exec /\S+: exec format error|exec format error.*|does not match the (?:specified|detected host) platform.*))",
            ("exec format error", "does not match the"),
            weight=0,
        ),
        Pattern(
            "entrypoint",
            "container",
            r"(?P<message>(?:OCI runtime (?:create|exec) failed: .*|(?:unable to start container process|starting container process caused).*|exec /\S+: no such file or directory|executable file not found in \$PATH.*))",
            ("OCI runtime", "container process", "exec /", "executable file not found"),
            weight=1,
        ),
        Pattern(
            "port_taken",
            "environment",
            r"(?P<message>(?:Bind for \S+ failed: port is already allocated|address already in use).*)",
            ("already allocated", "address already in use"),
            weight=1,
        ),
        Pattern(
            "port_taken",
            "environment",
            r"(?P<message>(?:driver failed programming external connectivity|Cannot start service \S+: .+|Error response from daemon: (?:Ports are not available|driver failed|network \S+ not found|No such container|conflict)).*)",
            ("driver failed", "Cannot start service", "Error response from daemon: "),
            weight=1,
        ),
        Pattern(
            "unhealthy",
            "container",
            r"(?P<message>(?:dependency failed to start: )?(?:container (?P<container>\S+) is unhealthy|container for service \"(?P<service>[^\"]+)\" is unhealthy|Service .{0,100} is unhealthy|One or more containers failed to start\.|Failed to initialize container .*|container \S+ exited \([1-9]\d*\)).*)",
            ("unhealthy", "failed to start", "Failed to initialize container", " exited ("),
            weight=0,
        ),
        Pattern(
            "compose_error",
            "configuration",
            r"^(?P<message>(?:yaml: line (?P<line>\d+): .+|validating \S+: .+|service \"[^\"]+\" (?:refers to undefined|depends on undefined|has neither).*|no configuration file provided: not found|no such service: .*|(?:ERROR: )?(?:The Compose file|Version in) .*|network \S+ declared as external.*|invalid (?:spec|interpolation|compose project).*|env file \S+ not found.*|The \"\w+\" variable is not set.*required.*))",
            (
                "yaml: line",
                "validating ",
                'service "',
                "no configuration file",
                "no such service",
                "Compose file",
                "declared as external",
                "invalid ",
                "env file ",
                "required",
            ),
            weight=0,
        ),
        Pattern(
            "build_arg",
            "container",
            r"(?P<message>(?:failed to solve: )?(?:target stage \"?\S+\"? could not be found|circular dependency detected on stage|secret \S+: not found|ssh agent requested).*)",
            ("target stage", "circular dependency detected on stage", "secret ", "ssh agent requested"),
            weight=1,
        ),
        Pattern(
            "step_failed",
            "container",
            r"(?:^|: )(?:process \"[^\"]{1,4000}\" did not complete successfully: (?:exit code: \d+|)|The command '.{1,2000}' returned a non-zero code: \d+.*|executor failed running .*)",
            ("did not complete successfully", "returned a non-zero code", "executor failed running"),
            role=CONSEQUENCE,
            weight=1,
        ),
        Pattern(
            "step_failed",
            "container",
            r"^(?:(?:ERROR|error)(?:: |\[\w+\] )?(?:failed to solve|failed to build|buildx failed with|building at STEP).*|Error: (?:building at STEP|buildx failed with).*|ERROR: Service '.*' failed to build.*|failed to solve: .*|#\d+ ERROR: .*|target \S+: failed to solve.*|subprocess exited with status \d+)",
            ("failed to", "building at STEP", "buildx failed", "ERROR: ", "subprocess exited"),
            role=CONSEQUENCE,
            weight=1,
        ),
        Pattern(
            "instruction", "build_script", r"^\s*(?P<line>\d+) \| >>> (?P<message>.+)", ("| >>> ",), role="pointer"
        ),
        Pattern(  # the heading of a step, which quotes its command
            "stage",
            "unknown",
            r"^\[(?:[\w.-]{1,60} +)?\d{1,3}/\d{1,3}\] (?:RUN|COPY|ADD|FROM|WORKDIR|ARG|ENV) ",
            ("RUN ", "COPY ", "ADD ", "FROM ", "WORKDIR ", "ARG ", "ENV "),
            role=NOISE,
            severity="info",
        ),
        Pattern(
            "image_made",
            "unknown",
            r"^(?:exporting to image|naming to \S+ (?:\d[\d.]*s )?done|Successfully built [0-9a-f]{12})$",
            ("exporting to image", "naming to ", "Successfully built "),
            role=SUCCESS,
            severity="info",
            weight=1,
        ),
        Pattern(
            "layers",
            "unknown",
            r"^(?:[0-9a-f]{12}: (?:Pull|Push|Download|Extract|Wait|Verif|Already|Layer|Mounted)|#\d+ (?:DONE|CACHED|sha256:|resolve|extracting|transferring)| => )",
            ("Pull", "Push", "DONE", "CACHED", "sha256:"),
            role=NOISE,
            severity="info",
        ),
    ),
    sample="""
#9 [4/5] COPY requirments.txt .
#9 ERROR: failed to calculate checksum of ref x::y: "/requirments.txt": not found
------
Dockerfile:6
--------------------
   5 |     RUN apt-get update
   6 | >>> COPY requirments.txt .
--------------------
ERROR: failed to solve: failed to compute cache key: failed to calculate checksum of ref x::y: "/requirments.txt": not found
ERROR: failed to solve: process "/bin/sh -c make" did not complete successfully: exit code: 2
""",
    expected=(
        (2, "copy_missing", "", 0),
        (9, "copy_missing", "Dockerfile", 6),
    ),
    signs=(r"^#\d+ \[", r"^Step \d+/\d+ : ", r"load build definition from Dockerfile"),
    advice={
        "copy_missing": Advice(
            "The Dockerfile copies what is not in the build context: {path}{name}",
            ("Check the path against the context, and .dockerignore; build it before if it is made.",),
            "docker build .",
        ),
        "dockerfile_error": Advice(
            "The Dockerfile cannot be read: {message}", ("Correct line {line}{row}.",), "docker build --check ."
        ),
        "dockerfile_missing": Advice(
            "Docker finds no Dockerfile: {message}", ("Give its path with -f, relative to where the command runs.",)
        ),
        "image_not_found": Advice(
            "An image cannot be pulled: {message}",
            ("Check name and tag; log in if it is private; choose one that exists for this platform.",),
            "docker pull {image}{name}{repository}",
        ),
        "registry_denied": Advice(
            "The registry refuses access: {message}",
            ("Log in with an account that may; in Actions grant `packages: write`. Forks get no secrets.",),
        ),
        "rate_limit": Advice(
            "Docker Hub limits anonymous pulls.", ("Log in before pulling, or use a mirror. Run again later.",)
        ),
        "no_daemon": Advice(
            "There is no Docker daemon here.", ("Start it, mount its socket, or use a runner that has it.",)
        ),
        "no_space": Advice("The disk is full.", ("`docker system prune -af` before, or fewer layers kept.",)),
        "platform_mismatch": Advice(
            "The image is of another processor: {message}",
            ("Build for this platform (`--platform`), or install QEMU.",),
        ),
        "entrypoint": Advice(
            "The container cannot start: {message}",
            ("Check the path of the entry point, its mode, its line ends and its interpreter in the image.",),
        ),
        "port_taken": Advice("The port is taken: {message}", ("Stop what uses it, or map another.",)),
        "unhealthy": Advice(
            "A service container did not become healthy: {message}",
            ("Read its own log; check its health command and environment.",),
        ),
        "compose_error": Advice("The Compose file is wrong: {message}", ("Correct it.",), "docker compose config"),
        "build_arg": Advice("The build lacks something: {message}", ("Correct the stage name, or pass the secret.",)),
    },
)
