"""
What the dealer's page shows beside the public view: forms, staff alerts, pots, the push, decks, who is who.

No card is in here that was not shown to everybody at the table, also where the table knows it.
"""

from enum import StrEnum

from firmware_host.rules.decision import Amounts, Role
from firmware_host.rules.pots.division import PartName
from firmware_host.rules.struct import Paragraphs, Record, Seat
from firmware_host.table.acts.intent import Act
from firmware_host.table.facts.dice import Decided
from firmware_host.table.terms import AlertKind, JamPlace, Severity
from firmware_host.table.view import DeviceReport, View


class CardSlots(Record, frozen=True, kw_only=True):
    """Cards to be entered for one seat, or for the board (`seat` is null)."""

    seat: Seat | None
    least: int
    most: int
    hidden: bool = False
    """Whether only their number is entered; they stay face down."""
    down: int = 0
    """How many cards are dealt face down to this seat before these; they are sent as `??`."""
    say: str = ""
    """What these cards are, such as `the board` or `seat 4`."""
    was: tuple[str, ...] = ()
    """The cards as they were entered before; they may be entered again."""


class StepForm(Record, frozen=True, kw_only=True):
    """What a step still needs before its act can be sent; `step` is its place among the view's steps."""

    step: int
    cards: tuple[CardSlots, ...] = ()
    may_skip: bool = False
    """Whether the act may also be sent without the cards."""
    why: bool = False
    """Whether a reason is typed."""
    name: bool = False
    """Whether a person's name is chosen or typed."""


class TradeWord(Record, frozen=True, kw_only=True):
    """The trade's word for an expected step, such as `Flop`; `step` is its place among the view's steps."""

    step: int
    word: str


class Drawn(Record, frozen=True, kw_only=True):
    """How many cards a player drew in the draw under way, or in the last one; none for a player who stood pat."""

    seat: Seat
    cards: int


class Group(StrEnum):
    """Where an act stands on the page."""

    ROUND = "round"
    SEATS = "seats"
    DECKS = "decks"
    SHUFFLER = "shuffler"
    TABLE = "table"
    DICE = "dice"
    FLOOR = "floor"
    CORRECT = "correct"


class Offer(Record, frozen=True, kw_only=True):
    """
    An act by its short name, for the page that lists all acts.

    An act with a `step` is that step of the view. Tapping another one asks `explain` with this `act`, and where it is
    `possible` enters it.
    """

    act: Act
    label: str
    group: Group
    role: Role
    step: int | None
    """The step of the view that does it now; null if none does."""
    possible: bool
    """Whether the table would accept it now; it has a reason otherwise."""
    seats: tuple[Seat, ...] = ()
    """The seats to choose from; the act names the first."""
    why: bool = False
    """Whether a reason is typed; it replaces every `why` of the act."""
    amounts: Amounts | None = None
    """The numbers the act may carry."""
    cards: tuple[CardSlots, ...] = ()
    """The cards that are entered for it."""
    dice: bool = False
    """Whether two dice are entered for it."""


class StaffAlert(Record, frozen=True, kw_only=True):
    """A standing alert in the words for staff, with what to do."""

    number: int
    kind: AlertKind
    severity: Severity
    say: str
    fix: str
    """What ends the cause; empty if nothing has to be done but to acknowledge and clear it."""
    paragraphs: Paragraphs
    since_ms: int
    """When it was raised, in milliseconds of the wall clock."""
    acknowledged_by: str | None
    over: bool
    acknowledge: tuple[Role, ...]
    """The roles that may acknowledge it."""
    clear: tuple[Role, ...]
    """The roles that may clear it once its cause is gone."""


class Request(Record, frozen=True, kw_only=True):
    """A request that waits for its second person."""

    number: int
    say: str
    why: str
    asked_by: str
    roles: tuple[Role, ...]
    """The roles of which the second person needs one."""
    paragraphs: Paragraphs


class PersonChoice(Record, frozen=True, kw_only=True):
    """An enrolled person, for the choice of who types a PIN."""

    name: str
    roles: tuple[Role, ...]


class PotView(Record, frozen=True, kw_only=True):
    """A pot as it lies on the table: number 0 is the centre pot, 1 the side pot made first."""

    number: int
    cents: int
    seats: tuple[Seat, ...]
    """The seats that can win it."""


class PushShare(Record, frozen=True, kw_only=True):
    """A player's share of a pot, before the push."""

    seat: Seat
    part: PartName
    cents: int
    odd_cents: int
    """The odd money in it."""
    hand: str
    """The hand that wins it, in words; empty for the last player left."""


class Push(Record, frozen=True, kw_only=True):
    """One pot, in the order of the pushes: the side pot made last first, the centre pot last."""

    number: int
    cents: int
    shares: tuple[PushShare, ...]
    paragraphs: Paragraphs


class AwardView(Record, frozen=True, kw_only=True):
    """Who gets what, before the dealer pushes it; full tracking only."""

    uncalled_seat: Seat | None
    uncalled_cents: int
    rake_cents: int
    fund_cents: int
    pushes: tuple[Push, ...]
    do: tuple[str, ...]
    """What the dealer does, one after the other, with one sentence for all pushes."""


class Event(Record, frozen=True, kw_only=True):
    """A recorded fact in its sentence for people."""

    number: int
    wall_ms: int
    say: str
    paragraphs: Paragraphs


class Timer(Record, frozen=True, kw_only=True):
    """A running clock of the table, such as a deck's three hours; `due_ms` is by the wall clock of the box."""

    name: str
    say: str
    due_ms: int


class ShufflerPanel(Record, frozen=True, kw_only=True):
    """The shuffler as the dealer sees it."""

    doing: str
    """What it does now, in words."""
    done: int | None
    of: int | None
    """Progress in cards; null while it moves none."""
    jam: JamPlace | None
    """Where cards are stuck; the page shows where to reach."""
    lid_open: bool
    housing_open: bool
    trouble: str
    """What is wrong, in words; empty if nothing is."""
    recovery: tuple[str, ...]
    """The steps of the way back, in order."""
    by_hand: bool
    """Whether the table shuffles by hand now (I-19)."""


class CardCounts(Record, frozen=True, kw_only=True):
    """
    How many cards of the deck in play are where; null if the table cannot know.

    At the procedure level the table is not told who folds and who draws.
    """

    stub: int | None
    burns: int | None
    discards: int | None


class DealerView(Record, frozen=True, kw_only=True):
    """The dealer's page: the public view of the table, and what staff needs beside it."""

    table: View
    name: str
    """The name of the table."""
    title: str
    """The game in words."""
    dealer: str | None
    dealer_since_ms: int | None
    relief_due: bool
    own_pin: bool
    """Whether a dealer who takes over has to enter a PIN."""
    seats: tuple[Seat, ...]
    """All seats of the table, taken or not."""
    chip_cents: int
    """The smallest chip in use; 1 where none is set."""
    forms: tuple[StepForm, ...]
    trade_words: tuple[TradeWord, ...]
    drawn: tuple[Drawn, ...]
    offers: tuple[Offer, ...]
    alerts: tuple[StaffAlert, ...]
    requests: tuple[Request, ...]
    people: tuple[PersonChoice, ...]
    counts: CardCounts | None
    pots: tuple[PotView, ...]
    award: AwardView | None
    losers: tuple[Decided, ...]
    """The wagers of a mini-dice shake that lose, in the order of collecting."""
    winners: tuple[Decided, ...]
    """The wagers that win and what each is paid, in the order of paying."""
    cards_left: tuple[str, ...]
    """The cards that may still turn up: all that were not shown, in the order of the deck."""
    undo: str
    """What taking back the last step takes back, in words; empty if there is nothing to take back."""
    events: tuple[Event, ...]
    """What was recorded in the last half hour, newest first."""
    timers: tuple[Timer, ...]
    shuffler: ShufflerPanel | None
    devices: tuple[DeviceReport, ...]
