"""Pictures of a simulation, drawn off screen."""

from __future__ import annotations

import functools
import warnings

import numpy as np
from numpy.typing import NDArray

from . import _shoal
from ._simulation import Simulation


def cameras() -> list[str]:
    """Return the names that `camera` may have in render()."""
    return _shoal.camera_names().split(", ")


def render(
    sim: Simulation,
    size: tuple[int, int] = (640, 360),
    *,
    camera: str = "school",
    supersample: int = 1,
    transparent: bool = False,
) -> NDArray[np.uint8]:
    """Draw the present state and return the picture, shape (height, width, 4).

    The last axis is red, green, blue and alpha, 0 .. 255, in sRGB with straight alpha; row 0 is the top. `size`
    is (width, height) in pixels, each 1 .. 16384. `camera` is one of cameras(). `supersample` (1 .. 4) draws
    more pixels along each side of a pixel. `transparent` leaves out the backdrop.

    A species whose body is a file that cannot be read is drawn as sardines, with a RuntimeWarning.

    Needs no window and no X server, only EGL. Raises GraphicsError if it cannot draw, and in a process that was
    forked from one that had drawn.
    """
    width, height = size
    pixels, problems = _renderer().render(sim._core, width, height, camera, supersample, transparent)
    for problem in problems:
        warnings.warn(f"{problem}; sardines stand in", RuntimeWarning, stacklevel=2)
    return pixels


@functools.lru_cache(maxsize=1)
def _renderer() -> _shoal.Renderer:
    return _shoal.Renderer()
