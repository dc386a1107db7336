"""Ruby, Bundler, Rake, RSpec, Minitest, Test::Unit, RuboCop, Rails, Cucumber.

`file.rb:12:in 'method': text (ErrorClass)`, then frames. RSpec numbers failures after its summary (`  1) name`, `Failure/Error:` with the source, the
reason, `# ./spec/x_spec.rb:8:in …`) and lists `rspec ./spec/x_spec.rb:6 # name`. Minitest: `Failure:`, `name [file:line]:`. RuboCop: `file:line:column: C: Cop/Name: text`.
Form: Ruby's `Exception#full_message`; RSpec's documentation formatter; Bundler's error messages.
"""

from __future__ import annotations

from typing import Final

from flowscout.model.logformat import CONSEQUENCE, SUCCESS, Advice, LogFormat, Pattern

_RB = r"(?P<file>(?:[A-Za-z]:)?(?![^\s:]*/gems/)(?!/usr/lib)(?!<internal)[^\s:'\"]{1,300}\.(?:rb|rake|gemspec|ru|erb|haml|feature)|Gemfile|Rakefile|Vagrantfile|Podfile|Fastfile)"

PLUGIN: Final = LogFormat(
    name="ruby",
    languages=("ruby",),
    patterns=(
        Pattern(
            "test_failure",
            "test_failure",
            r"^\s{1,4}\d{1,5}\) (?P<test>\S.{0,300})$",
            (
                "0) ",
                "1) ",
                "2) ",
                "3) ",
                "4) ",
                "5) ",
                "6) ",
                "7) ",
                "8) ",
                "9) ",
            ),
            then=(
                (r"^\s+(?:Failure/Error:(?: (?P<source>.+))?$|Got \d+ failures?.*)", 2),
                (r"^\s+(?P<message>(?!Failure/Error)(?![A-Z][\w:]{1,80}:$)\S.*)", 12),
                (r"^\s+# \./" + _RB.replace("(?P<file>", "(?P<file>(?:)") + r":(?P<line>\d+):?", -40),
            ),
            at=1,
            weight=2,
        ),
        Pattern(
            "test_failure",
            "test_failure",
            r"^\s*(?:\d+\) )?(?P<outcome>Failure|Error):?$",
            ("Failure", "Error:"),
            then=(
                (
                    r"^(?P<test>\S.{1,200}?) \["
                    + _RB
                    + r":(?P<line>\d+)\]:?$|^(?P<name>(?=[\w:#]+test_\w)[\w:#]*\w|[\w:#]+\(\w+\)):?$",
                    1,
                ),
                (r"^(?P<message>\S.*)", 2),
            ),
            at=2,
            weight=2,
        ),
        Pattern(
            "test_failure",
            "test_failure",
            r"^(?P<outcome>Failure|Error): (?P<test>test_?[^\s(]*\(.*\)).*",
            ("Failure: ", "Error: "),
            then=((r"^\s*(?:=> )?" + _RB + r":(?P<line>\d+)", -3),),
            weight=1,
        ),
        Pattern("test_failure", "test_failure", r"^\s*Failure/Error: (?P<message>.+)", ("Failure/Error: ",), weight=0),
        Pattern(
            "rspec_outside",
            "runtime_error",
            r"^An error occurred while loading (?P<spec>\S+?)\.?$",
            ("An error occurred while loading",),
            then=(
                (r"^(?:Failure/Error: .*)?(?P<message>(?P<exception>[A-Z][\w:]*+(?:Error|Exception)?):?.*)(?![^\n])", 8),
                (r"^\s*# \./" + _RB + r":(?P<line>\d+)", -20),
            ),
            at=1,
            weight=1,
        ),
        Pattern(
            "network_error",
            "network",
            r"(?P<message>(?:Could not reach host \S+|Network error while fetching|Could not fetch specs from|Could not download data from|Gem::RemoteFetcher::FetchError|bad response (?:Not Found|Forbidden|Internal|Bad Gateway|Service)).*)",
            (
                "Could not reach host",
                "Network error while",
                "Could not fetch specs",
                "Could not download data",
                "RemoteFetcher",
                "bad response",
            ),
            weight=1,
        ),
        Pattern(
            "missing_command",
            "missing_command",
            r"^(?P<message>Invalid gemspec in \[(?P<file>[^\]]+)\]: No such file or directory - (?P<command>\S+))",
            ("Invalid gemspec",),
            weight=1,
        ),
        Pattern(
            "gem_not_found",
            "dependency_resolution",
            r"^(?:\[!\] )?(?P<message>(?:Could not find (?:gem|compatible versions|(?P<dependency>[\w-]+(?:-\d[\w.]*)?) in (?:any of the sources|locally installed gems|rubygems|cached gems|any source))|Could not find '(?P<gem>[^']+)' .* among|Your bundle is locked to|Unable to find a spec satisfying|ERROR:\s+Could not find a valid gem '(?P<name>[^']+)').*)",
            ("Could not find", "Your bundle is locked", "Unable to find a spec"),
            more=r"^\s+\S|^(?:The source|Run `bundle)",
            weight=1,
            file="Gemfile",
        ),
        Pattern(
            "gem_conflict",
            "dependency_conflict",
            r"^(?:Bundler )?(?P<message>(?:could not find compatible versions for gem \"(?P<dependency>[^\"]+)\"|Because .{1,200} depends on .*|You have already activated \S+ \S+, but your Gemfile requires).*)",
            ("compatible versions for gem", "Because ", "You have already activated"),
            more=r"^\s+\S|^So, because|^And because|^\s*version solving has failed",
            weight=1,
            file="Gemfile",
        ),
        Pattern(
            "lock_out_of_date",
            "stale_generated",
            r"^(?P<message>(?:The gemspecs? for .* changed|You are trying to install in deployment mode after changing|The bundle is frozen|The (?:lockfile|dependencies in your gemfile) (?:does not|changed|can't)|Your lockfile (?:does not|doesn't)|Some dependencies were deleted|Cannot write a changed lockfile while frozen|Frozen mode is set).*)",
            ("deployment mode", "lockfile", "Frozen", "frozen", "dependencies in your gemfile"),
            weight=1,
            file="Gemfile",
        ),
        Pattern(
            "platform",
            "environment",
            r"^(?P<message>Your bundle only supports platforms .+|(?>.*?Gemfile\.lock)(?>.*? does not (?:include|match) ).*platform.*)",
            (
                "only supports platforms",
                "Gemfile.lock",
            ),
            weight=1,
        ),
        Pattern(
            "native_extension",
            "packaging",
            r"^\s*(?:Gem::Ext::BuildError: )?ERROR: (?:Failed to build gem native extension|Error installing).*|^An error occurred while installing (?P<dependency>\S+)",
            ("native extension", "Error installing", "An error occurred while installing"),
            role=CONSEQUENCE,
        ),
        Pattern(
            "mkmf",
            "environment",
            r"^\s*+(?P<message>(?:\*\*\* extconf\.rb failed \*\*\*|mkmf\.rb can't find header files for ruby|.*: no$|(?>.*?: checking for ).*\.\.\. no$|.{1,100} is missing\. ?(?:Please|please|Try|try|You|you).*|ERROR: (?>.*?(?:client|library|libs?) ).*missing.*))",
            ("extconf.rb failed", "mkmf.rb", "is missing", "missing"),
            weight=0,
        ),
        Pattern(
            "ruby_version",
            "version_mismatch",
            r"^(?:ERROR: ++)?(?P<message>(?:Your Ruby version is (?P<current>\S+), but your Gemfile specified|.{0,120} requires [Rr]uby version|rbenv: version `\S+' is not installed|ruby-\S+ is not installed|Required ruby-\S+).*)",
            ("uby version", "is not installed", "Required ruby"),
            weight=1,
        ),
        Pattern(
            "syntax_error",
            "syntax_error",
            r"^(?:\S*ruby: )?"
            + _RB
            + r":(?P<line>\d+): (?:warning: (?:.{0,100}(?=syntax error))?)?(?P<message>syntax errors?,? .+|.*\(SyntaxError\))",
            ("syntax error", "SyntaxError"),
            weight=1,
        ),
        Pattern(
            "missing_file",
            "import_error",
            r"^(?:.{0,300}:in .{1,200}: )?(?P<message>cannot load such file -- (?P<dependency>\S+).*)",
            ("cannot load such file",),
            weight=1,
        ),
        Pattern(
            "missing_file",
            "import_error",
            r"(?P<message>cannot load such file -- (?P<dependency>\S+))",
            ("cannot load such file",),
            weight=0,
        ),
        Pattern(
            "uncaught_exception",
            "runtime_error",
            r"^(?:\t|\s*)(?:\S{1,300}:)?"
            + _RB
            + r":(?P<line>\d+):in [`'‘](?P<function>[^'’]{1,200})['’]: (?P<message>.+?) \((?P<exception>[A-Z][\w:]*)\)",
            (":in `", ":in '"),
            weight=1,
        ),
        Pattern(
            "uncaught_exception",
            "runtime_error",
            r"^[^\s:]{1,300}\.rb:\d+:in [`'‘](?P<function>[^'’]{1,200})['’]: (?P<message>.+?) \((?P<exception>[A-Z][\w:]*)\)",
            (":in `", ":in '"),
            then=((r"^\s+from " + _RB + r":(?P<line>\d+):in", -12),),
            weight=1,
        ),
        Pattern(
            "uncaught_exception",
            "runtime_error",
            r"^(?P<exception>[A-Z]\w*(?:::[A-Z]\w*)*(?:Error|Exception|NotFound|Invalid|Missing|Unavailable|Pending\w{0,40})): (?P<message>.+)",
            ("Error: ", "Exception: ", "NotFound: ", "Invalid: ", "Missing", "Unavailable: ", "Pending"),
            then=((r"^(?:\s*+#? ?(?:from )?)(?:\./)?" + _RB + r":(?P<line>\d+):in", -6),),
            weight=-1,
        ),
        Pattern(
            "rake_aborted",
            "build_script",
            r"^(?:rake|bin/rails|rails) aborted!",
            (" aborted!",),
            then=(
                (r"^(?P<message>\S.+)", 2),
                (r"^\s*(?:\./)?(?P<file>/?(?:[^\s:]+/)?(?:Rakefile|[\w.-]+\.(?:rb|rake))):(?P<line>\d+):in", -12),
            ),
            at=1,
            weight=1,
        ),
        Pattern(
            "lint_violation",
            "lint_failure",
            r"^[CWEFRI]: {1,4}(?P<line>\d+): {1,4}(?P<column>\d+): (?P<message>(?:\[Correctable\] )?(?P<code>[A-Z]\w+/\w+): .+)",
            ("C: ", "W: ", "E: ", "F: ", "R: "),
            above=(r"^== (?P<file>\S+) ==$", 200),
        ),
        Pattern(
            "lint_violation",
            "lint_failure",
            r"^"
            + _RB
            + r":(?P<line>\d+):(?P<column>\d+): (?P<severity>[CWEFRI]): (?:\[Correct\w*\] )?(?P<message>(?P<code>[A-Z]\w*/[\w/]+): .+)",
            (": C: ", ": W: ", ": E: ", ": F: ", ": R: "),
            weight=0,
        ),
        Pattern(
            "lint_violation",
            "lint_failure",
            r"^" + _RB + r":(?P<line>\d+):(?P<column>\d+): (?:[EF]): (?P<message>.+)",
            (": E: ", ": F: "),
            weight=1,
        ),
        Pattern(
            "lint_violation",
            "lint_failure",
            r"^" + _RB + r":(?P<line>\d+):(?P<column>\d+): (?P<severity>[CWR]): (?P<message>.+)",
            (": C: ", ": W: ", ": R: "),
        ),
        Pattern(
            "lint_violation",
            "lint_failure",
            r"^\s*"
            + _RB
            + r":(?P<line>\d+):(?P<column>\d+): (?P<message>(?:Style|Layout|Lint|Naming|Metrics)/\w+: .+)",
            ("Style/", "Layout/", "Lint/", "Naming/", "Metrics/"),
        ),
        Pattern(
            "type_error",
            "type_error",
            r"^" + _RB + r":(?P<line>\d+): (?P<message>.+) https://srb\.help/(?P<code>\d+)",
            ("srb.help/",),
            weight=1,
        ),
        Pattern(
            "bundler_missing",
            "missing_command",
            r"^(?P<message>(?:bundler: (?:command not found: (?P<command>\S+)|failed to load command: (?P<failed>\S+).*)|Could not locate Gemfile.*|can't find gem bundler.*))",
            ("bundler: ", "Could not locate Gemfile", "find gem bundler"),
            weight=0,
        ),
        Pattern(
            "rake_task",
            "configuration",
            r"^(?P<message>Don't know how to build task '(?P<task>[^']+)'.*)",
            ("Don't know how to build task",),
            weight=1,
        ),
        Pattern(
            "security",
            "vulnerability",
            r"^Name: (?P<dependency>\S+)$",
            ("Name: ",),
            then=((r"^(?:Advisory|CVE|GHSA): (?P<code>\S+)", 3), (r"^Title: (?P<message>.+)", 8)),
            weight=0,
        ),
        Pattern(
            "coverage_too_low",
            "coverage",
            r"^(?P<message>(?:Line|Branch) coverage \([\d.]+%\) is below the expected minimum coverage.*|SimpleCov failed with exit \d+.*)",
            ("overage (", "SimpleCov failed"),
            weight=0,
        ),
        Pattern(
            "summary",
            "test_failure",
            r"^[1-9]\d* examples?, (?:[1-9]\d* failures?|0 failures, \d+ errors? occurred)|^\d+ (?:runs|tests), \d+ assertions, (?:[1-9]\d* failures|0 failures, [1-9]\d* errors)|^rspec (?:'?)\./\S+ # |^Failed examples:|^\d+ files? inspected, [1-9]\d* offenses?|^\d+ scenarios? \(.*[1-9]\d{0,8} failed|^Tasks: TOP =>|^Run options:(?>.*?--seed )\d+ .*fail",
            ("failure", "rspec ", "Failed examples", "offense", "failed", "Tasks: TOP", "errors,"),
            role=CONSEQUENCE,
            weight=1,
        ),
        Pattern(
            "passed",
            "unknown",
            r"^\d+ examples?, 0 failures(?:, \d+ pending)?$|^\d+ (?:runs|tests), \d+ assertions, 0 failures, 0 errors|^\d+ files? inspected, no offenses|^Bundle complete!",
            ("0 failures", "no offenses", "Bundle complete!"),
            role=SUCCESS,
            severity="info",
            weight=1,
        ),
    ),
    sample="""
Failures:

  1) Ring wraps
     Failure/Error: expect(ring.get(0)).to eq(4)

       expected: 4
            got: 3
     # ./spec/ring_spec.rb:6:in 'block (2 levels) in <top (required)>'
rspec ./spec/ring_spec.rb:5 # Ring wraps
/app/lib/store.rb:12:in `open': undefined method `size' for nil:NilClass (NoMethodError)
lib/store.rb:3:7: C: Style/StringLiterals: Prefer single-quoted strings
Could not find rake-99.0 in any of the sources
2 examples, 1 failure
""",
    expected=(
        (4, "test_failure", "spec/ring_spec.rb", 6),
        (10, "uncaught_exception", "/app/lib/store.rb", 12),
        (11, "lint_violation", "lib/store.rb", 3),
        (12, "gem_not_found", "Gemfile", 0),
    ),
    signs=(r"^Using \S+ \d", r"^Run options: ", r"^Fetching gem metadata", r"\bbundle (?:install|exec)\b"),
    advice={
        "type_error": Advice(
            "Sorbet {code} at {file}:{line}: {message}", ("Correct the call or the signature.",), "bundle exec srb tc"
        ),
        "missing_command": Advice("The gemspec runs `{command}`, which is not installed.", ("Install it in the job.",)),
        "network_error": Advice(
            "The gem server could not be reached: {message}",
            ("Run again; if it stays, check the source in the Gemfile and the network.",),
        ),
        "test_failure": Advice(
            "{test} fails: {message}",
            ("Compare expected and got; look at {file}:{line}.",),
            "bundle exec rspec {file}:{line}",
        ),
        "rspec_outside": Advice(
            "{spec} cannot be loaded: {message}", ("Mend what it loads.",), "bundle exec rspec {spec}"
        ),
        "gem_not_found": Advice(
            "Bundler cannot find a gem: {message}",
            ("Check name, version and source; run `bundle install` and commit Gemfile.lock.",),
            "bundle install",
        ),
        "gem_conflict": Advice(
            "Gems exclude each other: {message}",
            ("Loosen one of the limits, or `bundle update` the gem.",),
            "bundle install",
        ),
        "lock_out_of_date": Advice(
            "Gemfile.lock does not match the Gemfile: {message}",
            ("Run `bundle install` and commit the lock.",),
            "bundle install",
        ),
        "platform": Advice(
            "Gemfile.lock knows no gems for this platform.", ("`bundle lock --add-platform x86_64-linux` and commit.",)
        ),
        "mkmf": Advice("A native gem lacks something: {message}", ("Install the library's development package.",)),
        "ruby_version": Advice(
            "The Ruby at hand does not fit: {message}",
            ("Use the version in .ruby-version or the Gemfile.",),
            "ruby --version",
        ),
        "syntax_error": Advice(
            "{file}:{line} cannot be parsed: {message}",
            ("Correct the line; look for a missing `end`.",),
            "ruby -c {file}",
        ),
        "missing_file": Advice(
            "Ruby cannot load `{dependency}`.", ("Add the gem to the Gemfile, or correct the require.",)
        ),
        "uncaught_exception": Advice("{exception}: {message}", ("Look at {file}:{line}.",)),
        "rake_aborted": Advice("Rake stopped: {message}", ("Look at {file}:{line}; run with --trace.",)),
        "rake_task": Advice(
            "There is no Rake task {task}.", ("Correct its name, or load the file that defines it.",), "rake -T"
        ),
        "lint_violation": Advice(
            "RuboCop {code} at {file}:{line}: {message}", ("Mend it (`rubocop -a` mends many).",), "rubocop {file}"
        ),
        "bundler_missing": Advice("Bundler: {message}", ("Run `bundle install` first, in the folder of the Gemfile.",)),
        "security": Advice("{dependency} has a known vulnerability: {message}", ("Raise it.",), "bundle audit"),
        "coverage_too_low": Advice("The tests cover less than is asked: {message}", ("Add tests for the new lines.",)),
    },
)
