"""What users pass, as the module takes it."""

from __future__ import annotations

import operator
import os
from typing import SupportsIndex, Union

from ._errors import Error

Path = Union[str, bytes, "os.PathLike[str]", "os.PathLike[bytes]"]


def text(name: str, value: str) -> bytes:
    """Return a text in UTF-8."""
    if not isinstance(value, str):
        raise TypeError(f"{name} must be a str, not {type(value).__name__}")
    try:
        return _without_zero(name, value.encode())
    except UnicodeEncodeError as problem:
        raise Error(f"{name}: {value[problem.start]!a} at {problem.start} is not a character") from None


def path(name: str, value: Path) -> bytes:
    """Return a file's name in the bytes that the system knows it by."""
    try:
        return _without_zero(name, os.fsencode(value))
    except TypeError:
        raise TypeError(f"{name} must be a str, bytes or a path, not {type(value).__name__}") from None
    except UnicodeEncodeError:
        raise Error(f"{name}: {value!a} cannot be the name of a file") from None


def _without_zero(name: str, value: bytes) -> bytes:
    if b"\0" in value:
        raise Error(f"{name} has a zero byte at {value.index(0)}: {value[:60]!r}")
    return value


def integer(name: str, value: SupportsIndex, bits: int = 32) -> int:
    """Return an integer that fits into a signed one of so many bits; Shoal checks its range."""
    try:
        whole = operator.index(value)
    except TypeError:
        raise TypeError(f"{name} must be an int, not {type(value).__name__}") from None
    if not -(2 ** (bits - 1)) <= whole < 2 ** (bits - 1):
        raise Error(f"{name} is out of range: {whole}")
    return whole


def seed(value: SupportsIndex) -> int:
    whole = integer("seed", value, 66)
    if not 0 <= whole < 2**64:
        raise Error(f"the seed {whole} is not in 0 .. 2**64 - 1")
    return whole
