"""Whose turn it is and what may be bet: fixed, spread, pot and no limit, caps, all-in for less (14.7, I-6)."""

from functools import cache

from firmware_host.rules.record import Record, Seat
from firmware_host.rules.round.opener import opener
from firmware_host.rules.round.state import Phase, Player, Round
from firmware_host.rules.stakes import Limit, Stakes


class Choice(Record, frozen=True, kw_only=True):
    """
    What the player whose turn it is may do, in cents.

    `call` is what a call adds, 0 for a check. A bet or raise makes it `min_to` to `max_to` on this street in steps of
    `step`, or all of the player's chips for less; `max_to` 0 is none.
    """

    index: int
    call: int
    may_check: bool
    may_call: bool
    min_to: int = 0
    max_to: int = 0
    step: int = 1
    forced: int = 0


def in_turn(round_: Round) -> int | None:
    """Return the index of the player whose turn it is to act or to draw."""
    if round_.to_act is not None:
        return round_.to_act
    if round_.phase is Phase.BETTING and round_.stakes is not None:
        return opener(round_)
    return None


def turn_after(players: tuple[Player, ...], index: int, bet: int) -> int | None:
    """Return who has still to answer the bet, the next clockwise first; none when the betting round is over."""
    for i in _clockwise(index, len(players)):
        player = players[i]
        if player.folded or not player.stack:
            continue
        # One player alone with chips and nothing to answer has nobody to bet against.
        if player.paid < bet or (player.acted_at is None and betting_possible(players)):
            return i
    return None


@cache
def _clockwise(index: int, count: int) -> tuple[int, ...]:
    """Return the places after this one, all round to itself."""
    return (*range(index + 1, count), *range(index + 1))


def betting_possible(players: tuple[Player, ...]) -> bool:
    """Return whether two players have chips to bet with."""
    seen = False
    for player in players:
        if player.stack and not player.folded:
            if seen:
                return True
            seen = True
    return False


def choice(round_: Round, said: Seat | None = None) -> Choice | None:
    """
    Return what the player in turn may do in this betting round.

    Where the table was not shown the up-cards it cannot know who opens and takes it from the dealer, who `said`.
    """
    index, stakes = in_turn(round_), round_.stakes
    if index is None and said is not None and round_.phase is Phase.BETTING:
        index = next((i for i, p in enumerate(round_.players) if p.seat == said and p.stack and not p.folded), None)
    if index is None or stakes is None or round_.phase is not Phase.BETTING:
        return None
    player = round_.players[index]
    owed = round_.bet - player.paid
    street = round_.on
    if street.forced and round_.bet == 0:
        return _first_in_stud(round_, player, index, stakes)
    low, high = _raise_to(round_, player, stakes, owed)
    return Choice(
        index=index,
        call=min(owed, player.stack),
        may_check=owed == 0 and not (street.must_bet and round_.bet == 0),
        may_call=owed > 0,
        min_to=low,
        max_to=high,
        step=stakes.chip_cents,
    )


def _first_in_stud(round_: Round, player: Player, index: int, stakes: Stakes) -> Choice:
    """The forced bet, or a full bet instead of it; no check and no fold from this player."""
    low, high = _raise_to(round_, player, stakes, 0)
    return Choice(
        index=index,
        call=0,
        may_check=False,
        may_call=False,
        min_to=low,
        max_to=high,
        step=stakes.chip_cents,
        forced=min(stakes.forced_cents or stakes.min_cents, player.stack),
    )


def _raise_to(round_: Round, player: Player, stakes: Stakes, owed: int) -> tuple[int, int]:
    if player.stack <= owed or not _may_raise(round_, player, stakes) or not betting_possible(round_.players):
        return 0, 0
    all_in = player.paid + player.stack
    low, high = _limits(round_, stakes, owed)
    # On top of a short all-in the next bet is a whole number of chips again.
    least = -(-low // stakes.chip_cents) * stakes.chip_cents
    most = max(least, high // stakes.chip_cents * stakes.chip_cents)
    return min(least, all_in), min(most, all_in)


def _may_raise(round_: Round, player: Player, stakes: Stakes) -> bool:
    """A player who has acted may raise again only after a full raise, or several short ones that add up to one."""
    if player.acted_at is not None and round_.bet - player.acted_at < round_.size:
        return False
    capped = stakes.limit is Limit.FIXED and stakes.raises and round_.raises > stakes.raises
    return not capped or len(round_.live) == 2


def _limits(round_: Round, stakes: Stakes, owed: int) -> tuple[int, int]:
    bet = round_.bet
    match stakes.limit:
        case Limit.FIXED:
            size = stakes.max_cents if round_.on.big else stakes.min_cents
            to = size if round_.forced else bet + size
            return to, to
        case Limit.SPREAD:
            least = stakes.min_cents if round_.forced else bet + max(round_.size, stakes.min_cents)
            return min(least, bet + stakes.max_cents), bet + stakes.max_cents
        case Limit.POT:
            return _least(round_, stakes), max(_least(round_, stakes), bet + round_.pot_cents + owed)
        case Limit.NO:
            return _least(round_, stakes), _NO_LIMIT


_NO_LIMIT = 1 << 62


def _least(round_: Round, stakes: Stakes) -> int:
    return stakes.min_cents if round_.forced else round_.bet + max(round_.size, stakes.min_cents)
