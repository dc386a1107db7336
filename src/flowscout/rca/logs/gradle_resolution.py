"""Gradle on dependencies: what it cannot find, what excludes what, plug-ins, versions of tools, verification.

The deepest line of the `>` chain under `* What went wrong:` names the module (`Could not find group:name:version.`, `Could not GET
'url'. Received status code 403 from server`), the lines below it where it was searched and who asks for it.
Form: Gradle user guide "Dependency resolution", "Resolving conflicts", "Verifying dependencies"; AGP's AAR metadata check.
"""

from __future__ import annotations

from typing import Final

from flowscout.model.logformat import Advice, LogFormat, Pattern

_MODULE = r"(?P<dependency>[\w.-]{1,200}:[\w.-]{1,200}(?::[\w.+\[\](),-]{0,100}[\w\])+])?)"

PLUGIN: Final = LogFormat(
    name="gradle",
    languages=("groovy", "kotlin", "java"),
    patterns=(
        Pattern(
            "dependency_resolution_error",
            "dependency_resolution",
            r"^\s*(?:> )?(?P<message>Could not find (?:(?:any (?:matches|version) (?:for|that matches) )?"
            + _MODULE
            + r"|(?:method|property) .*(?:as no versions)).*)",
            ("Could not find ",),
            more=r"^\s+(?:Searched in|- |Required by|project |\S+:)|^\s*>? ?Required",
            weight=1,
        ),
        Pattern(
            "dependency_resolution_error",
            "dependency_resolution",
            r"^\s*> (?P<message>(?:Could not (?:GET|HEAD|get resource) '(?P<url>[^']+)'|Received status code (?P<status>\d+) from server|No cached version of "
            + _MODULE
            + r" available for offline|Unable to load Maven meta-data from|Could not parse POM|inconsistent module metadata).*)",
            ("Could not ", "Received status", "No cached version", "Unable to load", "inconsistent module"),
            weight=1,
        ),
        Pattern(
            "network_error",
            "network",
            r"^\s*> (?P<message>(?:\S+: Name or service not known|No such host is known|Connection (?:reset|refused|timed out).*|Read timed out|Connect to \S+ .*failed.*|Remote host terminated the handshake|Network is unreachable.*|\S+: nodename nor servname.*))",
            (
                "Name or service",
                "No such host",
                "Connection",
                "timed out",
                "Connect to",
                "Remote host",
                "Network is",
                "nodename",
            ),
            weight=1,
        ),
        Pattern(
            "dependency_conflict",
            "dependency_conflict",
            r"^\s*(?:> )?(?P<message>(?:Cannot (?:find a version of|choose between)|Conflict(?:s)? found for|Could not resolve .* due to (?:a )?conflict|Module '?[\w.:-]+'? (?:has been rejected|\(.*\) rejected)|Conflict with dependency '(?P<dependency>[^']+)'|Duplicate class (?P<className>[\w.$]+) found in (?:the following )?modules).*)",
            ("Cannot ", "onflict", "rejected", "Duplicate class"),
            more=r"^\s+(?:Dependency path|Constraint path|- |\S+)",
            weight=1,
        ),
        Pattern(
            "dependency_conflict",
            "dependency_conflict",
            r"^\s*(?:\d+\. +|> )?(?P<message>Dependency '(?P<dependency>[^']+)' requires (?:libraries and applications that|core library desugaring|Android Gradle plugin|depend).*)",
            ("Dependency '",),
            more=r"^\s{2,}\S|^$",
            weight=1,
        ),
        Pattern(
            "no_matching_variant",
            "dependency_conflict",
            r"^\s*> (?P<message>No matching variant of " + _MODULE.replace("dependency", "dependency") + r".*)",
            ("No matching variant",),
            more=r"^\s+- ",
            weight=1,
        ),
        Pattern(
            "no_matching_variant",
            "dependency_conflict",
            r"^\s*> (?P<message>(?:No matching (?:variant|configuration) of|The consumer was configured to find|Incompatible because this component declares|Could not resolve project :).*)",
            ("No matching", "The consumer", "Incompatible because", "Could not resolve project"),
            more=r"^\s+- ",
            weight=0,
        ),
        Pattern(
            "dependency_resolution_error",
            "dependency_resolution",
            r"^\s*(?:> )?(?P<message>Could not resolve " + _MODULE + r"\.?)$",
            ("Could not resolve ",),
            more=r"^\s+(?:Required by|project |> )",
            weight=0,
        ),
        Pattern(
            "dependency_resolution_error",
            "dependency_resolution",
            r"^\s*(?:> )?(?P<message>Could not (?:resolve all (?:files|artifacts|dependencies|task dependencies)|determine the dependencies of task).*)",
            ("Could not ",),
            weight=-1,
        ),
        Pattern(
            "plugin_error",
            "dependency_resolution",
            r"(?P<message>Plugin \[id: '(?P<plugin>[^']+)'(?:, version: '(?P<version>[^']+)')?.{0,400}\] was not found in any of the following sources.*)",
            ("Plugin [id:",),
            more=r"^- |^\s+Searched|^\s+\S",
            weight=2,
        ),
        Pattern(
            "plugin_error",
            "build_script",
            r"(?P<message>(?:Plugin with id '(?P<plugin>[^']+)' not found|Failed to apply plugin (?:\[|')?(?P<name>[\w.-]*)|An exception occurred applying plugin request).*)",
            (
                "lugin with id",
                "apply plugin",
                "applying plugin",
            ),
            weight=0,
        ),
        Pattern(
            "version_mismatch",
            "version_mismatch",
            r"(?P<message>(?:Minimum supported Gradle version is (?P<wanted>[\d.]+)\. Current version is (?P<current>[\d.]+)|The Android Gradle plugin supports only Kotlin Gradle plugin|This version of the [^.]{1,80} plugin (?:is not|requires)|Your (?:build|project) is (?:currently )?(?:configured to use incompatible|using)|Incompatible Gradle JVM|Unsupported (?:class file major version \d+|Java\b)|Android Gradle plugin requires Java (?P<java>\d+)|Could not determine java version from|The project uses Gradle version which is incompatible|Inconsistent JVM-target compatibility|'compile\w+' task \(current target is|Dependency resolution is looking for a library compatible with JVM runtime version).*)",
            (
                "Minimum supported Gradle",
                "supports only Kotlin",
                "This version of the",
                "Your build",
                "Your project",
                "Incompatible Gradle",
                "Unsupported ",
                "requires Java",
                "Could not determine java",
                "incompatible",
                "Inconsistent JVM",
                "current target is",
                "looking for a library",
            ),
            weight=2,
        ),
        Pattern(
            "toolchain_missing",
            "environment",
            r"^\s*> (?P<message>(?:Could not find tools\.jar|Kotlin could not find the required JDK tools).*)",
            ("tools.jar", "required JDK tools"),
            weight=1,
        ),
        Pattern(
            "toolchain_missing",
            "environment",
            r"(?P<message>(?:No (?:matching|compatible) toolchains? (?:could be )?found|Cannot find a Java installation on your machine|No locally installed toolchains match|Unable to download toolchain).*)",
            ("toolchain", "Java installation"),
            weight=1,
        ),
        Pattern(
            "wrapper_error",
            "environment",
            r"(?P<message>(?:Could not find or load main class org\.gradle\.wrapper|Verification of Gradle distribution failed|Timeout of \d+ reached waiting for exclusive access|Unable to access jarfile .{0,300}gradle-wrapper).*)",
            (
                "gradle.wrapper",
                "Gradle distribution",
                "waiting for exclusive",
                "exclusive access",
                "gradle-wrapper",
            ),
            weight=1,
        ),
        Pattern(
            "verification_failed",
            "policy",
            r"(?P<message>(?:Dependency verification failed for configuration|Resolved '[^']{1,200}' which is not part of the dependency lock state|\b\d{1,6} artifacts? failed verification).*)",
            ("Dependency verification", "dependency lock", "failed verification"),
            weight=1,
        ),
    ),
    sample="""
Execution failed for task ':app:compileDebugJavaWithJavac'.
> Could not resolve all files for configuration ':app:debugCompileClasspath'.
   > Could not find com.google.android.material:material:1.99.0.
     Searched in the following locations:
       - https://dl.google.com/dl/android/maven2/com/google/android/material/material/1.99.0/material-1.99.0.pom
     Required by:
         project :app
* What went wrong:
Plugin [id: 'com.acme.none', version: '9'] was not found in any of the following sources:
   > Could not GET 'https://repo.acme.example/a/b/1/b-1.pom'. Received status code 403 from server: Forbidden
Duplicate class a.B found in modules x-1.jar (g:x:1) and y-1.jar (g:y:1)
   > Unsupported class file major version 65
""",
    expected=(
        (2, "dependency_resolution_error", "", 0),
        (3, "dependency_resolution_error", "", 0),
        (9, "plugin_error", "", 0),
        (10, "dependency_resolution_error", "", 0),
        (11, "dependency_conflict", "", 0),
        (12, "version_mismatch", "", 0),
    ),
    signs=(r"^> Task :", r"^Starting a Gradle Daemon", r"^Download https?://\S+\.(?:pom|jar)"),
    advice={
        "dependency_resolution_error": Advice(
            "Gradle cannot get {dependency}{module}: {message}",
            (
                "Check that the version exists, and that a repository that holds it is declared: `google()` for androidx and com.android, `mavenCentral()` for most others.",
                "If the repository asks for credentials, give them to the job.",
            ),
            "./gradlew dependencies --refresh-dependencies",
        ),
        "dependency_conflict": Advice(
            "Versions of {dependency} exclude each other: {message}",
            (
                "Decide for one version: force it, declare it directly, or exclude the transitive one.",
                "See who asks for what with `dependencyInsight`.",
            ),
            "./gradlew dependencyInsight --dependency {dependency}",
        ),
        "no_matching_variant": Advice(
            "No variant of {dependency} fits who asks for it: {message}",
            (
                "Compare the attributes below: JVM version, build type, Android or plain Java; raise the toolchain or choose another artefact.",
            ),
        ),
        "network_error": Advice(
            "A repository could not be reached: {message}",
            ("Run again; if it stays, check proxy, certificates and the repository URL.",),
        ),
        "plugin_error": Advice(
            "A plug-in cannot be found or applied: {plugin}{name}",
            ("Check its id and version, and `pluginManagement {{ repositories {{ … }} }}` in the settings file.",),
        ),
        "version_mismatch": Advice(
            "Versions do not fit: {message}",
            ("Raise or lower the wrapper's Gradle, the plug-in, the JDK or Kotlin so that they fit together.",),
            "./gradlew --version",
        ),
        "toolchain_missing": Advice(
            "The asked JDK is not installed: {message}",
            ("Install it in the job (setup-java), or declare a toolchain resolver.",),
        ),
        "wrapper_error": Advice(
            "The Gradle wrapper failed: {message}", ("Commit gradle/wrapper, and check the distribution URL.",)
        ),
        "verification_failed": Advice(
            "A dependency is not as recorded: {message}",
            ("Renew the verification metadata or the lock after checking the change.",),
        ),
    },
)
