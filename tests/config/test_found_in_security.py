"""Configurations that passed `check` and should not have: a new line in a name, grades that never come, deep TOML."""

import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from firmware_host.config import load
from firmware_host.errors import UserError
from firmware_host.journal.signing import Digest
from firmware_host.table.config import Level
from firmware_host.table.identities import KeyId, PersonName, PublicKey
from firmware_host.table.terms import JournalId


@pytest.mark.parametrize(
    ("kind", "good"),
    [
        (Level, "demo"),
        (PersonName, "pit-1"),
        (Digest, "ab" * 32),
        (PublicKey, "ab" * 32),
        (KeyId, "ab" * 8),
        (JournalId, "ab" * 16),
    ],
)
def test_no_name_ends_with_a_new_line(kind: Any, good: str) -> None:
    assert msgspec.convert(good, kind) == good
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(f"{good}\n", kind)


def test_every_pattern_says_so() -> None:
    places = [
        f"{path}: {found}"
        for path in Path("firmware_host").rglob("*.py")
        for found in re.findall(r'pattern=r?"(.*)"', path.read_text())
        if not found.endswith(r"(?!\n)")
    ]
    assert places == []


LISTED = f"""
[table]
house = "h"
table = "t"
dealer = "d"
seats = [1, 2, 3]
accepts = ["reported"]
[mqtt]
url = "mqtt://127.0.0.1"
[devices.shuffler]
port = "/dev/ttyUSB0"
firmware_list = "/etc/list"
house_key = "{"0" * 64}"
"""


@pytest.mark.parametrize("accepts", ['["reported"]', '["reported", "by-hand"]'])
def test_grades_that_a_listed_shuffler_never_makes_are_refused(tmp_path: Path, accepts: str) -> None:
    """Such a table passed `check`, and never dealt."""
    file = tmp_path / "table.toml"
    file.write_text(LISTED.replace('["reported"]', accepts))
    with pytest.raises(UserError, match="add attested"):
        load.read(file)
    file.write_text(LISTED.replace('["reported"]', '["reported", "attested"]'))
    load.read(file)


@pytest.mark.parametrize("dealer", ["D 1", "Anna", "d\\n", "\\u001b[2J", "x" * 33])
def test_a_dealer_on_duty_whom_nobody_could_relieve_or_enrol_is_refused(tmp_path: Path, dealer: str) -> None:
    """Every other way in takes names of people only."""
    file = tmp_path / "table.toml"
    file.write_text(LISTED.replace('dealer = "d"', f'dealer = "{dealer}"').replace('["reported"]', '["attested"]'))
    with pytest.raises(UserError, match="is not a valid name"):
        load.read(file)


def test_toml_that_is_nested_too_deeply_is_one_clear_line(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_text(f"x = {'[' * 100_000}{']' * 100_000}\n")
    with pytest.raises(UserError, match="nested too deeply"):
        load.read(file)
