"""Checks that the top level of the repository has only the agreed entries and those that tools require."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

AGREED = frozenset({"pyproject.toml", "README.md", "firmware_host", "drivers", "tests", "hil"})

REQUIRED_BY_TOOLS = frozenset({".ci", ".gitignore", "LICENSE", "requirements.lock", "CHANGELOG.md"})


def check(root: Path) -> list[str]:
    extra = sorted(entries(root) - AGREED - REQUIRED_BY_TOOLS)
    missing = sorted(AGREED - entries(root))
    return [f"{name} does not belong at the top level" for name in extra] + [f"{name} is missing" for name in missing]


def entries(root: Path) -> set[str]:
    """Return what git tracks or would add; without git, every entry except those that tools create."""
    if shutil.which("git") and (root / ".git").exists():
        command = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
        listed = subprocess.run(command, cwd=root, capture_output=True, text=True, check=True).stdout
        return {line.partition("/")[0] for line in listed.splitlines()}
    return {entry.name for entry in root.iterdir() if not _made_by_tools(entry.name)}


def _made_by_tools(name: str) -> bool:
    ours = name in REQUIRED_BY_TOOLS
    return not ours and (name.startswith(".") or name.endswith(".egg-info") or name in {"__pycache__", "build", "dist"})
