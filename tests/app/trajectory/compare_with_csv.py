"""Compares an H5MD file with the CSV file of the same run: status 1 and a sentence if they differ.

    /usr/bin/python3 compare_with_csv.py run.h5 run.csv"""

import csv
import sys

import h5py
import numpy

with open(sys.argv[2], newline="") as table:
    rows = list(csv.DictReader(table))
with h5py.File(sys.argv[1], "r") as file:
    boids = file["particles/all"]
    steps = boids["position/step"][...]
    names = {number: name for name, number in h5py.check_enum_dtype(boids["species/value"].dtype).items()}
    per_frame = boids["id/value"].shape[1]
    if len(rows) != len(steps) * per_frame:
        sys.exit(f"{len(rows)} lines, but {len(steps)} frames of {per_frame} boids")

    def column(*keys):
        values = numpy.array([[row[key] for key in keys] for row in rows]).astype(numpy.float32)
        return values.reshape(len(steps), per_frame, len(keys))

    if not numpy.array_equal(boids["position/value"][...], column("x", "y", "z")):
        sys.exit("positions differ")
    if not numpy.array_equal(boids["velocity/value"][...], column("vx", "vy", "vz")):
        sys.exit("velocities differ")
    if [str(step) for step in steps.repeat(per_frame)] != [row["step"] for row in rows]:
        sys.exit("steps differ")
    if [str(each) for each in boids["id/value"][...].ravel()] != [row["id"] for row in rows]:
        sys.exit("ids differ")
    if [names[each] for each in boids["species/value"][...].ravel()] != [row["species"] for row in rows]:
        sys.exit("species differ")
print(f"{len(steps)} frames are equal")
