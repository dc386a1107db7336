"""Gates: checks of the change itself rather than of the code: changelogs, labels, titles, commit messages, sign-off, size, coverage, generated files, other jobs.

Nothing failed to compile or to pass; something that a rule of the project asks for is missing.
"""

from __future__ import annotations

from typing import Final

from flowscout.model.logformat import CONSEQUENCE, Advice, LogFormat, Pattern

_E = r"^(?:##\[error\]|Error: |ERROR: |error: |::error::|❌ ?|✖ |✗ |fatal: |FAIL(?:ED|URE)?: ?|\[ERROR\] |x )?"

PLUGIN: Final = LogFormat(
    name="gates",
    languages=(),
    patterns=(
        Pattern(
            "coverage_verdict",
            "coverage",
            r"^(?:FAIL |ERROR: )?(?:Coverage failure: total of|Required test coverage of \S+ not reached|coverage threshold|Line coverage .* below)",
            ("Coverage failure", "Required test coverage", "coverage threshold", "Line coverage"),
            role=CONSEQUENCE,
            weight=1,
        ),
        Pattern(
            "changelog_missing",
            "gate",
            _E
            + r"(?P<message>(?:.{0,120}\b(?:[Cc]hange ?log|CHANGELOG|CHANGES|[Nn]ews ?(?:fragment|file|entry)|[Rr]elease notes?|changeset)s?\b.{0,80}(?:missing|not (?:found|updated|been)|required|must|please|needs?|without|no )|.{0,60}(?:[Mm]issing|[Nn]o|[Pp]lease add|[Aa]dd a|[Nn]ot found:?) .{0,40}(?:change ?log|Change ?log|CHANGELOG|news fragment|newsfragment|release note|changeset)).*)",
            ("hangelog", "hange log", "CHANGE", "ews ", "news", "elease note", "changeset"),
            weight=0,
        ),
        Pattern(
            "label_missing",
            "gate",
            _E
            + r"(?P<message>.{0,100}(?:(?:[Ll]abels?) .{0,60}(?:missing|required|must|needs?|not)|(?:requires?|needs?|must have|missing) .{0,30}labels?\b).*)",
            ("abel",),
            weight=-1,
        ),
        Pattern(
            "title_format",
            "gate",
            _E
            + r"(?P<message>(?:.{0,60}(?:PR|[Pp]ull [Rr]equest|MR) title .{0,80}|No release type found in pull request title.*|Unknown release type \".*|.*[Ss]ubject .{0,40} (?:doesn't|does not) match.*))",
            ("title", "ubject"),
            weight=-1,
        ),
        Pattern(
            "commit_message",
            "gate",
            r"^\s*✖\s++(?P<message>.+ \[(?P<code>[a-z]+(?:-[a-z]+)+)\])$",
            ("✖",),
            above=(r"^\s*⧗\s+input: (?P<commit>.+)", 8),
            weight=1,
        ),
        Pattern(
            "commit_message",
            "gate",
            _E
            + r"(?P<message>.{0,100}(?:[Cc]ommit (?:message|[0-9a-f]{7,40}) .{0,60}(?:invalid|does not|doesn't|must|should|not (?:follow|match|signed)|missing)|fixup! commits?|[Bb]lock(?:ed)? (?:by )?autosquash).*)",
            (
                "ommit message",
                "fixup! ",
                "not signed",
                "ommits must",
                "ommit must",
                "fixup!",
                "autosquash",
            ),
            weight=-1,
        ),
        Pattern(
            "sign_off_missing",
            "gate",
            _E
            + r"(?P<message>.{0,100}(?:DCO|[Ss]igned-off-by|[Ss]ign-off|CLA\b|[Cc]ontributor [Ll]icense).{0,80}(?:missing|not|fail|required|must|needs?|invalid|sign).*)",
            ("DCO", "igned-off", "ign-off", "CLA", "License"),
            weight=-1,
        ),
        Pattern(
            "size_gate",
            "policy",
            _E
            + r"(?P<message>.{0,100}(?:[Ss]ize limit|[Bb]undle size|[Bb]inary size|[Pp]ackage size|file size) .{0,60}(?:exceed|has exceeded|over|too (?:large|big)|greater).*)",
            ("ize limit", "undle size", "inary size", "ackage size", "file size"),
            weight=0,
        ),
        Pattern(
            "generated_stale",
            "stale_generated",
            _E
            + r"(?P<message>(?:.{0,120}(?:[Gg]enerated|[Ss]napshots?|[Ll]ock ?file|[Ss]chema|[Bb]indings|[Ii]ndex|[Dd]ocs|[Cc]hecked[- ]in|[Ff]ixtures|[Tt]ranslations|[Mm]igrations?|API (?:dump|report|file))\b.{0,60}(?:out[- ]of[- ](?:date|sync)|not up[- ]to[- ]date|stale|outdated|differs? from (?:the )?(?:generated|committed|checked|repository|source|what)\b|(?:is|are) different\b|has changed|have changed|need(?:s)? (?:to be )?(?:regenerat|updat)).{0,200}|.{0,80}(?:[Pp]lease )?run .{1,80} (?:and|to) (?:commit|update|regenerate|check in).{0,120}|.*API check failed for project.*))",
            (
                "out of date",
                "out-of-date",
                "out of sync",
                "out-of-sync",
                "up to date",
                "up-to-date",
                "stale",
                "outdated",
                "differ",
                "has changed",
                "have changed",
                "regenerat",
                "to be updat",
                "need updat",
                "and commit",
                "to commit",
                "to update",
                "and check in",
                "API check failed",
            ),
            weight=0,
        ),
        Pattern(
            "other_job_failed",
            "gate",
            _E
            + r"(?P<message>(?:.{0,80}(?:(?:[Rr]equired |[Oo]ther |[Nn]eeded |[Dd]ependent |[Uu]pstream |[Pp]revious )?(?:jobs?|checks?|workflows?|builds?|stages?) .{0,60}(?:did not (?:succeed|pass)|(?:has|have|was|were) (?:failed|cancelled|not successful)|failed or (?:was|were) cancelled)).*))",
            (
                "not successful",
                "failed or",
                "was cancelled",
                "were cancelled",
                "were failed",
                "been cancelled",
                "did not succeed",
                "did not pass",
                "has failed",
                "have failed",
                "was failed",
                "has cancelled",
            ),
            weight=-1,
        ),
        Pattern(
            "review_missing",
            "gate",
            _E
            + r"(?P<message>.{0,80}(?:(?:[Rr]equires?|[Nn]eeds?|[Mm]issing|at least \d+) (?:an? )?(?:approv|review)\w*|[Ww]aiting (?:for|on) (?:approval|review)|not (?:been )?approved|[Mm]erge (?:is )?blocked).*)",
            ("pprov", "eview", "blocked"),
            weight=-1,
        ),
        Pattern(
            "draft",
            "gate",
            r"^(?:##\[error\]|Error: )(?P<message>.{0,60}(?:work in progress|WIP|do not merge|[Dd]raft).*)",
            ("work in progress", "WIP", "do not merge", "raft"),
            weight=0,
        ),
        Pattern(
            "commitlint_verdict",
            "gate",
            r"^\s*✖\s+found [1-9]\d* problems?, \d+ warnings?",
            ("found ",),
            role=CONSEQUENCE,
            weight=1,
        ),
    ),
    sample="""
⧗   input: fixed stuff
✖   subject may not be empty [subject-empty]
✖   found 1 problems, 0 warnings
##[error]No changelog entry found: please add one to CHANGELOG.md
Error: The generated files are out of date, run `make generate` and commit the result
##[error]Commit 1234567 is not signed off: missing Signed-off-by
""",
    expected=(
        (2, "commit_message", "", 0),
        (4, "changelog_missing", "", 0),
        (5, "generated_stale", "", 0),
        (6, "commit_message", "", 0),
    ),
    advice={
        "changelog_missing": Advice(
            "The change has no changelog entry: {message}", ("Add one, or the label that waives it.",)
        ),
        "label_missing": Advice("A label is missing: {message}", ("Set it on the pull request.",)),
        "title_format": Advice("The title of the pull request is not as asked: {message}", ("Change the title.",)),
        "commit_message": Advice(
            "A commit message is not as asked: {message}", ("Reword it (`git commit --amend`, `git rebase -i`).",)
        ),
        "sign_off_missing": Advice(
            "A sign-off is missing: {message}", ("`git commit -s --amend`, or sign the agreement.",)
        ),
        "size_gate": Advice("Something grew too large: {message}", ("Find what made it grow.",)),
        "generated_stale": Advice(
            "What is committed is not what the generator makes: {message}",
            ("Run the generator and commit its result.",),
        ),
        "other_job_failed": Advice(
            "Another job failed, and this one only reports it: {message}", ("Look at that job.",)
        ),
        "review_missing": Advice("A review is missing: {message}", ("Ask for it.",)),
        "draft": Advice("The change is marked as not ready: {message}", ("Mark it as ready.",)),
    },
)
