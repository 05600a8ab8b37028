"""
The public view of the table: the `state` topic, which anybody at the table may see.

Facts are for staff only, and secrets are in neither. Field names go over MQTT and never change meaning.
"""

from msgspec import field

from firmware_host.rules.decision import Refusal
from firmware_host.rules.game import GameName, StreetName, Tracking
from firmware_host.rules.kill import KillKind
from firmware_host.rules.round import Phase, Player
from firmware_host.rules.round.betting import in_turn
from firmware_host.rules.straddle_missed_blinds import MissedBlind
from firmware_host.rules.struct import Record, Seat
from firmware_host.table.acts.intent import TableStep
from firmware_host.table.config import TableConfig
from firmware_host.table.device_orders import outstanding
from firmware_host.table.dice.dice_view import DiceView, dice_view
from firmware_host.table.floor.alert_kinds import KINDS, is_over
from firmware_host.table.floor.approvals import waiting
from firmware_host.table.memo import of_latest
from firmware_host.table.money import fund
from firmware_host.table.prompts import next_steps, what_is_missing
from firmware_host.table.state import button as kill_button
from firmware_host.table.state.decks import Place
from firmware_host.table.state.table import TableState
from firmware_host.table.terms import Back, Grade, Pins, Severity


class DeviceReport(Record, frozen=True, kw_only=True):
    """A device's present condition. Shown but not recorded."""

    device: str
    up: bool
    """Whether the device answers. The table may still not use it: see `out_of_service`."""
    detail: str
    done: int | None = None
    """How many cards the shuffler has moved, or shakes the shaker has counted, so far; null while there are none."""
    of: int | None = None
    """How many cards the shuffler is going to move, or the fewest shakes that the table requires."""
    out_of_service: str | None = None
    """Why the table does not deal on what the device does, whether it answers or not; null where the table uses it."""


VERSION = 1


class DeckView(Record, frozen=True, kw_only=True):
    """A deck: where it is, whether it is being shuffled, what proof it carries."""

    back: Back
    place: Place
    """Where the deck is."""
    shuffling: bool
    """Whether the deck is being shuffled."""
    proof: Grade | None
    """How well the last shuffle is proved; null without a valid proof."""
    cut: bool
    """Whether the deck is cut."""
    trouble: str | None
    """Why the last shuffle gave no proof, in words; null otherwise."""


class PlayerView(Record, frozen=True, kw_only=True):
    """
    A player in the round. `cards` counts the hand, `up` are up-cards, `shown` is a hand tabled at the showdown.

    Cards face down are never shown, even where the table knows them.
    """

    seat: Seat
    folded: bool
    """Whether the player has folded."""
    cards: int
    up: tuple[str, ...]
    shown: tuple[str, ...]
    stack_cents: int
    """The player's table stakes, in cents."""
    bet_cents: int
    """The player's bet on this street, in cents."""


class RoundView(Record, frozen=True, kw_only=True):
    """
    The round under way. `board` lists the community cards if the table knows them.

    `pot_cents`, `turn` and the players' amounts need full tracking.
    """

    number: int
    """The number of the round."""
    game: GameName
    phase: Phase
    """The phase of the round."""
    street: StreetName
    seats: tuple[Seat, ...]
    """The seats that were dealt in."""
    board: tuple[str, ...]
    players: tuple[PlayerView, ...]
    """The players who were dealt in."""
    pot_cents: int
    turn: Seat | None


class KillView(Record, frozen=True, kw_only=True):
    """
    The posted kill: the seat with the kill button, the qualifying pot, and the limits in force.

    During a round the limits are those of that round, between rounds those of the next one.
    """

    kind: KillKind
    """What a kill does to the limits."""
    button: Seat | None
    """The seat with the kill button; null if there is none."""
    qualifying_cents: int
    """The smallest pot that brings about a kill, in cents."""
    min_cents: int
    """The lower limit in force, in cents."""
    max_cents: int
    """The upper limit in force, in cents."""


class AlertView(Record, frozen=True, kw_only=True):
    """
    A standing alert in the words for patrons; the details are in the facts, which are for staff.

    `over` means that its cause is gone and a person has to clear the alert.
    """

    number: int
    """The number of the alert."""
    severity: Severity
    say: str
    acknowledged: bool
    """Whether a person has seen the alert."""
    over: bool


class ApprovalView(Record, frozen=True, kw_only=True):
    """A request that waits for its second person. The facts say who asked and why."""

    number: int
    """The number of the request."""
    say: str
    """The request, in the words for patrons."""


class View(Record, frozen=True, kw_only=True):
    """
    The table as the `state` topic shows it, as of fact `seen` of `journal`.

    `turn` is the fact that began the present turn, `started` the controller's latest start: if `started` has changed
    since an act and `turn` has not, the act was lost. `commands` counts commands that devices have not answered; while
    it is above 0, more will happen without anybody acting. `missed_blinds` are owed before players are dealt in (I-7).
    `simulated`: the record was made on simulated pins.
    """

    version: int = VERSION
    journal: str
    seen: int
    turn: int
    started: int
    game: GameName
    tracking: Tracking
    open: bool
    """Whether the table is open."""
    seats: tuple[Seat, ...]
    away: tuple[Seat, ...]
    """The seats whose players are away."""
    stacks_cents: dict[int, int]
    """The table stakes in cents, by seat; empty without full tracking."""
    fund_cents: int | None
    button: Seat | None
    kill: KillView | None
    """The posted kill; null without one."""
    puck: Seat | None
    """The seat whose sensor sees the dealer button; null if none does."""
    rounds: int
    """How many rounds were begun in this journal."""
    round: RoundView | None
    """The round under way; null between rounds."""
    decks: tuple[DeckView, ...]
    """The two decks of the table; none at a mini-dice table."""
    devices: dict[str, bool]
    """Whether each device answers, by its name."""
    floor_called: bool
    """Whether a floorperson is called."""
    alerts: tuple[AlertView, ...] = ()
    approvals: tuple[ApprovalView, ...] = ()
    """The requests that wait for a second person."""
    steps: tuple[TableStep, ...]
    """The acts that are possible next."""
    waiting_for: Refusal | None
    """What prevents the next deal; null if nothing does."""
    dice: DiceView | None = None
    """The shake under way; null at a poker table."""
    commands: int = 0
    missed_blinds: dict[int, tuple[MissedBlind, ...]] = field(default_factory=dict)
    simulated: bool = False


@of_latest
def public_view(state: TableState) -> View:
    """Return the message of the `state` topic. Needs a configuration in force."""
    if state.config is None:
        raise ValueError("nothing to show before the first configuration is in force")
    steps = next_steps(state)
    return View(
        journal=state.journal,
        seen=state.last,
        turn=state.turn,
        started=state.started,
        game=state.config.game,
        tracking=state.config.tracking,
        open=state.is_open,
        seats=state.seats,
        away=tuple(sorted(state.away)),
        stacks_cents=state.stacks,
        fund_cents=fund.shown(state),
        button=state.button,
        kill=_kill(state, state.config),
        puck=state.puck,
        rounds=state.rounds,
        round=_round(state),
        decks=tuple(
            DeckView(
                back=deck.back,
                place=deck.place,
                shuffling=deck.order is not None,
                proof=deck.proof.grade if deck.proof else None,
                cut=deck.cut,
                trouble=deck.trouble,
            )
            for deck in state.decks
        ),
        devices=state.devices,
        floor_called=state.floor_called,
        alerts=_alerts(state),
        approvals=tuple(
            ApprovalView(number=pending.number, say=f"{pending.act.decided()}.") for pending in waiting(state)
        ),
        steps=steps,
        waiting_for=None if any(step.expected and step.key for step in steps) else what_is_missing(state),
        dice=dice_view(state),
        commands=len(outstanding(state)),
        missed_blinds=state.owed.missed if state.config.missed_blinds else {},
        simulated=state.pins is Pins.SIMULATED,
    )


def _alerts(state: TableState) -> tuple[AlertView, ...]:
    return tuple(
        AlertView(
            number=alert.number,
            severity=alert.severity,
            say=KINDS[alert.kind].sign,
            acknowledged=alert.acknowledged_by is not None,
            over=is_over(state, alert),
        )
        for alert in state.alerts
    )


def _kill(state: TableState, config: TableConfig) -> KillView | None:
    stakes = kill_button.in_force(state, config)
    if config.kill is None or stakes is None:
        return None
    return KillView(
        kind=config.kill.kind,
        button=state.kill_button,
        qualifying_cents=config.kill.qualifying_cents(stakes.min_cents),
        min_cents=stakes.min_cents,
        max_cents=stakes.max_cents,
    )


def _round(state: TableState) -> RoundView | None:
    if state.round is None:
        return None
    turn = in_turn(state.round)
    return RoundView(
        number=state.rounds,
        game=state.round.game,
        phase=state.round.phase,
        street=state.round.street,
        seats=state.round.seats,
        board=state.round.board,
        players=tuple(_player(player) for player in state.round.players),
        pot_cents=state.round.pot_cents,
        turn=None if turn is None else state.round.players[turn].seat,
    )


def _player(player: Player) -> PlayerView:
    return PlayerView(
        seat=player.seat,
        folded=player.folded,
        cards=len(player.down) + len(player.up),
        up=player.up,
        shown=player.down if player.shown else (),
        stack_cents=player.stack,
        bet_cents=player.paid,
    )
