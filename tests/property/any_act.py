"""Everything anybody could ask of a table, for machines that draw it by chance: all acts, roles and posted games."""

from typing import Any

from hypothesis import strategies as st
from msgspec.structs import replace

from firmware_host.rules.decision import Key, Role
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
    Fold,
    FoulHand,
    MakeForcedBet,
    MuckHand,
    ShowHand,
    VoidRound,
)
from firmware_host.table.acts.approvals import Approvable, Approve, Decline, RequestApproval
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
from firmware_host.table.acts.dice import CloseBets
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
from firmware_host.table.acts.intent import Act
from firmware_host.table.acts.money import (
    CollectTimeCharge,
    ConvertCoin,
    ConvertCurrency,
    DenyBadBeat,
    OpenFund,
    PayBadBeat,
)
from firmware_host.table.acts.record_in_doubt import AcceptRecordEnd, ReportIgnoredCheckpoint
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
from firmware_host.table.acts.system import AdoptConfiguration, PassDeadline, SenseDevice, SenseDisk, Start
from firmware_host.table.config import PostedGame, TableConfig
from firmware_host.table.identities import STAFF, id_of
from firmware_host.table.terms import Adjustment, AwayStakes, Back, Counted, Fill, Grade, JamPlace, Known, Mode, Rest
from tests.worlds.opening import EVERYBODY
from tests.worlds.pure_table import JOURNAL, configuration

SOFTWARE = "firmware-host 0"

SECOND = "another"

OTHERS = st.sampled_from(["dealer-1", "pit-1", "floor-1"])
"""`EVERYBODY` asks for what is offered, and stays enrolled; with these anything may be done."""

ANYBODY = st.just(EVERYBODY) | OTHERS

SOME_ROLES = st.lists(st.sampled_from(Role), max_size=3).map(tuple)

SOME_SEATS = st.integers(1, 11)


def some_configuration(*, shuffler: bool, accepts: tuple[Grade, ...], **other: Any) -> TableConfig:
    return configuration(shuffler=shuffler, accepts=accepts if shuffler else (*accepts, Grade.BY_HAND), **other)


CONFIGURATIONS = st.builds(
    some_configuration,
    seats=st.sets(SOME_SEATS, min_size=2).map(lambda seats: tuple(sorted(seats))),
    blinds=st.integers(1, 3),
    relief_minutes=st.sampled_from([0, 0, 30]),
    dealers_enrolled=st.booleans(),
    accepts=st.sampled_from(
        [(Grade.REPORTED,), tuple(set(Grade) - {Grade.OVERRIDDEN}), (Grade.REPORTED,), (Grade.ATTESTED,)]
    ),
    shuffler=st.sampled_from([True, True, False]),
    idle_without_round_minutes=st.sampled_from([0, 0, 5, 15]),
    decks=st.permutations(list(Back)).map(lambda backs: (backs[0], backs[1])),
)

CONFIGURATIONS = CONFIGURATIONS.flatmap(
    lambda config: st.sampled_from([0, 1, 5, 5, 60]).map(lambda minutes: replace(config, idle_minutes=minutes))
)

KEYS = st.sampled_from([digits * 32 for digits in ("5e", "6f")])

SOME_ROLE = st.sampled_from([Role.DEALER, Role.FLOORPERSON, Role.CASINO_SUPERVISOR])

APPROVABLE: st.SearchStrategy[Approvable] = st.one_of(
    st.just(VoidRound(why="51 cards")),
    st.just(ContinueRound(why="the floor looked")),
    st.builds(OverrideGate, back=st.sampled_from(Back), why=st.just("no shuffler")),
    st.builds(Recount, back=st.sampled_from(Back), counted=st.sampled_from([51, 52])),
    st.builds(AdoptConfiguration, candidate=st.integers(0, 60)),
    st.builds(AcceptRecordEnd, of=st.integers(0, 60)),
    st.builds(CorrectWager, of=st.integers(0, 200), to_cents=st.just(400), why=st.just("misread")),
    st.just(AdjustMoney(lines=(Adjustment(seat=1, cents=100),), why="miscounted")),
    st.just(CorrectSum(round=1, dice=(3, 4), why="misread")),
    st.builds(AdoptHouseKey, candidate=st.integers(0, 60)),
    st.builds(EnrolPerson, person=OTHERS, roles=SOME_ROLES),
    st.builds(ResetPin, person=OTHERS),
    st.builds(EnrolKey, public=KEYS, actor=OTHERS, role=st.sampled_from(Role)),
)

POSTED = (PostedGame(game=GameName.STUD), PostedGame(game=GameName.OMAHA, blinds=1))

CONFIGURATIONS = CONFIGURATIONS | CONFIGURATIONS.map(lambda config: replace(config, games=POSTED))

CONFIGURATIONS = CONFIGURATIONS | CONFIGURATIONS.map(
    lambda config: replace(config, straddle=True, missed_blinds=True, seat_changes=True)
)

ORDERS, CARDS = st.integers(0, 60), st.sampled_from([0, 1, 51, 52, 53, 104])

JOURNALS = st.sampled_from([JOURNAL, JOURNAL, "f" * 32])

BACKS = st.sampled_from(Back)

RESTS = st.builds(
    Rest,
    mode=st.sampled_from(Mode),
    lid_open=st.booleans(),
    jam=st.none() | st.sampled_from(JamPlace),
    feed=st.none() | BACKS,
    shelf=st.none() | BACKS,
    shelf_cards=CARDS,
    output=st.none() | BACKS,
    output_cards=CARDS,
    astray=st.sampled_from([0, 0, 1]),
    moving=st.booleans(),
)

ANY_REPORT: st.SearchStrategy[Act] = st.one_of(
    st.sampled_from(
        [
            SenseRestart(),
            SenseReadyDark(),
            ReportSelfTest(failed=("camera",)),
            ReportForeign(reason="another device answers"),
            ReportTampering(forged=1, replayed=2),
            ReportWear(cycles=300_000, since_service=25_000, service_every=25_000, life=300_000),
        ]
    ),
    st.builds(SenseLid, open=st.booleans()),
    st.builds(SenseHousing, open=st.booleans()),
    st.builds(SenseFaultLamp, lit=st.booleans()),
    st.builds(SenseJam, place=st.sampled_from(JamPlace)),
    st.builds(SenseSwitch, mode=st.sampled_from(Mode)),
    st.builds(SenseShelf, back=st.none() | BACKS),
    st.builds(SenseFeed, back=BACKS),
    st.builds(SenseBoot, boot=st.integers(0, 5)),
    st.builds(ReportEmptied, place=st.sampled_from(JamPlace)),
    st.builds(ReportStanding, rest=RESTS),
    st.builds(ReportLoad, journal=JOURNALS, order=ORDERS, back=st.none() | BACKS, fill=st.sampled_from(Fill)),
    st.builds(ReportClearing, journal=JOURNALS, order=ORDERS, found=CARDS),
    st.builds(ReportDelivery, journal=JOURNALS, order=ORDERS, back=BACKS, counted=CARDS, rest=st.none() | RESTS),
    st.builds(ReportActFailure, journal=JOURNALS, order=ORDERS, reason=st.just("jam"), ended=st.booleans()),
    st.builds(
        ReportReconciliation, journal=JOURNALS, order=ORDERS, went_in=CARDS, came_out=CARDS, lying=CARDS, astray=CARDS
    ),
    st.builds(ReportUnreadable, what=st.just("DELIVERED"), length=st.just(44), digest=st.just("5e" * 8), order=ORDERS),
    st.builds(ReportShuffleFailure, journal=JOURNALS, order=ORDERS, reason=st.sampled_from(["jam", "lid"])),
    st.builds(
        ReportShuffle,
        journal=JOURNALS,
        order=ORDERS,
        mode=st.sampled_from(Mode),
        counted=st.sampled_from([0, 51, 52, 53]),
        back=BACKS,
        duration_ms=st.sampled_from([0, 500, 45_000]),
        took_ms=st.sampled_from([0, 500, 45_000]),
        rest=st.none() | RESTS,
        known=st.sampled_from(Known),
        nonce_fits=st.sampled_from([True, True, False]),
    ),
)
"""What a shuffler can report, true or not, of this journal or another."""

ANY_ACT: st.SearchStrategy[Act] = st.one_of(
    ANY_REPORT,
    st.sampled_from(
        [OrderReconciliation(), OrderClearing(), DistributeDecks(why="a jam"), CloseBets(), CompleteDraw()]
    ),
    st.builds(LoadDeck, back=BACKS),
    st.builds(AddChips, seat=SOME_SEATS, cents=st.just(500)),
    st.builds(EnrolKey, public=KEYS, actor=OTHERS, role=st.sampled_from(Role)),
    st.builds(RevokeKey, key=KEYS.map(id_of)),
    st.builds(SenseDisk, free_mib=st.sampled_from([10, 1000]), least_mib=st.just(100)),
    st.builds(DealStreet, board=st.sampled_from([(), ("As",), ("??", "??", "??")])),
    *(st.builds(act, seat=SOME_SEATS) for act in (MakeForcedBet, Fold, Check, Call, MuckHand)),
    st.builds(Bet, seat=SOME_SEATS, to_cents=st.sampled_from([100, 400])),
    st.builds(ShowHand, seat=SOME_SEATS, cards=st.just(("As", "Kd"))),
    st.sampled_from(
        [
            OpenTable(),
            Deal(),
            CompleteBetting(),
            AwardUncontested(),
            AwardPot(),
            TakeBack(),
            CallFloor(),
            EndFloorCall(),
            IdleTable(),
            IdleTable(face_up=False),
            CloseTable(),
            InspectDecks(),
            VerifyDecks(),
            SpreadDecks(),
            ShowDecks(),
            AcceptPreShuffled(),
            ApproveHandShuffling(why="a jam"),
            EndHandShuffling(),
            OrderRecut(why="too few cards"),
        ]
    ),
    st.builds(Start, software=st.just(SOFTWARE), config=CONFIGURATIONS),
    st.builds(AcknowledgeAlert, alert=st.integers(0, 60)),
    st.builds(ClearAlert, alert=st.integers(0, 60), note=st.just("mended")),
    st.builds(RequestApproval, act=APPROVABLE, why=st.just("it has to be")),
    st.builds(Approve, request=st.integers(0, 60)),
    st.builds(Decline, request=st.integers(0, 60), why=st.just("no")),
    APPROVABLE,
    st.builds(CorrectCards, of=st.integers(0, 200), cards=st.just(("As", "Kd", "2c")), why=st.just("misread")),
    *(st.builds(act, back=st.sampled_from(Back)) for act in (WashDeck, ShuffleByHand, SortDeck)),
    st.builds(RemoveDeck, back=st.sampled_from(Back), why=st.just("torn")),
    st.builds(
        ConfirmDeck,
        back=st.sampled_from(Back),
        sorted_ago_min=st.integers(0, 100),
        opened_ago_min=st.integers(0, 400),
    ),
    st.builds(
        CountCards,
        what=st.sampled_from(Counted),
        back=st.sampled_from(Back),
        counted=st.none() | st.sampled_from([0, 20, 36, 51, 52]),
    ),
    st.builds(CutDeck, back=st.sampled_from(Back)),
    st.builds(AwardUncontested, seat=SOME_SEATS),
    st.builds(AwardPot, seats=st.lists(SOME_SEATS, max_size=3).map(tuple)),
    st.builds(FoulHand, seat=SOME_SEATS, why=st.just("six cards")),
    st.builds(BeginTrust, person=st.just(EVERYBODY), roles=st.just(STAFF)),
    st.builds(EnrolPerson, person=OTHERS, roles=SOME_ROLES),
    st.builds(RevokePerson, person=OTHERS),
    st.builds(ResetPin, person=OTHERS),
    st.builds(ReportWrongPin, person=OTHERS),
    st.builds(ReportRightPin, person=OTHERS),
    st.builds(RelieveDealer, dealer=OTHERS),
    st.builds(ChangeGame, game=st.sampled_from([GameName.STUD, GameName.OMAHA, GameName.HOLDEM, GameName.DRAW])),
    st.sampled_from(
        [PayBadBeat(), DenyBadBeat(why="misread"), CollectTimeCharge(), ConvertCoin(), OpenFund(cents=100)]
    ),
    st.builds(ConvertCurrency, seat=SOME_SEATS, cents=st.just(500)),
    st.builds(TakeSeat, seat=SOME_SEATS, cents=st.sampled_from([0, 500])),
    st.builds(LeaveSeat, seat=SOME_SEATS),
    st.builds(StepAway, seat=SOME_SEATS, stakes=st.sampled_from(AwayStakes), cents=st.sampled_from([None, 0, 500])),
    st.builds(ComeBack, seat=SOME_SEATS),
    st.builds(Straddle, seat=SOME_SEATS, cents=st.sampled_from([None, 800]), withdrawn=st.booleans()),
    st.builds(PostMissedBlinds, seat=SOME_SEATS, withdrawn=st.booleans()),
    st.builds(ChangeSeat, seat=SOME_SEATS, to=SOME_SEATS),
    st.builds(PressKey, key=st.sampled_from(Key)),
    st.just(ReportIgnoredCheckpoint(why="it is of another record")),
    st.builds(SenseDevice, device=st.sampled_from(["shuffler", "puck"]), up=st.booleans(), detail=st.just("seen")),
    st.builds(SenseDeck, back=st.sampled_from(Back)),
    st.builds(SensePuck, seat=SOME_SEATS | st.none()),
    st.builds(
        PassDeadline, name=st.sampled_from(["shuffle-blue", "shuffle-red", "dealer-relief", "time-charge", "nonsense"])
    ),
    st.builds(ReportShuffleFailure, order=st.integers(0, 60), reason=st.sampled_from(["jam", "lid"])),
    st.builds(
        ReportShuffle,
        order=st.integers(0, 60),
        mode=st.sampled_from(Mode),
        counted=st.sampled_from([0, 51, 52, 53]),
        back=st.sampled_from(Back),
        duration_ms=st.just(45_000),
    ),
)
