"""Trajectories as HDF5 in the layout of H5MD 1.1 (https://nongnu.org/h5md)."""

from __future__ import annotations

import contextlib
import importlib
import os
import re
import time
from typing import Any, Generator, Iterator, SupportsIndex

import numpy as np

from . import _arguments, _shoal
from ._errors import Error
from ._simulation import Simulation

_FLUSH_SECONDS = 0.5
_COMPRESSION = 1  # higher levels save a few percent and take several times as long
# A chunk holds one frame, so that each is compressed once. Bounds on its boids: small chunks cost index entries, and
# large ones do not fit HDF5's cache of 1 MiB.
_MIN_CHUNK_BOIDS = 256
_MAX_CHUNK_BOIDS = 65536
_CHUNK_FRAMES = 1024  # of step and time
_TRACK_FRAMES = 400  # as many as tracks are measured in


def write_h5md(file: _arguments.Path, sim: Simulation, steps: SupportsIndex, *, every: SupportsIndex = 1) -> int:
    """Step `sim` and write the position and velocity of every boid; return the number of frames.

    A frame is written now, after every `every` steps and after the last of the `steps`. The file is HDF5 in the
    layout of H5MD 1.1, compressed, and needs h5py; memory does not grow with the number of frames. Numbers are the
    float32 of `positions` and `velocities`, in m and m/s.

    The file appears when it is complete and replaces none. Until then its frames are in `file` + ".partial", which
    h5py.File(..., "r", swmr=True) reads while it grows, and also after a kill. It stays when an exception, such as
    KeyboardInterrupt, ends the run.

    Raises Error if the file exists or cannot be written, and ImportError without h5py.
    """
    if not isinstance(sim, Simulation):
        raise TypeError(f"write_h5md() steps a Simulation, not {type(sim).__name__}")
    return sum(1 for _ in each_frame(file, sim, steps, every))


def each_frame(
    file: _arguments.Path, sim: Simulation, steps: SupportsIndex, every: SupportsIndex
) -> Generator[None, None, None]:
    """Do what write_h5md() does, with a pause after each frame."""
    count = _arguments.integer("the number of steps", steps, 64)
    between = _arguments.integer("every", every, 64)
    if count < 0 or between < 1:
        raise Error(f"cannot write {count} steps with a frame every {between}: give 0 or more, and 1 or more")
    writer = _Writer(os.fsdecode(_arguments.path("the file", file)))
    try:
        writer.lay_out(sim)
        writer.add(sim)
        yield
        last = sim.step_count + count
        while sim.step_count < last:
            sim.step(min(between, last - sim.step_count))
            writer.add(sim)
            yield
    except BaseException:
        writer.close()
        raise
    writer.finish()


class _Writer:
    """The partial file of a trajectory."""

    def __init__(self, file: str) -> None:
        self._h5py = _h5py()
        self._name = file
        self._partial = file + ".partial"
        self._flushed = -float("inf")
        self._file: Any = None
        self.frames = 0
        _require_free(file, "an H5MD file replaces none; remove it or name another")
        _require_free(self._partial, "the frames of an earlier run, or of one under way; rename or remove it")
        with self._writing():
            # The oldest format that can be read while it grows; every later HDF5 reads it.
            self._file = self._h5py.File(self._partial, "x", libver=("v110", "v110"), locking="best-effort")

    def lay_out(self, sim: Simulation) -> None:
        """Make everything but the frames."""
        with self._writing():
            self._describe(sim)
            self._add_elements(sim)
            self._file.swmr_mode = True

    def _describe(self, sim: Simulation) -> None:
        h5md = self._file.create_group("h5md")
        h5md.attrs["version"] = np.array([1, 1], np.int32)
        _put_text(h5md.create_group("author"), "name", "unknown")
        creator = h5md.create_group("creator")
        _put_text(creator, "name", "Shoal")
        _put_text(creator, "version", _shoal.version())
        units = h5md.create_group("modules/units")
        units.attrs["version"] = np.array([1, 0], np.int32)
        units.attrs["system"] = "SI"

        parameters = self._file.create_group("parameters")
        _put_text(parameters, "preset", sim.name)
        parameters.attrs["seed"] = np.uint64(sim.seed)
        parameters.attrs["world_m"] = _world(sim)

    def _add_elements(self, sim: Simulation) -> None:
        group = self._file.create_group("particles/all")
        position = group.create_group("position")
        # On the group and not on the values: MDAnalysis, which knows no metres, refuses values in them.
        position.attrs["unit"] = "m"
        # Uncompressed, so that the last chunk grows in place.
        instants = {"shape": (0,), "maxshape": (None,), "chunks": (_CHUNK_FRAMES,)}
        self._step = position.create_dataset("step", dtype="<i8", **instants)
        self._time = position.create_dataset("time", dtype="<f8", **instants)
        self._time.attrs["unit"] = "s"
        self._position = self._add_values(position, sim, 3, "<f4", np.nan)
        self._velocity = self._add_values(self._add_element(group, "velocity"), sim, 3, "<f4", np.nan)
        self._velocity.attrs["unit"] = "m s-1"
        self._id = self._add_values(self._add_element(group, "id"), sim, 0, "<i4", -1)
        names = self._h5py.enum_dtype({name: index for index, name in enumerate(sim.species)}, basetype="i4")
        self._species = self._add_values(self._add_element(group, "species"), sim, 0, names, -1)

        box = group.create_group("box")
        box.attrs["dimension"] = np.int32(3)
        is_periodic = _is_periodic(sim)
        box.attrs["boundary"] = np.array([b"periodic" if is_periodic else b"none"] * 3)
        self._edges = None
        # An open world has no edges: programs would take them for periodic ones.
        if is_periodic:
            self._edges = self._add_element(box, "edges").create_dataset(
                "value", dtype="<f4", shape=(0, 3, 3), maxshape=(None, 3, 3), chunks=(_CHUNK_FRAMES // 16, 3, 3)
            )
            self._edges.attrs["unit"] = "m"

    def _add_element(self, group: Any, name: str) -> Any:
        element = group.create_group(name)
        element["step"] = self._step
        element["time"] = self._time
        return element

    def _add_values(self, element: Any, sim: Simulation, axes: int, dtype: Any, fill: float) -> Any:
        """Add a dataset with a row for each frame and boid, which may get more of both."""
        chunk = min(max(sim.count, _MIN_CHUNK_BOIDS), _MAX_CHUNK_BOIDS)
        tail = (axes,) if axes else ()
        return element.create_dataset(
            "value",
            dtype=dtype,
            shape=(0, sim.count, *tail),
            maxshape=(None, None, *tail),
            chunks=(1, chunk, *tail),
            fillvalue=fill,
            shuffle=True,
            compression="gzip",
            compression_opts=_COMPRESSION,
        )

    def add(self, sim: Simulation) -> None:
        """Add the present state as a frame."""
        position, velocity = sim.positions, sim.velocities
        counts = [each.count for each in sim.species.values()]
        with self._writing():
            self._append(self._position, position)
            self._append(self._velocity, velocity)
            self._append(self._id, np.arange(len(position), dtype=np.int32))
            self._append(self._species, np.repeat(np.arange(len(counts), dtype=np.int32), counts))
            if self._edges is not None:
                # As a matrix, which MDAnalysis requires.
                self._append(self._edges, np.diag(_world(sim)))
            self._append(self._time, sim.seconds)
            self._append(self._step, sim.step_count)
            self.frames += 1
            if time.monotonic() - self._flushed >= _FLUSH_SECONDS:
                self._flush()

    def _append(self, dataset: Any, row: Any) -> None:
        """Add a row. Where an earlier, wider row has more boids, the fill value stays."""
        shape = list(dataset.shape)
        shape[0] = self.frames + 1
        if np.ndim(row) > 0:
            shape[1] = max(shape[1], len(row))
            dataset.resize(shape)
            dataset[self.frames, : len(row)] = row
        else:
            dataset.resize(shape)
            dataset[self.frames] = row

    def _flush(self) -> None:
        # In this order, so that a reader who sees a step also sees its values.
        values = (self._position, self._velocity, self._id, self._species, self._edges, self._time, self._step)
        for dataset in values:
            if dataset is not None:
                dataset.flush()
        self._file.flush()
        _sync(self._partial)
        self._flushed = time.monotonic()

    def close(self) -> None:
        """End the partial file, which stays if it has frames."""
        if self._file:
            with self._writing():
                self._file.close()
        if self.frames == 0:
            os.remove(self._partial)

    def finish(self) -> None:
        """Give the complete file its name."""
        with self._writing():
            self._file.close()
            _sync(self._partial)
            _require_free(self._name, f"another program has made it since; {self._partial} has the frames")
            os.rename(self._partial, self._name)
            _sync(os.path.dirname(self._name) or ".")

    @contextlib.contextmanager
    def _writing(self) -> Iterator[None]:
        """Turn h5py's errors into one line."""
        try:
            yield
        except Error:
            raise
        except (OSError, RuntimeError, ValueError) as problem:
            self._abandon()
            # HDF5 puts the system's message into a long one of its own.
            known = re.search(r"error message = '([^']*)'", str(problem))
            reason = known[1] if known else getattr(problem, "strerror", None) or str(problem)
            left = ", which keeps the frames so far" if self.frames else ""
            raise Error(f"cannot write {self._partial}{left}: {reason}") from problem


    def _abandon(self) -> None:
        """Leave the file as it is. HDF5 would write again on closing and at the interpreter's end, and crash there."""
        if self._file:
            nowhere = os.open(os.devnull, os.O_RDWR)
            os.dup2(nowhere, self._file.id.get_vfd_handle())
            os.close(nowhere)
            with contextlib.suppress(OSError, RuntimeError, ValueError):
                self._file.close()
        self._file = None


def write_tracks(file: bytes, tracks: bytes) -> None:
    """Write the animals of an H5MD file as a table of tracks: at most 400 frames, spread evenly, if it has velocities.

    Raises Error if the file is no H5MD, and ImportError without h5py.
    """
    name = os.fsdecode(file)
    try:
        with _h5py().File(name, "r") as opened, open(tracks, "w", encoding="utf-8") as table:
            groups = opened["particles"]
            group = groups["all"] if "all" in groups else groups[sorted(groups)[0]]
            position, times = group["position/value"], group["position/time"]
            velocity = group["velocity/value"] if "velocity" in group else None
            ids = group["id/value"] if "id" in group else None
            species = group["species/value"] if "species" in group else None
            names = _species_names(species)
            table.write("seconds,id,species,x,y,z" + (",vx,vy,vz" if velocity is not None else "") + "\n")
            frames = len(position)
            used = frames if velocity is None else min(frames, _TRACK_FRAMES)
            for frame in (index * frames // used for index in range(used)):
                at = np.pad(position[frame], ((0, 0), (0, 3 - position.shape[2])))
                columns = [at]
                if velocity is not None:
                    columns.append(np.pad(velocity[frame], ((0, 0), (0, 3 - velocity.shape[2]))))
                who = np.arange(len(at)) if ids is None else _at(ids, frame)
                kinds = np.zeros(len(at), int) if species is None else _at(species, frame)
                second = float(times[frame]) if times.shape else frame * float(times[()])
                for index, row in enumerate(np.hstack(columns)):
                    if who[index] >= 0 and np.isfinite(row).all():
                        kind = names.get(int(kinds[index]), str(kinds[index])).replace(",", " ")
                        numbers = ",".join(f"{number:.9g}" for number in row)
                        table.write(f"{second!r},{who[index]},{kind},{numbers}\n")
    except (OSError, KeyError, IndexError, ValueError, RuntimeError) as problem:
        reason = problem.args[0] if problem.args else problem
        raise Error(f"cannot read {name} as H5MD: {reason}") from problem


def _at(values: Any, frame: int) -> Any:
    """The values of a frame; H5MD also allows some that are the same in all."""
    return values[frame] if values.ndim > 1 else values[()]


def _species_names(species: Any) -> dict[int, str]:
    names = None if species is None else _h5py().check_enum_dtype(species.dtype)
    return {} if names is None else {number: name for name, number in names.items()}


def _h5py() -> Any:
    try:
        return importlib.import_module("h5py")
    except ImportError as problem:
        raise ImportError(
            "H5MD files need h5py: install it with `apt install python3-h5py` or `pip install h5py`"
        ) from problem


def _require_free(file: str, advice: str) -> None:
    if os.path.lexists(file):
        raise Error(f"{file} exists: {advice}")


def _sync(path: str) -> None:
    """Wait until the system has written what it holds of a file or folder."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _put_text(group: Any, name: str, text: str) -> None:
    """Write a text of fixed length, as H5MD wants its names."""
    group.attrs[name] = np.bytes_(text.encode())


def _world(sim: Simulation) -> Any:
    """Return the size of the world along each axis [m]."""
    sides = ["width"] * 3 if sim["world.shape"] == "sphere" else ["width", "height", "depth"]
    return np.array([sim[f"world.{side}"] for side in sides], np.float32)


def _is_periodic(sim: Simulation) -> bool:
    """Whether boids that leave the world at one face return at the opposite one."""
    return any(each.value for each in sim.tunables() if each.key.endswith(".wrap.enabled"))
