"""Many runs of one scene with different settings."""

from __future__ import annotations

import csv
import operator
import os
import warnings
from collections import deque
from concurrent.futures import Future, wait
from queue import SimpleQueue
from threading import Thread
from typing import Any, Iterable, Iterator, Optional, SupportsIndex, Union

from . import _shoal
from ._base import Error, Fixed, Path
from ._simulation import Simulation

Cell = Union[int, float, str]
Row = dict[str, Cell]

_MAX_THREADS = 1024


class Sweep(Fixed):
    """A sweep from a file: see its page in the manual.

    Its preset is a built-in one or a file beside the sweep file. `shoal sweep` also finds presets that the user
    saved in the viewer.

    >>> sweep = shoal.Sweep("orientation.toml")
    >>> for row in sweep.rows():
    ...     print(row["zones.orientation"], row["polarisation"], row["polarisation_se"])

    `compute` is as in Simulation; rows then have a column `stepped_by`.

    Raises Error if the file has a mistake.
    """

    def __init__(self, file: Path, *, compute: str = "cpu") -> None:
        self._core = _shoal.Sweep.open(file, compute)
        self._origin: tuple[Any, ...] = (os.path.abspath(file),)
        self._compute = compute

    @classmethod
    def from_text(cls, toml: str, *, name: Path = "text.toml", compute: str = "cpu") -> Sweep:
        """Open the text of a sweep file. `name` stands for the file in messages."""
        return cls._opened(toml, name, compute=compute)

    @classmethod
    def _opened(cls, *origin: Any, compute: str = "cpu") -> Sweep:
        made = cls.__new__(cls)
        if len(origin) == 1:
            made._core = _shoal.Sweep.open(origin[0], compute)
        else:
            made._core = _shoal.Sweep.open_text(origin[0], origin[1], compute)
        made._origin = origin
        made._compute = compute
        return made

    @classmethod
    def _reopened(cls, compute: str, *origin: Any) -> Sweep:
        return cls._opened(*origin, compute=compute)

    def __reduce__(self) -> tuple[object, ...]:
        # Another process opens it again, so that a pool can run it.
        own = {name: value for name, value in vars(self).items() if name not in ("_core", "_origin", "_compute")}
        return self._reopened, (self._compute, *self._origin), own

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
        _finite(self._row(line))
        return line

    def run(self, index: int) -> Row:
        """Run one run, 0 .. len(sweep) − 1, on this thread, and return its row by column.

        Numbers are int or float; a value that is not defined is NaN. Ctrl+C stops it between two steps. As in
        line() and rows(), a rule whose results are not finite gives a RuntimeWarning.
        """
        return _finite(self._run(index, _shoal.Stop()))

    def rows(self, *, runs: Optional[range] = None, threads: int = 0) -> Iterator[Row]:
        """Run all runs, or these, one on each thread, and yield the rows in the order of runs.

        `threads` (0 .. 1024) is the number of runs at the same time; 0 means one for each core. With `compute`
        "card" or "auto" it is always one. An exception, such as
        KeyboardInterrupt, or closing the iterator ends the other runs within a step.
        """
        workers = operator.index(threads)
        if not 0 <= workers <= _MAX_THREADS:
            raise Error(f"threads is {workers}, but must be 0 .. {_MAX_THREADS}")
        workers = 1 if self._compute != "cpu" else workers or min(os.cpu_count() or 1, _MAX_THREADS)
        return self._rows(range(len(self)) if runs is None else runs, workers)

    def _rows(self, runs: Iterable[int], workers: int) -> Iterator[Row]:
        stop = _shoal.Stop()
        waiting: SimpleQueue[Optional[tuple[Future[Optional[Row]], int]]] = SimpleQueue()

        def work() -> None:
            while task := waiting.get():
                future, index = task
                if future.set_running_or_notify_cancel():
                    try:
                        future.set_result(self._run(index, stop))
                    except BaseException as problem:
                        future.set_exception(problem)

        started = 0
        # A bounded number of runs is under way, so that a long sweep needs little memory.
        under_way: deque[Future[Optional[Row]]] = deque()
        try:
            for index in runs:
                under_way.append(Future())
                waiting.put((under_way[-1], index))
                if started < workers:
                    started += 1  # first, because Ctrl+C may come while the thread starts
                    # A daemon, because an iterator that is never closed must not keep the interpreter from ending.
                    Thread(target=work, daemon=True).start()
                if len(under_way) >= 2 * workers:
                    yield _finite(_result(under_way.popleft()))
            while under_way:
                yield _finite(_result(under_way.popleft()))
        finally:
            stop.set()
            for future in under_way:
                future.cancel()
            for _ in range(started):
                waiting.put(None)

    def simulation(self, index: int, *, threads: int = 0) -> Simulation:
        """Return the simulation of a run at step 0."""
        return Simulation._of(self._core.simulation(self._checked(index), threads))

    def _checked(self, index: SupportsIndex) -> int:
        run = operator.index(index)
        if not 0 <= run < len(self):
            raise Error(f"no run {run}: the sweep has {len(self)}")
        return run

    def _run(self, index: int, stop: _shoal.Stop) -> Optional[Row]:
        line = self._core.run(self._checked(index), stop)
        return None if line is None else self._row(line)

    def _row(self, line: str) -> Row:
        return {name: _cell(name, text) for name, text in zip(self.columns, next(csv.reader([line])))}

    def __repr__(self) -> str:
        return f"<shoal.Sweep, {len(self)} runs>"


def _result(future: Future[Optional[Row]]) -> Optional[Row]:
    # In short waits, because a wait without an end would keep Ctrl+C from Python.
    while not future.done():
        wait([future], timeout=0.1)
    return future.result()


def _finite(row: Optional[Row]) -> Row:
    """Return the row of a run, with a warning to the caller's caller if a rule has an error."""
    assert row is not None
    if row["faults"]:
        warnings.warn(
            f"run {row['run']}: rules gave results that are not finite, {row['faults']} in all; "
            f"stepping simulation({row['run']}) of the sweep names them",
            RuntimeWarning,
            stacklevel=3,
        )
    return row


def _cell(column: str, text: str) -> Cell:
    # A hash may have no letters.
    if column in ("preset", "sweep", "hash", "stepped_by"):
        return text
    if not text:
        return float("nan")
    try:
        return int(text)
    except ValueError:
        pass
    try:
        return float(text)
    except ValueError:
        return text
