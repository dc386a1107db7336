"""What to do about a Gradle dependency: which version, how to say so in both languages, and which repository has it.

The three strategies are Gradle's own: force a version, declare it directly, or leave the transitive one out.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, NamedTuple

from .versions import highest, same_major

_COORDINATE: Final = re.compile(r"^(?P<group>[\w.-]+):(?P<name>[\w.-]+)(?::(?P<version>[\w.+-]+))?")
_VERSION: Final = re.compile(r"(?<![\w.])v?\d+(?:\.\d+){1,3}(?:[-.]?[A-Za-z][\w.-]*)?(?![\w.])")
_REPOSITORIES: Final = (
    (("androidx.", "com.android.", "com.google.android.", "com.google.firebase", "com.google.gms"), "google()", "Google's Maven repository"),
    (("com.github.",), 'maven { url = uri("https://jitpack.io") }', "JitPack"),
    (("org.jetbrains.compose",), 'maven { url = uri("https://maven.pkg.jetbrains.space/public/p/compose/dev") }', "JetBrains' Compose repository"),
    (("org.jetbrains.", "com.squareup.", "io.", "org.", "com."), "mavenCentral()", "Maven Central"),
)  # fmt: skip


class VersionResolution(NamedTuple):
    """recommended: a version. groovy, kotlin: build script lines."""

    recommended: str
    reason: str
    groovy: str
    kotlin: str


class DependencyAnalysis(NamedTuple):
    module: str
    requested_versions: tuple[str, ...]
    conflicts: tuple[str, ...]
    recommendation: VersionResolution


def recommended(module: str, versions: tuple[str, ...]) -> VersionResolution | None:
    """versions: those asked for. The highest stands, as Gradle itself chooses; a change of the major number is warned of."""
    if not versions or not _COORDINATE.match(module):
        return None
    best = highest(versions)
    apart = [version for version in versions if not same_major(version, best)]
    reason = f"{best} is the highest of the versions asked for ({', '.join(versions)})."
    reason += f" {apart[0]} is of another major version: check what changed between them." if apart else ""
    at = f"{module}:{best}"
    return VersionResolution(best, reason, _groovy(module, at), _kotlin(module, at))


def _groovy(module: str, at: str) -> str:
    group, name = module.split(":")[:2]
    return (
        "// 1. force the version\n"
        f"configurations.all {{\n    resolutionStrategy {{\n        force '{at}'\n    }}\n}}\n"
        f"// 2. or declare it directly\ndependencies {{\n    implementation '{at}'\n}}\n"
        "// 3. or leave the transitive one out\n"
        f"dependencies {{\n    implementation('the.one:that-brings-it:1.0') {{\n        exclude group: '{group}', module: '{name}'\n    }}\n}}"
    )


def _kotlin(module: str, at: str) -> str:
    group, name = module.split(":")[:2]
    return (
        "// 1. force the version\n"
        f'configurations.all {{\n    resolutionStrategy {{\n        force("{at}")\n    }}\n}}\n'
        f'// 2. or declare it directly\ndependencies {{\n    implementation("{at}")\n}}\n'
        "// 3. or leave the transitive one out\n"
        f'dependencies {{\n    implementation("the.one:that-brings-it:1.0") {{\n        exclude(group = "{group}", module = "{name}")\n    }}\n}}'
    )


def analysed(facts: Mapping[str, str]) -> DependencyAnalysis | None:
    """Of a conflict, from the facts of a finding: `dependency`, and versions wherever the message names them."""
    found = _COORDINATE.match(facts.get("dependency", ""))
    if found is None:
        return None
    module = f"{found['group']}:{found['name']}"
    named = [
        found["version"] or "",
        *_VERSION.findall(facts.get("message", "")),
        facts.get("requested", ""),
        facts.get("selected", ""),
    ]
    versions = tuple(dict.fromkeys(version for version in named if version))
    resolution = recommended(module, versions)
    if resolution is None:
        return None
    conflicts = tuple(f"{module} is asked for as {version}" for version in versions)
    return DependencyAnalysis(module, versions, conflicts, resolution)


def repository_of(dependency: str) -> str:
    """A sentence on which repository should have it; "" for what is no coordinate."""
    found = _COORDINATE.match(dependency)
    if found is None:
        return ""
    for groups, line, name in _REPOSITORIES:
        if f"{found['group']}.".startswith(groups):
            return f"`{dependency}` is published in {name}: `repositories {{ {line} }}` must be among the repositories of settings.gradle."
    return f"`{dependency}` must be in one of the declared repositories; a private one needs its URL and credentials."


def steps(error_type: str, facts: Mapping[str, str]) -> list[str]:
    """Further steps for a dependency error of Gradle; a step's lines below the first are code."""
    found: list[str] = []
    if error_type == "dependency_resolution_error" and (where := repository_of(facts.get("dependency", ""))):
        found.append(where)
    if error_type == "dependency_conflict" and (analysis := analysed(facts)):
        choice = analysis.recommendation
        found.append(f"Use {analysis.module} {choice.recommended}: {choice.reason}")
        found.append(f"In build.gradle (Groovy):\n{choice.groovy}")
        found.append(f"In build.gradle.kts (Kotlin):\n{choice.kotlin}")
    return found
