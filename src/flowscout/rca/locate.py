"""Paths of a log to paths of the repository.

A log names files as the machine that built them saw them: below a runner's checkout, in a container, in a build folder, on
Windows, in a package's name. What all of these share with the repository is the end of the path; so the longest end that
names one file of the repository is that file. Without the repository only what is known of checkouts is cut off.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from posixpath import normpath
from typing import Final

from ..model.logformat import Record

# Folders in which runners check out: GitHub, its containers, Azure, Travis, GitLab, CircleCI, Jenkins, AppVeyor, Bitbucket, Expo, Vercel,
# Netlify, Render, Bitrise, Codemagic, Xcode Cloud, Cirrus, Drone, CodeBuild, Read the Docs.
_CHECKOUT: Final = re.compile(
    r"^(?:(?:file:)?/{0,3})(?:"
    r"/?(?:home|Users)/(?:runner|runneradmin)/work/[^/]+/[^/]+/"
    r"|/?__w/[^/]+/[^/]+/|/?github/workspace/"
    r"|[A-Za-z]:/a/(?:\d+/s|[^/]+/[^/]+)/|/?(?:home/)?vsts/work/\d+/s/"
    r"|/?home/travis/build/[^/]+/[^/]+/|/?Users/travis/build/[^/]+/[^/]+/"
    r"|(?<=/)builds/[^/]+/[^/]+/|/?opt/atlassian/pipelines/agent/build/|[A-Za-z]:/projects/[^/]+/"
    r"|/?home/circleci/(?:project|repo)/|(?<=/)root/project/"
    r"|/?(?:var/lib/jenkins|var/jenkins_home|home/jenkins(?:/agent)?)/workspace/[^/]+/"
    r"|/?(?:home|Users)/expo/workingdir/build/|(?<=/)vercel/path\d+/|(?<=/)opt/build/repo/|(?<=/)opt/render/project/src/|(?<=/)bitrise/src/"
    r"|/?Users/(?:builder/clone|vagrant/git)/|/?Volumes/workspace/repository/|(?<=/)tmp/cirrus-ci-build/|(?<=/)drone/src/"
    r"|(?<=/)codebuild/output/src\d+/src/(?:github\.com/[^/]+/[^/]+/|s3/\d+/)?|/?home/docs/checkouts/readthedocs\.org/user_builds/[^/]+/checkouts/[^/]+/"
    r"|(?<=/)builddir/build/BUILD/[^/]+/(?:[^/]+-build/[^/]+/)?"
    r"|/?(?:[^/]{1,100}/){1,16}execroot/[^/]{1,100}/"
    r"|(?<=/)(?:usr/src/app|usr/src|workspace|workspaces/[^/]+|src|app)/(?=\w)"
    r")"
)
_URL: Final = re.compile(r"^(?:file|webpack|webpack-internal|vite|rsc)://(?:/?(?=[A-Za-z]:/)|[^/]*)")
_DRIVE: Final = re.compile(r"^/(?=[A-Za-z]:/)")  # as Maven writes a path of Windows
_DOTS: Final = re.compile(r"^(?:\.{1,2}/)+")

# Folders whose code is not ours, wherever they are.
_FOREIGN: Final = re.compile(
    r"(?:^|/)(?:node_modules|site-packages|dist-packages|vendor|third_party|\.cargo|\.rustup|\.gradle|\.m2|\.nuget|gems|Pods|SourcePackages|\.venv|venv|\.tox|\.nox"
    r"|lib/python[\d.]+|lib(?:64)?/ruby(?:/(?:site|vendor)_ruby)?/\d[\d.]{0,8}|cpython-\d[^/]{0,60}|Python\d[\d.]{0,8}/Lib|hostedtoolcache|pkg/mod|usr/(?:lib|include|local/lib|share)|execroot/[^/]{1,100}/external|target/(?:[^/]{1,60}/)?(?:debug|release)/build|\.\.?/sysdeps|src/libsanitizer|csu|nptl|ice-9|rustc/[0-9a-f]{8,}|src/lib(?:core|std|alloc|collections)|Program Files[^/]*|deps)/"
    r"|/_temp/[0-9a-f-]{36}\.\w+$|/(?:s?bin|lib/[^/]+)/(?!(?i:(?:bsd|gnu)?makefile)$)[^/.]+$|^(?:node:|internal/[\w/.-]{1,100}\.js$|<|jdk\.|java\.|sun\.|kotlin\.|org\.junit|junit\.)"
)
FRAMEWORK: Final = re.compile(
    r"^(?:java|javax|jdk|sun|com\.sun|kotlin|kotlinx|scala|groovy|clojure|android|androidx|dalvik|org\.junit|junit|org\.codehaus|org\.testng|org\.hamcrest|org\.assertj|org\.mockito|"
    r"org\.gradle|org\.apache\.maven|worker\.org\.gradle|org\.springframework|org\.opentest4j|com\.google\.common|com\.android|reactor|io\.netty|org\.scalatest|sbt|hudson|jenkins|org\.jenkinsci|app//org\.junit|javafx|jakarta)[./]|^[a-z][\w.]{0,80}@\d[\w.+-]{0,40}/|^java\.base/"
)  # whose calls a stack of the JVM holds that are nobody's of the project
_CYTHON: Final = (".pyx", ".pxd", ".pxi")
NODES: Final = re.compile(r"[\w-]{1,40}\.js")  # a module of Node itself, as it was named before it had a scheme
_ROOTED: Final = re.compile(r"(?:file://)?(?:/|[A-Za-z]:[\\/])")
_PACKAGE: Final = re.compile(r"/(?:site|dist)-packages/([\w.-]{1,100})/")


def slashed(path: str) -> str:
    return _DRIVE.sub("", _URL.sub("", path.strip().strip("\"'")).replace("\\\\", "/").replace("\\", "/"))


def _straight(path: str) -> str:
    """Without folders that it leaves again; "" where nothing is left."""
    made = normpath(path) if "/../" in path else path
    return made if made != "." else ""


def repository_path(path: str) -> str:
    """The path below the checkout, as far as its form tells; POSIX slashes."""
    plain = _straight(slashed(path))
    return _DOTS.sub("", _CHECKOUT.sub("", plain)) if plain else ""


def below_checkout(path: str) -> bool:
    """Whether the path is of a runner's checkout, as far as its form tells."""
    return _CHECKOUT.match(slashed(path)) is not None


def foreign(path: str) -> bool:
    """Whether the path is of a library, a tool or the language itself."""
    return _FOREIGN.search(slashed(path)) is not None


Frame = tuple[str, int, str]


class RepositoryPaths:
    """The paths of a repository, found by their ends."""

    def __init__(self, paths: Iterable[str]) -> None:
        self._paths = frozenset(paths)
        self._by_name: dict[str, list[str]] = {}
        for path in sorted(self._paths):
            self._by_name.setdefault(path.rpartition("/")[2].lower(), []).append(path)

    def find(self, path: str) -> str:
        """The file of the repository that a log's path means; "" where there is none or it could be several."""
        plain = repository_path(path)
        if plain in self._paths:
            return plain
        if not plain or foreign(path):
            return ""
        candidates = self._by_name.get(plain.rpartition("/")[2].lower(), [])
        whole = _straight(
            slashed(path)
        )  # what looks like a checkout's folder may be the project's own, named from its root
        scored = [(_shared(whole, candidate), candidate) for candidate in candidates]
        best = max((score for score, _ in scored), default=0)
        ends = [candidate for score, candidate in scored if score == best]
        return ends[0] if len(ends) == 1 else ""


def own_place(record: Record) -> Record:
    """With the file and line of its own: what the message names, unless that is foreign and a frame is not."""
    own = own_frame(record.frames, None)
    if own and (not record.file or theirs(record)):
        return record._replace(file=own[0], file_line=own[1])
    if record.file or not record.frames or foreign(record.frames[-1][0]) or NODES.fullmatch(record.frames[-1][0]):
        return record
    file, line, _ = record.frames[-1]
    return record._replace(file=file, file_line=line)


def theirs(record: Record) -> bool:
    """Whether the file it names is of a library, a tool or the language itself."""
    return foreign(record.file) or _of(record.file, _libraries(record.frames))


def _shared(one: str, other: str) -> int:
    """How many parts, from the end, two paths have in common."""
    count = 0
    for a, b in zip(reversed(one.split("/")), reversed(other.split("/")), strict=False):
        if a.lower() != b.lower():
            break
        count += 1
    return count


def own_frame(frames: Sequence[Frame], files: RepositoryPaths | None) -> Frame | None:
    """The innermost frame that is of the repository; without one, the innermost that is of no library. frames: innermost
    last."""
    libraries = _libraries(frames)
    for file, line, function in reversed(frames):
        if files is not None and (found := files.find(file)):
            return found, line, function
    rooted = any(_ROOTED.match(file) for file, _, _ in frames)
    for file, line, function in reversed(frames):
        if (
            file
            and files is None
            and not foreign(file)
            and not _of(file, libraries)
            and not (rooted and NODES.fullmatch(file))
        ):
            return repository_path(file), line, function
    return None


def _libraries(frames: Sequence[Frame]) -> frozenset[str]:
    """Libraries in a stack, by name. A compiled one names its files without the folder it is installed in, but is entered
    through a frame that does; so are those that it calls."""
    entered = next((at for at, (file, _, _) in enumerate(frames) if foreign(file)), len(frames))
    return frozenset(
        {package[1] for file, _, _ in frames if (package := _PACKAGE.search(slashed(file)))}
        | {slashed(file).partition("/")[0] for file, _, _ in frames[entered:] if file.endswith(_CYTHON)}
    )


def _of(file: str, libraries: frozenset[str]) -> bool:
    return slashed(file).partition("/")[0] in libraries
