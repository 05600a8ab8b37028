"""What the `state` topic says, at each point of a round."""

import msgspec
import pytest

from firmware_host.rules.decision import Code, Key
from firmware_host.rules.game import StreetName
from firmware_host.rules.round import Phase
from firmware_host.rules.round_acts import CompleteBetting
from firmware_host.table.acts.decks import SenseDeck
from firmware_host.table.acts.floor import CallFloor, EndFloorCall
from firmware_host.table.acts.round import Deal, SensePuck
from firmware_host.table.acts.system import SenseDevice, Start
from firmware_host.table.state.decks import Place
from firmware_host.table.state.table import TableState
from firmware_host.table.terms import Back, Grade
from firmware_host.table.view import View, public_view
from tests.worlds.pure_table import JOURNAL, SEATS, PureTable, given_out, report


def view(table: PureTable) -> View:
    return public_view(table.state)


def test_before_the_first_configuration_there_is_nothing_to_show() -> None:
    with pytest.raises(ValueError, match="before the first configuration"):
        public_view(TableState(journal=JOURNAL))


def test_a_table_not_yet_open_offers_to_open_it() -> None:
    seen = view(PureTable().started())
    assert (seen.open, seen.seats, seen.round) == (False, (), None)
    assert seen.waiting_for is None
    (expected,) = (step for step in seen.steps if step.expected and step.key)
    assert expected.say == "Receive and inspect the blue and the red decks."


def test_it_says_which_fact_it_is_as_of_and_carries_a_version() -> None:
    table = PureTable().opened()
    assert (view(table).journal, view(table).seen, view(table).version) == (JOURNAL, len(table.facts), 1)


def test_while_nothing_may_be_dealt_it_says_what_the_table_waits_for() -> None:
    table = PureTable().opened()
    order = table.loaded(Back.BLUE)
    waiting = view(table).waiting_for
    assert waiting is not None
    assert waiting.code is Code.NO_SHUFFLE_PROOF
    assert waiting.reason == "the blue deck is being shuffled"
    table.does(report(order, Back.BLUE))
    table.does(given_out(table.state, Back.BLUE))
    assert view(table).waiting_for is None


def test_decks_show_place_shuffle_proof_cut_and_trouble() -> None:
    table = PureTable().opened()
    order = table.loaded(Back.BLUE)
    blue, red = view(table).decks
    assert (blue.back, blue.place, blue.shuffling, blue.proof) == (Back.BLUE, Place.SHUFFLER, True, None)
    assert (red.back, red.place, red.shuffling) == (Back.RED, Place.STORAGE, False)
    table.does(report(order, Back.BLUE, counted=51))
    assert view(table).decks[0].trouble == "the shuffler counted 51 cards instead of 52"
    table.ready(Back.BLUE)
    blue, _ = view(table).decks
    assert (blue.place, blue.proof, blue.cut, blue.trouble) == (Place.TABLE, Grade.REPORTED, True, None)


def test_the_deals_step_names_the_blinds_and_who_gets_the_first_card() -> None:
    table = PureTable().opened()
    table.ready(Back.BLUE)
    (deal,) = (step for step in view(table).steps if isinstance(step.act, Deal))
    posted = "Blind bets: seat 1 and seat 2."
    assert deal.say == f"{posted} Then deal two cards face down to each player, starting with seat 1."
    assert (deal.seat, deal.key) == (1, Key.NEXT)


def test_a_puck_somewhere_else_is_to_be_moved_first() -> None:
    table = PureTable().opened()
    table.ready(Back.BLUE)
    table.does(SensePuck(seat=4))
    (deal,) = (step for step in view(table).steps if isinstance(step.act, Deal))
    assert deal.say.startswith("Move the dealer button to seat 10. ")
    assert (view(table).button, view(table).puck) == (10, 4)


@pytest.mark.paragraph("I-11")
def test_a_round_shows_its_street_and_no_card_the_table_was_not_shown() -> None:
    table = PureTable().opened().dealt()
    table.does(CompleteBetting())
    shown = view(table).round
    assert shown is not None
    assert (shown.number, shown.phase, shown.street, shown.seats) == (1, Phase.BETTING, StreetName.FLOP, SEATS)
    assert shown.board == ("??", "??", "??")


def test_the_next_street_is_said_before_it_is_dealt() -> None:
    table = PureTable().opened().dealt()
    says = []
    for _ in range(4):
        (expected,) = (step for step in view(table).steps if step.expected and step.key)
        says.append(expected.say)
        table.does(CompleteBetting())
    later = "The first remaining player left of the button: check or bet."
    assert says == [
        "Seat 4 first: fold, call or raise. After the betting: burn one, deal three community cards face up.",
        f"{later} After the betting: burn one, deal the fourth community card.",
        f"{later} After the betting: burn one, deal the fifth and last community card.",
        f"{later} After the betting: showdown, turn the hands face up.",
    ]


def test_turn_and_started_tell_an_act_that_was_not_heard_from_one_that_was() -> None:
    table = PureTable().opened().dealt()
    before = view(table)
    table.does(SensePuck(seat=4))
    assert view(table).turn == before.turn, "a sensor changes nobody's turn"
    table.does(Start(software="after a restart", config=table.config))
    assert (view(table).turn, view(table).started > before.started) == (before.turn, True)
    table.does(CompleteBetting())
    assert view(table).turn > before.turn


def test_devices_and_the_call_for_the_floor_are_shown() -> None:
    table = PureTable().opened()
    table.does(SenseDevice(device="shuffler", up=True, detail="here"))
    assert view(table).devices == {"shuffler": True}
    table.does(SenseDevice(device="shuffler", up=False, detail="gone"))
    assert view(table).devices == {"shuffler": False}
    table.does(CallFloor())
    assert view(table).floor_called
    table.does(EndFloorCall())
    assert not view(table).floor_called


def test_after_a_restart_no_device_is_known_to_be_there() -> None:
    table = PureTable().opened()
    table.does(SenseDevice(device="shuffler", up=True, detail="here"))
    table.does(Start(software="again", config=table.config))
    assert view(table).devices == {}


def test_the_next_deck_is_asked_for_as_soon_as_the_first_is_on_the_table() -> None:
    table = PureTable().opened()
    table.shuffled(Back.BLUE)
    assert not [step for step in view(table).steps if isinstance(step.act, SenseDeck)]
    table.cuts(Back.BLUE)
    (load,) = (step for step in view(table).steps if isinstance(step.act, SenseDeck))
    assert (load.act, load.key) == (SenseDeck(back=Back.RED), None)


def test_it_comes_back_from_its_json_as_it_was() -> None:
    table = PureTable().opened().dealt()
    assert msgspec.json.decode(msgspec.json.encode(view(table)), type=View) == view(table)
