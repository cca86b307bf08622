"""A running scene."""

from __future__ import annotations

import difflib
import warnings
from typing import NamedTuple, Optional, Union

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _shoal
from ._base import Error, Fixed, Path
from ._measures import Measures
from ._species import SpeciesByName

Value = Union[bool, int, float, str]


class Tunable(NamedTuple):
    """A value that can be set in a simulation."""

    key: str
    """Full: "species.sardine.alignment.weight"."""
    value: Value
    """In `unit`; a bool for a toggle, a str for a choice."""
    unit: str
    """SI, or degrees for an angle; may be empty."""
    min: float
    max: float
    choices: list[str]
    """The names of a choice's values; otherwise empty."""
    help: str
    affects_flock: bool
    """Whether it changes the flock, not only the picture or a measure."""


class Simulation(Fixed):
    """A running scene.

    `preset` is the name of a built-in preset, or the path of a preset file, or of a picture, film or take whose
    scene begins anew. `seed` replaces the preset's.
    `boids` (0 .. 4,000,000) is the number of boids of all species; density is kept, so more boids get more
    space, and rare species keep their number. `threads` (0 .. 1024) does not change the result; 0 means one
    for each core. `compute` is what steps the boids: "cpu"; "card", a graphics card, or the software that stands
    for one; or "auto", a card if there is one. The last bits of a card's results differ from the processor's.

    The arrays `positions`, `velocities` and `steering` are read-only and hold the boids in the order of ids,
    one species after the other. Each is computed when it is first read after a step. An array that you hold
    keeps its values.

    step(), render() and measures() let other Python threads run. One thread at a time may use a simulation: a call
    during another thread's raises Error.

    A simulation can be pickled, and goes on in another process with the same bits.

    Tunables are set by their keys, `sim["alignment.weight"] = 2`; setting an attribute raises AttributeError.
    Subclasses may have attributes of their own.

    Raises Error if there is no such preset, or a value is out of range.
    """

    _told_problem = ""  # of the card, in a warning

    def __init__(
        self,
        preset: Path = "reef",
        *,
        seed: Optional[int] = None,
        boids: Optional[int] = None,
        threads: int = 0,
        compute: str = "cpu",
    ) -> None:
        self._core = _shoal.Simulation.open(preset, seed, boids, threads, compute)

    @classmethod
    def from_text(
        cls,
        toml: str,
        *,
        name: Path = "text.toml",
        seed: Optional[int] = None,
        boids: Optional[int] = None,
        threads: int = 0,
        compute: str = "cpu",
    ) -> Simulation:
        """Open the text of a preset. `name` stands for the file in messages."""
        return Simulation._of(_shoal.Simulation.open_text(toml, name, seed, boids, threads, compute))

    @classmethod
    def _of(cls, core: _shoal.Simulation) -> Simulation:
        made = cls.__new__(cls)
        made._core = core
        return made

    # ---- Running

    def step(self, count: int = 1) -> None:
        """Advance by `count` steps. Other Python threads run meanwhile. Ctrl+C stops it between two steps.

        A rule whose results are not finite, such as a faulty plugin's, gives a RuntimeWarning. So does, once, a card
        that cannot step the boids: the processor does then.
        """
        self._core.step(count)
        for line in self._core.fault_text().splitlines():
            warnings.warn(line, RuntimeWarning, stacklevel=2)
        problem = self._core.device_problem()
        if problem and problem != self._told_problem:
            self._told_problem = problem
            warnings.warn(f"the processor steps the boids: {problem}", RuntimeWarning, stacklevel=2)

    def restart(self, seed: Optional[int] = None) -> None:
        """Return to step 0, with this seed or the same one. Tunables keep their values."""
        self._core.restart(self.seed if seed is None else seed)

    def checkpoint(self) -> _shoal.Checkpoint:
        """Return the present state, for restore()."""
        return self._core.checkpoint()

    def restore(self, checkpoint: _shoal.Checkpoint) -> None:
        """Continue from a checkpoint of this or another simulation. The next steps have the same bits."""
        self._core.resume(checkpoint)

    def copy(self) -> Simulation:
        """Return an independent simulation in the same state."""
        return Simulation._resumed(self.checkpoint(), self.threads, self.compute)

    @classmethod
    def _resumed(cls, checkpoint: _shoal.Checkpoint, threads: int, compute: str = "cpu") -> Simulation:
        return cls._of(_shoal.Simulation.resumed(checkpoint, threads, compute))

    def __copy__(self) -> Simulation:
        return self.copy()

    def __deepcopy__(self, memo: object) -> Simulation:
        return self.copy()

    def __reduce__(self) -> tuple[object, ...]:
        # With the attributes that a subclass has given it.
        own = {name: value for name, value in vars(self).items() if name != "_core"}
        return type(self)._resumed, (self.checkpoint(), self.threads, self.compute), own

    @property
    def step_count(self) -> int:
        """Steps since the start."""
        return self._core.step_count()

    @property
    def seconds(self) -> float:
        """Time of the model since step 0 [s]."""
        return self._core.seconds()

    @property
    def step_seconds(self) -> float:
        """Time of the model in one step [s]."""
        return self._core.step_seconds()

    @property
    def seed(self) -> int:
        return self._core.seed()

    @property
    def threads(self) -> int:
        return self._core.threads()

    @property
    def compute(self) -> str:
        """What steps the boids: "cpu", "card" or "auto". "cpu" once a card has failed."""
        return self._core.compute()

    @property
    def device(self) -> str:
        """Name of the graphics card that has stepped the boids; empty if the processor has, or before a step."""
        return self._core.device()

    @property
    def hash(self) -> str:
        """Hash of the flock's state, 16 hex digits, as `shoal simulate` prints it. Equal on every machine, unless a
        card steps the boids."""
        return f"{self._core.hash():016x}"

    @property
    def name(self) -> str:
        """Name of the preset."""
        return self._core.name()

    @property
    def title(self) -> str:
        return self._core.title()

    def preset_text(self) -> str:
        """Return the scene with its present tunables as the text of a preset file."""
        return self._core.preset_text()

    # ---- Tunables

    def __getitem__(self, key: str) -> Value:
        """Read a tunable, in the unit of Tunable.unit: `sim["alignment.weight"]`.

        A key is as in keys(). It may omit "species." and, with one species, the species' name.
        """
        return self.tunable(key).value

    def __setitem__(self, key: str, value: Value) -> None:
        """Set a tunable, with effect from the next step: a number, a bool, or a choice's name."""
        if isinstance(value, str):
            self.set(f"{key}={value}")
        else:
            _require_tunable(key)
            self._core.set(key, value)

    def __contains__(self, key: object) -> bool:
        try:
            self._core.tunable(key)  # type: ignore[arg-type]
        except (Error, TypeError):
            return False
        return True

    __iter__ = None  # keys() lists the keys

    def set(self, assignment: str) -> None:
        """Set a tunable from KEY=VALUE: `sim.set("world.shape=sphere")`."""
        _require_tunable(assignment.partition("=")[0].strip())
        self._core.set_text(assignment)

    def keys(self) -> list[str]:
        """Return the full keys of all tunables, in the order of preset files."""
        return [each[0] for each in self._core.tunables()]

    def tunables(self) -> list[Tunable]:
        """Return all tunables with their values, ranges and help."""
        return [_tunable(*each) for each in self._core.tunables()]

    def tunable(self, key: str) -> Tunable:
        """Return a tunable with its value, range and help."""
        _require_tunable(key)
        return _tunable(*self._core.tunable(key))

    # ---- Boids

    @property
    def count(self) -> int:
        """Number of boids of all species."""
        return self._core.boid_count()

    @property
    def positions(self) -> NDArray[np.float32]:
        """Positions [m], shape (count, 3), read-only."""
        return self._core.positions()

    @property
    def velocities(self) -> NDArray[np.float32]:
        """Velocities [m/s], shape (count, 3), read-only."""
        return self._core.velocities()

    @property
    def steering(self) -> NDArray[np.float32]:
        """Steering of the last step [m/s²], before limits, shape (count, 3), read-only; 0 at step 0."""
        return self._core.steering()

    @property
    def ids(self) -> NDArray[np.uint32]:
        """Ids within each species, shape (count,): 0 .. n − 1 for each in turn."""
        counts = [row[1] for row in self._core.species()]
        return np.concatenate([np.arange(count, dtype=np.uint32) for count in counts] or [np.empty(0, np.uint32)])

    @property
    def species(self) -> SpeciesByName:
        """The species by name: `sim.species["shark"].positions`."""
        return SpeciesByName(self)

    def place(self, species: str, positions: ArrayLike, velocities: ArrayLike) -> None:
        """Replace the boids of a species, and set its count.

        `positions` [m] and `velocities` [m/s] have the shape (N, 3). Row i becomes the boid with id i. Raises
        Error if a position lies outside the world, unless neither walls nor wrapping keep the species inside.
        """
        self._core.place(self._species_index(species), positions, velocities)

    def measures(self, species: Optional[str] = None) -> Measures:
        """Measure all boids together, or a species, now: `sim.measures().polarisation`.

        This copies the boids; each measure is computed when it is first read.
        """
        return Measures(self._core.measures(None if species is None else self._species_index(species)))

    def _species_index(self, name: str) -> int:
        names = [row[0] for row in self._core.species()]
        if name not in names:
            near = difflib.get_close_matches(name, names, 1)
            hint = f" (did you mean {near[0]!r}?)" if near else f"; there are: {', '.join(names)}"
            raise Error(f"no species {name!r}{hint}")
        return names.index(name)

    def _species_row(self, name: str) -> tuple[str, int, float]:
        return self._core.species()[self._species_index(name)]

    def _first_row(self, name: str) -> int:
        return sum(row[1] for row in self._core.species()[: self._species_index(name)])

    def __repr__(self) -> str:
        return f"<shoal.{type(self).__name__} {self.name!r}, {self.count} boids, step {self.step_count}>"


def _tunable(
    key: str, form: str, value: float, unit: str, low: float, high: float, choices: list[str], text: str, acts: bool
) -> Tunable:
    typed: Value = value
    if form == "toggle":
        typed = value != 0.0
    elif form == "integer":
        typed = int(value)
    elif form == "choice":
        typed = choices[int(value)]
    return Tunable(key, typed, unit, low, high, choices, text, acts)


def _require_tunable(key: str) -> None:
    if key == "seed":
        raise Error('"seed" is not a tunable: .seed reads it, and restart(seed) begins anew with another')
