"""Whether the next round can be dealt, and every reason why not."""

from collections.abc import Iterator
from enum import StrEnum

from firmware_host.rules.decision import Refusal
from firmware_host.rules.dice.shaker import Moment
from firmware_host.rules.struct import Record
from firmware_host.table.clocks import Stamp
from firmware_host.table.dice.wagers import cannot_begin
from firmware_host.table.round.dealing import Lacks, hindrances
from firmware_host.table.state.between_rounds import cannot_record, program_unapproved, record_in_doubt
from firmware_host.table.state.table import TableState
from firmware_host.table.terms import AlertKind

NOT_NEEDED = "broker"
"""The one device a round does not need: without the broker, facts wait in the journal."""


class Unfit(StrEnum):
    """Why the next round cannot be dealt, as a code for programs."""

    STOPPED = "stopped"
    NO_CONFIGURATION = "no-configuration"
    NOT_OPEN = "not-open"
    IDLE = "idle"
    HALTED = "halted"
    DISK_LOW = "disk-low"
    RECORD_IN_DOUBT = "record-in-doubt"
    PROGRAM_CHANGED = "program-changed"
    PART_DOWN = "part-down"
    DEVICE_DOWN = "device-down"
    NO_DECK = "no-deck"
    BAD_BEAT_HELD = "bad-beat-held"
    NO_PLAYERS = "no-players"
    """Too few players for the game, or too many."""


OF_THE_DEAL = {Lacks.VERDICT: Unfit.BAD_BEAT_HELD, Lacks.DECK: Unfit.NO_DECK, Lacks.PLAYERS: Unfit.NO_PLAYERS}
"""The other hindrances have their own reasons, which are reported in every state of the table."""


class Reason(Record, frozen=True, kw_only=True):
    """One reason why the next round cannot be dealt; `say` is for people."""

    code: Unfit
    say: str


def reasons(state: TableState, *, stopped: Refusal | None, down: tuple[str, ...], at: Stamp) -> tuple[Reason, ...]:
    """Return all reasons; `down` are the controller's own parts that are not running."""
    return tuple(_reasons(state, stopped, down, at))


def _reasons(state: TableState, stopped: Refusal | None, down: tuple[str, ...], at: Stamp) -> Iterator[Reason]:
    if stopped is not None:
        yield Reason(code=Unfit.STOPPED, say=stopped.reason)
    for name in down:
        yield Reason(code=Unfit.PART_DOWN, say=f"the controller's part {name} is not running")
    for name, up in sorted(state.devices.items()):
        if not up and name not in down and name != NOT_NEEDED:
            yield Reason(code=Unfit.DEVICE_DOWN, say=_why_down(state, name))
    if state.disk_low:
        yield Reason(code=Unfit.DISK_LOW, say="the disk is too full to record another round")
    doubt = record_in_doubt(state)
    if doubt is not None:
        yield Reason(code=Unfit.RECORD_IN_DOUBT, say=doubt.reason)
    unapproved = program_unapproved(state)
    if unapproved is not None:
        yield Reason(code=Unfit.PROGRAM_CHANGED, say=unapproved.reason)
    if state.halted is not None:
        yield Reason(code=Unfit.HALTED, say=f"the round is halted: {state.halted.why}")
    yield from _of_the_session(state, at)


def _why_down(state: TableState, name: str) -> str:
    """Return the text of the device's alert: a shuffler that was never paired answers, but is down."""
    alert_texts = (alert.say for alert in state.alerts if alert.kind is AlertKind.DEVICE_DOWN and alert.about == name)
    return next(alert_texts, f"the {name} does not answer")


def _of_the_session(state: TableState, at: Stamp) -> Iterator[Reason]:
    if state.config is None:
        yield Reason(code=Unfit.NO_CONFIGURATION, say="the table has not been started yet")
    elif not state.is_open:
        yield Reason(code=Unfit.NOT_OPEN, say="the table is not open")
    elif state.idle:
        yield Reason(code=Unfit.IDLE, say="the table is idle")
    elif state.dice is not None:
        unfit = cannot_begin(state) if state.dice.shaker.moment is Moment.WAGERS and not cannot_record(state) else None
        if unfit is not None:
            yield Reason(code=Unfit.NO_PLAYERS, say=unfit.reason)
    elif state.round is None:
        for lacks, refusal in hindrances(state, at):
            if lacks in OF_THE_DEAL:
                yield Reason(code=OF_THE_DEAL[lacks], say=refusal.reason)
