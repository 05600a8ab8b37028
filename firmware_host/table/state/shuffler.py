"""The state of the shuffler as a machine."""

from enum import StrEnum

from msgspec.structs import replace

from firmware_host.rules.struct import Record
from firmware_host.table.terms import Back, FirmwareList, JamPlace, Mode

REMEMBERED = 64
"""As many orders as a shuffler has to remember."""


class Wear(Record, frozen=True, kw_only=True):
    """The shuffler's counters: cycles in all, since the last service, between services, and in its rated life."""

    cycles: int
    since_service: int
    service_every: int
    life: int


class OfferedList(Record, frozen=True, kw_only=True):
    """A list signed with another house key, found at the latest start; `number` is its fact."""

    number: int
    listed: FirmwareList


class Kind(StrEnum):
    """What an order has the shuffler do."""

    SHUFFLE = "shuffle"
    DELIVER = "deliver"
    COMPARE = "compare"
    CLEAR = "clear"


class Asked(Record, frozen=True, kw_only=True):
    """An order that the shuffler may have been given; `number` is the fact that names it."""

    kind: Kind
    number: int


class ShufflerState(Record, frozen=True, kw_only=True):
    """
    The state of the shuffler.

    `doubt` says why the cards inside do not count until cards in have been compared with cards out. `compare` and
    `clear` are the facts that made a comparison or the clearing of a jam necessary; they name the commands on the wire,
    0 for none. `shuffles` counts all ordered shuffles, `jams` lists those during which the shuffler jammed. `wear` are
    its own counters, `firmware` is the list that attests it, `lists` the newest list of each house key ever in force
    and `offered` one of another key. `pairing` is the pairing it proved last. `shelf` is a deck that blocks the shelf,
    which fact `deliver` orders to be delivered.

    `output` is a deck that keeps a delivery from beginning.

    `astray` cards lie where none should, by its own word. `interrupted`: a cycle stopped with cards in the path, so
    cards that people take out by hand are missing from the next comparison. `asked` are the latest orders that it was
    given, `ended` those of them whose end it has reported. `contradicted`: two of its words have contradicted each
    other since people last saw to it, so that it is not asked to compare by itself once more. `cleared`: its card
    path was run empty, or could not be, and since then people have neither opened the lid nor put a deck in. `boot` is
    its highest boot count; `barred` names the pairing under which nothing it says counts any more. `switched` is the
    fact that last turned its switch; `foreign` why what answers at its port is not used.
    """

    lid_open: bool = False
    housing_open: bool = False
    mode: Mode | None = None
    jam: JamPlace | None = None
    doubt: str | None = None
    compare: int = 0
    clear: int = 0
    fault_lamp: bool = False
    wear: Wear | None = None
    shuffles: int = 0
    jams: tuple[int, ...] = ()
    firmware: FirmwareList | None = None
    lists: tuple[FirmwareList, ...] = ()
    offered: OfferedList | None = None
    pairing: str = ""
    shelf: Back | None = None
    deliver: int = 0
    output: Back | None = None
    astray: int = 0
    interrupted: bool = False
    asked: tuple[Asked, ...] = ()
    ended: tuple[int, ...] = ()
    boot: int = 0
    barred: str | None = None
    switched: int = 0
    foreign: str = ""
    contradicted: bool = False
    cleared: bool = False


def with_end(shuffler: ShufflerState, order: int) -> ShufflerState:
    """Return the shuffler with the end of this order noted."""
    if order in shuffler.ended or all(asked.number != order for asked in shuffler.asked):
        return shuffler
    return replace(shuffler, ended=(*shuffler.ended, order)[-REMEMBERED:])
