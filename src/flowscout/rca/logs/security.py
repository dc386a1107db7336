"""Scanners for vulnerabilities, secrets and licences: Trivy, Grype, Snyk, pip-audit, OWASP Dependency-Check, gitleaks, CodeQL, Semgrep, Checkov, SonarQube.

They list findings in tables and end with a verdict; the first finding of the severity that fails the build is the cause.
Form: the tools' documentation.
"""

from __future__ import annotations

from typing import Final

from flowscout.model.logformat import CONSEQUENCE, SUCCESS, Advice, LogFormat, Pattern

PLUGIN: Final = LogFormat(
    name="security",
    languages=(),
    patterns=(
        Pattern(
            "vulnerability",
            "vulnerability",
            r"^[│|]\s*(?P<dependency>[\w@./:+-]{2,80}?)(?: \([^)]*\))?\s*[│|]\s*(?P<code>(?:CVE|GHSA)-[\w-]+)\s*[│|]\s*(?P<level>CRITICAL|HIGH|MEDIUM)",
            ("CVE-", "GHSA-"),
            weight=0,
        ),
        Pattern(
            "vulnerability",
            "vulnerability",
            r"^(?P<dependency>[\w@./:+-]{2,80})\s++(?P<version>\d\S*)\s++(?:.{0,80}\s)?(?P<code>(?:CVE|GHSA|PYSEC|SNYK)-[\w:-]+)",
            ("CVE-", "GHSA-", "PYSEC-", "SNYK-"),
            weight=0,
        ),
        Pattern(
            "vulnerability",
            "vulnerability",
            r"^\s*✗ (?P<message>.+ \[(?P<level>\w+) Severity\].*)",
            ("Severity]",),
            weight=0,
        ),
        Pattern(
            "vulnerability",
            "vulnerability",
            r"(?P<message>One or more dependencies were identified with vulnerabilities that have a CVSS score greater than.*)",
            ("identified with vulnerabilities",),
            weight=1,
        ),
        Pattern(
            "secret_found",
            "policy",
            r"^(?:RuleID:\s+(?P<code>\S+)|(?:Secret Type|Detector Type): (?P<kind>.+))$",
            ("RuleID:", "Secret Type", "Detector Type"),
            then=(
                (r"^(?:File|Location|File path):\s+(?P<file>[^\s:]+)(?::(?P<line>\d+))?", -6),
                (r"^Line:\s+(?P<line_>\d+)", -2),
            ),
            weight=1,
        ),
        Pattern(
            "secret_found",
            "policy",
            r"(?P<message>leaks found: [1-9]\d*|Found (?:verified|unverified) result.*)",
            ("leaks found", "Found "),
            role=CONSEQUENCE,
        ),
        Pattern(
            "semgrep",
            "lint_failure",
            r"^\s+(?:❯+|❱+|severity:\w+ rule:)\s*(?P<code>[\w.-]+\.[\w.-]+)",
            ("❯", "❱", "rule:"),
            then=((r"^\s+(?P<line>\d+)┆ ?(?P<message>.*)", 12),),
            above=(r"^\s{2,6}(?P<file>[\w./-]+\.\w{1,6})\s*$", 4),
            weight=0,
        ),
        Pattern(
            "checkov",
            "policy",
            r"^Check: (?P<code>CKV\w+): \"(?P<message>[^\"]+)\"",
            ("Check: CKV",),
            then=(
                (r"^\s*FAILED for resource: (?P<resource>\S+)", 1),
                (r"^\s*File: (?P<file>[^\s:]+):(?P<line>\d+)", 2),
            ),
            weight=1,
        ),
        Pattern(
            "quality_gate",
            "gate",
            r"(?P<message>(?:QUALITY GATE STATUS: FAILED|Quality gate (?:status|failed).{0,60}(?:FAILED|ERROR|failed)?|Pipeline aborted due to quality gate failure.*).*)",
            ("QUALITY GATE", "uality gate"),
            weight=1,
        ),
        Pattern(
            "licence_policy",
            "policy",
            r"(?P<message>(?:licen[cs]e \"?[^\"]{2,40}\"? is (?:not allowed|forbidden|prohibited|denied)|disallowed licen[cs]e|forbidden licen[cs]e|[Ii]ncompatible licen[cs]e).*)",
            ("icense", "icence"),
            weight=1,
        ),
        Pattern(
            "summary",
            "vulnerability",
            r"^(?:Total: \d+ \(.*(?:CRITICAL|HIGH): [1-9]|Found [1-9]\d* known vulnerabilit(?:y|ies)|\s*[1-9]\d* vulnerabilit(?:y|ies) found|Tested \d+ dependencies for known issues, found [1-9]|discovered vulnerabilities at or above|.*failed checks: [1-9]|Ran \d+ rules on \d+ files: [1-9]\d* findings)",
            ("Total: ", "known vulnerabilit", "vulnerabilit", "known issues", "failed checks", "Ran "),
            role=CONSEQUENCE,
            weight=1,
        ),
        Pattern(
            "passed",
            "unknown",
            r"^No known vulnerabilities found|no vulnerable paths found|no leaks found|^Ran \d+ rules on \d+ files: 0 findings|failed checks: 0",
            ("No known vulnerabilities", "no vulnerable paths", "no leaks found", ": 0 findings", "failed checks: 0"),
            role=SUCCESS,
            severity="info",
        ),
    ),
    sample="""
│ openssl │ CVE-2026-0001 │ CRITICAL │ fixed │ 3.0.1 │ 3.0.2 │
Found 1 known vulnerability in 1 package
jinja2 3.1.2   GHSA-h5c8-rqwp-cp95 3.1.3
Check: CKV_AWS_20: "S3 Bucket has an ACL defined which allows public READ access."
	FAILED for resource: aws_s3_bucket.b
	File: /main.tf:1-9
QUALITY GATE STATUS: FAILED - View details on https://sonar.example
""",
    expected=(
        (1, "vulnerability", "", 0),
        (3, "vulnerability", "", 0),
        (4, "checkov", "/main.tf", 1),
        (7, "quality_gate", "", 0),
    ),
    advice={
        "vulnerability": Advice(
            "{dependency} has a known vulnerability {code}: {message}",
            ("Raise it to a fixed version; if it does not concern you, record the exception with its reason.",),
        ),
        "secret_found": Advice(
            "A secret is committed: {file}:{line}", ("Revoke it first, then remove it from the history.",)
        ),
        "semgrep": Advice("Semgrep {code} at {file}:{line}", ("Use the safer way that the rule names.",)),
        "checkov": Advice("{code} for {resource}: {message}", ("Correct {file}:{line}.",)),
        "quality_gate": Advice("The quality gate fails: {message}", ("Open its report for the condition that fails.",)),
        "licence_policy": Advice(
            "A licence is not allowed: {message}", ("Replace the dependency, or have the exception granted.",)
        ),
    },
)
