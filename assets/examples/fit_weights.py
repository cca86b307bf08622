#!/usr/bin/env python3
"""Fit the three weights of a school to its trajectory.

The model is the preset reef (after Reynolds 1987, doi:10.1145/37402.37406); its weights of separation, alignment and
cohesion are unknown, its radii known. Acceleration is linear in the weights, so least squares finds them: Shoal
computes what each rule with weight 1 would contribute to every boid in every frame.

Each boid also wanders, which no observer can know, and which biases a plain regression: a boid that wanders to the
left soon has neighbours that pull it to the right. But wandering changes slowly. Third differences over time remove
it, and keep the jumps as neighbours come and go.

    fit_weights.py --output fit-weights.png          # 10 s; makes its own trajectory
    shoal simulate reef --boids 600 --steps 240 --every 1 --trajectory paths.csv
    fit_weights.py --trajectory paths.csv            # fits a given one
"""

import numpy as np
import shoal
from figure_style import BLACK, BLUE, GREY, VERMILION, arguments, new_figure

RULES = ("separation", "alignment", "cohesion")
UNITS = ("m²/s²", "1/s", "1/s²")
TRUTH = (0.5, 2.0, 1.2)
STEP_SECONDS = 1 / 60
WINDOW = 8  # frames in which a boid must be free of limits
PLAIN, DIFFERENCED = 0, 3  # orders of differences
NOISES = (0, 1e-5, 3e-5, 1e-4, 3e-4)  # [m/s] added to the velocities, as tracking would


def simulate(quick):
    """Return positions and velocities: frame, boid, axis."""
    sim = shoal.Simulation("reef", seed=1, boids=600, threads=1)
    for rule, weight in zip(RULES, TRUTH):
        sim[f"{rule}.weight"] = weight
    sim.step(300)
    frames = []
    for _ in range(80 if quick else 240):
        frames.append((sim.positions, sim.velocities))
        sim.step()
    return np.array(frames).transpose(1, 0, 2, 3)


def load(file):
    """Read what `shoal simulate --trajectory` writes: step,id,species,x,y,z,vx,vy,vz of every step."""
    rows = np.loadtxt(file, delimiter=",", skiprows=1, usecols=(0, 1, 3, 4, 5, 6, 7, 8))
    rows = rows[np.lexsort((rows[:, 1], rows[:, 0]))]
    values = rows[:, 2:].reshape(len(np.unique(rows[:, 0])), -1, 6).astype(np.float32)
    return values[..., :3], values[..., 3:]


class Contributions:
    """Accelerations by rule, computed by Shoal."""

    def __init__(self, boids):
        everything = shoal.Simulation("reef", boids=boids, threads=1)
        self.species = next(iter(everything.species))
        rules = [key for key in everything.keys() if key.startswith("species") and key.endswith(".enabled")]
        self.probes = []
        for wanted in RULES:
            probe = everything.copy()
            for key in rules:
                probe[key] = key.split(".")[-2] == wanted
            probe[f"{wanted}.weight"] = 1
            self.probes.append(probe)
        # The rules that are known, such as avoiding walls.
        for unknown in (*RULES, "wander"):
            everything[f"{unknown}.enabled"] = False
        self.probes.append(everything)

    def at(self, positions, velocities):
        """Return the three contributions and the known rest: boid, axis, rule."""
        for probe in self.probes:
            probe.place(self.species, positions, velocities)
            probe.step()
        return np.stack([probe.steering for probe in self.probes], axis=-1)


def unlimited(velocities, accelerations):
    """Whether each boid keeps clear of reef's limits of speed, acceleration and turn rate in each frame."""
    speed = np.linalg.norm(velocities, axis=-1)
    cosine = (velocities[1:] * velocities[:-1]).sum(axis=-1) / (speed[1:] * speed[:-1])
    turn_rate = np.degrees(np.arccos(np.clip(cosine, -1, 1))) / STEP_SECONDS
    is_free = (speed > 0.41) & (speed < 2.39)
    size = np.linalg.norm(accelerations, axis=-1)
    return is_free[1:] & is_free[:-1] & (size < 5.9) & (turn_rate < 138)


def fit(positions, velocities, orders):
    """Return for each order of differences the three weights and their standard errors, over windows."""
    accelerations = np.diff(velocities.astype(float), axis=0) / STEP_SECONDS
    contributions = Contributions(positions.shape[1])
    parts = np.array([contributions.at(*frame) for frame in zip(positions[:-1], velocities)], dtype=float)
    is_free = unlimited(velocities, accelerations)
    # Features' products with themselves and with the acceleration, a pair for each window.
    products = {order: [] for order in orders}
    for start in range(0, len(accelerations) - WINDOW + 1, WINDOW):
        frames = slice(start, start + WINDOW)
        boids = is_free[frames].all(axis=0)
        known = parts[frames, boids]
        wanted = accelerations[frames, boids] - known[..., 3]
        for order in orders:
            features = np.diff(known[..., :3], n=order, axis=0).reshape(-1, 3)
            values = np.diff(wanted, n=order, axis=0).ravel()
            products[order].append((features.T @ features, features.T @ values))
    return [weights_of(*map(np.array, zip(*each))) for each in products.values()]


def weights_of(squares, sides):
    """Solve the normal equations. The standard errors are a jackknife's, over windows."""
    square, side = squares.sum(axis=0), sides.sum(axis=0)
    weights = np.linalg.solve(square, side)
    without = np.array([np.linalg.solve(square - a, side - b) for a, b in zip(squares, sides)])
    count = len(without)
    return weights, np.sqrt((count - 1) / count * ((without - without.mean(axis=0)) ** 2).sum(axis=0))


def draw(fits, truth):
    figure = new_figure(10, 3.9)
    places = np.arange(len(NOISES))
    for index, axes in enumerate(figure.subplots(1, 3)):
        for series, colour, marker, label in ((0, GREY, "s", "plain regression"), (1, BLUE, "o", "third differences")):
            weights, errors = (np.array([each[series][part][index] for each in fits]) for part in (0, 1))
            axes.errorbar(places, weights, 2 * errors, color=colour, marker=marker, capsize=3, ls="none", label=label)
        if truth is not None:
            axes.axhline(truth[index], color=VERMILION, linewidth=1, label="true", zorder=0)
        axes.axhline(0, color=BLACK, linewidth=0.5)
        axes.set(title=f"{RULES[index]} [{UNITS[index]}]", xlabel="tracking noise [mm/s]")
        axes.set_xticks(places, [f"{1000 * noise:g}" for noise in NOISES])
        axes.margins(x=0.1)
    figure.axes[0].set_ylabel("weight ± 2 standard errors")
    figure.axes[0].legend(loc="lower left", bbox_to_anchor=(0, 0.06))
    return figure


def main(argv=None):
    parser = arguments(__doc__, "fit-weights.png")
    parser.add_argument("--trajectory", metavar="FILE", help="fit this file of shoal simulate --trajectory, every step")
    options = parser.parse_args(argv)
    positions, velocities = load(options.trajectory) if options.trajectory else simulate(options.quick)
    fits = []
    random = np.random.default_rng(1)
    for noise in NOISES:
        tracked = velocities + noise * random.standard_normal(velocities.shape).astype(np.float32)
        fits.append(fit(positions, tracked, (PLAIN, DIFFERENCED)))
        for name, (weights, errors) in zip(("plain", "differenced"), fits[-1]):
            found = ", ".join(f"{rule} {w:.6f} ± {e:.1g}" for rule, w, e in zip(RULES, weights, errors))
            print(f"noise {noise:g} m/s, {name}: {found}")
    draw(fits, None if options.trajectory else TRUTH).savefig(options.output)


if __name__ == "__main__":
    main()
