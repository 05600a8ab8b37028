"""What an installed product needs has wheels for each Python and each processor that it runs on."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from hil.environment import CLONE
from tests.checks.lock import CARRIED
from tests.oldest import UNREACHABLE

PYTHONS = ("3.11", "3.12", "3.13", "3.14")

PROCESSORS = ("aarch64", "x86_64")

PLATFORMS = ("manylinux2014", "manylinux_2_17", "manylinux_2_28", "manylinux_2_34")

ALTERNATIVES = ("lgpio",)
"""Packages that nothing needs: the other pin factory."""


def needed() -> list[str]:
    """Return the locked packages without their markers, which pip would judge for the Python that runs it."""
    text = (CLONE / CARRIED).read_text(encoding="utf-8")
    found = re.findall(r"^([A-Za-z0-9._-]+)==([^\s;]+)", text, re.MULTILINE)
    return [f"{name}=={version}" for name, version in found if name not in ALTERNATIVES]


@pytest.mark.parametrize("processor", PROCESSORS)
@pytest.mark.parametrize("python", PYTHONS)
def test_every_package_has_a_wheel(python: str, processor: str, tmp_path: Path) -> None:
    """Where no package index can be reached nothing can be said, and the test passes."""
    platforms = [word for platform in PLATFORMS for word in ("--platform", f"{platform}_{processor}")]
    command = (
        *(sys.executable, "-m", "pip", "install", "--dry-run", "--quiet", "--no-deps", "--no-input"),
        *("--only-binary", ":all:", "--implementation", "cp", "--python-version", python, *platforms),
        *("--target", str(tmp_path), *needed()),
    )
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    if ran.returncode != 0 and any(word in ran.stderr for word in UNREACHABLE[2:]):
        print(f"not asked: {ran.stderr.strip().splitlines()[-1]}")
        return
    assert "gpiod" in " ".join(needed())
    assert ran.returncode == 0, ran.stderr
