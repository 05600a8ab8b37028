"""Checks that requirements.lock matches both pyproject.toml, has a hash for every package, and contains no address.

Also that each dependency of the product has a lower and an upper bound, and that the lock in the product is the part of
this one that an installed product needs: `python -m tests.checks.lock` writes that part.

A missing dependency would fail only on another machine; an address would tie the clone to one network.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, requires
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

PROJECTS = ("pyproject.toml", "hil/pyproject.toml")

CARRIED = "firmware_host/requirements.lock"
"""The lock that the product carries, for an installation on a board."""

HEAD = """\
# The packages that firmware-host was tested with. To install exactly these on a board, from the folder of the wheel:
#   unzip -p firmware_host-*.whl firmware_host/requirements.lock > requirements.lock
#   pip install --require-hashes -r requirements.lock && pip install --no-deps firmware_host-*.whl
"""

ADDRESS = re.compile(r"://|--(extra-)?index-url|--find-links|--trusted-host| @ ")


def check(root: Path) -> list[str]:
    text = (root / "requirements.lock").read_text(encoding="utf-8")
    addresses = [f"contains an address: {line.strip()}" for line in text.splitlines() if ADDRESS.search(line)]
    entries = list(_entries(text))
    unhashed = [f"has no hash: {entry.partition(';')[0].strip()}" for entry in entries if "--hash=sha256:" not in entry]
    locked = {canonicalize_name(entry.partition("==")[0].strip()): _version(entry) for entry in entries}
    wrong = [
        f"{project} requires {wanted}, but locked is {locked.get(canonicalize_name(wanted.name), 'none')}"
        for project in PROJECTS
        for wanted in _wanted(root / project)
        if not wanted.specifier.contains(locked.get(canonicalize_name(wanted.name), ""), prereleases=True)
    ]
    complaints = [f"requirements.lock: {complaint}" for complaint in addresses + unhashed + wrong]
    complaints += [
        f"pyproject.toml: {wanted} needs a lower and an upper bound"
        for wanted in _dependencies(root)
        if not (lower_bound(wanted) and any(each.operator == "<" for each in wanted.specifier))
    ]
    carried = root / CARRIED
    if carried.parent.is_dir() and (not carried.exists() or carried.read_text(encoding="utf-8") != product_part(root)):
        complaints.append(f"{CARRIED}: differs from its part of requirements.lock; run `python -m tests.checks.lock`")
    return complaints


def lower_bound(wanted: Requirement) -> str:
    """Return the oldest version that a requirement allows, empty for none."""
    return next((each.version for each in wanted.specifier if each.operator == ">="), "")


def locked(root: Path) -> dict[str, str]:
    """Return the locked version of each package."""
    text = (root / "requirements.lock").read_text(encoding="utf-8")
    return {canonicalize_name(entry.partition("==")[0].strip()): _version(entry) for entry in _entries(text)}


def needed_for_tests(root: Path) -> list[Requirement]:
    """Return the direct dependencies of the tests and of the simulation."""
    ours = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    theirs = tomllib.loads((root / "hil/pyproject.toml").read_text(encoding="utf-8"))["project"]
    return [Requirement(text) for text in (*ours["optional-dependencies"]["test"], *theirs["dependencies"])]


def product_part(root: Path) -> str:
    """Return the part of requirements.lock that an installed product needs, with what its packages need in turn."""
    needed, waiting = set[str](), [canonicalize_name(wanted.name) for wanted in _dependencies(root)]
    while waiting:
        name = waiting.pop()
        if name not in needed:
            needed.add(name)
            waiting += [canonicalize_name(each.name) for each in _requires(name)]
    text = (root / "requirements.lock").read_text(encoding="utf-8")
    blocks = re.split(r"\n(?=[A-Za-z0-9])", "\n" + "\n".join(_lines(text)))
    kept = [block for block in blocks if canonicalize_name(re.split(r"[=\s]", block.strip())[0]) in needed]
    return HEAD + "\n".join(block.strip("\n") for block in kept) + "\n"


def _lines(text: str) -> Iterator[str]:
    return (line for line in text.splitlines() if not line.lstrip().startswith(("#", "--index", "--extra")))


def _requires(name: str) -> Iterator[Requirement]:
    """Yield what an installed package needs here without extras; lgpio is installed on a Pi alone and needs nothing."""
    try:
        words = requires(name) or []
    except PackageNotFoundError:
        return
    for wanted in map(Requirement, words):
        if wanted.marker is None or wanted.marker.evaluate({"extra": ""}):
            yield wanted


def _dependencies(root: Path) -> list[Requirement]:
    """Return what an installed product needs, on a Pi too."""
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project.get("optional-dependencies", {})
    return [Requirement(text) for text in (*project.get("dependencies", []), *extras.get("pi", []))]


def _entries(text: str) -> Iterator[str]:
    for line in text.replace("\\\n", " ").splitlines():
        if line.strip() and not line.lstrip().startswith(("#", "-")):
            yield line


def _version(entry: str) -> str:
    found = re.search(r"==([^\s;]+)", entry)
    return found.group(1) if found else ""


def _wanted(file: Path) -> Iterator[Requirement]:
    """Yield every direct dependency, also of extras and of the build, without the project itself."""
    settings = tomllib.loads(file.read_text(encoding="utf-8"))
    project = settings["project"]
    groups = [
        settings["build-system"]["requires"],
        project.get("dependencies", []),
        *project.get("optional-dependencies", {}).values(),
    ]
    for requirement in (Requirement(text) for group in groups for text in group):
        if canonicalize_name(requirement.name) != canonicalize_name(project["name"]):
            yield requirement


if __name__ == "__main__":
    clone = Path(__file__).resolve().parents[2]
    (clone / CARRIED).write_text(product_part(clone), encoding="utf-8")
