"""
`python -m tests.oldest`: runs a core of the tests with the oldest versions that pyproject.toml allows.

requirements.lock holds the newest versions, and every other run tests those. This builds an environment of its own, in
which each direct dependency of the product has the version of its lower bound; the tools of the tests stay locked.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from hil import environment
from tests.checks import lock

SMALL = (
    "tests/golden",
    "tests/journal/test_store.py",
    "tests/journal/test_threats.py",
    "tests/mqtt/test_publisher.py",
    "tests/mqtt/test_signed_commands.py",
    "tests/access/test_pin_rules.py",
    "tests/drivers/link",
    "tests/panel/test_page_socket.py",
    "tests/test_web.py",
)
"""What calls each of the dependencies."""

CORE = (
    *SMALL,
    "tests/app/test_whole_round.py",
    "tests/commands",
    "tests/config",
    "tests/diagnostics",
    "tests/drivers",
    "tests/journal",
    "tests/mqtt",
)

UNREACHABLE = ("No matching distribution found", "Could not find a version", "Connection", "timed out", "resolution")
"""What pip says where the package index cannot be reached, or is a mirror without old versions."""


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tests.oldest",
        description="Run a core of the tests with the oldest versions that pyproject.toml allows.",
        epilog="example: python -m tests.oldest --small",
    )
    parser.add_argument("--small", action="store_true", help="only tests that call a dependency, as CI does")
    parser.add_argument("--list", action="store_true", help="print the versions and exit")
    options = parser.parse_args()
    environment.enter()
    pins = oldest(environment.CLONE)
    print(f"oldest versions: {', '.join(pins)}", flush=True)
    if options.list:
        return 0
    with tempfile.TemporaryDirectory(prefix="oldest-") as folder:
        # Some tests run the program under another account, which has to get there.
        Path(folder).chmod(0o755)
        python = Path(folder) / "venv" / "bin" / "python"
        why = _built(python, pins)
        if why:
            print(f"skipped: {why}")
            return 0
        return _tested(python, SMALL if options.small else CORE)


def oldest(clone: Path) -> tuple[str, ...]:
    """Return each direct dependency of the product at its lower bound."""
    project = tomllib.loads((clone / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    found = map(Requirement, project["dependencies"])
    return tuple(f"{wanted.name}=={lock.lower_bound(wanted)}" for wanted in found)


def _built(python: Path, pins: tuple[str, ...]) -> str:
    """Build the environment; return why it cannot be built here. Raises `SystemExit` where the versions do not fit."""
    subprocess.run([sys.executable, "-m", "venv", str(python.parent.parent)], check=True)
    constraints = python.parent.parent / "constraints.txt"
    constraints.write_text("\n".join(_tools(pins)), encoding="utf-8")
    clone = environment.CLONE
    products = {canonicalize_name(pin.partition("==")[0]) for pin in pins}
    needed = [str(each) for each in lock.needed_for_tests(clone) if canonicalize_name(each.name) not in products]
    pip = (str(python), "-m", "pip", "install", "--quiet", "--no-input")
    settings = {**os.environ, "PIP_USER": "0", "PIP_REQUIRE_HASHES": "0"}
    fetched = subprocess.run(
        [*pip, "-c", str(constraints), *pins, *needed],
        env=settings,
        cwd=clone,
        capture_output=True,
        text=True,
        check=False,
    )
    if fetched.returncode:
        last = (fetched.stderr.strip().splitlines() or ["pip failed"])[-1]
        if "ResolutionImpossible" not in fetched.stderr and any(words in fetched.stderr for words in UNREACHABLE):
            return f"the package index has not all of these versions, or cannot be reached ({last})"
        raise SystemExit(f"the oldest versions cannot be installed together:\n{fetched.stderr}")
    linked = ("--no-index", "--no-deps", "--no-build-isolation", "-e", ".", "-e", "./hil")
    subprocess.run([*pip, *linked], env=settings, cwd=clone, check=True)
    return ""


def _tools(pins: tuple[str, ...]) -> list[str]:
    """Return the locked versions of everything but the product's own dependencies."""
    products = {canonicalize_name(pin.partition("==")[0]) for pin in pins}
    return [f"{name}=={version}" for name, version in lock.locked(environment.CLONE).items() if name not in products]


def _tested(python: Path, folders: tuple[str, ...]) -> int:
    workers = str(min(4, os.cpu_count() or 1))
    path = os.pathsep.join((str(python.parent), os.environ.get("PATH", ""), "/usr/sbin"))
    command = [str(python), "-m", "pytest", "-q", "-n", workers, "-p", "no:cacheprovider", *folders]
    return subprocess.run(command, cwd=environment.CLONE, env={**os.environ, "PATH": path}, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
