"""What is private of the product is found in a test by whichever way it is reached."""

from pathlib import Path

import pytest

from tests.checks import private
from tests.checks.tree import grow


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("from firmware_host.host.host import _busy", "imports _busy"),
        ("from drivers._link import frame", "imports drivers._link"),
        ("import hil._inside", "imports hil._inside"),
        ("table.host._inbox.put(1)", "reads table.host._inbox"),
        ("table()._state = None", "reads table()._state"),
        ("super()._write()", "reads super()._write"),
        ("patch.setattr('firmware_host.host.batch._stopped', 1)", "names firmware_host.host.batch._stopped"),
        ("patch.setattr(host, '_stopped', 1)", "patches _stopped"),
        (
            "point = 'drivers.shuffler.driver:SerialShuffler._ask after #2'",
            "names drivers.shuffler.driver:SerialShuffler._ask",
        ),
    ],
)
def test_a_private_name_is_found(tmp_path: Path, text: str, complaint: str) -> None:
    root = grow(tmp_path, {"tests/mqtt/test_some.py": text})
    assert private.check(root) == [f"tests/mqtt/test_some.py:1: {complaint}; drive the public surface"]


@pytest.mark.parametrize(
    "text",
    [
        "from firmware_host.host.host import Host, __doc__",
        "from __future__ import annotations",
        "class A:\n    def b(self): return self._c",
        "made._replace(game='stud')",
        "os._exit(0)",
        "patch.setattr('firmware_host.host.batch.decide', 1)",
        "said = 'my_table of firmware_host is _here_'",
    ],
)
def test_what_is_a_tests_own_or_public_is_not(tmp_path: Path, text: str) -> None:
    assert private.check(grow(tmp_path, {"tests/mqtt/test_some.py": text})) == []


def test_a_spoiled_device_overrides_what_its_maker_gets_wrong(tmp_path: Path) -> None:
    root = grow(tmp_path, {"tests/hil/conformance/spoiled.py": "super()._write()\ndevice._write()"})
    assert private.check(root) == ["tests/hil/conformance/spoiled.py:2: reads device._write; drive the public surface"]
