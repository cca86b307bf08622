"""A flock compared with figures measured on animals, and the search for settings that meet a wish."""

from __future__ import annotations

import operator
import os
import warnings
from typing import Iterable, List, NamedTuple, Optional, SupportsIndex, Union

from . import _shoal
from ._base import Error, Path
from ._simulation import Simulation

Wishes = Union[Path, Iterable[Path]]

_MAX_STEPS = 10**12
_MAX_SEEDS = 100_000
_MAX_TRIALS = 100_000
_MAX_THREADS = 1024


class Figure(NamedTuple):
    """A figure that a flock was compared with."""

    title: str
    unit: str
    """Empty for a plain number."""
    min: Optional[float]
    max: Optional[float]
    source: str
    """Where the range from min to max comes from."""
    mean: float
    standard_error: float
    """Over seeds or, of a single run, over time."""
    verdict: str
    """"within", "near" (just outside, as the manual's laboratory.md defines it) or "outside"."""
    null_mean: float
    """Of as many boids, uniform in an ellipsoid of the same axes, with the same velocities dealt out at random."""
    null_verdict: Optional[str]
    """None where the null is not defined."""


class Figures(List[Figure]):
    """The figures that a flock was compared with, in a list."""

    understood: list[str]
    """A line for each file of tracks among the targets: how it was read, and which parts were left out."""

    def __init__(self, figures: Iterable[Figure] = (), understood: Iterable[str] = ()) -> None:
        super().__init__(figures)
        self.understood = list(understood)

    def __str__(self) -> str:
        return "\n".join([*self.understood, *map(str, self)])


class Tuned(NamedTuple):
    """What a search found."""

    settings: dict[str, float]
    """Values by key, as sim[key] takes them."""
    misfit_before: float
    misfit: float
    preset_text: str
    figures: Figures
    """What the settings reach with seeds that the search did not use."""


def targets() -> list[str]:
    """Return the names of the built-in targets."""
    return _shoal.target_names()


def check(
    sim: Simulation,
    against: Wishes,
    *,
    species: Optional[str] = None,
    measures: Iterable[str] = (),
    steps: SupportsIndex = 5400,
    burn_in: Optional[SupportsIndex] = None,
    every: SupportsIndex = 90,
    seeds: SupportsIndex = 1,
    threads: SupportsIndex = 0,
) -> Figures:
    """Compare the scene of a simulation with figures, as `shoal check` does.

    Runs the scene with its present tunables from the start, once for each of `seeds`: `steps` steps, with a sample
    after every `every` from `burn_in` on (a sixth of `steps`, at most 1200, if None). `against` names built-in
    targets (see targets()), a file of targets, or a wish such as "polarisation=0.9"; or several. A file may also hold
    tracks of animals, as CSV: their means, give or take two standard errors, are then the figures; `measures` chooses
    which, and `understood` of the result says how the file was read.
    `species` is the one to measure, the first if None. The simulation itself stays as it is.

    >>> for figure in shoal.check(shoal.Simulation("starlings"), "starling"):
    ...     print(figure.title, figure.mean, figure.verdict)

    Raises Error for unknown targets or species, and for values out of range.
    """
    runs = _runs(steps, burn_in, every, seeds, threads)
    figures, faults, understood = _shoal.check(
        sim._core, _names("against", against), _index(sim, species), _kinds(measures), runs
    )
    _warn(faults)
    return Figures((Figure(*each) for each in figures), understood)


def tune(
    sim: Simulation,
    toward: Wishes,
    vary: Union[str, Iterable[str]] = (),
    *,
    rules: bool = False,
    species: Optional[str] = None,
    measures: Iterable[str] = (),
    trials: SupportsIndex = 120,
    search_seed: int = 1,
    steps: SupportsIndex = 3600,
    burn_in: Optional[SupportsIndex] = None,
    every: SupportsIndex = 90,
    seeds: SupportsIndex = 2,
    threads: SupportsIndex = 0,
) -> Tuned:
    """Search for settings with which the scene of a simulation meets a wish, as `shoal tune` does.

    `toward` is as in check(). `vary` holds keys, such as "separation.weight" or "separation.weight=0.1..2"; `rules`
    adds the weights of all rules that act. Each of `trials` settings runs once for each of `seeds`. `threads` does
    not change the result. The simulation itself stays as it is.

    >>> found = shoal.tune(shoal.Simulation("zones"), "milling=0.8", "zones.orientation=0.05..8")
    >>> found.settings
    >>> mill = shoal.Simulation.from_text(found.preset_text)

    Raises Error for unknown targets, keys or species, and for values out of range.
    """
    settings, before, misfit, text, figures, faults, understood = _shoal.tune(
        sim._core,
        _names("toward", toward),
        [vary] if isinstance(vary, str) else list(vary),
        rules,
        _index(sim, species),
        _kinds(measures),
        _within("trials", trials, 1, _MAX_TRIALS),
        search_seed,
        _runs(steps, burn_in, every, seeds, threads),
    )
    _warn(faults)
    reached = Figures((Figure(*each) for each in figures), understood)
    return Tuned(dict(settings), before, misfit, text, reached)


def _warn(faults: list[str]) -> None:
    for fault in faults:
        warnings.warn(fault, RuntimeWarning, stacklevel=3)


def _kinds(measures: Iterable[str]) -> str:
    return measures if isinstance(measures, str) else ",".join(measures)


def _names(what: str, wishes: Wishes) -> list[Path]:
    several: list[Path] = [wishes] if isinstance(wishes, (str, bytes, os.PathLike)) else list(wishes)
    if not several:
        raise Error(f"{what} is empty: name targets, such as {targets()[0]!r}")
    return several


def _index(sim: Simulation, species: Optional[str]) -> int:
    return 0 if species is None else sim._species_index(species)


def _within(name: str, value: SupportsIndex, low: int, high: int) -> int:
    whole = operator.index(value)
    if not low <= whole <= high:
        raise Error(f"{name} is {whole}, but must be from {low} to {high}")
    return whole


def _runs(
    steps: SupportsIndex, burn_in: Optional[SupportsIndex], every: SupportsIndex, seeds: SupportsIndex, threads: SupportsIndex
) -> tuple[int, int, int, int, int]:
    last = _within("steps", steps, 1, _MAX_STEPS)
    return (
        last,
        min(1200, last // 6) if burn_in is None else _within("burn_in", burn_in, 0, last),
        _within("every", every, 1, _MAX_STEPS),
        _within("seeds", seeds, 1, _MAX_SEEDS),
        _within("threads", threads, 0, _MAX_THREADS),
    )
