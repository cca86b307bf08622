"""Measures of a flock at one instant."""

from __future__ import annotations

from typing import Iterator, NamedTuple

from . import _shoal


class MeasureInfo(NamedTuple):
    """What a measure is."""

    key: str
    unit: str
    """SI; empty for a plain number."""
    help: str


def measure_info() -> list[MeasureInfo]:
    """Return all measures, in the order of Measures."""
    return [MeasureInfo(*each) for each in _shoal.measures()]


class Measures:
    """The measures of a flock: one attribute for each key of measure_info().

    Such as `polarisation`, `milling` and `nearest_neighbour_m`. Keys end with their unit. A measure that is
    not defined for the flock is NaN.
    """

    def __init__(self, values: dict[str, float]) -> None:
        self.__dict__.update(values)

    def __getattr__(self, key: str) -> float:
        # Only called for a key that does not exist.
        raise AttributeError(f"no measure {key!r}; there are: {', '.join(self.__dict__)}")

    def __setattr__(self, key: str, value: object) -> None:
        raise AttributeError("measures are read-only")

    def __getitem__(self, key: str) -> float:
        return float(self.__dict__[key])

    def __iter__(self) -> Iterator[str]:
        return iter(self.__dict__)

    def __len__(self) -> int:
        return len(self.__dict__)

    def keys(self) -> list[str]:
        """Return the keys, so that `dict(measures)` works."""
        return list(self.__dict__)

    def __repr__(self) -> str:
        return "Measures(" + ", ".join(f"{key}={value:.6g}" for key, value in self.__dict__.items()) + ")"


def measured(values: list[float]) -> Measures:
    return Measures(dict(zip((each[0] for each in _shoal.measures()), values)))
