"""
Which fact raises which alert. Data, looked up for every answer of the table, so that no area can forget it.

Every kind of fact is in `RAISED_BY` or in `RAISES_NOTHING`; a test sees to it.
"""

from collections.abc import Callable
from typing import Any, Generic, TypeVar

from firmware_host.rules.cards import DECK
from firmware_host.rules.round_facts import RoundBody, RoundStarted
from firmware_host.rules.struct import Record
from firmware_host.table.decks import counting
from firmware_host.table.facts.corrections import Amended, Corrected, MoneyAdjusted, SumCorrected
from firmware_host.table.facts.decks import (
    CardsCounted,
    DeckCleared,
    DeckClockRanOut,
    DeckConfirmed,
    DeckCut,
    DeckLoaded,
    DeckPutInPlay,
    DeckRemoved,
    DecksDistributed,
    DeckShuffledByHand,
    DecksInspected,
    DeckSorted,
    DecksShown,
    DecksSpread,
    DeckSuspected,
    DecksVerified,
    DeckWashed,
    ForeignDeckSeen,
    GateOverridden,
    HandShufflingApproved,
    HandShufflingEnded,
    PreShuffledAccepted,
    ProofVoided,
    RecutOrdered,
    ShuffleOrdered,
    ShuffleOverdue,
    ShuffleProved,
    ShuffleRejected,
    StubCountDue,
)
from firmware_host.table.facts.dice import CoveredEarly, DiceBody, ShakeFellShort, ShakerTampered, ShakeSpoiled, Spoiled
from firmware_host.table.facts.fact import Body
from firmware_host.table.facts.floor import (
    AlertAcknowledged,
    AlertCleared,
    AlertRaised,
    ApprovalCarriedOut,
    ApprovalDeclined,
    ApprovalExpired,
    ApprovalGiven,
    ApprovalRequested,
    DeadlineNear,
    DealerOnDuty,
    DealerRelieved,
    FloorCalled,
    FloorCallEnded,
    KeyEnrolled,
    KeyRevoked,
    PersonEnrolled,
    PersonRevoked,
    PinAccepted,
    PinRefused,
    PinReset,
    ReliefDue,
    TableClosed,
    TableIdled,
    TableOpened,
)
from firmware_host.table.facts.money import MoneyBody
from firmware_host.table.facts.round import (
    ButtonMoved,
    ButtonPlaced,
    ButtonTakenAway,
    GameChanged,
    KillButtonCollected,
    KillButtonMoved,
    KillButtonPlaced,
    PuckSeen,
    RoundContinued,
    RoundHalted,
)
from firmware_host.table.facts.seating import SeatingBody
from firmware_host.table.facts.shuffler import (
    DeckDelivered,
    FirmwareListTaken,
    HousingClosed,
    HousingOpened,
    ReconciliationFailed,
    ReconciliationOrdered,
    ShelfSeen,
    ShufflerCleared,
    ShufflerFaultOver,
    ShufflerFaultShown,
    ShufflerJammed,
    ShufflerLidClosed,
    ShufflerLidOpened,
    ShufflerReconciled,
    ShufflerRestarted,
    ShufflerSwitched,
    ShufflerTested,
    ShufflerWear,
    ShufflerWorn,
)
from firmware_host.table.facts.system import (
    BootChanged,
    ClockJumped,
    ClockSynchronised,
    ClockUnsynchronised,
    ConfigurationAdopted,
    ConfigurationAgrees,
    ConfigurationDiffers,
    DeviceCameUp,
    DeviceWentDown,
    DiskLow,
    DiskRecovered,
    HostStarted,
    JournalOpened,
    PublishSetAside,
    SnapshotTaken,
    called,
)
from firmware_host.table.shuffler.service import said
from firmware_host.table.state.button import next_place
from firmware_host.table.state.hindrance import RECOVERY
from firmware_host.table.state.proof import is_dealt_on
from firmware_host.table.state.table import TableState
from firmware_host.table.terms import AlertKind, Mode

SPOILED = {
    Spoiled.COVER_OFF: "the cover came off before the dealer had the shaker back, shaken",
    Spoiled.TAMPERED: "its base was opened with the dice in it",
}


B = TypeVar("B", bound=Body)


class Cause(Record, frozen=True, kw_only=True):
    """A fact that raises an alert: which, about what, in what words for staff, and when it does not."""

    kind: AlertKind
    about: Callable[[Any], str]
    say: Callable[[Any], str]
    when: Callable[[TableState, Any], bool]


class _On(Generic[B]):
    """
    A kind of fact and the functions that read it, tied together; the table itself cannot say that.

    In two calls, so that the kind is known before the functions are looked at: a type checker that has to work out
    both from one call tries every function on every kind of fact.
    """

    def __init__(self, body: type[B]) -> None:
        self._body = body

    def raises(
        self,
        kind: AlertKind,
        *,
        about: Callable[[B], str],
        say: Callable[[B], str],
        when: Callable[[TableState, B], bool] = lambda _state, _body: True,
    ) -> tuple[type, Cause]:
        """Return the row of this kind of fact."""
        return self._body, Cause(kind=kind, about=about, say=say, when=when)


def _puck_astray(state: TableState, body: PuckSeen) -> bool:
    """In mid-round the button lies where it did; a dealer who moves it on a moment early is in nobody's way."""
    if state.round is None or state.button is None or body.seat is None:
        return False
    return body.seat not in (state.button, next_place(state.button, state.present))


def _puck_left_behind(state: TableState, body: RoundStarted) -> bool:
    """Between rounds it may lie anywhere; when the cards are dealt it lies before the button, or nobody sees it."""
    seen = state.puck_known and state.devices.get("puck") is not False
    return seen and body.button is not None and state.puck not in (None, body.button)


def _again_too_short(state: TableState, body: ShakeFellShort) -> bool:
    """One short shake is a mistake; from the second on a floorperson may want to order the shaker passed."""
    return body.seat is not None and state.dice is not None and state.dice.shaker.short > 0


def _miscounted(body: CardsCounted) -> str:
    told = "" if body.counted is None else f": {body.counted} cards instead of {body.expected}"
    return f"{counting.of_deck(body.what, body.back)}{told}."


def _unexplained(state: TableState, body: ShufflerReconciled) -> bool:
    """Fewer out than in is what a jam leaves, whose cards are taken out by hand: the next cycle counts that deck."""
    fewer = body.astray == 0 and body.went_in > body.came_out + body.lying
    return not body.agrees and not (fewer and state.in_shuffler is not None)


def _tested(body: ShufflerTested) -> str:
    failed = f"failed: {', '.join(body.failed)}" if body.failed else ""
    worn = f"worn, to be seen to: {', '.join(body.worn)}" if body.worn else ""
    return f"The shuffler tested itself; {'; '.join(filter(None, (failed, worn)))}."


_CAUSES: tuple[tuple[type, Cause], ...] = (
    _On(ApprovalExpired).raises(
        AlertKind.APPROVAL_EXPIRED,
        about=lambda body: f"request {body.of}",
        say=lambda body: (
            f"Request {body.of} was not approved in time, or could not be done any more; nothing was done."
        ),
    ),
    _On(ConfigurationDiffers).raises(
        AlertKind.CONFIGURATION_DIFFERS,
        about=lambda _body: "table.toml",
        say=lambda body: (
            f"table.toml asks for another {', '.join(body.names)} than is in force: two people put it in "
            "force between rounds, or the file is put back and the controller started again."
        ),
    ),
    _On(ClockJumped).raises(
        AlertKind.CLOCK_JUMPED,
        about=lambda _body: "clock",
        say=lambda body: f"The wall clock was set by {body.by_ms / 1000:+g} s.",
    ),
    _On(ClockUnsynchronised).raises(
        AlertKind.CLOCK_UNSYNCHRONISED,
        about=lambda _body: "clock",
        say=lambda _body: "The clock follows no time server any more.",
    ),
    _On(DiskLow).raises(
        AlertKind.DISK_LOW,
        about=lambda _body: "disk",
        say=lambda body: f"The disk has {body.free_mib} MiB left: no new round until there are {body.least_mib}.",
    ),
    _On(CardsCounted).raises(
        AlertKind.WRONG_COUNT,
        about=lambda body: body.back,
        say=_miscounted,
        when=lambda _state, body: not body.right,
    ),
    _On(DeckClockRanOut).raises(
        AlertKind.DECK_AGED,
        about=lambda body: body.back,
        say=lambda body: f"The {body.back} deck is not dealt again before it is put right.",
    ),
    _On(DeckSuspected).raises(
        AlertKind.DECK_SUSPECT,
        about=lambda body: body.back,
        say=lambda body: f"The {body.back} deck is held: {body.reason}.",
    ),
    _On(GateOverridden).raises(
        AlertKind.GATE_OVERRIDDEN,
        about=lambda body: body.back,
        say=lambda body: f"The {body.back} deck is dealt without a proof: {body.why}.",
    ),
    _On(RoundHalted).raises(
        AlertKind.ROUND_HALTED,
        about=lambda _body: "round",
        say=lambda body: f"The round is halted: {body.why}.",
    ),
    _On(DeadlineNear).raises(AlertKind.CLOCK_NEAR, about=lambda body: body.name, say=lambda body: body.say),
    _On(CoveredEarly).raises(
        AlertKind.COVERED_EARLY,
        about=lambda _body: "shaker",
        say=lambda _body: "The cover was put on the shaker before the last winner was paid.",
    ),
    _On(DeviceWentDown).raises(
        AlertKind.DEVICE_DOWN,
        about=lambda body: body.device,
        say=lambda body: f"{called(body.device)} is down: {body.detail}.",
    ),
    _On(ForeignDeckSeen).raises(
        AlertKind.FOREIGN_DECK,
        about=lambda body: body.back,
        say=lambda body: f"A deck with {body.back} backs was put into the shuffler; it is none of this table's.",
    ),
    _On(PublishSetAside).raises(
        AlertKind.PUBLISH_SET_ASIDE,
        about=lambda body: f"fact {body.of}" if body.of else body.topic,
        say=lambda body: (
            f"The broker does not take {f'fact {body.of}' if body.of else body.topic}; it was not published."
        ),
    ),
    _On(PinRefused).raises(
        AlertKind.PINS_REFUSED,
        about=lambda body: body.person,
        say=lambda body: f"{body.wrong_pins} wrong PINs were given for {body.person}.",
        when=lambda _state, body: body.wait_s > 0,
    ),
    _On(ProofVoided).raises(
        AlertKind.PROOF_VOIDED,
        about=lambda body: body.back,
        say=lambda body: f"The {body.back} deck's shuffle counts no longer: {body.reason}.",
    ),
    _On(PuckSeen).raises(
        AlertKind.PUCK_ELSEWHERE,
        about=lambda _body: "puck",
        say=lambda body: f"The button was put before seat {body.seat} in the middle of a round.",
        when=_puck_astray,
    ),
    _On(RoundStarted).raises(
        AlertKind.PUCK_ELSEWHERE,
        about=lambda _body: "puck",
        say=lambda body: f"The button did not lie before seat {body.button} when the cards were dealt.",
        when=_puck_left_behind,
    ),
    _On(ReliefDue).raises(
        AlertKind.RELIEF_DUE,
        about=lambda body: body.dealer,
        say=lambda body: f"{body.dealer} is due to be relieved.",
    ),
    _On(ShakeFellShort).raises(
        AlertKind.SHAKES_TOO_SHORT,
        about=lambda body: f"seat-{body.seat}",
        say=lambda body: f"Seat {body.seat} shakes too few times again and again.",
        when=_again_too_short,
    ),
    _On(ShakeSpoiled).raises(
        AlertKind.SHAKE_SPOILED,
        about=lambda body: body.why,
        say=lambda body: f"A shake had to be begun again: {SPOILED[body.why]}.",
    ),
    _On(ShakerTampered).raises(
        AlertKind.SHAKER_OPENED,
        about=lambda _body: "shaker",
        say=lambda _body: "The base of the shaker was opened.",
        when=lambda _state, body: body.open,
    ),
    _On(ShuffleOverdue).raises(
        AlertKind.SHUFFLE_OVERDUE,
        about=lambda body: body.back,
        say=lambda body: f"The shuffler takes too long with the {body.back} deck.",
    ),
    _On(ShuffleProved).raises(
        AlertKind.PROOF_TOO_LOW,
        about=lambda body: body.back,
        say=lambda body: (
            f"The {body.back} deck's shuffle is only {body.grade}{f' ({body.why})' if body.why else ''}: "
            "this table does not deal on that."
        ),
        when=lambda state, body: not is_dealt_on(state, body.grade),
    ),
    _On(ShufflerReconciled).raises(
        AlertKind.CARDS_ASTRAY,
        about=lambda _body: "shuffler",
        say=lambda body: (
            f"Of {body.went_in} cards that went into the shuffler {body.came_out} came out, with {body.lying} on "
            f"its shelf; {body.astray} were found where no card should be."
        ),
        when=_unexplained,
    ),
    _On(DeckDelivered).raises(
        AlertKind.CARDS_ASTRAY,
        about=lambda body: body.back,
        say=lambda body: f"{body.counted} cards of the {body.back} deck came out of the shuffler.",
        when=lambda _state, body: body.counted != DECK,
    ),
    _On(ReconciliationFailed).raises(
        AlertKind.SHUFFLER_FAULTY,
        about=lambda _body: "shuffler",
        say=lambda body: f"The shuffler could not compare its cards in and out: {body.reason}.",
    ),
    _On(HousingOpened).raises(
        AlertKind.HOUSING_OPENED,
        about=lambda _body: "housing",
        say=lambda _body: "The housing of the shuffler was opened.",
    ),
    _On(ShufflerJammed).raises(
        AlertKind.SHUFFLER_JAMMED,
        about=lambda _body: "shuffler",
        say=lambda body: f"Cards are jammed in the {body.place} of the shuffler: {RECOVERY[body.place]}.",
    ),
    _On(ShufflerLidOpened).raises(
        AlertKind.SHUFFLER_OPEN,
        about=lambda _body: "shuffler",
        say=lambda _body: "The lid of the shuffler was opened.",
    ),
    _On(ShufflerFaultShown).raises(
        AlertKind.SHUFFLER_FAULTY,
        about=lambda _body: "shuffler",
        say=lambda _body: "The fault lamp of the shuffler is lit, or its lamps cannot be read.",
    ),
    _On(ShufflerRestarted).raises(
        AlertKind.SHUFFLER_RESTARTED,
        about=lambda _body: "shuffler",
        say=lambda _body: "The shuffler was without power.",
    ),
    _On(ShufflerSwitched).raises(
        AlertKind.SHUFFLER_SORTS,
        about=lambda _body: "shuffler",
        say=lambda _body: "The shuffler is switched to sort: turn its switch to shuffle.",
        when=lambda _state, body: body.mode is Mode.SORT,
    ),
    _On(ShufflerWorn).raises(
        AlertKind.SHUFFLER_WORN,
        about=lambda body: body.why,
        say=lambda body: said(body.why, made=body.made, limit=body.limit),
    ),
    _On(ShufflerTested).raises(
        AlertKind.SHUFFLER_FAULTY,
        about=lambda _body: "shuffler",
        say=_tested,
        when=lambda _state, body: bool(body.failed or body.worn),
    ),
    _On(ShuffleRejected).raises(
        AlertKind.SHUFFLE_REJECTED,
        about=lambda body: body.back,
        say=lambda body: f"The {body.back} deck was not shuffled: {body.reason}.",
    ),
)


RAISED_BY = dict(_CAUSES)


RAISES_NOTHING: frozenset[type] = frozenset(
    {
        AlertAcknowledged,
        AlertCleared,
        AlertRaised,
        Amended,
        ApprovalCarriedOut,
        ApprovalDeclined,
        ApprovalGiven,
        ApprovalRequested,
        BootChanged,
        ButtonMoved,
        ButtonPlaced,
        ButtonTakenAway,
        ClockSynchronised,
        ConfigurationAdopted,
        ConfigurationAgrees,
        Corrected,
        DealerOnDuty,
        DealerRelieved,
        DeckCleared,
        DeckConfirmed,
        DeckCut,
        DeckLoaded,
        DeckPutInPlay,
        DeckRemoved,
        DeckShuffledByHand,
        DeckSorted,
        DeckWashed,
        DecksDistributed,
        DecksInspected,
        DecksShown,
        DecksSpread,
        DecksVerified,
        ReconciliationOrdered,
        ShufflerCleared,
        ShelfSeen,
        ShufflerFaultOver,
        HousingClosed,
        ShufflerLidClosed,
        DeviceCameUp,
        DiskRecovered,
        HandShufflingApproved,
        HandShufflingEnded,
        PreShuffledAccepted,
        RecutOrdered,
        RoundContinued,
        StubCountDue,
        SumCorrected,
        TableClosed,
        TableIdled,
        FloorCalled,
        FloorCallEnded,
        GameChanged,
        HostStarted,
        JournalOpened,
        KillButtonCollected,
        KillButtonMoved,
        KillButtonPlaced,
        MoneyAdjusted,
        KeyEnrolled,
        KeyRevoked,
        PersonEnrolled,
        PersonRevoked,
        PinAccepted,
        PinReset,
        ShuffleOrdered,
        ShufflerWear,
        FirmwareListTaken,
        SnapshotTaken,
        TableOpened,
        *(set(DiceBody.__args__) - {CoveredEarly, ShakeFellShort, ShakerTampered, ShakeSpoiled}),
        *MoneyBody.__args__,
        *(set(RoundBody.__args__) - {RoundStarted}),
        *SeatingBody.__args__,
    }
)

"""What is as it should be, or was decided by the people who look after alerts."""
