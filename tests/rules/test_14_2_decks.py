"""Number and change of decks, 19:47-14.2."""

import msgspec
import pytest

from firmware_host.rules.decision import Code
from firmware_host.rules.round_acts import AwardUncontested
from firmware_host.table.acts.decks import CutDeck, SenseDeck
from firmware_host.table.acts.round import Deal
from firmware_host.table.config import TableConfig
from firmware_host.table.facts.decks import DeckPutInPlay
from firmware_host.table.prompts import next_steps
from firmware_host.table.state.decks import Place
from firmware_host.table.terms import Back
from tests.worlds.pure_table import PureTable, configuration


@pytest.fixture
def table() -> PureTable:
    return PureTable().opened()


def to_load(table: PureTable) -> list[Back]:
    return [step.act.back for step in next_steps(table.state) if isinstance(step.act, SenseDeck)]


@pytest.mark.paragraph("14.2(a)", "14.2(d)1")
@pytest.mark.parametrize("back", Back)
def test_14_2_d_1_two_decks_of_one_colour_are_no_configuration(back: Back) -> None:
    with pytest.raises(ValueError, match=r"14\.2\(d\)1"):
        configuration(decks=(back, back))


@pytest.mark.paragraph("14.2(a)", "14.2(d)")
def test_14_2_d_1_nor_are_one_deck_or_three() -> None:
    raw = msgspec.to_builtins(configuration())
    for decks in (["blue"], ["blue", "red", "green"]):
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert({**raw, "decks": decks}, TableConfig, strict=False)


@pytest.mark.paragraph("14.2(d)2")
def test_14_2_d_2_the_deck_not_in_use_belongs_in_the_shuffler(table: PureTable) -> None:
    assert to_load(table) == [Back.BLUE]
    table.shuffled(Back.BLUE)
    assert to_load(table) == [], "one lies in the shuffler"
    table.cuts(Back.BLUE)
    assert to_load(table) == [Back.RED], "while the first is on the table, the second is shuffled"
    table.does(Deal())
    assert to_load(table) == [Back.RED]
    table.shuffled(Back.RED)
    assert to_load(table) == []


@pytest.mark.paragraph("14.2(d)", "14.2(d)3")
def test_14_2_d_3_the_decks_alternate_round_by_round(table: PureTable) -> None:
    for back in (Back.BLUE, Back.RED, Back.BLUE, Back.RED, Back.BLUE):
        table.played(back)
    used = [body.back for body in table.bodies() if isinstance(body, DeckPutInPlay)]
    assert used == [Back.BLUE, Back.RED, Back.BLUE, Back.RED, Back.BLUE]


@pytest.mark.paragraph("14.2(d)3")
def test_14_2_d_3_the_deck_just_played_is_neither_cut_nor_dealt_however_well_shuffled(table: PureTable) -> None:
    table.played(Back.BLUE)
    table.shuffled(Back.BLUE)
    for act in (CutDeck(back=Back.BLUE), Deal()):
        refusal = table.refuses(act)
        assert refusal.code is Code.NO_SHUFFLE_PROOF
        assert "14.2(d)3" in refusal.paragraphs
        assert refusal.allowed_by == "put the red deck into the shuffler"


@pytest.mark.paragraph("14.2(d)2", "14.2(d)3")
def test_14_2_d_3_when_it_is_the_red_decks_turn_the_blue_one_is_not_cut(table: PureTable) -> None:
    table.played(Back.BLUE)
    table.shuffled(Back.RED)
    refusal = table.refuses(CutDeck(back=Back.BLUE))
    assert refusal.code is Code.WRONG_DECK
    assert refusal.paragraphs == ("14.2(d)2", "14.2(d)3")
    assert refusal.allowed_by == "use the red deck"


@pytest.mark.paragraph("14.2(d)3")
@pytest.mark.parametrize(("first", "second"), [(Back.BLUE, Back.RED), (Back.RED, Back.BLUE)])
def test_before_the_first_round_either_deck_may_begin_and_keeps_its_turn(first: Back, second: Back) -> None:
    table = PureTable().opened()
    table.ready(first)
    table.loaded(second)
    table.does(Deal())
    assert table.state.last_used is first


@pytest.mark.paragraph("14.2(a)")
def test_14_2_a_the_deck_in_play_is_on_the_table_and_goes_home_after_the_round(table: PureTable) -> None:
    table.ready(Back.BLUE)
    assert table.deck(Back.BLUE).place is Place.TABLE
    table.does(Deal())
    assert table.deck(Back.BLUE).place is Place.IN_PLAY
    assert table.deck(Back.BLUE).proof is None
    table.does(AwardUncontested())
    assert table.deck(Back.BLUE).place is Place.STORAGE
