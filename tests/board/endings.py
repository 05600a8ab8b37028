"""How a table on a board ends its test: in order, with a record that is what it has published."""

from __future__ import annotations

from tests.worlds.played_table import PlayedTable


async def ends_well(table: PlayedTable, *, within_s: float) -> None:
    """End after this round, of which the dealer was refused nothing; then as `stops_well`."""
    table.dealer.stop_after = table.completed + 1
    await table.rounds(table.completed + 1, within_s=within_s)
    await stops_well(table)
    assert table.dealer.refused == []


async def stops_well(table: PlayedTable) -> None:
    """Stop the controller: everything that was ever published is the record, to the byte; no shuffle was done twice."""
    controller = table.world.controller
    assert await controller.stop() == 0, controller.words()
    published, recorded = [bytes(received.data) for received in table.subscriber.facts], table.recorded()
    assert published == recorded, _difference(published, recorded)
    assert table.subscriber.out_of_order == []
    complaints = table.complaints()
    assert complaints == [], complaints
    assert set(table.world.simulated.model.motor_starts.values()) == {1}, "a shuffle was done twice"


def _difference(published: list[bytes], recorded: list[bytes]) -> str:
    first = next(
        (number for number, pair in enumerate(zip(published, recorded, strict=False)) if pair[0] != pair[1]),
        min(len(published), len(recorded)),
    )
    return (
        f"{len(published)} facts were published and {len(recorded)} are on the record; the first difference: "
        f"{published[first : first + 2]} published, {recorded[first : first + 2]} recorded"
    )
