"""write_h5md.py, read back with h5py."""

import subprocess
import sys

import h5py
import numpy as np
import shoal
from conftest import EXAMPLES


def written(tmp_path, *options):
    command = [sys.executable, EXAMPLES / "write_h5md.py", *options, "--output", tmp_path / "run.h5"]
    run = subprocess.run([*map(str, command)], capture_output=True, text=True, timeout=120)
    assert run.returncode == 0, run.stderr
    return h5py.File(tmp_path / "run.h5")


def test_the_file_has_the_flock_in_the_layout_of_h5md(tmp_path):
    sim = shoal.Simulation("bait-ball", boids=120)
    with written(tmp_path, "bait-ball", "--boids", "120", "--steps", "20", "--every", "10") as file:
        assert list(file["h5md"].attrs["version"]) == [1, 1]
        boids = file["particles/all"]
        assert list(boids["box"].attrs["boundary"]) == [b"none"] * 3
        assert list(boids["position/step"]) == [0, 10, 20]
        assert boids["velocity/step"] == boids["position/step"]
        names = {number: name for name, number in h5py.check_enum_dtype(boids["species"].dtype).items()}
        assert [names[each] for each in boids["species"]] == [
            name for name, each in sim.species.items() for _ in range(each.count)
        ]
        for frame in range(3):
            assert np.array_equal(boids["position/value"][frame], sim.positions)
            assert np.array_equal(boids["velocity/value"][frame], sim.velocities)
            assert boids["position/time"][frame] == sim.seconds
            sim.step(10)


def test_a_wrapped_world_is_periodic(tmp_path):
    with written(tmp_path, "vicsek", "--boids", "20", "--steps", "2", "--every", "1") as file:
        box = file["particles/all/box"]
        assert list(box.attrs["boundary"]) == [b"periodic"] * 3
        sim = shoal.Simulation("vicsek", boids=20)
        assert np.allclose(np.diag(box["edges"]), [sim[f"world.{side}"] for side in ("width", "height", "depth")])
