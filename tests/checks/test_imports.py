from __future__ import annotations

from pathlib import Path

import pytest

from tests.checks import imports
from tests.checks.tree import grow


@pytest.mark.parametrize(
    ("file", "line"),
    [
        ("firmware_host/rules/pots.py", "from firmware_host.table import state"),
        ("firmware_host/rules/pots.py", "from firmware_host.errors import UserError"),
        ("firmware_host/rules/pots.py", "import firmware_host.journal.record"),
        ("firmware_host/rules/games/holdem_and_omaha.py", "from ... import table"),
        ("firmware_host/rules/games/holdem_and_omaha.py", "from ...table import state"),
        ("firmware_host/rules/__init__.py", "from ..table import state"),
        ("firmware_host/rules/pots.py", "from firmware_host import VERSION"),
        ("firmware_host/table/gate.py", "from firmware_host import journal"),
        ("firmware_host/host/host.py", "from firmware_host.mqtt import outbox"),
        ("firmware_host/host/host.py", "from firmware_host.web import metrics"),
        ("firmware_host/mqtt/outbox.py", "from firmware_host.host.host import Host"),
        ("firmware_host/mqtt/outbox.py", "from firmware_host.panel import pages"),
        ("firmware_host/devices/keys.py", "from firmware_host.mqtt import outbox"),
        ("firmware_host/config/load.py", "import hil.pins"),
        ("firmware_host/config/load.py", "from firmware_host.host.host import Host"),
        ("firmware_host/devices/dealer_keys.py", "from firmware_host.journal import store"),
        ("firmware_host/cli.py", "from firmware_host.app.controller import main"),
        ("firmware_host/app/controller.py", "import hil.pins"),
        ("firmware_host/app/controller.py", "import tests.checks"),
        ("firmware_host/commands/run.py", "from hil import demo"),
        ("firmware_host/table/decide.py", "from hil.scenario import playing"),
        ("firmware_host/commands/run.py", "import importlib\nimportlib.import_module('hil.demo')"),
        ("drivers/pins/board.py", "from firmware_host.errors import UserError"),
        ("drivers/pins/board.py", "from hil.pins import world"),
        ("hil/demo.py", "from tests.checks import imports"),
    ],
)
def test_a_wrong_direction_is_refused(tmp_path: Path, file: str, line: str) -> None:
    (complaint,) = imports.check(grow(tmp_path, {file: line}))
    assert file in complaint
    assert "may not import" in complaint


@pytest.mark.parametrize(
    "wrapped",
    [
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from firmware_host.table import state\n",
        "def late():\n    from firmware_host.table import state\n",
        "try:\n    import firmware_host.table\nexcept ImportError:\n    pass\n",
    ],
    ids=["only for types", "inside a function", "if it is there"],
)
def test_an_import_counts_wherever_it_stands(tmp_path: Path, wrapped: str) -> None:
    assert len(imports.check(grow(tmp_path, {"firmware_host/rules/pots.py": wrapped}))) == 1


@pytest.mark.parametrize(
    ("file", "line"),
    [
        ("firmware_host/rules/games/holdem_and_omaha.py", "from firmware_host.rules.game import Game"),
        ("firmware_host/rules/games/holdem_and_omaha.py", "from ..game import Game\nfrom . import seven_card_stud"),
        ("firmware_host/table/gate.py", "from firmware_host import rules"),
        ("firmware_host/devices/keys.py", "import drivers.dealer_keys.port"),
        ("firmware_host/app/controller.py", "from firmware_host.mqtt import outbox\nfrom drivers.link import link"),
        ("drivers/shuffler/driver.py", "from drivers.link.link import Link"),
        ("hil/demo.py", "from firmware_host.app.controller import main\nimport drivers.link"),
        ("firmware_host/cli.py", "from firmware_host import errors\nimport argparse"),
    ],
)
def test_a_right_direction_is_let_through(tmp_path: Path, file: str, line: str) -> None:
    assert imports.check(grow(tmp_path, {file: line})) == []


def test_a_package_that_is_not_in_the_table_is_refused(tmp_path: Path) -> None:
    (complaint,) = imports.check(grow(tmp_path, {"firmware_host/bonus/__init__.py": ""}))
    assert "firmware_host.bonus is in no area" in complaint
