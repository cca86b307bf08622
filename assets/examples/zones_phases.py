#!/usr/bin/env python3
"""States of a group of fish against the widths of two zones, and the group's memory.

Couzin et al. 2002, doi:10.1006/jtbi.2002.3065: a fish avoids others nearer than 1 m, aligns with those in the
orientation zone around that (width dr_o) and approaches those in the attraction zone (width dr_a). The two widths
alone make swarm, mill and parallel group. The state also depends on the group's past: a parallel group whose
orientation zone shrinks does not return to the mill that it came from.

    zones_phases.py --output zones-phases.png        # about 90 s on two cores
"""

import numpy as np
import shoal
from figure_style import BLUE, ORANGE, arguments, new_figure

REPULSION = 1.0  # [m] radius of the innermost zone
HISTORY_ATTRACTION = 14.0  # [m] dr_a of the run that shows the memory

# The shoal starts with random headings, in a ball of 5 m. Samples come after 400 s of the model.
SWEEP = """
preset = "zones-torus"
steps = {steps}
burn_in = {burn_in}
every = 20
measures = ["polarisation", "milling", "clusters"]

[set]
zones.orientation = {orientation}

[vary]
zones.attraction = "{orientation}..{end}:{cells}"
seed = "1..{seeds}"
"""


def measure_phases(quick):
    """Return both axes [m], and polarisation, milling and the largest cluster: dr_o by dr_a, means over seeds."""
    cells, seeds, steps, burn_in = (3, 2, 400, 300) if quick else (20, 5, 5000, 4000)
    orientations, attractions = np.linspace(0, 9.5, cells), np.linspace(0, 15, cells)
    values = np.empty((3, cells, cells))
    # A zone's radius includes the zones inside it, so each dr_o needs radii of its own.
    for index, width in enumerate(orientations):
        radius = REPULSION + width
        text = SWEEP.format(
            steps=steps, burn_in=burn_in, orientation=radius, end=radius + 15, cells=cells, seeds=seeds
        )
        rows = list(shoal.Sweep.from_text(text).rows())
        for value, column in zip(values, ("polarisation", "milling", "largest_cluster")):
            value[index] = np.reshape([row[column] for row in rows], (cells, seeds)).mean(axis=1)
    return orientations, attractions, values


def measure_history(quick):
    """Return dr_o [m], and for one run (polarisation, milling) while dr_o rises and while it falls again."""
    settling, samples = (200, 5) if quick else (1000, 50)
    widths = np.linspace(0, 5, 6 if quick else 21)
    sim = shoal.Simulation("zones-torus", seed=1, threads=1)

    def at(width):
        sim["zones.orientation"] = REPULSION + width
        sim["zones.attraction"] = REPULSION + width + HISTORY_ATTRACTION
        sim.step(settling)
        sums = np.zeros(2)
        for _ in range(samples):
            sim.step(20)
            measures = sim.measures()
            sums += measures.polarisation, measures.milling
        return sums / samples

    rising = np.array([at(width) for width in widths])
    falling = np.array([at(width) for width in widths[::-1]])[::-1]
    return widths, rising, falling


def draw(phases, history):
    figure = new_figure(11, 4)
    left, middle, right = figure.subplots(1, 3, width_ratios=(1, 1, 1.1))

    orientations, attractions, (polarisation, milling, largest) = phases
    panels = ((left, polarisation, "a  Polarisation P, mean of 5 seeds"), (middle, milling, "b  Milling M"))
    for axes, values, title in panels:
        mesh = axes.pcolormesh(attractions, orientations, values, vmin=0, vmax=1, shading="nearest", rasterized=True)
        # Below this line the largest cluster has less than 0.4 of the fish.
        axes.contour(attractions, orientations, largest, [0.4], colors="white", linewidths=1.2)
        axes.text(0.2, 0.1, "breaks up", color="white", fontsize=10)
        axes.set(title=title, xlabel="width of attraction zone Δr$_a$ [m]", xticks=range(0, 16, 5))
    left.set_ylabel("width of orientation zone Δr$_o$ [m]")
    middle.tick_params(labelleft=False)
    figure.colorbar(mesh, ax=[left, middle], ticks=(0, 0.5, 1), aspect=30, pad=0.01)

    widths, rising, falling = history
    for column, colour, name in ((0, BLUE, "P"), (1, ORANGE, "M")):
        right.plot(widths, rising[:, column], color=colour, marker="o", label=f"{name}, Δr$_o$ rising")
        right.plot(
            widths, falling[:, column], color=colour, marker="o", mfc="white", ls="--", label=f"{name}, Δr$_o$ falling"
        )
    right.set(title=f"c  One group, Δr$_a$ = {HISTORY_ATTRACTION:g} m", ylim=(-0.02, 1.02))
    right.set_xlabel("width of orientation zone Δr$_o$ [m]")
    right.legend(loc="center right", handlelength=1.6, borderaxespad=0)
    return figure


def main(argv=None):
    options = arguments(__doc__, "zones-phases.png").parse_args(argv)
    phases, history = measure_phases(options.quick), measure_history(options.quick)
    for width, rising, falling in zip(*history):
        print("dr_o {:.2f} m: P {:.2f}, M {:.2f} rising; P {:.2f}, M {:.2f} falling".format(width, *rising, *falling))
    draw(phases, history).savefig(options.output)


if __name__ == "__main__":
    main()
