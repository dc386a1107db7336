"""The error tree. Broken source, logs and replies are values with notes; only these fly, to the one outer handler.

FlowscoutError            exit 3   our bug, or nothing better known
└── UserError             exit 2   the user's arguments, names, configuration
    ├── ConfigError                a configuration file or key
    ├── UnknownName                no function of that name (with near names)
    ├── AmbiguousName              several functions of that name (with candidates)
    └── NotARepository             the verb needs git and there is none
"""

from __future__ import annotations


class FlowscoutError(Exception):
    """Base of all errors that reach the outer handler. `hint` says what to do next."""

    exit_code = 3

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint


class UserError(FlowscoutError):
    exit_code = 2


class ConfigError(UserError):
    pass


class UnknownName(UserError):  # noqa: N818 - a name people read
    pass


class AmbiguousName(UserError):  # noqa: N818
    pass


class NotARepository(UserError):  # noqa: N818
    pass
