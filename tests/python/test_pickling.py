"""Simulations, species and checkpoints in other processes and files."""

import copy
import multiprocessing
import pickle

import numpy as np
import pytest

import shoal


def stepped(sim: shoal.Simulation) -> str:
    sim.step(60)
    return sim.hash


@pytest.mark.parametrize("preset", ["reef", "bait-ball", "carpentier", "particle-swarm"])
def test_a_pickled_simulation_goes_on_with_the_same_bits(preset):
    sim = shoal.Simulation(preset, seed=3, threads=2)
    sim["look.place"] = "sky"
    sim.step(67)
    other = pickle.loads(pickle.dumps(sim))
    assert (other.hash, other.step_count, other.seed, other.threads) == (sim.hash, 67, 3, 2)
    assert (other.name, other.title, other.preset_text()) == (sim.name, sim.title, sim.preset_text())
    assert np.array_equal(other.steering, sim.steering)
    assert stepped(other) == stepped(sim)


def test_edits_and_placed_boids_go_along():
    sim = shoal.Simulation("reef", boids=200)
    sim.step(5)
    sim["count"] = 90
    sim["alignment.weight"] = 3.5
    sim["attractor.lure.present"] = True
    sim.place("sardine", [[0, 0, 0], [1, 0, 0]], [[1, 0, 0], [0, 1, 0]])
    other = pickle.loads(pickle.dumps(sim))
    assert (other.count, other["alignment.weight"]) == (2, 3.5)
    assert stepped(other) == stepped(sim)


def test_a_pool_steps_what_it_is_sent():
    sim = shoal.Simulation("reef", seed=7, boids=100)
    sim.step(10)
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        sent = pool.apply(stepped, (sim,))
    assert sent == stepped(sim)


def test_a_species_takes_its_simulation_along():
    sim = shoal.Simulation("bait-ball", boids=120)
    sim.step(3)
    tuna, again = pickle.loads(pickle.dumps((sim.species["tuna"], sim)))
    assert (tuna.name, tuna.count) == ("tuna", sim.species["tuna"].count)
    assert np.array_equal(tuna.positions, sim.species["tuna"].positions)
    again.step(1)
    assert np.array_equal(tuna.positions, again.species["tuna"].positions)


def test_a_subclass_keeps_its_class_and_attributes():
    sim = Named("reef", boids=20)
    sim.label = "mine"
    other = pickle.loads(pickle.dumps(sim))
    assert type(other) is Named and other.label == "mine"
    assert type(copy.copy(sim)) is shoal.Simulation


class Named(shoal.Simulation):
    label = ""


def test_a_checkpoint_is_kept_as_bytes():
    sim = shoal.Simulation("reef", seed=7, boids=300)
    sim.step(20)
    checkpoint = sim.checkpoint()
    data = checkpoint.to_bytes()
    sim.step(40)
    for again in (
        shoal.Checkpoint.from_bytes(data),
        pickle.loads(pickle.dumps(checkpoint)),
        copy.deepcopy(checkpoint),
    ):
        other = shoal.Simulation("zones")
        other.restore(again)
        assert other.step_count == 20
        other.step(40)
        assert other.hash == sim.hash


def test_other_bytes_are_refused_with_a_reason():
    data = shoal.Simulation("reef", boids=50).checkpoint().to_bytes()
    for wrong, reason in [
        (b"", "another version"),
        (pickle.dumps("checkpoint"), "another version"),
        (data[:-1], "cut short"),
        (data + b"x", "at its end"),
        (data.replace(b"[species.sardine.separation]", b"[species.sardine.separatoin]"), "did you mean"),
    ]:
        with pytest.raises(shoal.Error, match=reason) as raised:
            shoal.Checkpoint.from_bytes(wrong)
        assert "\n" not in str(raised.value)


def test_a_take_says_what_to_send_instead(tmp_path):
    preset = shoal.Simulation("reef", seed=7, boids=20).preset_text()
    file = tmp_path / "played.take"
    file.write_text(f"take = 2\nname = \"reef\"\nfrom = [0, 1.0]\nto = [9, 1.0]\npreset = '''\n{preset}'''\n")
    take = shoal.Take(file)
    with pytest.raises(TypeError, match=r"copy\(\)"):
        pickle.dumps(take)
    assert stepped(pickle.loads(pickle.dumps(take.copy()))) == stepped(take.copy())
