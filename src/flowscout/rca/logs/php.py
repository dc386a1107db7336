"""PHP, Composer, PHPUnit, Pest, PHPStan, Psalm, PHP_CodeSniffer, PHP-CS-Fixer, Laravel and Symfony consoles.

`PHP Fatal error:  text in file on line n` (also `Parse error`, `Uncaught Type: text in file:line`). PHPUnit numbers failures: `1) Class::test`, the reason,
then `file:line`. PHPStan draws a table: `  Line   file`, `  12     text`. PHPCS: `FILE: path` and ` 12 | ERROR | text`.
Form: PHP manual, PHPUnit's result printer, PHPStan's table formatter, Composer's resolver.
"""

from __future__ import annotations

from typing import Final

from flowscout.model.logformat import CONSEQUENCE, NOISE, SUCCESS, Advice, LogFormat, Pattern

_PLACE = r"^(?P<file>(?:[A-Za-z]:)?(?![^\s:]*/vendor/)[^\s:]{1,300}\.(?:php|phpt)):(?P<line>\d+)$"

PLUGIN: Final = LogFormat(
    name="php",
    languages=("php",),
    patterns=(
        Pattern(
            "syntax_error",
            "syntax_error",
            r"^(?:PHP )?Parse error: ++(?P<message>.+?) in (?P<file>\S.{0,300}?)(?: on line |:)(?P<line>\d+)",
            ("Parse error",),
            weight=2,
        ),
        Pattern(
            "out_of_memory",
            "out_of_memory",
            r"^(?:PHP )?Fatal error: +(?P<message>Allowed memory size of \d+ bytes exhausted.*?) in (?P<file>\S.{0,300}?) on line (?P<line>\d+)",
            ("Allowed memory size",),
            weight=2,
        ),
        Pattern(
            "uncaught_exception",
            "runtime_error",
            r"^(?:PHP )?Fatal error: +Uncaught (?P<message>(?P<exception>[\w\\]+):? .*?) in (?P<file>\S.{0,300}?):(?P<line>\d+)$",
            ("Uncaught ",),
            weight=1,
        ),
        Pattern(
            "fatal_error",
            "runtime_error",
            r"^(?:PHP )?(?:Fatal|Catchable fatal|Recoverable fatal|Core|Compile) error: ++(?P<message>.+?) in (?P<file>\S.{0,300}?) on line (?P<line>\d+)",
            ("error: ",),
            weight=1,
        ),
        Pattern(
            "fatal_error", "runtime_error", r"^(?:PHP )?Fatal error: +(?P<message>.+)", ("Fatal error: ",), weight=0
        ),
        Pattern(
            "warning",
            "runtime_error",
            r"^(?:PHP )?(?:Warning|Notice|Deprecated): ++.+ in \S.{0,300}? on line \d+",
            ("Warning: ", "Notice: ", "Deprecated: "),
            role=NOISE,
            severity="warning",
        ),
        Pattern(
            "test_failure",
            "test_failure",
            r"^\d{1,5}\) (?P<test>[\w\\]+::.{1,300})$",
            ("::",),
            then=((r"^(?P<message>(?!This test |Test code or tested code )\S.*)", 1), (_PLACE, -60)),
            at=1,
            weight=2,
        ),
        Pattern(
            "test_failure",
            "test_failure",
            r"^\s*(?:FAILED|•)\s+(?P<test>Tests\\.{1,300}?)(?:(?<!\s)\s{2,}+(?P<exception>\w+))?$",
            ("FAILED ", "• Tests"),
            then=((r"^\s+(?P<message>\S.+)", 2), (r"^\s+at (?P<file>\S+\.php):(?P<line>\d+)", -12)),
            at=1,
            weight=2,
        ),
        Pattern(
            "composer_conflict",
            "dependency_conflict",
            r"^\s*Your requirements could not be resolved to an installable set of packages\.",
            ("Your requirements could not",),
            then=((r"^\s+- (?P<message>\S.+)", 6),),
            at=1,
            more=r"^\s+- |^\s*Problem \d+|^$",
            weight=2,
            file="composer.json",
        ),
        Pattern(
            "composer_platform",
            "environment",
            r"^\s*- (?P<message>.*(?:requires (?:ext-(?P<extension>\w+)|php \S+)).*)",
            ("requires ext-", "requires php"),
            weight=1,
            file="composer.json",
        ),
        Pattern(
            "network_error",
            "network",
            r"^\s*(?P<message>(?:The \"\S{1,300}\" file could not be downloaded|curl error \d+ while downloading|Failed to download \S+ from dist).*)",
            ("could not be downloaded", "curl error", "from dist"),
            weight=1,
        ),
        Pattern(
            "lock_out_of_date",
            "stale_generated",
            r"^\s*(?P<message>Your lock file does not contain a compatible set of packages.*)",
            ("Your lock file does not",),
            weight=1,
            file="composer.json",
        ),
        Pattern(
            "composer_missing",
            "dependency_resolution",
            r"^\s*(?P<message>(?:Could not find (?:a matching version of )?package (?P<dependency>\S+)|Root composer\.json requires (?P<root>\S++).*(?:could not be found|found .{0,300} but)|Could not authenticate against).*)",
            ("Could not find", "Root composer.json", "could not be downloaded", "Could not authenticate"),
            weight=0,
            file="composer.json",
        ),
        Pattern(
            "lock_out_of_date",
            "stale_generated",
            r"^(?:- )?(?P<message>(?:Required package \"(?P<dependency>[^\"]+)\" is not (?:present in the lock file|in the correct version)|The lock file is not up to date|Warning: The lock file is not up to date).*)",
            ("lock file",),
            weight=0,
            file="composer.json",
        ),
        Pattern(
            "composer_script",
            "build_script",
            r"^Script .{1,200} (?:handling the \S+ event )?returned with error code \d+",
            ("returned with error code",),
            role=CONSEQUENCE,
        ),
        Pattern(
            "type_error",
            "type_error",
            r"^(?P<file>[^\s:]+\.php):(?P<line>\d+):(?P<column>\d+):error - (?P<message>.+)",
            (":error - ",),
            weight=1,
        ),
        Pattern(
            "type_error",
            "type_error",
            r"^ {1,3}Line +(?P<file>\S+\.php)\b",
            ("  Line ", " Line "),
            then=((r"^ +:?(?P<line>\d+) +(?P<message>\S.*)", 3),),
            at=1,
            weight=1,
            more=r"^ {6,}\S",
        ),
        Pattern(
            "type_error",
            "type_error",
            r"^(?P<file>[^\s:]+\.php):(?P<line>\d+):(?P<message>(?!\d+:).{4,})$",
            (".php:",),
            weight=0,
        ),
        Pattern(
            "type_error",
            "type_error",
            r"^ERROR: (?P<code>\w+)(?: - |\n)",
            ("ERROR: ",),
            then=((r"^at (?P<file>\S+\.php):(?P<line>\d+):(?P<column>\d+)", 1), (r"^(?P<message>\S.+)", 1)),
            weight=1,
        ),
        Pattern(
            "type_error",
            "type_error",
            r"^ERROR: (?P<code>\w+) - (?P<file>\S+\.php):(?P<line>\d+):(?P<column>\d+) - (?P<message>.+)",
            ("ERROR: ",),
            weight=1,
        ),
        Pattern(
            "lint_violation",
            "lint_failure",
            r"^ *(?P<line>\d+) \| ERROR(?: +\| (?:\[[x ]\] )?(?P<message>.+))?$",
            ("| ERROR",),
            above=(r"^FILE: (?P<file>\S.+)", 120),
            weight=1,
        ),
        Pattern(
            "unformatted",
            "format_check",
            r"^\s+\d+\) (?P<file>\S+\.php)(?: \((?P<code>[\w, ]+)\))?$",
            (".php",),
            weight=0,
        ),
        Pattern(
            "missing_extension",
            "environment",
            r"^(?P<message>(?:PHP )?(?:Warning|Fatal error): ++(?:PHP Startup: Unable to load dynamic library|.*Call to undefined function \w+\(\)).*)",
            ("Unable to load dynamic", "undefined function"),
            weight=0,
        ),
        Pattern(
            "console_error",
            "runtime_error",
            r"^In (?!(?:RemoteFilesystem|CurlDownloader|HttpDownloader|Factory|Problem|Auth\w*)\.php)(?P<file>\w+\.php) line (?P<line>\d+):$",
            ("In ",),
            then=((r"^\s+(?P<message>\S.+)", 3),),
            at=1,
            weight=1,
        ),
        Pattern(
            "no_input",
            "missing_file",
            r"^(?P<message>Could not open input file: (?P<missing>\S+).*)",
            ("Could not open input file",),
            weight=1,
        ),
        Pattern(
            "summary",
            "test_failure",
            r"^(?:FAILURES!|ERRORS!|Tests: \d+, Assertions: \d+, (?:Errors|Failures): [1-9]|There (?:was|were) \d+ (?:failure|error)s?:|\s*\[ERROR\] Found [1-9]\d* errors?|FOUND [1-9]\d* ERRORS?|\s*Tests:\s+[1-9]\d* failed)",
            ("FAILURES!", "ERRORS!", "Assertions: ", "There was", "There were", "[ERROR] Found", "FOUND ", "Tests: "),
            role=CONSEQUENCE,
            weight=1,
        ),
        Pattern(
            "passed",
            "unknown",
            r"^OK \(\d+ tests?, \d+ assertions?\)|^OK, but |^\s*\[OK\] No errors",
            ("OK (", "OK, but", "[OK] No errors"),
            role=SUCCESS,
            severity="info",
            weight=1,
        ),
    ),
    sample="""
PHP Parse error:  syntax error, unexpected token "}" in /app/src/Store.php on line 12
1) Acme\\RingTest::testWraps
Failed asserting that 3 matches expected 4.

/app/tests/RingTest.php:21
 ------ ------------------------------------------
  Line   src/Store.php
 ------ ------------------------------------------
  12     Call to an undefined method Acme\\Store::opn().
 ------ ------------------------------------------
FILE: /app/src/Log.php
 3 | ERROR | [x] Expected 1 space after IF keyword; 0 found
FAILURES!
""",
    expected=(
        (1, "syntax_error", "/app/src/Store.php", 12),
        (3, "test_failure", "/app/tests/RingTest.php", 21),
        (9, "type_error", "src/Store.php", 12),
        (12, "lint_violation", "/app/src/Log.php", 3),
    ),
    signs=(
        r"^PHPUnit \d",
        r"\bcomposer (?:install|update)",
        r"^Loading composer repositories",
        r"^  - Installing [^\s/]+/\S+ \(",
    ),
    advice={
        "network_error": Advice(
            "Composer cannot download: {message}",
            ("Run again; if it stays, check the network and the repository; give a token against rate limits.",),
        ),
        "syntax_error": Advice(
            "{file}:{line} cannot be parsed: {message}", ("Correct the line; check the PHP version.",), "php -l {file}"
        ),
        "out_of_memory": Advice(
            "PHP ran out of its memory limit.", ("Raise memory_limit (`php -d memory_limit=1G`), or find what grows.",)
        ),
        "uncaught_exception": Advice("{exception} was not caught: {message}", ("Look at {file}:{line}.",)),
        "fatal_error": Advice("PHP stopped: {message}", ("Look at {file}:{line}.",)),
        "test_failure": Advice(
            "{test} fails: {message}", ("Look at {file}:{line}.",), "vendor/bin/phpunit --filter '{test}'"
        ),
        "composer_conflict": Advice(
            "Composer finds no set of packages that agree: {message}",
            ("Loosen one of the constraints, or raise the package that holds back.",),
            "composer update --dry-run",
        ),
        "composer_platform": Advice(
            "The platform lacks something: {message}",
            ("Install the PHP version or extension in the job.",),
            "composer check-platform-reqs",
        ),
        "composer_missing": Advice(
            "Composer cannot get a package: {message}",
            ("Check name, version, stability and repositories; give a token for private ones.",),
        ),
        "lock_out_of_date": Advice(
            "composer.lock does not match composer.json: {message}",
            ("Run `composer update` for the package and commit the lock.",),
            "composer validate",
        ),
        "type_error": Advice(
            "The analyser refuses {file}:{line}: {message}",
            ("Correct the call or the declared type.",),
            "vendor/bin/phpstan analyse",
        ),
        "lint_violation": Advice(
            "The coding standard is broken at {file}:{line}: {message}",
            ("Run the fixer (phpcbf) and commit.",),
            "vendor/bin/phpcs {file}",
        ),
        "unformatted": Advice(
            "{file} is not formatted as the project asks.",
            ("Run the fixer and commit.",),
            "vendor/bin/php-cs-fixer fix {file}",
        ),
        "missing_extension": Advice("A PHP extension is missing: {message}", ("Install it in the job.",), "php -m"),
        "console_error": Advice("{message}", ("Look at {file}:{line}.",)),
        "no_input": Advice(
            "PHP finds no file {missing}.", ("Check the path; run `composer install` first if it is of vendor.",)
        ),
    },
)
