"""Checks against figures, and the search for settings, from Python."""

import json
import os
import signal
import subprocess
import threading

import pytest

import shoal

RUNS = dict(steps=300, burn_in=100, every=20)
TARGETS = """
[[target]]
title = "order"
measure = "polarisation"
min = 0.001
max = 1
source = "a test"
[[target]]
measure = "nearest_neighbour_m"
in = "body lengths"
max = 1e-6
"""


def zones(boids=40, **options):
    return shoal.Simulation("zones", boids=boids, **options)


def test_a_check_gives_each_figure_and_leaves_the_simulation(tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text(TARGETS)
    sim = zones()
    sim.step(3)
    before = sim.hash
    order, nearest = shoal.check(sim, file, seeds=2, **RUNS)
    assert sim.hash == before
    assert (order.title, order.unit, order.min, order.max, order.source) == ("order", "", 0.001, 1, "a test")
    assert order.verdict == "within" and 0 < order.mean < 1 and order.standard_error > 0
    assert order.null_verdict == "within" and order.null_mean == pytest.approx(order.mean)
    assert nearest.verdict == "outside" and nearest.unit == "BL" and nearest.min is None
    one, two, wish = shoal.check(sim, [file, "milling=0.5"], **RUNS)
    assert wish.title == "milling" and wish.min == pytest.approx(0.475)


@pytest.mark.parametrize(
    "options, runs",
    [(["--steps", "300", "--burn-in", "100", "--every", "20", "--seeds", "2"], dict(seeds=2, **RUNS)), ([], {})],
    ids=["chosen", "defaults"],
)
def test_a_check_is_that_of_the_program(program, options, runs):
    command = [program, "check", "zones", "--boids", "40", "--against", "shiner", "--json"]
    ran = subprocess.run(command + options, check=True, capture_output=True, text=True)
    rows = json.loads(ran.stdout)["rows"]
    sim = shoal.Simulation("zones", boids=40)
    figures = shoal.check(sim, "shiner", **runs)
    assert [(row["title"], row["mean"], row["null_mean"]) for row in rows] == [
        (each.title, each.mean, each.null_mean) for each in figures
    ]


def test_a_search_finds_a_mill_with_any_number_of_threads():
    options = dict(steps=1200, burn_in=800, every=40, trials=16)
    found = shoal.tune(zones(), "milling=0.8", "zones.orientation=0.05..8", threads=2, **options)
    assert found.misfit < found.misfit_before
    assert 0.05 <= found.settings["zones.orientation"] <= 8
    assert [each.title for each in found.figures] == ["milling"]
    tuned = shoal.Simulation.from_text(found.preset_text)
    assert tuned["zones.orientation"] == pytest.approx(found.settings["zones.orientation"], rel=1e-5)
    assert found == shoal.tune(zones(), "milling=0.8", ["zones.orientation=0.05..8"], threads=1, **options)


def test_wrong_arguments_are_named():
    sim = zones()
    for call, said in [
        (lambda: shoal.check(sim, "starlin"), "starling"),
        (lambda: shoal.check(sim, []), "empty"),
        (lambda: shoal.check(sim, "shiner", species="shark"), "no species 'shark'"),
        (lambda: shoal.check(sim, "shiner", steps=10, burn_in=11), "burn_in"),
        (lambda: shoal.check(sim, "shiner", every=0), "every"),
        (lambda: shoal.tune(sim, "milling=0.8"), "nothing to vary"),
        (lambda: shoal.tune(sim, "milling=0.8", "zones.orientaton"), "zones.orientation"),
        (lambda: shoal.tune(sim, "miling=0.8", "zones.orientation"), "milling"),
    ]:
        with pytest.raises(shoal.Error, match=said):
            call()
    assert "starling" in shoal.targets()


def test_ctrl_c_ends_a_check_and_a_search():
    for call in [
        lambda: shoal.check(zones(), "shiner", steps=10**9, seeds=3, threads=2),
        lambda: shoal.tune(zones(), "milling=0.8", "zones.orientation", steps=10**9, threads=2),
    ]:
        timer = threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT))
        timer.start()
        with pytest.raises(KeyboardInterrupt):
            call()
        timer.join()


def test_tracks_of_animals_become_the_figures(tmp_path, program):
    tracks = tmp_path / "run.csv"
    words = "simulate zones --boids 40 --steps 300 --every 20 --trajectory".split()
    subprocess.run([program, *words, tracks], check=True, capture_output=True)
    runs = dict(steps=300, burn_in=0, every=20)
    figures = shoal.check(zones(), tracks, **runs)
    assert {each.title for each in figures} >= {"polarisation", "nearest_neighbour_m"}
    # The same run: each figure is the middle of its own range.
    for each in figures:
        assert each.mean == pytest.approx((each.min + each.max) / 2, rel=1e-4, abs=1e-6)
        assert each.verdict == "within" and each.source.startswith("run.csv: ")
    (order,) = shoal.check(zones(), tracks, measures=["polarisation"], **runs)
    assert order.title == "polarisation"
    (line,) = figures.understood
    assert line.startswith("run.csv: ") and " in 16 frames" in line and line in str(figures)
    assert shoal.check(zones(), "polarisation=0.9", **runs).understood == []
    found = shoal.tune(zones(), tracks, "zones.orientation", trials=6, measures="milling", **dict(runs, seeds=1))
    assert [each.title for each in found.figures] == ["milling"]
    assert found.figures.understood[0].startswith("run.csv: ")
