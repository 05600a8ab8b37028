"""The digests of the program are those of its files: rules that change make stored states worthless."""

from pathlib import Path

import pytest

import firmware_host
from firmware_host.host import program_digest

PACKAGE = Path(firmware_host.__file__).parent


@pytest.mark.parametrize("folder", [*program_digest.PROGRAM, *program_digest.FOLD], ids=lambda folder: folder.name)
def test_what_is_digested_is_there(folder: Path) -> None:
    assert any(folder.rglob("*.py"))


def test_a_stored_state_is_good_for_no_other_rules_of_the_game_or_of_the_table() -> None:
    assert set(program_digest.FOLD) == {PACKAGE / "rules", PACKAGE / "table"}
