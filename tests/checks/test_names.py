from __future__ import annotations

from pathlib import Path

import pytest

from tests.checks import names
from tests.checks.tree import grow


@pytest.mark.parametrize(
    "file",
    ["firmware_host/utils.py", "drivers/link/frame_helpers.py", "hil/manager/__init__.py", "tests/mqtt/misc.py"],
)
def test_a_name_that_says_nothing_is_refused(tmp_path: Path, file: str) -> None:
    (complaint,) = names.check(grow(tmp_path, {file: ""}))
    assert file in complaint
