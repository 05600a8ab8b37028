"""Checks that requirements.lock matches both pyproject.toml, has a hash for every package, and contains no address.

A missing dependency would fail only on another machine; an address would tie the clone to one network.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

PROJECTS = ("pyproject.toml", "hil/pyproject.toml")

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
    return [f"requirements.lock: {complaint}" for complaint in addresses + unhashed + wrong]


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
