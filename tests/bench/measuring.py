"""Shared by the scripts beside it: running `shoal bench`, pairs, tables for the manual."""

import argparse
import json
import os
import statistics
import subprocess
import sys
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[2]


def arguments(description):
    """A parser with the options that the measuring scripts share."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--shoal", default=SOURCE / "build" / "shoal", type=Path, help="the program to measure")
    parser.add_argument("--pairs", default=5, type=int, help="pairs of runs for each figure (default: 5)")
    parser.add_argument("--quick", action="store_true", help="one pair with few boids, to check that it works")
    return parser


def settle(options):
    """Completes and checks the options."""
    if options.quick:
        options.pairs = 1
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
    """The machine and the build that a report is of."""
    return "{cpu}, {cores} cores, {compiler} {flags}, {isa}, {date}".format(**report)


def median(values):
    return statistics.median(values)


def print_columns(rows):
    """Prints lists of texts as a table in Markdown, the first column to the left, the others to the right."""
    for row in [rows[0], ["---"] + ["--:"] * (len(rows[0]) - 1), *rows[1:]]:
        print(f"| {' | '.join(row)} |")
