"""A round of play: the state folded from its facts."""

from collections.abc import Iterable
from enum import StrEnum

from firmware_host.rules.cards import DECK, Cover, Places
from firmware_host.rules.decision import Code, Draft, Refusal, refuse
from firmware_host.rules.game import Game, GameName, Street, StreetName, Tracking
from firmware_host.rules.games import GAMES
from firmware_host.rules.round_facts import RoundBody
from firmware_host.rules.stakes import Stakes
from firmware_host.rules.struct import Record, Seat


class Phase(StrEnum):
    """The phase of a round of play."""

    DEALING = "dealing"
    BETTING = "betting"
    DRAWING = "drawing"
    SHOWDOWN = "showdown"
    AWARDED = "awarded"
    COMPLETED = "completed"


class Player(Record, frozen=True, kw_only=True):
    """
    One player in the round.

    `stack` is what is left behind, `paid` what was bet on this street, `put_in` what was put in during this round.
    `acted_at` is the bet the player last answered on this street; None while a turn is due (I-6: a short all-in keeps
    `acted_at`, a full bet or raise clears it). `down` and `up` are the cards in hand, `??` if hidden; `drew` means the
    player has drawn on this street, `threw` that two cards were discarded in Super Seven. `tossed` are the cards the
    player discarded in draws of this round that are still in the pile: a Badugi reshuffle leaves them out (14.12C(f)).
    """

    seat: Seat
    stack: int = 0
    paid: int = 0
    put_in: int = 0
    folded: bool = False
    acted_at: int | None = None
    drew: bool = False
    threw: bool = False
    down: tuple[str, ...] = ()
    up: tuple[str, ...] = ()
    tossed: tuple[str, ...] = ()
    shown: bool = False
    mucked: bool = False


class StreetTold(Record, frozen=True, kw_only=True):
    """
    A street as it was dealt at the procedure level: its place among the game's streets, and who may have been in.

    `live` are all that were not known to have folded, `short` that the stub was too short for a card each, `drawn` how
    many cards were drawn where that was told.
    """

    at: int
    live: int
    short: bool = False
    drawn: int | None = None


class Round(Record, frozen=True, kw_only=True):
    """
    A round of play.

    `players` are in the order of the deal: from the button's left with the button last, or from the dealer's left.
    `at` is the street; `bet` the amount to match on this street, `size` the last full bet or raise, `raises` the number
    of bets and raises, `forced` that there is only the forced bet; `to_act` is whose turn it is. `known` has a bit for
    every card that was shown and is not back in the stub. `dead` is money in the pot that is no player's wager;
    `last_blind` posted the last blind if amounts are not tracked; `made_up` are those who made up missed blinds;
    `killer` posted the kill blind. `began` are the stacks at the start of the round, in the order of seats; `ended`
    means that the stub ran out and was reshuffled, `burn_due` that the burn of this draw waits for that reshuffle.
    `mispushed` are the seats to which the pot was pushed by mistake. `told` are the streets as dealt, at the procedure
    level only.
    """

    game: GameName
    tracking: Tracking
    button: Seat | None
    players: tuple[Player, ...]
    stakes: Stakes | None = None
    phase: Phase = Phase.DEALING
    at: int = 0
    bet: int = 0
    size: int = 0
    raises: int = 0
    forced: bool = False
    to_act: int | None = None
    blinds: int = 0
    last_blind: Seat | None = None
    made_up: tuple[Seat, ...] = ()
    killer: Seat | None = None
    began: tuple[int, ...] = ()
    ended: bool = False
    burn_due: bool = False
    dead: int = 0
    stub: int = DECK
    burns: int = 0
    discards: int = 0
    board: tuple[str, ...] = ()
    known: int = 0
    thrown: int = 0
    aggressor: int | None = None
    winners: tuple[Seat, ...] = ()
    mispushed: tuple[Seat, ...] = ()
    told: tuple[StreetTold, ...] = ()

    @property
    def rules(self) -> Game:
        """Return the rules of the game as data."""
        return GAMES[self.game]

    @property
    def on(self) -> Street:
        """Return the street the round is on."""
        return GAMES[self.game].streets[self.at]

    @property
    def street(self) -> StreetName:
        """Return the name of the street."""
        return GAMES[self.game].streets[self.at].name

    @property
    def following(self) -> Street | None:
        """Return the street after this one."""
        streets = GAMES[self.game].streets
        return streets[self.at + 1] if self.at + 1 < len(streets) else None

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Return the seats dealt in, in the order of the deal."""
        return tuple([player.seat for player in self.players])

    @property
    def live(self) -> tuple[Player, ...]:
        """Return the players still in the round, in the order of the deal."""
        return tuple([player for player in self.players if not player.folded])

    @property
    def contested(self) -> bool:
        """Return whether more than one player is still in the round."""
        seen = False
        for player in self.players:
            if not player.folded:
                if seen:
                    return True
                seen = True
        return False

    @property
    def seats_in(self) -> tuple[Seat, ...]:
        """Return the seats still in the round, in the order of the deal."""
        return tuple([player.seat for player in self.players if not player.folded])

    @property
    def pot_cents(self) -> int:
        """Return all money put in, including the bets of this street."""
        return self.dead + sum([player.put_in for player in self.players])

    @property
    def places(self) -> Places:
        """Return where the 52 cards are."""
        hands = sum(len(player.down) + len(player.up) for player in self.players)
        cover = Cover.ON_TABLE if self.ended or not self.stub else Cover.UNDER_STUB
        return Places(
            stub=self.stub, burns=self.burns, discards=self.discards, hands=hands, board=self.board, cover=cover
        )

    def index(self, seat: Seat) -> int | None:
        """Return the position of this seat in the order of the deal; None if it was not dealt in."""
        for index, player in enumerate(self.players):
            if player.seat == seat:
                return index
        return None


RoundDraft = Draft[RoundBody]


SEATED = ("14.7(a)",)


def stranger(round_: Round, seats: Iterable[Seat]) -> Refusal | None:
    """Refuse the first of these seats that was not dealt in or has folded."""
    live = sorted(round_.seats_in)
    out = next((seat for seat in seats if seat not in live), None)
    if out is None:
        return None
    folded = out in round_.seats
    return refuse(
        f"seat {out} {'has folded' if folded else 'was not dealt into this round'}",
        f"name one of the seats {', '.join(map(str, live))}",
        *((*SEATED, "14.6(d)") if folded else SEATED),
        code=Code.NOT_SEATED,
    )
