"""The arrays of a simulation: order, shape, lifetime."""

import gc

import numpy as np
import pytest

import shoal

VECTORS = ["positions", "velocities", "steering"]


@pytest.mark.parametrize("name", VECTORS)
def test_an_array_is_read_only(reef, name):
    reef.step()
    array = getattr(reef, name)
    assert array.shape == (300, 3) and array.dtype == np.float32
    with pytest.raises(ValueError):
        array[0, 0] = 1
    with pytest.raises(ValueError):
        array.setflags(write=True)
    with pytest.raises(ValueError):
        reef.species["sardine"].positions[0] = 0


def test_an_array_is_computed_once_a_step(reef):
    array = reef.positions
    assert reef.positions is array
    reef.step()
    assert reef.positions is not array


def test_an_array_keeps_its_values(reef):
    array = reef.positions
    view, before = array[:10], array.copy()
    reef.step(10)
    assert not np.array_equal(reef.positions, before)
    assert np.array_equal(array, before)
    del array
    reef.step(10)
    reef.positions
    assert np.array_equal(view, before[:10])


def test_an_array_outlives_its_simulation():
    sim = shoal.Simulation("reef", boids=500)
    array = sim.positions
    before = array.copy()
    sim.step()
    latest = sim.species["sardine"].velocities
    copied = latest.copy()
    del sim
    gc.collect()
    assert np.array_equal(array, before)
    assert np.array_equal(latest, copied)


def test_an_edit_of_the_count_gives_new_arrays(reef):
    assert len(reef.positions) == 300
    reef["count"] = 400
    assert len(reef.positions) == 400
    reef["count"] = 0
    reef.step()
    assert reef.positions.shape == (0, 3)
    assert reef.ids.shape == (0,)


def test_rows_are_in_the_order_of_ids(reef):
    positions, velocities = reef.positions, reef.velocities
    reef.step()
    moved = positions + reef.velocities * np.float32(reef.step_seconds)
    assert np.allclose(moved, reef.positions, atol=1e-3)
    assert not np.array_equal(velocities, reef.velocities)
    assert np.array_equal(reef.ids, np.arange(300))


def test_species_are_parts_of_the_arrays():
    sim = shoal.Simulation("bait-ball", seed=2)
    sim.step(3)
    assert len(sim.species) == len(list(sim.species)) > 1
    assert "shark" in sim.species and "wolf" not in sim.species
    joined = np.concatenate([each.positions for each in sim.species.values()])
    assert np.array_equal(joined, sim.positions)
    shark = sim.species["shark"]
    assert np.shares_memory(shark.positions, sim.positions)
    assert shark.velocities.shape == shark.steering.shape == (shark.count, 3)
    assert np.array_equal(shark.ids, np.arange(shark.count))
    assert len(sim.ids) == sim.count
    assert shark.body_length > 0
    with pytest.raises(shoal.Error, match="did you mean 'shark'"):
        sim.species["shrak"]


def test_placed_boids_are_where_they_were_put(reef):
    positions = np.array([[0, 1, 2], [3, 4, 5]], dtype=np.float64)
    velocities = [[1, 0, 0], [0, 0, 1]]
    reef.place("sardine", positions, velocities)
    assert reef.count == 2
    assert np.array_equal(reef.positions, positions)
    assert np.array_equal(reef.velocities, velocities)
    reef.species["sardine"].place(positions[::-1], velocities)
    assert np.array_equal(reef.positions, positions[::-1])
    reef.step()
    assert np.isfinite(reef.positions).all()


@pytest.mark.parametrize("preset", [each.name for each in shoal.presets()])
def test_a_place_outside_the_world_is_refused_where_the_next_step_would_move_it(preset):
    """The oracle: walls and wrapping leave a boid inside the world after a step; nothing else keeps it there."""
    sim = shoal.Simulation(preset, seed=7, boids=60)
    sim.step(2)
    half = np.array([sim["world.width"], sim["world.height"], sim["world.depth"]]) / 2
    if sim["world.shape"] == "sphere":
        half[:] = sim["world.width"] / 2
    for name, species in sim.species.items():
        # What the boids of a preset do may be read, and placed again.
        copied = sim.copy()
        copied.place(name, species.positions, species.velocities)
        outside = species.positions.copy()
        outside[1:2, 0] = half[0] * 1.5
        before = copied.hash
        try:
            copied.place(name, outside, species.velocities)
        except shoal.Error as error:
            assert "position 1 of" in str(error) and "outside the world" in str(error)
            assert copied.hash == before
        else:
            copied.step()
            moved = np.linalg.norm(copied.species[name].positions[1:2] - outside[1:2], axis=1)
            assert (moved < half.min() / 4).all(), name


@pytest.mark.parametrize(
    ("positions", "velocities"),
    [
        (np.zeros((2, 2)), np.zeros((2, 2))),
        (np.zeros(3), np.zeros(3)),
        (np.zeros((2, 3)), np.zeros((3, 3))),
        (np.full((1, 3), np.nan), np.zeros((1, 3))),
        (np.zeros((1, 3)), np.full((1, 3), np.inf)),
        ("here", "there"),
        (None, None),
    ],
)
def test_wrong_places_change_nothing(reef, positions, velocities):
    before = reef.hash
    with pytest.raises((shoal.Error, TypeError)):
        reef.place("sardine", positions, velocities)
    with pytest.raises(shoal.Error, match="no species"):
        reef.place("sardin", np.zeros((1, 3)), np.zeros((1, 3)))
    assert reef.hash == before
