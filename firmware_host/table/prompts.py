"""The steps that may be done now, in words for the dealer; and what is missing when there is none."""

from msgspec.structs import replace

from firmware_host.rules import kill
from firmware_host.rules import round as play
from firmware_host.rules.decision import Amounts, Code, Key, Refusal, Role, Step, refuse
from firmware_host.rules.game import Tracking
from firmware_host.rules.round import Round
from firmware_host.rules.round.blinds_and_order import blinds_due, deal_order, posting_order
from firmware_host.rules.round_acts import AwardPot
from firmware_host.rules.stakes import Stakes
from firmware_host.rules.straddle_missed_blinds import I_7
from firmware_host.rules.struct import Paragraphs, Seat
from firmware_host.rules.wording import in_turn, money, sentence
from firmware_host.table.acts.corrections import TakeBack
from firmware_host.table.acts.decks import LoadDeck
from firmware_host.table.acts.floor import CallFloor, EndFloorCall
from firmware_host.table.acts.intent import TableStep
from firmware_host.table.acts.round import Deal
from firmware_host.table.acts.seating import AddChips
from firmware_host.table.acts.shuffler import OrderReconciliation
from firmware_host.table.config import TableConfig
from firmware_host.table.corrections.correctable import CALLS, STEPS, of_last_step
from firmware_host.table.decks import deck_steps as decks
from firmware_host.table.decks import gate
from firmware_host.table.dice import dice_steps as dice
from firmware_host.table.floor import alerts, approvals, dealer_relief
from firmware_host.table.floor import open_and_close as session
from firmware_host.table.memo import of_latest
from firmware_host.table.money import chips, fund, time_charge
from firmware_host.table.round import dealing
from firmware_host.table.round import game_change as games
from firmware_host.table.seating import blinds_posted
from firmware_host.table.seating import seat_steps as seating
from firmware_host.table.seating import stakes as stakes_on_table
from firmware_host.table.shuffler import shuffler_steps as shuffler
from firmware_host.table.state import button as kill_button
from firmware_host.table.state.between_rounds import cannot_record
from firmware_host.table.state.table import TableState

PROMPTED: Paragraphs = ("14.6(e)2",)
"""The dealer indicates what happens at the table, and who is to act."""

MOST_CENTS = 1 << 40
"""A technical bound; no rule limits how much a player may add."""


@of_latest
def next_steps(state: TableState) -> tuple[TableStep, ...]:
    """Return every possible step; steps marked expected are what normally comes next."""
    if state.config is None:
        return ()
    if state.dice is not None:
        due = dice.next_steps(state) if state.is_open else session.opening_step(state)
    else:
        main = _main_step(state)
        replacing = () if any(step in main for step in decks.preparing_step(state)) else decks.replacing_step(state)
        due = (*main, *replacing, *_adding(state), *decks.other_steps(state), *shuffler.steps(state))
    steps = (
        *due,
        *session.other_steps(state),
        *seating.next_steps(state),
        *games.next_steps(state),
        *fund.next_steps(state),
        *time_charge.next_steps(state),
        *chips.next_steps(state),
        *_taking_back(state),
        *dealer_relief.next_steps(state),
        *_floor(state),
        *alerts.steps(state),
        *approvals.steps(state),
    )
    return _by_free_key(state, steps)


def _by_free_key(state: TableState, steps: tuple[TableStep, ...]) -> tuple[TableStep, ...]:
    """
    Assign a free key to a step at the shuffler that no sensor reports.

    Between rounds that is *next* if free; otherwise, and while the other deck is in play, *undo* held.
    """
    used = {step.key for step in steps}
    wanted = (Key.NO_ROLL_HELD,) if state.round else (Key.NEXT, Key.NO_ROLL_HELD)
    key = next((key for key in wanted if key not in used), None)
    first = next((step for step in steps if _has_no_sensor(step)), None)
    return tuple(replace(step, key=key) if step is first else step for step in steps)


def _has_no_sensor(step: TableStep) -> bool:
    return isinstance(step.act, LoadDeck) or (isinstance(step.act, OrderReconciliation) and step.expected)


def what_is_missing(state: TableState, key: Key = Key.NEXT) -> Refusal:
    """Say why the dealer cannot continue or why a key does nothing, and what the game is waiting for."""
    waiting = dice.what_is_missing(state)
    if waiting is not None:
        return waiting
    if state.config is None:
        return refuse(
            "no configuration is in force",
            "start the controller with a table.toml",
            code=Code.CONFIGURATION_DIFFERS,
        )
    if state.halted is not None:
        return dealing.halted(state.halted)
    if key is Key.NEXT and state.round is None and state.dice is None:
        ready = (cannot_record(state) if state.is_open else session.waits_for_players(state)) or gate.dealable_deck(
            state
        )
        if isinstance(ready, Refusal):
            return ready
        no_game = dealing.no_game(state) if state.is_open else None
        if no_game:
            return no_game
    return _no_function(state, key)


def _no_function(state: TableState, key: Key) -> Refusal:
    """Refuse a key without a step, and name what comes next, with its paragraphs."""
    reason = "this key does nothing at this step"
    step = next((step for step in next_steps(state) if step.expected), None)
    if step is not None:
        return refuse(reason, step.say, *(step.paragraphs or PROMPTED))
    if key is Key.NEXT:
        return refuse(reason, "do one of the steps on the screen", *PROMPTED)
    missing = what_is_missing(state)
    return refuse(reason, missing.allowed_by, *(missing.paragraphs or PROMPTED))


def _main_step(state: TableState) -> tuple[TableStep, ...]:
    """Return the main step: of the round under way, else whatever is due before the next deal, else the deal."""
    if state.round is not None:
        return _in_round(state, state.round)
    if not state.is_open:
        return decks.preparing_step(state) or session.opening_step(state)
    between = decks.counting_step(state) or session.spreading_step(state) or decks.main_step(state)
    if between:
        return between
    if cannot_record(state):
        return ()
    if not isinstance(gate.dealable_deck(state), Refusal):
        return () if dealing.no_game(state) else (_deal(state),)
    return decks.preparing_step(state) or decks.washing_step(state)


def _in_round(state: TableState, round_: Round) -> tuple[TableStep, ...]:
    """Return the round's steps; of a halted round only those that do not depend on the suspect deck."""
    steps = play.next_steps(round_)
    possible = (step for step in steps if dealing.refused_by_halt(state, step.act) is None)
    return tuple(_with_kill_button(state, step) for step in possible)


def _with_kill_button(state: TableState, step: TableStep) -> TableStep:
    """Name the kill button among what the dealer does at the push, if the push changes its place."""
    say = kill_button.say_after_award(state) if step.expected and isinstance(step.act, AwardPot) else ""
    if not say:
        return step
    do = (*step.do, say)
    return replace(step, say=in_turn(do), do=do, paragraphs=(*step.paragraphs, *kill.KILL))


def _deal(state: TableState) -> TableStep:
    if state.config is None:
        raise ValueError("a table without configuration has nothing to deal")
    game, coming = state.config.poker, stakes_on_table.dealt_in(state)
    order = deal_order(coming.seats, state.button)
    first = order[0] if order else None
    button = _button(state)
    stakes = stakes_on_table.in_amounts(state)
    further = blinds_posted.say(state, coming, stakes)
    before = (*button, *_posts(state, state.config, order, stakes), *further)
    # With every bet tracked the deal is a step of its own, which comes after the blinds.
    deal = (sentence(f"{game.streets[0].say}, starting with seat {first}"),)
    do = before if before and stakes else (*before, *deal)
    return Step(
        act=Deal(),
        say=in_turn(do) if game.button and not stakes else " ".join(do),
        do=do,
        role=Role.DEALER,
        seat=first,
        key=Key.NEXT,
        paragraphs=(
            *(game.button_paragraphs if button else ()),
            *game.blind_paragraphs,
            *_kill_paragraphs(state),
            *(I_7 if further else ()),
            *game.streets[0].deal_paragraphs,
        ),
        expected=True,
    )


def _kill_paragraphs(state: TableState) -> Paragraphs:
    if state.kill_button is None:
        return ()
    return kill.KILL if kill_button.killer(state) is not None else kill.LAPSES


def _button(state: TableState) -> tuple[str, ...]:
    elsewhere = state.button is not None and state.puck is not None and state.puck != state.button
    return (f"Move the dealer button to seat {state.button}.",) if elsewhere else ()


def _posts(state: TableState, config: TableConfig, order: tuple[Seat, ...], stakes: Stakes | None) -> tuple[str, ...]:
    ante = config.stakes.ante_cents if config.stakes else 0
    antes = (f"Collect the antes: {money(ante)} each.",) if ante else ()
    if not config.poker.button:
        return antes
    killer = kill_button.killer(state)
    if stakes is not None:
        due = blinds_due(order, stakes, killer)
        by_seats = ", ".join(f"seat {seat} {money(cents)}" for seat, cents in due.items() if seat != killer)
    else:
        posting = posting_order(order, config.order_of_two, blinds_posted.how_many(config))
        by_seats = " and ".join(f"seat {seat}" for seat in posting)
    return (*antes, *_kill(state, config), f"Blind bets: {by_seats or 'no others'}.")


def _kill(state: TableState, config: TableConfig) -> tuple[str, ...]:
    """Name the seat with the kill button and the blind its player posts in place of any other (14.11(A)(i))."""
    stakes = kill_button.in_force(state, config)
    if state.kill_button is None or stakes is None or config.kill is None:
        return ()
    if kill_button.killer(state) is None:
        return (f"The player of seat {state.kill_button} is away: collect the kill button.",)
    blind = money(stakes.min_cents)
    return (f"Seat {state.kill_button} has the kill button and posts one blind of {blind}.",)


def _adding(state: TableState) -> tuple[TableStep, ...]:
    """Offer players with too few chips for the next deal to add chips between rounds (14.7(c)1, 3)."""
    config = state.config
    stakes = kill_button.in_force(state, config) if config else None
    if config is None or config.tracking is Tracking.PROCEDURE or stakes is None:
        return ()
    if not state.is_open or state.round is not None:
        return ()
    chip = stakes.chip_cents
    return tuple(
        Step(
            act=AddChips(seat=seat, cents=max(chip, config.buy_in_cents)),
            say=f"Seat {seat} has too few chips to be dealt in: add chips.",
            role=Role.DEALER,
            seat=seat,
            amounts=Amounts(min=chip, step=chip, max=MOST_CENTS),
            paragraphs=("14.7(c)1", "14.7(c)3"),
        )
        for seat, least in stakes_on_table.needed(state, stakes).items()
        if state.stacks.get(seat, 0) < least
    )


def _taking_back(state: TableState) -> tuple[TableStep, ...]:
    if not of_last_step(state):
        return ()
    if state.dice is None:
        return (_take_back("Take back the last step.", Key.NO_ROLL, STEPS.paragraphs),)
    roll = (_take_back("Take back the roll.", key, CALLS.paragraphs) for key in dice.held_keys(state.dice))
    return (_take_back("Take back the last step.", Key.NEXT_HELD, CALLS.paragraphs), *roll)


def _take_back(say: str, key: Key, paragraphs: Paragraphs) -> TableStep:
    return Step(act=TakeBack(), say=say, role=Role.DEALER, key=key, paragraphs=paragraphs)


def _floor(state: TableState) -> tuple[TableStep, ...]:
    if state.floor_called:
        return (Step(act=EndFloorCall(), say="The floorperson is at the table.", role=Role.DEALER, key=Key.CALL_FLOOR),)
    return (Step(act=CallFloor(), say="Call the floor.", role=Role.DEALER, key=Key.CALL_FLOOR),)
