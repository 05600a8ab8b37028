"""The state of the shuffler as a machine."""

from firmware_host.rules.struct import Record
from firmware_host.table.terms import Back, FirmwareList, JamPlace, Mode


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


class ShufflerState(Record, frozen=True, kw_only=True):
    """
    The state of the shuffler.

    `doubt` says why the cards inside do not count until cards in have been compared with cards out. `compare` and
    `clear` are the facts that made a comparison or the clearing of a jam necessary; they name the commands on the wire,
    0 for none. `shuffles` counts all ordered shuffles, `jams` lists those during which the shuffler jammed. `wear` are
    its own counters, `firmware` is the list that attests it, `lists` the newest list of each house key ever in force
    and `offered` one of another key. `pairing` is the pairing it proved last. `shelf` is a deck that blocks the shelf,
    which fact `deliver` orders to be delivered.
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
