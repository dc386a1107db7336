"""Rust: rustc and Clippy under Cargo, Cargo's own errors, rustfmt, tests, panics, cargo-deny.

`error[E0308]: text` or `error: text`, then `--> file:line:column` within a line or two, the source, notes, help. "could not compile
`x` due to n previous errors" and "aborting due to" follow from it. A panic: `thread 'name' panicked at file:line:column:` with the text
on the next line (before 1.73 `panicked at 'text', file:line:column`). A failing test's output stands under `---- name stdout ----`.
Form: rustc's diagnostics, The Cargo Book, the Rust standard library's panic hook.
"""

from __future__ import annotations

from typing import Final

from flowscout.model.logformat import CONSEQUENCE, NOISE, SUCCESS, Advice, LogFormat, Pattern

_ARROW = r"^\s*-->\s++(?P<file>[^\s:]?[^:]{1,300}):(?P<line>\d+):(?P<column>\d+)"
_BLOCK = r"^\s*(?:\d+ )?[|=~.]|^\s*\.\.\.|^\s*\d+ [|+~-]|^help:|^note:|^\s*-->|^\s*:::|^$"

PLUGIN: Final = LogFormat(
    name="cargo",
    languages=("rust",),
    patterns=(
        Pattern(
            "could_not_compile",
            "compile_error",
            r"^error(?:\[E\d+\])?: (?:could not compile `|aborting due to|build failed|test failed, to rerun|doctest failed|\d+ targets? failed|process didn't exit successfully|recipe `)|^warning: build failed, waiting|^error: bench failed|^For more information about this error",
            ("error: ", "waiting for other", "For more information"),
            role=CONSEQUENCE,
            weight=1,
        ),
        Pattern(
            "unresolved_import",
            "import_error",
            r"^error\[(?P<code>E0(?:432|433|463|583))\]: (?P<message>.+)",
            ("error[E0",),
            then=((_ARROW, -16),),
            more=_BLOCK,
            weight=1,
        ),
        Pattern(
            "type_mismatch",
            "type_error",
            r"^error\[(?P<code>E0308)\]: (?P<message>.+)",
            ("error[E0308]",),
            then=((_ARROW, -16),),
            more=_BLOCK,
        ),
        Pattern(
            "borrow_error",
            "compile_error",
            r"^error\[(?P<code>E0(?:38[1-4]|499|50[2-9]|515|59[67]|716|373))\]: (?P<message>.+)",
            ("error[E0",),
            then=((_ARROW, -16),),
            more=_BLOCK,
        ),
        Pattern(
            "compilation_error",
            "compile_error",
            r"^error\[(?P<code>E\d{4})\]: (?P<message>.+)",
            ("error[E",),
            then=((_ARROW, -16),),
            more=_BLOCK,
        ),
        Pattern(
            "clippy_lint",
            "lint_failure",
            r"^error: (?P<message>.+)",
            ("error: ",),
            then=(
                (_ARROW, 2),
                (r"rust-clippy/\S{1,80}#(?P<code>\w+)|`-[DF] (?P<lint>clippy::[\w-]+)|(?P<other>clippy::[\w-]+)\)?\]`?", 40),
            ),
            more=_BLOCK,
            weight=1,
        ),
        Pattern(
            "lint_violation",
            "lint_failure",
            r"^error: (?P<message>.+)",
            ("error: ",),
            then=((_ARROW, 2), (r"^\s*= note: (?:`-[DF] (?P<code>[\w:-]+)`|`#\[deny\()|`-[DF] warnings` implies", 14)),
            more=_BLOCK,
            weight=1,
        ),
        Pattern(
            "compilation_error",
            "compile_error",
            r"^error: (?P<message>.+)",
            ("error: ",),
            then=((_ARROW, 2),),
            more=_BLOCK,
        ),
        Pattern(
            "link_failed",
            "link_error",
            r"^error: linking with `[^`]+` failed",
            ("error: linking with",),
            role=CONSEQUENCE,
        ),
        Pattern(
            "no_linker",
            "missing_command",
            r"^error: linker `(?P<command>[^`]+)` not found",
            ("error: linker",),
            weight=1,
        ),
        Pattern(
            "build_script",
            "build_script",
            r"^error: failed to run custom build command for `(?P<dependency>[^`]+)`",
            ("failed to run custom build",),
            role=CONSEQUENCE,
        ),
        Pattern(
            "missing_system_library",
            "environment",
            r"^\s*(?P<message>(?:The system library `(?P<library>[^`]+)` required by crate `[^`]+` was not found|Could not find directory of OpenSSL installation|Package (?P<package>\S+) was not found in the pkg-config search path|Could not find `protoc`|Unable to find libclang).*)",
            (
                "The system library",
                "OpenSSL installation",
                "pkg-config search path",
                "`protoc`",
                "Unable to find libclang",
            ),
            weight=2,
        ),
        Pattern(
            "network_error",
            "network",
            r"^error: (?P<message>failed to (?:get|download|fetch|update|load source|query).+)",
            ("error: failed to",),
            then=(
                (
                    r"^  (?:\[\d+\] )?(?P<reason>(?:Could not resolve host|Timeout was reached|SSL (?:connect|peer)|Failed to connect|network failure|Couldn't connect|failed to send request|failed to resolve address).*)",
                    14,
                ),
            ),
            weight=1,
        ),
        Pattern(
            "dependency_resolution",
            "dependency_resolution",
            r"^error: (?P<message>(?:failed to (?:select a version for(?: the requirement)? `?(?P<dependency>[^`\s]+)|get `|load source|download|fetch|resolve|update registry|query replaced source)|no matching package(?: named `(?P<package>[^`]+)`)? found|package `[^`]+` (?:cannot be built|is not)|failed to sync|unable to update|the lock file \S+ needs to be updated).*)",
            ("error: ",),
            more=r"^\s+|^(?:perhaps|location searched|required by|candidate|Caused by|versions that meet|all possible|previously selected|failed to select|the package|$)",
            weight=1,
            file="Cargo.toml",
        ),
        Pattern(
            "rust_version",
            "version_mismatch",
            r"^\s*+(?:error: )?(?P<message>(?:rustc \S+ is not supported by the following packages?|package `(?P<dependency>[^`]+)` cannot be built because it requires rustc|feature `\w+` is required|.*requires rustc \d.*|this version of Cargo is older than).*)",
            ("not supported by the following", "requires rustc", "is required", "older than"),
            more=r"^\s+\S",
            weight=2,
        ),
        Pattern(
            "manifest_error",
            "configuration",
            r"^error: (?P<message>(?:failed to parse (?:manifest|lock file) at|could not find `Cargo\.toml`|no (?:bin|test|example|package|such command|default toolchain)|the package '.*' does not contain|duplicate key|invalid (?:type|character|toolchain)|toolchain '.*' is not installed|component '.*' is unavailable|unknown (?:proxy|feature)|Package `.*` does not have|unexpected argument|'.*' is not installed|cannot specify features).*)",
            ("error: ",),
            more=r"^\s+|^Caused by|^$",
            weight=1,
        ),
        Pattern(
            "missing_component",
            "environment",
            r"^error: (?P<message>'(?P<command>[\w-]+)' is not installed for the toolchain.*)",
            ("is not installed for",),
            weight=1,
        ),
        Pattern(
            "unformatted",
            "format_check",
            r"^Diff in (?P<file>[^\s:]+\.rs)(?: at line |:)(?P<line>\d+):?",
            ("Diff in ",),
            more=r"^[ +-]|^$",
            weight=1,
        ),
        Pattern(
            "panic_in_test",
            "test_failure",
            r"^---- (?P<test>\S.{0,200}) stdout ----$",
            ("stdout ----",),
            then=(
                (
                    r"^(?:thread '[^']*'(?: \(\d+\))? panicked at (?:'(?P<message>.*)', )?(?P<file>(?:[A-Za-z]:)?[^\s:,]+):(?P<line>\d+):(?P<column>\d+):?|Error: (?P<said>.+)|error\[?)",
                    30,
                ),
            ),
            at=1,
            more=r"^(?:assertion|  left|  right|called `|\s{2,}\S|Error)",
            weight=2,
        ),
        Pattern(
            "panic",
            "runtime_error",
            r"^thread '(?P<thread>[^']*)'(?: \(\d+\))? panicked at (?P<file>(?:[A-Za-z]:)?[^\s:,']+):(?P<line>\d+):(?P<column>\d+):$",
            ("panicked at",),
            then=((r"^(?P<message>\S.*)", 1),),
            more=r"^(?:  left|  right|\s{2,}\S)",
            weight=0,
        ),
        Pattern(
            "panic",
            "runtime_error",
            r"^thread '(?P<thread>[^']*)' panicked at '(?P<message>.+)', (?P<file>(?:[A-Za-z]:)?[^\s:]+):(?P<line>\d+):(?P<column>\d+)",
            ("panicked at",),
            weight=0,
        ),
        Pattern(
            "audit",
            "vulnerability",
            r"^(?:Crate:\s+(?P<dependency>\S+)|error\[vulnerability\]: (?P<message>.+))$",
            ("Crate: ", "error[vulnerability]"),
            weight=0,
        ),
        Pattern("deny", "policy", r"^error\[(?P<code>[a-z][\w-]+)\]: (?P<message>.+)", ("error[",), weight=1),
        Pattern(
            "network_error",
            "network",
            r"^\s*(?P<message>(?:warning: spurious network error|\[\d+\] (?:Could not resolve host|Timeout was reached|SSL connect error|HTTP2 framing)|curl failed|failed to receive response|network failure seems to have happened|error: could not download file).*)",
            (
                "spurious network",
                "Could not resolve",
                "Timeout was reached",
                "SSL connect",
                "curl failed",
                "network failure",
                "could not download",
            ),
            severity="warning",
            weight=0,
        ),
        Pattern(
            "signal",
            "crash",
            r"^\s*process didn't exit successfully: `[^`]+` \((?P<message>signal: \d+, .+|exit code: 0xc\w++.*)\)",
            ("process didn't exit",),
            weight=1,
        ),
        Pattern(
            "failed_list",
            "test_failure",
            r"^test result: FAILED\.|^failures:$|^test \S.{0,300} \.\.\. FAILED|^error: \d+ targets? failed:|^\s+(?:Summary|FAIL) \[.*|^Caused by:$",
            ("FAILED", "failures:", "Summary [", "FAIL ["),
            role=CONSEQUENCE,
            weight=1,
        ),
        Pattern(
            "passed",
            "unknown",
            r"^test result: ok\.|^\s+Finished `?\w+`? (?:\[|profile)",
            ("test result: ok", "Finished "),
            role=SUCCESS,
            severity="info",
        ),
        Pattern(
            "warning", "unknown", r"^warning(?:\[\w+\])?: ", ("warning: ", "warning["), role=NOISE, severity="warning"
        ),
    ),
    sample="""
   Compiling error-chain v0.12.4
error[E0308]: mismatched types
  --> src/main.rs:4:18
   |
4  |     let n: i32 = "4";
   |                  ^^^ expected `i32`, found `&str`

error: this `else { if .. }` block can be collapsed
   --> src\\engine.rs:224:20
    |
    = help: for further information visit https://rust-lang.github.io/rust-clippy/rust-1.92.0/index.html#collapsible_else_if
    = note: `-D clippy::collapsible-else-if` implied by `-D warnings`

error[E0599]: no method named `begin` found for struct `Till` in the current scope
   |
  ::: src/till.rs:27:1
   |
27 | pub struct Till {
   | --------------- method `begin` not found for this struct
   |
  --> src/shop.rs:193:14
   |
error: could not compile `app` (bin "app") due to 2 previous errors
---- tests::wraps stdout ----
thread 'tests::wraps' panicked at src/lib.rs:9:9:
assertion `left == right` failed
  left: 3
 right: 4
test result: FAILED. 0 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out
""",
    expected=(
        (2, "type_mismatch", "src/main.rs", 4),
        (8, "clippy_lint", "src\\engine.rs", 224),
        (14, "compilation_error", "src/shop.rs", 193),
        (25, "panic_in_test", "src/lib.rs", 9),
    ),
    signs=(r"^[ \t]+Compiling \S+ v\d", r"^[ \t]+Finished ", r"\bcargo (?:build|test|check|clippy)"),
    advice={
        "type_mismatch": Advice(
            "Types disagree at {file}:{line}: {message}",
            ("Convert the value, or change the signature that asks for the other type.",),
            "cargo check",
        ),
        "unresolved_import": Advice(
            "A crate, module or name cannot be found: {message}",
            ("Add the crate to Cargo.toml, turn on the feature that brings it, or correct the path.",),
            "cargo check",
        ),
        "borrow_error": Advice(
            "The borrow checker refuses {file}:{line}: {message}",
            ("Shorten the first borrow, clone, or change who owns the value.",),
            "cargo check",
        ),
        "compilation_error": Advice(
            "{file}:{line} does not compile: {message}", ("`rustc --explain {code}` says more.",), "cargo check"
        ),
        "clippy_lint": Advice(
            "Clippy's {code}{lint} at {file}:{line}: {message}",
            (
                "Take its suggestion, or allow the lint there with a reason. A newer toolchain brings new lints: pin it if they come too often.",
            ),
            "cargo clippy --all-targets -- -D warnings",
        ),
        "lint_violation": Advice(
            "A denied lint at {file}:{line}: {message}", ("Mend it; warnings are errors in this build.",), "cargo check"
        ),
        "no_linker": Advice("The linker `{command}` is not installed.", ("Install a C tool chain in the job.",)),
        "missing_system_library": Advice(
            "A crate needs a system library: {library}{package}", ("Install its development package and pkg-config.",)
        ),
        "dependency_resolution": Advice(
            "Cargo cannot resolve the dependencies: {message}",
            ("Choose a version that exists and agrees with the others; renew Cargo.lock if the build is `--locked`.",),
            "cargo update --dry-run",
        ),
        "rust_version": Advice(
            "A crate needs a newer Rust: {message}",
            ("Raise the toolchain, or pin the crate to an older version.",),
            "rustc --version",
        ),
        "manifest_error": Advice("Cargo stopped: {message}", ("Correct Cargo.toml or the command.",)),
        "missing_component": Advice(
            "{command} is not installed for this toolchain.", ("`rustup component add` it in the job.",)
        ),
        "unformatted": Advice(
            "{file}:{line} is not formatted as rustfmt does.", ("Run `cargo fmt` and commit.",), "cargo fmt --check"
        ),
        "panic_in_test": Advice(
            "{test} panics: {message}{said}",
            ("Look at {file}:{line} and the values left and right.",),
            "cargo test {test}",
        ),
        "panic": Advice(
            "The program panics at {file}:{line}: {message}",
            ("Handle the case there; `RUST_BACKTRACE=1` shows how it got there.",),
        ),
        "audit": Advice(
            "A crate has a known vulnerability: {dependency}{message}",
            ("Raise it to the version the advisory names.",),
            "cargo audit",
        ),
        "deny": Advice(
            "cargo-deny {code}: {message}", ("Raise or replace the crate, or list the exception.",), "cargo deny check"
        ),
        "network_error": Advice("The registry could not be reached: {message}", ("Run again.",)),
        "signal": Advice(
            "A program was ended by a signal: {message}",
            ("Run it under a debugger; look at unsafe code and native libraries.",),
        ),
    },
)
