import os
import re
from pathlib import Path

import pytest

import shoal

REPOSITORY = Path(__file__).resolve().parents[2]


@pytest.fixture
def reef() -> shoal.Simulation:
    return shoal.Simulation("reef", seed=7, boids=300)


@pytest.fixture
def program() -> str:
    """The program shoal of the same build."""
    return os.environ["SHOAL_PROGRAM"]


@pytest.fixture
def plugins() -> Path:
    """The folder of the plugins that tests/program/plugin builds."""
    return Path(os.environ["SHOAL_TEST_PLUGINS"])


def golden_hash(preset: str) -> str:
    """The hash of a preset after 600 steps with seed 7, as the tests of the C++ library state it."""
    text = (REPOSITORY / "tests/sim/step/golden_test.cpp").read_text()
    return re.search(rf'{{"{preset}", {{"([0-9a-f]{{16}})"', text)[1]
