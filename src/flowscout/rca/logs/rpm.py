"""RPM builds: rpmbuild, mock, Copr, Koji, dnf, yum, zypper, rpmlint.

rpmbuild echoes each command with `+`; the phase that fails ends in `error: Bad exit status from /var/tmp/rpm-tmp.x (%build)`, repeated under "RPM build errors:"; the
tool's own error stands above. What RPM itself finds (`Installed (but unpackaged) file(s) found`, `File not found`, a missing build dependency) is a cause.
mock's python error at the end only repeats.
Form: rpm's build/ sources, mock's exception.py, libdnf's problem strings.
"""

from __future__ import annotations

from typing import Final

from flowscout.model.logformat import CONSEQUENCE, NOISE, Advice, LogFormat, Pattern

_P = r"^(?:\s+|error: |RPM build errors:\s*)?"

PLUGIN: Final = LogFormat(
    name="rpm",
    languages=("spec",),
    patterns=(
        Pattern(
            "unpackaged_files",
            "packaging",
            _P + r"(?P<message>Installed \(but unpackaged\) file\(s\) found:)",
            ("but unpackaged",),
            then=((r"^\s+(?P<path>/\S+)", 1),),
            more=r"^\s+/",
            weight=1,
        ),
        Pattern(
            "missing_packaged_file",
            "packaging",
            _P + r"(?P<message>(?:File|Directory) not found(?: by glob)?: (?P<path>\S+))",
            ("not found",),
            weight=1,
        ),
        Pattern(
            "build_dependency",
            "dependency_resolution",
            r"^(?:\s|-|Problem(?: \d+)?: |Error: |error: )*+(?P<message>(?:Failed (?:build )?dependencies:|No matching package to install: '?(?P<dependency>[^']+)'?|[^:]{1,200} is needed by \S+|nothing provides (?:requested )?(?P<provides>[^\n]{1,200}?)(?: needed by .*)?|No match for argument: (?P<argument>.+)|Unable to find a match: (?P<match>.+)|(?:package|problem).{1,200} requires .{1,200}, but none of the providers can be installed))",
            (
                "Failed build dep",
                "Failed dep",
                "No matching package",
                "is needed by",
                "nothing provides",
                "No match for",
                "Unable to find a match",
                "none of the providers",
            ),
            weight=1,
        ),
        Pattern(
            "package_conflict",
            "dependency_conflict",
            r"^(?:\s|-|Error: |Problem(?: \d+)?: )*(?P<message>(?:(?:package|file) \S.{0,300} (?:conflicts with|from install of) .+|cannot install (?:both|the best).+|Transaction (?:test )?error:?.*))",
            ("onflicts with", "from install of", "cannot install", "Transaction"),
            more=r"^\s+- |^\s+file ",
            weight=1,
        ),
        Pattern(
            "repository_error",
            "network",
            r"^(?:Error: |error: |.*- )?(?P<message>(?:Failed to download metadata for repo '(?P<repo>[^']+)'|Cannot download \S+|Errors during downloading metadata|Status code: [45]\d\d for \S+|Cannot prepare internal mirrorlist|All mirrors were tried|Error downloading packages|Repository '.*' is invalid|Curl error \(\d+\).*|GPG check FAILED|Public key for \S+ is not installed).*)",
            (
                "ailed to download metadata",
                "Cannot download",
                "downloading",
                "Status code: ",
                "mirror",
                "is invalid",
                "Curl error",
                "GPG check",
                "Public key for",
            ),
            weight=0,
        ),
        Pattern(
            "missing_packaged_file",
            "missing_file",
            r"^(?:\s+|error: )?(?P<message>Bad (?:file|source): (?P<file>[^\s:]+): .+)",
            ("Bad file: ", "Bad source: "),
            weight=1,
        ),
        Pattern(
            "spec_error",
            "build_script",
            r"^error: (?:(?P<file>[^\s:]+\.spec): )?(?:line (?P<line>\d+): )?(?P<message>(?:line \d+: .+|Unknown tag.*|.*(?:must be set|field must be|No compatible architectures|Bad (?:file|source|owner|requireflags)|Macro %\S+|parse error|Unclosed|failed to open|query of specfile|Empty tag|Duplicate|No %changelog).*))",
            ("error: ",),
            weight=0,
        ),
        Pattern(
            "patch_failed",
            "merge_conflict",
            r"^(?P<message>\d+ out of \d+ hunks? (?:FAILED|ignored).*|Hunk #\d+ FAILED at (?P<line>\d+).*)",
            ("FAILED", "ignored"),
            weight=1,
            above=(r"^patching file (?P<file>\S+)", 40),
        ),
        Pattern(
            "check_failed",
            "packaging",
            r"^(?P<message>(?:ERROR +0\d{3}: .*|\*\*\* ERROR: .*|.*contains an? (?:invalid|standard) r(?:un)?path.*|(?:.*: )?(?:Empty %files file \S+|Arch dependent binaries in noarch package|Dependency tokens must begin.*|No build ID note found.*)))",
            ("ERROR ", "*** ERROR", "Empty %files", "Arch dependent", "Dependency tokens", "No build ID", "path"),
            weight=0,
        ),
        Pattern(
            "rpmlint",
            "lint_failure",
            r"^(?P<dependency>\S+?)(?:\.\w+)?: E: (?P<code>[\w-]+)(?: (?P<message>.*))?$",
            (": E: ",),
            weight=0,
        ),
        Pattern(
            "bad_exit",
            "packaging",
            r"(?:^|\s)(?:error: )?Bad exit status from \S+ \(%\w+\)|^RPM build errors:|^(?:ERROR: )?Exception\(\S+\).*|mockbuild\.exception\.\w+|^ERROR: Command failed(?:: .*)?|^Child return code was: [1-9]|^Error: Command failed|^Build failed|^Copr build error: .*|^Finish: build phase|^ # /usr/bin/systemd-nspawn",
            (
                "Bad exit status",
                "RPM build errors",
                "Exception(",
                "mockbuild.exception",
                "Command failed",
                "return code was",
                "Build failed",
                "Copr build error",
                "systemd-nspawn",
            ),
            role=CONSEQUENCE,
            weight=0,
        ),
        Pattern(
            "phase",
            "unknown",
            r"^(?:Executing\(%\w+\)|Processing files|Provides|Requires(?:\(\w+\))?|Checking for unpackaged|Wrote): ",
            ("Executing(", "Processing files", "Provides: ", "Requires", "Wrote: ", "Checking for unpackaged"),
            role=NOISE,
            severity="info",
        ),
    ),
    sample="""
Executing(%install): /bin/sh -e /var/tmp/rpm-tmp.Xy
Checking for unpackaged file(s): /usr/lib/rpm/check-files /root/rpmbuild/BUILDROOT/error-1
error: Installed (but unpackaged) file(s) found:
   /usr/share/doc/error/README
error: Failed build dependencies:
	zlib-devel is needed by app-1.0-1.x86_64
Error: Unable to find a match: libnone-devel
error: Bad exit status from /var/tmp/rpm-tmp.Xy (%build)
RPM build errors:
    Bad exit status from /var/tmp/rpm-tmp.Xy (%build)
""",
    expected=(
        (3, "unpackaged_files", "", 0),
        (5, "build_dependency", "", 0),
        (6, "build_dependency", "", 0),
        (7, "build_dependency", "", 0),
    ),
    signs=(r"^Executing\(%", r"^INFO: mock\.py version", r"^\+ umask 022", r"^Last metadata expiration check"),
    advice={
        "unpackaged_files": Advice(
            "A file is installed that no %files section lists: {path}",
            ("List it in %files, or delete it in %install.",),
        ),
        "missing_packaged_file": Advice(
            "%files lists what was not installed: {path}",
            ("Correct the list, or install the file; an upstream release may have renamed it.",),
        ),
        "build_dependency": Advice(
            "A build dependency is not available: {message}",
            ("Correct its name for this distribution and release, or enable the repository that has it.",),
            "dnf builddep *.spec",
        ),
        "package_conflict": Advice("Packages exclude each other: {message}", ("Choose versions that agree.",)),
        "repository_error": Advice(
            "A repository does not answer well: {message}", ("Run again; check URL, keys and mirrors.",)
        ),
        "spec_error": Advice("The spec file is wrong: {message}", ("Correct line {line}.",), "rpmspec -P *.spec"),
        "patch_failed": Advice("A patch does not apply to {file}: {message}", ("Rebase the patch on this version.",)),
        "check_failed": Advice("A check of the built package fails: {message}", ("Correct what it names.",)),
        "rpmlint": Advice("rpmlint {code}: {message}", ("Correct the package.",)),
    },
)
