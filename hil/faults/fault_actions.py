"""The actions on all simulated devices of a table; each set is in the module of its device."""

from collections.abc import Iterable, Mapping
from typing import Final

from hil.dice.shaker import SHAKER
from hil.faults.fault import Doers, Fault, Happening, load
from hil.pins.pin_actions import KEYS, PUCK, TAMPER
from hil.shuffler.lie_actions import LIAR
from hil.shuffler.shuffler_actions import LINE, SHUFFLER

DOERS: Final[Doers] = {
    "shuffler": SHUFFLER,
    "line": LINE,
    "liar": LIAR,
    "shaker": SHAKER,
    "puck": PUCK,
    "keys": KEYS,
    "tamper": TAMPER,
}


Things = Mapping[str, object]
"""What stands around a table, by the device's name; of the line it is the machine at its end."""


def faults() -> dict[str, Fault]:
    """Return all faults by name."""
    return load(DOERS)


async def do(fault: Fault, happenings: Iterable[Happening], things: Things) -> None:
    """Perform these actions, one after the other."""
    for happening in happenings:
        await DOERS[fault.device][happening.do](things[fault.device], **happening.params)
