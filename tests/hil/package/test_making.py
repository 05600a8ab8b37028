"""What the package is made of: no wheel's file takes the place of another's."""

import zipfile
from email.message import Message
from pathlib import Path

import pytest

from firmware_host.errors import UserError
from hil.package.making import HOME, of_wheels


def wheel(path: Path, **files: str) -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        for name, text in files.items():
            archive.writestr(f"{name}.py", text)
    return path


def test_a_path_of_two_wheels_is_an_error_that_names_both(tmp_path: Path) -> None:
    one = wheel(tmp_path / "one-1.0-py3-none-any.whl", one="1", shared="of one")
    two = wheel(tmp_path / "two-2.0-py3-none-any.whl", two="2", shared="of two")
    with pytest.raises(UserError) as raised:
        of_wheels((one, two), [])
    assert str(raised.value).startswith("one-1.0-py3-none-any.whl and two-2.0-py3-none-any.whl both hold shared.py")


def test_the_same_file_in_two_wheels_is_one_file(tmp_path: Path) -> None:
    licences: list[Message] = []
    one = wheel(tmp_path / "one-1.0-py3-none-any.whl", one="1", shared="")
    two = wheel(tmp_path / "two-2.0-py3-none-any.whl", two="2", shared="")
    assert sorted(of_wheels((one, two), licences)) == [f"{HOME}/{name}.py" for name in ("one", "shared", "two")]
