"""
The kinds of alert as data: severity, paragraphs, words, and the roles that deal with it.

`sign` is all that patrons read. While `lasts` holds, the cause is present and the alert cannot be cleared;
`put_right` says what ends the cause.
"""

from collections.abc import Callable
from enum import StrEnum

from firmware_host.rules.roles import DEVICES, FLOOR, ON_DUTY, SUPERVISORS, Who
from firmware_host.rules.struct import Paragraphs, Record
from firmware_host.table import deadlines
from firmware_host.table.shuffler import service
from firmware_host.table.state import proof
from firmware_host.table.state.decks import Deck
from firmware_host.table.state.floor import Alert
from firmware_host.table.state.table import TableState
from firmware_host.table.terms import AlertKind, Grade, Mode, Severity

Lasts = Callable[[TableState, str], bool]


class News(StrEnum):
    """When an alert that stands and was not acknowledged is raised again."""

    EACH_TIME = "each-time"
    """Every time: each occurrence is something done or found, and must not hide behind the first."""
    OTHER_WORDS = "other-words"
    """When its text changes."""
    WHEN_SEEN = "when-seen"
    """Only after it was acknowledged: a condition that comes and goes counts as one fault, whatever its text."""


class Kind(Record, frozen=True, kw_only=True):
    """
    The properties that all alerts of a kind share.

    Without `paragraphs` the alert cites those of the fact that raised it.
    """

    severity: Severity
    news: News = News.OTHER_WORDS
    paragraphs: Paragraphs = ()
    sign: str
    acknowledged_by: Who
    cleared_by: Who
    lasts: Lasts | None = None
    put_right: str = ""


def _deck(state: TableState, about: str) -> Deck | None:
    return next((deck for deck in state.decks if deck.back == about), None)


def _in_trouble(state: TableState, about: str) -> bool:
    deck = _deck(state, about)
    return deck is not None and deck.trouble is not None


def _overdue(state: TableState, about: str) -> bool:
    deck = _deck(state, about)
    return deck is not None and deck.overdue


def _down(state: TableState, about: str) -> bool:
    """Return whether the device is down; after a restart it counts as down until it answers."""
    return state.devices.get(about) is not True


def _elsewhere(state: TableState, about: str) -> bool:
    del about
    return state.round is not None and state.puck is not None and state.puck != state.button


def _same_dealer(state: TableState, about: str) -> bool:
    return state.relief_due and state.dealer == about


def _opened(state: TableState, about: str) -> bool:
    del about
    return state.dice is not None and state.dice.tampered


def _differs(state: TableState, about: str) -> bool:
    del about
    return state.candidate is not None


def _other_house_key(state: TableState, about: str) -> bool:
    del about
    return state.shuffler.offered is not None


def _disk_low(state: TableState, about: str) -> bool:
    del about
    return state.disk_low


def _program_changed(state: TableState, about: str) -> bool:
    del about
    return state.program is not None and bool(state.program.differing)


def _end_doubted(state: TableState, about: str) -> bool:
    del about
    return bool(state.end_doubted)


def _superseded(state: TableState, about: str) -> bool:
    del about
    return bool(state.superseded)


def _unsynchronised(state: TableState, about: str) -> bool:
    del about
    return state.clocks is not None and not state.clocks.synced


def _aged(state: TableState, about: str) -> bool:
    deck = _deck(state, about)
    return deck is not None and deck.ran_out is not None


def _suspect(state: TableState, about: str) -> bool:
    deck = _deck(state, about)
    return deck is not None and deck.suspect is not None


def _miscounted(state: TableState, about: str) -> bool:
    deck = _deck(state, about)
    return deck is not None and bool(deck.miscounted)


def _overridden(state: TableState, about: str) -> bool:
    deck = _deck(state, about)
    return deck is not None and deck.proof is not None and deck.proof.grade is Grade.OVERRIDDEN


def _halted(state: TableState, about: str) -> bool:
    del about
    return state.halted is not None


def _mispushed(state: TableState, about: str) -> bool:
    del about
    return state.round is not None and bool(state.round.mispushed)


def _too_low(state: TableState, about: str) -> bool:
    deck = _deck(state, about)
    return deck is not None and proof.is_too_low(state, deck)


def _astray(state: TableState, about: str) -> bool:
    del about
    return state.shuffler.doubt is not None


def _disagrees(state: TableState, about: str) -> bool:
    return state.shuffler.barred is not None if about == "pairing" else state.shuffler.doubt is not None


def _foreign(state: TableState, about: str) -> bool:
    del about
    return bool(state.shuffler.foreign)


def _jammed(state: TableState, about: str) -> bool:
    del about
    return state.shuffler.jam is not None


def _lid_open(state: TableState, about: str) -> bool:
    del about
    return state.shuffler.lid_open


def _housing_open(state: TableState, about: str) -> bool:
    del about
    return state.shuffler.housing_open


def _worn(state: TableState, about: str) -> bool:
    return about in service.worn(state)


def _sorts(state: TableState, about: str) -> bool:
    del about
    return state.shuffler.mode is Mode.SORT


SHUFFLER_SIGN = "The shuffler is being checked."


KINDS: dict[AlertKind, Kind] = {
    AlertKind.CARDS_ASTRAY: Kind(
        severity=Severity.VIOLATION,
        news=News.EACH_TIME,
        paragraphs=("14.5(a)", "I-8"),
        sign="The cards are being checked.",
        acknowledged_by=ON_DUTY,
        cleared_by=FLOOR,
        lasts=_astray,
        put_right="have the shuffler compare the cards that went in with those that came out, until both numbers agree",
    ),
    AlertKind.CHECKPOINT_IGNORED: Kind(
        severity=Severity.WARNING,
        news=News.WHEN_SEEN,
        sign="A device of this table is being checked.",
        acknowledged_by=DEVICES,
        cleared_by=FLOOR,
    ),
    AlertKind.NEWER_RECORD_FOUND: Kind(
        severity=Severity.VIOLATION,
        news=News.EACH_TIME,
        sign="This table pauses after the round.",
        acknowledged_by=FLOOR,
        cleared_by=SUPERVISORS,
        lasts=_superseded,
        put_right="continue the newest record with `firmware-host journal restore`",
    ),
    AlertKind.RECORD_END_DOUBTED: Kind(
        severity=Severity.VIOLATION,
        news=News.EACH_TIME,
        sign="This table pauses after the round.",
        acknowledged_by=FLOOR,
        cleared_by=SUPERVISORS,
        lasts=_end_doubted,
        put_right="have two people accept the record although its end may be missing",
    ),
    AlertKind.SHUFFLER_FAULTY: Kind(
        severity=Severity.FAULT,
        paragraphs=("14.5(a)",),
        sign=SHUFFLER_SIGN,
        acknowledged_by=DEVICES,
        cleared_by=DEVICES,
    ),
    AlertKind.SHUFFLER_DISAGREES: Kind(
        severity=Severity.VIOLATION,
        news=News.EACH_TIME,
        paragraphs=("14.5(a)", "I-8"),
        sign="The cards are being checked.",
        acknowledged_by=ON_DUTY,
        cleared_by=FLOOR,
        lasts=_disagrees,
        put_right=(
            "have the shuffler compare the cards that went in with those that came out, until both numbers agree; "
            "a barred shuffler has to be paired again"
        ),
    ),
    AlertKind.SHUFFLER_FOREIGN: Kind(
        severity=Severity.VIOLATION,
        news=News.EACH_TIME,
        paragraphs=("14.5(a)",),
        sign=SHUFFLER_SIGN,
        acknowledged_by=DEVICES,
        cleared_by=FLOOR,
        lasts=_foreign,
        put_right="connect the paired shuffler again, or have a technician pair this one",
    ),
    AlertKind.LINK_TAMPERED: Kind(
        severity=Severity.VIOLATION,
        news=News.EACH_TIME,
        paragraphs=("14.5(a)",),
        sign=SHUFFLER_SIGN,
        acknowledged_by=DEVICES,
        cleared_by=FLOOR,
    ),
    AlertKind.SHUFFLER_JAMMED: Kind(
        severity=Severity.FAULT,
        paragraphs=("14.5(a)",),
        sign=SHUFFLER_SIGN,
        acknowledged_by=DEVICES,
        cleared_by=DEVICES,
        lasts=_jammed,
        put_right="clear the jam and close the lid",
    ),
    AlertKind.SHUFFLER_OPEN: Kind(
        severity=Severity.WARNING,
        paragraphs=("14.5(a)",),
        sign=SHUFFLER_SIGN,
        acknowledged_by=DEVICES,
        cleared_by=DEVICES,
        lasts=_lid_open,
        put_right="close the lid",
    ),
    AlertKind.HOUSING_OPENED: Kind(
        severity=Severity.VIOLATION,
        news=News.EACH_TIME,
        paragraphs=("14.2(a)", "14.5(a)"),
        sign=SHUFFLER_SIGN,
        acknowledged_by=ON_DUTY,
        cleared_by=FLOOR,
        lasts=_housing_open,
        put_right="close the housing, and check that its contact works",
    ),
    AlertKind.SHUFFLER_RESTARTED: Kind(
        severity=Severity.NOTICE,
        paragraphs=("14.5(a)",),
        sign=SHUFFLER_SIGN,
        acknowledged_by=DEVICES,
        cleared_by=DEVICES,
    ),
    AlertKind.SHUFFLER_SORTS: Kind(
        severity=Severity.FAULT,
        paragraphs=("14.5(a)",),
        sign=SHUFFLER_SIGN,
        acknowledged_by=DEVICES,
        cleared_by=DEVICES,
        lasts=_sorts,
        put_right="turn the shuffler's switch to shuffle",
    ),
    AlertKind.SHUFFLER_WORN: Kind(
        severity=Severity.WARNING,
        news=News.WHEN_SEEN,
        paragraphs=("14.5(a)",),
        sign=SHUFFLER_SIGN,
        acknowledged_by=DEVICES,
        cleared_by=DEVICES,
        lasts=_worn,
        put_right=(
            "have the shuffler serviced and its counter reset; an alert for too many jams ends once the last 100 "
            "shuffles have fewer jams"
        ),
    ),
    AlertKind.APPROVAL_EXPIRED: Kind(
        severity=Severity.NOTICE,
        sign="The floor is checking something.",
        acknowledged_by=ON_DUTY,
        cleared_by=ON_DUTY,
    ),
    AlertKind.CLOCK_JUMPED: Kind(
        severity=Severity.WARNING,
        news=News.WHEN_SEEN,
        sign="A device of this table is being checked.",
        acknowledged_by=DEVICES,
        cleared_by=DEVICES,
    ),
    AlertKind.CLOCK_NEAR: Kind(
        severity=Severity.WARNING,
        sign="A step is due soon at this table.",
        acknowledged_by=ON_DUTY,
        cleared_by=ON_DUTY,
        lasts=deadlines.is_near,
        put_right="do what the alert asks for",
    ),
    AlertKind.CONFIGURATION_DIFFERS: Kind(
        severity=Severity.WARNING,
        sign="The settings of this table are being checked.",
        acknowledged_by=DEVICES,
        cleared_by=FLOOR,
        lasts=_differs,
        put_right="have two people put the new settings in force, or restart with the old table.toml",
    ),
    AlertKind.HOUSE_KEY_DIFFERS: Kind(
        severity=Severity.WARNING,
        sign="The settings of this table are being checked.",
        acknowledged_by=DEVICES,
        cleared_by=FLOOR,
        lasts=_other_house_key,
        put_right="have two people put the key in force, or restart with the old table.toml",
    ),
    AlertKind.COVERED_EARLY: Kind(
        severity=Severity.VIOLATION,
        news=News.EACH_TIME,
        paragraphs=("13.5(f)",),
        sign="The last shake is being settled.",
        acknowledged_by=ON_DUTY,
        cleared_by=FLOOR,
    ),
    AlertKind.CLOCK_UNSYNCHRONISED: Kind(
        severity=Severity.NOTICE,
        sign="A device of this table is being checked.",
        acknowledged_by=DEVICES,
        cleared_by=DEVICES,
        lasts=_unsynchronised,
        put_right="have a technician check the network: the controller cannot reach its time server",
    ),
    AlertKind.DECK_AGED: Kind(
        severity=Severity.WARNING,
        paragraphs=("14.2(b)",),
        sign="The cards are being changed.",
        acknowledged_by=ON_DUTY,
        cleared_by=ON_DUTY,
        lasts=_aged,
        put_right="sort or replace the deck",
    ),
    AlertKind.DECK_SUSPECT: Kind(
        severity=Severity.VIOLATION,
        news=News.EACH_TIME,
        paragraphs=("14.6(e)4", "14.6(e)7", "I-8"),
        sign="The cards are being checked.",
        acknowledged_by=ON_DUTY,
        cleared_by=FLOOR,
        lasts=_suspect,
        put_right="have two people count all 52 cards, or replace the deck",
    ),
    AlertKind.DEVICE_DOWN: Kind(
        severity=Severity.FAULT,
        news=News.WHEN_SEEN,
        sign="A device of this table is being checked.",
        acknowledged_by=DEVICES,
        cleared_by=DEVICES,
        lasts=_down,
        put_right="check the power and the cable of the device, or call a technician",
    ),
    AlertKind.DISK_LOW: Kind(
        severity=Severity.FAULT,
        news=News.WHEN_SEEN,
        sign="This table pauses after this round.",
        acknowledged_by=DEVICES,
        cleared_by=DEVICES,
        lasts=_disk_low,
        put_right="free space on the board's disk",
    ),
    AlertKind.FOREIGN_DECK: Kind(
        severity=Severity.VIOLATION,
        news=News.EACH_TIME,
        paragraphs=("14.2(a)", "14.2(d)1"),
        sign="The cards are being checked.",
        acknowledged_by=ON_DUTY,
        cleared_by=FLOOR,
    ),
    AlertKind.GATE_OVERRIDDEN: Kind(
        severity=Severity.VIOLATION,
        news=News.EACH_TIME,
        paragraphs=("14.5(a)",),
        sign="A supervisor is at this table.",
        acknowledged_by=FLOOR,
        cleared_by=SUPERVISORS,
        lasts=_overridden,
        put_right="deal the round, or shuffle the deck",
    ),
    AlertKind.PUBLISH_SET_ASIDE: Kind(
        severity=Severity.FAULT,
        sign="A device of this table is being checked.",
        acknowledged_by=DEVICES,
        cleared_by=DEVICES,
    ),
    AlertKind.PEOPLE_BY_ROOT: Kind(
        severity=Severity.VIOLATION,
        news=News.EACH_TIME,
        sign="A supervisor is wanted at this table.",
        acknowledged_by=FLOOR,
        cleared_by=SUPERVISORS,
    ),
    AlertKind.PINS_REFUSED: Kind(
        severity=Severity.WARNING,
        sign="A supervisor is wanted at this table.",
        acknowledged_by=FLOOR,
        cleared_by=SUPERVISORS,
    ),
    AlertKind.PROGRAM_CHANGED: Kind(
        severity=Severity.VIOLATION,
        news=News.EACH_TIME,
        sign="A device of this table is being checked.",
        acknowledged_by=FLOOR,
        cleared_by=SUPERVISORS,
        lasts=_program_changed,
        put_right="reinstall the approved program, then wait for the next check (within an hour, or at a restart)",
    ),
    AlertKind.PROOF_TOO_LOW: Kind(
        severity=Severity.FAULT,
        paragraphs=("14.5(a)",),
        sign=SHUFFLER_SIGN,
        acknowledged_by=DEVICES,
        cleared_by=DEVICES,
        lasts=_too_low,
        put_right="shuffle the deck again, with a proof of a grade listed under `accepts` in table.toml",
    ),
    AlertKind.PROOF_VOIDED: Kind(
        severity=Severity.NOTICE,
        paragraphs=("14.5(a)",),
        sign="The cards are being shuffled again.",
        acknowledged_by=ON_DUTY,
        cleared_by=ON_DUTY,
    ),
    AlertKind.PUCK_ELSEWHERE: Kind(
        severity=Severity.NOTICE,
        paragraphs=("14.10(c)",),
        sign="The button is not in its place.",
        acknowledged_by=ON_DUTY,
        cleared_by=ON_DUTY,
        lasts=_elsewhere,
        put_right="move the button to its seat, or wait until the round is over",
    ),
    AlertKind.RELIEF_DUE: Kind(
        severity=Severity.NOTICE,
        paragraphs=("14.6(b)",),
        sign="Another dealer is expected.",
        acknowledged_by=ON_DUTY,
        cleared_by=ON_DUTY,
        lasts=_same_dealer,
        put_right="relieve the dealer",
    ),
    AlertKind.SHAKE_SPOILED: Kind(
        severity=Severity.VIOLATION,
        news=News.EACH_TIME,
        sign="The dice are shaken again.",
        acknowledged_by=ON_DUTY,
        cleared_by=FLOOR,
    ),
    AlertKind.SHAKER_OPENED: Kind(
        severity=Severity.FAULT,
        sign="The shaker is being checked.",
        acknowledged_by=ON_DUTY,
        cleared_by=FLOOR,
        lasts=_opened,
        put_right="close the base of the shaker",
    ),
    AlertKind.SHAKES_TOO_SHORT: Kind(
        severity=Severity.NOTICE,
        paragraphs=("13.7(a)1ii",),
        sign="The dice are shaken again.",
        acknowledged_by=ON_DUTY,
        cleared_by=ON_DUTY,
    ),
    AlertKind.POT_MISPUSHED: Kind(
        severity=Severity.VIOLATION,
        news=News.EACH_TIME,
        paragraphs=("14.6(e)5",),
        sign="A pot was pushed to the wrong player and is taken back.",
        acknowledged_by=FLOOR,
        cleared_by=FLOOR,
        lasts=_mispushed,
        put_right="take the pot back and push it to the winner that the table names",
    ),
    AlertKind.ROUND_HALTED: Kind(
        severity=Severity.VIOLATION,
        news=News.EACH_TIME,
        paragraphs=("I-8",),
        sign="The round waits for the floor.",
        acknowledged_by=FLOOR,
        cleared_by=FLOOR,
        lasts=_halted,
        put_right="have two people declare the round void or let it continue",
    ),
    AlertKind.SHUFFLE_OVERDUE: Kind(
        severity=Severity.FAULT,
        paragraphs=("14.5(a)",),
        sign="The shuffler is being checked.",
        acknowledged_by=DEVICES,
        cleared_by=DEVICES,
        lasts=_overdue,
        put_right="wait for the shuffler's report, or put the deck in again",
    ),
    AlertKind.SHUFFLE_REJECTED: Kind(
        severity=Severity.FAULT,
        paragraphs=("14.5(a)", "I-8"),
        sign="The cards are being checked.",
        acknowledged_by=ON_DUTY,
        cleared_by=FLOOR,
        lasts=_in_trouble,
        put_right="shuffle the whole deck",
    ),
    AlertKind.WRONG_COUNT: Kind(
        severity=Severity.FAULT,
        news=News.EACH_TIME,
        sign="The cards are being counted.",
        acknowledged_by=ON_DUTY,
        cleared_by=FLOOR,
        lasts=_miscounted,
        put_right="count the same cards again, or all 52; if the count is still wrong, replace the deck",
    ),
}


def is_over(state: TableState, alert: Alert) -> bool:
    """Return whether the cause of the alert is gone. The cause of an alert about a single event is gone at once."""
    lasts = KINDS[alert.kind].lasts
    return lasts is None or not lasts(state, alert.about)
