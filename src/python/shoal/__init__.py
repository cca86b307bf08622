"""Shoal: 3D flocks (boids), stepped and drawn without a window.

    >>> import shoal
    >>> sim = shoal.Simulation("reef", seed=7, boids=10_000)
    >>> sim["alignment.weight"] = 2.0
    >>> sim.step(600)
    >>> sim.positions.shape
    (10000, 3)
    >>> sim.measures().polarisation      # 0 .. 1
    >>> picture = shoal.render(sim, size=(640, 360))

Units are SI: metres, seconds, m/s, m/s². The world is right-handed, with y up. A seed gives the same flock,
bit for bit, on every machine and with any number of threads.
"""

from ._base import DeviationError, Error, GraphicsError
from ._life import Figure, Figures, Tuned, check, targets, tune
from ._measures import Measures, measure_info
from ._picture import cameras, render
from ._presets import Preset, load_plugin, presets
from ._shoal import Checkpoint
from ._shoal import version as _version
from ._simulation import Simulation, Tunable
from ._species import Species
from ._sweep import Sweep
from ._take import Take

__version__ = _version()
__all__ = [
    "Checkpoint",
    "DeviationError",
    "Error",
    "Figure",
    "Figures",
    "GraphicsError",
    "Measures",
    "Preset",
    "Simulation",
    "Species",
    "Sweep",
    "Take",
    "Tunable",
    "Tuned",
    "cameras",
    "check",
    "load_plugin",
    "measure_info",
    "presets",
    "render",
    "targets",
    "tune",
]

# Messages and documentation name the package, not the file that defines a class.
for _name in __all__:
    _public = globals()[_name]
    if isinstance(_public, type):
        _public.__module__ = __name__
