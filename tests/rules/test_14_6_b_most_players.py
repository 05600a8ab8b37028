"""19:47-14.6(b): no game is opened, adopted or posted for more players than its section allows."""

from pathlib import Path

import pytest
from msgspec.structs import replace

import firmware_host
from firmware_host.config.load import read
from firmware_host.errors import UserError
from firmware_host.rules.decision import Code
from firmware_host.rules.game import GameName
from firmware_host.table.acts.floor import OpenTable
from firmware_host.table.prompts import next_steps, what_is_missing
from tests.worlds.pure_table import PureTable, configuration

POKER = (Path(firmware_host.__file__).parent / "examples" / "poker.toml").read_text()

NINE = tuple(range(1, 10))


@pytest.mark.paragraph("14.6(b)", "14.11(A)(b)")
def test_14_11a_b_check_refuses_a_file_that_seats_nine_at_big_omaha(tmp_path: Path) -> None:
    seats = next(line for line in POKER.splitlines() if line.startswith("seats ="))
    path = tmp_path / "table.toml"
    path.write_text(POKER.replace('game = "holdem"', 'game = "big-omaha"').replace(seats, f"seats = {list(NINE)}"))
    with pytest.raises(UserError, match=r"`seats` names 9; Big Omaha high is for 8 players .*14.11\(A\)\(b\)"):
        read(path)
    path.write_text(path.read_text().replace(f"seats = {list(NINE)}", f"seats = {list(NINE[:8])}"))
    assert len(read(path).table.seats) == 8


@pytest.mark.paragraph("14.6(b)", "14.11(A)(b)")
def test_14_11a_b_a_table_of_an_older_record_is_not_opened_with_nine() -> None:
    table = PureTable(replace(configuration(seats=NINE), game=GameName.BIG_OMAHA)).spread()
    refused = table.refuses(OpenTable())
    assert (refused.code, refused.paragraphs) == (Code.TOO_MANY_PLAYERS, ("14.6(b)", "14.11(A)(b)"))
    assert not [step for step in next_steps(table.state) if isinstance(step.act, OpenTable)]
    assert what_is_missing(table.state).code is Code.TOO_MANY_PLAYERS
