"""Sweeps, run from Python."""

import os
import pickle
import signal
import subprocess
import threading

import pytest
from pool_work import when_inside

import shoal
from shoal import _sweep

SWEEP = """
preset = "reef"
steps = 20
every = 10
measures = ["polarisation", "milling"]
[set]
count = 100
[vary]
alignment.weight = "0..4:3"
seed = [7, 8]
"""


def test_a_sweep_gives_the_same_rows_on_any_number_of_threads():
    sweep = shoal.Sweep.from_text(SWEEP)
    assert len(sweep) == 6
    rows = list(sweep.rows(threads=3))
    assert [list(row) for row in rows] == [sweep.columns] * 6
    assert [row["run"] for row in rows] == list(range(6))
    assert [row["seed"] for row in rows] == [7, 8] * 3
    assert [row["alignment.weight"] for row in rows] == [0, 0, 2, 2, 4, 4]
    assert [row["hash"] for row in rows] == [sweep.run(index)["hash"] for index in range(6)]
    assert all(0 <= row["polarisation"] <= 1 for row in rows)
    assert [row["run"] for row in sweep.rows(runs=range(1, 6, 2))] == [1, 3, 5]


def test_a_sweep_starts_no_more_threads_than_runs(monkeypatch):
    started = []

    def thread(**arguments):
        started.append(threading.Thread(**arguments))
        return started[-1]

    monkeypatch.setattr(_sweep, "Thread", thread)
    sweep = shoal.Sweep.from_text(SWEEP)
    for threads, expected in ((1, 1), (4, 4), (1024, 6)):
        started.clear()
        assert len(list(sweep.rows(threads=threads))) == 6
        assert len(started) == expected
    for threads in (-1, 1025, 10**6):
        with pytest.raises(shoal.Error, match="threads"):
            sweep.rows(threads=threads)


def test_a_thread_that_cannot_start_ends_the_others(monkeypatch):
    started = []

    def thread(**arguments):
        if len(started) == 2:
            raise RuntimeError("can't start new thread")
        started.append(threading.Thread(**arguments))
        return started[-1]

    monkeypatch.setattr(_sweep, "Thread", thread)
    with pytest.raises(RuntimeError, match="start new thread"):
        list(shoal.Sweep.from_text(SWEEP).rows(threads=4))
    for each in started:
        each.join(60)
        assert not each.is_alive()


def test_a_run_can_be_opened():
    sweep = shoal.Sweep.from_text(SWEEP)
    sim = sweep.simulation(3)
    assert (sim["alignment.weight"], sim.seed, sim.count) == (2.0, 8, 100)
    sim.step(20)
    assert sim.hash == sweep.run(3)["hash"]


def test_lines_are_those_of_the_program(program, tmp_path):
    file, table = tmp_path / "sweep.toml", tmp_path / "table.csv"
    file.write_text(SWEEP)
    subprocess.run([program, "sweep", file, "-o", table], check=True, capture_output=True)
    sweep = shoal.Sweep(file)
    lines = [sweep.header, *(sweep.line(index) for index in range(len(sweep)))]
    assert "".join(line + "\n" for line in lines).encode() == table.read_bytes()


def test_closing_the_rows_stops_the_other_runs():
    # The first run takes less than a second, each of the others minutes.
    sweep = shoal.Sweep.from_text(
        'preset = "reef"\nsteps = 20000\nevery = 10000\n[vary]\ncount = [1, 20000, 20001, 20002, 20003]\n'
    )
    before = threading.enumerate()
    rows = sweep.rows(threads=2)
    assert next(rows)["boids"] == 1
    rows.close()
    for thread in set(threading.enumerate()) - set(before):
        thread.join(60)
        assert not thread.is_alive()
    with pytest.raises(StopIteration):
        next(rows)


@pytest.mark.parametrize("run", [shoal.Sweep.run, shoal.Sweep.line, lambda sweep, index: list(sweep.rows(threads=2))])
def test_ctrl_c_stops_a_run(run):
    # It would take hours.
    sweep = shoal.Sweep.from_text(SWEEP.replace("steps = 20", "steps = 100000000").replace("= 10\n", "= 1000000\n"))
    with pytest.raises(KeyboardInterrupt):
        when_inside(lambda: os.kill(os.getpid(), signal.SIGINT))
        run(sweep, 0)


def test_runs_that_are_not_there_are_refused():
    sweep = shoal.Sweep.from_text(SWEEP)
    with pytest.raises(shoal.Error, match="no run 6"):
        list(sweep.rows(runs=range(6, 5, -1), threads=2))


def test_a_file_names_a_preset_beside_it(tmp_path):
    (tmp_path / "mine.toml").write_text(shoal.Simulation("reef", boids=50).preset_text())
    file = tmp_path / "sweep.toml"
    file.write_text(SWEEP.replace('"reef"', '"mine.toml"').replace("count = 100", "count = 40"))
    assert shoal.Sweep(file).run(0)["boids"] == 40


def test_mistakes_name_their_place(tmp_path):
    with pytest.raises(shoal.Error, match="mine.toml:"):
        shoal.Sweep.from_text("stesp = 3\n", name="mine.toml")
    with pytest.raises(shoal.Error, match="alignment.weight"):
        shoal.Sweep.from_text(SWEEP.replace("alignment.weight", "alignment.wieght"))
    with pytest.raises(shoal.Error):
        shoal.Sweep(tmp_path / "missing.toml")
    with pytest.raises(shoal.Error, match="no run 6"):
        shoal.Sweep.from_text(SWEEP).run(6)


def test_a_sweep_on_a_card_names_it_in_each_row():
    sweep = shoal.Sweep.from_text(SWEEP, compute="card")
    row = sweep.run(0)
    sim = sweep.simulation(0)
    sim.step(20)
    assert row["stepped_by"] == sim.device != ""
    assert row["hash"] == sim.hash
    assert "stepped_by" not in shoal.Sweep.from_text(SWEEP).columns


def test_a_pickled_sweep_keeps_what_steps_it_and_older_pickles_open():
    sweep = pickle.loads(pickle.dumps(shoal.Sweep.from_text(SWEEP, compute="card")))
    assert "stepped_by" in sweep.columns
    assert len(shoal.Sweep._opened(SWEEP, "text.toml")) == 6
