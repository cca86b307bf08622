#!/usr/bin/env python3
"""Order of Vicsek's particles against noise.

Each particle takes the mean heading of all within one metre, plus a random angle between -eta/2 and eta/2. As eta
grows, the group loses its common heading: Vicsek et al. 1995, doi:10.1103/PhysRevLett.75.1226, their Fig. 2a. Here
N = 300 and L = 7, for which an independent program has published numbers.

    vicsek_order.py --output vicsek-order.png        # about 15 s on two cores
"""

import numpy as np
import shoal
from figure_style import BLACK, BLUE, GREY, VERMILION, arguments, mean_and_error, new_figure

# M. H. Maxwell, emergent-pattern-catalog, REPLICATION_NOTES.md, "Phase Transition" (github.com/matthewhmaxwell/
# emergent-pattern-catalog, commit f342740): eta [rad], order, standard error over 3 seeds.
PUBLISHED = np.array(
    [
        (0.5, 0.9880, 0.0001),
        (1.0, 0.9527, 0.0002),
        (1.5, 0.8941, 0.0004),
        (2.0, 0.8180, 0.0004),
        (2.5, 0.7246, 0.0021),
        (3.0, 0.6126, 0.0016),
        (3.5, 0.4861, 0.0021),
        (4.0, 0.3549, 0.0043),
        (5.0, 0.0872, 0.0006),
    ]
)

# The paper moves a particle by its velocity before the turn: explicit_euler. That program uses the one after it.
SWEEP = """
preset = "vicsek"
steps = {steps}
burn_in = {burn_in}
every = 5
measures = ["polarisation"]

[vary]
explicit_euler.enabled = ["on", "off"]
vicsek.noise = "0..360:{noises}"
seed = "1..{seeds}"
"""


def measure(quick):
    """Return eta [rad], and for both ways of moving the mean order and its standard error over the seeds."""
    noises, seeds, steps, burn_in = (7, 2, 300, 100) if quick else (25, 8, 2200, 700)
    sweep = shoal.Sweep.from_text(SWEEP.format(steps=steps, burn_in=burn_in, noises=noises, seeds=seeds))
    order = np.array([row["polarisation"] for row in sweep.rows()]).reshape(2, noises, seeds)
    return np.linspace(0, 2 * np.pi, noises), *mean_and_error(order, axis=2)


def draw(noise, order, error):
    figure = new_figure(9, 5)
    axes = figure.subplots()
    axes.axhline(np.sqrt(np.pi / 1200), color=GREY, linewidth=1, linestyle=":")
    axes.text(0.05, 0.065, "300 random headings", color=GREY, fontsize=10)
    axes.errorbar(noise, order[0], error[0], color=BLACK, marker="o", label="Shoal, moved by the old velocity (paper)")
    axes.errorbar(noise, order[1], error[1], color=BLUE, marker="o", label="Shoal, moved by the new velocity")
    axes.errorbar(*PUBLISHED.T, fmt="D", color=VERMILION, mfc="none", ms=8, label="Maxwell, moved by the new velocity")
    axes.set(xlim=(0, 2 * np.pi), ylim=(0, 1.02))
    axes.set(xlabel="noise η [rad]", ylabel="order parameter (polarisation)")
    axes.legend(loc="upper right", title="mean ± standard error", alignment="left")
    return figure


def main(argv=None):
    options = arguments(__doc__, "vicsek-order.png").parse_args(argv)
    noise, order, error = measure(options.quick)
    for row in zip(noise, order[0], error[0], order[1], error[1]):
        print("eta {:.3f} rad: order {:.4f} ± {:.4f}, by the new velocity {:.4f} ± {:.4f}".format(*row))
    draw(noise, order, error).savefig(options.output)


if __name__ == "__main__":
    main()
