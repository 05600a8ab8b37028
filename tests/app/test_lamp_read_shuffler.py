"""A table with a lamp-read shuffler as a user has it: `firmware-host run`, three keys, two lamps, and no panel."""

from pathlib import Path

import pytest

from firmware_host.table.facts.decks import ShuffleProved
from firmware_host.table.terms import Grade
from hil.shuffler.lamps import LampRead
from tests.worlds.played_table import played_table


@pytest.mark.paragraph("14.5(a)", "14.2(d)2")
async def test_a_round_is_dealt_on_a_witnessed_shuffle_while_the_other_deck_is_shuffled(tmp_path: Path) -> None:
    async with played_table(tmp_path, lamp_read=True) as table:
        machine = table.lamps
        assert isinstance(machine, LampRead)
        await table.world.controller.start()
        await table.rounds(1)
        await table.subscriber.until(lambda: table.kinds.count("shuffle-proved") == 2)
        loaded = [number for number, kind in enumerate(table.kinds) if kind == "deck-loaded"]
        assert len(loaded) == 2
        assert loaded[1] < table.kinds.index("round-completed"), "the other deck went in while this one was used"
        bodies = [received.fact().body for received in table.subscriber.facts]
        assert {body.grade for body in bodies if isinstance(body, ShuffleProved)} == {Grade.WITNESSED}
        machine.shows_fault(lit=True)
        await table.subscriber.until(lambda: "proof-voided" in table.kinds)
        assert table.kinds.index("shuffler-fault-shown") < table.kinds.index("proof-voided")
        assert table.complaints() == []


@pytest.mark.paragraph("14.5(a)")
async def test_a_deck_that_lay_in_the_machine_while_nobody_read_its_lamps_goes_in_again(tmp_path: Path) -> None:
    async with played_table(tmp_path, lamp_read=True, stop_after=2) as table:
        machine, controller = table.lamps, table.world.controller
        assert isinstance(machine, LampRead)
        await controller.start()
        await table.rounds(1)
        await table.subscriber.until(lambda: table.kinds.count("shuffle-proved") == 2)
        assert await controller.stop() == 0
        await machine.works_unread()
        heard = len(table.kinds)
        await controller.start()
        await table.rounds(2)
        since = table.kinds[heard:]
        assert since.index("proof-voided") < since.index("shuffle-proved") < since.index("deck-put-in-play")
        assert table.complaints() == []


async def test_a_fault_lamp_that_goes_dark_while_nobody_reads_it_is_dark_from_the_next_start_on(tmp_path: Path) -> None:
    async with played_table(tmp_path, lamp_read=True, stop_after=1) as table:
        machine, controller = table.lamps, table.world.controller
        assert isinstance(machine, LampRead)
        machine.shows_fault(lit=True)
        await controller.start()
        await table.subscriber.until(lambda: "shuffler-fault-shown" in table.kinds)
        assert await controller.stop() == 0
        machine.shows_fault(lit=False)
        await controller.start()
        await table.rounds(1)
        assert table.kinds.count("shuffler-fault-over") == 1
        assert table.complaints() == []
