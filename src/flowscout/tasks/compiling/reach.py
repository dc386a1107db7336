"""What a file may include, directly and through others, by the names that are written.

A name means every file of the snapshot whose path ends with it: the compiler chooses among them. So nothing that it can open is
missing, and a file that comes or goes makes the difference that it makes. What a build put beside the snapshot comes from the disk.
"""

from __future__ import annotations

import json
import posixpath
from collections.abc import Iterable, Mapping
from hashlib import sha256

from ...model.compiled import COMPILED_FORMAT
from ...model.paths import name_of
from ...ports import Compiler, Entry, Memo, Snapshot


class Reach:
    def __init__(self, snapshot: Snapshot, compiler: Compiler, memo: Memo | None) -> None:
        self._snapshot, self._compiler, self._memo = snapshot, compiler, memo
        self._by_name: dict[str, list[str]] = {}
        for path in snapshot.paths():
            self._by_name.setdefault(name_of(path), []).append(path)
        self.entries: dict[str, Entry] = {}
        self._built: dict[str, bytes] = {}
        self._asked: dict[tuple[str, str], list[str]] = {}
        self._forced: dict[str, list[str]] = {}
        self._next: dict[str, list[str]] = {}  # of each file, the files that it may include

    def follow(self, units: Mapping[str, tuple[str, ...]]) -> None:
        """Reads on from these files, level by level. units: what each of them includes before it begins."""
        self._forced.update(
            {
                path: [target for name in names for target in self._meant("", name)]
                for path, names in units.items()
                if names
            }
        )
        level = sorted(
            {*units, *(target for path in units for target in self._forced.get(path, ()))} - self._next.keys()
        )
        while level:
            fresh = [path for path in level if path not in self._built]
            self.entries.update((entry.path, entry) for entry in self._snapshot.entries(fresh))
            written = self._written([self.entries[path] for path in fresh if path in self.entries])
            for path in level:
                if path in self._built:
                    written[path] = self._compiler.included(self._built[path])
                found = [target for name in written.get(path, ()) for target in self._meant(path, name)]
                self._next[path] = sorted({*found})
            level = sorted({target for path in level for target in self._next[path]} - self._next.keys())

    def reached(self, path: str) -> list[str]:
        """A file and all that it may include, sorted."""
        waiting = [path, *self._forced.get(path, ())]
        seen = {*waiting}
        while waiting:
            fresh = [target for target in self._next.get(waiting.pop(), ()) if target not in seen]
            seen.update(fresh)
            waiting += fresh
        return sorted(seen)

    def content(self, path: str) -> str:
        """What identifies the bytes of a file."""
        if path in self._built:
            return sha256(self._built[path]).hexdigest()
        return self.entries[path].blob if path in self.entries else ""

    def read(self, paths: Iterable[str]) -> dict[str, bytes]:
        chosen = list(paths)
        found = dict(self._snapshot.read([self.entries[path] for path in chosen if path in self.entries]))
        found.update((path, self._built[path]) for path in chosen if path in self._built)
        return found

    def _written(self, entries: list[Entry]) -> dict[str, tuple[str, ...]]:
        """By path; remembered by blob."""
        keys = {entry.path: f"included:{COMPILED_FORMAT}:{entry.blob}" for entry in entries}
        known = self._memo.get(keys.values()) if self._memo else {}
        found: dict[str, tuple[str, ...]] = {}
        for entry in entries:
            names = _names(known.get(keys[entry.path]))
            if names is not None:
                found[entry.path] = names
        missing = [entry for entry in entries if entry.path not in found]
        fresh = (
            {path: self._compiler.included(data) for path, data in self._snapshot.read(missing).items()}
            if missing
            else {}
        )
        if self._memo:
            self._memo.put({keys[path]: json.dumps(names).encode() for path, names in fresh.items()})
        return {**found, **fresh}

    def _meant(self, includer: str, name: str) -> list[str]:
        key = (posixpath.dirname(includer), name)
        found = self._asked.get(key)
        if found is None:
            found = self._asked[key] = self._ending(name)
            built = None if found else self._compiler.built(includer, name)
            if built is not None:
                self._built[built[0]] = built[1]
                found.append(built[0])
        return found

    def _ending(self, name: str) -> list[str]:
        parts = [part for part in name.replace("\\", "/").split("/") if part not in ("", ".")]
        while parts and parts[0] == "..":
            parts = parts[1:]
        if not parts:
            return []
        tail = parts[-1] if ".." in parts else "/".join(parts)
        return [path for path in self._by_name.get(parts[-1], ()) if path == tail or path.endswith(f"/{tail}")]


def _names(row: bytes | None) -> tuple[str, ...] | None:
    try:
        names = None if row is None else json.loads(row)
    except ValueError:
        return None
    return tuple(names) if isinstance(names, list) and all(isinstance(name, str) for name in names) else None
