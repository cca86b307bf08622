"""The exceptions of Shoal."""

from . import _shoal


class Error(ValueError):
    """A wrong name, key, value or file. The text says what, where and what to do."""


class DeviationError(Error):
    """A take's flock differs from the recording."""


class GraphicsError(RuntimeError):
    """OpenGL cannot draw the picture. The text says what to install."""


_shoal.set_exceptions(Error, GraphicsError, DeviationError)
