"""Writes a run as H5MD, which h5py and MDAnalysis open.

    python3 -m shoal.h5md bait-ball --steps 36000 --every 10 -o run.h5
"""

from __future__ import annotations

import argparse
import os
import sys
import warnings
from typing import Optional, Sequence

from ._errors import DeviationError, Error
from ._h5md import each_frame
from ._presets import load_plugin, presets
from ._simulation import Simulation
from ._take import Take

_STEPS = 600
_EVERY = 60
_INTERRUPTED = 130


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python3 -m shoal.h5md",
        description="Runs a scene and writes every boid's position and velocity as HDF5 in the layout of H5MD.",
        epilog="The file appears when it is complete and replaces none. Until then, and after Ctrl+C or a kill, its "
        'frames are in FILE.partial, which h5py.File(..., "r", swmr=True) reads.',
        allow_abbrev=False,
    )
    parser.add_argument(
        "preset",
        metavar="PRESET",
        nargs="?",
        default="reef",
        help="a built-in preset's name, a preset file, a take, or a capture that holds one; default: %(default)s",
    )
    parser.add_argument("-o", "--output", metavar="FILE", required=True, help="write this file, such as run.h5")
    parser.add_argument(
        "--steps", metavar="N", type=int, help=f"step up to step N; default: {_STEPS}, or all of a take"
    )
    parser.add_argument(
        "--every",
        metavar="K",
        type=int,
        default=_EVERY,
        help="steps between two frames; default: %(default)s. The first and the last step are always included",
    )
    parser.add_argument("--seed", metavar="N", type=int, help="replace the preset's seed")
    parser.add_argument("--boids", metavar="N", type=int, help="number of boids, over all species")
    parser.add_argument("--threads", metavar="N", type=int, default=0, help="default: one for each core")
    parser.add_argument("--set", metavar="KEY=VALUE", action="append", default=[], help="set a tunable; repeatable")
    parser.add_argument("--plugin", metavar="FILE", action="append", default=[], help="add its rules; repeatable")
    return parser


def _opened(options: argparse.Namespace) -> Simulation:
    for plugin in options.plugin:
        load_plugin(plugin)
    take = _take_in(options.preset, options.threads)
    if take is not None and (options.seed is not None or options.boids is not None):
        raise Error(f"{options.preset}: a take has its own seed and boids; omit --seed and --boids")
    sim = take or Simulation(options.preset, seed=options.seed, boids=options.boids, threads=options.threads)
    for assignment in options.set:
        sim.set(assignment)
    return sim


def _take_in(preset: str, threads: int) -> Optional[Take]:
    if not os.path.isfile(preset) or preset in (each.name for each in presets()):
        return None
    try:
        return Take(preset, threads=threads)
    except DeviationError:
        raise
    except Error:
        return None  # a preset; if it is neither, Simulation() says so


def _run(options: argparse.Namespace) -> str:
    sim = _opened(options)
    first = sim.step_count
    steps = options.steps
    if steps is None:
        steps = sim.last_step if isinstance(sim, Take) else _STEPS
    if steps < first:
        raise Error(f"--steps: {options.preset} begins at step {first}; give at least that many")
    frames = 0
    shows_progress = sys.stderr.isatty()
    try:
        for _ in each_frame(options.output, sim, steps - first, options.every):
            frames += 1
            if shows_progress:
                print(f"\r{sim.step_count}/{steps} [steps]", end="", file=sys.stderr, flush=True)
    except KeyboardInterrupt:
        left = f"{options.output}.partial keeps the frames so far" if frames else "nothing was written"
        raise KeyboardInterrupt(f"stopped after {sim.step_count} of {steps} steps; {left}") from None
    finally:
        if shows_progress and frames:
            print(file=sys.stderr)
    return f"{options.output}: {frames} frames, hash {sim.hash}"


def main(words: Optional[Sequence[str]] = None) -> int:
    """Run the command with these words, or those of the program; return its exit status."""
    options = _parser().parse_args(words)
    warnings.showwarning = lambda message, *_: print(message, file=sys.stderr)
    try:
        print(_run(options))
    except (Error, ImportError) as problem:
        print(problem, file=sys.stderr)
        return 1
    except KeyboardInterrupt as stopped:
        print(str(stopped) or "stopped", file=sys.stderr)
        return _INTERRUPTED
    return 0


if __name__ == "__main__":
    sys.exit(main())
