"""The product's Debian package for this machine, and the same as another version would make it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from hil.package import making
from hil.package.archive import Package
from hil.package.wheels import TARGETS

NEWER: Final = "9.0.0+deb12"


@dataclass(frozen=True, kw_only=True)
class Packages:
    """The files of the package and of the same as a newer version."""

    now: Path
    newer: Path


def packages(folder: Path) -> Packages:
    """Make both for Debian 12 on amd64 in this folder. Raises `NoIndexError` where wheels are missing."""
    target = next(each for each in TARGETS if (each.release, each.architecture) == ("bookworm", "amd64"))
    package = making.package_of(target, making.product_wheel(folder))
    newer = at_version(package, NEWER)
    for each in (package, newer):
        (folder / each.name).write_bytes(each.written())
    return Packages(now=folder / package.name, newer=folder / newer.name)


def at_version(package: Package, version: str) -> Package:
    """Return the same content under another version; the maintainer scripts name their own version."""
    own = package.fields["Version"]
    scripts = {name: text.replace(own, version) for name, text in package.scripts.items()}
    return replace(package, fields={**package.fields, "Version": version}, scripts=scripts)
