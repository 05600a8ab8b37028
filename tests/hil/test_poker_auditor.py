"""What the outsider who reads the facts says of a void round, and what people hear of it."""

from collections.abc import Sequence

import msgspec
import pytest
from msgspec.structs import replace

from firmware_host.journal.chain import genesis, next_hash
from firmware_host.rules.decision import Role
from firmware_host.rules.game import Tracking
from firmware_host.rules.round_acts import AwardUncontested, FoulHand, VoidRound
from firmware_host.rules.round_facts import BlindsPosted, RoundStarted, RoundVoided
from firmware_host.table.acts.corrections import TakeBack
from firmware_host.table.acts.decks import CountCards, CutDeck, Recount, SenseDeck, ShuffleByHand
from firmware_host.table.acts.floor import IdleTable
from firmware_host.table.acts.intent import Via
from firmware_host.table.acts.round import ContinueRound, Deal
from firmware_host.table.acts.seating import ChangeSeat, ComeBack, PostMissedBlinds, StepAway, Straddle
from firmware_host.table.acts.shuffler import OrderReconciliation, ReportReconciliation, SenseShelf
from firmware_host.table.acts.system import Start
from firmware_host.table.config import TableConfig
from firmware_host.table.facts.fact import Fact
from firmware_host.table.facts.round import ButtonMoved
from firmware_host.table.facts.seating import BlindMissed, PlayerCameBack, SeatChanged, StraddleAnnounced
from firmware_host.table.facts.shuffler import ShufflerReconciled
from firmware_host.table.terms import AwayStakes, Back, Counted, Grade
from hil.auditor.poker_auditor import Auditor
from hil.demo.words import sentence
from tests.golden.configs import KILL_CONFIG
from tests.worlds.opening import opening
from tests.worlds.options_table import OptionsTable, options
from tests.worlds.pure_table import JOURNAL, PureTable, configuration, report


def audited(facts: Sequence[Fact]) -> Auditor:
    """Hear them as they are published: the host writes the number of its round into each."""
    auditor, digest, number, under_way = Auditor(), genesis(JOURNAL), 0, False
    for fact in facts:
        if isinstance(fact.body, RoundStarted):
            number, under_way = number + 1, True
        data = msgspec.json.encode(replace(fact, round=number if under_way else 0))
        digest = next_hash(digest, data)
        auditor.hear(data, digest.hex())
        under_way = under_way and not isinstance(fact.body, RoundVoided)
    return auditor


@pytest.fixture(params=[configuration(), KILL_CONFIG], ids=["procedure", "full"])
def table(request: pytest.FixtureRequest) -> PureTable:
    config: TableConfig = request.param
    table = PureTable(config).opened().dealt(Back.BLUE)
    table.by_two(VoidRound(why="51 cards"))
    return table


def test_a_void_round_is_nothing_to_complain_about(table: PureTable) -> None:
    table.ready(Back.RED)
    table.does(Deal())
    auditor = audited(table.facts)
    assert auditor.complaints == []
    assert auditor.rounds == 1


def test_one_that_keeps_a_wager_is(table: PureTable) -> None:
    voided = table.facts[-1]
    wrong = replace(voided, body=RoundVoided(why="51 cards", stacks=(1, 2, 3)))
    complaints = audited([*table.facts[:-1], wrong]).complaints
    assert complaints == ["round 2: a void round did not give every wager back"]


@pytest.fixture
def options_played() -> OptionsTable:
    """Somebody misses both blinds, moves, makes up for them in a round with a straddle, and it is void once."""
    table = OptionsTable(options(straddle=True, missed_blinds=True, seat_changes=True))
    table.does(StepAway(seat=2, stakes=AwayStakes.COVERED))
    for _ in range(2):
        table.plays()
    table.does(ComeBack(seat=2))
    table.does(ChangeSeat(seat=2, to=3))
    table.does(PostMissedBlinds(seat=3))
    table.does(Straddle(seat=1))
    table.deals()
    table.by_two(VoidRound(why="51 cards"))
    table.does(PostMissedBlinds(seat=3))
    table.does(Straddle(seat=1))
    table.plays()
    return table


@pytest.mark.paragraph("I-7")
def test_the_options_of_a_house_are_nothing_to_complain_about(options_played: OptionsTable) -> None:
    told = [type(fact.body) for fact in options_played.facts]
    assert {SeatChanged, BlindMissed, StraddleAnnounced} <= {*told}
    assert audited(options_played.facts).complaints == []


@pytest.mark.paragraph("I-7")
@pytest.mark.parametrize(
    ("wrong", "complaint"),
    [
        ({"dead": (100,)}, "seat 3 made up missed blinds with the wrong amount"),
        ({"seats": (5, 7, 1), "cents": (200, 400, 800), "made_up": ()}, "seat 3 was dealt in but owes a blind"),
        ({"straddler": 5}, "seat 5 straddled out of position"),
        ({"cents": (200, 400, 700, 400)}, "seat 1 straddled for 700 cents"),
    ],
)
def test_what_was_posted_otherwise_is(options_played: OptionsTable, wrong: dict[str, object], complaint: str) -> None:
    *_, at = (at for at, fact in enumerate(options_played.facts) if isinstance(fact.body, BlindsPosted))
    facts = list(options_played.facts)
    body = facts[at].body
    assert isinstance(body, BlindsPosted)
    assert (body.seats, body.straddler, body.made_up) == ((5, 7, 1, 3), 1, (3,))
    facts[at] = replace(facts[at], body=replace(body, **wrong))
    assert any(complaint in each for each in audited(facts).complaints)


@pytest.mark.paragraph("I-7")
def test_a_seat_changed_in_the_middle_of_a_round_is(options_played: OptionsTable) -> None:
    facts = list(options_played.facts)
    (moved,) = (fact for fact in facts if isinstance(fact.body, SeatChanged))
    *_, at = (at for at, fact in enumerate(facts) if isinstance(fact.body, BlindsPosted))
    facts[at] = replace(facts[at], body=moved.body)
    complaints = audited(facts).complaints
    assert any("moved during a round" in each for each in complaints)
    assert any("which was not possible" in each for each in complaints)


def test_people_hear_why(table: PureTable) -> None:
    said = sentence(replace(table.facts[-1], round=1))
    assert said == "Round 1 is void: 51 cards. All wagers are returned; the button stays.  [I-8]"


def test_people_hear_of_a_fouled_hand() -> None:
    table = PureTable().opened().dealt()
    (fact,) = table.does(FoulHand(seat=2, why="six cards"))
    assert sentence(fact) == "Seat 2's hand is fouled and so dead: six cards.  [14.1, I-8]"


MINUTE_MS = 60_000


def later(facts: Sequence[Fact], kind: type, minutes: int) -> list[Fact]:
    """The same facts, told as if so many minutes had passed before the last of this kind."""
    *_, at = (at for at, fact in enumerate(facts) if isinstance(fact.body, kind))
    return [
        replace(fact, at=replace(fact.at, mono_ms=fact.at.mono_ms + minutes * MINUTE_MS)) if number >= at else fact
        for number, fact in enumerate(facts)
    ]


@pytest.fixture
def two_rounds() -> PureTable:
    """By keys alone: nobody enters who sits down or leaves."""
    table = PureTable(replace(configuration(), idle_without_round_minutes=10)).opened()
    table.played(Back.BLUE)
    table.dealt(Back.RED)
    return table


@pytest.mark.paragraph("14.5(d)", "I-22")
def test_a_deal_too_long_after_the_last_round_is_wrong_where_nobody_enters_who_sits_there(
    two_rounds: PureTable,
) -> None:
    assert audited(two_rounds.facts).complaints == []
    assert audited(later(two_rounds.facts, RoundStarted, 9)).complaints == []
    assert audited(later(two_rounds.facts, RoundStarted, 10)).complaints == [
        "round 2: dealt after 10 minutes or more without a round, without spreading the decks"
    ]


@pytest.mark.paragraph("14.5(d)", "I-22")
def test_a_deal_on_the_old_preparation_after_the_players_were_away_too_long_is_wrong() -> None:
    table = PureTable(configuration(seats=(2, 4))).opened()
    table.ready(Back.BLUE)
    table.does(StepAway(seat=2, stakes=AwayStakes.COVERED))
    table.does(ComeBack(seat=2))
    table.does(Deal())
    assert audited(later(table.facts, PlayerCameBack, 4)).complaints == []
    assert audited(later(table.facts, PlayerCameBack, 5)).complaints == [
        "round 1: dealt from decks that were prepared before gaming activity ended, without spreading them"
    ]


@pytest.mark.paragraph("14.6(e)4")
def test_a_deal_without_a_stub_count_for_a_quarter_of_an_hour_is_wrong() -> None:
    table = PureTable(replace(configuration(), idle_without_round_minutes=0)).opened()
    table.played(Back.BLUE)
    table.dealt(Back.RED)
    assert audited(later(table.facts, RoundStarted, 14)).complaints == []
    assert audited(later(table.facts, RoundStarted, 15)).complaints == [
        "round 2: dealt though no stub was counted for a quarter of an hour"
    ]


@pytest.mark.paragraph("14.6(e)4")
@pytest.mark.parametrize(("minutes", "complaints"), [(4, 0), (5, 1)])
def test_a_clock_lost_after_a_reboot_hides_no_time_that_was_known_at_its_start(minutes: int, complaints: int) -> None:
    """The board was off for ten minutes; later its wall clock is set back by hours."""
    table = PureTable(replace(configuration(), idle_without_round_minutes=0)).opened()
    table.played(Back.BLUE)
    table.now = replace(table.now, boot="boot-2", mono_ms=5_000, wall_ms=table.now.wall_ms + 10 * MINUTE_MS)
    table.does(Start(software="after a reboot", config=table.config))
    table.dealt(Back.RED)
    lost = [
        replace(fact, at=replace(fact.at, wall_ms=0, synced=False)) if isinstance(fact.body, RoundStarted) else fact
        for fact in later(table.facts, RoundStarted, minutes)
    ]
    assert len(audited(lost).complaints) == complaints


@pytest.mark.paragraph("14.6(e)7", "I-8")
def test_a_deck_that_two_people_have_still_to_count_needs_no_count_of_its_discards() -> None:
    table = PureTable().opened().dealt(Back.BLUE)
    for astray in (1, 0):
        table.does(OrderReconciliation())
        compare = table.state.shuffler.compare
        table.does(
            ReportReconciliation(journal=JOURNAL, order=compare, went_in=52, came_out=52, lying=0, astray=astray)
        )
    table.by_two(ContinueRound(why="the blue deck was counted on the table"))
    table.does(AwardUncontested())
    assert table.deck(Back.BLUE).suspect is not None
    table.by_two(Recount(back=Back.RED, counted=52))
    table.ready(Back.RED)
    table.does(Deal())
    assert audited(table.facts).complaints == []


@pytest.mark.paragraph("14.10(c)")
def test_a_button_that_is_placed_anew_may_move_to_the_same_place_again() -> None:
    table = PureTable().opened()
    for _ in range(2):
        table.played(Back.BLUE)
        table.does(IdleTable())
        for act in opening(table.config)[3:]:
            table.does(act)
    moved = [fact.body.seat for fact in table.facts if isinstance(fact.body, ButtonMoved)]
    assert moved == [1, 1]
    assert audited(table.facts).complaints == []


@pytest.mark.paragraph("14.2(b)")
def test_a_dealer_who_shuffles_by_hand_may_use_the_same_deck_again() -> None:
    table = PureTable(configuration(shuffler=False, accepts=(Grade.BY_HAND,))).opened()
    for _ in range(2):
        table.does(ShuffleByHand(back=Back.BLUE))
        table.does(CutDeck(back=Back.BLUE))
        table.does(Deal())
        table.does(AwardUncontested())
        table.counts_discards()
    assert audited(table.facts).complaints == []


@pytest.mark.paragraph("I-7", "14.6(e)2")
def test_a_blind_missed_in_a_deal_that_was_a_slip_was_not_missed() -> None:
    table = OptionsTable(options(missed_blinds=True, tracking=Tracking.PROCEDURE))
    table.does(StepAway(seat=2, stakes=AwayStakes.COVERED))
    table.plays()
    table.deals()
    assert any(isinstance(fact.body, BlindMissed) for fact in table.facts)
    table.does(TakeBack())
    table.does(Deal())
    assert audited(table.facts).complaints == []


@pytest.mark.paragraph("14.6(e)4")
def test_a_whole_deck_counted_before_the_first_deal_begins_the_quarter_of_an_hour() -> None:
    table = PureTable().opened()
    table.waits(14 * MINUTE_MS)
    table.does(CountCards(what=Counted.DECK, back=Back.RED, counted=52), role=Role.DEALER, via=Via.PANEL)
    table.played(Back.BLUE)
    table.waits(2 * MINUTE_MS)
    table.dealt(Back.RED)
    assert audited(table.facts).complaints == []


@pytest.mark.paragraph("14.5(a)")
@pytest.mark.parametrize(("came_out", "complaints"), [(52, 0), (0, 1)])
def test_a_deck_that_lay_on_the_shelf_unexpectedly_is_out_once_the_shelf_is_empty(
    came_out: int, complaints: int
) -> None:
    """The machine had announced the other deck while it shuffled this one; the comparison accounts for all cards."""
    table = PureTable().opened()
    order = table.loaded(Back.BLUE)
    table.does(SenseDeck(back=Back.RED))
    table.does(report(order, Back.BLUE))
    table.does(SenseShelf(back=Back.BLUE))
    table.does(SenseShelf(back=None))
    table.does(OrderReconciliation())
    compare = table.state.shuffler.compare
    table.does(ReportReconciliation(journal=JOURNAL, order=compare, went_in=52, came_out=52, lying=0, astray=0))
    table.does(CutDeck(back=Back.BLUE))
    table.does(Deal())
    told = [
        replace(fact, body=replace(fact.body, went_in=came_out, came_out=came_out))
        if isinstance(fact.body, ShufflerReconciled)
        else fact
        for fact in table.facts
    ]
    assert len(audited(told).complaints) == complaints
