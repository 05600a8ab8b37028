"""What may be done now, in words for the dealer; and what is missing when nothing may."""

from firmware_host.rules import kill
from firmware_host.rules import round as play
from firmware_host.rules.answers import Amounts, Code, Key, Refusal, Role, Step
from firmware_host.rules.game import Tracking
from firmware_host.rules.money import money
from firmware_host.rules.record import Paragraphs, Seat
from firmware_host.rules.round.start import deal_order, posting_order
from firmware_host.table.alerts import steps as alerts
from firmware_host.table.approvals import steps as approvals
from firmware_host.table.button import kill as kill_button
from firmware_host.table.config import TableConfig
from firmware_host.table.contract import TableStep
from firmware_host.table.decks import gate
from firmware_host.table.decks.acts import CutDeck, SenseDeck
from firmware_host.table.decks.deck import Deck, Place
from firmware_host.table.dice import steps as dice
from firmware_host.table.floor.acts import CallFloor, EndFloorCall
from firmware_host.table.games import decide as games
from firmware_host.table.keeping.decide import no_room
from firmware_host.table.people import relieving
from firmware_host.table.play import corrections, dealing
from firmware_host.table.play.acts import Deal, TakeBack
from firmware_host.table.seating import steps as seating
from firmware_host.table.seating import table_stakes as stakes_on_table
from firmware_host.table.seating.acts import AddChips
from firmware_host.table.session.acts import OpenTable
from firmware_host.table.state import TableState

MOST_CENTS = 1 << 40
"""No rule says how much a player may add."""


def next_steps(state: TableState) -> tuple[TableStep, ...]:
    """Return every step that may come next; those marked expected are what normally does."""
    if state.config is None:
        return ()
    due = _at_mini_dice(state) if state.dice else (*_main_step(state), *_adding(state), *_loading(state))
    return (
        *due,
        *seating.next_steps(state),
        *games.next_steps(state),
        *_taking_back(state),
        *relieving.next_steps(state),
        *_floor(state),
        *alerts.steps(state),
        *approvals.steps(state),
    )


def _at_mini_dice(state: TableState) -> tuple[TableStep, ...]:
    return dice.next_steps(state) if state.is_open else (_open(state),)


def what_is_missing(state: TableState, key: Key = Key.NEXT) -> Refusal:
    """Say why the dealer cannot go on now, or why a key does nothing, and what would let the game go on."""
    waiting = dice.what_is_missing(state) or (no_room(state) if state.dice else None)
    if waiting is not None:
        return waiting
    if key is Key.NEXT and state.is_open and state.round is None and state.dice is None:
        ready = no_room(state) or gate.dealable_deck(state)
        if isinstance(ready, Refusal):
            return ready
        no_game = dealing.no_game(state)
        if no_game:
            return no_game
    if state.config is None:
        return Refusal(
            code=Code.NOT_NOW,
            reason="no configuration is in force",
            allowed_by="start the controller with a table.toml",
        )
    allowed_by = _said(next_steps(state)) or (what_is_missing(state).allowed_by if key is not Key.NEXT else "")
    return Refusal(code=Code.NOT_NOW, reason="this key does nothing now", allowed_by=allowed_by)


def _said(steps: tuple[TableStep, ...]) -> str:
    return next((step.say for step in steps if step.expected), "")


def _main_step(state: TableState) -> tuple[TableStep, ...]:
    if not state.is_open:
        return (_open(state),)
    if state.round is not None:
        return play.next_steps(state.round)
    proved = no_room(state) or gate.proved_deck(state)
    if isinstance(proved, Refusal) or dealing.no_game(state):
        return ()
    return (_deal(state),) if proved[0].cut else (_cut(proved[0]),)


def _open(state: TableState) -> TableStep:
    players = len(state.config.seats) if state.config else 0
    return Step(
        act=OpenTable(),
        say=f"Open the table: {players} players seated.",
        role=Role.DEALER,
        key=Key.NEXT,
        paragraphs=("14.4(c)",) if state.dice is None else ("I-2",),
        expected=True,
    )


def _cut(deck: Deck) -> TableStep:
    return Step(
        act=CutDeck(back=deck.back),
        say=f"Take the {deck.back} deck from the shuffler and lay the cover card before it. With one hand cut ten or "
        "more cards onto the cover card, then put the rest on top of them.",
        role=Role.DEALER,
        key=Key.NEXT,
        paragraphs=("14.5(b)", "14.5(b)1", "14.5(b)2", "14.5(b)3"),
        expected=True,
    )


def _deal(state: TableState) -> TableStep:
    if state.config is None:
        raise ValueError("a table without configuration has nothing to deal")
    game = state.config.poker
    order = deal_order(stakes_on_table.dealt_in(state), state.button)
    first = order[0] if order else None
    button = _button(state)
    say = f"{button}{_posts(state, state.config, order)}{game.streets[0].say}, seat {first} first."
    return Step(
        act=Deal(),
        say=f"{say[0].upper()}{say[1:]}",
        role=Role.DEALER,
        seat=first,
        key=Key.NEXT,
        paragraphs=(
            *(game.button_paragraphs if button else ()),
            *game.blind_paragraphs,
            *(kill.KILL if state.kill_button else ()),
            *game.streets[0].deal_paragraphs,
        ),
        expected=True,
    )


def _button(state: TableState) -> str:
    elsewhere = state.button is not None and state.puck is not None and state.puck != state.button
    return f"Move the button to seat {state.button}. " if elsewhere else ""


def _posts(state: TableState, config: TableConfig, order: tuple[Seat, ...]) -> str:
    antes = "Antes in. " if config.stakes and config.stakes.ante_cents else ""
    if not config.poker.button:
        return antes
    full = config.tracking is Tracking.FULL
    count = len(config.stakes.blinds_cents) if full and config.stakes else config.blinds
    posting = posting_order(order, config.order_of_two, count)
    blinds = " and ".join(f"seat {seat}" for seat in posting if seat != state.kill_button)
    return f"{antes}{_kill(state, config)}Blind bets: {blinds or 'no other'}. Then "


def _kill(state: TableState, config: TableConfig) -> str:
    """Say before whom the kill button lies and what that player posts instead of any other blind (14.11(A)(i))."""
    stakes = kill_button.in_force(state, config)
    if state.kill_button is None or stakes is None or config.kill is None:
        return ""
    return f"The {config.kill.kind} button lies at seat {state.kill_button}: one blind of {money(stakes.min_cents)}. "


def _adding(state: TableState) -> tuple[TableStep, ...]:
    """Who has too little to be dealt in may add to it between rounds (14.7(c)1, 3)."""
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
            say=f"seat {seat} has too little to be dealt in: add chips.",
            role=Role.DEALER,
            seat=seat,
            amounts=Amounts(min=chip, step=chip, max=MOST_CENTS),
            paragraphs=("14.7(c)1", "14.7(c)3"),
        )
        for seat, least in stakes_on_table.needed(state, stakes).items()
        if state.stacks.get(seat, 0) < least
    )


def _loading(state: TableState) -> tuple[TableStep, ...]:
    """Keep the shuffler busy: the deck not in use belongs in it (14.2(d)2), a troubled one in it again."""
    inside = state.in_shuffler
    if inside is not None and inside.trouble is None:
        return ()
    deck = inside or _next_to_load(state)
    if deck is None:
        return ()
    again = "Count it to 52 and put the" if deck.trouble else "Put the"
    return (
        Step(
            act=SenseDeck(back=deck.back),
            say=f"{again} {deck.back} deck into the shuffler.",
            role=Role.DEALER,
            paragraphs=gate.ALTERNATE,
            expected=True,
        ),
    )


def _next_to_load(state: TableState) -> Deck | None:
    idle = [deck for deck in state.decks if deck.place is Place.STORAGE]
    due = state.due_deck
    return due if due in idle else next(iter(idle), None)


def _taking_back(state: TableState) -> tuple[TableStep, ...]:
    if not corrections.slip(state):
        return ()
    if state.dice is None:
        return (_take_back("Take back the last step.", Key.NO_ROLL, corrections.SLIP),)
    roll = (_take_back("Take back the roll.", key, corrections.SLIP_AT_DICE) for key in dice.held_keys(state.dice))
    return (_take_back("Take back the last step.", Key.NEXT_HELD, corrections.SLIP_AT_DICE), *roll)


def _take_back(say: str, key: Key, paragraphs: Paragraphs) -> TableStep:
    return Step(act=TakeBack(), say=say, role=Role.DEALER, key=key, paragraphs=paragraphs)


def _floor(state: TableState) -> tuple[TableStep, ...]:
    if state.floor_called:
        return (Step(act=EndFloorCall(), say="The floorperson came.", role=Role.DEALER, key=Key.CALL_FLOOR),)
    return (Step(act=CallFloor(), say="Call the floor.", role=Role.DEALER, key=Key.CALL_FLOOR),)
