"""JavaScript bundlers and frameworks: webpack, Vite, Rollup, esbuild, Babel, Parcel, Next.js, Nuxt, Angular CLI, Metro, Turbopack, Sass.

webpack: `ERROR in ./src/a.js 3:0-20`, `Module not found: Error: Can't resolve './b' in '/app/src'`. esbuild: `✘ [ERROR] text` with `file:line:column:`
below. Rollup and Vite: `[plugin] text` or `RollupError: text`, `file: /path:line:column`. Babel: `SyntaxError: /path: text (line:column)`.
Form: webpack's stats, esbuild's log format, Rollup's error codes.
"""

from __future__ import annotations

from typing import Final

from flowscout.model.logformat import CONSEQUENCE, NOISE, SUCCESS, Advice, LogFormat, Pattern

_SRC = r"(?P<file>(?:[A-Za-z]:)?[^\s:'\"()][^:'\"()]{0,300}\.(?:[cm]?[jt]sx?|vue|svelte|s?css|sass|less|json|html|astro|mdx?))"

PLUGIN: Final = LogFormat(
    name="webpack",
    languages=("javascript", "typescript"),
    patterns=(
        Pattern(
            "style_error",
            "compile_error",
            r"^(?P<message>\w*Error: .{1,300}?) in (?P<file>\S+\.(?:less|styl|scss|sass|css)) on line (?P<line>\d+)(?:, column (?P<column>\d+))?",
            (".less", ".styl", ".scss", ".sass", ".css"),
            weight=1,
        ),
        Pattern(
            "compilation_error",
            "compile_error",
            r"^\./(?P<file>[^\s:]+\.\w{1,6})$",
            ("./",),
            then=(
                (r"^(?:Syntax |Type )?Error: *$", 1),
                (r"^\s+(?:x|×|⨯) (?P<message>\S.+)", 2),
                (r"^\s*(?:,-|╭─)\[[^\]]{1,300}?:(?P<line>\d+):(?P<column>\d+)\]", -8),
            ),
            at=2,
            weight=2,
        ),
        Pattern(
            "cannot_find_module",
            "import_error",
            r"^(?:ERROR in )?(?P<message>Entry module not found: Error: Can't resolve '(?P<dependency>[^']+)'.*)",
            ("Entry module not found",),
            weight=2,
        ),
        Pattern(
            "cannot_find_module",
            "import_error",
            r"^(?:\[!\] )?(?:ERROR in .{1,200}|)?Module not found: (?:Error: )?(?P<message>Can't resolve '(?P<dependency>[^']+)'.*)",
            ("Module not found",),
            weight=2,
            above=(
                r"^(?:ERROR in )?(?:\./)"
                + _SRC
                + r"(?: (?P<line>\d+):(?P<column>\d+)(?:-\d+)?|:(?P<row>\d+):(?P<col>\d+))?$",
                3,
            ),
            more=r"^\s|^ @ |^$",
        ),
        Pattern(
            "cannot_find_module",
            "import_error",
            r"^(?:Module not found: )(?P<message>.+)",
            ("Module not found: ",),
            above=(r"^(?:\./)?" + _SRC + r":(?P<line>\d+):(?P<column>\d+)$", 3),
            weight=2,
        ),
        Pattern(
            "cannot_find_module",
            "import_error",
            r"(?P<message>(?:\[vite\]: )?(?:\[?[Rr]ollup\]?:? )?(?:Rollup failed to resolve import|Failed to resolve import) \"(?P<dependency>[^\"]+)\" from \"(?P<file>[^\"]+)\".*)",
            ("ailed to resolve import",),
            weight=2,
        ),
        Pattern(
            "cannot_find_module",
            "import_error",
            r"^(?:✘ \[ERROR\] )?(?P<message>Could not resolve \"(?P<dependency>[^\"]+)\".*)",
            ('Could not resolve "',),
            then=((r"^\s+" + _SRC + r":(?P<line>\d+):(?P<column>\d+):", 3),),
            weight=2,
        ),
        Pattern(
            "cannot_find_module",
            "import_error",
            r"^(?:RollupError: |\[!\] (?:\(.+\) )?)?(?P<message>Could not resolve \"(?P<dependency>[^\"]+)\" from \"(?P<file>[^\"]+)\".*)",
            ("Could not resolve",),
            weight=2,
        ),
        Pattern(
            "cannot_find_module",
            "import_error",
            r"(?P<message>(?:\"(?P<symbol>[^\"]+)\" is not exported by \"(?P<file>[^\"]+)\".*|(?:export|Attempted import error:) '(?P<name>[^']+)' (?:\(imported as '[^']+'\) )?(?:was not found in|is not exported from) '(?P<dependency>[^']+)'.*))",
            ("is not exported", "was not found in"),
            weight=2,
        ),
        Pattern(
            "cannot_find_module",
            "import_error",
            r"^error:? (?P<message>(?:Unable to resolve module|Error: Unable to resolve module) (?P<dependency>\S+) from (?P<file>[^:\s]+).*)",
            ("Unable to resolve module",),
            weight=2,
        ),
        Pattern(
            "syntax_error",
            "syntax_error",
            r"(?P<message>(?:SyntaxError|BabelParserError|Error): (?:\[[^\]]{1,80}\] )?(?P<file>(?:[A-Za-z]:)?/?[^\s:]{1,300}\.\w{1,6}): .{1,200}?) \((?P<line>\d+):(?P<column>\d+)\)",
            ("Error: ",),
            more=r"^\s|^>",
            weight=1,
        ),
        Pattern(
            "syntax_error",
            "syntax_error",
            r"^(?:\./)?" + _SRC + r"$",
            (".js", ".ts", ".vue", ".jsx"),
            then=(
                (r"^Error: +(?:×|x|.\[31m×) (?P<message>.+)", 2),
                (r"╭─\[(?P<source>[^:\[\]]{1,400}):(?P<line>\d+):(?P<column>\d+)\]", -3),
            ),
            at=1,
            weight=1,
        ),
        Pattern(
            "module_parse",
            "syntax_error",
            r"^(?P<message>Module (?:parse failed|build failed).*)",
            ("Module parse failed", "Module build failed"),
            above=(r"^ERROR in (?:\./)" + _SRC + r"(?: (?P<line>\d+):(?P<column>\d+))?", 2),
            then=((r"^(?:SyntaxError|Error|ModuleBuildError|\w+Error): (?P<reason>.+)", -2),),
            more=r"^\s|^\||^>|^You may need|^File was processed",
            weight=1,
        ),
        Pattern(
            "cannot_find_module",
            "import_error",
            r"^(?:Error: )?(?P<message>Can't resolve '(?P<dependency>[^']+)' in '[^']+'.*)",
            ("Can't resolve '",),
            weight=1,
        ),
        Pattern(
            "bundle_error",
            "compile_error",
            r"^✘ \[ERROR\] (?P<message>.+)",
            ("✘ [ERROR]",),
            then=((r"^\s+" + _SRC + r":(?P<line>\d+):(?P<column>\d+):", -3),),
            weight=1,
        ),
        Pattern(
            "bundle_error",
            "compile_error",
            r"^\s*> " + _SRC + r":(?P<line>\d+):(?P<column>\d+): error: (?P<message>.+)",
            (": error: ",),
            weight=1,
        ),
        Pattern(
            "bundle_error",
            "compile_error",
            r"^(?:RollupError|\[!\] RollupError|error during build|\[(?:vite|plugin)[\w:.-]*\]):? ?(?P<message>\[?.{4,})$",
            ("RollupError", "[vite", "[plugin"),
            then=((r"^\s*(?:file: )?" + _SRC + r":(?P<line>\d+):(?P<column>\d+)", -3),),
            weight=0,
        ),
        Pattern(
            "bundle_error",
            "compile_error",
            r"^\[!\] (?P<message>\(.+|\S*Error: .+)",
            ("[!] ",),
            then=((r"^" + _SRC + r" \((?P<line>\d+):(?P<column>\d+)\)", -3),),
            weight=1,
        ),
        Pattern(
            "cannot_find_module",
            "import_error",
            r"^\[(?P<code>UNRESOLVED_IMPORT|MISSING_EXPORT|UNRESOLVED_ENTRY)\] ?(?P<message>.+)",
            ("[UNRESOLVED", "[MISSING_EXPORT]"),
            then=((r"^\s*╭─\[ ?" + _SRC + r":(?P<line>\d+):(?P<column>\d+)", -3),),
            weight=2,
        ),
        Pattern(
            "syntax_error",
            "syntax_error",
            r"^\[(?P<code>PARSE_ERROR)\] ?(?P<message>.+)",
            ("[PARSE_ERROR]",),
            then=((r"^\s*╭─\[ ?" + _SRC + r":(?P<line>\d+):(?P<column>\d+)", -3),),
            weight=1,
        ),
        Pattern(
            "bundle_error",
            "compile_error",
            r"^\[(?P<code>[A-Z]+(?:_[A-Z]+)+)\] ?(?P<message>.+)",
            ("_ERROR]", "_FAILED]", "_IMPORT]", "_EXPORT]"),
            then=((r"^\s*╭─\[ ?" + _SRC + r":(?P<line>\d+):(?P<column>\d+)", 3),),
            weight=1,
        ),
        Pattern(
            "syntax_error",
            "syntax_error",
            r"^\[(?:vue/compiler-sfc|plugin:vite:\w+|@vue/compiler-\w+)\] (?P<message>.+?)(?: \((?P<line>\d+):(?P<column>\d+)\))?$",
            ("[vue/", "[plugin:vite", "[@vue/"),
            then=((r"^(?P<file>/?[\w@./-]+\.(?:vue|[jt]sx?|svelte))(?::(?P<row>\d+))?", -3),),
            weight=1,
        ),
        Pattern(
            "config_error",
            "configuration",
            r"^(?:\[nuxt\] \[error\]|\s*ERROR\s+|An unhandled exception occurred:|\[?(?:gatsby|astro|remix|nuxt)\]?:? error:?) ?(?P<message>(?:Cannot|Could not|Failed|Invalid|Unable|Job name|Schema validation|Collection|The ).{4,})",
            ("[nuxt]", " ERROR ", "An unhandled exception", "gatsby", "astro", "remix"),
            weight=0,
        ),
        Pattern(
            "sass_error",
            "compile_error",
            r"^(?:SassError|Error): (?P<message>.+)",
            ("Error: ",),
            then=((r"^\s*(?:╷|,)", 2), (r"^\s+" + _SRC.replace("|json", "") + r" (?P<line>\d+):(?P<column>\d+)\s+", 8)),
            weight=1,
        ),
        Pattern(
            "prerender_error",
            "runtime_error",
            r"^(?P<message>Error occurred prerendering page \"(?P<page>[^\"]+)\".*)",
            ("Error occurred prerendering",),
            then=((r"^(?P<reason>[A-Z]\w*Error: .+)", -2),),
            weight=1,
        ),
        Pattern(
            "page_data",
            "runtime_error",
            r"^(?:> )?(?:Build error occurred|Error: Failed to collect page data for (?P<page>\S+))",
            ("Build error occurred", "page data"),
            then=((r"^(?:\[?(?P<message>[A-Z]\w*Error: .+))", -4),),
            weight=-1,
        ),
        Pattern(
            "budget",
            "policy",
            r"^(?:Error|✘ \[ERROR\]):? (?P<message>(?:bundle )?.{1,80}exceeded maximum budget.*)",
            ("exceeded maximum budget",),
            weight=1,
        ),
        Pattern(
            "openssl",
            "version_mismatch",
            r"(?P<message>Error: error:0308010C:digital envelope routines::unsupported)",
            ("0308010C",),
            weight=2,
        ),
        Pattern(
            "config_error",
            "configuration",
            r"(?P<message>(?:Invalid configuration object\. Webpack has been initialized|\[webpack-cli\] (?:Failed to load|Invalid configuration|Unable to)|failed to load config from|Error: Cannot find module '(?:webpack|vite)|Invalid next\.config|\[webpack-cli\] Error).*)",
            ("Invalid configuration", "[webpack-cli]", "failed to load config", "Invalid next.config"),
            weight=1,
        ),
        Pattern(
            "error_heading",
            "compile_error",
            r"^ERROR in (?:\./)" + _SRC + r"(?: (?P<line>\d+):(?P<column>\d+)(?:-[\d:]+)?)?$",
            ("ERROR in ",),
            then=((r"^(?P<message>\S.+)", 2),),
            weight=-1,
        ),
        Pattern(
            "summary",
            "compile_error",
            r"^webpack \S+ compiled with [1-9]\d* errors?|^(?:✗|x) Build failed in|^error during build:|^> Build failed because of webpack errors|^Failed to compile\.?$|^[1-9]\d* errors?$|^Build failed with [1-9]\d* errors?:?|^ERROR  Failed to compile with|^\[webpack-cli\] Error: |^ ELIFECYCLE",
            ("compiled with", "Build failed", "error during build", "Failed to compile", "[webpack-cli]"),
            role=CONSEQUENCE,
            weight=1,
        ),
        Pattern(
            "asset_size",
            "unknown",
            r"^WARNING in (?:asset|entrypoint|webpack performance|\./)|^\(!\) |^▲ \[WARNING\]|^warnings? when minifying",
            ("WARNING in", "(!) ", "▲ [WARNING]", "when minifying"),
            role=NOISE,
            severity="warning",
        ),
        Pattern(
            "passed",
            "unknown",
            r"^webpack \S+ compiled (?:successfully|with \d+ warnings?)|^✓ built in|^ ✓ Compiled successfully|^Compiled successfully",
            ("compiled ", "built in", "Compiled successfully"),
            role=SUCCESS,
            severity="info",
        ),
    ),
    sample="""
ERROR in ./src/index.js 1:0-28
Module not found: Error: Can't resolve './stoer' in '/home/me/app/src'
✘ [ERROR] Could not resolve "lodash"

    src/main.ts:1:14:
SyntaxError: /home/me/app/src/a.js: Unexpected token, expected "," (4:10)
[vite]: Rollup failed to resolve import "axios" from "/home/me/app/src/api.ts".
webpack 5.90.0 compiled with 1 error in 300 ms
""",
    expected=(
        (1, "error_heading", "src/index.js", 1),
        (2, "cannot_find_module", "src/index.js", 1),
        (3, "cannot_find_module", "src/main.ts", 1),
        (6, "syntax_error", "/home/me/app/src/a.js", 4),
        (7, "cannot_find_module", "/home/me/app/src/api.ts", 0),
    ),
    signs=(r"^webpack \d", r"^vite v\d", r"^asset \S+ \d", r"Creating an optimized production build"),
    advice={
        "cannot_find_module": Advice(
            "`{dependency}{symbol}{name}` cannot be found by the bundler.",
            ("Install the package, or correct the path (its case too) and the name of the export.",),
        ),
        "syntax_error": Advice(
            "{file}:{line} cannot be parsed: {message}",
            ("Correct the line, or add the loader or preset for this syntax.",),
        ),
        "module_parse": Advice(
            "The bundler cannot read {file}: {message} {reason}",
            ("Correct the file, or configure a loader for its kind.",),
        ),
        "bundle_error": Advice("The bundle cannot be made: {message}", ("Look at {file}:{line}.",)),
        "sass_error": Advice("Sass: {message}", ("Correct {file}:{line}.",)),
        "prerender_error": Advice(
            "The page {page} cannot be rendered at build time: {reason}",
            ("Render it locally; guard what exists only in the browser or only at run time.",),
        ),
        "page_data": Advice("The framework's build failed: {message}", ("Look at the error beside it.",)),
        "budget": Advice(
            "A bundle is larger than allowed: {message}", ("Find what made it grow, or raise the budget on purpose.",)
        ),
        "openssl": Advice(
            "An old webpack uses a hash that this Node's OpenSSL refuses.",
            ("Raise webpack to 5.61 or newer; `NODE_OPTIONS=--openssl-legacy-provider` works for a while.",),
        ),
        "config_error": Advice(
            "The bundler's configuration is wrong: {message}", ("Correct it, or install what it loads.",)
        ),
        "error_heading": Advice("{file}: {message}", ("Look at {file}:{line}.",)),
    },
)
