"""What happens at the table between rounds, with its decks, devices and people: a line for each kind of fact."""

from collections.abc import Callable, Mapping
from typing import Any

from firmware_host.rules.games import GAMES
from firmware_host.rules.money import money
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
from firmware_host.table.facts.floor import FloorCalled, FloorCallEnded, TableClosed, TableIdled, TableOpened
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
from firmware_host.table.facts.seating import (
    BlindMissed,
    ChipsAdded,
    MissedBlindsPromised,
    PlayerCameBack,
    PlayerWentAway,
    PostingWithdrawn,
    SeatChanged,
    SeatLeft,
    SeatTaken,
    StraddleAnnounced,
)
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
from firmware_host.table.terms import AwayStakes, Back, Clock, Counted

_RAISED = "won the whole of a qualifying pot: the kill button goes there, limits are raised"


_AGED = {Clock.SORT: "has been used for three hours", Clock.CHANGE: "was opened six hours ago"}


def _decks(backs: tuple[Back, ...]) -> str:
    return f"{' and the '.join(backs)} deck{'s' if len(backs) > 1 else ''}"


def _count(it: CardsCounted) -> str:
    what = f"{it.what} of the {it.back} deck" if it.what is not Counted.DECK else f"whole {it.back} deck"
    verb = "are" if it.what is Counted.DISCARDS else "is"
    told = "another number" if it.counted is None else f"{it.counted} cards"
    wanted = "" if it.expected in (None, it.counted) else f" instead of {it.expected}"
    return f"The {what} {verb} counted{' again' if it.again else ''}: {told}{wanted}."


def _went_away(body: PlayerWentAway) -> str:
    if body.stakes is AwayStakes.COVERED:
        return f"The player of seat {body.seat} is away; the stakes lie covered."
    return f"The player of seat {body.seat} is away with {money(body.cents)}, which was counted."


def _came_back(body: PlayerCameBack) -> str:
    if body.stakes is AwayStakes.COVERED:
        return f"The player of seat {body.seat} is back; the cover is off."
    return f"The player of seat {body.seat} is back with {money(body.cents)}, which was counted."


def _going_on(opened: JournalOpened) -> str:
    """Name the record before, and who decided to go on in this one."""
    if opened.previous is None:
        return ""
    how = "with their PINs" if opened.by_pins else "as root at the console says"
    people = f", decided by {' and '.join(opened.people)}, {how}" if opened.people else ""
    damage = f" ({opened.damage})" if opened.damage else ""
    middle = f", in the middle of round {opened.under_way}" if opened.under_way else ""
    return f", after fact {opened.previous.number} of {opened.previous.journal}{damage}{middle}{people}"


WORDS: Mapping[type, Callable[[Any], str]] = {
    JournalOpened: lambda it: f"A new record begins{_going_on(it)}.",
    HostStarted: lambda it: f"The controller has started ({it.software}).",
    ConfigurationAdopted: lambda it: f"In force from here on: {it.config.game}, {it.config.tracking} tracking.",
    ConfigurationAgrees: lambda _: "table.toml says again what is in force.",
    ConfigurationDiffers: lambda it: f"table.toml asks for another {', '.join(it.names)} than is in force.",
    BootChanged: lambda _: "The board was started anew.",
    ClockJumped: lambda it: (
        f"The wall clock was set {'ahead' if it.by_ms > 0 else 'back'} by {abs(it.by_ms) / 1000:g} s."
    ),
    ClockSynchronised: lambda _: "The clock is synchronised.",
    ClockUnsynchronised: lambda _: "The clock is not synchronised any more.",
    DiskLow: lambda it: f"The disk is nearly full ({it.free_mib} MiB free): no new round until there is room.",
    DiskRecovered: lambda it: f"There is room on the disk again ({it.free_mib} MiB free).",
    SnapshotTaken: lambda it: f"The state after fact {it.of} is stored for a quick start.",
    PublishSetAside: lambda it: (
        f"Not published, because the broker breaks off over it: {f'fact {it.of}' if it.of else it.topic}."
    ),
    GameChanged: lambda it: f"From the next round on: {GAMES[it.game].title}.",
    TableOpened: lambda _: "The table is open.",
    SeatTaken: lambda it: f"A player sits at seat {it.seat}{f' with {money(it.cents)}' if it.cents else ''}.",
    SeatLeft: lambda it: (
        f"The player of seat {it.seat} gives it up{f' and takes {money(it.cents)}' if it.cents else ''}."
    ),
    PlayerWentAway: _went_away,
    PlayerCameBack: _came_back,
    BlindMissed: lambda it: f"The {it.blind} blind passes seat {it.seat} by.",
    MissedBlindsPromised: lambda it: f"Seat {it.seat} makes up for the missed blinds: {' and '.join(it.blinds)}.",
    StraddleAnnounced: lambda it: f"Seat {it.seat} straddles{f' for {money(it.cents)}' if it.cents else ''}.",
    PostingWithdrawn: lambda it: f"Seat {it.seat} posts nothing of its own accord after all.",
    SeatChanged: lambda it: (
        f"The player of seat {it.seat} moves to seat {it.to}{f' with {money(it.cents)}' if it.cents else ''}."
    ),
    ChipsAdded: lambda it: f"Seat {it.seat} adds {money(it.cents)}.",
    ButtonPlaced: lambda it: f"The button is placed at seat {it.seat}.",
    ButtonTakenAway: lambda _: "The button is taken away: this game has none.",
    ButtonMoved: lambda it: f"The button moves to seat {it.seat}.",
    KillButtonPlaced: lambda it: f"Seat {it.seat} {_RAISED}.",
    KillButtonMoved: lambda it: f"Seat {it.seat} {_RAISED}.",
    KillButtonCollected: lambda _: "The kill button is collected: the posted limits are back.",
    PuckSeen: lambda it: "The puck is at no seat." if it.seat is None else f"The puck is at seat {it.seat}.",
    DeviceCameUp: lambda it: f"{called(it.device)} is up: {it.detail}.",
    DeviceWentDown: lambda it: f"{called(it.device)} is down: {it.detail}.",
    DeckLoaded: lambda it: f"The {it.back} deck is put into the shuffler.",
    ForeignDeckSeen: lambda it: f"A {it.back} deck, which is none of this table's, is put into the shuffler.",
    ShuffleOrdered: lambda it: f"The table orders the shuffle of the {it.back} deck by itself.",
    ShuffleOverdue: lambda it: f"The shuffle of the {it.back} deck takes too long: look at the shuffler.",
    ShuffleProved: lambda it: (
        f"Shuffle proof for the {it.back} deck: "
        f"{'cards not counted' if it.counted is None else f'{it.counted} of 52 cards'}, {it.grade} by the shuffler"
        f"{f' ({it.why})' if it.why else ''}."
    ),
    ShuffleRejected: lambda it: f"No proof for the {it.back} deck: {it.reason}. It will not be dealt.",
    ProofVoided: lambda it: f"The proof of the {it.back} deck is gone: {it.reason}.",
    HousingOpened: lambda _: "The housing of the shuffler is opened.",
    HousingClosed: lambda it: (
        f"Nothing watches the housing of the shuffler any more: {it.why}."
        if it.why
        else "The housing of the shuffler is shut."
    ),
    ShufflerLidOpened: lambda _: "The lid of the shuffler is opened.",
    ShufflerLidClosed: lambda _: "The lid of the shuffler is closed.",
    ShufflerJammed: lambda it: f"Cards are jammed in the {it.place} of the shuffler.",
    ShufflerCleared: lambda it: f"The shuffler's path is empty; {it.found} cards came out of it.",
    ShufflerSwitched: lambda it: f"The shuffler is switched to {it.mode}.",
    ShufflerRestarted: lambda _: "The shuffler was without power.",
    ShelfSeen: lambda it: (
        f"The {it.back} deck lies on the shelf of the shuffler, in the way: it is given out."
        if it.back
        else "No deck lies on the shelf of the shuffler, in the way, any more."
    ),
    ShufflerFaultShown: lambda _: "The fault lamp of the shuffler is lit, or its lamps cannot be read.",
    ShufflerFaultOver: lambda _: "The fault lamp of the shuffler is dark again.",
    ReconciliationOrdered: lambda _: "The shuffler is to compare its cards in with its cards out.",
    ShufflerReconciled: lambda it: (
        f"The shuffler's cards in and out {'agree' if it.agrees else 'do not agree'}: {it.went_in} went in, "
        f"{it.came_out} came out, {it.lying} lie on its shelf, {it.astray} are astray."
    ),
    ReconciliationFailed: lambda it: f"The shuffler could not compare its cards in and out: {it.reason}.",
    DeckDelivered: lambda it: f"The shuffler gives the {it.back} deck out, {it.counted} cards.",
    ShufflerWear: lambda it: (
        f"The shuffler counts {it.cycles} cycles, {it.since_service} since its service; "
        f"that is due every {it.service_every}, and it is made for {it.life}."
    ),
    FirmwareListTaken: lambda it: f"Firmware is approved by the house's list of serial {it.serial} from here on.",
    ShufflerWorn: lambda it: said(it.why, made=it.made, limit=it.limit),
    ShufflerTested: lambda it: (
        f"The shuffler tested itself: {', '.join((*it.failed, *it.worn)) or 'all parts are good'}"
        f"{' failed or worn' if it.failed or it.worn else ''}."
    ),
    DeckCut: lambda it: f"The {it.back} deck is cut onto the cover card.",
    DeckPutInPlay: lambda it: f"The gate lets the {it.back} deck through on the proof of order {it.order}.",
    TableIdled: lambda _: "Nobody plays: both decks are spread out on the table.",
    TableClosed: lambda _: "The table is closed.",
    DecksDistributed: lambda it: f"Decks are given to this table: {it.why}.",
    DecksInspected: lambda it: f"Received and inspected: the {_decks(it.backs)}.",
    DecksVerified: lambda it: f"Verified: the {_decks(it.backs)}.",
    DecksSpread: lambda it: (
        f"Spread face {'up' if it.face_up else 'down'}{', by suit and in sequence' if it.in_sequence else ''}: "
        f"the {_decks(it.backs)}."
    ),
    DecksShown: lambda it: f"Two players could look at the {_decks(it.backs)}.",
    PreShuffledAccepted: lambda it: f"Taken as pre-shuffled: the {_decks(it.backs)}.",
    DeckWashed: lambda it: f"The {it.back} deck is washed and stacked.",
    HandShufflingApproved: lambda it: f"The floor agrees to shuffling by hand: {it.why}.",
    HandShufflingEnded: lambda _: "The shuffler is used again.",
    DeckShuffledByHand: lambda it: f"The {it.back} deck is shuffled by hand, into one stack.",
    RecutOrdered: lambda it: f"The {it.back} deck is to be cut again: {it.why}.",
    DeckSorted: lambda it: f"The {it.back} deck is placed into suit and sequence.",
    DeckClockRanOut: lambda it: (
        f"Nobody knows how long the {it.back} deck has been used: it is not dealt before that is put right."
        if it.unknown
        else f"The {it.back} deck {_AGED[it.clock]}: it is not dealt before that is put right."
    ),
    DeckConfirmed: lambda it: (
        f"The floor says that the {it.back} deck was sorted {it.sorted_ago_min} minutes ago "
        f"and opened {it.opened_ago_min} minutes ago."
    ),
    StubCountDue: lambda _: "The stub is to be counted before the next round.",
    CardsCounted: _count,
    DeckSuspected: lambda it: f"The {it.back} deck is held: {it.reason}.",
    DeckCleared: lambda it: f"The {it.back} deck has its 52 cards and is held no longer.",
    DeckRemoved: lambda it: f"The {it.back} deck leaves the table: {it.why}.",
    GateOverridden: lambda it: f"One round may be dealt from the {it.back} deck without a proof: {it.why}.",
    RoundHalted: lambda it: f"The round is halted: {it.why}.",
    RoundContinued: lambda it: f"The halted round goes on: {it.why}.",
    FloorCalled: lambda _: "The floor is called.",
    FloorCallEnded: lambda _: "The call for the floor has ended.",
}
