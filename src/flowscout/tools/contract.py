"""What a tool is: its arguments and its data as models, and the codes that it fails with.

From the model of the arguments come the JSON Schema that is published and the validation of what arrives, so they cannot differ.
Nothing is read from a text that is meant to be a number, and what the model does not know is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Annotated, Any, ClassVar, Final, NamedTuple, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from .codes import (
    AMBIGUOUS_NAME,
    BINARY_FILE,
    COMMON,
    DB_CONNECTION_FAILED,
    FILE_NOT_FOUND,
    FUNCTION_NOT_FOUND,
    INTERNAL_ERROR,
    INVALID_PARAMETERS,
    LINE_OUT_OF_RANGE,
    NO_ACTIVE_EDITOR,
    NO_DIAGNOSTICS,
    NO_RESULTS,
    PERMISSION_DENIED,
    SEARCH_OFF,
    TOO_LARGE,
    TOOL_TIMEOUT,
    Failed,
)
from .desk import Desk

__all__ = [
    "AMBIGUOUS_NAME",
    "BINARY_FILE",
    "COMMON",
    "DB_CONNECTION_FAILED",
    "FILE_NOT_FOUND",
    "FUNCTION_NOT_FOUND",
    "INTERNAL_ERROR",
    "INVALID_PARAMETERS",
    "LINE_OUT_OF_RANGE",
    "NO_ACTIVE_EDITOR",
    "NO_DIAGNOSTICS",
    "NO_RESULTS",
    "PERMISSION_DENIED",
    "SEARCH_OFF",
    "TOOL_TIMEOUT",
    "TOO_LARGE",
    "Arguments",
    "Cursor",
    "Data",
    "Failed",
    "Field",
    "File",
    "Limit",
    "Name",
    "Page",
    "Tool",
    "Written",
    "WrongArguments",
    "read",
    "schema_of",
    "written",
]

VERSION: Final = 1


class Arguments(BaseModel):
    """Base of the arguments of every tool. EARLIER: what an argument was called before, by that name."""

    EARLIER: ClassVar[Mapping[str, str]] = MappingProxyType({})
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    @model_validator(mode="before")
    @classmethod
    def _renamed(cls, given: object) -> object:
        if not cls.EARLIER or not isinstance(given, dict):
            return given
        return {
            key if cls.EARLIER.get(key, key) in given else cls.EARLIER.get(key, key): value
            for key, value in given.items()
        }


class Data(BaseModel):
    """Base of what tools give, and of its parts."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Written(BaseModel):
    """Base of what others wrote for us. It may say more than we know of."""

    model_config = ConfigDict(extra="ignore", frozen=True)


class Page(Data):
    """A list that may be longer than what is shown of it."""

    total: int = Field(description="How many there are")
    truncated: bool = Field(description="Whether there are more than are shown from `cursor` on")
    cursor: int | None = Field(description="Where to go on: ask again with it; null at the end")


Name = Annotated[
    str,
    Field(
        min_length=1,
        max_length=2000,
        description="A function: `send`, `Session.send`, `src/a.py::Session.send` or an id",
    ),
]
File = Annotated[
    str,
    Field(
        max_length=1000,
        description="The file it is defined in, where the name alone is not enough; the end of a path will do",
    ),
]
Limit = Annotated[int, Field(ge=1, le=200, description="How many rows to show")]
Cursor = Annotated[int, Field(ge=0, le=10_000_000, description="Where to go on, as the last answer said")]


class Tool(NamedTuple):
    """A plug-in. codes: those it can fail with beside the common ones. first: among the few that an assistant is offered unasked.
    prepare: what of the project it needs whole, which is the index being brought up to date and no time of the tool.
    load: what else has to be there once before it can be asked. bring: what it needs of other states of the code, which is reading and no
    time of the tool either. whole: it looks at every function: a project in memory serves it better
    than rows that are read one by one."""

    name: str
    arguments: type[Any]
    data: type[Data]
    run: Callable[[Desk, Any], Data | Failed]
    codes: tuple[str, ...] = ()
    first: bool = False
    prepare: Callable[[Desk], object] | None = None
    load: Callable[[Desk], object] | None = None
    bring: Callable[[Desk, Any], object] | None = None
    whole: bool = False


class WrongArguments(NamedTuple):
    """What is wrong with arguments, in a line."""

    message: str


def read(tool: Tool, raw: object) -> Arguments | WrongArguments:
    try:
        arguments: Arguments = tool.arguments.model_validate(raw)
    except ValidationError as refusal:
        return WrongArguments(
            "; ".join(dict.fromkeys(_flaw(error, tool) for error in refusal.errors(include_url=False)[:5]))
        )
    return arguments


WrittenModel = TypeVar("WrittenModel", bound=Written)


def written(model: type[WrittenModel], text: bytes) -> WrittenModel | WrongArguments:
    """What a JSON text of others says, as far as the model knows of it."""
    try:
        return model.model_validate_json(text)
    except ValidationError as refusal:
        first = refusal.errors(include_url=False)[0]
        return WrongArguments(f"{'.'.join(map(str, first['loc'])) or 'the whole'}: {first['msg']}"[:300])


def _flaw(error: Mapping[str, Any], tool: Tool) -> str:
    where = ".".join(map(str, error["loc"])) or "arguments"
    if error["type"] == "extra_forbidden":
        return f"{where[:80]}: {tool.name} takes {_listed(tool.arguments.model_fields)}"
    return f"{where[:80]}: {error['msg']}"


def _listed(names: Iterable[str]) -> str:
    return ", ".join(names) or "no arguments"


def schema_of(model: type[BaseModel]) -> dict[str, Any]:
    """The JSON Schema of a model, without the titles that pydantic makes of its names. Same model, same bytes."""
    plain: dict[str, Any] = _plain(model.model_json_schema())
    return plain


def _plain(node: Any, names: bool = False) -> Any:
    """names: the keys are names of fields, none of them the schema's own."""
    if isinstance(node, list):
        return [_plain(item) for item in node]
    if not isinstance(node, dict):
        return node
    kept = node if names else {key: value for key, value in node.items() if key != "title"}
    return {key: _plain(value, not names and key in ("properties", "$defs")) for key, value in kept.items()}
