"""What the other modules share: the exceptions, and objects whose attributes are fixed."""

from __future__ import annotations

import difflib
import os
from typing import TYPE_CHECKING, Union

from . import _shoal

Path = Union[str, bytes, "os.PathLike[str]", "os.PathLike[bytes]"]


class Error(ValueError):
    """A wrong name, key, value or file. The text says what, where and what to do."""


class DeviationError(Error):
    """A take's flock differs from the recording."""


class GraphicsError(RuntimeError):
    """OpenGL cannot draw the picture. The text says what to install."""


_shoal.set_exceptions(Error, GraphicsError, DeviationError)


class Fixed:
    """Refuses attributes from outside: a misspelt one would have no effect. A user's subclass may have its own."""

    # Hidden from type checkers, which would take any attribute for possible.
    if not TYPE_CHECKING:

        def __setattr__(self, name: str, value: object) -> None:
            cls = type(self)
            if not name.startswith("_") and cls.__module__.partition(".")[0] == __package__:
                near = difflib.get_close_matches(name, dir(cls), 1)
                hint = (
                    f"did you mean {near[0]!r}?" if near and near[0] != name
                    else "tunables have keys: sim['alignment.weight'] = 2"
                )
                raise AttributeError(f"{name!r} of a {cls.__name__} cannot be set; {hint}")
            object.__setattr__(self, name, value)
