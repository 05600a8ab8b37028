"""What is known of the shuffler as a machine."""

from enum import StrEnum

from firmware_host.rules.record import Record
from firmware_host.table.decks.deck import Back, Mode
from firmware_host.table.shuffler.service import Wear

DEVICE = "shuffler"
"""Its name among the devices."""


class JamPlace(StrEnum):
    """Where in the machine, in the order in which a card passes."""

    FEED = "feed"
    CAMERA = "camera"
    SHELVES = "shelves"
    OUTPUT = "output"


class FirmwareList(Record, frozen=True, kw_only=True):
    """A list of approved firmware by its serial, who signed it, and what it says."""

    house_key: str
    serial: int
    sha256: str


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
