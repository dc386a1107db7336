"""Android's own tools: AAPT2 and resource merging, manifest merging, layout inflation, D8 and R8, AIDL, data binding, lint, NDK, adb.

`ERROR:/path/file.xml:12: AAPT: error: resource string/x not found.`, `Resource and asset merger: Found item String/x more than one
time`, `Manifest merger failed : text`, `Binary XML file line #12: Error inflating class x`.
Form: AAPT2's sources, manifest merger documentation, R8 documentation.
"""

from __future__ import annotations

from typing import Final

from flowscout.model.logformat import CONSEQUENCE, NOISE, Advice, LogFormat, Pattern

_XML = r"(?P<file>(?:[A-Za-z]:)?[^\s:'\"][^:'\"]{0,400}\.(?:xml|png|9\.png|webp|json|ttf))"
_LOC = r"(?:^\s*|ERROR: ?|error: |> )(?:[a-z][\w.]{1,200}-\w{1,40}-\d+:/)?" + _XML + r":(?P<line>\d+)(?::(?P<column>\d+))?(?:-\d+(?::\d+)?)?: "

PLUGIN: Final = LogFormat(
    name="android",
    languages=("xml",),
    patterns=(
        Pattern(
            "resource_not_found",
            "resource_error",
            _LOC
            + r"(?:AAPT: )?(?:error: )?(?P<message>resource (?P<resource>[\w./:]+) (?:\(aka [^)]+\) )?not found.*)",
            ("not found",),
            weight=1,
        ),
        Pattern(
            "resource_not_found",
            "resource_error",
            _LOC
            + r"(?:AAPT: )?(?:error: )?(?P<message>(?:No resource (?:found|identifier found)|style attribute '[^']+' .*not found|attribute (?P<resource>[\w:/.]+) (?:\(aka [^)]+\) )?not found).*)",
            ("No resource", "not found"),
            weight=1,
        ),
        Pattern(
            "duplicate_resource",
            "resource_error",
            _LOC
            + r"(?P<message>(?:AAPT: error: duplicate value|Error: (?:Found item|Duplicate)|.{0,200}Found item (?P<resource>\S+) more than one time).*)",
            ("uplicate", "more than one time"),
            weight=1,
        ),
        Pattern(
            "tag_mismatch",
            "resource_error",
            _LOC
            + r"(?:AAPT: )?(?:error: )?(?P<message>(?:mismatched tag|not well-formed|unclosed token|unbound prefix|no element found|junk after document|duplicate attribute|XML or text declaration|error parsing XML).*)",
            (
                "mismatched tag",
                "not well-formed",
                "unclosed token",
                "unbound prefix",
                "no element found",
                "junk after",
                "duplicate attribute",
                "declaration",
                "parsing XML",
            ),
            weight=1,
        ),
        Pattern(
            "xml_parse_error",
            "resource_error",
            r"^\s*(?:ERROR: ?|> )?"
            + _XML
            + r": (?P<message>(?:Resource and asset merger: .+|(?:org\.xml\.sax\.)?SAXParseException.*lineNumber: (?P<line>\d+).*))",
            ("Resource and asset merger", "SAXParseException"),
            weight=1,
        ),
        Pattern(
            "xml_parse_error",
            "resource_error",
            r"(?P<message>(?:org\.xml\.sax\.)?SAXParseException; (?:systemId: file:(?P<file>[^;]+); )?lineNumber: (?P<line>\d+); columnNumber: (?P<column>\d+); .*)",
            ("SAXParseException",),
            weight=1,
        ),
        Pattern(
            "duplicate_resource",
            "resource_error",
            r"(?P<message>(?:Resource and asset merger: (?:Duplicate resources|Found item)|Duplicate resources).*)",
            ("Resource and asset merger", "Duplicate resources"),
            more=r"^\s*\[",
            weight=0,
        ),
        Pattern(
            "attribute_error", "resource_error", _LOC + r"AAPT: error: (?P<message>.+)", ("AAPT: error: ",), weight=1
        ),
        Pattern("attribute_error", "resource_error", _LOC + r"error: (?P<message>.+)", (".xml:",), weight=0),
        Pattern(
            "aapt_error",
            "resource_error",
            r"(?:^|> |ERROR: ?)(?:(?:AAPT2? (?:aapt2?-\S+ )?(?:AAPT: )?|AAPT: )error: (?P<message>.+)|error: (?P<said>failed (?:linking (?:references|file resources)|to read PNG|parsing overlays)|resource \S+ (?:\(aka .{1,200}\) )?not found|file failed to compile|duplicate value for resource|expected reference but got).*)",
            ("error: ",),
            weight=0,
        ),
        Pattern(
            "manifest_error",
            "resource_error",
            _LOC + r"(?:Error: ?|\s*)$",
            ("Error:",),
            then=((r"^\s+(?P<message>\S.+)", 1),),
            at=1,
            weight=1,
        ),
        Pattern(
            "manifest_error",
            "resource_error",
            r"(?P<message>Manifest merger failed : (?!with multiple errors).+)",
            ("Manifest merger failed",),
            more=r"^\s+(?:Suggestion|is also present)|^\s{2,}\S",
            weight=1,
        ),
        Pattern(
            "manifest_error",
            "resource_error",
            r"^\s*(?:> )?(?P<message>(?:uses-sdk:minSdkVersion (?P<current>\d+) cannot be smaller than version (?P<wanted>\d+) declared in library|android:exported needs to be explicitly specified|Attribute \S+ value=\(.*\) from).*)",
            ("minSdkVersion", "android:exported", "value=("),
            weight=1,
        ),
        Pattern(
            "manifest_failed",
            "resource_error",
            r"Manifest merger failed with multiple errors, see logs|Android resource (?:linking|compilation) failed|AAPT2 aapt2-\S+ Daemon #\d+: (?:Daemon|Unexpected)",
            ("multiple errors", "Android resource", "AAPT2 aapt2"),
            role=CONSEQUENCE,
        ),
        Pattern(
            "inflation",
            "runtime_error",
            r"(?P<message>(?:android\.view\.InflateException: )?Binary XML file line #(?P<line>\d+)(?: in \S+:layout/(?P<layout>\w+))?: (?:Binary XML file line #\d++.{0,200}: )?Error inflating class (?P<className>[\w.<>]+).*)",
            ("Binary XML file line",),
            weight=1,
        ),
        Pattern(
            "missing_id",
            "runtime_error",
            r"(?P<message>android\.content\.res\.Resources\$NotFoundException: .+|Missing required view with ID: (?P<resource>\S+))",
            ("NotFoundException", "Missing required view"),
            weight=1,
        ),
        Pattern(
            "dex_error",
            "compile_error",
            r"(?:^|ERROR: ?|> )(?P<message>(?:D8: |R8: |Error: )?(?:Type (?P<className>[\w.$]+) is defined multiple times|Class .{0,200} requires its nest host|Cannot fit requested classes in a single dex|The number of method references in a \.dex file cannot exceed|Program type already present: (?P<type>[\w.$]+)|Missing class(?:es)? .*|Invoke-customs are only supported).*)",
            (
                "defined multiple",
                "nest host",
                "single dex",
                ".dex file",
                "already present",
                "Missing class",
                "Invoke-customs",
            ),
            weight=1,
        ),
        Pattern(
            "dex_error", "compile_error", r"(?:^|> )ERROR: ?(?P<file>[^\s:]+): (?P<message>R8: .+)", ("R8: ",), weight=1
        ),
        Pattern(
            "aidl_error",
            "compile_error",
            r"^ERROR: ?(?P<file>[^\s:]+\.aidl):(?P<line>\d+)(?:\.\d+-\d+)?: ?(?P<message>.+)",
            (".aidl:",),
            weight=1,
        ),
        Pattern(
            "data_binding",
            "compile_error",
            r"(?P<message>\[databinding\] \{?\"?msg\"?:?.+|Found data binding error\(s\):.*|Cannot find a (?:setter|getter) for <.+)",
            ("databinding", "data binding", "Cannot find a"),
            more=r"^\s*file://|^\S+: ",
            weight=1,
        ),
        Pattern(
            "lint_violation",
            "lint_failure",
            r"^" + _XML + r":(?P<line>\d+): (?:Error|Fatal): (?P<message>.+ \[(?P<code>\w+)(?: from [^\[\]]+)?\])",
            ("Error: ", "Fatal: "),
            weight=1,
        ),
        Pattern(
            "device_error",
            "environment",
            r"(?P<message>(?:com\.android\.builder\.testing\.api\.DeviceException: |INSTALL_(?:FAILED|PARSE_FAILED)_\w+|No connected devices!|adb: (?:device .{0,100} not found|no devices|failed to)|error: (?:device offline|no devices/emulators)|ERROR   \| |emulator: ERROR:|Timeout waiting for emulator to boot).*)",
            (
                "DeviceException",
                "INSTALL_",
                "No connected devices",
                "adb: ",
                "error: device",
                "error: no devices",
                "ERROR   | ",
                "emulator: ",
                "emulator to boot",
            ),
            weight=1,
        ),
        Pattern(
            "instrumentation",
            "crash",
            r"(?P<message>(?:Process crashed|Test (?:run failed to complete|instrumentation process crashed)|Instrumentation run failed due to|FATAL EXCEPTION: ).*)",
            ("Process crashed", "Test run failed", "process crashed", "Instrumentation run", "FATAL EXCEPTION"),
            weight=0,
        ),
        Pattern(
            "sdk_warning",
            "unknown",
            r"^(?:WARNING: ?|Warning: )(?:We recommend using a newer|The option setting|This version only understands SDK XML|Mapping new ns|.* is deprecated)",
            ("ARNING: ", "Warning: "),
            role=NOISE,
            severity="warning",
        ),
    ),
    sample="""
ERROR:/app/src/main/res/layout/main.xml:12: AAPT: error: resource string/titel (aka com.acme:string/titel) not found.
ERROR: /app/src/main/res/values/strings.xml: Resource and asset merger: Found item String/name more than one time
/app/src/main/AndroidManifest.xml:9:9-40 Error:
	uses-sdk:minSdkVersion 19 cannot be smaller than version 21 declared in library [com.acme:x:1]
ERROR: D8: Type com.acme.Clock is defined multiple times: a.jar:Clock.class, b.jar:Clock.class
android.view.InflateException: Binary XML file line #7 in com.acme:layout/row: Error inflating class com.acme.Bar
     com.acme.shop.app-main-54:/layout/till.xml:13: error: resource attr/price_color (aka com.acme.shop:attr/price_color) not found.
""",
    expected=(
        (1, "resource_not_found", "/app/src/main/res/layout/main.xml", 12),
        (2, "xml_parse_error", "/app/src/main/res/values/strings.xml", 0),
        (4, "manifest_error", "", 0),
        (5, "dex_error", "", 0),
        (6, "inflation", "", 7),
        (7, "resource_not_found", "layout/till.xml", 13),
    ),
    signs=(r":process\w*Resources\b", r":merge\w+Resources\b", r"com\.android\.tools\.build"),
    advice={
        "resource_not_found": Advice(
            "{file}:{line} uses a resource that does not exist: {resource}",
            ("Define it in res/values, or correct the name.",),
        ),
        "duplicate_resource": Advice("A resource is defined twice: {message}", ("Delete or rename one of them.",)),
        "tag_mismatch": Advice(
            "{file} is not well-formed XML near line {line}: {message}",
            ("Close the tag, declare the namespace, or remove the double attribute.",),
        ),
        "xml_parse_error": Advice("A resource file cannot be merged: {message}", ("Open {file} and correct it.",)),
        "attribute_error": Advice("{file}:{line}: {message}", ("Correct the attribute, or declare it in attrs.xml.",)),
        "aapt_error": Advice("AAPT: {message}", ("The lines beside it name the file.",)),
        "manifest_error": Advice(
            "The manifests do not merge: {message}",
            ("Follow the suggestion: raise minSdk, set `android:exported`, or use `tools:replace`.",),
        ),
        "inflation": Advice(
            "The layout {layout} cannot be inflated at line {line}: class {className}",
            ("Check the class name, its constructors, and the attributes there.",),
        ),
        "missing_id": Advice(
            "A resource is asked for that is not there: {message}",
            ("Check the id and the configuration it is defined for.",),
        ),
        "dex_error": Advice(
            "The classes cannot be made into a dex file: {message}",
            ("Remove the double dependency, add keep rules, or turn on multidex.",),
        ),
        "aidl_error": Advice("{file}:{line}: {message}", ("Import the type, or declare it parcelable.",)),
        "data_binding": Advice("Data binding: {message}", ("Correct the expression in the layout.",)),
        "lint_violation": Advice(
            "Lint {code} at {file}:{line}: {message}", ("Mend it, or record it in the baseline.",), "./gradlew lint"
        ),
        "device_error": Advice(
            "The device or emulator failed: {message}", ("Start it again; check disk, KVM and the API level.",)
        ),
        "instrumentation": Advice(
            "The app crashed under test: {message}", ("Look at the exception that logcat shows.",)
        ),
    },
)
