"""Simulation: opening, stepping, tunables, checkpoints."""

import _thread
import copy
import os
import pickle
import sys
import threading
import warnings
from collections.abc import Mapping

import numpy as np
import pytest
from conftest import golden_hash
from pool_work import when_inside

import shoal


@pytest.mark.parametrize("preset", ["reef", "vicsek"])
def test_a_preset_has_the_hash_of_the_cpp_library(preset):
    sim = shoal.Simulation(preset, seed=7)
    sim.step(600)
    assert sim.hash == golden_hash(preset)
    assert sim.step_count == 600
    assert sim.seed == 7
    assert sim.seconds == pytest.approx(600 * sim.step_seconds)


def test_threads_do_not_change_the_hash():
    hashes = set()
    for threads in (1, 2):
        sim = shoal.Simulation("reef", seed=3, boids=1000, threads=threads)
        assert sim.threads == threads
        sim.step(20)
        hashes.add(sim.hash)
    assert len(hashes) == 1


def test_boids_is_the_number_of_all_boids():
    sim = shoal.Simulation("bait-ball", boids=5000)
    assert sim.count == 5000
    assert sum(each.count for each in sim.species.values()) == 5000


def test_a_scene_without_boids_is_true():
    sim = shoal.Simulation("reef", boids=0)
    assert sim.count == sim.species["sardine"].count == 0
    assert sim and sim.species["sardine"]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"preset": "reff"}, 'did you mean "reef"'),
        ({"boids": -1}, "boids"),
        ({"boids": 4_000_001}, "boids"),
        ({"threads": 2000}, "threads"),
    ],
)
def test_wrong_options_are_refused(options, said):
    with pytest.raises(shoal.Error, match=said):
        shoal.Simulation(**options)
    for seed in (-1, 2**64):
        with pytest.raises(TypeError, match="seed"):
            shoal.Simulation(seed=seed)


def test_an_error_is_a_value_error():
    assert issubclass(shoal.Error, ValueError)
    assert issubclass(shoal.DeviationError, shoal.Error)


def test_step_lets_other_threads_run():
    sim = shoal.Simulation("reef", seed=7, boids=10_000, threads=1)
    begin, progress = threading.Event(), []

    def wait_and_work():
        begin.wait()
        progress.append(1)

    worker = threading.Thread(target=wait_and_work)
    worker.start()
    interval = sys.getswitchinterval()
    try:
        # From here on, another thread runs only if this one lets it.
        sys.setswitchinterval(1000)
        begin.set()
        before = list(progress)
        sim.step(60)
        after = list(progress)
    finally:
        sys.setswitchinterval(interval)
    worker.join()
    assert (before, after) == ([], [1])


def test_threads_may_take_turns_with_a_simulation(reef):
    lock = threading.Lock()

    def work():
        for _ in range(20):
            with lock:
                reef.step(2)
                assert np.isfinite(reef.positions).all()

    threads = [threading.Thread(target=work) for _ in range(3)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    alone = shoal.Simulation("reef", seed=7, boids=300)
    alone.step(120)
    assert reef.hash == alone.hash


def test_a_negative_number_of_steps_is_refused(reef):
    with pytest.raises(TypeError):
        reef.step(-1)
    reef.step(0)
    assert reef.step_count == 0


def test_tunables_have_the_type_of_their_declaration(reef):
    reef["alignment.weight"] = 2.0
    assert reef["alignment.weight"] == 2.0
    assert type(reef["count"]) is int and reef["count"] == 300
    assert reef["alignment.enabled"] is True
    reef["alignment.enabled"] = False
    assert reef["alignment.enabled"] is False
    assert reef["world.shape"] == "box"
    reef["world.shape"] = "sphere"
    assert reef["world.shape"] == "sphere"
    reef["count"] = np.int64(200)
    assert reef.count == 200
    reef.set("world.shape = box")
    assert reef["world.shape"] == "box"


def test_an_edit_changes_the_flock(reef):
    other = reef.copy()
    other["alignment.weight"] = 10
    for each in (reef, other):
        each.step(10)
    assert reef.hash != other.hash


@pytest.mark.parametrize(
    ("key", "value", "said"),
    [
        ("alignmnt.weight", 1, 'unknown key "alignmnt.weight" .did you mean "alignment.weight"'),
        ("alignment.weight", 1e9, "must be"),
        ("alignment.weight", float("nan"), "not finite"),
        ("world.shape", "cube", "one of box, sphere"),
        ("count", 2.5, "whole"),
    ],
)
def test_wrong_edits_say_what_to_do(reef, key, value, said):
    with pytest.raises(shoal.Error, match=said):
        reef[key] = value
    reef.step()


def test_a_seed_is_no_tunable(reef):
    for use in (
        lambda: reef.__setitem__("seed", 3),
        lambda: reef.set("seed = 3"),
        lambda: reef["seed"],
        lambda: reef.tunable("seed"),
    ):
        with pytest.raises(shoal.Error, match=r"not a tunable: \.seed reads it, and restart\(seed\)"):
            use()


def test_an_unknown_key_cannot_be_read(reef):
    with pytest.raises(shoal.Error, match="did you mean"):
        reef["alignment.wieght"]
    assert "alignment.weight" in reef
    assert "alignment.wieght" not in reef
    assert 3 not in reef


def test_every_key_can_be_read_and_set(reef):
    keys = reef.keys()
    assert "species.sardine.alignment.weight" in keys
    for key in keys:
        reef[key] = reef[key]
    tunable = reef.tunable("look.place")
    assert tunable.choices == ["water", "sky", "plain", "lab"]
    assert not tunable.affects_flock
    weight = reef.tunable("alignment.weight")
    assert weight.key == reef.tunable("sardine.alignment.weight").key == "species.sardine.alignment.weight"
    assert weight.affects_flock and weight.help and weight.min < weight.value < weight.max
    assert [each.key for each in reef.tunables()] == keys


def test_a_text_opens_the_same_scene(reef):
    reef["alignment.weight"] = 2.5
    text = reef.preset_text()
    again = shoal.Simulation.from_text(text)
    assert again["alignment.weight"] == 2.5
    assert again.preset_text() == text
    assert again.count == 300


def test_a_mistake_in_a_text_names_its_place():
    with pytest.raises(shoal.Error, match=r"mine\.toml:2:1: .*did you mean \"count\""):
        shoal.Simulation.from_text("[species.fish]\ncuont = 3\n", name="mine.toml")


def test_a_checkpoint_continues_with_the_same_bits(reef):
    reef.step(10)
    checkpoint = reef.checkpoint()
    reef.step(10)
    later = reef.hash
    reef.restore(checkpoint)
    assert reef.step_count == 10
    reef.step(10)
    assert reef.hash == later
    other = shoal.Simulation("vicsek")
    other.restore(checkpoint)
    other.step(10)
    assert other.hash == later


def test_a_copy_is_independent(reef):
    reef.step(5)
    for other in (reef.copy(), copy.copy(reef), copy.deepcopy(reef)):
        assert other.hash == reef.hash
        other.step()
        assert other.hash != reef.hash


def test_restart_returns_to_step_0(reef):
    start = reef.hash
    reef.step(3)
    reef.restart()
    assert (reef.step_count, reef.hash) == (0, start)
    reef.restart(8)
    assert reef.seed == 8
    assert reef.hash != start


def test_presets_are_listed():
    presets = {each.name: each for each in shoal.presets()}
    assert shoal.presets()[0].name == "reef"
    assert presets["parker-original"].base == "parker"
    for each in presets.values():
        assert shoal.Simulation.from_text(each.toml, name=each.name + ".toml", boids=10).count == 10


def test_measures_have_attributes_by_key(reef):
    reef.step(60)
    measures = reef.measures()
    assert 0.0 <= measures.polarisation <= 1.0
    assert measures["polarisation"] == measures.polarisation == dict(measures)["polarisation"]
    assert list(measures) == [each.key for each in shoal.measure_info()]
    heading = reef.velocities / np.linalg.norm(reef.velocities, axis=1, keepdims=True)
    assert measures.polarisation == pytest.approx(np.linalg.norm(heading.mean(axis=0)), abs=1e-5)
    assert reef.measures("sardine").polarisation == measures.polarisation
    assert reef.species["sardine"].measures().polarisation == measures.polarisation
    with pytest.raises(AttributeError, match="polarisation"):
        measures.polarization
    with pytest.raises(AttributeError):
        measures.polarisation = 1.0


def test_measures_are_a_mapping(reef):
    measures = reef.measures()
    assert isinstance(measures, Mapping)
    values = {each.key: measures[each.key] for each in shoal.measure_info()}
    for same in (dict(measures), dict(**measures), dict(measures.items()), {**measures}, dict(zip(measures, measures.values()))):
        assert list(same) == list(values)
        np.testing.assert_equal(list(same.values()), list(values.values()))
    assert len(measures) == len(values) and "milling" in measures and "mill" not in measures
    assert measures.get("milling") == values["milling"] and measures.get("mill", 3) == 3
    with pytest.raises(KeyError):
        measures["mill"]
    assert set(values) < set(dir(measures))
    for other in (copy.copy(measures), copy.deepcopy(measures), pickle.loads(pickle.dumps(measures))):
        assert repr(other) == repr(measures) and "polarisation=" in repr(measures)


def test_measures_are_of_the_instant_when_they_were_taken(reef):
    reef.step(5)
    taken, twin = reef.measures(), reef.copy()
    reef.step(50)
    reef["count"] = 10
    for key in reversed(list(taken)):
        np.testing.assert_equal(taken[key], twin.measures()[key])
    del reef
    assert 0 <= taken.polarisation <= 1
    empty = shoal.Simulation("reef", boids=0).measures()
    assert len(dict(empty)) == len(taken)


def test_reading_a_measure_computes_that_one_once():
    asked = []

    class Core:
        def value(self, index):
            asked.append(index)
            return float(index)

    measures = type(shoal.Simulation("reef", boids=10).measures())(Core())
    milling = list(measures).index("milling")
    assert asked == []
    assert measures.milling == measures["milling"] == milling and asked == [milling]
    dict(measures)
    assert sorted(asked) == list(range(len(measures)))


def test_ctrl_c_stops_between_two_steps():
    sim = shoal.Simulation("reef", boids=1000)
    with pytest.raises(KeyboardInterrupt):
        when_inside(_thread.interrupt_main)
        sim.step(10**9)
    reached = sim.step_count
    sim.step()
    assert sim.step_count == reached + 1


def test_the_version_is_known():
    assert shoal.__version__.count(".") == 2
    assert "reef" in repr(shoal.Simulation("reef", boids=10))


@pytest.mark.parametrize(
    ("find", "name", "hint"),
    [
        (lambda sim: sim, "thread", "did you mean 'threads'"),
        (lambda sim: sim, "threads", "tunables have keys"),
        (lambda sim: sim, "step", "tunables have keys"),
        (lambda sim: sim, "alignment", "tunables have keys"),
        (lambda sim: sim.species["sardine"], "lenght", "tunables have keys"),
        (lambda sim: sim.species, "sardine", "tunables have keys"),
        (
            lambda sim: shoal.Sweep.from_text('preset = "reef"\nsteps = 1\nevery = 1\n[vary]\nseed = [7]\n'),
            "row",
            "did you mean 'rows'",
        ),
    ],
)
def test_an_attribute_that_would_have_no_effect_is_refused(find, name, hint, reef):
    with pytest.raises(AttributeError, match=rf"'{name}' of a \w+ cannot be set; {hint}"):
        setattr(find(reef), name, 4)


@pytest.mark.parametrize(
    "find",
    [
        lambda sim: sim.checkpoint(),
        lambda sim: sim.measures(),
        lambda sim: sim.tunable("alignment.weight"),
        lambda sim: shoal.presets()[0],
        lambda sim: shoal.measure_info()[0],
    ],
)
def test_nothing_that_a_user_holds_takes_an_attribute(find, reef):
    with pytest.raises(AttributeError):
        find(reef).lenght = 4


def test_a_subclass_may_have_attributes_of_its_own(reef):
    class Noted(shoal.Simulation):
        pass

    noted = Noted("reef", boids=3)
    noted.note = "mine"
    assert noted.note == "mine"
    with pytest.raises(AttributeError):
        noted.threads = 4


def test_a_card_steps_a_simulation_its_copy_and_its_pickle():
    processor = shoal.Simulation("reef", seed=3, boids=300)
    sim = shoal.Simulation("reef", seed=3, boids=300, compute="card")
    assert (processor.compute, sim.compute, sim.device) == ("cpu", "card", "")
    processor.step(3)
    sim.step(3)
    assert sim.device and not processor.device
    np.testing.assert_allclose(sim.positions, processor.positions, atol=1e-3)
    again = [copy.copy(sim), pickle.loads(pickle.dumps(sim))]
    for each in [sim, *again]:
        each.step(2)
    assert {each.compute for each in again} == {"card"}
    assert {each.hash for each in again} == {sim.hash}
    with pytest.raises(shoal.Error, match="cpu, card and auto"):
        shoal.Simulation("reef", compute="gpu")


def test_a_forked_process_leaves_the_card_of_its_parent():
    sim = shoal.Simulation("reef", seed=3, boids=300, compute="card")
    sim.step(2)
    child = os.fork()
    if child == 0:
        try:
            with pytest.warns(RuntimeWarning, match="the processor steps the boids"):
                sim.step(1)
            with warnings.catch_warnings():
                warnings.simplefilter("error")
                sim.step(1)
            is_right = sim.compute == "cpu" and bool(np.isfinite(sim.positions).all())
            os._exit(0 if is_right else 1)
        finally:
            os._exit(2)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    sim.step(1)
    assert sim.compute == "card"
