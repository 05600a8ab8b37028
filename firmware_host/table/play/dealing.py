"""Dealing and playing a round out; the button's move after it; taking back a slip."""

from firmware_host.rules import round as play
from firmware_host.rules.acts import RoundAct
from firmware_host.rules.answers import Code, Draft, Refusal
from firmware_host.rules.bodies import RoundCompleted, RoundVoided
from firmware_host.rules.game import Tracking
from firmware_host.rules.round.start import cannot_play
from firmware_host.table.button import kill as kill_button
from firmware_host.table.button import places as button
from firmware_host.table.config import TableConfig
from firmware_host.table.contract import TableDraft
from firmware_host.table.decks import gate
from firmware_host.table.decks.bodies import DeckPutInPlay
from firmware_host.table.keeping.decide import no_room
from firmware_host.table.play import corrections
from firmware_host.table.play.bodies import Corrected
from firmware_host.table.seating import table_stakes as stakes_on_table
from firmware_host.table.state import TableState


def deal(state: TableState) -> tuple[TableDraft, ...] | Refusal:
    """Begin a round, if the gate lets the deck through."""
    if state.round:
        return round_under_way()
    if not state.is_open or state.config is None:
        return Refusal(
            code=Code.NOT_NOW,
            paragraphs=("14.4(c)",),
            reason="the table is not open",
            allowed_by="open the table",
        )
    ready = no_room(state) or gate.dealable_deck(state)
    if isinstance(ready, Refusal):
        return ready
    deck, proof = ready
    opening = _opening(state, state.config)
    if isinstance(opening, Refusal):
        return opening
    in_play = DeckPutInPlay(back=deck.back, grade=proof.grade, order=proof.order)
    started, *rest = opening
    return (started, Draft(body=in_play, paragraphs=gate.SHUFFLE + gate.ALTERNATE), *rest)


def _opening(state: TableState, config: TableConfig) -> tuple[TableDraft, ...] | Refusal:
    game = config.poker
    stakes = kill_button.in_force(state, config)
    seats = stakes_on_table.dealt_in(state)
    if config.tracking is Tracking.PROCEDURE or stakes is None:
        return play.start(
            game,
            tracking=config.tracking,
            seats=seats,
            button=state.button,
            blinds=config.blinds,
            heads_up=config.order_of_two,
        )
    stacks = {seat: state.stacks[seat] for seat in seats}
    return play.start_full(
        game, seats=seats, stacks=stacks, button=state.button, stakes=stakes, killer=state.kill_button
    )


def act_in_round(state: TableState, act: RoundAct) -> tuple[TableDraft, ...] | Refusal:
    """Hand an act to the round; a completed round moves the button (14.10(c)3) and a kill's, a void one neither."""
    if state.round is None:
        return Refusal(
            code=Code.NOT_NOW,
            paragraphs=("14.6(c)",),
            reason="no round of play is under way",
            allowed_by="deal the next round",
        )
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
    """Say why nobody can be dealt to: too few are there, or have enough on the table."""
    if state.config is None:
        return None
    return cannot_play(state.config.poker, stakes_on_table.dealt_in(state))


def take_back(state: TableState) -> tuple[TableDraft, ...] | Refusal:
    """Take back the dealer's latest step of this round, whole, newest fact first."""
    slip = corrections.slip(state)
    paragraphs = corrections.SLIP if state.dice is None else corrections.SLIP_AT_DICE
    if not slip:
        return Refusal(
            code=Code.NOTHING_TO_TAKE_BACK,
            paragraphs=paragraphs,
            reason="there is no step of the dealer's that may be taken back now",
            allowed_by="a floorperson's decision on the round",
        )
    why = "the dealer took the step back"
    return tuple(Draft(body=Corrected(of=number, why=why), paragraphs=paragraphs) for number in reversed(slip))


def round_under_way() -> Refusal:
    """Say that this waits for the end of the round."""
    return Refusal(
        code=Code.NOT_NOW,
        paragraphs=("14.5(a)",),
        reason="a round of play is under way",
        allowed_by="complete the round first",
    )
