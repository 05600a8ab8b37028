"""The device's own tests, each under MicroPython: vectors of the RFCs and of the protocol page, sessions, rules."""

import json
import os
import re
import subprocess
from functools import cache
from pathlib import Path

import pytest

from hil.micropython.interpreter import NoInterpreterError, command

DEVICE_TESTS = Path(__file__).parent / "device"
PACKAGE = Path(__file__).parents[3] / "hil" / "micropython"
MODULES = ("vectors", "sessions", "rules")


def _tests() -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    for module in MODULES:
        text = (DEVICE_TESTS / f"{module}.py").read_text()
        found += [(module, name) for name in re.findall(r"^def (test_\w+)", text, re.MULTILINE)]
    return found


@cache
def _ran(module: str) -> dict[str, str]:
    """What each test of a module said: nothing, or where it failed."""
    done = subprocess.run(
        [*command(), "run_module.py", module],
        cwd=DEVICE_TESTS,
        env={**os.environ, "MICROPYPATH": f"{PACKAGE}:{DEVICE_TESTS}:.frozen"},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr or done.stdout
    told = [json.loads(line) for line in done.stdout.splitlines()]
    return {one["name"]: one["trouble"] for one in told}


@pytest.mark.xdist_group("micropython")
@pytest.mark.parametrize(("module", "name"), _tests())
def test_the_device(module: str, name: str) -> None:
    try:
        ran = _ran(module)
    except NoInterpreterError as e:
        pytest.skip(str(e))
    assert not ran[name], ran[name]
