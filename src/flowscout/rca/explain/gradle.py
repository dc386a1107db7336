"""What to do about a Gradle dependency: which version, how to say so in both languages, and which repository has it.

The three strategies are Gradle's own: force a version, declare it directly, or leave the transitive one out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from .versions import highest, same_major

_COORDINATE: Final = re.compile(r"^(?P<group>[\w.-]+):(?P<name>[\w.-]+)(?::(?P<version>[\w.+-]+))?")
_VERSION: Final = re.compile(r"(?<![\w.])v?\d+(?:\.\d+){1,3}(?:[-.]?[A-Za-z][\w.-]*)?(?![\w.])")
# Where the libraries of a group are as a rule. A group says where to look first and proves nothing: some of each are elsewhere.
_REPOSITORIES: Final = (
    (("androidx.", "com.android.", "com.google.android.", "com.google.firebase.", "com.google.gms."), "google()", "Google's Maven repository", "dl.google.com"),
    (("com.github.",), 'maven { url = uri("https://jitpack.io") }', "JitPack", "jitpack.io"),
)  # fmt: skip
_CENTRAL: Final = ((), "mavenCentral()", "Maven Central", "repo.maven.apache.org")
_HOST: Final = re.compile(r"^\s*- https?://(?:[^/\s@]{0,200}@)?(?P<host>[^/\s:@]{1,200})(?:[:/]|$)")


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
    """versions: those asked for, two at least. The highest stands, as Gradle itself chooses; a change of the major number is warned of."""
    if len(set(versions)) < 2 or not _COORDINATE.match(module):
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


def searched(quote: Iterable[str]) -> list[str]:
    """Hosts of the places that the log says a library was looked for in, in its order."""
    return list(dict.fromkeys(match["host"] for line in quote if (match := _HOST.match(line))))


def repository_of(dependency: str, hosts: Sequence[str] = ()) -> str:
    """Sentences on where to look for it; "" for what is no coordinate. hosts: where it was looked for already."""
    found = _COORDINATE.match(dependency)
    if found is None:
        return ""
    _, line, name, host = next((row for row in _REPOSITORIES if f"{found['group']}.".startswith(row[0])), _CENTRAL)
    if host in hosts:
        return (
            f"{name} was among them: check that version {found['version']} exists, and the spelling."
            if found["version"]
            else f"{name} was among them: check the spelling."
        )
    libraries = f"Libraries of `{found['group']}` are as a rule" if name != _CENTRAL[2] else "Most open libraries are"
    return f"{libraries} in {name}: check that `{line}` is among the repositories of settings.gradle. One of your own needs its URL and credentials."


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
