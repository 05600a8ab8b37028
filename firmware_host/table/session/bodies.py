"""What can become true of the table as a whole."""

from firmware_host.rules.record import Tagged


class TableOpened(Tagged, frozen=True, kw_only=True, tag="table-opened"):
    """The table is open for play."""


class TableIdled(Tagged, frozen=True, kw_only=True, tag="table-idled"):
    """No gaming activity: nothing is dealt until the decks were looked at, washed and shuffled again (14.5(d))."""


class TableClosed(Tagged, frozen=True, kw_only=True, tag="table-closed"):
    """Nobody plays here any more; the next opening begins with the inspection of two decks."""


SessionBody = TableOpened | TableIdled | TableClosed
