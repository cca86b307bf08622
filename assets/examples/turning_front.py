#!/usr/bin/env python3
"""How far and how fast a turn of a tenth of the flock travels.

Two flocks are the same to the last bit, but in one the tenth of the birds that fly farthest to one side turns by 45
degrees. Both get the same random numbers, so whatever a bird then does otherwise follows from the turn. A bird is
reached when its heading differs by a tenth of that angle; how soon that happens at which distance from the turned birds
gives the front's speed. Attanasi et al. 2014, doi:10.1038/nphys3035, watch how a turn travels through wild flocks of
starlings without touching them: there, it begins on its own and all birds end in the new direction.

    turning_front.py --output turning-front.png      # about a minute
"""

import numpy as np
import shoal
from figure_style import BLACK, BLUE, arguments, mean_and_error, new_figure

TURN = np.radians(45)
REACHED = TURN / 10
SECONDS = 6.0
BINS = np.arange(0.5, 40, 1.0)  # [m] edges of distances from the turned birds


def flock(seed, birds):
    """Return a flock without falcon, 30 s after an even start."""
    sim = shoal.Simulation("starlings", seed=seed)
    sim["falcon.count"] = 0
    sim["starling.start.billow"] = 0
    sim["starling.count"] = birds
    sim.restart()  # the start's settings act from there
    sim.step(1800)
    return sim


def turned(velocities, angle):
    """Return the velocities, turned about the vertical."""
    x, y, z = velocities.T
    return np.stack([x * np.cos(angle) + z * np.sin(angle), y, z * np.cos(angle) - x * np.sin(angle)], axis=1)


def angles(a, b):
    """Return the angles between the rows of two arrays [rad]."""
    cosine = (a * b).sum(1) / np.maximum(np.linalg.norm(a, axis=1) * np.linalg.norm(b, axis=1), 1e-12)
    return np.arccos(np.clip(cosine, -1, 1))


def nearest_distances(places, to):
    """Return the distance of each place to the nearest of others [m]."""
    return np.array([np.linalg.norm(to - place, axis=1).min() for place in places])


def arrivals(seed, birds):
    """Return, for the birds that did not turn themselves, distance [m] to the turned ones and time [s] of arrival.

    A bird that the turn does not reach has the time infinity.
    """
    plain = flock(seed, birds)
    other = plain.copy()
    at, moving = plain.species["starling"].positions, plain.species["starling"].velocities
    mean = moving.mean(0)
    # How far a bird is to the left; the flock flies along `mean`, nearly level.
    aside = (at - at.mean(0)) @ np.array([mean[2], 0, -mean[0]]) / np.hypot(mean[0], mean[2])
    first = aside >= np.quantile(aside, 0.9)
    changed = moving.copy()
    changed[first] = turned(moving[first], TURN)
    plain.place("starling", at, moving)
    other.place("starling", at, changed)
    time = np.full(birds, np.inf)
    for _ in range(round(SECONDS / plain.step_seconds)):
        plain.step()
        other.step()
        differs = angles(plain.species["starling"].velocities, other.species["starling"].velocities) > REACHED
        time[differs & np.isinf(time)] = (plain.step_count - 1800) * plain.step_seconds
    return nearest_distances(at[~first], at[first]), time[~first]


def front_of(distance, time):
    """Return the fraction of birds reached, the farthest distance at which half of them were [m], and the front's
    speed [m/s]: the slope of distance over the median time of arrival, up to that distance."""
    middles, medians = [], []
    for low, high in zip(BINS[:-1], BINS[1:]):
        here = (distance >= low) & (distance < high)
        if here.sum() < 5 or np.isinf(np.median(time[here])):
            break
        middles.append((low + high) / 2)
        medians.append(np.median(time[here]))
    reached = np.isfinite(time).mean()
    if len(middles) < 3:
        return reached, middles[-1] if middles else 0.0, np.nan
    slope = np.polyfit(middles, medians, 1)[0]  # [s/m], over exact distances
    return reached, middles[-1], 1 / slope


def measure(quick):
    """Return distances and times of the first seed, and the fronts of all seeds, shape (seeds, 3)."""
    seeds, birds = ((7, 8), 300) if quick else (range(7, 15), 2000)
    all_arrivals = [arrivals(seed, birds) for seed in seeds]
    return all_arrivals[0], np.array([front_of(*each) for each in all_arrivals])


def draw(distance, time, fronts):
    figure = new_figure(9, 5)
    axes = figure.subplots()
    is_reached = np.isfinite(time)
    axes.plot(time[is_reached], distance[is_reached], ".", color=BLUE, markersize=2, label="birds of one flock")
    speed, error = (value[2] for value in mean_and_error(fronts))
    axes.plot([0, SECONDS], [0, speed * SECONDS], color=BLACK, label=f"front: {speed:.1f} ± {error:.1f} m/s")
    axes.set(xlim=(0, SECONDS), ylim=(0, max(distance) * 1.05))
    axes.set(xlabel="seconds after a tenth of the flock turned", ylabel="metres from the birds that turned")
    axes.legend(loc="lower right")
    return figure


def main():
    options = arguments(__doc__, "turning-front.png").parse_args()
    (distance, time), fronts = measure(options.quick)
    means, errors = mean_and_error(fronts)
    print(f"birds reached: {means[0]:.3f} ± {errors[0]:.3f}")
    print(f"half of them reached up to: {means[1]:.1f} ± {errors[1]:.1f} m")
    print(f"speed of the front: {means[2]:.1f} ± {errors[2]:.1f} m/s")
    draw(distance, time, fronts).savefig(options.output)


if __name__ == "__main__":
    main()
