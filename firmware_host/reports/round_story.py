"""
The explanation of one round as a value: for a floorperson in a dispute, and for programs.

Nothing here is guessed. `unknown` lists what the record does not show (I-11); a card that was never seen is `??`.
"""

from enum import StrEnum

from firmware_host.rules.dice.wagers import Dice, Wager
from firmware_host.rules.game import GameName, Tracking
from firmware_host.rules.pots.division import PartName
from firmware_host.rules.stakes import Limit, Stakes
from firmware_host.rules.struct import Paragraphs, Record, Seat
from firmware_host.table.clocks import Stamp
from firmware_host.table.terms import Back, Grade, JournalId, Mode


class Told(Record, frozen=True, kw_only=True):
    """A fact with its sentence."""

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
    The deck of the round and its proof: the shuffle that fact `order` ordered.

    `counted`, `mode` and `duration_ms` come from the device's report; None without one. `told` is every fact about this
    deck since then.
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
    """At the procedure level, which does not record who showed a hand."""


class Seated(Record, frozen=True, kw_only=True):
    """
    A player of the round. Amounts are None if the table does not track them.

    `put_in_cents` is what went into the pots and was not returned; `cards` are those held last.
    """

    seat: Seat
    began_cents: int | None
    ended_cents: int | None
    put_in_cents: int | None
    cards: tuple[str, ...]
    end: End


class Won(Record, frozen=True, kw_only=True):
    """What one player won of a pot; `hand` is None if not known, `cents` if the table does not track amounts."""

    seat: Seat
    part: PartName | None = None
    cents: int | None = None
    odd_cents: int = 0
    hand: str | None = None


class PotStory(Record, frozen=True, kw_only=True):
    """
    A pot and its winners. `pot` is 0 for the centre pot; side pots are numbered in the order they were made.

    `between` are the players eligible to win the pot when it was awarded. `words` say it all in sentences.
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
    A shake of the mini-dice, as far as it got.

    `shaken_by` is the last to shake, None for the dealer; `invalid` counts shakes that fell short or were spoiled.
    Amounts are None if the table does not track them; `wagers` are only those that were decided.
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
    """The state of a round."""

    OVER = "over"
    VOID = "void"
    UNDER_WAY = "under-way"


class Game(Record, frozen=True, kw_only=True):
    """The game, as the table was configured."""

    game: GameName
    title: str
    tracking: Tracking
    limit: Limit | None
    stakes: Stakes | None
    button: Seat | None


class Signature(Record, frozen=True, kw_only=True):
    """The signature of the record up to fact `number`, which is in this round or after it, with this key."""

    number: int
    at: Stamp
    key: str


class Story(Record, frozen=True, kw_only=True):
    """
    Facts `first` to `last` of a journal; `hash` is the hash of the last.

    The hash chain was checked from `checked_from` to `last`, and on to the fact that was `signed`. `dealers` are those
    on duty, first the one when the round began. `stood` are the facts still open then: alerts, a call for the floor,
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
    simulated: bool = False
