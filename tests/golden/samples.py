"""One or more of everything that goes onto the wire or into the journal, and its bytes by name."""

from collections.abc import Iterable, Mapping

import msgspec

from firmware_host.journal.chain import Link, genesis, next_hash
from firmware_host.mqtt.events import Status, fact_event
from firmware_host.mqtt.topics import Topics
from firmware_host.rules.acts import (
    AwardPot,
    AwardUncontested,
    Bet,
    Call,
    Check,
    CompleteBetting,
    CompleteDraw,
    DealStreet,
    DealtHand,
    Draw,
    Fold,
    FoulHand,
    MakeForcedBet,
    MuckHand,
    ShowHand,
    VoidRound,
)
from firmware_host.rules.answers import Code, Key, Refusal, Role
from firmware_host.rules.bad_beat import BadBeatRules, LeastHand, PaidAs, PayoutShare
from firmware_host.rules.bodies import (
    AntesPosted,
    BadBeatContributed,
    BadBeatHeld,
    BettingCompleted,
    BlindsPosted,
    CardBurned,
    CardsDiscarded,
    CardsDrawn,
    CommunityDealt,
    DownCardsDiscarded,
    DrawCompleted,
    DrawOpened,
    ForcedBetMade,
    HandFouled,
    HandMucked,
    HandsDealt,
    HandShown,
    LosingHandsCollected,
    Pile,
    PlayerBet,
    PlayerCalled,
    PlayerChecked,
    PlayerFolded,
    PotAwarded,
    RakeTaken,
    RoundCompleted,
    RoundStarted,
    RoundVoided,
    Share,
    ShowdownBegan,
    StubShuffled,
    UncalledReturned,
)
from firmware_host.rules.dice import Wager
from firmware_host.rules.division import PartName
from firmware_host.rules.game import GameName, StreetName, Tracking
from firmware_host.rules.kill import KillKind, KillRules
from firmware_host.rules.rake import FixedRake, FromPot, PercentageRake, Rake, TimeCharge
from firmware_host.rules.ranking import HandClass
from firmware_host.rules.shaker import NoRoll
from firmware_host.rules.stakes import Limit, Stakes
from firmware_host.table.alerts.acts import AcknowledgeAlert, ClearAlert
from firmware_host.table.alerts.alert import AlertKind, Severity
from firmware_host.table.alerts.bodies import AlertAcknowledged, AlertCleared, AlertRaised, DeadlineNear
from firmware_host.table.approvals.acts import Approve, Decline, RequestApproval
from firmware_host.table.approvals.bodies import (
    ApprovalCarriedOut,
    ApprovalDeclined,
    ApprovalExpired,
    ApprovalGiven,
    ApprovalRequested,
)
from firmware_host.table.button.acts import SensePuck
from firmware_host.table.button.bodies import (
    ButtonMoved,
    ButtonPlaced,
    ButtonTakenAway,
    KillButtonCollected,
    KillButtonMoved,
    KillButtonPlaced,
    PuckSeen,
)
from firmware_host.table.config import ButtonAfterStud, TableConfig
from firmware_host.table.contract import Accepted, Act, Body, DeviceReport, Fact, Intent, Refused, Stamp, Via
from firmware_host.table.controller.acts import AdoptConfiguration, PassDeadline, RestoreJournal, SenseDevice, Start
from firmware_host.table.controller.bodies import (
    ConfigurationAdopted,
    ConfigurationAgrees,
    ConfigurationDiffers,
    DeviceCameUp,
    DeviceWentDown,
    HostStarted,
    JournalOpened,
    Previous,
)
from firmware_host.table.correcting.acts import Adjustment, AdjustMoney, CorrectCards, CorrectWager
from firmware_host.table.correcting.bodies import Amended, Instead, MoneyAdjusted
from firmware_host.table.decks.acts import (
    AcceptPreShuffled,
    ApproveHandShuffling,
    ConfirmDeck,
    CountCards,
    Counted,
    CutDeck,
    DistributeDecks,
    EndHandShuffling,
    InspectDecks,
    OrderRecut,
    OverrideGate,
    Recount,
    RemoveDeck,
    ReportShuffle,
    ReportShuffleFailure,
    SenseDeck,
    ShowDecks,
    ShuffleByHand,
    SortDeck,
    SpreadDecks,
    VerifyDecks,
    WashDeck,
)
from firmware_host.table.decks.bodies import (
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
from firmware_host.table.decks.deck import Back, Clock, Grade, Mode
from firmware_host.table.dice.acts import (
    AcceptShaker,
    CallNoRoll,
    CallSum,
    CloseBets,
    CollectLosers,
    CompleteDealerShake,
    CorrectSum,
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
from firmware_host.table.dice.bodies import (
    BetsClosed,
    CoveredEarly,
    CoverPutOn,
    CoverTakenOff,
    Decided,
    DiceShaken,
    DieNoted,
    LosersCollected,
    MoneyDue,
    NoRollCalled,
    Relinquished,
    ShakeFellShort,
    ShakerAccepted,
    ShakerDocked,
    ShakerKept,
    ShakerOffered,
    ShakerRefused,
    ShakerRelinquished,
    ShakerReturned,
    ShakerTampered,
    ShakeSettled,
    ShakeSpoiled,
    Spoiled,
    SumCalled,
    SumCorrected,
    WagerPlaced,
    WagersOpened,
    WagerTakenDown,
    WinnersPaid,
    Word,
)
from firmware_host.table.dice.config import DiceConfig
from firmware_host.table.floor.acts import CallFloor, EndFloorCall
from firmware_host.table.floor.bodies import FloorCalled, FloorCallEnded
from firmware_host.table.games.acts import ChangeGame
from firmware_host.table.games.bodies import GameChanged
from firmware_host.table.keeping.acts import SenseClock, SenseDisk, TakeSnapshot
from firmware_host.table.keeping.bodies import (
    BootChanged,
    ClockJumped,
    ClockSynchronised,
    ClockUnsynchronised,
    DiskLow,
    DiskRecovered,
    SnapshotTaken,
)
from firmware_host.table.money.acts import (
    CollectTimeCharge,
    ConvertCoin,
    ConvertCurrency,
    DenyBadBeat,
    OpenFund,
    PayBadBeat,
)
from firmware_host.table.money.bodies import (
    BadBeatDenied,
    BadBeatPaid,
    CoinConverted,
    CurrencyConverted,
    FundOpened,
    TimeChargeCollected,
    TimeChargeDue,
)
from firmware_host.table.people.acts import (
    BeginTrust,
    EnrolPerson,
    RelieveDealer,
    ReportRightPin,
    ReportWrongPin,
    ResetPin,
    RevokePerson,
)
from firmware_host.table.people.bodies import (
    DealerOnDuty,
    DealerRelieved,
    PersonEnrolled,
    PersonRevoked,
    PinAccepted,
    PinRefused,
    PinReset,
    ReliefDue,
)
from firmware_host.table.play.acts import ContinueRound, Deal, PressKey, TakeBack
from firmware_host.table.play.bodies import Corrected, RoundContinued, RoundHalted
from firmware_host.table.posted import PostedGame
from firmware_host.table.seating.acts import (
    AddChips,
    ChangeSeat,
    ComeBack,
    LeaveSeat,
    PostMissedBlinds,
    StepAway,
    Straddle,
    TakeSeat,
)
from firmware_host.table.seating.away import AwayStakes
from firmware_host.table.seating.bodies import ChipsAdded, PlayerCameBack, PlayerWentAway, SeatLeft, SeatTaken
from firmware_host.table.session.acts import CloseTable, IdleTable, OpenTable
from firmware_host.table.session.bodies import TableClosed, TableIdled, TableOpened
from firmware_host.table.view import public_view
from tests.pure_table import PureTable, report

JOURNAL = "00112233445566778899aabbccddeeff"
RULES = "5a" * 32
AT = Stamp(wall_ms=1_767_225_600_123, mono_ms=4_567_890, boot="0f1e2d3c4b5a69788796a5b4c3d2e1f0", synced=True)
CONFIG = TableConfig(
    house="golden-house",
    table="poker-1",
    game=GameName.HOLDEM,
    tracking=Tracking.PROCEDURE,
    dealer="dealer-1",
    seats=(1, 2, 4),
    blinds=2,
    decks=(Back.BLUE, Back.RED),
    accepts=(Grade.ATTESTED, Grade.REPORTED),
    shuffle_limit_s=180,
)
KILL_CONFIG = msgspec.structs.replace(
    CONFIG,
    game=GameName.BIG_OMAHA_HILO_8,
    tracking=Tracking.FULL,
    stakes=Stakes(limit=Limit.FIXED, min_cents=400, max_cents=800, blinds_cents=(200, 400)),
    buy_in_cents=20_000,
    kill=KillRules(kind=KillKind.HALF_KILL, times_minimum=10),
)
DICE_CONFIG = TableConfig(
    house="golden-house",
    table="dice-1",
    game=GameName.MINI_DICE,
    tracking=Tracking.FULL,
    dealer="dealer-1",
    seats=(1, 2, 4),
    dice=DiceConfig(odds={Wager.FIELD: "1 to 1, 3 to 1"}),
)
TWO_GAMES = msgspec.structs.replace(
    CONFIG,
    games=(PostedGame(game=GameName.STUD, stakes=Stakes(limit=Limit.NO, min_cents=400, forced_cents=200)),),
    button_after_stud=ButtonAfterStud.WHERE_IT_LAY,
)
TOPICS = Topics.of(CONFIG)

RAKES: tuple[Rake, ...] = (
    PercentageRake(per_mille=50, step_cents=100, cap_cents=400, no_flop_no_drop=True),
    FixedRake(table=(FromPot(from_cents=2_000, takes_cents=100), FromPot(from_cents=4_000, takes_cents=200))),
    TimeCharge(half_hour_cents=600),
)
BAD_BEAT = BadBeatRules(
    pot_from_cents=2_000,
    takes_cents=100,
    least=LeastHand(of=HandClass.FULL_HOUSE, ranks="AT"),
    loser_percent=50,
    winner_percent=25,
    table_percent=25,
)
TAKING = tuple(
    Stakes(limit=Limit.NO, min_cents=400, blinds_cents=(200, 400), rake=rake, bad_beat=BAD_BEAT) for rake in RAKES
)

BODIES: tuple[Body, ...] = (
    JournalOpened(),
    JournalOpened(previous=Previous(journal="ff" * 16, number=812, hash="ab" * 32)),
    HostStarted(software="firmware-host 0.1.0"),
    ConfigurationAdopted(config=CONFIG),
    TableOpened(),
    TableIdled(),
    TableClosed(),
    DecksDistributed(why="two new decks for a table of small limits"),
    DecksInspected(backs=(Back.BLUE, Back.RED)),
    DecksVerified(backs=(Back.BLUE, Back.RED)),
    DecksSpread(backs=(Back.BLUE, Back.RED), face_up=True, in_sequence=True),
    DecksShown(backs=(Back.BLUE, Back.RED)),
    PreShuffledAccepted(backs=(Back.BLUE, Back.RED)),
    DeckWashed(back=Back.RED),
    HandShufflingApproved(why="the shuffler jams"),
    HandShufflingEnded(),
    DeckShuffledByHand(back=Back.RED),
    RecutOrdered(back=Back.RED, why="fewer than ten cards"),
    DeckSorted(back=Back.RED),
    DeckClockRanOut(back=Back.RED, clock=Clock.CHANGE),
    DeckConfirmed(back=Back.RED, sorted_ago_min=30, opened_ago_min=90),
    StubCountDue(),
    CardsCounted(what=Counted.STUB, back=Back.RED, counted=35, expected=36, again=True),
    DeckSuspected(back=Back.RED, reason="the discards were counted wrong twice"),
    DeckCleared(back=Back.RED),
    DeckRemoved(back=Back.RED, why="six hours from its opening"),
    GateOverridden(back=Back.RED, why="the shuffler is away and the floor shuffled"),
    RoundHalted(why="the stub was counted wrong twice"),
    RoundContinued(why="the floor has looked"),
    DealerOnDuty(dealer="dealer-1"),
    PersonEnrolled(person="pit-1", roles=(Role.CASINO_SUPERVISOR,), start_of_trust=True),
    PersonEnrolled(person="floor-1", roles=(Role.DEALER, Role.FLOORPERSON)),
    PersonRevoked(person="floor-1"),
    PinReset(person="floor-1"),
    PinRefused(person="floor-1", wrong_pins=3, wait_s=30),
    PinAccepted(person="floor-1"),
    DealerRelieved(dealer="dealer-2", relieved="dealer-1"),
    ReliefDue(dealer="dealer-2"),
    SeatTaken(seat=1),
    SeatTaken(seat=2, cents=20_000),
    FundOpened(cents=500_000),
    BadBeatPaid(
        of=71,
        cents=500_001,
        shares=(
            PayoutShare(seat=1, paid_as=PaidAs.LOSER, cents=250_001, odd_cents=1),
            PayoutShare(seat=4, paid_as=PaidAs.WINNER, cents=125_000),
            PayoutShare(seat=2, paid_as=PaidAs.TABLE, cents=125_000),
        ),
    ),
    BadBeatDenied(of=71, why="the kicker was misread"),
    TimeChargeDue(),
    TimeChargeCollected(seats=(1, 2), cents=(600, 450)),
    CoinConverted(cents=300),
    CurrencyConverted(seat=2, cents=2_000),
    GameChanged(game=GameName.STUD),
    ConfigurationAdopted(config=TWO_GAMES),
    SeatLeft(seat=2, cents=25_000),
    SeatLeft(seat=1),
    PlayerWentAway(seat=2, stakes=AwayStakes.COUNTED, cents=20_000),
    PlayerWentAway(seat=1, stakes=AwayStakes.COVERED, cents=0),
    PlayerCameBack(seat=2, stakes=AwayStakes.COUNTED, cents=20_000),
    ChipsAdded(seat=2, cents=5_000),
    ButtonPlaced(seat=4),
    ButtonMoved(seat=1),
    PuckSeen(seat=4),
    PuckSeen(seat=None),
    DeviceCameUp(device="shuffler", detail="Simulated SIM-0001"),
    DeviceWentDown(device="shuffler", detail="no answer for 3 s"),
    DeckLoaded(back=Back.BLUE),
    ForeignDeckSeen(back=Back.GREEN),
    ShuffleOrdered(back=Back.BLUE),
    ShuffleOverdue(back=Back.BLUE, order=15),
    ShuffleProved(back=Back.BLUE, grade=Grade.REPORTED, order=15, mode=Mode.SHUFFLE, counted=52, duration_ms=44_980),
    ShuffleRejected(back=Back.RED, order=16, reason="the shuffler counted 51 cards instead of 52"),
    ProofVoided(back=Back.BLUE, order=15, reason="the deck was put into the shuffler again"),
    DeckCut(back=Back.BLUE),
    DeckPutInPlay(back=Back.BLUE, grade=Grade.REPORTED, order=15),
    FloorCalled(),
    FloorCallEnded(),
    Corrected(of=31, why="the dealer took the step back"),
    RoundStarted(game=GameName.HOLDEM, tracking=Tracking.PROCEDURE, seats=(1, 2, 4), button=4),
    RoundStarted(game=GameName.HOLDEM, tracking=Tracking.FULL, seats=(1, 2, 4), button=None),
    BlindsPosted(seats=(1, 2)),
    HandsDealt(seats=(1, 2, 4), down=2),
    RoundStarted(
        game=GameName.STUD,
        tracking=Tracking.FULL,
        seats=(1, 2),
        button=None,
        stacks=(20_000, 18_050),
        stakes=Stakes(limit=Limit.FIXED, min_cents=400, max_cents=800, ante_cents=50, forced_cents=200),
    ),
    AntesPosted(seats=(1, 2), cents=(50, 50)),
    BlindsPosted(seats=(1, 2), cents=(200, 400)),
    HandsDealt(seats=(1, 2), down=2, up=1, cards=(("??", "??", "As"), ("??", "??", "2c"))),
    ForcedBetMade(seat=2, cents=200),
    PlayerFolded(seat=1),
    PlayerChecked(seat=1),
    PlayerCalled(seat=1, cents=400),
    PlayerBet(seat=1, cents=400, to_cents=400, full=True),
    DownCardsDiscarded(seat=1, cards=("??", "??")),
    CardsDiscarded(seat=1, cards=("??", "2c")),
    CardsDrawn(seat=1, cards=("??", "??")),
    DrawOpened(street=StreetName.DRAW),
    DrawCompleted(street=StreetName.DRAW, drawn=7),
    StubShuffled(pile=Pile.DISCARDS, cards=9, kept=("2c",)),
    BettingCompleted(street=StreetName.DEAL),
    CardBurned(street=StreetName.FLOP),
    CommunityDealt(street=StreetName.FLOP, cards=("??", "As", "Td")),
    CommunityDealt(street=StreetName.RIVER, cards=("??",)),
    ShowdownBegan(),
    HandShown(seat=1, cards=("As", "Kd")),
    HandMucked(seat=2),
    UncalledReturned(seat=1, cents=400),
    LosingHandsCollected(),
    PotAwarded(
        seats=(1, 4),
        uncontested=False,
        pot=1,
        cents=1_050,
        shares=(
            Share(seat=1, part=PartName.HIGH, cents=550, odd_cents=50),
            Share(seat=4, part=PartName.LOW, cents=500),
        ),
    ),
    PotAwarded(seats=(1, 4), uncontested=False),
    PotAwarded(uncontested=True),
    RoundCompleted(stub=38, burns=3, board=5, hands=6),
    RoundCompleted(stub=30, burns=4, board=0, hands=18, stacks=(21_000, 17_050)),
    *(
        RoundStarted(
            game=GameName.HOLDEM, tracking=Tracking.FULL, seats=(1, 2), button=2, stacks=(20_000, 18_050), stakes=stakes
        )
        for stakes in TAKING
    ),
    RakeTaken(cents=400),
    BadBeatContributed(cents=100),
    BadBeatHeld(
        seats=(1,), winners=(4,), words="full house, aces over kings", beaten_by="four-of-a-kind, queens with ace"
    ),
    HandFouled(seat=2, why="six cards"),
    RoundVoided(why="a card was found on the floor"),
    RoundVoided(why="a card was found on the floor", stacks=(20_000, 18_050)),
    BlindsPosted(seats=(1, 2, 5), cents=(200, 400, 800), killer=5),
    KillButtonPlaced(seat=5),
    KillButtonMoved(seat=2),
    KillButtonCollected(),
    ConfigurationAdopted(config=KILL_CONFIG),
    AlertRaised(
        alert=AlertKind.DEVICE_DOWN,
        about="shuffler",
        severity=Severity.FAULT,
        say="The shuffler does not answer: no answer for 3 s.",
    ),
    AlertAcknowledged(of=71, role=Role.DEALER),
    AlertCleared(of=71, role=Role.TECHNICIAN, note="the cable was loose"),
    DeadlineNear(
        name="shuffle-blue",
        boot="0f1e2d3c4b5a69788796a5b4c3d2e1f0",
        due_ms=4_600_000,
        say="The shuffler takes long with the blue deck.",
    ),
    ConfigurationAdopted(config=DICE_CONFIG),
    WagersOpened(),
    WagerPlaced(seat=1, wager=Wager.PLACE_4, cents=500),
    WagerTakenDown(seat=1, wager=Wager.PLACE_4, cents=500),
    BetsClosed(word=Word.DEALER),
    CoverPutOn(word=Word.SENSED),
    CoveredEarly(),
    CoverTakenOff(word=Word.FLOORPERSON),
    DiceShaken(seat=None, word=Word.SENSED, times=4),
    DiceShaken(seat=2, word=Word.DEALER),
    ShakeFellShort(seat=2, times=2),
    ShakerOffered(seat=2),
    ShakerRefused(seat=1),
    ShakerAccepted(seat=2),
    ShakerAccepted(seat=None),
    ShakerKept(seat=2),
    ShakerReturned(seat=2, word=Word.SENSED),
    *(ShakerRelinquished(seat=2, why=why) for why in Relinquished),
    DieNoted(face=3),
    SumCalled(dice=(3, 4), total=7),
    *(NoRollCalled(why=why) for why in NoRoll),
    *(ShakeSpoiled(why=why) for why in Spoiled),
    LosersCollected(),
    LosersCollected(wagers=(Decided(seat=1, wager=Wager.FIELD, cents=500),)),
    WinnersPaid(),
    WinnersPaid(wagers=(Decided(seat=2, wager=Wager.ANY_7, cents=500, pays_cents=2_000),)),
    ShakeSettled(total=7, collected_cents=500, paid_cents=2_000),
    SumCorrected(
        round=3,
        was=(3, 4),
        dice=(2, 4),
        total=6,
        losers=(Decided(seat=1, wager=Wager.FIELD, cents=500),),
        winners=(Decided(seat=2, wager=Wager.PLACE_6, cents=600, pays_cents=700),),
        again=(Decided(seat=4, wager=Wager.PLACE_9, cents=500),),
        due=(MoneyDue(seat=2, cents=1_300), MoneyDue(seat=3, cents=-2_000), MoneyDue(seat=4, cents=500)),
        why="the 3 was a 2",
    ),
    ShakerDocked(docked=True),
    ShakerTampered(open=True),
    ApprovalRequested(act=VoidRound(why="51 cards"), why="the deck was one short", role=Role.FLOORPERSON),
    ApprovalRequested(act=AdoptConfiguration(candidate=75), why="table.toml was changed", role=Role.FLOORPERSON),
    ApprovalGiven(
        of=75,
        asked_by="floor-1",
        asked_as=Role.FLOORPERSON,
        approved_by="supervisor-1",
        approved_as=Role.CASINO_SUPERVISOR,
        why="the deck was one short",
    ),
    ApprovalCarriedOut(of=75, asked_by="floor-1", approved_by="supervisor-1"),
    ApprovalDeclined(of=75, role=Role.CASINO_SUPERVISOR, why="the card was found"),
    ApprovalExpired(of=75),
    ConfigurationDiffers(config=KILL_CONFIG, names=("game", "tracking", "stakes", "buy_in_cents", "kill")),
    ConfigurationAgrees(),
    ButtonTakenAway(),
    ApprovalRequested(
        act=CorrectWager(of=41, to_cents=800, why="two chips were one"),
        why="two chips were one",
        role=Role.FLOORPERSON,
    ),
    Amended(
        changes=(
            Instead(of=41, body=PlayerBet(seat=1, cents=800, to_cents=800, full=True)),
            Instead(of=42, body=PlayerCalled(seat=2, cents=800)),
        ),
        why="two chips were one",
    ),
    MoneyAdjusted(
        lines=(Adjustment(seat=1, cents=-500), Adjustment(seat=2, cents=500), Adjustment(cents=100)),
        why="the pot was pushed to the wrong seat",
    ),
    JournalOpened(
        previous=Previous(journal="ff" * 16, number=812, hash="ab" * 32),
        people=("A. Keeper", "B. Witness"),
        damage="fact 813 does not follow from the one before it",
    ),
    BootChanged(before="0f1e2d3c4b5a69788796a5b4c3d2e1f0"),
    ClockJumped(by_ms=-3_600_000),
    ClockSynchronised(),
    ClockUnsynchronised(),
    DiskLow(free_mib=41, least_mib=64),
    DiskRecovered(free_mib=812),
    SnapshotTaken(of=500, digest="cd" * 32, fold="ef" * 32),
)

ACTS: tuple[Act, ...] = (
    Start(software="firmware-host 0.1.0", config=CONFIG),
    OpenTable(),
    IdleTable(face_up=False),
    CloseTable(),
    DistributeDecks(why="two new decks for a table of small limits"),
    InspectDecks(),
    VerifyDecks(),
    SpreadDecks(),
    ShowDecks(),
    AcceptPreShuffled(),
    WashDeck(back=Back.RED),
    ShuffleByHand(back=Back.RED),
    ApproveHandShuffling(why="the shuffler jams"),
    EndHandShuffling(),
    OrderRecut(why="fewer than ten cards"),
    SortDeck(back=Back.RED),
    RemoveDeck(back=Back.RED, why="a torn card"),
    ConfirmDeck(back=Back.RED, sorted_ago_min=30, opened_ago_min=90),
    CountCards(what=Counted.STUB, back=Back.RED, counted=36),
    CountCards(what=Counted.DISCARDS, back=Back.RED),
    Recount(back=Back.RED, counted=52),
    OverrideGate(back=Back.RED, why="the shuffler is away and the floor shuffled"),
    ContinueRound(why="the stub was counted right after all"),
    CutDeck(back=Back.BLUE),
    Deal(),
    CompleteBetting(),
    AwardUncontested(),
    AwardUncontested(seat=2),
    AwardPot(),
    AwardPot(seats=(1, 4)),
    OpenFund(cents=500_000),
    PayBadBeat(),
    DenyBadBeat(why="the kicker was misread"),
    CollectTimeCharge(),
    ConvertCoin(),
    ConvertCurrency(seat=2, cents=2_000),
    ChangeGame(game=GameName.STUD),
    TakeSeat(seat=3, cents=20_000),
    LeaveSeat(seat=3),
    StepAway(seat=2, stakes=AwayStakes.COUNTED, cents=20_000),
    StepAway(seat=2, stakes=AwayStakes.COVERED),
    ComeBack(seat=2, cents=20_000),
    AddChips(seat=2, cents=5_000),
    Straddle(seat=4, cents=800),
    PostMissedBlinds(seat=4),
    ChangeSeat(seat=4, to=3),
    CompleteDraw(),
    DealStreet(hands=(DealtHand(seat=1, cards=("??", "As")),), board=()),
    DealStreet(board=("As", "Kd", "2c")),
    MakeForcedBet(seat=2),
    Fold(seat=1),
    Check(seat=1),
    Call(seat=1, discards=("??", "??")),
    Bet(seat=1, to_cents=800),
    Draw(seat=1, discards=("??",), drawn=("??",)),
    ShowHand(seat=1, cards=("As", "Kd")),
    MuckHand(seat=1),
    *(PressKey(key=key) for key in Key),
    TakeBack(),
    BeginTrust(person="pit-1", roles=(Role.CASINO_SUPERVISOR,)),
    EnrolPerson(person="floor-1", roles=(Role.DEALER, Role.FLOORPERSON)),
    RevokePerson(person="floor-1"),
    ResetPin(person="floor-1"),
    ReportWrongPin(person="floor-1"),
    ReportRightPin(person="floor-1"),
    RelieveDealer(dealer="dealer-2"),
    CallFloor(),
    EndFloorCall(),
    SenseDevice(device="shuffler", up=False, detail="no answer for 3 s"),
    SenseDeck(back=Back.RED),
    ReportShuffle(journal=JOURNAL, order=15, mode=Mode.SORT, counted=52, back=Back.BLUE, duration_ms=44_980),
    ReportShuffleFailure(journal=JOURNAL, order=15, reason="jam"),
    SensePuck(seat=4),
    SensePuck(seat=None),
    PassDeadline(name="shuffle-blue"),
    FoulHand(seat=2, why="six cards"),
    VoidRound(why="a card was found on the floor"),
    AcknowledgeAlert(alert=71),
    ClearAlert(alert=71, note="the cable was loose"),
    PlaceWager(seat=1, wager=Wager.PLACE_4, cents=500),
    TakeWagerDown(seat=1, wager=Wager.PLACE_4),
    CloseBets(),
    PutCoverOn(),
    CompleteDealerShake(),
    AcceptShaker(seat=2),
    RefuseShaker(seat=1),
    RefuseForAll(),
    PassShaker(),
    *(OrderShakerPassed(why=why) for why in OrderedFor),
    Uncover(),
    NoteDie(face=3),
    CallSum(dice=(3, 4)),
    *(CallNoRoll(why=why) for why in NoRoll),
    CollectLosers(),
    PayWinners(),
    CorrectSum(round=3, dice=(2, 4), why="the 3 was a 2"),
    SenseCover(on=True),
    SenseShakes(count=3),
    SenseDock(docked=False),
    SenseTamper(open=True),
    AdoptConfiguration(candidate=80),
    RequestApproval(act=VoidRound(why="51 cards"), why="the deck was one short"),
    Approve(request=75),
    Decline(request=75, why="the card was found"),
    CorrectWager(of=41, to_cents=800, why="two chips were one"),
    CorrectCards(of=43, cards=("As", "Kd", "2c"), why="a spade was called a club"),
    CorrectCards(of=44, seat=2, cards=("??", "As"), why="a spade was called a club"),
    AdjustMoney(lines=(Adjustment(seat=1, cents=-500), Adjustment(cents=500)), why="a chip fell back"),
    RestoreJournal(
        previous=Previous(journal="ff" * 16, number=812, hash="ab" * 32), by="A. Keeper", second="B. Witness"
    ),
    SenseClock(),
    SenseDisk(free_mib=41, least_mib=64),
    TakeSnapshot(of=500, digest="cd" * 32, fold="ef" * 32),
)


def facts() -> tuple[Fact, ...]:
    return tuple(
        Fact(
            journal=JOURNAL,
            number=number,
            at=AT,
            round=3,
            cause=f"keys:5e0c:{number}",
            actor="dealer-1",
            rules=RULES,
            paragraphs=("14.10(g)", "14.6(e)3"),
            body=body,
        )
        for number, body in enumerate(BODIES, 1)
    )


def intents() -> tuple[Intent, ...]:
    return tuple(
        Intent(
            id=f"panel:77aa:{number}", actor="dealer-1", role=Role.DEALER, via=Via.PANEL, at=AT, seen=number, act=act
        )
        for number, act in enumerate(ACTS, 1)
    )


def by_file() -> Mapping[str, Mapping[str, bytes]]:
    """Return the bytes as they are made now: file, name in it, bytes."""
    links = _links()
    return {
        "facts": _named((_tag(fact.body), fact) for fact in facts()),
        "intents": _named((_tag(intent.act), intent) for intent in intents()),
        "answers": _named(_answers()),
        "events": _named((_tag(fact.body), link) for fact, link in zip(facts(), links, strict=True)),
        "documents": _named(_documents()),
        "topics": _named(_topics()),
    }


def _links() -> tuple[Link, ...]:
    hash_ = genesis(JOURNAL)
    links = []
    for fact in facts():
        data = msgspec.json.encode(fact)
        hash_ = next_hash(hash_, data)
        links.append(Link(number=fact.number, cause=fact.cause, data=data, hash=hash_))
    return tuple(links)


def _answers() -> Iterable[tuple[str, object]]:
    refusal = Refusal(
        code=Code.NO_SHUFFLE_PROOF,
        paragraphs=("14.5(a)",),
        reason="the blue deck is being shuffled",
        allowed_by="wait until the shuffler has finished",
    )
    yield "accepted", Accepted(id="panel:77aa:1", numbers=(31, 32, 33))
    yield "accepted without news", Accepted(id="panel:77aa:2")
    yield "refused", Refused(id="panel:77aa:3", refusal=refusal)
    for code in Code:
        yield f"refused: {code}", Refused(id="panel:77aa:4", refusal=msgspec.structs.replace(refusal, code=code))


def _documents() -> Iterable[tuple[str, object]]:
    status = Status(online=True, journal=JOURNAL, software="firmware-host 0.1.0", configuration="in-force")
    yield "status", status
    yield "status: the will", msgspec.structs.replace(status, online=False)
    yield "device", DeviceReport(device="shuffler", up=True, detail="Simulated SIM-0001")
    yield "device: progress", DeviceReport(device="shuffler", up=True, detail="Simulated SIM-0001", done=26, of=52)
    table = PureTable(CONFIG).started()
    yield "state: not open", public_view(table.state)
    table.opened()
    order = table.loaded(Back.BLUE)
    yield "state: shuffling", public_view(table.state)
    table.does(report(order, Back.BLUE, counted=51))
    yield "state: a deck one short", public_view(table.state)
    table.dealt(Back.BLUE)
    table.does(CompleteBetting())
    yield "state: at the flop", public_view(table.state)
    yield "state: a kill is offered", public_view(PureTable(KILL_CONFIG).started().state)
    dice = PureTable(DICE_CONFIG).opened()
    yield "state: mini-dice, wagers are open", public_view(dice.state)
    dice.does(PlaceWager(seat=1, wager=Wager.FIELD, cents=500))
    for act in (CloseBets(), CompleteDealerShake(), RefuseShaker(seat=1), AcceptShaker(seat=2), Uncover()):
        dice.does(act)
    dice.does(CallSum(dice=(3, 4)))
    yield "state: mini-dice, a 7 is called", public_view(dice.state)


def _topics() -> Iterable[tuple[str, object]]:
    yield "status", TOPICS.status
    yield "state", TOPICS.state
    yield "fact", TOPICS.fact
    yield "device", TOPICS.device("shuffler")


def _tag(value: Body | Act) -> str:
    return str(value.__struct_config__.tag)


def _named(samples: Iterable[tuple[str, object]]) -> dict[str, bytes]:
    """A second sample of a kind is called `kind 2`."""
    found: dict[str, bytes] = {}
    for name, sample in samples:
        again = sum(known == name or known.startswith(f"{name} ") for known in found)
        data = fact_event(TOPICS, sample) if isinstance(sample, Link) else msgspec.json.encode(sample)
        found[f"{name} {again + 1}" if again else name] = data
    return found
