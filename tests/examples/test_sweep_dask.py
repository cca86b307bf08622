"""sweep_dask.py on a scheduler and workers of this machine."""

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from conftest import EXAMPLES, program
from distributed import Client

SWEEP = """
preset = "reef"
steps = {steps}
every = 10
measures = ["polarisation", "nearest_neighbour"]
[set]
count = 200
[vary]
alignment.weight = "0..4:6"
seed = "1..4"
"""
RUNS = 24


def wait_for(holds, what):
    """Return what `holds` returns as soon as that is true."""
    end = time.monotonic() + 60
    while time.monotonic() < end:
        if found := holds():
            return found
        time.sleep(0.02)
    pytest.fail(f"{what} did not happen within a minute")


class Cluster:
    """A scheduler on a free port, and workers, all of them processes."""

    def __init__(self, folder):
        self.folder = folder
        self.processes = []
        log, _ = self.start("distributed.cli.dask_scheduler", "--port", "0", "--host", "127.0.0.1", "--no-dashboard")
        self.address = wait_for(lambda: re.search(r"tcp://127\.0\.0\.1:\d+", log.read_text()), "the scheduler's start")[0]
        self.client = Client(self.address)

    def start(self, *words):
        log = self.folder / f"{len(self.processes)}.log"
        with log.open("wb") as output:
            process = subprocess.Popen([sys.executable, "-m", *words], stdout=output, stderr=output, cwd=self.folder)
        self.processes.append(process)
        return log, process

    def add_worker(self, name):
        """Start a worker; once it is registered, return its process."""
        options = ("--nthreads", "1", "--no-nanny", "--no-dashboard", "--name", name)
        process = self.start("distributed.cli.dask_worker", self.address, *options)[1]
        wait_for(lambda: name in self.workers(), f"the start of worker {name}")
        return process

    def workers(self):
        """Addresses by name."""
        return {each["name"]: at for at, each in self.client.scheduler_info()["workers"].items()}

    def is_working(self, name):
        return bool(self.client.processing().get(self.workers().get(name)))

    def close(self):
        self.client.close()
        for each in self.processes:
            each.kill()
            each.wait()


@pytest.fixture
def cluster(tmp_path):
    made = Cluster(tmp_path)
    yield made
    made.close()


@pytest.fixture
def tables(tmp_path):
    return Tables(tmp_path)


class Tables:
    """A sweep file, its table from `shoal sweep`, and a client that makes the same."""

    def __init__(self, folder):
        self.folder = folder
        self.file, self.output = folder / "sweep.toml", folder / "dask.csv"
        self.partial = folder / "dask.csv.partial-dask"

    def write(self, steps):
        """Write the sweep file, and return the table that it should give."""
        self.file.write_text(SWEEP.format(steps=steps))
        expected = self.folder / "expected.csv"
        subprocess.run([program(), "sweep", self.file, "-o", expected], check=True, capture_output=True)
        return expected.read_bytes()

    def start_client(self, cluster, *options):
        command = [sys.executable, EXAMPLES / "sweep_dask.py", self.file, cluster.address, "-o", self.output, *options]
        return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)

    def rows(self):
        return max(0, self.partial.read_bytes().count(b"\n") - 1) if self.partial.exists() else 0


def finish(client):
    said, _ = client.communicate(timeout=120)
    assert client.returncode == 0, said
    return said


def test_the_table_is_that_of_the_program(cluster, tables):
    expected = tables.write(steps=40)
    cluster.add_worker("first")
    cluster.add_worker("second")
    assert "0 of 24 rows" in finish(tables.start_client(cluster, "--batch", "5"))
    assert tables.output.read_bytes() == expected
    assert not list(tables.folder.glob("dask.csv?*"))

    # No file is replaced.
    again = tables.start_client(cluster)
    assert "exists" in again.communicate(timeout=60)[0]
    assert again.returncode == 1
    assert tables.output.read_bytes() == expected


def test_a_killed_worker_loses_no_row(cluster, tables):
    expected = tables.write(steps=600)
    cluster.add_worker("first")
    victim = cluster.add_worker("second")
    client = tables.start_client(cluster)
    wait_for(lambda: tables.rows() >= 2 and cluster.is_working("second"), "work on the second worker")
    victim.send_signal(signal.SIGKILL)
    victim.wait()
    assert tables.rows() < RUNS
    finish(client)
    assert tables.output.read_bytes() == expected


def test_a_worker_that_comes_late_gets_work(cluster, tables):
    expected = tables.write(steps=600)
    first = cluster.add_worker("first")
    client = tables.start_client(cluster)
    wait_for(lambda: tables.rows() >= 1, "the first row")
    # Starting a worker takes longer than the sweep.
    first.send_signal(signal.SIGSTOP)
    cluster.add_worker("late")
    first.send_signal(signal.SIGCONT)
    wait_for(lambda: cluster.is_working("late"), "work on the late worker")
    # From here on, only the late worker can make the rows.
    first.kill()
    assert tables.rows() < RUNS
    finish(client)
    assert tables.output.read_bytes() == expected


def test_a_killed_client_goes_on_where_it_stopped(cluster, tables):
    expected = tables.write(steps=600)
    cluster.add_worker("first")
    client = tables.start_client(cluster)
    wait_for(lambda: tables.rows() >= 3, "the third row")
    client.kill()
    client.wait()
    assert not tables.output.exists()
    kept = tables.rows()
    # A row that the client was still writing.
    with tables.partial.open("ab") as partial:
        partial.write(b"1,23,ree")
    assert f"{kept} of 24 rows" in finish(tables.start_client(cluster))
    assert tables.output.read_bytes() == expected
    assert not tables.partial.exists()


def test_a_plugins_rule_is_on_every_worker_and_in_the_table(cluster, tables):
    plugin = Path(os.environ["SHOAL_TEST_PLUGINS"]) / "nudge.so"
    text = SWEEP.format(steps=40).replace("alignment.weight", "nudge.lift").replace("[set]", "[set]\nnudge.enabled = true")
    tables.file.write_text(text)
    expected = tables.folder / "expected.csv"
    command = [program(), "sweep", tables.file, "--plugin", plugin, "-o", expected]
    subprocess.run(command, check=True, capture_output=True)

    lacking = tables.start_client(cluster)
    assert "nudge" in lacking.communicate(timeout=60)[0] and lacking.returncode == 1
    cluster.add_worker("first")
    client = tables.start_client(cluster, "--plugin", plugin)
    wait_for(lambda: tables.rows() >= 1, "the first row")
    cluster.add_worker("late")
    finish(client)
    assert tables.output.read_bytes() == expected.read_bytes()


def test_a_plugin_that_is_no_plugin_is_refused(cluster, tables):
    tables.write(steps=40)
    wrong = tables.folder / "wrong.so"
    wrong.write_text("no plugin")
    client = tables.start_client(cluster, "--plugin", wrong)
    assert "wrong.so" in client.communicate(timeout=60)[0] and client.returncode == 1
    assert not tables.output.exists()


@pytest.mark.parametrize("content", ["# other\n1,0,reef\n", "# other", "\n", "notes without a newline"])
def test_a_file_of_something_else_is_not_touched(cluster, tables, content):
    tables.write(steps=40)
    tables.partial.write_text(content)
    client = tables.start_client(cluster)
    assert "belongs to another sweep" in client.communicate(timeout=60)[0]
    assert client.returncode == 1
    assert tables.partial.read_text() == content


def test_a_first_line_that_was_cut_off_is_written_again(cluster, tables):
    expected = tables.write(steps=40)
    cluster.add_worker("first")
    tables.partial.write_text("# ")
    assert "0 of 24 rows" in finish(tables.start_client(cluster))
    assert tables.output.read_bytes() == expected
