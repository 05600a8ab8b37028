"""Refuses module names such as `utils`: a name that fits everything collects everything."""

from __future__ import annotations

from pathlib import Path

from tests.checks import source

SAY_NOTHING = frozenset({"util", "utils", "helper", "helpers", "manager", "managers", "misc"})


def check(root: Path) -> list[str]:
    complaints = []
    for file in source.files(root, source.ALL):
        module = source.module_name(root, file)
        if SAY_NOTHING & {word for part in module.split(".") for word in part.split("_")}:
            complaints.append(f"{file.relative_to(root)}: the name {module} does not say what is inside")
    return complaints
