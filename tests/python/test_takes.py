"""Takes, replayed from Python."""

import os
import subprocess

import pytest

import shoal


def recorded(tmp_path, *, wrong_hash=False):
    """Writes a take of 120 steps with an edit after 30, and returns its file and last hash."""
    sim = shoal.Simulation("reef", seed=7, boids=300)
    preset = sim.preset_text()
    sim.step(30)
    sim["alignment.weight"] = 5.0
    sim.step(30)
    middle = sim.hash
    sim.step(60)
    file = tmp_path / "played.take"
    file.write_text(
        'take = 2\nname = "reef"\nfrom = [0, 1.0]\nto = [120, 1.0]\n'
        'edits = [\n    [30, "alignment.weight", 5.0],\n]\n'
        f'hashes = [\n    [60, "{middle}"],\n    [120, "{"0" * 16 if wrong_hash else sim.hash}"],\n]\n'
        f"preset = '''\n{preset}'''\n"
    )
    return file, sim.hash


def test_a_take_replays_its_edits(tmp_path):
    file, last = recorded(tmp_path)
    take = shoal.Take(file)
    assert (take.first_step, take.last_step, take.edit_count, take.hash_count) == (0, 120, 1, 2)
    take.step(40)
    assert take["alignment.weight"] == 5.0
    take.play()
    assert (take.step_count, take.hash, take.hashes_compared) == (120, last, 2)


def test_what_comes_through_a_pipe_is_read_once(tmp_path):
    file, last = recorded(tmp_path)

    def piped(data):
        end, start = os.pipe()
        os.write(start, data)
        os.close(start)
        return f"/dev/fd/{end}"

    take = shoal.Take(piped(file.read_bytes()))
    take.play()
    assert take.hash == last
    preset = shoal.Simulation("zones", seed=5).preset_text().encode()
    assert shoal.Simulation(piped(preset)).hash == shoal.Simulation("zones", seed=5).hash
    assert shoal.Simulation(piped(file.read_bytes())).seed == 7


def test_a_difference_from_the_recording_is_reported(tmp_path):
    file, last = recorded(tmp_path, wrong_hash=True)
    take = shoal.Take(file)
    with pytest.raises(shoal.DeviationError, match="step 120"):
        take.play()
    assert (take.hash, take.hashes_compared) == (last, 1)


def test_a_take_is_changed_only_in_a_copy(tmp_path):
    take = shoal.Take(recorded(tmp_path)[0])
    take["look.place"] = "sky"
    for change in (
        lambda: take.__setitem__("alignment.weight", 1.0),
        lambda: take.set("alignment.weight=1"),
        lambda: take.restart(),
        lambda: take.restore(take.checkpoint()),
        lambda: take.place("sardine", [[0, 0, 0]], [[1, 0, 0]]),
    ):
        with pytest.raises(shoal.Error, match="copy"):
            change()
    live = take.copy()
    live["alignment.weight"] = 1.0
    live.step()
    assert not isinstance(live, shoal.Take)


CAPTURES = {"picture": "reef.png", "sidecar": "reef.png.json", "film": "reef.mkv", "frames": "frames/"}


@pytest.mark.parametrize("kind", CAPTURES)
def test_a_capture_opens_as_take_and_as_simulation(kind, program, tmp_path):
    """Oracle: a simulation with the options of the command that made the capture."""
    wanted = tmp_path / CAPTURES[kind].removesuffix(".json")
    command = [program, "render", "reef", "-o", f"{wanted}/" if kind == "frames" else wanted, "--size", "64x36"]
    command += ["--seed", "9", "--boids", "40", "--set", "alignment.weight=3", "--warmup", "0.5"]
    command += [] if kind in ("picture", "sidecar") else ["--seconds", "0.2"]
    subprocess.run(command, check=True, env={"HOME": str(tmp_path), "PATH": os.environ["PATH"], "LIBGL_ALWAYS_SOFTWARE": "1"})
    file = tmp_path / CAPTURES[kind]
    live = shoal.Simulation("reef", seed=9, boids=40)
    live["alignment.weight"] = 3.0
    begun = shoal.Simulation(file)
    assert (begun.hash, begun.seed, begun.step_count, begun["alignment.weight"]) == (live.hash, 9, 0, 3.0)
    take = shoal.Take(file)
    take.play()
    live.step(take.last_step)
    assert take.hash == live.hash and take.last_step >= 30
    assert shoal.Simulation(file, seed=1, boids=10).count == 10


def test_a_file_without_a_scene_says_so(tmp_path):
    for name in ("empty.png", "empty.mkv", "empty.json"):
        (tmp_path / name).write_bytes(b"")
        for kind in (shoal.Take, shoal.Simulation):
            with pytest.raises(shoal.Error, match=name):
                kind(tmp_path / name)
    for kind in (shoal.Take, shoal.Simulation):
        with pytest.raises(shoal.Error, match="no capture"):
            kind(tmp_path)


def test_a_wrong_take_names_its_mistake(tmp_path):
    file = tmp_path / "wrong.take"
    file.write_text("take = 99\n")
    with pytest.raises(shoal.Error, match=r"wrong\.take:1"):
        shoal.Take(file)
    with pytest.raises(shoal.Error):
        shoal.Take(tmp_path / "missing.take")
