"""The examples that draw figures, in their short forms."""

import re
import subprocess
import sys

import numpy as np
import pytest
from conftest import EXAMPLES, program


def drawn(tmp_path, script, *options):
    """Run a script as a user does, check its figure, and return what it prints."""
    for name in ("figure.png", "figure.svg"):
        file = tmp_path / name
        command = [sys.executable, EXAMPLES / script, "--quick", "--output", file, *options]
        run = subprocess.run(command, capture_output=True, text=True, timeout=120)
        assert run.returncode == 0, run.stderr
        assert file.stat().st_size > 10_000
    return run.stdout


def test_vicsek_order(tmp_path):
    drawn(tmp_path, "vicsek_order.py")
    import vicsek_order

    noise, order, error = vicsek_order.measure(quick=True)
    assert order.shape == error.shape == (2, len(noise))
    assert (np.diff(order[:, :-1], axis=1) < 0).all()
    # At 2.094 rad, between the published values at 2 and 2.5.
    assert 0.7246 < order[1, 2] < 0.8180
    assert order[:, 0] == pytest.approx(1)
    assert (order[:, -1] < 0.1).all()


def test_zones_phases(tmp_path):
    drawn(tmp_path, "zones_phases.py")
    import zones_phases

    orientations, attractions, (polarisation, milling, largest) = zones_phases.measure_phases(quick=True)
    assert polarisation.shape == (len(orientations), len(attractions))
    assert polarisation[-1, -1] > 0.99 and milling[-1, -1] < 0.1 and largest[-1, -1] > 0.99
    assert polarisation[0, -1] < 0.5
    # Without attraction the group is lost.
    assert largest[0, 0] < 0.3


def test_zones_history():
    import zones_phases

    widths, rising, falling = zones_phases.measure_history(quick=False)
    at = list(widths).index(2)
    assert rising[at, 1] > 0.8 and rising[at, 0] < 0.3
    assert falling[at, 0] > 0.8 and falling[at, 1] < 0.3


def test_carpentier_hawks(tmp_path):
    said = drawn(tmp_path, "carpentier_hawks.py")
    apart = [float(each) for each in re.findall(r"hawks: ([\d.]+)", said)]
    assert len(apart) == 3
    # 20 hawks, against none.
    assert apart[2] > apart[0] > 0.3


def test_fit_weights(tmp_path):
    drawn(tmp_path, "fit_weights.py")
    import fit_weights

    (plain, _), (weights, errors) = fit_weights.fit(*fit_weights.simulate(quick=True), (0, 3))
    assert weights == pytest.approx(fit_weights.TRUTH, rel=1e-4)
    assert (errors < 1e-4).all()
    # The reason for the differences.
    assert plain[1] < 0.5 * fit_weights.TRUTH[1]


def test_fit_weights_of_a_file(tmp_path):
    file = tmp_path / "paths.csv"
    words = "simulate reef --boids 300 --steps 80 --every 1 --set alignment.weight=2.5 --trajectory".split()
    subprocess.run([program(), *words, file], check=True, capture_output=True)
    said = drawn(tmp_path, "fit_weights.py", "--trajectory", file)
    found = re.search(r"noise 0 m/s, differenced: separation ([\d.]+) .* alignment ([\d.]+) .* cohesion ([\d.]+) ", said)
    # The other two are the preset's.
    assert [float(each) for each in found.groups()] == pytest.approx([0.35, 2.5, 8], rel=1e-3)


def test_turning_front(tmp_path):
    said = drawn(tmp_path, "turning_front.py")
    speed = float(re.search(r"speed of the front: ([\d.]+)", said).group(1))
    assert 2 < speed < 20


def test_turning_front_of_a_known_one():
    import turning_front

    # A front at 8 m/s that stops after 20 m.
    distance = np.linspace(0.5, 30, 1000)
    time = np.where(distance < 20, distance / 8, np.inf)
    reached, farthest, speed = turning_front.front_of(distance, time)
    assert reached == pytest.approx(19.5 / 29.5, abs=0.01)
    assert farthest == pytest.approx(20, abs=1)
    assert speed == pytest.approx(8, rel=0.02)
    # Nothing differs between twins of which none turns.
    turning_front.TURN, kept = 0.0, turning_front.TURN
    try:
        turning_front.SECONDS, seconds = 0.5, turning_front.SECONDS
        _, time = turning_front.arrivals(7, 100)
    finally:
        turning_front.TURN, turning_front.SECONDS = kept, seconds
    assert np.isinf(time).all()
