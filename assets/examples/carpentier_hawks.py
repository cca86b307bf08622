#!/usr/bin/env python3
"""Spacing of sparrows when hawks come.

The flocks are those of G. de Carpentier, "Boids: Simulating large flocks" (2011, www.decarpentier.nl): sparrows and
gulls, which hawks stalk and disperse; the weights are Shoal's. After 110 s without hawks, none, 5 or 20 of them come
from all sides, 40 m from the middle of the sparrows. The runs of a seed are the same up to then.

    carpentier_hawks.py --output carpentier-hawks.png        # about 4 minutes on two cores
"""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import shoal
from figure_style import GREY, ORANGE, VERMILION, arguments, mean_and_error, new_figure

HAWKS = (0, 5, 20)
SAMPLE_STEPS = 60  # a second
DISTANCE = 40.0  # [m] of the hawks at first, from the sparrows' centre
SPEED = 8.0  # [m/s] of the hawks at first


def let_come(sim, hawks):
    """Put hawks on a circle around the sparrows, flying inwards."""
    angle = np.linspace(0, 2 * np.pi, hawks, endpoint=False)
    outwards = np.column_stack([np.cos(angle), np.zeros(hawks), np.sin(angle)])
    centre = sim.species["sparrow"].positions.mean(axis=0)
    sim.place("hawk", centre + DISTANCE * outwards, -SPEED * outwards)


def sampled(sim, samples):
    """Step on, and return the mean distance to the nearest sparrow [m] and the number of flocks."""
    values = []
    for _ in range(samples):
        sim.step(SAMPLE_STEPS)
        measures = sim.measures("sparrow")
        values.append((measures.nearest_neighbour_m, measures.flocks))
    return values


def run(seed, calm, before, after):
    """Return the samples of one seed: number of hawks, time, measure."""
    sim = shoal.Simulation("carpentier", seed=seed, threads=1)
    sim["hawk.count"] = 0
    sim.step(SAMPLE_STEPS * calm)
    start = sampled(sim, before)
    ends = []
    for hawks in HAWKS:
        disturbed = sim.copy()
        let_come(disturbed, hawks)
        ends.append(start + sampled(disturbed, after))
    return ends


def measure(quick):
    """Return the time since the hawks came [s] and the samples: seed, number of hawks, time, measure."""
    seeds, calm, before, after = (2, 10, 2, 6) if quick else (16, 90, 20, 60)
    with ThreadPoolExecutor() as pool:
        samples = np.array(list(pool.map(lambda seed: run(seed, calm, before, after), range(1, seeds + 1))))
    time = np.arange(1 - before, after + 1) * SAMPLE_STEPS / 60
    return time, samples


def draw(time, samples):
    figure = new_figure(9.4, 3.7)
    mean, error = mean_and_error(samples)
    titles = ("a  Distance to the nearest sparrow [m]", "b  Flocks of sparrows")
    for measure_index, (axes, title) in enumerate(zip(figure.subplots(1, 2), titles)):
        for hawks, colour, middle, width in zip(HAWKS, (GREY, ORANGE, VERMILION), mean, error):
            # Up to time 0 there are no hawks.
            shown = time >= (0 if hawks else time[0])
            middle, width = middle[shown, measure_index], width[shown, measure_index]
            axes.fill_between(time[shown], middle - width, middle + width, color=colour, alpha=0.25, linewidth=0)
            axes.plot(time[shown], middle, color=colour, label=f"{hawks or 'no'} hawks")
        axes.axvline(0, color=GREY, linewidth=1, linestyle=":")
        axes.set(title=title, xlabel="time since the hawks came [s]", xlim=(time[0], time[-1]))
    figure.axes[0].legend(loc="upper right")
    return figure


def main(argv=None):
    options = arguments(__doc__, "carpentier-hawks.png").parse_args(argv)
    time, samples = measure(options.quick)
    since = samples[:, :, time > 0].mean(axis=2)
    for hawks, mean, error in zip(HAWKS, *mean_and_error(since)):
        print(f"{hawks} hawks: {mean[0]:.3f} ± {error[0]:.3f} m apart, {mean[1]:.1f} ± {error[1]:.1f} flocks")
    draw(time, samples).savefig(options.output)


if __name__ == "__main__":
    main()
