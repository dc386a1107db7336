"""Faults of the machine and its surroundings, whoever prints them: shared libraries, memory, disk, settings, keys, archives, Windows' own words.

`error while loading shared libraries: libx.so.1`, `version `GLIBC_2.34' not found`, exit code 137 (killed, mostly for want of memory), "environment variable X is not set", `gpg: signing
failed`, `gzip: stdin: not in gzip format` (a download that is an error page).
Form: ld.so(8), GnuPG, Windows system error codes.
"""

from __future__ import annotations

from typing import Final

from flowscout.model.logformat import CONSEQUENCE, Advice, LogFormat, Pattern

PLUGIN: Final = LogFormat(
    name="machine",
    languages=(),
    patterns=(
        Pattern(
            "missing_shared_library",
            "environment",
            r"(?P<message>error while loading shared libraries: (?P<library>[^:\s]+): .+|(?:ImportError|OSError|(?:^.{0,60})?dlopen[^:]{0,60}): .{0,60}?(?P<name>lib[\w.+-]{1,100}\.(?:so|dylib)[\w.]{0,40}): cannot open shared object file.*|Library not loaded: (?P<path>\S+).*|The code execution cannot proceed because (?P<dll>\S+) was not found.*)",
            ("loading shared libraries", "cannot open shared object", "Library not loaded", "execution cannot proceed"),
            weight=1,
        ),
        Pattern(
            "library_version",
            "version_mismatch",
            r"(?P<message>version [`'](?P<version>(?:GLIBC|GLIBCXX|CXXABI|OPENSSL)_[\w.]+)' not found.*)",
            ("' not found",),
            weight=2,
        ),
        Pattern(
            "out_of_memory",
            "out_of_memory",
            r"(?P<message>(?:The build failed because the process exited too early|Container killed on request\. Exit code is 137|\bOOMKilled\b|oom-kill(?:er)?\b|Out of memory: Kill(?:ed)? process|Memory cgroup out of memory|Cannot allocate memory\b|std::bad_alloc|memory allocation of \d+ bytes failed|CUDA out of memory|CUDA_ERROR_OUT_OF_MEMORY|fatal error: runtime: out of memory).*)",
            (
                "process exited too early",
                "killed on request",
                "OOMKilled",
                "oom-kill",
                "ut of memory",
                "allocate memory",
                "bad_alloc",
                "memory allocation of",
            ),
            weight=1,
        ),
        Pattern(
            "timed_out",
            "timeout",
            r"^(?:.{0,60}\s)?(?P<message>[Ee]xit(?:ed)?(?: with)?(?: code| status):? ?124\b.*)",
            ("code 124", "status 124", "code: 124", "status: 124"),
            weight=-1,
        ),
        Pattern(
            "killed",
            "out_of_memory",
            r"(?P<message>(?:[Ee]xit(?:ed)?(?: with)?(?: code| status)?:? ?137\b|exited with code 137|signal 9\b|SIGKILL\b).*)",
            (
                "code 137",
                "status 137",
                "code: 137",
                "status: 137",
                "d 137",
                "signal 9",
                "SIGKILL",
            ),
            weight=-1,
        ),
        Pattern(
            "disk_full",
            "disk_full",
            r"(?P<message>(?:ENOSPC: no space left on device|No space left on device|There is not enough space on the disk|Disk quota exceeded|disk is full|database or disk is full).*)",
            ("o space left", "not enough space", "quota exceeded", "disk is full"),
            weight=1,
        ),
        Pattern(
            "watch_limit",
            "environment",
            r"(?P<message>(?:Error: )?ENOSPC: System limit for number of file watchers reached.*|(?:Error: )?EMFILE: too many open files.*|Too many open files.*)",
            ("file watchers", "oo many open files"),
            weight=1,
        ),
        Pattern(
            "variable_missing",
            "configuration",
            r"(?P<message>(?:(?:[Rr]equired |[Mm]issing )?(?:[Ee]nvironment variable|[Ee]nv(?:ironment)? var|ENV)s?:? ?[\"'`]?(?P<variable>\w{2,60})[\"'`]? (?:is |was |must be )?(?:not set|unset|missing|not defined|undefined|required|not found|empty)|[Mm]issing (?:required )?(?:[Ee]nvironment variables?|env vars?):? ?[\"'`]?(?P<name>\w*)|\b(?P<other>[A-Z][A-Z0-9]{0,40}_[A-Z0-9_]{1,60}) (?:environment variable )?(?:is not set|must be set|is required|not set)\b(?!, (?:trying|using|default|assum|falling|will))).*)",
            ("nvironment", "env var", "ENV ", "not set", "must be set", "is required"),
            weight=0,
        ),
        Pattern(
            "file_missing",
            "missing_file",
            r"^(?P<message>(?:The system cannot find the (?:path|file) specified\.|Could Not Find .+|File Not Found|(?:[Ee]rror: )?(?:Couldn't|Could not|Cannot) find (?:env )?file:? (?P<path>\S+).*))",
            ("system cannot find", "Could Not Find", "File Not Found", "find file", "find env file"),
            weight=0,
        ),
        Pattern(
            "permission_denied",
            "permission",
            r"^(?P<message>Access is denied\.|(?:\S{1,80}: )?(?P<path>\.{0,2}/[^\s:]{1,200}): Permission denied|(?:Error: )?EACCES: permission denied.*|Operation not permitted.*)",
            ("Access is denied", "ermission denied", "not permitted"),
            weight=0,
        ),
        Pattern(
            "bad_archive",
            "network",
            r"^(?P<message>(?:gzip: \S+: not in gzip format|(?:tar|bsdtar): (?:This does not look like a tar archive|Error opening archive.*|Unrecognized archive format)|unzip: +cannot find.*|End-of-central-directory signature not found.*|xz: .*File format not recognized|sha\d+sum: WARNING: \d+ computed checksums? did NOT match|.{1,200}: FAILED open or read|(?:[Cc]hecksum|[Hh]ash|SHA\d*) ?(?:sum )?(?:mismatch|verification failed|does not match).*))",
            (
                "gzip format",
                "tar archive",
                "rchive",
                "cannot find",
                "End-of-central",
                "not recognized",
                "did NOT match",
                "FAILED open",
                "ismatch",
                "verification failed",
                "does not match",
            ),
            weight=1,
        ),
        Pattern(
            "signing_key",
            "missing_secret",
            r"^(?:gpg|gpg2|error): (?P<message>(?:no valid OpenPGP data found|signing failed: .+|no default secret key.*|decrypt\w* failed.*|keyserver receive failed.*|Can't check signature.*|skipped \".+\": (?:No secret key|.*)|gpg failed to sign the data.*|BAD signature.*))",
            ("gpg",),
            weight=1,
        ),
        Pattern(
            "sudo",
            "permission",
            r"^sudo: (?P<message>(?:a (?:password|terminal) is required.*|no tty present.*|.*is not in the sudoers file.*|sorry, you must have a tty.*))",
            ("sudo: ",),
            weight=1,
        ),
        Pattern(
            "bad_binary",
            "environment",
            r"(?P<message>(?:^.{0,200}: )?(?:cannot execute binary file|[Ee]xec format error|Bad CPU type in executable|is not a valid Win32 application).*)",
            ("binary file", "xec format error", "Bad CPU type", "valid Win32"),
            weight=1,
        ),
        Pattern(
            "gpu",
            "environment",
            r"(?P<message>(?:CUDA error: (?!out of memory)|CUDA driver version is insufficient|Found no NVIDIA driver|nvidia-smi has failed|no CUDA-capable device).*)",
            ("CUDA", "NVIDIA", "nvidia"),
            weight=1,
        ),
        Pattern(
            "port_taken",
            "environment",
            r"(?P<message>(?:^.{0,200})?(?:[Aa]ddress already in use|EADDRINUSE|[Pp]ort \d+ (?:is )?(?:already )?(?:in use|taken|occupied)).{0,200})",
            ("lready in use", "EADDRINUSE", "ort "),
            weight=0,
        ),
        Pattern(
            "clock",
            "environment",
            r"(?P<message>(?:^.{0,100})?(?:[Cc]lock skew detected|is not valid yet|not yet valid).{0,200})",
            ("lock skew", "not valid yet"),
            weight=-1,
            severity="warning",
        ),
        Pattern(
            "followed",
            "unknown",
            r"^(?:tar: (?:Error is not recoverable: exiting now|Child returned status \d+|Exiting with failure status.*)|rsync error: .+)",
            ("tar: ", "rsync error"),
            role=CONSEQUENCE,
        ),
    ),
    sample="""
./app: error while loading shared libraries: libfoo.so.1: cannot open shared object file: No such file or directory
node: /lib/x86_64-linux-gnu/libc.so.6: version `GLIBC_2.28' not found (required by node)
Error: required environment variable DATABASE_URL not set
gzip: stdin: not in gzip format
tar: Error is not recoverable: exiting now
gpg: signing failed: No secret key
./gradlew: Permission denied
Container killed on request. Exit code is 137
""",
    expected=(
        (1, "missing_shared_library", "", 0),
        (2, "library_version", "", 0),
        (3, "variable_missing", "", 0),
        (4, "bad_archive", "", 0),
        (6, "signing_key", "", 0),
        (7, "permission_denied", "", 0),
        (8, "out_of_memory", "", 0),
    ),
    advice={
        "timed_out": Advice(
            "`timeout` ended a command that took too long (exit code 124).",
            (
                "Look at what the command printed last: that is what it waited for.",
                "Raise the limit if it is slow by nature.",
            ),
        ),
        "gpu": Advice(
            "The GPU cannot be used: {message}",
            ("Use a runner with a GPU and a driver that fits, or skip these tests without one.",),
            "nvidia-smi",
        ),
        "port_taken": Advice("A port is taken: {message}", ("Stop what uses it, or use a free one.",)),
        "missing_shared_library": Advice(
            "A shared library is missing: {library}{name}{path}{dll}",
            ("Install the package that has it, or set LD_LIBRARY_PATH.",),
            "ldd",
        ),
        "library_version": Advice(
            "The program needs {version}, which this system's library does not have.",
            ("Run on a newer system, or build on an older one.",),
        ),
        "out_of_memory": Advice(
            "Memory ran out: {message}", ("Use fewer parallel jobs, raise the limit, or take a larger machine.",)
        ),
        "killed": Advice(
            "A process was killed, mostly for want of memory: {message}",
            ("Watch its memory; use fewer parallel jobs or a larger machine.",),
        ),
        "disk_full": Advice("The disk is full.", ("Free space before the step, or take a larger machine.",), "df -h"),
        "watch_limit": Advice(
            "Too many files are watched or open.",
            ("Raise fs.inotify.max_user_watches or the limit on open files; do not watch in CI.",),
        ),
        "variable_missing": Advice(
            "The variable {variable}{name}{other} is not set.",
            ("Set it in the job; if it comes from a secret, give the secret (forks get none).",),
        ),
        "file_missing": Advice(
            "A file or folder is missing: {message}", ("Check the path and the step that makes it.",)
        ),
        "permission_denied": Advice(
            "Something may not be run or opened: {path}",
            ("Make it executable (`git update-index --chmod=+x`), or check its owner.",),
        ),
        "bad_archive": Advice(
            "A download is not what it should be: {message}",
            ("Look at what was downloaded: often an error page. Check the URL, then the checksum.",),
        ),
        "signing_key": Advice(
            "A signature cannot be made or checked: {message}",
            ("Import the key in the job; give its passphrase as a secret.",),
        ),
        "sudo": Advice("sudo is not possible here: {message}", ("Run as root in the container, or without sudo.",)),
        "bad_binary": Advice(
            "A program is of another processor or system: {message}", ("Install the build for this platform.",)
        ),
        "clock": Advice("Clocks disagree: {message}", ("Synchronise the clock.",)),
    },
)
