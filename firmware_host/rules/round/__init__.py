"""
The engine for a round of play of every game. It works from the data of the game and knows no game by name.

    advance(round, act)     drafts of facts and the round after them, or a refusal with its paragraph
    decide(round, act)      the same without the round, for a table that folds the facts itself
    evolve(round, body)     the round after one more fact
    next_steps(round)       what may come next

At the *procedure* level the dealer enters when a betting round is over, and the engine says what comes next. At the
*full* level every bet and every card shown is entered; the engine knows whose turn it is and divides the pots.

`round_state.py` is the round; `start.py` opens it, `dealing.py` deals, `card_tracking.py` refuses a card dealt twice,
`betting.py` says what may be bet and `opener.py` who opens, `super_seven.py` handles the discards of Super Seven, and
`awarding.py` the showdown.
"""

from firmware_host.rules.round.blinds_and_order import start, start_full
from firmware_host.rules.round.decide_round import advance, decide
from firmware_host.rules.round.evolve_round import evolve
from firmware_host.rules.round.round_state import Phase, Player, Round
from firmware_host.rules.round.round_steps import next_steps, opens
from firmware_host.rules.round_acts import RoundAct

__all__ = [
    "Phase",
    "Player",
    "Round",
    "RoundAct",
    "advance",
    "decide",
    "evolve",
    "next_steps",
    "opens",
    "start",
    "start_full",
]
