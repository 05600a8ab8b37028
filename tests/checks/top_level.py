"""The repository's top level stays what its owner named, and only what tools insist on besides."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

THE_SIX = frozenset({"pyproject.toml", "README.md", "firmware_host", "drivers", "tests", "hil"})

TOOLS_INSIST_ON = frozenset({".ci", ".gitignore", "LICENSE", "requirements.lock", "CHANGELOG.md"})


def check(root: Path) -> list[str]:
    extra = sorted(entries(root) - THE_SIX - TOOLS_INSIST_ON)
    missing = sorted(THE_SIX - entries(root))
    return [f"{name} does not belong at the top level" for name in extra] + [f"{name} is missing" for name in missing]


def entries(root: Path) -> set[str]:
    """What git has or would take; in a copy without git, what lies there, less what tools make for themselves."""
    if shutil.which("git") and (root / ".git").exists():
        command = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
        listed = subprocess.run(command, cwd=root, capture_output=True, text=True, check=True).stdout
        return {line.partition("/")[0] for line in listed.splitlines()}
    return {entry.name for entry in root.iterdir() if not _made_by_tools(entry.name)}


def _made_by_tools(name: str) -> bool:
    ours = name in TOOLS_INSIST_ON
    return not ours and (name.startswith(".") or name.endswith(".egg-info") or name in {"__pycache__", "build", "dist"})
