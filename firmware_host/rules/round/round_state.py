"""
A round of play as the table knows it: the fold of its facts.

Drafts of a round's facts.
"""

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
    """Where a round of play stands."""

    DEALING = "dealing"
    BETTING = "betting"
    DRAWING = "drawing"
    SHOWDOWN = "showdown"
    AWARDED = "awarded"
    COMPLETED = "completed"


class Player(Record, frozen=True, kw_only=True):
    """
    One player in the round.

    `stack` is what is left behind, `paid` what lies before the player on this street, `put_in` all of this round.
    `acted_at` is the bet the player last answered on this street, none while a turn is due (I-6: a short all-in
    leaves it, a full bet or raise clears it). `down` and `up` are the cards in hand, `??` where not shown; `drew` and
    `threw` say that the player has drawn on this street, and has thrown two cards away in Super Seven. `tossed` are the
    cards the player threw away in a draw of this round that still lie in the pile: a reshuffle of Badugi leaves them
    out (14.12C(f)).
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

    `players` stand in the order of the deal: from the button's left with the button last, or from the dealer's left.
    `at` is the street; `bet` what has to be equalled on it, `size` the last full bet or raise, `raises` how many
    bets and raises it has seen, `forced` that only the forced bet lies there; `to_act` is whose turn it is. `known`
    has a bit for every card that was shown and is not back in the stub. `dead` is money in the pot that is nobody's
    wager, `last_blind` posted the last blind where amounts are not told, `made_up` are those whose blind makes up for a
    missed one, `killer` posted the blind of a kill. `began` are the stacks as the round began, in the order of seats;
    `ended` says that the stub was used up and made anew, `burn_due` that the burn of this draw waits for that.
    `mispushed` is who has the pot before them and has not won it. `told` are the streets as they were dealt, at the
    procedure level only.
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
        """Return the game's own page."""
        return GAMES[self.game]

    @property
    def on(self) -> Street:
        """Return the street the round is on."""
        return GAMES[self.game].streets[self.at]

    @property
    def street(self) -> StreetName:
        """Return its name."""
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
        """Return who is still in, in the order of the deal."""
        return tuple([player for player in self.players if not player.folded])

    @property
    def contested(self) -> bool:
        """Return whether more than one is still in."""
        seen = False
        for player in self.players:
            if not player.folded:
                if seen:
                    return True
                seen = True
        return False

    @property
    def seats_in(self) -> tuple[Seat, ...]:
        """Return the seats of those who are still in, in the order of the deal."""
        return tuple([player.seat for player in self.players if not player.folded])

    @property
    def pot_cents(self) -> int:
        """Return all that was put in, this street's bets too."""
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
        """Return where the player at this seat stands in the order of the deal."""
        for index, player in enumerate(self.players):
            if player.seat == seat:
                return index
        return None


RoundDraft = Draft[RoundBody]


SEATED = ("14.7(a)",)


def stranger(round_: Round, seats: Iterable[Seat]) -> Refusal | None:
    """Refuse the first of these seats that is not in the round, or not any more."""
    live = sorted(round_.seats_in)
    out = next((seat for seat in seats if seat not in live), None)
    if out is None:
        return None
    folded = out in round_.seats
    return refuse(
        f"seat {out} {'has folded' if folded else 'was not dealt into this round'}",
        f"one of the seats {', '.join(map(str, live))}",
        *((*SEATED, "14.6(d)") if folded else SEATED),
        code=Code.NOT_SEATED,
    )
