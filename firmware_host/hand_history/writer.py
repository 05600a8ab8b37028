"""
Write rounds of play as hand histories: the facts of one round make one hand.

    text = dumps(hand_of(bodies))                   one hand, a .phh
    text = dumps_many(map(hand_of, rounds))         many, a .phhs

Only a round tracked at the full level has the bets and cards of a hand history. A game or limit without a code of
the standard gets one of ours, `fh:<game>`, and is marked by the field `_extension`; our other own fields, where the
standard would leave something out that decides who has what in the end, are `_max_bet`, `_chip`, `_raises`,
`_blinds_in_full`; where a kill is played `_killer`, `_blinds` and `_button_first`; where the house's options are,
`_straddle` and `_dead_blinds`.
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
from firmware_host.rules.round.start import blinds_due
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


class CannotWrite(Exception):  # noqa: N818 - nothing is broken: no hand history can hold this round
    """No hand history can hold these facts; the message says which and why."""


def hand_of(bodies: Iterable[RoundBody], fields: Mapping[str, Any] | None = None) -> Table:
    """
    Return the facts of one round as a hand, amounts in dollars.

    `fields` are added as they are: optional ones of the standard (`event`, `players`, `hand`) or own ones with `_`.
    """
    more = dict(fields or {})
    unknown = [name for name in more if name not in STANDARD and not name.startswith("_")]
    if unknown:
        raise CannotWrite(f"{unknown[0]} is no optional field of the standard; a field of one's own begins with _")
    facts = tuple(bodies)
    if not facts or not isinstance(facts[0], RoundStarted):
        raise CannotWrite("a hand begins with the fact that a round has started")
    return {**_Writing(facts[0]).table(facts[1:]), **more}


class _Writing:
    """One round's facts, put the way the format puts them: players by the order of the deal."""

    def __init__(self, started: RoundStarted) -> None:
        if started.tracking is not Tracking.FULL or started.stakes is None:
            raise CannotWrite(
                f"a round of {GAMES[started.game].title} tracked at the {started.tracking} level has no bets and no "
                f"cards to tell: a hand history is written of rounds tracked at the {Tracking.FULL} level"
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
        # The format knows no rake: readers, ours too, hold finishing_stacks against pots divided whole.
        finishing = "_finishing_stacks" if self._taken else "finishing_stacks"
        table[finishing] = self._by_player(self._finishing)
        table |= {name: dollars(cents) for name, cents in self._taken.items()}
        if code.startswith(EXTENSION):
            table[EXTENDED] = f"{game.title}, {stakes.limit} limit: the standard has no code for it"
        return table

    def _put_in_before_blinds(self) -> dict[Seat, int]:
        """The format has no dead blinds; dead antes are the same money."""
        return {seat: self._antes.get(seat, 0) + self._dead_blinds.get(seat, 0) for seat in self._order}

    def _blinds_in_full(self, stacks: Mapping[Seat, int]) -> dict[Seat, int]:
        """The format lists what is due: a player who had less has posted all of it, and the whole blind is to call."""
        due, full = blinds_due(self._order, self._stakes, self._killer), dict(self._blinds)
        for seat, cents in due.items():
            posted = full.get(seat, 0)
            if self._antes.get(seat, 0) + abs(posted) == stacks[seat]:
                full[seat] = min(posted, -cents) if posted < 0 else max(posted, cents)
        return full

    def _by_player(self, cents: Mapping[Seat, int], *, reverse: bool = False) -> list[Amount]:
        """Of two players at a game with a button the format lists forced bets the other way round."""
        listed = [dollars(cents.get(seat, 0)) for seat in self._order]
        return listed[::-1] if reverse and len(listed) == 2 else listed

    def _in_order(self, body: RoundBody) -> Iterator[str]:
        """The format names the new cards of a draw when everybody has discarded."""
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
                yield f"# the stub has run out: {body.cards} cards are shuffled, {body.pile}"
            case RakeTaken():
                self._taken["_rake"] = body.cents
            case BadBeatContributed():
                self._taken["_bad_beat_contribution"] = body.cents
            case RoundCompleted():
                self._finishing = dict(zip(sorted(self._order), body.stacks, strict=True))
            case HandFouled():
                raise CannotWrite(f"seat {body.seat}'s hand was fouled, and a hand history has no word for it")
            case RoundVoided():
                raise CannotWrite("the round was void: nobody won or lost anything in it")
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
    Return an amount as the file has it.

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
        # Where a blind does not count the first betting round has one raise more; a later one may then be read with it.
        said[RAISES] = stakes.raises + (not stakes.blind_counts) if stakes.raises else 0
    return said


def _number(amount: Amount) -> str:
    return str(amount) if isinstance(amount, int) else f"{amount:f}"
