"""What became true inside a round of play: the bodies of its facts."""

from enum import StrEnum

from firmware_host.rules.game import GameName, StreetName, Tracking
from firmware_host.rules.pots.division import PartName
from firmware_host.rules.stakes import Stakes
from firmware_host.rules.struct import Record, Seat, Tagged


class Pile(StrEnum):
    """What was shuffled to go on dealing."""

    BURNS = "burns"
    MUCK_AND_BURNS = "muck-and-burns"
    DISCARDS = "discards"


class RoundStarted(Tagged, frozen=True, kw_only=True, tag="round-started"):
    """
    These seats are dealt in, in this game. `button` is none in the stud games.

    `stacks` are the table stakes in the order of `seats`, and `stakes` the posted limits; full level only. `as_told`
    is kept for the format of the record: it is always false.
    """

    game: GameName
    tracking: Tracking
    seats: tuple[Seat, ...]
    button: Seat | None
    stacks: tuple[int, ...] = ()
    stakes: Stakes | None = None
    as_told: bool = False


class AntesPosted(Tagged, frozen=True, kw_only=True, tag="antes-posted"):
    """
    Before any card (14.7(b)1); `cents` in the order of `seats`.

    `dead` antes match nobody's wager: who wins the centre pot wins all of them, as where one pays for all.
    """

    seats: tuple[Seat, ...]
    cents: tuple[int, ...]
    dead: bool = False


class BlindsPosted(Tagged, frozen=True, kw_only=True, tag="blinds-posted"):
    """
    In this order, before any card (14.7(b)2); `cents` in the same order, empty at the procedure level.

    `made_up` are those of them who make up for a blind they missed (I-7); who opens does not go by theirs, nor by that
    of `killer`, who posts the raised minimum and that only (14.11(A)(i)). `dead` is what each of `made_up` puts into
    the pot beside it, nobody's wager; empty where amounts are not told. `straddler` posts a further blind (I-7).
    """

    seats: tuple[Seat, ...]
    cents: tuple[int, ...] = ()
    made_up: tuple[Seat, ...] = ()
    killer: Seat | None = None
    dead: tuple[int, ...] = ()
    straddler: Seat | None = None


class HandsDealt(Tagged, frozen=True, kw_only=True, tag="hands-dealt"):
    """Each of these seats, in the order dealt, has so many new cards down and up; `cards` where any was shown."""

    seats: tuple[Seat, ...]
    down: int
    up: int = 0
    street: StreetName = StreetName.DEAL
    cards: tuple[tuple[str, ...], ...] = ()


class ForcedBetMade(Tagged, frozen=True, kw_only=True, tag="forced-bet-made"):
    """The bet that starts the wagering (14.7(b)3)."""

    seat: Seat
    cents: int


class PlayerFolded(Tagged, frozen=True, kw_only=True, tag="player-folded"):
    """The player is out of the round."""

    seat: Seat


class HandFouled(Tagged, frozen=True, kw_only=True, tag="hand-fouled"):
    """The hand is dead by itself (14.1, I-8): its cards go to the discards, what was wagered on it stays."""

    seat: Seat
    why: str


class PlayerChecked(Tagged, frozen=True, kw_only=True, tag="player-checked"):
    """The player did not begin the betting."""

    seat: Seat


class PlayerCalled(Tagged, frozen=True, kw_only=True, tag="player-called"):
    """The player put in `cents` more; less than the bet only with the last chip."""

    seat: Seat
    cents: int


class PlayerBet(Tagged, frozen=True, kw_only=True, tag="player-bet"):
    """
    The player put in `cents` more and has `to_cents` on this street now.

    `full` says that it is a bet or raise of its own; false is an all-in for less, which opens nothing (I-6).
    """

    seat: Seat
    cents: int
    to_cents: int
    full: bool


class DownCardsDiscarded(Tagged, frozen=True, kw_only=True, tag="down-cards-discarded"):
    """Super Seven: two of the down cards thrown away (14.9B(e))."""

    seat: Seat
    cards: tuple[str, ...]


class CardsDiscarded(Tagged, frozen=True, kw_only=True, tag="cards-discarded"):
    """A draw: these cards go to the discards; none is standing pat."""

    seat: Seat
    cards: tuple[str, ...]


class CardsDrawn(Tagged, frozen=True, kw_only=True, tag="cards-drawn"):
    """A draw: these cards come from the stub."""

    seat: Seat
    cards: tuple[str, ...]


class DrawOpened(Tagged, frozen=True, kw_only=True, tag="draw-opened"):
    """Each in turn may draw now. Procedure level."""

    street: StreetName


class DrawCompleted(Tagged, frozen=True, kw_only=True, tag="draw-completed"):
    """Everybody has drawn; `drawn` cards in all, where the dealer said it. Procedure level."""

    street: StreetName
    drawn: int | None = None


class StubShuffled(Tagged, frozen=True, kw_only=True, tag="stub-shuffled"):
    """
    The stub ran out; this pile of `cards` cards was shuffled, a step of the same shuffle proof (I-19).

    `kept` are the discards that were left out of it: those of the player who draws (14.12C(f)).
    """

    pile: Pile
    cards: int
    kept: tuple[str, ...] = ()


class BettingCompleted(Tagged, frozen=True, kw_only=True, tag="betting-completed"):
    """Every player has called, folded or gone all-in on this street."""

    street: StreetName


class CardBurned(Tagged, frozen=True, kw_only=True, tag="card-burned"):
    """One card off the top, face down, kept apart from the discards (14.6(e)3). Nobody knows it."""

    street: StreetName


class CommunityDealt(Tagged, frozen=True, kw_only=True, tag="community-dealt"):
    """Cards face up for all; `??` where the table was not shown them. A common card of stud is one too."""

    street: StreetName
    cards: tuple[str, ...]


class ShowdownBegan(Tagged, frozen=True, kw_only=True, tag="showdown-began"):
    """More than one player is left after the last betting round."""


class HandShown(Tagged, frozen=True, kw_only=True, tag="hand-shown"):
    """The player's whole hand, face up; cards speak (14.3(g))."""

    seat: Seat
    cards: tuple[str, ...]


class HandMucked(Tagged, frozen=True, kw_only=True, tag="hand-mucked"):
    """The player gave the hand up at the showdown, unseen."""

    seat: Seat


class UncalledReturned(Tagged, frozen=True, kw_only=True, tag="uncalled-returned"):
    """What nobody called goes back to whom it came from."""

    seat: Seat
    cents: int


class RakeTaken(Tagged, frozen=True, kw_only=True, tag="rake-taken"):
    """
    The house took this from the pots before they were pushed (14.6(e)8).

    Out of the centre pot; where that is not enough, out of the side pots in the order in which they were made.
    """

    cents: int


class BadBeatContributed(Tagged, frozen=True, kw_only=True, tag="bad-beat-contributed"):
    """After the rake this was put aside for the bad beat payout fund, out of the same pots (14.6(e)9)."""

    cents: int


class BadBeatHeld(Tagged, frozen=True, kw_only=True, tag="bad-beat-held"):
    """
    A hand that is posted as a bad beat was held as a losing hand; several `seats` or `winners` where they tie.

    Nothing is paid by this fact: what the fund holds is not known here.
    """

    seats: tuple[Seat, ...]
    winners: tuple[Seat, ...]
    words: str
    beaten_by: str


class LosingHandsCollected(Tagged, frozen=True, kw_only=True, tag="losing-hands-collected"):
    """Before the pot is pushed (14.6(e)5)."""


class Share(Record, frozen=True, kw_only=True):
    """What one player gets of one part of one pot; `odd_cents` of it could not be divided."""

    seat: Seat
    part: PartName
    cents: int
    odd_cents: int = 0


class PotAwarded(Tagged, frozen=True, kw_only=True, tag="pot-awarded"):
    """
    A pot went to these seats, empty where the dealer did not say; `uncontested` when all others folded.

    `pot` is 0 for the centre pot and counts the side pots from the first made; `cents` and `shares` at the full level,
    net of what was taken from the pot.
    """

    seats: tuple[Seat, ...] = ()
    uncontested: bool
    pot: int = 0
    cents: int = 0
    shares: tuple[Share, ...] = ()


class RoundCompleted(Tagged, frozen=True, kw_only=True, tag="round-completed"):
    """
    The winner is paid and every card is back. The counts are what was out, for the stub and discard counts.

    `stacks` are the table stakes afterwards in the order of the round's seats; full level only.
    """

    stub: int
    burns: int
    board: int
    hands: int
    stacks: tuple[int, ...] = ()


class RoundVoided(Tagged, frozen=True, kw_only=True, tag="round-voided"):
    """
    Every wager and ante went back and every card is back; the button stays (I-8, item 13).

    `stacks` are the table stakes again, in the order of the round's seats; full level only.
    """

    why: str
    stacks: tuple[int, ...] = ()


RoundBody = (
    RoundStarted
    | AntesPosted
    | BlindsPosted
    | HandsDealt
    | ForcedBetMade
    | PlayerFolded
    | HandFouled
    | PlayerChecked
    | PlayerCalled
    | PlayerBet
    | DownCardsDiscarded
    | CardsDiscarded
    | CardsDrawn
    | DrawOpened
    | DrawCompleted
    | StubShuffled
    | BettingCompleted
    | CardBurned
    | CommunityDealt
    | ShowdownBegan
    | HandShown
    | HandMucked
    | UncalledReturned
    | RakeTaken
    | BadBeatContributed
    | BadBeatHeld
    | LosingHandsCollected
    | PotAwarded
    | RoundCompleted
    | RoundVoided
)
