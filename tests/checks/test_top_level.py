from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.checks import top_level
from tests.checks.tree import grow

GOOD = {
    "pyproject.toml": "",
    "README.md": "",
    "firmware_host/__init__.py": "",
    "drivers/__init__.py": "",
    "tests/__init__.py": "",
    "hil/__init__.py": "",
    ".ci/run": "",
    "requirements.lock": "",
}


def test_a_copy_without_git_may_hold_what_tools_make(tmp_path: Path) -> None:
    made = {".venv/pyvenv.cfg": "", ".mypy_cache/x": "", "firmware_host.egg-info/x": ""}
    assert top_level.check(grow(tmp_path, GOOD | made)) == []


@pytest.mark.parametrize("extra", ["docs/index.md", "setup.py", "utils.py"])
def test_anything_else_is_refused(tmp_path: Path, extra: str) -> None:
    (complaint,) = top_level.check(grow(tmp_path, GOOD | {extra: ""}))
    assert extra.partition("/")[0] in complaint


def test_a_missing_entry_is_told(tmp_path: Path) -> None:
    (tmp_path / "tests").mkdir()
    assert "hil is missing" in top_level.check(tmp_path)


@pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
def test_with_git_only_what_it_would_take_counts(tmp_path: Path) -> None:
    grow(tmp_path, GOOD | {".gitignore": "scratch\n", "scratch/x": "", "docs/x": ""})
    subprocess.run(["git", "init", "--quiet", str(tmp_path)], check=True)
    assert top_level.check(tmp_path) == ["docs does not belong at the top level"]
