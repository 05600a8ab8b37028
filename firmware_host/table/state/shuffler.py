"""What is known of the shuffler as a machine."""

from firmware_host.rules.struct import Record
from firmware_host.table.terms import Back, FirmwareList, JamPlace, Mode


class Wear(Record, frozen=True, kw_only=True):
    """What the shuffler has counted: cycles in all and since its service, when that is due, how many it is made for."""

    cycles: int
    since_service: int
    service_every: int
    life: int


class ShufflerState(Record, frozen=True, kw_only=True):
    """
    `doubt` says why nothing from inside counts before its cards in have been compared with its cards out.

    `compare` and `clear` are the facts that made the comparison, or the clearing of a jam, necessary: they name the
    command on the wire; 0 where none is to be given. `shuffles` are those ordered in all, `jams` at
    which of them it jammed; `wear` is what it counts itself, `firmware` the newest
    list by which it was attested here; `pairing` names the one that it has proved last.
    `shelf` is a deck in the way, which fact `deliver` has it give out.
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
    pairing: str = ""
    shelf: Back | None = None
    deliver: int = 0
