"""`python3 -m hil demo --data`: a folder that cannot hold a record is one clear line."""

from pathlib import Path

import pytest

from hil.__main__ import main


@pytest.mark.parametrize("folder", ["{file}", "{file}/below", "/proc", "/proc/x/y", "/dev/null"])
def test_a_folder_that_cannot_hold_a_record(tmp_path: Path, capsys: pytest.CaptureFixture[str], folder: str) -> None:
    (tmp_path / "file").touch()
    assert main(["demo", "--rounds", "1", "--data", folder.format(file=tmp_path / "file")]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert "--data: cannot keep a record in " in said
