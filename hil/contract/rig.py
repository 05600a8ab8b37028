"""The description of a rig: real devices on a bench, and their wiring.

    [shuffler]
    port = "/dev/ttyUSB0"       # paired by `firmware-host shuffler pair --data data`
    data = "data"               # relative to this file, or an absolute path
    deck = "blue"               # the deck put into the feed by hand before each run; without it no shuffle is tested

    [pins]                      # the board this runs on; each input is wired to an output of the same board through
    factory = "firmware-host"   # 1 kOhm, so that the suite can press a key. Input = the output that drives it:
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

    [shuffler_lamps]            # a shuffler without a protocol: the inputs of its lamps, wired as above
    ready = 11
    fault = 12

    [tamper]
    pin = 9

    [lamps]                     # each lamp's pin is wired to an input that sees it
    pin = 10
    seen_by = 20

Tests of a device without a section are skipped with a message. So are tests of a shuffler that gives no session, with
the driver's reason, and orders that the shuffler refuses, with what is in the way. Self-test, reconciliation and
clearing always run; a shuffled deck is delivered, and a person puts it back.
"""

import tomllib
from pathlib import Path
from typing import Any

import msgspec

from drivers.pins.board import DEFAULT_FACTORY


class RigTrouble(Exception):  # noqa: N818 - named for what is wrong
    """The file does not describe a rig; the message says why."""


class ShufflerRig(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    port: str
    data: str
    deck: str | None = None


class PinsRig(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    wires: dict[int, int]
    factory: str = DEFAULT_FACTORY
    contacts: str = ""
    """Where the agent of the virtual board listens, which moves contacts in place of wires."""


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
    """Read the description of a rig. Raises RigTrouble."""
    try:
        read: dict[str, Any] = tomllib.loads(file.read_text(encoding="utf-8"))
        rig = msgspec.convert(read, Rig, strict=False)
    except (OSError, ValueError) as error:
        raise RigTrouble(f"{file}: {error}") from None
    if rig.shuffler is None:
        return rig
    beside = str(file.absolute().parent / rig.shuffler.data)
    return msgspec.structs.replace(rig, shuffler=msgspec.structs.replace(rig.shuffler, data=beside))
