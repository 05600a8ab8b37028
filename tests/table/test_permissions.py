"""Who may ask for what, and how old a look at the table may be."""

import pytest

from firmware_host.rules.decision import Code, Key, Role
from firmware_host.rules.dice.shaker import NoRoll
from firmware_host.rules.dice.wagers import Wager
from firmware_host.rules.game import GameName
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
from firmware_host.rules.round_facts import CommunityDealt
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
    OrderedFor,
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
from firmware_host.table.acts.intent import Act, Via
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
from firmware_host.table.terms import Adjustment, AwayStakes, Back, Counted, Fill, JamPlace, Mode, Previous, Rest
from tests.worlds.pure_table import JOURNAL, PureTable, configuration

FLOOR = {Role.FLOORPERSON, Role.POKER_SHIFT_SUPERVISOR, Role.CASINO_SUPERVISOR}

PEOPLE = {Role.DEALER, Role.FLOORPERSON}

SUPERVISORS = {Role.POKER_SHIFT_SUPERVISOR, Role.CASINO_SUPERVISOR}

AT_MINI_DICE: list[Act] = [
    PlaceWager(seat=1, wager=Wager.FIELD, cents=500),
    TakeWagerDown(seat=1, wager=Wager.FIELD),
    CloseBets(),
    PutCoverOn(),
    CompleteDealerShake(),
    AcceptShaker(seat=1),
    RefuseShaker(seat=1),
    RefuseForAll(),
    PassShaker(),
    Uncover(),
    NoteDie(face=3),
    CallSum(dice=(3, 4)),
    CallNoRoll(why=NoRoll.NOT_FLAT),
    CollectLosers(),
    PayWinners(),
]

THE_SHAKER_TELLS: list[Act] = [
    SenseCover(on=True),
    SenseShakes(count=3),
    SenseDock(docked=True),
    SenseTamper(open=True),
]

ON_DUTY = PEOPLE | SUPERVISORS

TOLD_AT_THE_FULL_LEVEL: list[Act] = [
    CompleteDraw(),
    DealStreet(),
    MakeForcedBet(seat=1),
    Fold(seat=1),
    Check(seat=1),
    Call(seat=1),
    Bet(seat=1, to_cents=400),
    Draw(seat=1),
    ShowHand(seat=1, cards=("As", "Kd")),
    MuckHand(seat=1),
]

MAY: list[tuple[Act, set[Role]]] = [
    (Start(software="x", config=configuration()), {Role.HOST}),
    (PassDeadline(name="shuffle-blue"), {Role.HOST}),
    (
        RestoreJournal(previous=Previous(journal=JOURNAL, number=1, hash="ab" * 32), by="one", second="another"),
        {Role.HOST},
    ),
    (SenseClock(), {Role.HOST}),
    (SenseDisk(free_mib=1, least_mib=2), {Role.HOST}),
    (ReportProgram(), {Role.HOST}),
    (ReportSetAside(topic="fh1/demo/poker-1/fact", of=1, why="it breaks off"), {Role.HOST}),
    (ReportRecordEnd(why="journal.end was missing", last=1), {Role.HOST}),
    (AcceptRecordEnd(of=1), {Role.FLOORPERSON, *SUPERVISORS}),
    (ReportNewerRecord(number=2, hash="ab" * 32, key="5e" * 32, last=1), {Role.HOST}),
    (ReportIgnoredCheckpoint(why="it is of another record"), {Role.HOST}),
    (EnrolKey(public="5e" * 32, actor="floor-1", role=Role.FLOORPERSON), {Role.CASINO_SUPERVISOR}),
    (RevokeKey(key="0123456789abcdef"), {Role.CASINO_SUPERVISOR, Role.HOST}),
    (TakeSnapshot(of=1, digest="cd" * 32, fold="ef" * 32), {Role.HOST}),
    (OpenTable(), PEOPLE),
    (IdleTable(), PEOPLE),
    (CloseTable(), PEOPLE),
    (DistributeDecks(why="two decks for a table of small limits"), SUPERVISORS),
    (InspectDecks(), {Role.DEALER}),
    (VerifyDecks(), FLOOR),
    (SpreadDecks(), PEOPLE),
    (ShowDecks(), PEOPLE),
    (AcceptPreShuffled(), PEOPLE),
    (WashDeck(back=Back.BLUE), PEOPLE),
    (ShuffleByHand(back=Back.BLUE), PEOPLE),
    (ApproveHandShuffling(why="the shuffler jams"), FLOOR),
    (EndHandShuffling(), PEOPLE),
    (OrderRecut(why="fewer than ten cards"), {Role.CASINO_SUPERVISOR}),
    (SortDeck(back=Back.BLUE), PEOPLE),
    (RemoveDeck(back=Back.BLUE, why="a torn card"), PEOPLE),
    (ConfirmDeck(back=Back.BLUE, sorted_ago_min=60, opened_ago_min=120), FLOOR),
    (CountCards(what=Counted.DECK, back=Back.BLUE, counted=52), PEOPLE),
    (Recount(back=Back.BLUE, counted=52), ON_DUTY),
    (OverrideGate(back=Back.BLUE, why="the shuffler is away"), ON_DUTY),
    (ContinueRound(why="the floor has seen it"), ON_DUTY),
    (CutDeck(back=Back.BLUE), PEOPLE),
    (Deal(), PEOPLE),
    (CompleteBetting(), PEOPLE),
    (AwardUncontested(), PEOPLE),
    (AwardPot(), PEOPLE),
    *((act, PEOPLE) for act in TOLD_AT_THE_FULL_LEVEL),
    (OpenFund(cents=0), SUPERVISORS),
    (PayBadBeat(), SUPERVISORS),
    (DenyBadBeat(why="the hand was misread"), SUPERVISORS),
    (CollectTimeCharge(), PEOPLE),
    (ConvertCoin(), PEOPLE),
    (ConvertCurrency(seat=1, cents=100), PEOPLE),
    (ChangeGame(game=GameName.OMAHA), {Role.FLOORPERSON, Role.POKER_SHIFT_SUPERVISOR}),
    (TakeSeat(seat=3), PEOPLE),
    (LeaveSeat(seat=1), {*PEOPLE, Role.POKER_SHIFT_SUPERVISOR}),
    (StepAway(seat=1, stakes=AwayStakes.COVERED), {Role.FLOORPERSON, Role.POKER_SHIFT_SUPERVISOR}),
    (ComeBack(seat=1), {Role.FLOORPERSON, Role.POKER_SHIFT_SUPERVISOR}),
    (AddChips(seat=1, cents=100), PEOPLE),
    (Straddle(seat=1, cents=800), PEOPLE),
    (PostMissedBlinds(seat=1), PEOPLE),
    (ChangeSeat(seat=1, to=3), PEOPLE),
    (FoulHand(seat=1, why="six cards"), PEOPLE),
    (VoidRound(why="51 cards"), ON_DUTY),
    (TakeBack(), PEOPLE),
    (AcknowledgeAlert(alert=1), {*ON_DUTY, Role.TECHNICIAN}),
    (ClearAlert(alert=1), {*ON_DUTY, Role.TECHNICIAN}),
    (AdoptHouseKey(candidate=1), {Role.FLOORPERSON, *SUPERVISORS}),
    (AdoptConfiguration(candidate=1), {Role.FLOORPERSON, *SUPERVISORS}),
    (CorrectWager(of=1, to_cents=400, why="misread"), ON_DUTY),
    (CorrectCards(of=1, cards=("As",), why="misread"), {Role.FLOORPERSON, *SUPERVISORS}),
    (AdjustMoney(lines=(Adjustment(seat=1, cents=100),), why="miscounted"), ON_DUTY),
    (RequestApproval(act=VoidRound(why="51 cards"), why="51 cards"), ON_DUTY),
    (Approve(request=1), ON_DUTY),
    (Decline(request=1, why="no"), ON_DUTY),
    (CallFloor(), PEOPLE),
    (BeginTrust(person="pit-1", roles=(Role.CASINO_SUPERVISOR,)), {Role.HOST}),
    (EnrolPerson(person="floor-1", roles=(Role.FLOORPERSON,)), {Role.CASINO_SUPERVISOR}),
    (RevokePerson(person="floor-1"), {Role.CASINO_SUPERVISOR, Role.HOST}),
    (ResetPin(person="floor-1"), {Role.CASINO_SUPERVISOR}),
    (ReportWrongPin(person="floor-1"), {Role.HOST}),
    (ReportRightPin(person="floor-1"), {Role.HOST}),
    (RelieveDealer(dealer="dealer-2"), {*PEOPLE, Role.POKER_SHIFT_SUPERVISOR}),
    (EndFloorCall(), PEOPLE),
    (PressKey(key=Key.NEXT), {Role.DEALER}),
    (SenseDevice(device="shuffler", up=True, detail=""), {Role.DEVICE}),
    (SenseDeck(back=Back.BLUE), {Role.DEVICE}),
    (SensePuck(seat=1), {Role.DEVICE}),
    (SenseLid(open=True), {Role.DEVICE}),
    (SenseHousing(open=True), {Role.DEVICE}),
    (SenseJam(place=JamPlace.FEED), {Role.DEVICE}),
    (SenseSwitch(mode=Mode.SORT), {Role.DEVICE}),
    (SenseRestart(), {Role.DEVICE}),
    (SenseFaultLamp(lit=True), {Role.DEVICE}),
    (SenseReadyDark(), {Role.DEVICE}),
    (SenseShelf(back=None), {Role.DEVICE}),
    (LoadDeck(back=Back.BLUE), PEOPLE),
    (ReportClearing(journal=JOURNAL, order=1, found=0), {Role.DEVICE}),
    (ReportDelivery(journal=JOURNAL, order=1, back=Back.BLUE, counted=52), {Role.DEVICE}),
    (ReportReconciliation(journal=JOURNAL, order=1, went_in=0, came_out=0, lying=0, astray=0), {Role.DEVICE}),
    (ReportSelfTest(), {Role.DEVICE}),
    (ReportFirmwareList(house_key="0" * 64, serial=1, sha256="0" * 64), {Role.HOST}),
    (ReportWear(cycles=1, since_service=1, service_every=1, life=1), {Role.DEVICE}),
    (ReportLoad(journal=JOURNAL, order=1, back=None, fill=Fill.EMPTY), {Role.DEVICE}),
    (ReportActFailure(journal=JOURNAL, order=1, reason="lid"), {Role.DEVICE}),
    (OrderReconciliation(), {*PEOPLE, Role.TECHNICIAN}),
    (OrderClearing(), {*PEOPLE, Role.TECHNICIAN}),
    (SenseFeed(back=Back.BLUE), {Role.DEVICE}),
    (ReportStanding(rest=Rest()), {Role.DEVICE}),
    (ReportUnreadable(what="JAMMED", length=10, digest="4f" * 8), {Role.DEVICE}),
    (SenseBoot(boot=7), {Role.DEVICE}),
    (ReportEmptied(place=JamPlace.SHELVES), {Role.DEVICE}),
    (ReportForeign(reason="it is not the paired device"), {Role.DEVICE}),
    (ReportTampering(forged=1, replayed=0), {Role.DEVICE}),
    (
        ReportShuffle(journal=JOURNAL, order=1, mode=Mode.SHUFFLE, counted=52, back=Back.BLUE, duration_ms=1),
        {Role.DEVICE},
    ),
    (ReportShuffleFailure(journal=JOURNAL, order=1, reason="jam"), {Role.DEVICE}),
    *((act, PEOPLE) for act in AT_MINI_DICE),
    (CorrectSum(round=1, dice=(2, 4), why="misread"), ON_DUTY),
    (OrderShakerPassed(why=OrderedFor.DELAY), {Role.FLOORPERSON}),
    *((act, {Role.DEVICE}) for act in THE_SHAKER_TELLS),
]


def test_every_act_is_in_the_list() -> None:
    assert {type(act) for act, _ in MAY} == set(Act.__args__)


@pytest.mark.parametrize("role", Role)
def test_only_those_who_may_are_heard(role: Role) -> None:
    answers = {repr(act): PureTable().opened().ask(act, role=role) for act, _ in MAY}
    heard = {act for act, answer in answers.items() if getattr(answer, "code", None) is not Code.NOT_YOUR_ROLE}
    assert heard == {repr(act) for act, may in MAY if role in may}


def test_nobody_but_a_device_can_claim_a_shuffle() -> None:
    table = PureTable().opened()
    order = table.loaded(Back.BLUE)
    claim = ReportShuffle(journal=JOURNAL, order=order, mode=Mode.SHUFFLE, counted=52, back=Back.BLUE, duration_ms=1)
    for role in set(Role) - {Role.DEVICE}:
        refusal = table.refuses(claim, role=role)
        assert refusal.allowed_by == "leave this to the devices that report it"
    assert table.refuses(Deal()).code is Code.NO_SHUFFLE_PROOF


@pytest.mark.parametrize("via", [Via.PANEL, Via.MQTT, Via.SCRIPT])
def test_a_person_who_has_not_seen_the_present_turn_is_out_of_date(via: Via) -> None:
    table = PureTable().opened().dealt()
    turn = table.state.turn
    refusal = table.refuses(CompleteBetting(), via=via, seen=turn - 1)
    assert refusal.code is Code.OUT_OF_DATE
    assert (
        refusal.reason == f"the table has moved on since fact {turn - 1}, which the request refers to: "
        f"the present step began with fact {turn}"
    )
    table.does(SensePuck(seat=3))
    assert table.ask(CompleteBetting(), via=via, seen=turn), "what a sensor told since is no new turn"


@pytest.mark.parametrize("act", [CompleteBetting(), AcknowledgeAlert(alert=1), Approve(request=1)])
def test_nobody_has_seen_what_is_still_to_come(act: Act) -> None:
    """Otherwise nobody could tell how old it is."""
    table = PureTable().opened().dealt()
    last = table.state.last
    refusal = table.refuses(act, via=Via.PANEL, seen=last + 1)
    assert refusal.code is Code.OUT_OF_DATE
    assert refusal.reason == f"the request refers to fact {last + 1}, but the newest fact is {last}"


def test_a_key_acts_on_the_present_by_nature() -> None:
    table = PureTable().opened().dealt()
    answer = table.ask(PressKey(key=Key.NEXT), seen=0)
    assert isinstance(answer, tuple)
    assert CommunityDealt in [type(fact.body) for fact in answer]


def test_two_who_press_on_the_same_look_act_once() -> None:
    table = PureTable().opened().dealt()
    seen = table.state.last
    assert isinstance(table.ask(CompleteBetting(), seen=seen), tuple)
    assert table.refuses(CompleteBetting(), seen=seen).code is Code.OUT_OF_DATE


def test_before_the_start_nothing_becomes_a_fact() -> None:
    table = PureTable()
    for act in (act for act, _ in MAY if not isinstance(act, Start | RestoreJournal)):
        assert table.refuses(act).allowed_by == "start the controller with a table.toml"
    table.does(Start(software="x", config=configuration()))
    assert [fact.number for fact in table.facts] == [1, 2, 3]
