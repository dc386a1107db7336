"""Swift, Xcode, SwiftPM, CocoaPods, XCTest, code signing, fastlane.

`/path/File.swift:12:5: error: text`, XCTest `/path/Tests.swift:20: error: -[Suite test] : XCTAssertEqual failed: …`, `error: text` of xcodebuild, ld's
"Undefined symbols". "The following build commands failed:", `** BUILD FAILED **` and "Command SwiftCompile failed" repeat.
xcbeautify and xcpretty mark errors with ❌ and failed tests with ✖.
Form: Swift's diagnostics; `xcodebuild`; CocoaPods guides.
"""

from __future__ import annotations

from typing import Final

from flowscout.model.logformat import CONSEQUENCE, SUCCESS, Advice, LogFormat, Pattern

_MARK = r"^(?:❌|✖|▸|\[x\]|⚠️)?\s*"
_FILE = (
    _MARK
    + r"(?P<file>(?:/|[A-Za-z]:)?[^\s:][^:]{0,300}\.(?:swift|xib|storyboard|plist|metal|pbxproj|entitlements|xcconfig|xcassets))"
)
_SOURCE = _MARK + r"(?P<file>(?:/|[A-Za-z]:)?[^\s:][^:]{0,300}\.(?:swift|mm?))"
_AT = _FILE + r":(?P<line>\d+):(?:(?P<column>\d+):)? "

PLUGIN: Final = LogFormat(
    name="swift",
    languages=("swift", "objective-c"),
    patterns=(
        Pattern(
            "test_failure",
            "test_failure",
            _SOURCE + r":(?P<line>\d+): error: (?:-\[(?P<test>[^\]]+)\]|(?P<function>[\w.]+)) : (?P<message>.+)",
            (": error: ",),
            weight=2,
        ),
        Pattern(
            "test_failure",
            "test_failure",
            r"^(?:✖|✘|✗|\s*✖) (?P<test>\S.{0,200}?),? (?:-\s)?(?P<message>(?:XCTAssert|failed - |Expectation failed: |recorded an issue).+)",
            ("XCTAssert", "failed - ", "Expectation failed", "recorded an issue"),
            weight=1,
        ),
        Pattern(
            "test_failure",
            "test_failure",
            r"^.{0,4}Test (?P<test>.{1,200}?) recorded an issue at (?P<file>[^\s:]+\.swift):(?P<line>\d+):(?P<column>\d+): (?P<message>.+)",
            ("recorded an issue at",),
            weight=2,
        ),
        Pattern(
            "missing_module",
            "import_error",
            _AT
            + r"(?:fatal )?error: (?P<message>(?:no such module|could not build (?:Objective-C )?module|missing required module|module compiled with Swift \S+ cannot be imported) '?(?P<dependency>[^'\s]*).*)",
            (
                "no such module",
                "could not build",
                "missing required module",
                "module compiled with",
            ),
            weight=1,
        ),
        Pattern(
            "missing_file",
            "missing_file",
            r"^(?:❌ )?error: (?P<message>(?:Build input files? cannot be found|no such file or directory|filename \"[^\"]+\" used twice|Multiple commands produce).*)",
            ("error: ",),
            weight=1,
        ),
        Pattern(
            "compilation_error",
            "compile_error",
            _AT + r"(?:fatal )?error: (?P<message>.+)",
            (": error: ", "fatal error: "),
            weight=0,
            more=r"^\s+\S|^\s*[~^]",
        ),
        Pattern(
            "compilation_error",
            "compile_error",
            r"^❌ +" + _FILE[1:].split(r"\s*", 1)[1] + r":(?P<line>\d+):(?P<column>\d+): (?P<message>.+)",
            ("❌ ",),
            weight=1,
        ),
        Pattern(
            "signing_error",
            "missing_secret",
            r"(?:^|error: )(?P<message>(?:(?:No (?:signing certificate|profiles? for|account for team|Accounts)|Signing for \"[^\"]+\" requires a development team|Provisioning profile .{0,300} (?:doesn't|is not|has expired)|Code ?[Ss]ign(?:ing)? .{0,300}(?:failed|required|Error)|errSecInternalComponent|.{0,200}: (?:User interaction is not allowed|no identity found)).*|\"\S+\" requires a provisioning profile.*))",
            (
                "igning",
                "rovisioning",
                "No profile",
                "errSec",
                "User interaction",
                "no identity found",
                "No Accounts",
                "CodeSign",
                "Code Sign",
            ),
            weight=1,
        ),
        Pattern(
            "destination",
            "environment",
            r"^(?:xcodebuild: )?error: (?P<message>(?:Unable to find a (?:destination|device)|The requested device could not be found|Failed to (?:prepare|boot)|iOS \S+ is not installed|Unable to boot|SDK \"[^\"]+\" cannot be located|tool 'xcodebuild' requires Xcode).*)",
            ("error: ",),
            more=r"^\t|^\s{2,}",
            weight=1,
        ),
        Pattern(
            "package_resolution",
            "dependency_resolution",
            r"^(?:❌ |xcodebuild: )?error: (?P<message>(?:Could not resolve package dependencies|Dependencies could not be resolved|Failed to (?:clone|resolve|fetch)|package '(?P<dependency>[^']+)'|the package |product '(?P<product>[^']+)'|'[^']+': (?:error|the package)|unable to (?:resolve|load|access)|Source files for target|the manifest).*)",
            ("error: ",),
            more=r"^\s+\S",
            weight=1,
        ),
        Pattern(
            "tools_version",
            "version_mismatch",
            r"(?:^|error: )(?P<message>package '?\S+'? is using Swift tools version (?P<wanted>\S+) but the installed version is (?P<current>\S+).*)",
            ("Swift tools version",),
            weight=2,
        ),
        Pattern("destination", "environment", r"^xcrun: error: (?P<message>.+)", ("xcrun: error",), weight=1),
        Pattern(
            "compilation_error",
            "compile_error",
            r"^(?:Swift Compiler |Lexical or Preprocessor Issue |Semantic Issue |Parse Issue )?Error \((?:Xcode)\): (?P<message>.+)",
            ("(Xcode): ",),
            then=((r"^(?P<file>/[^:]{1,300}\.(?:swift|mm?|h|dart)):(?P<line>\d+)(?::(?P<column>\d+))?", -3),),
        ),
        Pattern(
            "destination",
            "environment",
            r"^(?:xcrun: )?error: (?P<message>unable to find utility .+)",
            ("unable to find utility",),
            weight=1,
        ),
        Pattern(
            "signing_error",
            "missing_secret",
            r"(?P<message>(?:Code Sign error: |ITMS-\d+: |error: exportArchive).+)",
            ("Code Sign error", "ITMS-", "exportArchive"),
            weight=1,
        ),
        Pattern(
            "xcodebuild_error",
            "configuration",
            r"^xcodebuild: error: (?P<message>.+)",
            ("xcodebuild: error",),
            more=r"^\s+\S",
            weight=1,
        ),
        Pattern(
            "pods_error",
            "dependency_resolution",
            r"^\[!\] (?P<message>(?:CocoaPods could not find compatible versions for pod \"(?P<dependency>[^\"]+)\"|Unable to find a (?:specification|pod|target)|No `?Podfile|The `?[\w-]+`? target has|Error installing|The sandbox is not in sync|Unable to satisfy|Invalid `Podfile`|Failed to (?:download|load)|Couldn't determine repo|.*required a higher minimum deployment target).*)",
            ("[!] ",),
            more=r"^\s+\S|^$|^(?:None of|Specs satisfying|CocoaPods could)",
            weight=1,
        ),
        Pattern(
            "pods_error",
            "stale_generated",
            r"^error: (?P<message>The sandbox is not in sync with the Podfile\.lock.*)",
            ("sandbox is not in sync",),
            weight=1,
        ),
        Pattern(
            "crash",
            "crash",
            r"^(?:Fatal error: (?P<message>.+?)(?:: file (?P<file>[^,]{1,200}), line (?P<line>\d+))?|.{0,200}: Fatal error: (?P<said>.+))$",
            ("Fatal error: ",),
            weight=0,
        ),
        Pattern(
            "crash",
            "crash",
            r"^(?P<file>[^\s:]+\.swift):(?P<line>\d+): (?:Fatal error|Assertion failed|Precondition failed): ?(?P<message>.+)",
            (".swift:",),
            weight=1,
        ),
        Pattern(
            "fastlane",
            "build_script",
            r"^\[!\] (?P<message>(?!Error building)(?!The target)(?!CocoaPods).{4,})",
            ("[!] ",),
            weight=-1,
        ),
        Pattern(
            "lint_violation",
            "lint_failure",
            _AT + r"error: (?P<message>.+ \((?P<code>\w+)\))$",
            (": error: ",),
            weight=0,
        ),
        Pattern(
            "build_failed",
            "compile_error",
            r"^(?:\*\* (?:BUILD|TEST|ARCHIVE|ANALYZE|CLEAN) FAILED \*\*|The following build commands failed:|PhaseScriptExecution failed with|Command \S+ (?:failed with a nonzero exit code|emitted errors)|Testing failed:|Failing tests:|\(\d+ failures?\)|error: fatalError|error: emit-module command failed.*|error: compile command failed.*|\*\* .* INTERRUPTED \*\*|Test Suite '.*' failed at|.*Test run with \d+ tests? .{0,100}failed after|Executed \d+ tests?, with (?:\d+ tests? skipped and )?[1-9]\d* failures?)",
            (
                "FAILED **",
                "build commands failed",
                "nonzero exit",
                "emitted errors",
                "Testing failed",
                "Failing tests",
                "failure",
                "command failed",
                "fatalError",
                "failed at",
                "failed after",
            ),
            role=CONSEQUENCE,
            weight=1,
        ),
        Pattern(
            "passed",
            "unknown",
            r"^\*\* (?:BUILD|TEST|ARCHIVE) SUCCEEDED \*\*|^Executed \d+ tests?, with 0 failures|^Build complete!|Test run with \d+ tests? .{0,100}passed after",
            ("SUCCEEDED **", "with 0 failures", "Build complete!", "passed after"),
            role=SUCCESS,
            severity="info",
            weight=1,
        ),
    ),
    sample="""
/Users/me/app/Sources/Store.swift:12:9: error: cannot find 'opn' in scope
        opn(path)
        ^~~
/Users/me/app/Tests/RingTests.swift:20: error: -[AppTests.RingTests testWraps] : XCTAssertEqual failed: ("3") is not equal to ("4")
/Users/me/app/Sources/Main.swift:3:8: error: no such module 'Alamofire'
error: Signing for "App" requires a development team. Select a development team in the Signing & Capabilities editor.
** BUILD FAILED **
""",
    expected=(
        (1, "compilation_error", "/Users/me/app/Sources/Store.swift", 12),
        (4, "test_failure", "/Users/me/app/Tests/RingTests.swift", 20),
        (5, "missing_module", "/Users/me/app/Sources/Main.swift", 3),
        (6, "signing_error", "", 0),
    ),
    signs=(
        r"^(?:CompileSwift|SwiftCompile|SwiftDriver|Ld|CompileC) ",
        r"\bxcodebuild\b",
        r"^Test Suite '",
        r"^Compiling \S+ \S+\.swift",
    ),
    advice={
        "compilation_error": Advice(
            "{file}:{line} does not compile: {message}", ("Mend the first error first.",), "swift build"
        ),
        "missing_module": Advice(
            "The module `{dependency}` cannot be imported.",
            ("Add the package or pod to the target, and open the workspace, not the project.",),
        ),
        "missing_file": Advice("{message}", ("Add the file to the repository, or remove it from the target.",)),
        "test_failure": Advice("{test}{function} fails: {message}", ("Look at {file}:{line}.",), "swift test"),
        "signing_error": Advice(
            "Code signing fails: {message}",
            ("Give certificate and profile to the job; for tests turn signing off (`CODE_SIGNING_ALLOWED=NO`).",),
        ),
        "destination": Advice(
            "The device or SDK asked for is not there: {message}",
            ("Choose one that this Xcode has (`xcrun simctl list`).",),
        ),
        "package_resolution": Advice(
            "Swift packages cannot be resolved: {message}",
            ("Choose versions that agree, renew Package.resolved, and give access to private repositories.",),
            "swift package resolve",
        ),
        "tools_version": Advice(
            "The package needs Swift tools {wanted}, installed is {current}.",
            ("Raise Xcode or the toolchain.",),
            "swift --version",
        ),
        "xcodebuild_error": Advice(
            "xcodebuild stopped: {message}", ("Check scheme, workspace and options.",), "xcodebuild -list"
        ),
        "pods_error": Advice("CocoaPods: {message}", ("Run `pod install --repo-update` and commit Podfile.lock.",)),
        "crash": Advice("The program stopped itself: {message}{said}", ("Look at {file}:{line}.",)),
        "fastlane": Advice("fastlane stopped: {message}", ("Look at the step above it.",)),
        "lint_violation": Advice("SwiftLint {code} at {file}:{line}: {message}", ("Mend it.",), "swiftlint"),
    },
)
