"""Opening, idling and closing, folded."""

from typing import assert_never

from msgspec.structs import replace

from firmware_host.rules.shaker import Shaker
from firmware_host.table.contract import Fact
from firmware_host.table.decks import stub
from firmware_host.table.decks.deck import Deck
from firmware_host.table.dice.state import DiceState
from firmware_host.table.seating.owed import BlindsOwed
from firmware_host.table.session.bodies import SessionBody, TableClosed, TableIdled, TableOpened
from firmware_host.table.state import TableState


def folded(state: TableState, body: SessionBody, fact: Fact) -> TableState:
    """Return the table after one of these."""
    match body:
        case TableOpened():
            return replace(state, is_open=True, idle=False, stub_counted_at=fact.at, stub_due=False)
        case TableIdled():
            return replace(_nothing_going_on(state), idle=True)
        case TableClosed():
            away = tuple(Deck(back=deck.back) for deck in state.decks)
            gone = replace(
                _nothing_going_on(state), idle=False, decks=away, seats=(), stacks={}, dealer=None, dealer_since=None
            )
            dice = None if state.dice is None else _as_it_stands(state.dice)
            return replace(gone, seated={}, away={}, relief_due=False, hand_approved=False, dice=dice)
        case _:
            assert_never(body)


def _nothing_going_on(state: TableState) -> TableState:
    return replace(
        stub.gone(state),
        is_open=False,
        button=None,
        button_before_stud=None,
        kill_button=None,
        owed=BlindsOwed(),
        last_used=None,
    )


def _as_it_stands(dice: DiceState) -> DiceState:
    """Keep of the shaker what its sensors saw: it does not change because the table is closed."""
    return DiceState(shaker=Shaker(covered=dice.shaker.covered), docked=dice.docked, tampered=dice.tampered)
