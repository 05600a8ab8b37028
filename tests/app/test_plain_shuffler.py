"""A shuffler that knows only the fourteen messages that every one has to know, at a table that deals from it."""

from pathlib import Path

from firmware_host.table.state.decks import Place
from firmware_host.table.view import View
from hil.shuffler.model import Faults
from tests.app.dealer_on_hold import Hold
from tests.worlds.played_table import PlayedTable, played_table


def taken_off(view: View) -> bool:
    """After the first round the deck is cut that people took off the shelf, and no other is in its feed yet."""
    return view.rounds >= 1 and not any(deck.place is Place.SHUFFLER for deck in view.decks)


async def power_cycled(table: PlayedTable) -> None:
    """Waits until its cards in and out were compared, as they are after it was away."""
    shuffler, compared = table.world.shuffler, table.kinds.count("shuffler-reconciled")
    trays = shuffler.model.trays
    assert not any((trays.feed, trays.path, trays.shelf, trays.output)), "nothing lies inside"
    shuffler.unplug()
    shuffler.power_cycle()
    shuffler.plug_in()
    await table.subscriber.until(lambda: table.kinds.count("shuffler-reconciled") > compared)


async def test_what_people_take_off_its_shelf_is_accounted_for_after_it_was_away(tmp_path: Path) -> None:
    async with played_table(tmp_path, plain=True, stop_after=3) as table:
        hold = Hold(table, taken_off)
        await table.world.controller.start()
        await hold.begun()
        await power_cycled(table)
        hold.release()
        await table.rounds(3)
        assert table.world.simulated.refused == 0
        assert "deck-delivered" not in table.kinds, "it does not know DELIVER"
        assert "deck-suspected" not in table.kinds
        assert table.complaints() == []


async def test_cards_that_stay_behind_are_missed_before_the_deck_is_dealt(tmp_path: Path) -> None:
    async with played_table(tmp_path, plain=True, stop_after=4) as table:
        await table.world.controller.start()
        await table.rounds(1)
        table.world.shuffler.set_faults(Faults(left_inside=3))
        await table.subscriber.until(lambda: "deck-suspected" in table.kinds)
        since = table.kinds[: table.kinds.index("deck-suspected")]
        lifted = max(at for at, kind in enumerate(since) if kind == "deck-lifted-off")
        assert "shuffler-reconciled" in since[lifted:]
        assert not {"deck-cut", "deck-put-in-play"} & {*since[lifted:]}, "it was neither cut nor dealt"
        assert table.complaints() == []


async def test_each_deck_is_compared_before_it_is_dealt(tmp_path: Path) -> None:
    async with played_table(tmp_path, plain=True, stop_after=3) as table:
        await table.world.controller.start()
        await table.rounds(3)
        assert table.kinds.count("shuffler-reconciled") >= 3
        assert "deck-suspected" not in table.kinds
        assert table.complaints() == []
