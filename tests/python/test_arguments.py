"""Text, file names and numbers on their way into Shoal, and into its messages."""

import os
from collections.abc import Hashable
from pathlib import Path

import numpy as np
import pytest

import shoal

SWEEP = 'preset = "reef"\nsteps = 2\nevery = 1\n[set]\ncount = 20\n[vary]\nseed = [7, 8]\n'


@pytest.fixture
def sim():
    return shoal.Simulation("reef", seed=7, boids=20)


TEXTS = {
    "from_text": lambda sim, text: shoal.Simulation.from_text(text),
    "key": lambda sim, text: sim[text],
    "set key": lambda sim, text: sim.__setitem__(text, 1.0),
    "set key to text": lambda sim, text: sim.__setitem__(text, "sphere"),
    "value": lambda sim, text: sim.__setitem__("world.shape", text),
    "set": lambda sim, text: sim.set(text),
    "tunable": lambda sim, text: sim.tunable(text),
    "species": lambda sim, text: sim.species[text],
    "place": lambda sim, text: sim.place(text, np.zeros((1, 3)), np.zeros((1, 3))),
    "measures": lambda sim, text: sim.measures(text),
    "measure": lambda sim, text: sim.measures()[text],
    "camera": lambda sim, text: shoal.render(sim, (16, 9), camera=text),
    "Sweep.from_text": lambda sim, text: shoal.Sweep.from_text(text),
}
FILES = {
    "Simulation": lambda sim, file: shoal.Simulation(file),
    "Take": lambda sim, file: shoal.Take(file),
    "Sweep": lambda sim, file: shoal.Sweep(file),
    "load_plugin": lambda sim, file: shoal.load_plugin(file),
}
NAMES = {  # of texts, in messages
    "from_text's name": lambda sim, name: shoal.Simulation.from_text("[", name=name),
    "Sweep.from_text's name": lambda sim, name: shoal.Sweep.from_text("[", name=name),
}
NUMBERS = {
    "seed": lambda sim, number: shoal.Simulation(seed=number),
    "boids": lambda sim, number: shoal.Simulation(boids=number),
    "threads": lambda sim, number: shoal.Simulation(threads=number),
    "step": lambda sim, number: sim.step(number),
    "restart": lambda sim, number: sim.restart(number),
    "width": lambda sim, number: shoal.render(sim, (number, 9)),
    "height": lambda sim, number: shoal.render(sim, (16, number)),
    "supersample": lambda sim, number: shoal.render(sim, (16, 9), supersample=number),
    "run": lambda sim, number: shoal.Sweep.from_text(SWEEP).run(number),
    "line": lambda sim, number: shoal.Sweep.from_text(SWEEP).line(number),
    "a run's simulation": lambda sim, number: shoal.Sweep.from_text(SWEEP).simulation(number),
    "a run's threads": lambda sim, number: shoal.Sweep.from_text(SWEEP).simulation(0, threads=number),
    "rows": lambda sim, number: list(shoal.Sweep.from_text(SWEEP).rows(threads=number)),
}
OBJECTS = {
    "render": lambda sim, value: shoal.render(value),
    "size": lambda sim, value: shoal.render(sim, value),
    "restore": lambda sim, value: sim.restore(value),
    "positions": lambda sim, value: sim.place("sardine", value, np.zeros((1, 3))),
    "a tunable's value": lambda sim, value: sim.__setitem__("alignment.weight", value),
}
ALL = {**TEXTS, **FILES, **NAMES, **NUMBERS, **OBJECTS}


def refused(call, sim, value):
    before = sim.hash
    with pytest.raises((ValueError, TypeError, KeyError, AttributeError)) as raised:  # Error is a ValueError
        call(sim, value)
    assert str(raised.value)
    assert sim.hash == before


@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize("value", ["a\0b", "\ud800", "alignment.weight\0", "reef\0.toml", b"a\0b", Path("a\0b")])
def test_no_text_is_cut_or_changed_on_its_way(sim, name, value):
    refused(ALL[name], sim, value)


@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize("value", [5.5, None, object(), 1 + 2j, [], {}, 2**100, -(2**100), "", "many", float("nan")])
def test_a_wrong_value_is_refused(sim, name, value):
    allowed = {
        ("seed", None), ("boids", None), ("restart", None), ("measures", None), ("a tunable's value", 5.5),
        ("Sweep.from_text", ""),
    }
    if isinstance(value, Hashable) and (name, value) in allowed:
        ALL[name](sim, value)
    elif name in NAMES and isinstance(value, str):
        with pytest.raises(shoal.Error, match=":1:"):
            ALL[name](sim, value)
    else:
        refused(ALL[name], sim, value)


# ---- Names of files, which are bytes

FORMS = {
    "str": os.fsdecode,
    "bytes": bytes,
    "Path": lambda name: Path(os.fsdecode(name)),
    "PathLike": lambda name: _Entry(name),
}


class _Entry:
    def __init__(self, name):
        self.name = name

    def __fspath__(self):
        return self.name


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("word", [b"caf\xe9", "café".encode(), b"a b'\"", "鱼".encode(), b"\x1b[31mred", b"new\nline"])
def test_a_file_of_any_name_is_opened_and_named(form, word, tmp_path, program):
    folder = os.fsencode(tmp_path)
    text = shoal.Simulation("reef", seed=7, boids=20).preset_text()

    def at(ending, content):
        name = os.path.join(folder, word + ending)
        with open(name, "w") as file:
            file.write(content)
        return FORMS[form](name)

    sim = shoal.Simulation(at(b".toml", text))
    assert sim.count == 20 and os.fsencode(sim.name) == word
    assert repr(os.fsdecode(word)) in repr(sim)
    take = at(b".take", f'take = 2\nname = "reef"\nfrom = [0, 1.0]\nto = [2, 1.0]\npreset = \'\'\'\n{text}\'\'\'\n')
    assert shoal.Take(take).last_step == 2
    (tmp_path / "reef2.toml").write_text(text)
    sweep = shoal.Sweep(at(b".sweep.toml", SWEEP.replace('"reef"', '"reef2.toml"')))
    assert len(sweep) == 2 and sweep.run(0)["boids"] == 20
    for call in FILES.values():
        wrong = at(b".wrong", "[")
        with pytest.raises(shoal.Error) as raised:
            call(None, wrong)
        assert str(raised.value) and "wrong" in str(raised.value)
        with pytest.raises(shoal.Error) as raised:
            call(None, FORMS[form](os.path.join(folder, word + b".missing")))
        assert "missing" in str(raised.value)
