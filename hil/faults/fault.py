"""A fault as its file says it, and the reading of the files."""

import inspect
from collections.abc import Awaitable, Callable, Mapping
from enum import StrEnum
from pathlib import Path
from typing import Final

import msgspec

from firmware_host.rules.record import Record
from firmware_host.table.alerts.alert import AlertKind
from firmware_host.table.bodies import Body
from firmware_host.trouble import Trouble

FOLDER: Final = Path(__file__).parent
Doers = Mapping[str, Mapping[str, Callable[..., Awaitable[None]]]]
"""For each device what can be done to it: the first argument is the device, the others are named in the file."""


class Procedure(StrEnum):
    """Where in the game it happens."""

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


class Happening(Record, frozen=True, kw_only=True, forbid_unknown_fields=True, rename={"params": "with"}):
    """One thing that is done to the device, in the word of its doer."""

    do: str
    params: dict[str, int | str] = msgspec.field(default_factory=dict)


class Reach(Record, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """
    What must have become true before anybody mends anything.

    `told` are kinds of facts that follow, `never` those that must not; `sees` is a piece of what a person is told, on
    the dealer's screen or by an alert.
    """

    told: tuple[str, ...] = ()
    alerts: tuple[AlertKind, ...] = ()
    never: tuple[str, ...] = ()
    sees: str = ""


class Fault(Record, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One file."""

    name: str
    device: str
    say: str
    happens: tuple[Happening, ...]
    reach: Reach
    mended: tuple[Happening, ...] = ()
    procedures: tuple[Procedure, ...] = tuple(Procedure)


def load(doers: Doers, folder: Path = FOLDER) -> dict[str, Fault]:
    """Return all faults by name. Raises Trouble that names file and word where one cannot be meant so."""
    return {path.stem: _read(path, doers) for path in sorted(folder.glob("*.toml"))}


def _read(path: Path, doers: Doers) -> Fault:
    try:
        fault = msgspec.toml.decode(path.read_bytes(), type=Fault)
    except (msgspec.MsgspecError, ValueError) as error:
        raise Trouble(f"{path.name}: {error}") from None
    wrong = _what_is_wrong(fault, path.stem, doers)
    if wrong is not None:
        raise Trouble(f"{path.name}: {wrong}")
    return fault


def _what_is_wrong(fault: Fault, stem: str, doers: Doers) -> str | None:
    if fault.name != stem:
        return f"its name is {fault.name!r}; a fault has the name of its file"
    if fault.device not in doers:
        return f"there is no device {fault.device!r}; there are {', '.join(doers)}"
    if not fault.happens:
        return "nothing happens"
    unknown = next((kind for kind in (*fault.reach.told, *fault.reach.never) if kind not in KINDS), None)
    if unknown is not None:
        return f"no fact is called {unknown!r}"
    reach = fault.reach
    if not (reach.told or reach.alerts or reach.never or reach.sees):
        return "it says nothing of what the table must reach"
    return next(filter(None, (_cannot(each, doers[fault.device]) for each in (*fault.happens, *fault.mended))), None)


def _cannot(happening: Happening, known: Mapping[str, Callable[..., Awaitable[None]]]) -> str | None:
    doer = known.get(happening.do)
    if doer is None:
        return f"nothing is called {happening.do!r}; there are {', '.join(sorted(known))}"
    try:
        inspect.signature(doer).bind(None, **happening.params)
    except TypeError as error:
        return f"{happening.do}: {error}"
    return None


KINDS: Final = frozenset(str(body.__struct_config__.tag) for body in Body.__args__)
