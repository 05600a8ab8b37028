"""Deal and play a round, and move the button after it."""

from collections.abc import Iterator
from enum import StrEnum
from typing import get_args

from firmware_host.rules import round as play
from firmware_host.rules.decision import Code, Refusal, draft, refuse
from firmware_host.rules.round_acts import CompleteBetting, CompleteDraw, DealStreet, Draw, RoundAct, VoidRound
from firmware_host.rules.round_facts import RoundCompleted, RoundVoided
from firmware_host.table import terms
from firmware_host.table.acts.intent import Intent
from firmware_host.table.acts.round import ContinueRound, Deal, SensePuck
from firmware_host.table.answering import answers, answers_asker
from firmware_host.table.clocks import Stamp
from firmware_host.table.config import TableConfig
from firmware_host.table.decks import gate
from firmware_host.table.facts.decks import DeckPutInPlay
from firmware_host.table.facts.fact import Decision, TableDraft
from firmware_host.table.facts.round import PuckSeen, RoundContinued, RoundHalted
from firmware_host.table.seating import blinds_posted
from firmware_host.table.seating import stakes as stakes_on_table
from firmware_host.table.state import button, fund
from firmware_host.table.state import button as kill_button
from firmware_host.table.state.between_rounds import cannot_record, round_under_way
from firmware_host.table.state.table import TableState

HALTED = ("I-8",)

DEALS = (CompleteBetting, CompleteDraw, DealStreet, Draw)
"""The acts that may deal more cards."""


class Lacks(StrEnum):
    """The conditions of the next deal that can be missing."""

    OPEN = "open"
    RECORD = "record"
    VERDICT = "verdict"
    DECK = "deck"
    PLAYERS = "players"


def hindrances(state: TableState, at: Stamp) -> Iterator[tuple[Lacks, Refusal]]:
    """Yield everything that prevents the next deal, in order; the deal itself checks nothing else."""
    if not state.is_open or state.config is None:
        yield Lacks.OPEN, _shut()
        return
    asked = {
        Lacks.RECORD: cannot_record(state),
        Lacks.VERDICT: fund.undecided(state),
        Lacks.DECK: gate.dealable_deck(state, at),
        Lacks.PLAYERS: stakes_on_table.no_game(state, state.config),
    }
    yield from ((lacks, found) for lacks, found in asked.items() if isinstance(found, Refusal))


@answers_asker(Deal)
def deal(state: TableState, _act: Deal, intent: Intent) -> Decision:
    """Begin a round, if the deck passes the deal gate."""
    if state.round:
        return round_under_way()
    if state.config is None:
        return _shut()
    _, refused = next(hindrances(state, intent.at), (None, None))
    ready = refused or gate.dealable_deck(state, intent.at)
    if isinstance(ready, Refusal):
        return ready
    deck, proof = ready
    opening = _opening(state, state.config)
    if isinstance(opening, Refusal):
        return opening
    in_play = DeckPutInPlay(back=deck.back, grade=proof.grade, order=proof.order)
    started, *rest = opening
    passed = blinds_posted.passing(state, stakes_on_table.dealt_in(state).seats)
    lapsed = kill_button.lapsed(state)
    return (started, *lapsed, draft(in_play, *(terms.SHUFFLED + gate.ALTERNATE)), *rest, *passed)


def _shut() -> Refusal:
    return refuse("the table is not open", "open the table first", "14.4(c)")


def _opening(state: TableState, config: TableConfig) -> tuple[TableDraft, ...] | Refusal:
    game, coming = config.poker, stakes_on_table.dealt_in(state)
    stakes = stakes_on_table.in_amounts(state)
    if stakes is None:
        return play.start(
            game,
            tracking=config.tracking,
            seats=coming.seats,
            button=state.button,
            blinds=config.blinds,
            heads_up=config.order_of_two,
            made_up=coming.made_up,
            straddler=blinds_posted.straddles(state, coming),
        )
    return play.start_full(
        game,
        seats=coming.seats,
        stacks={seat: state.stacks[seat] for seat in coming.seats},
        button=state.button,
        stakes=stakes,
        blinds=blinds_posted.posted(state, coming, stakes) if game.button else None,
        made_up=coming.made_up,
        dead=blinds_posted.dead(state, coming, stakes),
        straddler=blinds_posted.straddles(state, coming),
        killer=kill_button.killer(state),
    )


@answers(*get_args(RoundAct))
def act_in_round(state: TableState, act: RoundAct) -> Decision:
    """Pass an act to the round; a completed round moves the button (14.10(c)3) and the kill button."""
    if state.round is None:
        return refuse("no round of play is under way", "deal the next round", "14.6(c)")
    in_doubt = refused_by_halt(state, act)
    if in_doubt is not None:
        return in_doubt
    answer = play.decide(state.round, act)
    if isinstance(answer, Refusal):
        return answer
    ends = {type(draft.body) for draft in answer}
    if RoundVoided in ends:
        return (*answer, *button.settled(state, state.present))
    if RoundCompleted not in ends or state.button is None:
        return answer
    return (*answer, *button.moved_on(state), *kill_button.after_round(state, answer))


def no_game(state: TableState) -> Refusal | None:
    """Refuse a deal because a bad beat waits, or too few players are present or have enough chips."""
    if state.config is None:
        return None
    return fund.undecided(state) or stakes_on_table.no_game(state, state.config)


@answers(ContinueRound)
def continue_round(state: TableState, act: ContinueRound) -> Decision:
    """Continue a halted round, as decided by two people."""
    if state.halted is None:
        return refuse("no round is halted", "continue a round only while it is halted", *HALTED)
    return (draft(RoundContinued(why=act.why), *HALTED),)


def refused_by_halt(state: TableState, act: RoundAct) -> Refusal | None:
    """Refuse to deal more cards from a suspect deck, or to award the pot if the dealt cards are in doubt."""
    found = state.halted
    if found is None or isinstance(act, VoidRound) or (found.may_be_awarded and not isinstance(act, DEALS)):
        return None
    return halted(found)


def halted(found: RoundHalted) -> Refusal:
    """Refuse to continue a halted round."""
    return refuse(
        f"the round is halted: {found.why}",
        "have two people declare the round void or let it continue",
        *HALTED,
        code=Code.ROUND_HALTED,
    )


@answers(SensePuck)
def sense_puck(state: TableState, act: SensePuck) -> Decision:
    """Record a change of the puck's place."""
    if state.puck_known and state.puck == act.seat:
        return ()
    return (draft(PuckSeen(seat=act.seat), "14.10(c)"),)
