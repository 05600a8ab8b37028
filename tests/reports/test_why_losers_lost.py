"""A round explained says why a hand that was shown won nothing (U11)."""

import asyncio
from pathlib import Path

import pytest

from firmware_host.reports.explain_round import story_of
from firmware_host.reports.record_reader import RecordReader
from firmware_host.rules.round_acts import AwardPot
from firmware_host.table.acts.round import Deal
from firmware_host.table.terms import Back
from tests.rules.spoken_table import dealing
from tests.worlds.hosted_table import FULL, hosted_table


async def two_hands(folder: Path) -> None:
    async with hosted_table(folder, FULL) as table:
        await table.opened()
        await table.ready(Back.BLUE)
        await table.does(Deal(), dealing(), "seat 7 folds", "seat 2 calls", "seat 5 checks")
        for board in ("Qs Kd 7c", "2h", "2c"):
            await table.does(dealing(board=board), "seat 2 checks", "seat 5 checks")
        await table.does("seat 2 shows Ah Kc", "seat 5 shows Kh Qd", AwardPot())


@pytest.mark.paragraph("14.3(g)", "14.6(e)5")
def test_a_hand_that_was_shown_and_beaten_is_said_with_what_it_was_worth(tmp_path: Path) -> None:
    asyncio.run(two_hands(tmp_path))
    with RecordReader.opened(tmp_path) as reading:
        (pot,) = story_of(reading, 1).pots
    assert pot.words[0].startswith("The centre pot of")
    assert pot.words[1].startswith("Seat 2 wins nothing of the centre pot: two pairs, kings and twos")
    assert pot.words[1].endswith("is not the best hand.")
