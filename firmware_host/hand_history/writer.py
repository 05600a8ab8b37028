"""
Write rounds of play as hand histories: the facts of one round make one hand.

    text = dumps(hand_of(bodies))                   one hand, a .phh
    text = dumps_many(map(hand_of, rounds))         many, a .phhs

Only a round tracked at the full level has the bets and cards of a hand history. A game or limit without a standard code
gets one of ours, `fh:<game>`, and the field `_extension`. Where the standard leaves out something that decides the
final stacks, there are more fields of our own: `_max_bet`, `_chip`, `_raises`, `_blinds_in_full`; with a kill
`_killer`, `_blinds` and `_button_first`; with the options of the house `_straddle` and `_dead_blinds`.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Any, assert_never

from firmware_host.hand_history.fields import STANDARD, Amount, Table
from firmware_host.hand_history.hand import (
    BLINDS_IN_FULL,
    BUTTON_FIRST,
    CHIP,
    DEAD_BLINDS,
    IN_TURN,
    KILLER,
    MOST_BET,
    RAISES,
    STRADDLER,
    USUAL_RAISES,
)
from firmware_host.hand_history.variants import EXTENSION, code_of
from firmware_host.rules.game import Tracking
from firmware_host.rules.games import GAMES
from firmware_host.rules.round.blinds_and_order import blinds_due
from firmware_host.rules.round_facts import (
    AntesPosted,
    BadBeatContributed,
    BadBeatHeld,
    BettingCompleted,
    BlindsPosted,
    CardBurned,
    CardsDiscarded,
    CardsDrawn,
    CommunityDealt,
    DownCardsDiscarded,
    DrawCompleted,
    DrawOpened,
    ForcedBetMade,
    HandFouled,
    HandMucked,
    HandsDealt,
    HandShown,
    LosingHandsCollected,
    PlayerBet,
    PlayerCalled,
    PlayerChecked,
    PlayerFolded,
    PotAwarded,
    PotMispushed,
    RakeTaken,
    RoundBody,
    RoundCompleted,
    RoundStarted,
    RoundVoided,
    ShowdownBegan,
    StubShuffled,
    UncalledReturned,
)
from firmware_host.rules.seats import clockwise_from
from firmware_host.rules.stakes import HeadsUp, Limit, Stakes
from firmware_host.rules.struct import HIDDEN, Seat

EXTENDED = "_extension"

CENTS = 100

CENT = 1


class CannotWrite(Exception):  # noqa: N818 - not an error: the format cannot hold this round
    """A round that the format cannot hold; the message says why."""


def hand_of(bodies: Iterable[RoundBody], fields: Mapping[str, Any] | None = None) -> Table:
    """
    Return one round as the fields of a hand, amounts in dollars.

    `fields` are added unchanged: optional standard fields (`event`, `players`, `hand`), or private ones with `_`.
    """
    more = dict(fields or {})
    unknown = [name for name in more if name not in STANDARD and not name.startswith("_")]
    if unknown:
        raise CannotWrite(f"{unknown[0]} is not an optional field of the standard; a private field begins with _")
    facts = tuple(bodies)
    if not facts or not isinstance(facts[0], RoundStarted):
        raise CannotWrite("the facts of a hand have to begin with the start of a round")
    return {**_Writing(facts[0]).table(facts[1:]), **more}


class _Writing:
    """One round's facts in the terms of the format: players are numbered in the order of the deal."""

    def __init__(self, started: RoundStarted) -> None:
        if started.tracking is not Tracking.FULL or started.stakes is None:
            raise CannotWrite(
                f"a round of {GAMES[started.game].title} tracked at the {started.tracking} level has no bets and no "
                f"cards; a hand history needs a round tracked at the {Tracking.FULL} level"
            )
        self._started = started
        self._stakes: Stakes = started.stakes
        seats = started.seats
        order = clockwise_from(started.button, seats) if started.button is not None else tuple(sorted(seats))
        self._order = order
        self._player: dict[Seat, str] = {seat: f"p{number}" for number, seat in enumerate(order, 1)}
        self._antes: dict[Seat, int] = {}
        self._blinds: dict[Seat, int] = {}
        self._dead = False
        self._killer: Seat | None = None
        self._straddler: Seat | None = None
        self._dead_blinds: dict[Seat, int] = {}
        self._finishing: dict[Seat, int] = {}
        self._taken: dict[str, int] = {}
        self._drawn: list[str] = []

    def table(self, bodies: Sequence[RoundBody]) -> Table:
        actions = [action for body in bodies for action in self._in_order(body)]
        if not self._finishing:
            raise CannotWrite("the round is not over")
        started, stakes, game = self._started, self._stakes, GAMES[self._started.game]
        stacks = dict(zip(started.seats, started.stacks, strict=True))
        code = code_of(game.name, stakes.limit)
        table: dict[str, Any] = {
            "variant": code,
            "ante_trimming_status": not self._dead and not self._dead_blinds,
            "antes": self._by_player(self._put_in_before_blinds(), reverse=game.button),
        }
        if game.button:
            in_full = self._blinds_in_full(stacks)
            table["blinds_or_straddles"] = self._by_player(in_full, reverse=True)
            if any(in_full[seat] != self._blinds.get(seat, 0) for seat in in_full):
                table[BLINDS_IN_FULL] = True
            if self._killer is not None:
                table[KILLER] = self._order.index(self._killer) + 1
                table[IN_TURN] = len(stakes.blinds_cents)
                if len(self._order) == 2 and stakes.heads_up is HeadsUp.USUAL:
                    table[BUTTON_FIRST] = True
            if self._straddler is not None:
                table[STRADDLER] = self._order.index(self._straddler) + 1
            if self._dead_blinds:
                table[DEAD_BLINDS] = self._by_player(self._dead_blinds, reverse=True)
        else:
            table["bring_in"] = dollars(stakes.forced_cents or stakes.min_cents)
        table |= _limits(stakes)
        table["starting_stacks"] = self._by_player(stacks)
        table["actions"] = actions
        table["seats"] = list(self._order)
        # The format has no rake: readers, ours included, compare finishing_stacks with pots divided in full.
        finishing = "_finishing_stacks" if self._taken else "finishing_stacks"
        table[finishing] = self._by_player(self._finishing)
        table |= {name: dollars(cents) for name, cents in self._taken.items()}
        if code.startswith(EXTENSION):
            table[EXTENDED] = f"{game.title}, {stakes.limit} limit: the standard has no code for it"
        return table

    def _put_in_before_blinds(self) -> dict[Seat, int]:
        """Return antes and dead blinds together: the format has no dead blinds, and dead antes mean the same."""
        return {seat: self._antes.get(seat, 0) + self._dead_blinds.get(seat, 0) for seat in self._order}

    def _blinds_in_full(self, stacks: Mapping[Seat, int]) -> dict[Seat, int]:
        """Return the blinds due, as the format lists them: a short blind counts in full and is called in full."""
        due, full = blinds_due(self._order, self._stakes, self._killer), dict(self._blinds)
        for seat, cents in due.items():
            posted = full.get(seat, 0)
            if self._antes.get(seat, 0) + abs(posted) == stacks[seat]:
                full[seat] = min(posted, -cents) if posted < 0 else max(posted, cents)
        return full

    def _by_player(self, cents: Mapping[Seat, int], *, reverse: bool = False) -> list[Amount]:
        """List amounts by player. `reverse` is for forced bets, which the format lists in reverse with two players."""
        listed = [dollars(cents.get(seat, 0)) for seat in self._order]
        return listed[::-1] if reverse and len(listed) == 2 else listed

    def _in_order(self, body: RoundBody) -> Iterator[str]:
        """Hold the new cards of a draw back until all players have discarded, as the format lists them."""
        if isinstance(body, CardsDrawn):
            self._drawn.append(f"d dh {self._player[body.seat]} {''.join(body.cards)}")
            return
        if self._drawn and not isinstance(body, CardsDiscarded | StubShuffled):
            yield from self._drawn
            self._drawn = []
        yield from self._actions(body)

    def _actions(self, body: RoundBody) -> Iterator[str]:
        player = self._player
        match body:
            case AntesPosted():
                self._antes = dict(zip(body.seats, body.cents, strict=True))
                self._dead = body.dead
            case BlindsPosted():
                self._killer, self._straddler = body.killer, body.straddler
                self._dead_blinds = dict(zip(body.made_up, body.dead, strict=False))
                posted = zip(body.seats, body.cents, strict=True)
                self._blinds = {seat: -cents if seat in body.made_up else cents for seat, cents in posted}
            case HandsDealt():
                hidden = (HIDDEN * (body.down + body.up),)
                for seat, cards in zip(body.seats, body.cards or (hidden,) * len(body.seats), strict=True):
                    yield f"d dh {player[seat]} {''.join(cards)}"
            case CommunityDealt():
                yield f"d db {''.join(body.cards)}"
            case ForcedBetMade():
                yield f"{player[body.seat]} pb"
            case PlayerFolded():
                yield f"{player[body.seat]} f"
            case PlayerChecked() | PlayerCalled():
                yield f"{player[body.seat]} cc"
            case PlayerBet():
                yield f"{player[body.seat]} cbr {_number(dollars(body.to_cents))}"
            case DownCardsDiscarded() | CardsDiscarded():
                yield f"{player[body.seat]} sd {''.join(body.cards)}".rstrip()
            case HandShown():
                yield f"{player[body.seat]} sm {''.join(body.cards)}"
            case HandMucked():
                yield f"{player[body.seat]} sm"
            case StubShuffled():
                yield f"# the stub ran out: {body.cards} cards shuffled, {body.pile}"
            case RakeTaken():
                self._taken["_rake"] = body.cents
            case BadBeatContributed():
                self._taken["_bad_beat_contribution"] = body.cents
            case RoundCompleted():
                self._finishing = dict(zip(sorted(self._order), body.stacks, strict=True))
            case HandFouled():
                raise CannotWrite(f"seat {body.seat}'s hand was fouled, which a hand history cannot express")
            case RoundVoided():
                raise CannotWrite("the round was void, so no player won or lost anything")
            case RoundStarted():
                raise CannotWrite("a second round starts before the first is over")
            case (
                BadBeatHeld()
                | BettingCompleted()
                | CardBurned()
                | CardsDrawn()
                | DrawCompleted()
                | DrawOpened()
                | LosingHandsCollected()
                | PotAwarded()
                | PotMispushed()
                | ShowdownBegan()
                | UncalledReturned()
            ):
                return
            case _:
                assert_never(body)


def dollars(cents: int) -> Amount:
    """
    Return an amount as it is written in the file.

    >>> dollars(300), dollars(250)
    (3, Decimal('2.5'))
    """
    whole, rest = divmod(cents, CENTS)
    return Decimal(cents) / CENTS if rest else whole


def _limits(stakes: Stakes) -> dict[str, Any]:
    said: dict[str, Any] = {"min_bet": dollars(stakes.min_cents)}
    if stakes.limit is Limit.FIXED:
        said = {"small_bet": dollars(stakes.min_cents), "big_bet": dollars(stakes.max_cents)}
    elif stakes.limit is Limit.SPREAD:
        said[MOST_BET] = dollars(stakes.max_cents)
    if stakes.chip_cents != CENT:
        said[CHIP] = dollars(stakes.chip_cents)
    if stakes.limit is Limit.FIXED and (stakes.blind_counts or stakes.raises != USUAL_RAISES):
        # A blind that does not count allows one more raise in the first betting round; later ones get the same cap.
        said[RAISES] = stakes.raises + (not stakes.blind_counts) if stakes.raises else 0
    return said


def _number(amount: Amount) -> str:
    return str(amount) if isinstance(amount, int) else f"{amount:f}"
