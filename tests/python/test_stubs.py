"""The type stubs name what the module has."""

import ast
from pathlib import Path

import shoal
from shoal import _shoal


def names_of(nodes):
    for node in nodes:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            yield node.name, node
        elif isinstance(node, ast.AnnAssign):
            yield node.target.id, node


def test_the_stubs_describe_the_module():
    stub = ast.parse((Path(shoal.__file__).parent / "_shoal.pyi").read_text())
    described = dict(names_of(stub.body))
    assert set(described) == {name for name in dir(_shoal) if not name.startswith("__")}
    for name, node in described.items():
        if isinstance(node, ast.ClassDef):
            members = {each for each in vars(getattr(_shoal, name)) if not each.startswith("_")}
            assert {each for each, _ in names_of(node.body)} - {"__init__"} == members, name
    assert (Path(shoal.__file__).parent / "py.typed").exists()


def test_everything_public_has_a_docstring():
    for name in shoal.__all__:
        public = getattr(shoal, name)
        assert public.__doc__, name
        if isinstance(public, type):
            assert public.__module__ == "shoal", name
