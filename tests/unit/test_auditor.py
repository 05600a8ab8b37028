"""What the outsider who reads the facts says of a void round, and what people hear of it."""

from collections.abc import Sequence

import msgspec
import pytest
from msgspec.structs import replace

from firmware_host.journal.chain import genesis, next_hash
from firmware_host.rules.acts import FoulHand, VoidRound
from firmware_host.rules.bodies import RoundStarted, RoundVoided
from firmware_host.table.config import TableConfig
from firmware_host.table.contract import Fact
from firmware_host.table.decks.deck import Back
from firmware_host.table.play.acts import Deal
from hil.auditor import Auditor
from hil.demo.words import sentence
from tests.golden.configs import KILL_CONFIG
from tests.pure_table import JOURNAL, PureTable, configuration


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


def test_people_hear_why(table: PureTable) -> None:
    said = sentence(replace(table.facts[-1], round=1))
    assert said == "Round 1 is void: 51 cards. Every wager goes back; the button stays.  [I-8]"


def test_people_hear_of_a_fouled_hand() -> None:
    table = PureTable().opened().dealt()
    (fact,) = table.does(FoulHand(seat=2, why="six cards"))
    assert sentence(fact) == "Seat 2's hand is fouled and dead: six cards.  [14.1, I-8]"
