"""Shared by the scripts beside it: running `shoal bench`, pairs, tables."""

import argparse
import csv
import json
import os
import statistics
import subprocess
import sys
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
RESULTS = FOLDER / "results"
SOURCE = FOLDER.parent.parent


def arguments(description, results_name):
    """A parser with the options that the measuring scripts share."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--shoal", default=SOURCE / "build" / "shoal", type=Path, help="the program to measure")
    parser.add_argument("--pairs", default=5, type=int, help="pairs of runs for each figure (default: 5)")
    parser.add_argument("--out", type=Path, help=f"the table to write (default: results/{results_name})")
    parser.add_argument("--quick", action="store_true",
                        help="one pair with few boids, to check that it works; writes only to --out")
    return parser


def settle(options, results_name):
    """Completes and checks the options."""
    if options.quick:
        options.pairs = 1
    elif options.out is None:
        options.out = RESULTS / results_name
    if options.pairs < 1:
        fail("--pairs must be at least 1")
    if not os.access(options.shoal, os.X_OK):
        fail(f"there is no program {options.shoal}; build it, or name one with --shoal")
    return options


def fail(text, status=2):
    print(f"{Path(sys.argv[0]).name}: {text}", file=sys.stderr)
    sys.exit(status)


def output_of(command):
    try:
        done = subprocess.run([str(part) for part in command], check=True, capture_output=True, text=True)
    except OSError as error:
        fail(f"{command[0]}: {error.strerror}", 1)
    except subprocess.CalledProcessError as error:
        lines = error.stderr.strip().splitlines() or ["no message"]
        fail(f"{' '.join(map(str, command))}: status {error.returncode}: {lines[-1]}", 1)
    return done.stdout


def steps_for(boids):
    """Enough for a median, few enough that a table takes minutes."""
    return 200 if boids <= 20000 else 30 if boids <= 200000 else 7


def bench(shoal, *options):
    """The report of `shoal bench`."""
    return json.loads(output_of([shoal, "bench", "--json", *options]))


def machine_of(report):
    """The columns of a row that describe the machine and the build."""
    return {key: report[key] for key in ("date", "cpu", "cores", "compiler", "flags", "isa")}


def median(values):
    return statistics.median(values)


def write_table(file, rows):
    """Rows of one set of columns as CSV; the file is replaced whole."""
    if file is None:
        return
    file.parent.mkdir(parents=True, exist_ok=True)
    temporary = file.with_name(file.name + ".part")
    with temporary.open("w", newline="") as out:
        writer = csv.DictWriter(out, fieldnames=list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    temporary.replace(file)
    print(f"wrote {len(rows)} rows to {file}")


def read_table(file):
    with file.open(newline="") as table:
        return list(csv.DictReader(table))


def print_columns(rows):
    """Lists of texts as aligned columns, the first to the left, the others to the right."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    for row in rows:
        cells = [row[0].ljust(widths[0])] + [cell.rjust(width) for cell, width in zip(row[1:], widths[1:])]
        print("  ".join(cells).rstrip())
