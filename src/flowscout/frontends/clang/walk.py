"""What libclang knows of one unit: its definitions and calls, as plain rows. The only file that knows the library.

The bindings' own objects cost more than parsing: the few functions that are needed are declared here, and the visitor's
recursion is the library's. Offsets are bytes where the text stands in its file: a macro's own calls stand where it is
used.
"""

from __future__ import annotations

import ctypes
import posixpath
from collections.abc import Mapping, Sequence
from typing import Any, Final

from clang import cindex

from ...model.compiled import Called, CompilerAnswer, Defined
from .flags import TREE

KEEP_GOING: Final = 0x200  # without it one missing header suppresses instantiations
_INTERNAL: Final = frozenset({1, 2, 3})  # linkages: none, internal, unique external
_CONTAINERS: Final = frozenset(
    {2, 3, 4, 22, 23, 31, 32}
)  # struct, union, class, namespace, linkage, class template, partial
_FUNCTIONS: Final = frozenset(
    {8, 21, 24, 25, 26, 30}
)  # function, method, constructor, destructor, conversion, template
_NAMED: Final = _CONTAINERS | _FUNCTIONS
_CALL: Final = 103
_CONTINUE, _RECURSE = 1, 2
_ERROR: Final = 3


class _Cursor(ctypes.Structure):
    _fields_ = (("kind", ctypes.c_int), ("xdata", ctypes.c_int), ("data", ctypes.c_void_p * 3))


class _Location(ctypes.Structure):
    _fields_ = (("held", ctypes.c_void_p * 2), ("place", ctypes.c_uint))


class _Range(ctypes.Structure):
    _fields_ = (("held", ctypes.c_void_p * 2), ("begin", ctypes.c_uint), ("end", ctypes.c_uint))


class _String(ctypes.Structure):
    _fields_ = (("data", ctypes.c_void_p), ("flags", ctypes.c_uint))


class _Unsaved(ctypes.Structure):
    _fields_ = (("name", ctypes.c_char_p), ("contents", ctypes.c_char_p), ("length", ctypes.c_ulong))


_Visitor: Any = ctypes.CFUNCTYPE(ctypes.c_int, _Cursor, _Cursor, ctypes.c_void_p)
_PROTOTYPES: Final[dict[str, tuple[Any, list[Any]]]] = {
    "clang_createIndex": (ctypes.c_void_p, [ctypes.c_int, ctypes.c_int]),
    "clang_disposeIndex": (None, [ctypes.c_void_p]),
    "clang_parseTranslationUnit": (ctypes.c_void_p, [
        ctypes.c_void_p, ctypes.c_char_p, ctypes.POINTER(ctypes.c_char_p), ctypes.c_int, ctypes.POINTER(_Unsaved), ctypes.c_uint, ctypes.c_uint]),
    "clang_disposeTranslationUnit": (None, [ctypes.c_void_p]),
    "clang_getTranslationUnitCursor": (_Cursor, [ctypes.c_void_p]),
    "clang_visitChildren": (ctypes.c_uint, [_Cursor, _Visitor, ctypes.c_void_p]),
    "clang_getCursorLocation": (_Location, [_Cursor]),
    "clang_getCursorExtent": (_Range, [_Cursor]),
    "clang_getRangeStart": (_Location, [_Range]),
    "clang_getRangeEnd": (_Location, [_Range]),
    "clang_getFileLocation": (None, [_Location, *[ctypes.POINTER(kind) for kind in (ctypes.c_void_p, ctypes.c_uint, ctypes.c_uint, ctypes.c_uint)]]),
    "clang_getFileName": (_String, [ctypes.c_void_p]),
    "clang_getCursorUSR": (_String, [_Cursor]),
    "clang_getCursorSpelling": (_String, [_Cursor]),
    "clang_getCString": (ctypes.c_char_p, [_String]),
    "clang_disposeString": (None, [_String]),
    "clang_getCursorReferenced": (_Cursor, [_Cursor]),
    "clang_getSpecializedCursorTemplate": (_Cursor, [_Cursor]),
    "clang_getCursorDefinition": (_Cursor, [_Cursor]),
    "clang_isCursorDefinition": (ctypes.c_uint, [_Cursor]),
    "clang_getCursorLinkage": (ctypes.c_int, [_Cursor]),
    "clang_getCursorSemanticParent": (_Cursor, [_Cursor]),
    "clang_Cursor_isDynamicCall": (ctypes.c_int, [_Cursor]),
    "clang_Cursor_isNull": (ctypes.c_int, [_Cursor]),
    "clang_getOverriddenCursors": (None, [_Cursor, ctypes.POINTER(ctypes.POINTER(_Cursor)), ctypes.POINTER(ctypes.c_uint)]),
    "clang_disposeOverriddenCursors": (None, [ctypes.POINTER(_Cursor)]),
    "clang_getNumDiagnostics": (ctypes.c_uint, [ctypes.c_void_p]),
    "clang_getDiagnostic": (ctypes.c_void_p, [ctypes.c_void_p, ctypes.c_uint]),
    "clang_getDiagnosticSeverity": (ctypes.c_int, [ctypes.c_void_p]),
    "clang_disposeDiagnostic": (None, [ctypes.c_void_p]),
    "clang_getClangVersion": (_String, []),
}  # fmt: skip


class Library:
    """The functions of libclang by their names, without what all of them begin with."""

    def __init__(self) -> None:
        held = ctypes.CDLL(cindex.conf.get_filename())
        for name, (result, arguments) in _PROTOTYPES.items():
            function = getattr(held, name)
            function.restype, function.argtypes = result, arguments
            setattr(self, name.removeprefix("clang_"), function)

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(name)

    def text(self, string: _String) -> str:
        data = self.getCString(string)
        self.disposeString(string)
        return data.decode("utf-8", "replace") if data else ""

    def version(self) -> str:
        return self.text(self.getClangVersion())


def unit(
    library: Library, main: str, arguments: Sequence[str], files: Mapping[str, bytes], root: str = TREE
) -> CompilerAnswer | None:
    """What is known of the unit `main`, a path of the project, which stands under `root` for the compiler; `files` are
    in memory, by paths as the compiler sees them. None where it cannot be parsed."""
    names = [argument.encode("utf-8", "surrogateescape") for argument in arguments]
    unsaved = (_Unsaved * len(files))(
        *[_Unsaved(path.encode("utf-8", "surrogateescape"), data, len(data)) for path, data in files.items()]
    )
    index = library.createIndex(0, 0)
    parsed = library.parseTranslationUnit(
        index,
        f"{root}/{main}".encode("utf-8", "surrogateescape"),
        (ctypes.c_char_p * len(names))(*names),
        len(names),
        unsaved,
        len(files),
        KEEP_GOING,
    )
    if not parsed:
        library.disposeIndex(index)
        return None
    walk = _Walk(library, root)
    walk.over(library.getTranslationUnitCursor(parsed))
    errors = 0
    for at in range(library.getNumDiagnostics(parsed)):
        held = library.getDiagnostic(parsed, at)
        errors += library.getDiagnosticSeverity(held) >= _ERROR
        library.disposeDiagnostic(held)
    library.disposeTranslationUnit(parsed)
    library.disposeIndex(index)
    defined = {path: tuple(sorted(set(rows))) for path, rows in walk.defined.items()}
    return CompilerAnswer(main, defined, {path: tuple(sorted(set(rows))) for path, rows in walk.called.items()}, errors)


class _Walk:
    def __init__(self, library: Library, root: str) -> None:
        self._lib, self._root = library, root
        self._paths: dict[int, str | None] = {}  # of files by their handle; None: not the project's
        self._targets: dict[bytes, tuple[str, str] | None] = {}
        self.defined: dict[str, list[Defined]] = {}
        self.called: dict[str, list[Called]] = {}
        self._file, self._offset = ctypes.c_void_p(), ctypes.c_uint()
        self._places = (ctypes.byref(self._file), None, None, ctypes.byref(self._offset))
        self._outside = _Visitor(self._declaration)
        self._inside = _Visitor(self._expression)

    def over(self, top: _Cursor) -> None:
        self._lib.visitChildren(top, self._outside, None)

    def _declaration(self, cursor: _Cursor, parent: _Cursor, data: object) -> int:
        kind = cursor.kind
        if kind not in _NAMED:
            return _CONTINUE
        path, offset = self._place(self._lib.getCursorLocation(cursor))
        if kind in _CONTAINERS:
            return _RECURSE if path is not None or kind in (22, 23) else _CONTINUE
        if path is not None and self._lib.isCursorDefinition(cursor):
            self._defined(cursor, path, offset)
            self._lib.visitChildren(cursor, self._inside, None)
        return _CONTINUE

    def _expression(self, cursor: _Cursor, parent: _Cursor, data: object) -> int:
        kind = cursor.kind
        if kind == _CALL:
            self._called(cursor)
        elif kind in _FUNCTIONS and self._lib.isCursorDefinition(cursor):
            path, offset = self._place(self._lib.getCursorLocation(cursor))
            if path is not None:
                self._defined(cursor, path, offset)
        return _RECURSE

    def _defined(self, cursor: _Cursor, path: str, offset: int) -> None:
        found = self._symbol(cursor)
        if found:
            over = self._overridden(cursor) if cursor.kind in (21, 25) else ()
            name = self._lib.text(self._lib.getCursorSpelling(cursor))
            self.defined.setdefault(path, []).append(Defined(offset, found[0], name, over))

    def _called(self, cursor: _Cursor) -> None:
        referenced = self._lib.getCursorReferenced(cursor)
        if self._lib.Cursor_isNull(referenced) or referenced.kind not in _FUNCTIONS:
            return
        key = bytes(referenced)
        if key not in self._targets:
            self._targets[key] = self._symbol(self._pattern(referenced))
        target = self._targets[key]
        if target is None:
            return
        extent = self._lib.getCursorExtent(cursor)
        path, start = self._place(self._lib.getRangeStart(extent))
        ends, end = self._place(self._lib.getRangeEnd(extent))
        if path is not None and path == ends and start <= end:
            dynamic = int(referenced.kind == 21 and bool(self._lib.Cursor_isDynamicCall(cursor)))
            self.called.setdefault(path, []).append(Called(start, end, target[0], dynamic, target[1]))

    def _pattern(self, cursor: _Cursor) -> _Cursor:
        """What an instantiation was made from."""
        for _ in range(4):
            made_from = self._lib.getSpecializedCursorTemplate(cursor)
            if self._lib.Cursor_isNull(made_from):
                break
            cursor = made_from
        return cursor

    def _symbol(self, cursor: _Cursor) -> tuple[str, str] | None:
        """(symbol, name where it is a library's); a lambda has none, because its own hangs on its place."""
        usr = self._lib.text(self._lib.getCursorUSR(cursor))
        if not usr or "@Sa@" in usr:
            return None
        path, _ = self._place(self._lib.getCursorLocation(cursor))
        if path is None:
            return usr, self._dotted(cursor)
        if self._lib.getCursorLinkage(cursor) in _INTERNAL:
            definition = self._lib.getCursorDefinition(cursor)
            if not self._lib.Cursor_isNull(definition):
                path = self._place(self._lib.getCursorLocation(definition))[0] or path
            usr = f"{path}:{usr}"
        return usr, ""

    def _dotted(self, cursor: _Cursor) -> str:
        parts: list[str] = []
        while not self._lib.Cursor_isNull(cursor) and cursor.kind in _NAMED and len(parts) < 16:
            name = self._lib.text(self._lib.getCursorSpelling(cursor))
            if name and cursor.kind != 23 and not name.startswith("__"):  # inline namespaces of a library's version
                parts.append(name)
            cursor = self._lib.getCursorSemanticParent(cursor)
        return "::".join(reversed(parts))

    def _overridden(self, cursor: _Cursor) -> tuple[str, ...]:
        found: dict[str, None] = {}
        waiting = [cursor]
        while waiting and len(found) < 64:
            listed, count = ctypes.POINTER(_Cursor)(), ctypes.c_uint()
            self._lib.getOverriddenCursors(waiting.pop(), ctypes.byref(listed), ctypes.byref(count))
            for at in range(count.value):
                above = _Cursor.from_buffer_copy(listed[at])
                symbol = self._symbol(self._pattern(above))
                if symbol and symbol[0] not in found:
                    found[symbol[0]] = None
                    waiting.append(above)
            if count.value:
                self._lib.disposeOverriddenCursors(listed)
        return tuple(sorted(found))

    def _place(self, location: _Location) -> tuple[str | None, int]:
        """Path in the project, None where it stands elsewhere, and offset."""
        self._lib.getFileLocation(location, *self._places)
        handle = self._file.value
        if handle is None:
            return None, 0
        if handle not in self._paths:
            name = self._lib.text(self._lib.getFileName(handle)).replace("\\", "/")
            self._paths[handle] = _normal(name, self._root)
        return self._paths[handle], self._offset.value


def _normal(name: str, root: str) -> str | None:
    full = posixpath.normpath(name)
    return full.removeprefix(root + "/") if full.startswith(root + "/") else None
