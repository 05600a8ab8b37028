"""A dealer who does not look, for as long as something is so."""

from collections.abc import Callable

from firmware_host.table.view import View
from tests.worlds.played_table import PlayedTable


class Hold:
    """The robot dealer sees nothing of the table while this is true of it, until released."""

    def __init__(self, table: PlayedTable, when: Callable[[View], bool]) -> None:
        self._subscriber = table.subscriber
        self._look = table.subscriber.on_message
        self._when = when
        self._released = False
        table.subscriber.on_message = self._on_message

    async def begun(self) -> None:
        await self._subscriber.until(self._true)

    def release(self) -> None:
        self._released = True
        self._on_message()

    def _on_message(self) -> None:
        if self._look is not None and (self._released or not self._true()):
            self._look()

    def _true(self) -> bool:
        view = self._subscriber.view
        return view is not None and self._when(view)
