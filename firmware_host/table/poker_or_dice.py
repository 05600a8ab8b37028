"""Poker or mini-dice: what is asked of the one kind of table is refused by name at the other."""

from typing import get_args

from firmware_host.rules.decision import Code, Refusal
from firmware_host.rules.round_acts import RoundAct
from firmware_host.table.acts.corrections import CorrectSum
from firmware_host.table.acts.decks import DecksAct
from firmware_host.table.acts.dice import DiceAct
from firmware_host.table.acts.intent import Act
from firmware_host.table.acts.money import MoneyAct
from firmware_host.table.acts.round import ButtonAct, Deal, GamesAct
from firmware_host.table.acts.seating import AddChips, PostMissedBlinds, Straddle
from firmware_host.table.acts.shuffler import ShufflerAct
from firmware_host.table.state.table import TableState

AT_POKER = frozenset(
    get_args(
        RoundAct
        | DecksAct
        | ShufflerAct
        | ButtonAct
        | Deal
        | GamesAct
        | MoneyAct
        | AddChips
        | Straddle
        | PostMissedBlinds
    )
)

"""What needs cards, a button or table stakes."""

AT_DICE = frozenset(get_args(DiceAct | CorrectSum))


def not_played_here(state: TableState, act: Act) -> Refusal | None:
    """Refuse what belongs to the other kind of table; none where it fits."""
    if state.dice is not None and type(act) in AT_POKER:
        return _refusal("this table plays mini-dice: no cards, no button, no pot", "a poker table")
    if state.dice is None and type(act) in AT_DICE:
        return _refusal("this table plays poker: no shaker", "a mini-dice table")
    return None


def _refusal(reason: str, allowed_by: str) -> Refusal:
    return Refusal(code=Code.NOT_OFFERED, reason=reason, allowed_by=allowed_by)
