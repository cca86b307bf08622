"""Objects whose attributes are fixed."""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING, Iterable, Optional


class Fixed:
    """Refuses attributes from outside: a misspelt one would have no effect. A user's subclass may have its own."""

    # Hidden from type checkers, which would take any attribute for possible.
    if not TYPE_CHECKING:

        def __setattr__(self, name: str, value: object) -> None:
            cls = type(self)
            if name.startswith("_") or cls.__module__.partition(".")[0] != __package__:
                object.__setattr__(self, name, value)
                return
            known = [each for each in dir(cls) if not each.startswith("_")]
            near = name if name in known else _nearest(name, known)
            key = None if callable(getattr(cls, near or "", None)) else _key_with(near, name, self._tunable_keys())
            text = f"{name!r} of a {cls.__name__} is read-only" if near == name else f"a {cls.__name__} has no {name!r}"
            if key is not None:
                text += f"; a tunable is set by its key: sim[{key!r}]"
            elif near is not None:
                text += f"; see help(shoal.{cls.__name__})" if near == name else f" (did you mean {near!r}?)"
            raise AttributeError(text)

    def _tunable_keys(self) -> list[str]:
        """Return the keys of the tunables that an attribute may have meant."""
        return []


def _key_with(attribute: Optional[str], name: str, keys: list[str]) -> Optional[str]:
    """Return the first key with this attribute in it; without an attribute, with the part that is most like the name."""
    part = attribute or _nearest(name, [part for key in keys for part in key.split(".")])
    return next((key for key in keys if part in key.split(".")), None)


def _nearest(name: str, known: Iterable[str]) -> Optional[str]:
    """Return the known name that is most like this one, in whole or in one of its words; None if none is."""

    def likeness(other: str) -> float:
        words = max(difflib.SequenceMatcher(None, name, word).ratio() for word in other.split("_"))
        return max(difflib.SequenceMatcher(None, name, other).ratio(), 0.9 * words)

    best = max(known, key=likeness, default=None)
    return best if best is not None and likeness(best) > 0.65 else None
