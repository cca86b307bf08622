"""Built-in presets, and plugins."""

from __future__ import annotations

from typing import NamedTuple

from . import _shoal
from ._base import Path


class Preset(NamedTuple):
    """A preset that is part of Shoal."""

    name: str
    base: str
    """The preset that this one is a variant of; empty if none."""
    toml: str
    """The text of its file."""


def presets() -> list[Preset]:
    """Return the built-in presets: "reef" first, the others by name, variants after their base."""
    return [Preset(*each) for each in _shoal.presets()]


def load_plugin(file: Path) -> None:
    """Load the rules of a plugin, a shared library made with shoal_add_plugin() of Shoal's CMake package.

    Simulations opened later have its rules. It stays loaded until the program ends; loading it again does
    nothing. A plugin runs its own code. Do not call this while another thread uses Shoal.

    Raises Error if the file is not a plugin for this Shoal.
    """
    _shoal.load_plugin(file)
