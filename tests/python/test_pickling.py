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


SWEEP = 'preset = "reef"\nsteps = 2\nevery = 1\n[set]\ncount = 20\n[vary]\nseed = [7, 8]\n'


class OwnSweep(shoal.Sweep):
    label = ""


class OwnMeasures(type(shoal.Simulation("reef", boids=2).measures())):
    pass


def sweep_from_file(folder):
    (folder / "seeds.toml").write_text(SWEEP)
    return OwnSweep(folder / "seeds.toml")


HELD = {
    "simulation": lambda sim, folder: sim,
    "subclass": lambda sim, folder: Named("reef", boids=5),
    "checkpoint": lambda sim, folder: sim.checkpoint(),
    "species": lambda sim, folder: sim.species["sardine"],
    "all species": lambda sim, folder: sim.species,
    "measures": lambda sim, folder: sim.measures(),
    "a subclass of measures": lambda sim, folder: OwnMeasures(None, sim.measures()),
    "tunable": lambda sim, folder: sim.tunable("alignment.weight"),
    "what a measure is": lambda sim, folder: shoal.measure_info()[0],
    "preset": lambda sim, folder: shoal.presets()[0],
    "sweep": lambda sim, folder: shoal.Sweep.from_text(SWEEP),
    "a subclass of sweeps": lambda sim, folder: OwnSweep.from_text(SWEEP),
    "a sweep from a file": lambda sim, folder: sweep_from_file(folder),
    "figure": lambda sim, folder: shoal.check(sim, "polarisation=0.9", steps=4, every=1)[0],
    "figures": lambda sim, folder: shoal.check(sim, "polarisation=0.9", steps=4, every=1),
    "error": lambda sim, folder: shoal.Error("wrong"),
}
COPIES = {f"protocol {each}": lambda held, each=each: pickle.loads(pickle.dumps(held, each)) for each in range(6)}
COPIES |= {"copy": copy.copy, "deepcopy": copy.deepcopy}


@pytest.mark.parametrize("what", HELD)
@pytest.mark.parametrize("way", COPIES)
def test_everything_can_be_copied_in_every_way(what, way, reef, tmp_path):
    def told(one):
        one = one.to_bytes() if isinstance(one, shoal.Checkpoint) else getattr(one, "hash", one)
        return repr(one)

    held = HELD[what](reef, tmp_path)
    made = COPIES[way](held)
    # copy() gives a plain simulation.
    assert type(made) is (shoal.Simulation if isinstance(held, Named) and "copy" in way else type(held))
    assert told(made) == told(held)


@pytest.mark.parametrize("way", COPIES)
def test_the_cores_inside_refuse_to_be_copied(way, reef):
    sweep = shoal.Sweep.from_text(SWEEP)
    for core in (reef._core, reef.measures()._core, sweep._core):
        with pytest.raises(TypeError, match="pickle"):
            COPIES[way](core)


def test_a_take_says_what_to_send_instead(tmp_path):
    preset = shoal.Simulation("reef", seed=7, boids=20).preset_text()
    file = tmp_path / "played.take"
    file.write_text(f"take = 2\nname = \"reef\"\nfrom = [0, 1.0]\nto = [9, 1.0]\npreset = '''\n{preset}'''\n")
    take = shoal.Take(file)
    with pytest.raises(TypeError, match=r"copy\(\)"):
        pickle.dumps(take)
    assert stepped(pickle.loads(pickle.dumps(take.copy()))) == stepped(take.copy())
