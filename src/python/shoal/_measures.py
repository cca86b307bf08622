"""Measures of a flock at one instant."""

from __future__ import annotations

from typing import Iterator, Mapping, NamedTuple, Optional

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


class Measures(Mapping[str, float]):
    """The measures of a flock at one instant, by the keys of measure_info(): a mapping, and an attribute for each.

    Such as `polarisation`, `milling` and `nearest_neighbour_m`. Keys end with their unit. Each is computed when
    it is first read. A measure that is not defined for the flock is NaN.
    """

    __slots__ = ("_core", "_known")
    _core: Optional[_shoal.Measures]
    _known: dict[str, float]

    def __init__(self, core: Optional[_shoal.Measures], known: Mapping[str, float] = {}) -> None:
        object.__setattr__(self, "_core", core)
        object.__setattr__(self, "_known", dict(known))

    def __getitem__(self, key: str) -> float:
        if key not in self._known:
            if self._core is None or key not in _INDEX:
                raise KeyError(key)
            self._known[key] = self._core.value(_INDEX[key])
        return self._known[key]

    def __getattr__(self, key: str) -> float:
        # Only called for names that are no other attribute.
        if key in _INDEX:
            return self[key]
        raise AttributeError(f"no measure {key!r}; there are: {', '.join(_INDEX)}")

    def __setattr__(self, key: str, value: object) -> None:
        raise AttributeError("measures are read-only")

    def __iter__(self) -> Iterator[str]:
        return iter(_INDEX)

    def __len__(self) -> int:
        return len(_INDEX)

    def __contains__(self, key: object) -> bool:
        return key in _INDEX

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *_INDEX]

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (None, dict(self))

    def __repr__(self) -> str:
        return "Measures(" + ", ".join(f"{key}={value:.6g}" for key, value in self.items()) + ")"


_INDEX = {info.key: index for index, info in enumerate(measure_info())}
