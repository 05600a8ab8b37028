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
    assert [bytes(received.data) for received in table.subscriber.facts] == table.recorded()
    assert table.subscriber.out_of_order == []
    assert table.complaints() == []
    assert set(table.world.simulated.model.motor_starts.values()) == {1}, "a shuffle was done twice"
