"""What may be asked of the table as a whole."""

from firmware_host.rules.record import Tagged


class OpenTable(Tagged, frozen=True, kw_only=True, tag="open-table"):
    """Open the table for play, or go on after idling: two players have looked at both decks (14.4(c), 14.5(d))."""


class IdleTable(Tagged, frozen=True, kw_only=True, tag="idle-table"):
    """There is no gaming activity: the decks are spread out on the table, face up or face down (14.5(d))."""

    face_up: bool = True


class CloseTable(Tagged, frozen=True, kw_only=True, tag="close-table"):
    """The table is closed; its decks leave it."""


SessionAct = OpenTable | IdleTable | CloseTable
