"""The package and the manual's examples have the types that they state."""

import re
import subprocess
import sys

import pytest
from conftest import REPOSITORY

MANUAL = REPOSITORY / "assets/manual"
PAGES = ["python.md", "processes.md"]


@pytest.fixture(scope="module")
def mypy(tmp_path_factory):
    """Runs mypy in its strictest mode; it finds the package where this interpreter does."""
    folder = tmp_path_factory.mktemp("mypy")

    def run(*words):
        command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", folder / "cache", *words]
        return subprocess.run([*map(str, command)], capture_output=True, text=True, cwd=folder)

    return run


@pytest.mark.parametrize("page", PAGES)
def test_the_manuals_examples_pass_mypy(page, mypy, tmp_path):
    examples = re.findall(r"^```python\n(.*?)^```", (MANUAL / page).read_text(), re.M | re.S)
    assert examples
    files = [tmp_path / f"example_{number}.py" for number in range(len(examples))]
    for file, example in zip(files, examples):
        file.write_text(example)
    ran = mypy(*files)
    assert ran.returncode == 0, ran.stdout + ran.stderr


def test_the_package_passes_mypy(mypy):
    ran = mypy(REPOSITORY / "src/python/shoal")
    assert ran.returncode == 0, ran.stdout + ran.stderr


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("x: str = shoal.Simulation().measures().polarisation", "float"),
        ("shoal.Simulation(1)", "Argument 1"),
        ("shoal.Simulation().place('sardine', None, None)", "Argument 2"),
        ("y: int = shoal.Simulation()['count']", "bool"),
    ],
)
def test_mypy_finds_a_wrong_use(line, fault, mypy, tmp_path):
    (tmp_path / "wrong.py").write_text("import shoal\n" + line + "\n")
    ran = mypy(tmp_path / "wrong.py")
    assert ran.returncode == 1 and fault in ran.stdout, ran.stdout + ran.stderr
