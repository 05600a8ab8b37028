"""
What can go wrong with a shaker, as data: a file in `faults/` for each, with when it happens and what must follow.

    name     that of its file
    moments  when it happens, each a run of its own
    happens  what is done, in the words of `hil/dice/doing.py`; then the dealer goes on
    mended   what is done once everything of [reach] has been reached
    [reach]  told: facts that must follow; alerts: that must stand; never: facts that must not follow
             before it is mended; returns: the device is relied on again later; complaint: what an auditor says of it
"""

from pathlib import Path
from typing import Final

import msgspec

from firmware_host.rules.record import Record
from firmware_host.rules.shaker import Moment
from firmware_host.table.alerts.alert import AlertKind
from firmware_host.table.bodies import Body
from firmware_host.trouble import Trouble

FOLDER: Final = Path(__file__).with_name("faults")
KINDS: Final = frozenset(str(body.__struct_config__.tag) for body in Body.__args__)


class Happening(Record, frozen=True, kw_only=True, forbid_unknown_fields=True, rename={"params": "with"}):
    """One thing that is done to the shaker."""

    do: str
    params: dict[str, int | str] = msgspec.field(default_factory=dict)


class Reach(Record, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the table must reach."""

    told: tuple[str, ...] = ()
    alerts: tuple[AlertKind, ...] = ()
    never: tuple[str, ...] = ()
    returns: bool = False
    complaint: str = ""


class ShakerFault(Record, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One file."""

    name: str
    say: str
    moments: tuple[Moment, ...]
    happens: tuple[Happening, ...]
    reach: Reach
    mended: tuple[Happening, ...] = ()


def load(folder: Path = FOLDER) -> tuple[ShakerFault, ...]:
    """Return all of them. Raises `Trouble` that names the file and what in it cannot be meant."""
    return tuple(_read(path) for path in sorted(folder.glob("*.toml")))


def _read(path: Path) -> ShakerFault:
    try:
        fault = msgspec.toml.decode(path.read_bytes(), type=ShakerFault)
    except (msgspec.MsgspecError, ValueError) as error:
        raise Trouble(f"{path.name}: {error}") from None
    if fault.name != path.stem:
        raise Trouble(f"{path.name}: its name is {fault.name!r}; a fault has the name of its file")
    unknown = next((kind for kind in (*fault.reach.told, *fault.reach.never) if kind not in KINDS), None)
    if unknown is not None:
        raise Trouble(f"{path.name}: no fact is called {unknown!r}")
    if not (fault.moments and fault.happens and fault.reach.told):
        raise Trouble(f"{path.name}: it has to say when, what happens, and what the table is told")
    return fault
