"""A rig: real devices on a bench, and how they are wired.

    [shuffler]
    port = "/dev/ttyUSB0"       # paired by `firmware-host shuffler pair --data data`
    data = "data"               # beside this file, unless it is a whole path
    deck = "blue"               # what a person puts into its feed before each run; without it nothing is shuffled

    [pins]                      # the board this runs on; each input is wired to an output of the same board through
    factory = "lgpio"           # 1 kOhm, so that the suite can press a key. Input = the output that drives it:
    wires = { 2 = 16, 3 = 17, 4 = 18, 5 = 19, 6 = 21, 7 = 22, 8 = 23, 9 = 24 }

    [dealer_keys]
    next = 2
    no-roll = 3

    [button_puck]
    1 = 4
    2 = 5

    [dice_shaker]
    cover = 6
    shake = 7
    dock = 8

    [shuffler_lamps]            # a shuffler that speaks no protocol: its lamps' inputs are wired as above
    ready = 11
    fault = 12

    [tamper]
    pin = 9

    [lamps]                     # each lamp's pin is wired to an input that sees it
    pin = 10
    seen_by = 20

A device that has no section is skipped, and says so; so is a shuffler that cannot be loaded, with the driver's reason,
and what a shuffler refuses as it stands, with what is in its way. A shuffler tests itself, compares and runs its path
empty in any case; a deck that it has shuffled it gives out, and people put it back.
"""

import tomllib
from pathlib import Path
from typing import Any

import msgspec


class RigTrouble(Exception):  # noqa: N818 - named for what is so
    """The file does not describe a rig, and why in one line."""


class ShufflerRig(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    port: str
    data: str
    deck: str | None = None


class PinsRig(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    wires: dict[int, int]
    factory: str = "lgpio"


class Rig(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    shuffler: ShufflerRig | None = None
    pins: PinsRig | None = None
    dealer_keys: dict[str, int] | None = None
    button_puck: dict[str, int] | None = None
    dice_shaker: dict[str, int] | None = None
    shuffler_lamps: dict[str, int] | None = None
    tamper: dict[str, int] | None = None
    lamps: dict[str, int] | None = None


def read_rig(file: Path) -> Rig:
    """Raises RigTrouble."""
    try:
        read: dict[str, Any] = tomllib.loads(file.read_text(encoding="utf-8"))
        rig = msgspec.convert(read, Rig, strict=False)
    except (OSError, ValueError) as error:
        raise RigTrouble(f"{file}: {error}") from None
    if rig.shuffler is None:
        return rig
    beside = str(file.absolute().parent / rig.shuffler.data)
    return msgspec.structs.replace(rig, shuffler=msgspec.structs.replace(rig.shuffler, data=beside))
