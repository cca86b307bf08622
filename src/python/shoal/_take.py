"""Recorded play, replayed bit for bit."""

from __future__ import annotations

from typing import NoReturn

from . import _shoal
from ._base import Path
from ._simulation import Simulation


class Take(Simulation):
    """A take at its first step: from a .take file, or the one inside a picture or film that Shoal made.

    step() applies the recorded edits and compares the flock with the recorded hashes; it raises
    DeviationError at the first difference. Edits of the flock raise Error: change a copy() instead, which is an
    ordinary simulation. Edits of the camera and the look are possible. A take that a card
    has stepped replays on the same card only: `compute="card"`.
    """

    def __init__(self, file: Path, *, threads: int = 0, compute: str = "cpu") -> None:
        self._core = _shoal.Simulation.open_take(file, threads, compute)

    def __reduce__(self) -> NoReturn:
        raise TypeError("a Take cannot be pickled; send its file's name, or its copy(), which is a Simulation")

    @property
    def first_step(self) -> int:
        """The step that the recording begins with."""
        return self._core.take().first_step

    @property
    def last_step(self) -> int:
        """The step that the recording ends with."""
        return self._core.take().last_step

    @property
    def edit_count(self) -> int:
        """Number of recorded edits."""
        return self._core.take().edit_count

    @property
    def hash_count(self) -> int:
        """Number of recorded hashes."""
        return self._core.take().hash_count

    @property
    def hashes_compared(self) -> int:
        """Number of recorded hashes that the flock has matched so far."""
        return self._core.take().hashes_compared

    def play(self) -> None:
        """Step to the end of the recording."""
        self.step(max(0, self.last_step - self.step_count))
