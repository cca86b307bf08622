#!/usr/bin/env python3
"""Run a sweep file on a Dask cluster.

The table is that of `shoal sweep`, byte for byte. Every worker needs the Python package shoal of the same version, and
each --plugin under the same path, with the same content.

    dask scheduler &                                 # on any machine; prints its address
    dask worker tcp://HOST:8786 --nthreads 8 &       # on each machine, as many as you like, at any time
    sweep_dask.py sweep.toml tcp://HOST:8786 -o table.csv

Finished rows are kept in table.csv.partial-dask. After Ctrl+C or a kill, the same command goes on where it stopped. If
a worker dies, its runs are run again on others; a worker that starts later gets runs, too.
"""

import argparse
import fcntl
import functools
import hashlib
import itertools
import os
import sys
import tomllib
from pathlib import Path

import shoal
from distributed import Client, as_completed

WAITING = 1000  # tasks at the scheduler at the same time: enough for many workers, little memory for a long sweep


def opened(file, text):
    """Open a sweep. Workers need the file only if it names a preset file beside it."""
    if (Path(file).parent / tomllib.loads(text).get("preset", "reef")).is_file():
        return shoal.Sweep(file)
    return shoal.Sweep.from_text(text, name=file)


def load_plugins(plugins):
    """Load the rules of these files: on the client, and on each worker before its first run."""
    for plugin in plugins:
        shoal.load_plugin(plugin)


def fingerprint(sweep, text, plugins):
    """Return a hash of what determines the rows."""
    parts = (shoal.__version__, text, sweep.header, sweep.simulation(0).preset_text())
    contents = [hashlib.sha256(Path(plugin).read_bytes()).hexdigest() for plugin in plugins]
    return hashlib.sha256("\0".join((*parts, *contents)).encode()).hexdigest()


def lines_of(file, text, plugins, expected, runs):
    """On a worker: run these runs, and return their lines of the table."""
    sweep = opened(file, text)
    if fingerprint(sweep, text, plugins) != expected:
        raise RuntimeError(f"a worker's Shoal {shoal.__version__}, preset or plugin differs from the client's")
    return [(run, sweep.line(run)) for run in runs]


def kept_lines(partial, first_line):
    """Read the lines that an earlier client has kept, and cut off one that it was still writing."""
    title = first_line.encode() + b"\n"
    partial.seek(0)
    content = partial.read()
    # A client may have been killed while it was writing the first line.
    if not content.startswith(title) and not title.startswith(content):
        sys.exit(f"{partial.name} belongs to another sweep or version; move it away to begin anew")
    whole = content[: content.rfind(b"\n") + 1]
    partial.truncate(len(whole))
    partial.seek(0, os.SEEK_END)
    if not whole:
        partial.write(title)
    # The second column is the run.
    return {int(line.split(",")[1]): line for line in whole.decode().splitlines()[1:]}


def run_missing(client, lines, partial, task, missing, batch):
    """Run the missing runs, and keep each line as soon as it is there."""
    batches = iter([missing[first : first + batch] for first in range(0, len(missing), batch)])

    def submitted(count):
        return [client.submit(lines_of, *task, runs, pure=False) for runs in itertools.islice(batches, count)]

    done = as_completed(submitted(WAITING), with_results=True)
    for _, found in done:
        for run, line in found:
            lines[run] = line
            partial.write(line.encode() + b"\n")
        partial.flush()
        print(f"\r{len(lines)} rows", end="", file=sys.stderr)
        for future in submitted(1):
            done.add(future)
    print(file=sys.stderr)


def write_table(output, header, lines):
    """Write the table under its final name, complete or not at all. Replaces no file.

    On return the table is on disk, so the partial file may go.
    """
    whole = Path(f"{output}.whole-{os.getpid()}")
    try:
        with whole.open("wb") as file:
            file.writelines(line.encode() + b"\n" for line in [header, *(lines[run] for run in sorted(lines))])
            file.flush()
            os.fsync(file.fileno())
        os.link(whole, output)
    finally:
        whole.unlink(missing_ok=True)
    folder = os.open(Path(output).parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def main(argv=None):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sweep", help="sweep file")
    parser.add_argument("scheduler", help="address of a Dask scheduler, such as tcp://host:8786")
    parser.add_argument("-o", "--output", required=True, metavar="FILE", help="table to write (CSV)")
    parser.add_argument("--batch", type=int, default=1, metavar="N", help="runs per task; more for runs below 0.1 s")
    parser.add_argument("--plugin", action="append", default=[], metavar="RULE.so", help="shared library with more rules; may be repeated")
    options = parser.parse_args(argv)
    if os.path.lexists(options.output):  # a link to nothing takes the name, too
        sys.exit(f"{options.output} exists")

    file = os.path.abspath(options.sweep)
    text = Path(file).read_text()
    plugins = [os.path.abspath(plugin) for plugin in options.plugin]
    try:
        load_plugins(plugins)
        sweep = opened(file, text)
    except shoal.Error as error:
        sys.exit(str(error))
    expected = fingerprint(sweep, text, plugins)
    with open(f"{options.output}.partial-dask", "a+b") as partial:
        try:
            fcntl.flock(partial, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            sys.exit(f"another client is writing {partial.name}")
        lines = kept_lines(partial, f"# {expected}")
        missing = [run for run in range(len(sweep)) if run not in lines]
        with Client(options.scheduler) as client:
            print(f"{len(lines)} of {len(sweep)} rows are there", file=sys.stderr)
            if plugins:
                client.register_worker_callbacks(functools.partial(load_plugins, plugins))
            run_missing(client, lines, partial, (file, text, plugins, expected), missing, options.batch)
        write_table(options.output, sweep.header, lines)
        os.unlink(partial.name)


if __name__ == "__main__":
    main()
