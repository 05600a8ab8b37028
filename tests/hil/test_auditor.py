"""What the outsider who reads the facts says of a void round, and what people hear of it."""

from collections.abc import Sequence

import msgspec
import pytest
from msgspec.structs import replace

from firmware_host.journal.chain import genesis, next_hash
from firmware_host.rules.round_acts import FoulHand, VoidRound
from firmware_host.rules.round_facts import BlindsPosted, RoundStarted, RoundVoided
from firmware_host.table.acts.round import Deal
from firmware_host.table.acts.seating import ChangeSeat, ComeBack, PostMissedBlinds, StepAway, Straddle
from firmware_host.table.config import TableConfig
from firmware_host.table.facts.fact import Fact
from firmware_host.table.facts.seating import BlindMissed, SeatChanged, StraddleAnnounced
from firmware_host.table.terms import AwayStakes, Back
from hil.auditor import Auditor
from hil.demo.words import sentence
from tests.golden.configs import KILL_CONFIG
from tests.worlds.options_table import OptionsTable, options
from tests.worlds.pure_table import JOURNAL, PureTable, configuration


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
