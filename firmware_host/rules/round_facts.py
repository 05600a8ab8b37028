"""The facts of a round of play."""

from enum import StrEnum

from firmware_host.rules.act_and_fact import Amendable, FactBody, NewAlert
from firmware_host.rules.game import GameName, StreetName, Tracking
from firmware_host.rules.pots.division import PartName
from firmware_host.rules.stakes import Stakes
from firmware_host.rules.struct import HIDDEN, Record, Seat
from firmware_host.rules.wording import amounts, cards, money, number, seats

COMMUNITY = {
    StreetName.FLOP: "The flop: one card burned, three community cards face up",
    StreetName.TURN: "The turn: one card burned, the fourth community card face up",
    StreetName.RIVER: "The river: one card burned, the fifth and last community card face up",
}


class Pile(StrEnum):
    """The cards that were shuffled to continue the deal."""

    BURNS = "burns"
    MUCK_AND_BURNS = "muck-and-burns"
    DISCARDS = "discards"


class RoundFact(FactBody, frozen=True, kw_only=True):
    """A fact of a round; every one of them changes what is done next."""

    ends_turn = True


class RoundStarted(RoundFact, frozen=True, kw_only=True, tag="round-started"):
    """
    These seats are dealt in, in this game. `button` is null in the stud games.

    `stacks` are the table stakes in the order of `seats`, and `stakes` the posted limits; full tracking only. `as_told`
    is kept only for the format of the record; it is always false.
    """

    amendable_as = frozenset({Amendable.STEP})

    game: GameName
    tracking: Tracking
    seats: tuple[Seat, ...]
    button: Seat | None
    stacks: tuple[int, ...] = ()
    stakes: Stakes | None = None
    as_told: bool = False

    def sentence(self) -> str:
        marker = "no button" if self.button is None else f"the button at seat {self.button}"
        return f"{number(len(self.seats), 'player')}, {marker}."


class AntesPosted(RoundFact, frozen=True, kw_only=True, tag="antes-posted"):
    """
    Antes before any card (14.7(b)1); `cents` in the order of `seats`.

    `dead` antes match no wager: the winner of the centre pot wins them all, for example if one player pays for all.
    """

    amendable_as = frozenset({Amendable.STEP})

    seats: tuple[Seat, ...]
    cents: tuple[int, ...]
    dead: bool = False

    def sentence(self) -> str:
        return f"Antes from {number(len(self.seats), 'player')}."


class BlindsPosted(RoundFact, frozen=True, kw_only=True, tag="blinds-posted"):
    """
    Blinds in this order, before any card (14.7(b)2); `cents` in the same order, empty with procedure tracking.

    `made_up` are the seats that make up missed blinds (I-7). Their blinds do not decide who opens, nor does that of
    `killer`, who posts only the raised minimum (14.11(A)(i)). `dead` is what each of `made_up` also puts into the pot,
    which is no wager; empty if amounts are not tracked. `straddler` posts a further blind (I-7).
    """

    amendable_as = frozenset({Amendable.STEP})

    seats: tuple[Seat, ...]
    """The seats that post, in order."""
    cents: tuple[int, ...] = ()
    made_up: tuple[Seat, ...] = ()
    killer: Seat | None = None
    dead: tuple[int, ...] = ()
    straddler: Seat | None = None

    def sentence(self) -> str:
        """Return the blinds posted in turn, then those by the options of the house for each player (I-7)."""
        cents = dict(zip(self.seats, self.cents, strict=False))
        in_turn = tuple(seat for seat in self.seats if seat not in self.made_up and seat != self.straddler)
        posted = amounts(in_turn, tuple(cents[seat] for seat in in_turn) if cents else ())
        straddle = (
            "" if self.straddler is None else f" Seat {self.straddler} straddles{_for(cents.get(self.straddler))}."
        )
        dead = dict(zip(self.made_up, self.dead, strict=False))
        late = (_made_up(seat, cents.get(seat, 0), dead.get(seat, 0)) for seat in self.made_up)
        return f"Blind bets: {posted}.{straddle}{''.join(late)}"


class HandsDealt(RoundFact, frozen=True, kw_only=True, tag="hands-dealt"):
    """New cards for these seats in the order dealt, `down` and `up` each; `cards` if any was shown."""

    amendable_as = frozenset({Amendable.STEP, Amendable.CARDS})

    seats: tuple[Seat, ...]
    down: int
    up: int = 0
    street: StreetName = StreetName.DEAL
    """The street that these cards belong to."""
    cards: tuple[tuple[str, ...], ...] = ()

    def sentence(self) -> str:
        each = " and ".join(f"{count} face {way}" for count, way in ((self.down, "down"), (self.up, "up")) if count)
        shown = zip(self.seats, (tuple(card for card in hand if card != HIDDEN) for hand in self.cards), strict=False)
        named = ", ".join(f"seat {seat} {' '.join(up)}" for seat, up in shown if up)
        first = f", seat {self.seats[0]} first" if self.seats else " left"
        return f"Dealt: {each} to each player{first}{f': {named}' if named else ''}."


class ForcedBetMade(RoundFact, frozen=True, kw_only=True, tag="forced-bet-made"):
    """The bet that starts the wagering (14.7(b)3)."""

    amendable_as = frozenset({Amendable.STEP})

    seat: Seat
    cents: int

    def sentence(self) -> str:
        return f"Seat {self.seat} makes the forced bet of {money(self.cents)}."


class PlayerFolded(RoundFact, frozen=True, kw_only=True, tag="player-folded"):
    """The player is out of the round."""

    amendable_as = frozenset({Amendable.STEP, Amendable.WAGER})

    seat: Seat

    def sentence(self) -> str:
        return f"Seat {self.seat} folds."


class HandFouled(RoundFact, frozen=True, kw_only=True, tag="hand-fouled"):
    """A dead hand (14.1, I-8): its cards go to the discards, its wagers stay in the pot."""

    marks_round = True
    amendable_as = frozenset({Amendable.STEP})

    seat: Seat
    why: str

    def sentence(self) -> str:
        return f"Seat {self.seat}'s hand is fouled and so dead: {self.why}."


class PlayerChecked(RoundFact, frozen=True, kw_only=True, tag="player-checked"):
    """The player waived the right to begin the betting."""

    amendable_as = frozenset({Amendable.STEP, Amendable.WAGER})

    seat: Seat

    def sentence(self) -> str:
        return f"Seat {self.seat} checks."


class PlayerCalled(RoundFact, frozen=True, kw_only=True, tag="player-called"):
    """The player put in `cents` more; less than the bet only if all-in."""

    amendable_as = frozenset({Amendable.STEP, Amendable.WAGER})

    seat: Seat
    cents: int

    def sentence(self) -> str:
        return f"Seat {self.seat} calls {money(self.cents)}."


class PlayerBet(RoundFact, frozen=True, kw_only=True, tag="player-bet"):
    """
    The player put in `cents` more and now has `to_cents` on this street.

    `full` means a full bet or raise; false is an all-in for less, which does not reopen the betting (I-6).
    """

    amendable_as = frozenset({Amendable.STEP, Amendable.WAGER})

    seat: Seat
    cents: int
    to_cents: int
    full: bool
    over_cents: int = 0
    """The bet on this street that it raises; 0 if it opens the betting, and in records of earlier versions."""

    def sentence(self) -> str:
        verb = "raises to" if self.over_cents or self.to_cents > self.cents else "bets"
        return f"Seat {self.seat} {verb} {money(self.to_cents)}{'' if self.full else ', all-in for less'}."


class DownCardsDiscarded(RoundFact, frozen=True, kw_only=True, tag="down-cards-discarded"):
    """Super Seven: two down cards discarded (14.9B(e))."""

    amendable_as = frozenset({Amendable.STEP})

    seat: Seat
    cards: tuple[str, ...]

    def sentence(self) -> str:
        return f"Seat {self.seat} discards two down cards: {cards(self.cards)}."


class CardsDiscarded(RoundFact, frozen=True, kw_only=True, tag="cards-discarded"):
    """A draw: these cards are discarded; none means standing pat."""

    amendable_as = frozenset({Amendable.STEP})

    seat: Seat
    cards: tuple[str, ...]

    def sentence(self) -> str:
        return f"Seat {self.seat} discards {cards(self.cards)}." if self.cards else f"Seat {self.seat} stands pat."


class CardsDrawn(RoundFact, frozen=True, kw_only=True, tag="cards-drawn"):
    """A draw: these cards come from the stub."""

    amendable_as = frozenset({Amendable.STEP, Amendable.CARDS})

    seat: Seat
    cards: tuple[str, ...]

    def sentence(self) -> str:
        return f"Seat {self.seat} draws {cards(self.cards)}."


class DrawOpened(RoundFact, frozen=True, kw_only=True, tag="draw-opened"):
    """
    Each player in turn may draw now. With full tracking this is recorded only after the burn, or with `burn_later`.

    `burn_later` says that the stub is empty: a card is burned when the discards have been shuffled for the first draw.
    """

    amendable_as = frozenset({Amendable.STEP})

    street: StreetName
    burn_later: bool = False

    def sentence(self) -> str:
        return f"The {_street(self.street)}: each player in turn discards and draws."


class DrawCompleted(RoundFact, frozen=True, kw_only=True, tag="draw-completed"):
    """All players have drawn; `drawn` is the number of cards, if entered. Procedure tracking only."""

    amendable_as = frozenset({Amendable.STEP})

    street: StreetName
    drawn: int | None = None

    def sentence(self) -> str:
        drawn = "" if self.drawn is None else f", {number(self.drawn, 'card')}"
        return f"All players have drawn{drawn}."


class StubShuffled(RoundFact, frozen=True, kw_only=True, tag="stub-shuffled"):
    """
    The stub ran out, and this pile of `cards` cards was shuffled; the shuffle proof still applies (I-19).

    `kept` are the discards that were left out of it: those of `seat`, the player who draws, of all draws of the round
    (14.12C(f)).
    """

    amendable_as = frozenset({Amendable.STEP})

    pile: Pile
    """The cards that were shuffled."""
    cards: int
    kept: tuple[str, ...] = ()
    seat: Seat | None = None

    def sentence(self) -> str:
        whose = "" if self.seat is None else f", the discards of seat {self.seat}"
        kept = f", without {cards(self.kept)}{whose}" if self.kept else ""
        pile = self.pile.value.replace("-", " ")
        shuffled = f"the {pile} were shuffled, {number(self.cards, 'card')}{kept}"
        return f"The stub ran out: {shuffled}; the shuffle proof still applies."


class BettingCompleted(RoundFact, frozen=True, kw_only=True, tag="betting-completed"):
    """Every player has called, folded or gone all-in on this street."""

    amendable_as = frozenset({Amendable.STEP})

    street: StreetName

    def sentence(self) -> str:
        return f"The betting on the {_street(self.street)} is complete."


class CardBurned(RoundFact, frozen=True, kw_only=True, tag="card-burned"):
    """One card from the top, face down and unseen, kept apart from the discards (14.6(e)3)."""

    amendable_as = frozenset({Amendable.STEP})

    street: StreetName

    def sentence(self) -> str:
        return "One card is burned."


class CommunityDealt(RoundFact, frozen=True, kw_only=True, tag="community-dealt"):
    """Community cards, `??` for hidden ones; also the common card of seven-card stud."""

    amendable_as = frozenset({Amendable.STEP, Amendable.CARDS})

    street: StreetName
    cards: tuple[str, ...]

    def sentence(self) -> str:
        shown = "" if HIDDEN in self.cards else f": {cards(self.cards)}"
        return f"{COMMUNITY.get(self.street, 'One common card face up')}{shown}."


class ShowdownBegan(RoundFact, frozen=True, kw_only=True, tag="showdown-began"):
    """More than one player is left after the last betting round."""

    amendable_as = frozenset({Amendable.STEP})

    def sentence(self) -> str:
        return "Showdown: the hands are turned face up."


class HandShown(RoundFact, frozen=True, kw_only=True, tag="hand-shown"):
    """The player's whole hand, face up; cards speak (14.3(g))."""

    amendable_as = frozenset({Amendable.STEP, Amendable.CARDS})

    seat: Seat
    cards: tuple[str, ...]

    def sentence(self) -> str:
        return f"Seat {self.seat} shows {cards(self.cards)}."


class HandMucked(RoundFact, frozen=True, kw_only=True, tag="hand-mucked"):
    """The player gave up the hand at the showdown, unseen."""

    amendable_as = frozenset({Amendable.STEP})

    seat: Seat

    def sentence(self) -> str:
        return f"Seat {self.seat} mucks."


class UncalledReturned(RoundFact, frozen=True, kw_only=True, tag="uncalled-returned"):
    """An uncalled bet, returned to the player who made it."""

    seat: Seat
    cents: int

    def sentence(self) -> str:
        return f"Uncalled {money(self.cents)} is returned to seat {self.seat}."


class RakeTaken(RoundFact, frozen=True, kw_only=True, tag="rake-taken"):
    """
    The rake taken from the pots before they were pushed (14.6(e)8).

    Taken out of the centre pot; if that is not enough, out of the side pots in the order in which they were made.
    """

    cents: int

    def sentence(self) -> str:
        return f"Rake: {money(self.cents)} from the pot."


class BadBeatContributed(RoundFact, frozen=True, kw_only=True, tag="bad-beat-contributed"):
    """The bad beat contribution, taken from the same pots after the rake (14.6(e)9)."""

    cents: int

    def sentence(self) -> str:
        return f"{money(self.cents)} from the pot for the bad beat fund."


class BadBeatHeld(RoundFact, frozen=True, kw_only=True, tag="bad-beat-held"):
    """
    A losing hand that qualifies as a bad beat; several `seats` or `winners` if they tie.

    This fact pays nothing: the amount in the fund is not known here.
    """

    seats: tuple[Seat, ...]
    winners: tuple[Seat, ...]
    words: str
    beaten_by: str

    def sentence(self) -> str:
        return f"Bad beat: {seats(self.seats)}, {self.words}, beaten by {seats(self.winners)}, {self.beaten_by}."


class LosingHandsCollected(RoundFact, frozen=True, kw_only=True, tag="losing-hands-collected"):
    """The losing hands were collected before the pot is pushed (14.6(e)5)."""

    def sentence(self) -> str:
        return "The losing hands are collected."


class Share(Record, frozen=True, kw_only=True):
    """One player's share of a part of a pot; `odd_cents` is the part that did not divide evenly."""

    seat: Seat
    part: PartName
    """The part of the pot."""
    cents: int
    odd_cents: int = 0

    def in_words(self) -> str:
        """Return seat and amount, with notes on a half of the pot and on odd money."""
        notes = [
            *([] if self.part is PartName.WHOLE else [str(self.part)]),
            *([f"{money(self.odd_cents)} of it odd money"] if self.odd_cents else []),
        ]
        noted = f" ({', '.join(notes)})" if notes else ""
        return f"seat {self.seat} {money(self.cents)}{noted}"


class PotAwarded(RoundFact, frozen=True, kw_only=True, tag="pot-awarded"):
    """
    A pot won by these seats, empty if the dealer did not enter them; `uncontested` if all others folded.

    `pot` is 0 for the centre pot; side pots are numbered in the order they were made. `cents` and `shares` are for full
    tracking, net of rake and contribution.
    """

    seats: tuple[Seat, ...] = ()
    uncontested: bool
    pot: int = 0
    cents: int = 0
    shares: tuple[Share, ...] = ()

    def sentence(self) -> str:
        if not self.shares and self.pot:
            return f"Side pot {self.pot} pushed to {seats(self.seats)}."
        if not self.shares:
            said = "All others folded: losing" if self.uncontested else "Losing"
            to = f"to {seats(self.seats)}" if self.seats else "(the winner was not entered)"
            return f"{said} hands collected, pot pushed {to}, winning hand collected."
        which = f"Side pot {self.pot}" if self.pot else "The pot"
        return f"{which} of {money(self.cents)}: {', '.join(share.in_words() for share in self.shares)}."


class PotMispushed(RoundFact, frozen=True, kw_only=True, tag="pot-mispushed"):
    """The pot was pushed to other seats than the hands shown name (14.6(e)5): it is taken back and pushed to `due`."""

    marks_round = True

    seats: tuple[Seat, ...]
    due: tuple[Seat, ...]

    def sentence(self) -> str:
        return f"The pot was pushed to {seats(self.seats)} but belongs to {seats(self.due)}: the pot is taken back."

    def raises(self) -> NewAlert | None:
        return NewAlert(
            kind="pot-mispushed",
            about="round",
            say=f"The pot was pushed to {seats(self.seats)}; by the hands shown it belongs to {seats(self.due)}.",
        )


class RoundCompleted(RoundFact, frozen=True, kw_only=True, tag="round-completed"):
    """
    The pot is won and all cards are collected.

    Earlier versions also wrote how many cards lay where, which followed from the deal and was not counted; now only a
    count says so. `stacks` are the table stakes afterwards in the order of the round's seats; full tracking only.
    """

    stub: int | None = None
    """The cards left in the stub; only in facts of earlier versions."""
    burns: int | None = None
    """The burned cards; only in facts of earlier versions."""
    board: int | None = None
    """The number of community cards; only in facts of earlier versions."""
    hands: int | None = None
    """The cards in the hands and the discards; only in facts of earlier versions."""
    stacks: tuple[int, ...] = ()

    def sentence(self) -> str:
        if self.stub is None:
            return "The round is over."
        places = f"stub {self.stub}, burns {self.burns}, board {self.board}, hands {self.hands}"
        return f"The round is over. Expected from the deal, not counted: {places}."


class RoundVoided(RoundFact, frozen=True, kw_only=True, tag="round-voided"):
    """
    All wagers and antes were returned, all cards collected; the button stays (I-8).

    `stacks` are the table stakes after that, in the order of the round's seats; full tracking only.
    """

    marks_round = True

    why: str
    stacks: tuple[int, ...] = ()

    def sentence(self) -> str:
        return f"The round is void: {self.why}. All wagers are returned; the button stays."


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
    | PotMispushed
    | RoundCompleted
    | RoundVoided
)


def _street(street: StreetName) -> str:
    return street.value.replace("-", " ")


def _for(cents: int | None) -> str:
    return f" for {money(cents)}" if cents else ""


def _made_up(seat: Seat, live: int, dead: int) -> str:
    parts = [*([f"{money(live)} live"] if live else []), *([f"{money(dead)} dead"] if dead else [])]
    said = f", {' and '.join(parts)}" if parts else ""
    return f" Seat {seat} makes up for missed blinds{said}."
