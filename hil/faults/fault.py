"""
A fault as its file says it, and the reading of the files.

    name        that of its file; the folder names the device it happens to
    say         what somebody sees happen
    procedures  when it happens at a poker table, each a run of its own
    moments     when it happens at a mini-dice table, each a run of its own
    deck        the deck that has to be in the machine, for a fault that names colours
    happens     what is done, in the words of the device's doers; then the dealer goes on
    by_itself   the dealer goes on only once everything of [reach] has been reached: it needs nothing of the dealer, and
                the next step would be too late for it
    mended      what is done once everything of [reach] has been reached
    [reach]     told: facts that must follow; alerts: that must be raised; never: facts that must not come before all
                that must has; sees: a piece of what a person is told, on the dealer's screen or by an alert; returns:
                the device is relied on again once it is mended; complaint: what an auditor says of it
"""

import inspect
from collections.abc import Awaitable, Callable, Mapping
from enum import StrEnum
from pathlib import Path
from typing import Final

import msgspec

from firmware_host.errors import UserError
from firmware_host.rules.dice.shaker import Moment
from firmware_host.rules.struct import Record
from firmware_host.table.facts.fact import Body
from firmware_host.table.terms import AlertKind, Back

FOLDER: Final = Path(__file__).parent

Doer = Callable[..., Awaitable[None]]

Doers = Mapping[str, Mapping[str, Doer]]
"""The actions on each device. The first argument is the device; the file names the others."""


class Procedure(StrEnum):
    """Where in the game it happens at a poker table."""

    IDLE = "idle"
    """The table is open, both decks washed, none in the shuffler."""
    SHUFFLING = "shuffling"
    """The first deck is being shuffled, nothing is played."""
    CUT = "cut"
    """One deck is cut and about to be dealt, the other being shuffled."""
    MID_ROUND = "mid-round"
    """One deck is in play, bets are made, the other is being shuffled."""
    SHOWDOWN = "showdown"
    """All cards of the round are dealt, the other deck is being shuffled."""


Point = Procedure | Moment


class Happening(Record, frozen=True, kw_only=True, forbid_unknown_fields=True, rename={"params": "with"}):
    """One action on the device, by its name."""

    do: str
    params: dict[str, int | str] = msgspec.field(default_factory=dict)


class Reach(Record, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What has to be true before people fix anything."""

    told: tuple[str, ...] = ()
    alerts: tuple[AlertKind, ...] = ()
    never: tuple[str, ...] = ()
    sees: str = ""
    returns: bool = False
    complaint: str = ""


class Fault(Record, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One file. `device` is not in it: its folder says that."""

    name: str
    device: str = ""
    say: str
    procedures: tuple[Procedure, ...] = ()
    moments: tuple[Moment, ...] = ()
    deck: Back | None = None
    happens: tuple[Happening, ...]
    by_itself: bool = False
    reach: Reach
    mended: tuple[Happening, ...] = ()

    @property
    def points(self) -> tuple[Point, ...]:
        """Return all of them, at whichever table."""
        return (*self.procedures, *self.moments)


def load(doers: Doers, folder: Path = FOLDER) -> dict[str, Fault]:
    """Return all faults by name. Raises UserError that names the file and the word of an invalid fault."""
    found: dict[str, Fault] = {}
    for path in sorted(folder.glob("*/*.toml"), key=lambda path: (path.parent.name, path.stem)):
        if path.stem in found:
            raise UserError(f"{path.name}: {found[path.stem].device} has a fault of this name already")
        found[path.stem] = _read(path, doers)
    return found


def _read(path: Path, doers: Doers) -> Fault:
    try:
        fault = msgspec.toml.decode(path.read_bytes(), type=Fault)
    except (msgspec.MsgspecError, ValueError) as error:
        raise UserError(f"{path.name}: {error}") from None
    wrong = _what_is_wrong(fault, path, doers)
    if wrong is not None:
        raise UserError(f"{path.name}: {wrong}")
    return msgspec.structs.replace(fault, device=path.parent.name)


def _what_is_wrong(fault: Fault, path: Path, doers: Doers) -> str | None:
    device = path.parent.name
    if fault.name != path.stem:
        return f"its name is {fault.name!r}; a fault has the name of its file"
    if fault.device:
        return "the device is what its folder is called"
    if device not in doers:
        return f"there is no device {device!r}; there are {', '.join(doers)}"
    if not fault.happens:
        return "nothing happens"
    if not fault.points:
        return "it says neither procedures nor moments: it never happens"
    unknown = next((kind for kind in (*fault.reach.told, *fault.reach.never) if kind not in KINDS), None)
    if unknown is not None:
        return f"no fact is called {unknown!r}"
    reach = fault.reach
    if not (reach.told or reach.alerts or reach.never or reach.sees):
        return "it says nothing of what the table must reach"
    return next(filter(None, (_cannot(each, doers[device]) for each in (*fault.happens, *fault.mended))), None)


def _cannot(happening: Happening, known: Mapping[str, Doer]) -> str | None:
    doer = known.get(happening.do)
    if doer is None:
        return f"nothing is called {happening.do!r}; there are {', '.join(sorted(known))}"
    try:
        inspect.signature(doer).bind(None, **happening.params)
    except TypeError as error:
        return f"{happening.do}: {error}"
    return None


KINDS: Final = frozenset(str(body.__struct_config__.tag) for body in Body.__args__)
