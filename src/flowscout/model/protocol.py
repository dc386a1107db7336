"""`typing.Protocol` and `typing.Generic` where nobody checks types: nothing. Only a checker reads what they say, and to
define thirty of them takes as long as to parse a file."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Generic as Generic
    from typing import Protocol as Protocol
else:

    class Generic:
        """`Generic[T]` is itself."""

        def __class_getitem__(cls, parameters):
            return cls

    class Protocol(Generic):
        """As a base it brings nothing."""
