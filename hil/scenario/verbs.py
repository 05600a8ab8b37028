"""
The verbs of scripts: a line for each way to say an act.

A field of the act is in braces and is written according to its type (`readings.py`); brackets mark optional words.
Fields that are not named come from the step on offer, or from `given`.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from firmware_host.rules.round_acts import (
    AwardPot,
    AwardUncontested,
    Bet,
    Call,
    Check,
    CompleteBetting,
    CompleteDraw,
    DealStreet,
    Draw,
    Fold,
    FoulHand,
    MakeForcedBet,
    MuckHand,
    ShowHand,
    VoidRound,
)
from firmware_host.table.acts.approvals import Approve, Decline, RequestApproval
from firmware_host.table.acts.corrections import AdjustMoney, CorrectCards, CorrectSum, CorrectWager, TakeBack
from firmware_host.table.acts.decks import (
    AcceptPreShuffled,
    ApproveHandShuffling,
    ConfirmDeck,
    CountCards,
    CutDeck,
    DistributeDecks,
    EndHandShuffling,
    InspectDecks,
    LoadDeck,
    OrderRecut,
    OverrideGate,
    Recount,
    RemoveDeck,
    ReportLoad,
    ReportShuffle,
    ReportShuffleFailure,
    SenseDeck,
    SenseFeed,
    ShowDecks,
    ShuffleByHand,
    SortDeck,
    SpreadDecks,
    VerifyDecks,
    WashDeck,
)
from firmware_host.table.acts.dice import (
    AcceptShaker,
    CallNoRoll,
    CallSum,
    CloseBets,
    CollectLosers,
    CompleteDealerShake,
    NoteDie,
    OrderShakerPassed,
    PassShaker,
    PayWinners,
    PlaceWager,
    PutCoverOn,
    RefuseForAll,
    RefuseShaker,
    SenseCover,
    SenseDock,
    SenseShakes,
    SenseTamper,
    TakeWagerDown,
    Uncover,
)
from firmware_host.table.acts.floor import (
    AcknowledgeAlert,
    BeginTrust,
    CallFloor,
    ClearAlert,
    CloseTable,
    EndFloorCall,
    EnrolKey,
    EnrolPerson,
    IdleTable,
    OpenTable,
    RelieveDealer,
    ReportRightPin,
    ReportWrongPin,
    ResetPin,
    RevokeKey,
    RevokePerson,
)
from firmware_host.table.acts.money import (
    CollectTimeCharge,
    ConvertCoin,
    ConvertCurrency,
    DenyBadBeat,
    OpenFund,
    PayBadBeat,
)
from firmware_host.table.acts.record_in_doubt import (
    AcceptRecordEnd,
    ReportIgnoredCheckpoint,
    ReportNewerRecord,
    ReportRecordEnd,
)
from firmware_host.table.acts.round import ChangeGame, ContinueRound, Deal, PressKey, SensePuck
from firmware_host.table.acts.seating import (
    AddChips,
    ChangeSeat,
    ComeBack,
    LeaveSeat,
    PostMissedBlinds,
    StepAway,
    Straddle,
    TakeSeat,
)
from firmware_host.table.acts.shuffler import (
    AdoptHouseKey,
    OrderClearing,
    OrderReconciliation,
    ReportActFailure,
    ReportClearing,
    ReportDelivery,
    ReportEmptied,
    ReportFirmwareList,
    ReportForeign,
    ReportReconciliation,
    ReportSelfTest,
    ReportStanding,
    ReportTampering,
    ReportUnreadable,
    ReportWear,
    SenseBoot,
    SenseFaultLamp,
    SenseHousing,
    SenseJam,
    SenseLid,
    SenseReadyDark,
    SenseRestart,
    SenseShelf,
    SenseSwitch,
)
from firmware_host.table.acts.system import (
    AdoptConfiguration,
    PassDeadline,
    ReportProgram,
    ReportSetAside,
    RestoreJournal,
    SenseClock,
    SenseDevice,
    SenseDisk,
    Start,
    TakeSnapshot,
)
from firmware_host.table.state.table import TableState
from hil.scenario import readings

Values = Mapping[str, object]


NO_VERB: Mapping[type, str] = {
    Start: "the table of a script starts automatically; `the controller restarts` restarts it",
    BeginTrust: "done by root at the console; a script starts with one person in each role",
    ReportWrongPin: "the controller checks PINs, and scripts have none",
    ReportRightPin: "the controller checks PINs, and scripts have none",
    RestoreJournal: "done by two people at the console, before there is a table",
    ReportStanding: "its fields are more than a line of a script holds; `shelf empty` and its like say what matters",
    ReportUnreadable: "no script holds bytes; the fault files of a lying shuffler do it",
    ReportProgram: "the controller compares its own files with the manifest",
    ReportSetAside: "the controller itself detects messages that the broker rejects",
    ReportRecordEnd: "the controller itself finds out at its start whether the witness is there",
    ReportNewerRecord: "the controller itself compares its record with a checkpoint kept elsewhere",
    ReportIgnoredCheckpoint: "the controller itself compares its record with a checkpoint kept elsewhere",
    AcceptRecordEnd: "no script has a record in doubt",
    SenseClock: "written as `the clock is set ahead by ...` and similar lines",
    SenseDisk: "written as `the disk has ... MiB left`",
    TakeSnapshot: "the controller stores snapshots automatically",
    AdjustMoney: "too long for a line of a script",
    PassDeadline: "deadlines fall due by `wait`",
    AdoptHouseKey: "two people decide it, by the words of the step that offers it",
    AdoptConfiguration: "two people decide it, by the words of the step that offers it",
}
"""The acts without a verb, and why."""


def _nothing(_: TableState) -> Values:
    return {}


@dataclass(frozen=True, kw_only=True)
class Verb:
    """
    One way to say an act. `unasked` acts need not be on offer.

    A request for approval `wraps` the act to be approved, and has its fields too.
    """

    act: type
    says: str
    wraps: type | None = None
    fixed: Values = field(default_factory=dict)
    unasked: bool = False
    given: Callable[[TableState], Values] = _nothing

    def values(self, words: str) -> Values | None:
        """Return the fields named in these words; None if the words do not match."""
        found = self._pattern.fullmatch(words)
        if not found:
            return None
        named = {name: text for name, text in found.groupdict().items() if text is not None}
        return self._wrapped({**self.fixed, **{name: self._readings[name].read(text) for name, text in named.items()}})

    def of(self, name: str) -> type:
        """Return the act with this field: the wrapped act, if it has one of this name."""
        return self.wraps if self.wraps and name in readings.fields(self.wraps) else self.act

    def _wrapped(self, values: Values) -> Values:
        if self.wraps is None:
            return values
        own, inner = readings.fields(self.act), readings.fields(self.wraps)
        act = {name: value for name, value in values.items() if name in inner}
        outer = {name: value for name, value in values.items() if name in own}
        return {**outer, "act": {"kind": readings.tag(self.wraps), **act}}

    @cached_property
    def _readings(self) -> Mapping[str, readings.Reading]:
        return {
            name: readings.BY_NAME[how] if how else readings.of_field(self.of(name), name)
            for name, how in _FIELD.findall(self.says)
        }

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        parts = _FIELD.split(self.says)
        words, names = parts[::3], parts[1::3]
        fields = [f"(?P<{name}>{self._readings[name].pattern})" for name in names]
        told = [_literally(words[0]), *(f + _literally(word) for f, word in zip(fields, words[1:], strict=True))]
        return re.compile("".join(told))


_FIELD = re.compile(r"\{(\w+)(?::(\w+))?\}")


def _literally(words: str) -> str:
    """Return a pattern for these words: brackets are optional, a blank matches any number of blanks."""
    return re.escape(words).replace(r"\[", "(?:").replace(r"\]", ")?").replace(r"\ ", r"\s+")


def order_under_way(state: TableState) -> Values:
    """Return what the shuffler reports of a successful shuffle; empty if none is under way."""
    deck = next((deck for deck in state.decks if deck.order), None)
    if deck is None:
        return {}
    known = {"journal": state.journal, "order": deck.order, "back": deck.back.value}
    rest = {"shelf": deck.back.value, "shelf_cards": 52}
    return {**known, "mode": "shuffle", "counted": 52, "duration_ms": 45_000, "took_ms": 45_000, "rest": rest}


def _named(state: TableState, order: int) -> Values:
    return {"journal": state.journal, "order": order}


def clearing_under_way(state: TableState) -> Values:
    """Return which clearing the shuffler reports."""
    return _named(state, state.shuffler.clear)


def comparison_under_way(state: TableState) -> Values:
    """Return which comparison the shuffler reports, with counts that agree."""
    return {**_named(state, state.shuffler.compare), "went_in": 52, "came_out": 52, "lying": 0, "astray": 0}


def delivery_under_way(state: TableState) -> Values:
    """Return what the shuffler reports of a successful delivery; empty if it has no deck to deliver."""
    inside, shelf = state.in_shuffler, state.shuffler.shelf
    if shelf is not None:
        back, order = shelf.value, state.shuffler.deliver
    elif inside is not None and inside.proof is not None:
        back, order = inside.back.value, inside.proof.proved
    else:
        return {}
    rest = {"output": back, "output_cards": 52}
    return {**_named(state, order), "back": back, "counted": 52, "rest": rest}


def first_alert(state: TableState) -> Values:
    """Return the oldest active alert, which is meant if no step names one."""
    return {"alert": state.alerts[0].number} if state.alerts else {}


VERBS: tuple[Verb, ...] = (
    Verb(act=PressKey, says="{key}", unasked=True),
    Verb(act=OpenTable, says="opens the table"),
    Verb(act=IdleTable, says="spreads the decks of an idle table"),
    Verb(act=IdleTable, says="spreads the decks of an idle table face down", fixed={"face_up": False}, unasked=True),
    Verb(act=CloseTable, says="closes the table"),
    Verb(act=DistributeDecks, says="distributes the decks: {why}", unasked=True),
    Verb(act=InspectDecks, says="inspects the decks"),
    Verb(act=VerifyDecks, says="verifies the decks", unasked=True),
    Verb(act=SpreadDecks, says="spreads the decks"),
    Verb(act=ShowDecks, says="shows the decks"),
    Verb(act=AcceptPreShuffled, says="accepts the decks as pre-shuffled", unasked=True),
    Verb(act=WashDeck, says="washes the {back} deck", unasked=True),
    Verb(act=ShuffleByHand, says="shuffles the {back} deck by hand", unasked=True),
    Verb(act=ApproveHandShuffling, says="approves shuffling by hand: {why}", unasked=True),
    Verb(act=EndHandShuffling, says="ends shuffling by hand", unasked=True),
    Verb(act=OrderRecut, says="orders another cut: {why}", unasked=True),
    Verb(act=SortDeck, says="sorts the {back} deck", unasked=True),
    Verb(act=RemoveDeck, says="removes the {back} deck: {why}", unasked=True),
    Verb(
        act=ConfirmDeck,
        says="confirms the {back} deck: sorted {sorted_ago_min} and opened {opened_ago_min} minutes ago",
        unasked=True,
    ),
    Verb(
        act=CountCards, says="counts the stub of the {back} deck: {counted} cards", fixed={"what": "stub"}, unasked=True
    ),
    Verb(
        act=CountCards,
        says="counts the discards of the {back} deck: {counted} cards",
        fixed={"what": "discards"},
        unasked=True,
    ),
    Verb(act=CountCards, says="counts the whole {back} deck: {counted} cards", fixed={"what": "deck"}, unasked=True),
    Verb(act=Recount, says="counts the suspect {back} deck: {counted} cards", unasked=True),
    Verb(act=OverrideGate, says="overrides the gate for the {back} deck: {why}", unasked=True),
    Verb(act=ContinueRound, says="lets the halted round continue: {why}", unasked=True),
    Verb(act=SenseDeck, says="puts the {back} deck into the shuffler", unasked=True),
    Verb(act=SenseDeck, says="{back} deck put in", unasked=True),
    Verb(act=ReportShuffle, says="done", unasked=True, given=order_under_way),
    Verb(act=ReportShuffle, says="done, {counted} cards", unasked=True, given=order_under_way),
    Verb(act=ReportShuffle, says="done, {counted} cards with {back} backs", unasked=True, given=order_under_way),
    Verb(act=ReportShuffle, says="done, set to {mode}", unasked=True, given=order_under_way),
    Verb(act=ReportShuffleFailure, says="stops: {reason}", unasked=True, given=order_under_way),
    Verb(
        act=ReportLoad,
        says="feed is {fill}",
        unasked=True,
        given=order_under_way,
    ),
    Verb(
        act=ReportWear,
        says="{cycles} cycles, {since_service} since its service, due every {service_every}, made for {life}",
        unasked=True,
    ),
    Verb(act=SenseHousing, says="housing opened", fixed={"open": True}, unasked=True),
    Verb(act=SenseHousing, says="housing shut", fixed={"open": False}, unasked=True),
    Verb(act=SenseLid, says="lid opened", fixed={"open": True}, unasked=True),
    Verb(act=SenseLid, says="lid closed", fixed={"open": False}, unasked=True),
    Verb(act=SenseJam, says="jammed in the {place}", unasked=True),
    Verb(act=SenseSwitch, says="switched to {mode}", unasked=True),
    Verb(act=SenseShelf, says="{back} deck on its shelf", unasked=True),
    Verb(act=SenseShelf, says="shelf empty", fixed={"back": None}, unasked=True),
    Verb(act=SenseFaultLamp, says="fault lamp lit", fixed={"lit": True}, unasked=True),
    Verb(act=SenseFaultLamp, says="fault lamp dark", fixed={"lit": False}, unasked=True),
    Verb(act=SenseReadyDark, says="ready lamp dark", unasked=True),
    Verb(
        act=ReportShuffle,
        says="ready lamp lit again",
        fixed={"mode": None, "counted": None, "known": "witnessed"},
        unasked=True,
        given=order_under_way,
    ),
    Verb(act=LoadDeck, says="loads the {back} deck", unasked=True),
    Verb(act=SenseRestart, says="power is back", unasked=True),
    Verb(act=ReportClearing, says="cleared, {found} cards found", unasked=True, given=clearing_under_way),
    Verb(act=ReportDelivery, says="gives out {counted} cards", unasked=True, given=delivery_under_way),
    Verb(act=ReportReconciliation, says="cards in and out agree", unasked=True, given=comparison_under_way),
    Verb(
        act=ReportReconciliation,
        says="{went_in} cards in, {came_out} out, {astray} astray",
        unasked=True,
        given=comparison_under_way,
    ),
    Verb(act=ReportActFailure, says="cannot compare: {reason}", unasked=True, given=comparison_under_way),
    Verb(
        act=ReportFirmwareList,
        says="firmware is listed by {house_key}, serial {serial}, as {sha256}",
        unasked=True,
    ),
    Verb(act=ReportSelfTest, says="all parts are good", unasked=True),
    Verb(act=OrderReconciliation, says="lets the shuffler compare its cards", unasked=True),
    Verb(act=OrderClearing, says="lets the shuffler run its path empty", unasked=True),
    Verb(act=SenseFeed, says="{back} deck in its feed", unasked=True),
    Verb(act=SenseBoot, says="start number {boot}", unasked=True),
    Verb(act=ReportEmptied, says="deck taken from the {place}", unasked=True),
    Verb(act=ReportForeign, says="not the paired device: {reason}", unasked=True),
    Verb(act=ReportTampering, says="{forged} frames forged, {replayed} repeated", unasked=True),
    Verb(act=SensePuck, says="at seat {seat}", unasked=True),
    Verb(act=SensePuck, says="at no seat", fixed={"seat": None}, unasked=True),
    Verb(act=SenseDevice, says="{device} answers: {detail}", fixed={"up": True}, unasked=True),
    Verb(act=SenseDevice, says="{device} is gone: {detail}", fixed={"up": False}, unasked=True),
    Verb(act=CutDeck, says="cuts the {back} deck"),
    Verb(act=Deal, says="deals the round"),
    Verb(act=CallFloor, says="calls the floor"),
    Verb(act=EndFloorCall, says="sends the floor away"),
    Verb(act=AcknowledgeAlert, says="acknowledges the alert", given=first_alert),
    Verb(act=ClearAlert, says="clears the alert[: {note}]", given=first_alert),
    Verb(act=RequestApproval, says="asks for a void round: {why}", wraps=VoidRound, unasked=True),
    Verb(
        act=RequestApproval,
        says="asks to override the gate for the {back} deck: {why}",
        wraps=OverrideGate,
        unasked=True,
    ),
    Verb(act=RequestApproval, says="asks to let the halted round continue: {why}", wraps=ContinueRound, unasked=True),
    Verb(
        act=RequestApproval,
        says="asks to accept the count of the {back} deck, {counted} cards: {why}",
        wraps=Recount,
        unasked=True,
    ),
    Verb(
        act=RequestApproval,
        says="asks to correct the wager of fact {of} to {to_cents}: {why}",
        wraps=CorrectWager,
        unasked=True,
    ),
    Verb(
        act=RequestApproval,
        says="asks to correct the wager of fact {of} to a fold: {why}",
        wraps=CorrectWager,
        fixed={"to_cents": None},
        unasked=True,
    ),
    Verb(
        act=RequestApproval,
        says="asks to correct the sum of round {round} to {dice}: {why}",
        wraps=CorrectSum,
        unasked=True,
    ),
    Verb(act=RequestApproval, says="asks to enroll {person} as {roles}: {why}", wraps=EnrolPerson, unasked=True),
    Verb(act=RequestApproval, says="asks for another PIN of {person}: {why}", wraps=ResetPin, unasked=True),
    Verb(
        act=RequestApproval,
        says="asks to enroll the key {public} of {actor} as {role}: {why}",
        wraps=EnrolKey,
        unasked=True,
    ),
    Verb(act=CorrectSum, says="corrects the sum of round {round} to {dice}: {why}", unasked=True),
    Verb(act=CorrectCards, says="corrects the cards of fact {of} to {cards}: {why}", unasked=True),
    Verb(act=CorrectCards, says="corrects the cards of seat {seat} in fact {of} to {cards}: {why}", unasked=True),
    Verb(act=CorrectWager, says="corrects the wager of fact {of} to {to_cents}: {why}", unasked=True),
    Verb(act=Approve, says="approves"),
    Verb(act=Decline, says="declines[: {why}]"),
    Verb(act=EnrolPerson, says="enrols {person} as {roles}", unasked=True),
    Verb(act=RevokePerson, says="revokes {person}", unasked=True),
    Verb(act=ResetPin, says="gives {person} another PIN", unasked=True),
    Verb(act=EnrolKey, says="enrols the key {public} of {actor} as {role}", unasked=True),
    Verb(act=RevokeKey, says="revokes the key {key}", unasked=True),
    Verb(act=RelieveDealer, says="{dealer} takes over", unasked=True),
    Verb(act=TakeBack, says="takes the last step back", unasked=True),
    Verb(act=OpenFund, says="opens the bad beat fund with {cents}"),
    Verb(act=PayBadBeat, says="pays the bad beat"),
    Verb(act=DenyBadBeat, says="finds no bad beat: {why}"),
    Verb(act=CollectTimeCharge, says="collects the time charge"),
    Verb(act=ConvertCoin, says="changes the coin into chips"),
    Verb(act=ConvertCurrency, says="changes {cents} of seat {seat}'s currency into chips"),
    Verb(act=ChangeGame, says="changes the game to {game}"),
    Verb(act=TakeSeat, says="a player sits down at seat {seat}[ with {cents}]", unasked=True),
    Verb(act=LeaveSeat, says="seat {seat} leaves", unasked=True),
    Verb(act=StepAway, says="seat {seat} steps away with {cents}", fixed={"stakes": "counted"}, unasked=True),
    Verb(act=StepAway, says="seat {seat} steps away, all counted", fixed={"stakes": "counted"}, unasked=True),
    Verb(act=StepAway, says="seat {seat} steps away, stakes covered", fixed={"stakes": "covered"}, unasked=True),
    Verb(act=ComeBack, says="seat {seat} comes back[ with {cents}]", unasked=True),
    Verb(act=AddChips, says="seat {seat} adds {cents}", unasked=True),
    Verb(act=Straddle, says="seat {seat} straddles[ for {cents}]", fixed={"withdrawn": False}, unasked=True),
    Verb(act=Straddle, says="seat {seat} does not straddle after all", fixed={"withdrawn": True}),
    Verb(act=PostMissedBlinds, says="seat {seat} posts the missed blinds", fixed={"withdrawn": False}, unasked=True),
    Verb(act=PostMissedBlinds, says="seat {seat} waits for the blind after all", fixed={"withdrawn": True}),
    Verb(act=ChangeSeat, says="seat {seat} moves to seat {to}", unasked=True),
    Verb(act=CompleteBetting, says="the betting is complete"),
    Verb(act=CompleteBetting, says="the stub is too short", fixed={"stub_short": True}),
    Verb(act=CompleteDraw, says="everybody has drawn[, {drawn} cards]"),
    Verb(act=AwardUncontested, says="all others folded[, seat {seat} wins]"),
    Verb(act=AwardPot, says="pushes the pot"),
    Verb(act=AwardPot, says="pushes the pot to {seats}"),
    Verb(act=DealStreet, says="deals"),
    Verb(act=DealStreet, says="deals {hands}"),
    Verb(act=DealStreet, says="deals {board}"),
    Verb(act=MakeForcedBet, says="seat {seat} makes the forced bet"),
    Verb(act=Fold, says="seat {seat} folds", unasked=True),
    Verb(act=Check, says="seat {seat} checks"),
    Verb(act=Call, says="seat {seat} calls[ and discards {discards}]"),
    Verb(act=Bet, says="seat {seat} bets {to_cents}[ and discards {discards}]"),
    Verb(act=Bet, says="seat {seat} completes to {to_cents}[ and discards {discards}]"),
    Verb(act=Bet, says="seat {seat} raises to {to_cents}[ and discards {discards}]"),
    Verb(act=Draw, says="seat {seat} stands pat"),
    Verb(act=Draw, says="seat {seat} draws {discards:count}"),
    Verb(act=Draw, says="seat {seat} discards {discards}[ and draws {drawn}]"),
    Verb(act=ShowHand, says="seat {seat} shows {cards}"),
    Verb(act=MuckHand, says="seat {seat} mucks"),
    Verb(act=FoulHand, says="seat {seat}'s hand is fouled: {why}", unasked=True),
    Verb(act=VoidRound, says="declares the round void: {why}", unasked=True),
    Verb(act=PlaceWager, says="seat {seat} puts {cents} on {wager}", unasked=True),
    Verb(act=TakeWagerDown, says="seat {seat} takes {wager} down"),
    Verb(act=CloseBets, says="calls no more bets"),
    Verb(act=PutCoverOn, says="puts the cover on"),
    Verb(act=CompleteDealerShake, says="has shaken"),
    Verb(act=AcceptShaker, says="seat {seat} takes the shaker"),
    Verb(act=RefuseShaker, says="seat {seat} refuses the shaker"),
    Verb(act=RefuseForAll, says="nobody takes the shaker"),
    Verb(act=PassShaker, says="the shaker is passed"),
    Verb(act=OrderShakerPassed, says="orders the shaker passed for {why}"),
    Verb(act=Uncover, says="uncovers the dice"),
    Verb(act=NoteDie, says="one die shows {face}"),
    Verb(act=CallSum, says="calls {dice}", unasked=True),
    Verb(act=CallNoRoll, says="calls no roll: {why}"),
    Verb(act=CollectLosers, says="collects the losing wagers"),
    Verb(act=PayWinners, says="pays the winners"),
    Verb(act=SenseCover, says="cover on", fixed={"on": True}, unasked=True),
    Verb(act=SenseCover, says="cover off", fixed={"on": False}, unasked=True),
    Verb(act=SenseShakes, says="shaken {count} times", unasked=True),
    Verb(act=SenseDock, says="docked", fixed={"docked": True}, unasked=True),
    Verb(act=SenseDock, says="lifted", fixed={"docked": False}, unasked=True),
    Verb(act=SenseTamper, says="opened", fixed={"open": True}, unasked=True),
    Verb(act=SenseTamper, says="closed again", fixed={"open": False}, unasked=True),
)
