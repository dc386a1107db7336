"""Debian and Ubuntu: apt, dpkg, debhelper, sbuild, autopkgtest, lintian; Alpine's apk, Arch's pacman, Homebrew, Chocolatey, vcpkg, Conan, Nix.

`E: Unable to locate package x`, `E: Version '1' for 'x' was not found`, `The following packages have unmet dependencies:`, `dpkg: error processing …`, `dh_install: error: …`,
`dpkg-buildpackage: error: debian/rules binary subprocess returned exit status 2` (follows from what stands above).
Form: apt's messages, debhelper's manual, sbuild's build log.
"""

from __future__ import annotations

from typing import Final

from flowscout.model.logformat import CONSEQUENCE, NOISE, Advice, LogFormat, Pattern

PLUGIN: Final = LogFormat(
    name="apt",
    languages=("packages",),
    patterns=(
        Pattern(
            "package_not_found",
            "dependency_resolution",
            r"^(?:\[\w+\] )?E: (?P<message>(?:Unable to locate package (?P<dependency>\S+)|Package '(?P<name>[^']+)' has no installation candidate|Version '(?P<version>[^']+)' for '(?P<package>[^']+)' was not found|Couldn't find any package by (?:glob|regex) '(?P<glob>[^']+)'|Unable to find a source package for (?P<source>\S+)).*)",
            ("E: ",),
            weight=1,
        ),
        Pattern(
            "unmet_dependencies",
            "dependency_conflict",
            r"^\s*(?P<dependency>[\w.+-]+(?::\w+)?) : (?P<message>(?:Depends|PreDepends|Breaks|Conflicts|Recommends): .+)",
            (" : ",),
            more=r"^\s{10,}",
            weight=1,
        ),
        Pattern(
            "unmet_dependencies",
            "dependency_conflict",
            r"^(?:E: )?(?P<message>(?:Unmet dependencies|Unable to correct problems, you have held broken packages|Build-Depends dependency for \S+ cannot be satisfied|dpkg-checkbuilddeps: error: Unmet build dependencies: (?P<dependency>.+)|The following packages have unmet dependencies).*)",
            ("nmet ", "held broken", "cannot be satisfied"),
            weight=-1,
        ),
        Pattern(
            "repository_error",
            "network",
            r"^(?:E|Err:\d+|W): ?(?P<message>(?:Failed to fetch|The repository '(?P<repo>[^']+)' (?:does not have a Release file|is not signed|no longer has)|Some index files failed|Release file for \S+ is (?:not valid yet|expired)|GPG error: |http\S+ .*|Hash Sum mismatch|Unable to fetch some archives).*)",
            ("E: ", "Err:", "W: GPG"),
            weight=0,
        ),
        Pattern(
            "lock_held",
            "infrastructure",
            r"^E: (?P<message>(?:Could not get lock|Unable to (?:acquire|lock)|dpkg was interrupted).*)",
            ("E: ",),
            weight=1,
        ),
        Pattern(
            "permission",
            "permission",
            r"^E: (?P<message>(?:Could not open lock file .*Permission denied|Unable to .* are you root\?).*)|^(?P<said>ERROR: Unable to lock database: Permission denied)",
            ("E: ", "ERROR: Unable to lock"),
            weight=1,
        ),
        Pattern(
            "dpkg_error",
            "packaging",
            r"^dpkg: (?:error: |error processing (?:package|archive) (?P<dependency>\S+).*|dependency problems prevent configuration of (?P<package>\S+?):?)(?P<message>.*)",
            ("dpkg: ",),
            more=r"^ \S",
            weight=0,
        ),
        Pattern(
            "debhelper",
            "packaging",
            r"^(?:dh(?:_\w+)?|dpkg-(?!buildpackage)\w+|debuild|quilt|gbp): error: (?P<message>(?!.*(?:returned exit (?:code|status)|subprocess)).+)",
            (": error: ",),
            weight=1,
        ),
        Pattern(
            "missing_files",
            "packaging",
            r"^dh_\w+: (?P<message>Cannot find \(any matches for\) \"(?P<path>[^\"]+)\".*|(?P<name>\S+) exists in debian/tmp but is not installed.*)",
            ("Cannot find (any", "exists in debian/tmp"),
            weight=1,
        ),
        Pattern(
            "debhelper",
            "packaging",
            r"^dh(?:_\w+)?: (?!warning|error: |cd |\w+_command)(?P<message>(?!.*returned exit)[A-Za-z].{8,})",
            ("dh: ", "dh_"),
            weight=0,
        ),
        Pattern(
            "missing_files",
            "packaging",
            r"^(?:dh_install|dh_missing|cp): (?:warning|error): (?P<message>(?:Cannot find \(any matches for\) \"(?P<path>[^\"]+)\"|\S+ exists in debian/tmp but is not installed|missing files, aborting).*)",
            ("Cannot find", "exists in debian/tmp", "missing files"),
            weight=1,
        ),
        Pattern(
            "symbols_changed",
            "packaging",
            r"^dpkg-gensymbols: (?:warning|error): (?P<message>(?:some (?:new symbols appeared|symbols or patterns disappeared)).*)",
            ("dpkg-gensymbols",),
            weight=1,
        ),
        Pattern(
            "lintian",
            "lint_failure",
            r"^E: (?P<dependency>[\w.+-]+)(?: \w+)?: (?P<code>[a-z][\w-]+)(?: (?P<message>.+))?$",
            ("E: ",),
            weight=0,
        ),
        Pattern(
            "autopkgtest",
            "test_failure",
            r"^(?P<test>[^\s:]+)\s+FAIL (?P<message>(?:non-zero exit|stderr|timed out|badpkg|.*exit status).*)",
            (" FAIL ",),
            weight=0,
        ),
        Pattern(
            "build_failed",
            "packaging",
            r"^(?:dpkg-buildpackage: error: .*subprocess.*|dh_auto_\w+: error: .* returned exit code \d+|make: \*\*\* \[debian/rules.*|debuild: fatal error.*|E: (?:Build killed with signal|Build failure|Sub-process \S+ returned an error code|Failed to execute).*|Build finished at .*|Status: (?:failed|attempted|given-back)|FAIL: autopkgtest|E: Unable to correct problems|E: Failed to process build dependencies|Errors were encountered while processing:|>>> ERROR: \S+: (?:build|check|package) failed|==> ERROR: A failure occurred in \w+\(\)\.|error: build of '.*' failed|error: \d+ dependenc(?:y|ies) of derivation.*)",
            (
                "subprocess",
                "returned exit code",
                "debian/rules",
                "debuild: fatal",
                "E: ",
                "Status: ",
                "Errors were encountered",
                ">>> ERROR",
                "==> ERROR",
                "error: build of",
                "dependency of derivation",
                "dependencies of derivation",
            ),
            role=CONSEQUENCE,
            weight=0,
        ),
        Pattern(
            "package_not_found",
            "dependency_resolution",
            r"^(?:ERROR: |error: |Error: )(?P<message>(?:unable to select packages:|(?P<dependency>[\w.+-]+) \(no such package\):?|target not found: (?P<name>\S+)|No available formula(?: or cask)? with the name \"(?P<formula>[^\"]+)\".*|.{0,80}: not found in (?:channels|repositor).*|attribute '(?P<attribute>[^']+)' missing.*|undefined variable '(?P<variable>[^']+)'.*))",
            ("ERROR: ", "error: ", "Error: "),
            more=r"^\s+\S",
            weight=1,
        ),
        Pattern(
            "package_manager",
            "dependency_resolution",
            r"^(?:ERROR: |error: |Error: |==> ERROR: )(?P<message>(?:failed to (?:prepare|commit|synchronize|retrieve|update|init) .+|\S+: (?:signature from|unable to satisfy|conflicting|key \"?\S+\"? is unknown).*|Failed to download resource.*|SHA256 mismatch.*|One or more (?:files did not pass the validity check|PGP signatures).*|.*: BAD signature.*|Missing prebuilt package for '(?P<dependency>[^']+)'.*|Package '(?P<package>[^']+)' not resolved.*|Version conflict: .*|hash mismatch in fixed-output derivation.*|building (?P<port>[^\s:]+:\S+) failed with: BUILD_FAILED.*|while loading .*))",
            ("ERROR: ", "error: ", "Error: "),
            more=r"^\s+\S",
            weight=0,
        ),
        Pattern(
            "derivation",
            "packaging",
            r"^\s*\* ERROR: [^\s:]+::\S+ failed \(\w+ phase\):|^(?:nix: )?error: (?:builder for|build of) .+",
            ("* ERROR: ", "error: builder", "error: build of"),
            role=CONSEQUENCE,
        ),
        Pattern(
            "derivation",
            "packaging",
            r"^error: (?:builder for '(?P<path>[^']+)' failed with exit code \d+.*)",
            ("error: builder",),
            role=CONSEQUENCE,
        ),
        Pattern(
            "progress",
            "unknown",
            r"^(?:Get|Hit|Ign):\d+ |^(?:Selecting previously|Preparing to unpack|Unpacking|Setting up|Processing triggers)|^W: |^debconf: |^dpkg: warning",
            (
                "Get:",
                "Hit:",
                "Ign:",
                "Selecting prev",
                "Preparing to unpack",
                "Unpacking ",
                "Setting up ",
                "Processing triggers",
                "W: ",
                "debconf: ",
                "dpkg: warning",
            ),
            role=NOISE,
            severity="info",
        ),
    ),
    sample="""
Get:5 http://deb.debian.org/debian bookworm/main amd64 liberror-perl all 0.17029-2 [29.0 kB]
Setting up liberror-perl (0.17029-2) ...
E: Unable to locate package libnone-dev
E: Package 'python2' has no installation candidate
The following packages have unmet dependencies:
 libfoo-dev : Depends: libfoo1 (= 1.0-1) but 1.0-2 is to be installed
dh_install: error: missing files, aborting
dpkg-buildpackage: error: debian/rules binary subprocess returned exit status 2
""",
    expected=(
        (3, "package_not_found", "", 0),
        (4, "package_not_found", "", 0),
        (5, "unmet_dependencies", "", 0),
        (6, "unmet_dependencies", "", 0),
        (7, "debhelper", "", 0),
    ),
    signs=(r"^Reading package lists\.\.\.", r"^(?:Get|Hit|Ign):\d+ http", r"dpkg-buildpackage: info"),
    advice={
        "package_not_found": Advice(
            "The package manager has no such package: {message}",
            (
                "Update its index first (`apt-get update`); correct the name or version for this release; add the repository that has it.",
            ),
        ),
        "unmet_dependencies": Advice(
            "Packages exclude each other: {message}",
            ("Install versions that agree; remove held packages or foreign repositories.",),
        ),
        "repository_error": Advice(
            "A repository does not answer well: {message}",
            ("Run again; update the index; add the key; use the release's current mirror.",),
        ),
        "lock_held": Advice(
            "Another package manager is running: {message}", ("Wait for it (`-o DPkg::Lock::Timeout=60`).",)
        ),
        "permission": Advice("This needs root: {message}{said}", ("Use sudo, or a container whose user is root.",)),
        "dpkg_error": Advice(
            "dpkg cannot install {dependency}{package}: {message}", ("Its maintainer script printed the reason above.",)
        ),
        "debhelper": Advice("Packaging fails: {message}", ("Correct debian/ as it says.",)),
        "missing_files": Advice(
            "Packaging lists what is not there: {message}", ("Correct debian/*.install, or install the file.",)
        ),
        "symbols_changed": Advice(
            "The library's symbols changed: {message}",
            ("Update debian/*.symbols; raise the soname if one disappeared.",),
        ),
        "lintian": Advice("lintian {code}: {message}", ("Correct the package.",)),
        "autopkgtest": Advice("{test} fails: {message}", ("Look at its output above.",)),
        "package_manager": Advice(
            "The package manager stopped: {message}", ("Correct the package or the source it names.",)
        ),
    },
)
