from __future__ import annotations

from pathlib import Path

import pytest

from hil.environment import CLONE
from tests.checks import lock
from tests.checks.tree import grow

PROJECT = """\
[build-system]
requires = ["hatchling>=1.27"]
[project]
name = "some-box"
dependencies = ["pyserial>=3.5,<4"]
[project.optional-dependencies]
test = ["Hypothesis>=6"]
bench = ["some-box[test]"]
"""

SIMULATED = """\
[build-system]
requires = ["hatchling>=1.27"]
[project]
name = "some-box-hil"
dependencies = ["Rich.Text>=13"]
"""

LOCK = """\
hatchling==1.28.0 \\
    --hash=sha256:aa
pyserial==3.5 ; sys_platform == 'linux' \\
    --hash=sha256:bb \\
    --hash=sha256:cc
hypothesis==6.100 \\
    --hash=sha256:ee
rich-text==14.0 \\
    --hash=sha256:dd
"""


def project(root: Path, locked: str) -> Path:
    return grow(root, {"pyproject.toml": PROJECT, "hil/pyproject.toml": SIMULATED, "requirements.lock": locked})


def test_a_lock_in_step_is_let_through(tmp_path: Path) -> None:
    assert lock.check(project(tmp_path, LOCK)) == []


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("pyserial==3.5 ", "pyserial==3.4 ", "pyproject.toml requires pyserial<4,>=3.5, but locked is 3.4"),
        ("pyserial==3.5 ", "other==1 ", "pyproject.toml requires pyserial<4,>=3.5, but locked is none"),
        ("hypothesis==6.100", "other==1", "pyproject.toml requires Hypothesis>=6, but locked is none"),
        ("rich-text==14.0", "other==1", "hil/pyproject.toml requires Rich.Text>=13, but locked is none"),
        (" \\\n    --hash=sha256:dd", "", "has no hash: rich-text==14.0"),
    ],
)
def test_a_lock_out_of_step_is_refused(tmp_path: Path, old: str, new: str, complaint: str) -> None:
    assert old in LOCK
    assert lock.check(project(tmp_path, LOCK.replace(old, new))) == [f"requirements.lock: {complaint}"]


def test_a_build_backend_that_is_not_locked_is_told_of_each_project(tmp_path: Path) -> None:
    assert lock.check(project(tmp_path, LOCK.replace("hatchling==1.28.0", "other==1"))) == [
        "requirements.lock: pyproject.toml requires hatchling>=1.27, but locked is none",
        "requirements.lock: hil/pyproject.toml requires hatchling>=1.27, but locked is none",
    ]


@pytest.mark.parametrize("line", ["--index-url somewhere", "--find-links here", "x @ https://packages.example/x.whl"])
def test_an_address_in_the_lock_is_refused(tmp_path: Path, line: str) -> None:
    found = lock.check(project(tmp_path, f"{line}\n{LOCK}"))
    assert any("contains an address" in complaint for complaint in found)


@pytest.mark.parametrize("wanted", ["pyserial", "pyserial>=3.5", "pyserial<4"])
def test_a_dependency_of_the_product_has_both_bounds(tmp_path: Path, wanted: str) -> None:
    root = project(tmp_path, LOCK)
    file = root / "pyproject.toml"
    file.write_text(file.read_text().replace("pyserial>=3.5,<4", wanted))
    assert lock.check(root) == [f"pyproject.toml: {wanted} needs a lower and an upper bound"]


def test_the_product_carries_its_own_part_of_the_lock(tmp_path: Path) -> None:
    root = project(tmp_path, LOCK)
    carried = root / lock.CARRIED
    carried.parent.mkdir()
    (complaint,) = lock.check(root)
    assert complaint.endswith("run `python -m tests.checks.lock`")
    carried.write_text(lock.product_part(root))
    assert lock.check(root) == []
    assert "pyserial==3.5" in carried.read_text()
    assert "hypothesis" not in carried.read_text()
    assert carried.read_text().count("--hash") == 2


def test_the_lock_in_this_product_pins_every_dependency_that_is_imported() -> None:
    pinned = {line.partition("==")[0] for line in (CLONE / lock.CARRIED).read_text().splitlines() if "==" in line}
    assert {"aiomqtt", "paho-mqtt", "cryptography", "cffi", "msgspec", "starlette", "anyio", "lgpio"} <= pinned
    assert not {"pytest", "mypy", "amqtt", "rich"} & pinned
