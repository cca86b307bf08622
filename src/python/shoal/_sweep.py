"""Many runs of one scene with different settings."""

from __future__ import annotations

import csv
import os
from concurrent.futures import Future, ThreadPoolExecutor, wait
from typing import Iterator, Optional, Union

from . import _shoal
from ._errors import Error
from ._simulation import Simulation

Cell = Union[int, float, str]
Row = dict[str, Cell]


class Sweep:
    """A sweep from a file: see its page in the manual.

    Its preset is a built-in one or a file beside the sweep file. `shoal sweep` also finds presets that the user
    saved in the viewer.

    >>> sweep = shoal.Sweep("orientation.toml")
    >>> for row in sweep.rows():
    ...     print(row["zones.orientation"], row["polarisation"], row["polarisation_se"])

    Raises Error if the file has a mistake.
    """

    def __init__(self, file: Union[str, os.PathLike[str]]) -> None:
        self._core = _shoal.Sweep.open(os.fspath(file))

    @classmethod
    def from_text(cls, toml: str, *, name: str = "text.toml") -> Sweep:
        """Open the text of a sweep file. `name` stands for the file in messages."""
        made = cls.__new__(cls)
        made._core = _shoal.Sweep.open_text(toml, name)
        return made

    def __len__(self) -> int:
        """Number of runs."""
        return self._core.runs()

    @property
    def columns(self) -> list[str]:
        """Names of the columns: settings, then each measure's mean over time and its standard error."""
        return next(csv.reader([self.header]))

    @property
    def header(self) -> str:
        """The first line of the table that `shoal sweep` writes, without a newline."""
        return self._core.header()

    def line(self, index: int) -> str:
        """Run one run, 0 .. len(sweep) − 1, and return its line of that table, byte for byte.

        Ctrl+C stops it between two steps.
        """
        line = self._core.run(self._checked(index), _shoal.Stop())
        assert line is not None
        return line

    def run(self, index: int) -> Row:
        """Run one run, 0 .. len(sweep) − 1, on this thread, and return its row by column.

        Numbers are int or float; a value that is not defined is NaN. Ctrl+C stops it between two steps.
        """
        row = self._run(index, _shoal.Stop())
        assert row is not None
        return row

    def rows(self, *, runs: Optional[range] = None, threads: int = 0) -> Iterator[Row]:
        """Run all runs, or these, one on each thread, and yield the rows in the order of runs.

        `threads` is the number of runs at the same time; 0 means one for each core. An exception, such as
        KeyboardInterrupt, or closing the iterator ends the other runs within a step.
        """
        wanted = iter(range(len(self)) if runs is None else runs)
        workers = threads or os.cpu_count() or 1
        stop = _shoal.Stop()
        # A bounded number of runs is under way, so that a long sweep needs little memory.
        with ThreadPoolExecutor(workers) as pool:
            futures: list[Future[Optional[Row]]] = []
            try:
                for index in wanted:
                    futures.append(pool.submit(self._run, index, stop))
                    if len(futures) >= 2 * workers:
                        yield _result(futures.pop(0))
                while futures:
                    yield _result(futures.pop(0))
            finally:
                stop.set()
                for each in futures:
                    each.cancel()

    def simulation(self, index: int, *, threads: int = 0) -> Simulation:
        """Return the simulation of a run at step 0."""
        return Simulation._of(self._core.simulation(self._checked(index), threads))

    def _checked(self, index: int) -> int:
        if not 0 <= index < len(self):
            raise Error(f"no run {index}: the sweep has {len(self)}")
        return index

    def _run(self, index: int, stop: _shoal.Stop) -> Optional[Row]:
        line = self._core.run(self._checked(index), stop)
        if line is None:
            return None
        return {name: _cell(name, text) for name, text in zip(self.columns, next(csv.reader([line])))}

    def __repr__(self) -> str:
        return f"<shoal.Sweep, {len(self)} runs>"


def _result(future: Future[Optional[Row]]) -> Row:
    # In short waits, because a wait without an end would keep Ctrl+C from Python.
    while not future.done():
        wait([future], timeout=0.1)
    row = future.result()
    assert row is not None
    return row


def _cell(column: str, text: str) -> Cell:
    # A hash may have no letters.
    if column in ("preset", "sweep", "hash"):
        return text
    if not text:
        return float("nan")
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            pass
    return text
