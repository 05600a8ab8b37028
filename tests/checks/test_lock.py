from __future__ import annotations

from pathlib import Path

import pytest

from tests.checks import lock
from tests.checks.tree import grow

PROJECT = """\
[build-system]
requires = ["hatchling>=1.27"]
[project]
name = "some-box"
dependencies = ["pyserial>=3.5"]
[project.optional-dependencies]
demo = ["Rich.Text>=13"]
test = ["some-box[demo]"]
"""
LOCK = """\
hatchling==1.28.0 \\
    --hash=sha256:aa
pyserial==3.5 ; sys_platform == 'linux' \\
    --hash=sha256:bb \\
    --hash=sha256:cc
rich-text==14.0 \\
    --hash=sha256:dd
"""


def test_a_lock_in_step_is_let_through(tmp_path: Path) -> None:
    assert lock.check(grow(tmp_path, {"pyproject.toml": PROJECT, "requirements.lock": LOCK})) == []


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("pyserial==3.5 ", "pyserial==3.4 ", "pyserial>=3.5 is wanted by pyproject.toml; locked is 3.4"),
        ("pyserial==3.5 ", "other==1 ", "pyserial>=3.5 is wanted by pyproject.toml; locked is none"),
        ("rich-text==14.0", "other==1", "Rich.Text>=13 is wanted by pyproject.toml; locked is none"),
        ("hatchling==1.28.0", "other==1", "hatchling>=1.27 is wanted by pyproject.toml; locked is none"),
        (" \\\n    --hash=sha256:dd", "", "has no hash: rich-text==14.0"),
    ],
)
def test_a_lock_out_of_step_is_refused(tmp_path: Path, old: str, new: str, complaint: str) -> None:
    assert old in LOCK
    grow(tmp_path, {"pyproject.toml": PROJECT, "requirements.lock": LOCK.replace(old, new)})
    assert lock.check(tmp_path) == [f"requirements.lock: {complaint}"]


@pytest.mark.parametrize("line", ["--index-url somewhere", "--find-links here", "x @ https://packages.example/x.whl"])
def test_an_address_in_the_lock_is_refused(tmp_path: Path, line: str) -> None:
    grow(tmp_path, {"pyproject.toml": PROJECT, "requirements.lock": f"{line}\n{LOCK}"})
    assert any("names an address" in complaint for complaint in lock.check(tmp_path))
