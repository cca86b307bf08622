"""H5MD files, read back with h5py."""

import csv
import os
import signal
import subprocess
import sys
import time

import h5py
import numpy as np
import pytest

import shoal
from shoal import h5md

COMMAND = [sys.executable, "-m", "shoal.h5md"]


def started(folder, *words):
    return subprocess.Popen(
        [*COMMAND, *words], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def visible_frames(file):
    """Frames that a reader sees while the file grows, or after its writer was killed."""
    try:
        with h5py.File(file, "r", swmr=True) as growing:
            return len(growing["particles/all/position/step"])
    except (OSError, KeyError):
        return 0


def wait_until(holds):
    end = time.monotonic() + 60
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.01)


def test_the_file_has_the_layout_of_h5md(tmp_path):
    sim = shoal.Simulation("bait-ball", boids=120)
    assert shoal.write_h5md(tmp_path / "run.h5", sim, 25, every=10) == 4
    assert sim.step_count == 25
    assert os.listdir(tmp_path) == ["run.h5"]
    with h5py.File(tmp_path / "run.h5") as file:
        assert list(file["h5md"].attrs["version"]) == [1, 1]
        assert file["h5md/creator"].attrs["name"] == b"Shoal"
        assert file["h5md/creator"].attrs["version"] == shoal.__version__.encode()
        assert file["h5md/author"].attrs["name"]
        assert file["h5md/modules/units"].attrs["system"] == "SI"
        assert file["parameters"].attrs["preset"] == b"bait-ball"
        assert file["parameters"].attrs["seed"] == sim.seed
        assert list(file["parameters"].attrs["world_m"]) == [sim[f"world.{s}"] for s in ("width", "height", "depth")]
        boids = file["particles/all"]
        assert boids["box"].attrs["dimension"] == 3
        assert list(boids["box"].attrs["boundary"]) == [b"none"] * 3
        assert "edges" not in boids["box"]
        assert boids["position/value"].shape == boids["velocity/value"].shape == (4, 120, 3)
        assert boids["position/value"].dtype == np.float32
        assert boids["position/value"].compression == "gzip" and boids["position/value"].shuffle
        assert list(boids["position/step"]) == [0, 10, 20, 25]
        assert boids["position/time"][3] == pytest.approx(25 / 60)
        for element in ("velocity", "id", "species"):
            assert boids[element + "/step"] == boids["position/step"]
            assert boids[element + "/time"] == boids["position/time"]
        assert boids["position"].attrs["unit"] == "m"
        assert boids["velocity/value"].attrs["unit"] == "m s-1"
        assert boids["position/time"].attrs["unit"] == "s"
        assert np.array_equal(boids["position/value"][3], sim.positions)
        assert np.array_equal(boids["velocity/value"][3], sim.velocities)
        assert h5py.check_enum_dtype(boids["species/value"].dtype) == {"sardine": 0, "tuna": 1, "shark": 2}
        counts = [each.count for each in sim.species.values()]
        assert list(boids["species/value"][0]) == list(np.repeat(range(3), counts))
        assert list(boids["id/value"][0]) == list(range(120))


def test_a_periodic_world_has_its_box_in_each_frame(tmp_path):
    sim = shoal.Simulation("reef", boids=3)
    sim["wrap.enabled"] = True
    sim["world.width"] = 30
    shoal.write_h5md(tmp_path / "run.h5", sim, 2)
    with h5py.File(tmp_path / "run.h5") as file:
        box = file["particles/all/box"]
        assert list(box.attrs["boundary"]) == [b"periodic"] * 3
        assert box["edges/value"].shape == (3, 3, 3)
        assert np.array_equal(box["edges/value"][2], np.diag([30, sim["world.height"], sim["world.depth"]]))
        assert box["edges/step"] == file["particles/all/position/step"]


def test_the_number_of_boids_may_change(tmp_path):
    class Changing(shoal.Simulation):
        """Has another number of boids after each step."""

        def step(self, count=1):
            super().step(count)
            self["count"] = {1: 400, 2: 20}[self.step_count]
            wanted.append(self.positions)

    sim = Changing("reef", boids=150)
    wanted = [sim.positions]
    shoal.write_h5md(tmp_path / "run.h5", sim, 2)
    with h5py.File(tmp_path / "run.h5") as file:
        boids = file["particles/all"]
        assert boids["position/value"].shape == (3, 400, 3)
        for frame, positions in enumerate(wanted):
            present = len(positions)
            assert np.array_equal(boids["position/value"][frame, :present], positions)
            assert np.isnan(boids["position/value"][frame, present:]).all()
            assert list(boids["id/value"][frame]) == [*range(present), *[-1] * (400 - present)]


def test_the_command_writes_the_numbers_of_the_programs_csv(tmp_path, program):
    options = ["bait-ball", "--steps", "65", "--boids", "300", "--every", "7", "--set", "sardine.alignment.weight=2"]
    subprocess.run([program, "simulate", *options, "--trajectory", "run.csv"], cwd=tmp_path, check=True)
    ran = subprocess.run(
        [*COMMAND, *options, "-o", "run.h5"], cwd=tmp_path, check=True, capture_output=True, text=True
    )
    assert ran.stdout.startswith("run.h5: 11 frames, hash ") and not ran.stderr
    with open(tmp_path / "run.csv", newline="") as table, h5py.File(tmp_path / "run.h5") as file:
        rows = list(csv.DictReader(table))
        boids = file["particles/all"]
        names = {number: name for name, number in h5py.check_enum_dtype(boids["species/value"].dtype).items()}

        def column(*keys):
            return np.array([[row[key] for key in keys] for row in rows]).astype(np.float32)

        assert np.array_equal(boids["position/value"][...].reshape(-1, 3), column("x", "y", "z"))
        assert np.array_equal(boids["velocity/value"][...].reshape(-1, 3), column("vx", "vy", "vz"))
        assert [str(step) for step in np.repeat(boids["position/step"], 300)] == [row["step"] for row in rows]
        assert [str(each) for each in boids["id/value"][...].ravel()] == [row["id"] for row in rows]
        assert [names[each] for each in boids["species/value"][...].ravel()] == [row["species"] for row in rows]


def test_the_command_replays_a_take(tmp_path, capsys):
    preset = shoal.Simulation("reef", seed=7, boids=50)
    take = tmp_path / "played.take"
    take.write_text(
        'take = 2\nname = "reef"\nfrom = [0, 1.0]\nto = [20, 1.0]\n'
        'edits = [\n    [10, "count", 80],\n]\nhashes = []\n'
        f"preset = '''\n{preset.preset_text()}'''\n"
    )
    assert h5md.main([str(take), "--every", "10", "-o", str(tmp_path / "run.h5")]) == 0
    with h5py.File(tmp_path / "run.h5") as file:
        assert [int((each >= 0).sum()) for each in file["particles/all/id/value"]] == [50, 80, 80]
    assert h5md.main([str(take), "--seed", "3", "-o", str(tmp_path / "other.h5")]) == 1
    assert "omit --seed" in capsys.readouterr().err


def test_a_growing_file_can_be_read_also_after_a_kill(tmp_path):
    partial = tmp_path / "run.h5.partial"
    running = started(tmp_path, "--steps", "100000000", "--boids", "50", "--every", "2", "-o", "run.h5")
    wait_until(lambda: visible_frames(partial) > 1)
    before = visible_frames(partial)
    wait_until(lambda: visible_frames(partial) > before)
    running.kill()
    running.communicate()
    assert os.listdir(tmp_path) == ["run.h5.partial"]
    with h5py.File(partial, "r", swmr=True) as file:
        steps = file["particles/all/position/step"][...]
        assert len(steps) > before
        assert list(steps) == list(range(0, 2 * len(steps), 2))
        assert np.isfinite(file["particles/all/position/value"][: len(steps)]).all()


def test_an_interrupted_run_keeps_its_frames_and_says_so(tmp_path):
    partial = tmp_path / "run.h5.partial"
    running = started(tmp_path, "--steps", "100000000", "--boids", "50", "--every", "1", "-o", "run.h5")
    wait_until(lambda: visible_frames(partial) > 1)
    running.send_signal(signal.SIGINT)
    out, err = running.communicate()
    assert running.returncode == 130 and not out and err.count("\n") == 1
    assert "run.h5.partial keeps the frames so far" in err
    with h5py.File(partial) as file:  # closed properly: opens without the mode for growing files
        steps = int(err.split()[2])
        assert steps <= len(file["particles/all/position/step"]) <= steps + 1


def test_a_full_disk_ends_the_command_with_one_line(tmp_path):
    # The limit on the size of files stands in for the disk's.
    words = " ".join([*COMMAND, "--steps 100000000 --boids 300 --every 1 -o run.h5"])
    ran = subprocess.run(
        ["sh", "-c", f"trap '' XFSZ; ulimit -f 2000; exec {words}"], cwd=tmp_path, capture_output=True, text=True
    )
    assert ran.returncode == 1 and not ran.stdout
    assert ran.stderr == "cannot write run.h5.partial, which keeps the frames so far: File too large\n"
    assert visible_frames(tmp_path / "run.h5.partial") >= 1


def test_no_file_is_replaced_and_none_stays_without_frames(tmp_path):
    sim = shoal.Simulation("reef", boids=3)
    mine = tmp_path / "mine.h5"
    mine.write_text("mine")
    (tmp_path / "old.h5.partial").write_text("old")
    for name, reason in [("mine.h5", "exists"), ("old.h5", "earlier run"), ("no/such.h5", "No such file")]:
        with pytest.raises(shoal.Error, match=reason) as raised:
            shoal.write_h5md(tmp_path / name, sim, 1)
        assert "\n" not in str(raised.value) and str(tmp_path / name) in str(raised.value)
    assert sim.step_count == 0

    class Overtaken(shoal.Simulation):
        def step(self, count=1):
            super().step(count)
            (tmp_path / "late.h5").write_text("late")

    with pytest.raises(shoal.Error, match="late.h5.partial has the frames"):
        shoal.write_h5md(tmp_path / "late.h5", Overtaken("reef", boids=3), 1)
    assert visible_frames(tmp_path / "late.h5.partial") == 2
    assert (mine.read_text(), (tmp_path / "late.h5").read_text()) == ("mine", "late")
    assert set(os.listdir(tmp_path)) == {"mine.h5", "old.h5.partial", "late.h5", "late.h5.partial"}


def test_without_h5py_it_says_what_to_install(tmp_path, monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "h5py", None)
    assert h5md.main(["--steps", "1", "-o", str(tmp_path / "run.h5")]) == 1
    assert "python3-h5py" in capsys.readouterr().err
    assert not os.listdir(tmp_path)


@pytest.mark.parametrize("words", [["no-such-preset"], ["reef", "--set", "no.key=1"], ["reef", "--every", "0"]])
def test_a_mistake_is_one_line(words, tmp_path, capsys):
    assert h5md.main([*words, "-o", str(tmp_path / "run.h5")]) == 1
    said = capsys.readouterr().err
    assert said.count("\n") == 1 and "Traceback" not in said
    assert not os.listdir(tmp_path)
