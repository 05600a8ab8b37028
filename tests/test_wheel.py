"""The wheel, built and installed by itself: it holds the product, and nothing that can stand in for hardware."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import sysconfig
import zipfile
from dataclasses import dataclass
from pathlib import Path

import pytest

from hil.environment import CLONE
from tests.checks.source import PRODUCT

LOOK = """\
import json
from importlib.metadata import distributions, entry_points
ours = [distribution for distribution in distributions() if "firmware" in distribution.name]
print(json.dumps({
    "distributions": [distribution.name for distribution in ours],
    "points": [(point.group, point.name, point.value) for distribution in ours for point in distribution.entry_points],
    "factories": [point.name for point in entry_points(group="gpiozero_pin_factories")],
}))
"""


def ran(*command: str | Path, at: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *map(str, command)],
        cwd=at,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        stdin=subprocess.DEVNULL,
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1", **environment},
    )


NOT_SHIPPED = {"ui", "build.py", "build_hook.py", "pictures"}
"""The sources of the pages, and what makes the bundle from them."""


@dataclass(frozen=True, kw_only=True)
class Installed:
    """A folder with the wheel alone, and one with the packages that it needs."""

    wheel: Path
    target: Path
    needed: Path

    def python(self, *words: str | Path, **environment: str) -> subprocess.CompletedProcess[str]:
        """Without the environment's own folder of packages (-S), in which the clone has installed itself."""
        path = os.pathsep.join(map(str, (self.target, self.needed)))
        return ran("-S", *words, at=self.wheel.parent, PYTHONPATH=path, **environment)

    def typed(self, *words: str | Path, **environment: str) -> subprocess.CompletedProcess[str]:
        return self.python("-m", "firmware_host", *words, **environment)


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    folder = tmp_path_factory.mktemp("wheel")
    built = ran("-m", "hatchling", "build", "-t", "wheel", "-d", folder, at=CLONE)
    assert built.returncode == 0, built.stdout + built.stderr
    (wheel,) = folder.glob("*.whl")
    target, needed = folder / "installed", folder / "needed"
    pip = ("-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps", "--no-index")
    done = ran(*pip, "--target", target, wheel, at=folder, PIP_REQUIRE_HASHES="0", PIP_USER="0")
    assert done.returncode == 0, done.stdout + done.stderr
    needed.mkdir()
    for package in Path(sysconfig.get_path("purelib")).iterdir():
        if "firmware_host" not in package.name:  # what the clone has put of itself into its environment
            (needed / package.name).symlink_to(package)
    return Installed(wheel=wheel, target=target, needed=needed)


def test_it_holds_the_two_packages_of_the_product_whole(installed: Installed) -> None:
    with zipfile.ZipFile(installed.wheel) as wheel:
        held = {name for name in wheel.namelist() if not name.partition("/")[0].endswith(".dist-info")}
    there = {
        path.relative_to(CLONE).as_posix()
        for package in PRODUCT
        for path in (CLONE / package).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts and not NOT_SHIPPED & {*path.parts}
    }
    assert held == there
    assert "firmware_host/panel/bundle/index.html" in held, "an installed product needs no Node"
    information = f"{'-'.join(installed.wheel.name.split('-')[:2])}.dist-info"
    assert {path.name for path in installed.target.iterdir()} == {*PRODUCT, information, "bin"}
    assert [path.name for path in (installed.target / "bin").iterdir()] == ["firmware-host"]


def test_no_name_in_it_is_of_the_simulation(installed: Installed) -> None:
    names = [path.relative_to(installed.target) for path in installed.target.rglob("*")]
    assert not [name for name in names if "hil" in re.split(r"[^a-z]+", name.as_posix().lower().replace("_", "-"))]


def test_its_entry_points_are_its_own_command_and_its_own_pins(installed: Installed) -> None:
    looked = installed.python("-c", LOOK)
    assert looked.returncode == 0, looked.stderr
    found = json.loads(looked.stdout)
    assert found["distributions"] == ["firmware-host"], "else this test looks at the clone"
    assert found["points"] == [
        ["console_scripts", "firmware-host", "firmware_host.cli:main"],
        ["gpiozero_pin_factories", "firmware-host", "drivers.pins.gpiod_factory:GpiodFactory"],
    ]
    assert "lgpio" in found["factories"], "else this test does not see what a factory would be"
    assert "hil" not in found["factories"]


def test_the_simulated_pins_are_unknown_to_it(installed: Installed) -> None:
    config = installed.target / "firmware_host" / "examples" / "poker.toml"
    watched = installed.typed("pins", "watch", config, GPIOZERO_PIN_FACTORY="hil")
    assert watched.returncode == 2
    (line,) = watched.stderr.splitlines()
    assert "pin factory 'hil' is not installed" in line
    assert "hil" not in line.partition("to one of ")[2]


def test_every_command_starts_from_there_and_those_of_a_clone_do_not(installed: Installed) -> None:
    helped = installed.typed("--help")
    assert (helped.returncode, helped.stderr) == (0, "")
    commands = re.findall(r"^    ([a-z-]+) +\w", helped.stdout, re.MULTILINE)
    assert {"run", "check", "journal", "rules", "shuffler"} <= set(commands)
    assert not {"demo", "play"} & set(commands)
    for words in (["demo"], ["play"], ["shuffler", "conform"]):
        refused = installed.typed(*words)
        assert (refused.returncode, refused.stdout) == (2, "")
        assert f"'{words[-1]}'" in refused.stderr
    assert "firmware_host.table.decks.gate" in installed.typed("rules", "14.5(a)").stdout
    gone = installed.python("-c", "import hil")
    assert "No module named 'hil'" in gone.stderr
