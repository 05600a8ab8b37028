"""
Kills the process it is loaded into, at one named point. On the path of a child only; the product knows nothing of it.

`KILL_AT` is `module:function WHEN WHAT`: SIGKILL `before` or `after` the call of that function whose arguments' repr
contains WHAT, or `inside` its first callable argument once that has run (a transaction before its commit). A WHAT of
`#3` means the third call instead.
"""

import functools
import importlib.abc
import importlib.machinery
import inspect
import os
import signal
import sys
from collections.abc import Callable, Sequence
from types import ModuleType
from typing import Any


def _die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


class Point:
    """One named point."""

    def __init__(self, text: str) -> None:
        """Parse it."""
        place, self.when, self.what = text.split(" ", 2)
        self.module, self.function = place.split(":")
        self.calls = 0

    def reached(self, args: object) -> bool:
        """Return whether this call is the one."""
        self.calls += 1
        return self.what == f"#{self.calls}" if self.what.startswith("#") else self.what in repr(args)

    def wrap(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Return the function with the point in it."""

        def enter(args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[bool, tuple[Any, ...]]:
            here = self.reached((args, kwargs))
            if here and self.when == "before":
                _die()
            if here and self.when == "inside":
                args = tuple(_deadly(arg) if inspect.isfunction(arg) else arg for arg in args)
            return here and self.when == "after", args

        if inspect.iscoroutinefunction(function):

            @functools.wraps(function)
            async def waits(*args: Any, **kwargs: Any) -> Any:
                dies, args = enter(args, kwargs)
                result = await function(*args, **kwargs)
                if dies:
                    _die()
                return result

            return waits

        @functools.wraps(function)
        def calls(*args: Any, **kwargs: Any) -> Any:
            dies, args = enter(args, kwargs)
            result = function(*args, **kwargs)
            if dies:
                _die()
            return result

        return calls

    def patch(self, module: ModuleType) -> None:
        """Put it into the module."""
        *owners, name = self.function.split(".")
        owner: Any = module
        for part in owners:
            owner = getattr(owner, part)
        setattr(owner, name, self.wrap(getattr(owner, name)))


def _deadly(function: Callable[..., Any]) -> Callable[..., Any]:
    def calls(*args: Any, **kwargs: Any) -> None:
        function(*args, **kwargs)
        _die()

    return calls


class Finder(importlib.abc.MetaPathFinder):
    """Patches the point's module as it is loaded, before anybody can import from it."""

    def __init__(self, point: Point) -> None:
        """Watch for the point's module."""
        self._point = point

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        """Leave every other module alone."""
        if name != self._point.module:
            return None
        spec = importlib.machinery.PathFinder.find_spec(name, path, target)
        if spec is not None and spec.loader is not None:
            loader, point = spec.loader, self._point
            load = loader.exec_module

            def exec_module(module: ModuleType) -> None:
                load(module)
                point.patch(module)

            loader.exec_module = exec_module  # type: ignore[method-assign]
        return spec


if "KILL_AT" in os.environ:
    sys.meta_path.insert(0, Finder(Point(os.environ["KILL_AT"])))
