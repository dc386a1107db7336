"""git and Git LFS: cloning, fetching, merging, pushing, submodules, patches.

`fatal: text` ends a command; `CONFLICT (content): Merge conflict in file` names each file; `remote: text` is the server's word; a submodule that
cannot be fetched says `fatal: clone of 'url' into submodule path 'p' failed`.
Form: git's messages; Git LFS documentation.
"""

from __future__ import annotations

from typing import Final

from flowscout.model.logformat import CONSEQUENCE, NOISE, Advice, LogFormat, Pattern

PLUGIN: Final = LogFormat(
    name="git",
    languages=("git",),
    patterns=(
        Pattern(
            "merge_conflict",
            "merge_conflict",
            r"^(?:CONFLICT \((?P<how>[^)]+)\): )(?P<message>(?:Merge conflict in (?P<file>\S.*)|.+))",
            ("CONFLICT (",),
            weight=2,
        ),
        Pattern(
            "merge_conflict",
            "merge_conflict",
            r"^(?:[Ee]rror|##\[error\]): ?(?P<message>(?:could not apply \S+|patch failed: (?P<file>[^:\s]+):(?P<line>\d+)|(?P<name>\S+): patch does not apply|Your local changes to the following files would be overwritten|The following untracked working tree files would be overwritten|Pulling is not possible because you have unmerged).*)",
            ("error: ",),
            more=r"^\t",
            weight=0,
        ),
        Pattern(
            "merge_conflict",
            "merge_conflict",
            r"^(?P<file>[^\s:]+): needs merge$|^Hunk #\d+ FAILED at (?P<line>\d+).*|^(?P<message>\d+ out of \d+ hunks? FAILED.*)",
            ("needs merge", "FAILED at", "hunk"),
            weight=0,
        ),
        Pattern(
            "submodule_error",
            "submodule",
            r"^(?:Error: |##\[error\])?(?:fatal|error|Error): (?P<message>(?:clone of '(?P<url>[^']+)' into submodule path '(?P<path>[^']+)' failed|No url found for submodule path '(?P<name>[^']+)'|Fetched in submodule path '[^']+', but it did not contain|remote error: upload-pack: not our ref|Unable to (?:fetch|checkout) .*submodule|.*in submodule path).*)",
            ("submodule", "not our ref"),
            weight=2,
        ),
        Pattern(
            "lfs_error",
            "git_lfs",
            r"^(?:batch response: |Error downloading object: |\[\S+\] )?(?P<message>(?:.*This repository (?:exceeded its LFS budget|is over its data quota).*|.*Object does not exist on the server.*|smudge filter lfs failed|Encountered \d+ files? that should have been pointers.*|error: external filter 'git-lfs filter-process' failed|git-lfs: command not found|Failed to fetch some objects from .*lfs.*|(?>.*?lfs).*(?:Authentication required|batch response).*))",
            ("LFS", "data quota", "lfs", "Object does not exist", "should have been pointers"),
            weight=2,
        ),
        Pattern(
            "authentication_error",
            "authentication",
            r"^(?:Error: |##\[error\])?(?:remote: |fatal: |ERROR: |git@\S+: )+(?P<message>(?:Authentication failed for.*|could not read (?:Username|Password) for.*|Invalid username or (?:password|token).*|Permission denied \(publickey.*|Permission to \S+ denied to.*|Write access to repository not granted.*|HTTP Basic: Access denied.*|Support for password authentication was removed.*|You're using an RSA key.*|Bad credentials.*|The requested URL returned error: 40[13].*))",
            (
                "fatal: ",
                "remote: Invalid",
                "remote: HTTP",
                "remote: Permission",
                "remote: Write",
                "remote: Support",
                "remote: Bad",
                "remote: You",
                "remote: Auth",
                "ERROR: ",
                "git@",
            ),
            weight=2,
        ),
        Pattern(
            "authentication_error",
            "authentication",
            r"^(?P<message>(?:Host key verification failed\.|Permission denied \(publickey.*|Load key \"[^\"]+\": .+|git@[^:]+: Permission denied.*))",
            ("Host key verification", "Permission denied", "Load key"),
            weight=1,
        ),
        Pattern(
            "repository_not_found",
            "authentication",
            r"^(?:remote: |fatal: |ERROR: )+(?P<message>(?:Repository not found\.?|repository '(?P<url>[^']+)' not found|'(?P<path>[^']+)' does not appear to be a git repository).*)",
            (
                "Repository not found",
                "repository '",
                "does not appear to be a git",
            ),
            weight=2,
        ),
        Pattern(
            "missing_ref",
            "configuration",
            r"^(?:Error: |##\[error\])?(?:fatal|error|Error): (?P<message>(?:couldn't find remote ref (?P<ref>\S+)|Remote branch (?P<branch>\S+) not found|pathspec '(?P<name>[^']+)' did not match|reference is not a tree: \S+|ambiguous argument '(?P<arg>[^']+)'|bad (?:revision|object) '?(?P<rev>[^']+)'?|Needed a single revision|no merge base|Not a valid object name|invalid reference|No such ref|src refspec \S+ does not match any|.*unknown revision or path).*)",
            ("fatal: ", "error: "),
            weight=1,
        ),
        Pattern(
            "shallow_clone",
            "configuration",
            r"^(?:fatal|error|warning): (?P<message>.*(?:shallow (?:update|repository|clone)|No names found, cannot describe anything|no tag exactly matches|No tags can describe).*)",
            ("shallow", "cannot describe", "no tag exactly", "No tags can"),
            weight=1,
        ),
        Pattern(
            "unsafe_directory",
            "permission",
            r"^fatal: (?P<message>(?:detected dubious ownership in repository at '(?P<path>[^']+)'|unsafe repository).*)",
            ("dubious ownership", "unsafe repository"),
            weight=2,
        ),
        Pattern(
            "push_rejected",
            "policy",
            r"^(?: ! \[(?:remote )?rejected\]|(?:error|ERROR): failed to push some refs).*",
            ("rejected]", "failed to push"),
            role=CONSEQUENCE,
            weight=0,
        ),
        Pattern(
            "push_rejected",
            "policy",
            r"^remote: (?:error: )?(?P<message>(?:GH0\d\d: .*|GitLab: .*not allowed.*|.*exceeds GitHub's file size limit.*|.*[Pp]rotected branch.*|.*(?:hook|push) declined.*|refusing to allow .*))",
            (
                "remote: error",
                "remote: GH0",
                "remote: GitLab",
                "remote: refusing",
                "rotected branch",
                "declined",
                "exceeds GitHub",
            ),
            weight=2,
        ),
        Pattern(
            "push_rejected",
            "merge_conflict",
            r"^ ! \[rejected\] .*\((?P<message>fetch first|non-fast-forward|stale info)\)",
            ("[rejected]",),
            weight=0,
        ),
        Pattern(
            "identity_missing",
            "configuration",
            r"^fatal: (?P<message>(?:unable to auto-detect email address|empty ident name).*)|^\*\*\* Please tell me who you are\.",
            ("ident name", "auto-detect email", "Please tell me"),
            weight=1,
        ),
        Pattern(
            "network_error",
            "network",
            r"^(?:Error: |##\[error\])?(?:fatal|error|Error): (?P<message>(?:unable to access '(?P<url>[^']+)': .+|Could not read from remote repository\.|RPC failed; .+|early EOF|the remote end hung up unexpectedly|fetch-pack: .+|unable to connect to .+|index-pack failed|.*Connection (?:reset|timed out).*|.*Could not resolve host.*|protocol error: .*))",
            ("fatal: ", "error: "),
            weight=0,
        ),
        Pattern(
            "lock_file",
            "infrastructure",
            r"^fatal: (?P<message>Unable to create '(?P<path>[^']+\.lock)': File exists\.|.*index\.lock.*)",
            (".lock",),
            weight=1,
        ),
        Pattern(
            "dirty_tree",
            "stale_generated",
            r"^(?:error|fatal|Error|ERROR|##\[error\])?:? ?(?P<message>(?:.*(?:[Gg]enerated (?:files?|code|docs?) (?:is|are) (?:not up[- ]to[- ]date|out of (?:date|sync)|stale)|working (?:tree|directory|copy) is (?:not clean|dirty)|[Uu]ncommitted changes|has uncommitted changes|please (?:run|commit) .{0,60}and commit|not up[- ]to[- ]date.{0,40}(?:run|regenerat)|[Gg]it (?:tree|state|repo\w*) is (?:dirty|not clean)).*))",
            ("enerated ", "not clean", "is dirty", "ncommitted changes", "and commit", "up-to-date", "up to date"),
            weight=0,
        ),
        Pattern(
            "not_a_repository",
            "configuration",
            r"^fatal: (?P<message>not a git repository.*)",
            ("not a git repository",),
            weight=0,
        ),
        Pattern(
            "git_fatal",
            "configuration",
            r"^fatal: (?P<message>(?!error |Exiting|all |concurrent).{4,})",
            ("fatal: ",),
            weight=-1,
        ),
        Pattern(
            "merge_failed",
            "merge_conflict",
            r"^(?:Automatic merge failed; fix conflicts|error: Failed to merge in the changes|Patch failed at |Failed to recurse into submodule|fatal: Exiting because of)",
            ("Automatic merge failed", "Failed to merge", "Patch failed at", "Failed to recurse", "Exiting because"),
            role=CONSEQUENCE,
        ),
        Pattern(
            "hints",
            "unknown",
            r"^(?:hint: |warning: (?:redirecting|LF will|CRLF)|remote: (?:Enumerating|Counting|Compressing|Total|Resolving)|From https?://|Switched to|Note: switching)",
            (
                "hint: ",
                "warning: ",
                "remote: Enumerating",
                "From http",
                "Switched to",
            ),
            role=NOISE,
            severity="info",
        ),
    ),
    sample="""
Auto-merging src/store.c
CONFLICT (content): Merge conflict in src/store.c
Automatic merge failed; fix conflicts and then commit the result.
fatal: clone of 'git@github.com:acme/x.git' into submodule path '/w/third_party/x' failed
batch response: This repository exceeded its LFS budget. The account responsible for the budget should increase it.
remote: Repository not found.
fatal: Authentication failed for 'https://github.com/acme/private.git/'
fatal: couldn't find remote ref refs/heads/none
""",
    expected=(
        (2, "merge_conflict", "src/store.c", 0),
        (4, "submodule_error", "", 0),
        (5, "lfs_error", "", 0),
        (6, "repository_not_found", "", 0),
        (7, "authentication_error", "", 0),
        (8, "missing_ref", "", 0),
    ),
    signs=(r"^Cloning into '", r"^\[command\]/usr/bin/git "),
    advice={
        "merge_conflict": Advice(
            "The branches change the same lines: {file}{name}",
            ("Merge or rebase on the target branch, resolve the file, and push.",),
            "git merge origin/HEAD",
        ),
        "submodule_error": Advice(
            "A submodule cannot be fetched: {message}",
            ("Give the checkout a token that may read it, push the commit it points to, or correct .gitmodules.",),
            "git submodule update --init --recursive",
        ),
        "lfs_error": Advice(
            "Git LFS cannot get a file: {message}",
            ("Check the quota and that the object was pushed (`git lfs push --all`).",),
            "git lfs fetch",
        ),
        "authentication_error": Advice(
            "git may not do that: {message}",
            ("Give the job a valid token or key with the right scope; forks get no secrets.",),
        ),
        "repository_not_found": Advice(
            "The repository does not exist or may not be read: {message}",
            ("Check its URL; a private one needs a token that may read it.",),
        ),
        "missing_ref": Advice(
            "A branch, tag or commit is not here: {message}",
            ("Fetch it (`fetch-depth: 0` in checkout), or correct its name.",),
        ),
        "shallow_clone": Advice(
            "The clone lacks the history it needs: {message}", ("Check out with `fetch-depth: 0` and tags.",)
        ),
        "unsafe_directory": Advice(
            "The checkout belongs to another user: {path}", ("`git config --global --add safe.directory {path}`.",)
        ),
        "push_rejected": Advice(
            "The server refuses the push: {message}",
            ("Follow its rule: go through a pull request, remove the large file or the secret, or fetch first.",),
        ),
        "identity_missing": Advice("git knows no author here.", ("Set user.name and user.email in the job.",)),
        "network_error": Advice(
            "git could not reach the server: {message}", ("Run again; if it stays, check the URL and the network.",)
        ),
        "lock_file": Advice(
            "Another git process holds a lock: {path}", ("Wait for it, or remove the file a dead one left.",)
        ),
        "dirty_tree": Advice(
            "What is committed is not what the generator makes: {message}",
            ("Run the generator and commit its result.",),
            "git status --short",
        ),
        "not_a_repository": Advice(
            "This folder is no git repository.", ("Check out before this step, or mark it safe.directory.",)
        ),
        "git_fatal": Advice("git stopped: {message}", ("Read the message; run the command locally.",)),
    },
)
