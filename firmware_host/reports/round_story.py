"""
The whole story of one round, as a value: what a floorperson reads out in a dispute, and what a program gets.

Nothing in it is guessed. What the record does not know is named in `unknown` (I-11); a card nobody saw is `??`.
"""

from enum import StrEnum

from firmware_host.rules.dice.wagers import Dice, Wager
from firmware_host.rules.game import GameName, Tracking
from firmware_host.rules.pots.division import PartName
from firmware_host.rules.stakes import Limit, Stakes
from firmware_host.rules.struct import Paragraphs, Record, Seat
from firmware_host.table.stamp import Stamp
from firmware_host.table.terms import Back, Grade, JournalId, Mode


class Told(Record, frozen=True, kw_only=True):
    """A fact in words."""

    number: int
    kind: str
    at: Stamp
    actor: str
    words: str
    paragraphs: Paragraphs
    taken_back_by: int | None = None
    amended_by: int | None = None


class DeckStory(Record, frozen=True, kw_only=True):
    """
    The deck of the round and what proved it: the shuffle that fact `order` asked for.

    `counted`, `mode` and `duration_ms` are the device's report, none where there was none. `told` is every fact about
    this deck since then.
    """

    back: Back
    grade: Grade
    order: int
    counted: int | None
    mode: Mode | None
    duration_ms: int | None
    cut: bool
    told: tuple[Told, ...]


class End(StrEnum):
    """How the round ended for a player."""

    SHOWED = "showed"
    MUCKED = "mucked"
    FOLDED = "folded"
    FOULED = "fouled"
    NOT_SHOWN = "not-shown"
    NOT_TOLD = "not-told"
    """The table is told the steps of a round only."""


class Seated(Record, frozen=True, kw_only=True):
    """
    A player of the round. Amounts are none where the table is not told them.

    `put_in_cents` is what went into the pots and stayed there; `cards` are those held last.
    """

    seat: Seat
    began_cents: int | None
    ended_cents: int | None
    put_in_cents: int | None
    cards: tuple[str, ...]
    end: End


class Won(Record, frozen=True, kw_only=True):
    """What one player won of a pot; `hand` is none where it is not known, `cents` where the table is not told."""

    seat: Seat
    part: PartName | None = None
    cents: int | None = None
    odd_cents: int = 0
    hand: str | None = None


class PotStory(Record, frozen=True, kw_only=True):
    """
    A pot and where it went. `pot` is 0 for the centre pot and counts the side pots from the first made.

    `between` are those it was between when it was pushed: still in, their whole share in it. `words` say all of it.
    """

    number: int
    pot: int
    cents: int | None
    uncontested: bool
    between: tuple[Seat, ...]
    won: tuple[Won, ...]
    words: tuple[str, ...]
    paragraphs: Paragraphs


class WagerDecided(Record, frozen=True, kw_only=True):
    """A wager that a shake decided, and what the house added to it."""

    seat: Seat
    wager: Wager
    cents: int
    won: bool
    pays_cents: int


class Shake(Record, frozen=True, kw_only=True):
    """
    A shake of the mini-dice, as far as it came.

    `shaken_by` is who shook last, none is the dealer; `invalid` are shakes that fell short or were spoiled. Amounts are
    none where the table is not told them; wagers that were not decided are not among `wagers`.
    """

    shaken_by: Seat | None
    faces: Dice | None
    total: int | None
    is_settled: bool
    no_rolls: int
    invalid: int
    collected_cents: int | None
    paid_cents: int | None
    wagers: tuple[WagerDecided, ...]


class State(StrEnum):
    """What became of the round."""

    OVER = "over"
    VOID = "void"
    UNDER_WAY = "under-way"


class Game(Record, frozen=True, kw_only=True):
    """What was played, as the table was set."""

    game: GameName
    title: str
    tracking: Tracking
    limit: Limit | None
    stakes: Stakes | None
    button: Seat | None


class Signature(Record, frozen=True, kw_only=True):
    """The record as of fact `number`, of this round or after it, was signed with this key."""

    number: int
    at: Stamp
    key: str


class Story(Record, frozen=True, kw_only=True):
    """
    Facts `first` to `last` of a journal, `hash` that of the last.

    Every fact from `checked_from` to `last`, and on to where it was `signed`, follows from the one before it. `dealers`
    are who was on duty, the first as the round began. `stood` is what was not over then: alerts, a call for the floor,
    players away.
    """

    journal: JournalId
    house: str
    table: str
    round: int
    state: State
    first: int
    last: int
    hash: str
    checked_from: int
    signed: Signature | None
    rules: str
    began: Stamp
    ended: Stamp
    dealers: tuple[str, ...]
    played: Game | None
    deck: DeckStory | None
    players: tuple[Seated, ...]
    board: tuple[str, ...]
    stood: tuple[Told, ...]
    told: tuple[Told, ...]
    pots: tuple[PotStory, ...]
    shake: Shake | None
    rake_cents: int | None
    bad_beat_cents: int | None
    alerts: tuple[Told, ...]
    later: tuple[Told, ...]
    unknown: tuple[str, ...]
