"""The boids of one species."""

from __future__ import annotations

from typing import TYPE_CHECKING, Iterator, Mapping

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._base import Fixed
from ._measures import Measures

if TYPE_CHECKING:
    from ._simulation import Simulation


class Species(Fixed):
    """A species of a simulation, such as `sim.species["shark"]`.

    The arrays are read-only and in the order of ids: row i is the boid with id i. They keep their values when
    the simulation goes on. Pickling one pickles its simulation.
    """

    def __init__(self, simulation: Simulation, name: str) -> None:
        self._simulation = simulation
        self._name = name

    @property
    def name(self) -> str:
        return self._name

    @property
    def count(self) -> int:
        """Number of boids."""
        return self._simulation._species_row(self._name)[1]

    @property
    def body_length(self) -> float:
        """Length of a body [m]."""
        return self._simulation._species_row(self._name)[2]

    @property
    def positions(self) -> NDArray[np.float32]:
        """Positions [m], shape (count, 3)."""
        return self._part(self._simulation.positions)

    @property
    def velocities(self) -> NDArray[np.float32]:
        """Velocities [m/s], shape (count, 3)."""
        return self._part(self._simulation.velocities)

    @property
    def steering(self) -> NDArray[np.float32]:
        """Steering of the last step [m/s²], before limits, shape (count, 3)."""
        return self._part(self._simulation.steering)

    @property
    def ids(self) -> NDArray[np.uint32]:
        """Ids, shape (count,): 0 .. count − 1."""
        return np.arange(self.count, dtype=np.uint32)

    def measures(self) -> Measures:
        """Measure these boids now."""
        return self._simulation.measures(self._name)

    def place(self, positions: ArrayLike, velocities: ArrayLike) -> None:
        """Replace the boids: see Simulation.place."""
        self._simulation.place(self._name, positions, velocities)

    def _part(self, array: NDArray[np.float32]) -> NDArray[np.float32]:
        first = self._simulation._first_row(self._name)
        return array[first : first + self.count]

    def __repr__(self) -> str:
        return f"<shoal.Species {self._name!r}, {self.count} boids>"


class SpeciesByName(Fixed, Mapping[str, Species]):
    """The species of a simulation by name, in the scene's order."""

    def __init__(self, simulation: Simulation) -> None:
        self._simulation = simulation

    def __getitem__(self, name: str) -> Species:
        self._simulation._species_row(name)
        return Species(self._simulation, name)

    def __iter__(self) -> Iterator[str]:
        return (row[0] for row in self._simulation._core.species())

    def __len__(self) -> int:
        return len(self._simulation._core.species())

    def __contains__(self, name: object) -> bool:
        return name in list(self)

    def __repr__(self) -> str:
        return "{" + ", ".join(f"{name!r}: {self[name]!r}" for name in self) + "}"
