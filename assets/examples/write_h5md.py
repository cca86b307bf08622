#!/usr/bin/env python3
"""Write the path of every boid as HDF5 in the layout of H5MD 1.1 (https://nongnu.org/h5md).

h5py and MDAnalysis open it. Numbers are the float32 of Shoal, in metres, seconds and m/s. Needs h5py (python3-h5py).

    write_h5md.py bait-ball --steps 36000 --every 10 --output run.h5
"""

import argparse

import h5py
import numpy as np
import shoal


def write(sim, name, steps, every):
    """Step `sim`, and write a frame now and after every `every` steps."""
    count = sim.count
    counts = [each.count for each in sim.species.values()]
    with h5py.File(name, "x") as file:
        h5md = file.create_group("h5md")
        h5md.attrs["version"] = np.array([1, 1], np.int32)
        for group, text in (("author", "unknown"), ("creator", "Shoal")):
            h5md.create_group(group).attrs["name"] = np.bytes_(text)
        h5md["creator"].attrs["version"] = np.bytes_(shoal.__version__)

        boids = file.create_group("particles/all")
        box = boids.create_group("box")
        box.attrs["dimension"] = 3
        is_wrapped = any(each.value for each in sim.tunables() if each.key.endswith(".wrap.enabled"))
        box.attrs["boundary"] = np.array([b"periodic" if is_wrapped else b"none"] * 3)
        if is_wrapped:  # programs would take an open world with edges for a periodic one
            box["edges"] = np.diag([sim[f"world.{side}"] for side in ("width", "height", "depth")]).astype("f4")
        names = h5py.enum_dtype({name: index for index, name in enumerate(sim.species)}, basetype="i4")
        boids.create_dataset("species", data=np.repeat(np.arange(len(counts)), counts).astype("i4"), dtype=names)
        boids.create_dataset("id", data=np.arange(count, dtype="i4"))

        position, velocity = boids.create_group("position"), boids.create_group("velocity")
        for element in (position, velocity):
            # A chunk holds a frame, so that each is compressed once.
            element.create_dataset(
                "value", (0, count, 3), "f4", maxshape=(None, count, 3), chunks=(1, max(count, 1), 3),
                compression="gzip", compression_opts=1, shuffle=True,
            )
        # On the group, because MDAnalysis knows no metres and refuses values in them.
        position.attrs["unit"] = "m"
        velocity["value"].attrs["unit"] = "m s-1"
        for key, kind in (("step", "i8"), ("time", "f8")):
            position.create_dataset(key, (0,), kind, maxshape=(None,), chunks=(1024,))
            velocity[key] = position[key]
        position["time"].attrs["unit"] = "s"

        for frame in range(steps // every + 1):
            if frame > 0:
                sim.step(every)
            values = {
                position["value"]: sim.positions, velocity["value"]: sim.velocities,
                position["step"]: sim.step_count, position["time"]: sim.seconds,
            }
            for dataset, value in values.items():
                dataset.resize(frame + 1, axis=0)
                dataset[frame] = value


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("preset", nargs="?", default="reef", help="a preset's name or file; default: %(default)s")
    parser.add_argument("--steps", type=int, default=600, help="default: %(default)s")
    parser.add_argument("--every", type=int, default=60, help="steps between two frames; default: %(default)s")
    parser.add_argument("--boids", type=int, help="number of boids; default: the preset's")
    parser.add_argument("--output", required=True, help="the file, which must not exist yet")
    options = parser.parse_args()
    write(shoal.Simulation(options.preset, boids=options.boids), options.output, options.steps, options.every)


if __name__ == "__main__":
    main()
