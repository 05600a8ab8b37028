"""Whose turn it is and what may be bet: fixed, spread, pot and no limit, caps, all-in for less (14.7, I-6)."""

from collections.abc import Callable, Mapping
from functools import cache

from firmware_host.rules.round.opener import opener
from firmware_host.rules.round.round_state import Phase, Player, Round
from firmware_host.rules.stakes import Limit, Stakes
from firmware_host.rules.struct import Record, Seat


class Choice(Record, frozen=True, kw_only=True):
    """
    What the player whose turn it is may do, in cents.

    `call` is what a call adds, 0 for a check. A bet or raise brings the bet on this street to between `min_to` and
    `max_to`, in steps of `step`, or to all of the player's chips for less; a `max_to` of 0 means no bet or raise.
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
    """Return the index of the player to act or to draw."""
    if round_.to_act is not None:
        return round_.to_act
    if round_.phase is Phase.BETTING and round_.stakes is not None:
        return opener(round_)
    return None


def turn_after(players: tuple[Player, ...], index: int, bet: int) -> int | None:
    """Return the next player clockwise who still has to answer the bet; None when the betting round is over."""
    for i in _clockwise(index, len(players)):
        player = players[i]
        if player.folded or not player.stack:
            continue
        if not betting_possible(players):
            return i if one_owes(players) else None
        if player.paid < bet or player.acted_at is None:
            return i
    return None


@cache
def _clockwise(index: int, count: int) -> tuple[int, ...]:
    """Return all indexes clockwise after this one, ending with this one."""
    return (*range(index + 1, count), *range(index + 1))


def betting_possible(players: tuple[Player, ...]) -> bool:
    """Return whether at least two players have chips to bet with."""
    seen = False
    for player in players:
        if player.stack and not player.folded:
            if seen:
                return True
            seen = True
    return False


def one_owes(players: tuple[Player, ...]) -> bool:
    """
    Return whether a player with chips still has to answer what another player in the round has put in.

    That may be less than the bet, if a blind was posted all-in for less and no one else can bet.
    """
    most = max([player.paid for player in players if not player.folded], default=0)
    return any(player.stack and not player.folded and player.paid < most for player in players)


def bettor(round_: Round, said: Seat | None = None) -> int | None:
    """
    Return the index of the player who may bet now; None if no player may.

    Without the up-cards the table cannot know who opens; then `said` is the opener the dealer entered.
    """
    if round_.phase is not Phase.BETTING or round_.stakes is None:
        return None
    index = round_.to_act if round_.to_act is not None else opener(round_)
    if index is None and said is not None:
        return next((i for i, p in enumerate(round_.players) if p.seat == said and p.stack and not p.folded), None)
    return index


def choice(round_: Round, said: Seat | None = None) -> Choice | None:
    """Return all that the player in turn may do in this betting round; `said` as in `bettor`."""
    index, stakes = bettor(round_, said), round_.stakes
    if index is None or stakes is None:
        return None
    player = round_.players[index]
    owed = round_.bet - player.paid
    low, high = raise_to(round_, player, stakes)
    return Choice(
        index=index,
        call=min(owed, player.stack),
        may_check=may_check(round_, player),
        may_call=owed > 0,
        min_to=low,
        max_to=high,
        step=stakes.chip_cents,
        forced=forced_cents(player, stakes) if forced_due(round_) else 0,
    )


def forced_due(round_: Round) -> bool:
    """Return whether the forced bet is due: the opener in stud makes it or a full bet, and may not check or fold."""
    return round_.bet == 0 and round_.on.forced


def forced_cents(player: Player, stakes: Stakes) -> int:
    """Return the forced bet, or all of the player's chips if less."""
    return min(stakes.forced_cents or stakes.min_cents, player.stack)


def may_check(round_: Round, player: Player) -> bool:
    """Return whether this player may check: nothing to call, and not an opener who must bet."""
    if round_.bet:
        return round_.bet == player.paid
    return not round_.on.forced and not round_.on.must_bet


def raise_to(round_: Round, player: Player, stakes: Stakes) -> tuple[int, int]:
    """Return the lowest and the highest amount to bet or raise to; both 0 if no bet or raise is possible."""
    owed = round_.bet - player.paid
    if player.stack <= owed or not _may_raise(round_, player, stakes) or not betting_possible(round_.players):
        return 0, 0
    all_in, chip = player.paid + player.stack, stakes.chip_cents
    low, high = LIMITS[stakes.limit](round_, stakes, owed)
    # After a short all-in the next bet is a whole number of chips again.
    least = -(-low // chip) * chip
    if high is None or all_in <= high:
        # All-in is a valid bet even if it is not a whole number of chips.
        return min(least, all_in), all_in
    return min(least, all_in), min(max(least, high // chip * chip), all_in)


def _may_raise(round_: Round, player: Player, stakes: Stakes) -> bool:
    """Return whether a raise is allowed: not again before a full raise, or short ones that add up to one."""
    return not _has_answered(round_, player) and not _capped(round_, stakes)


def why_no_raise(round_: Round, player: Player, stakes: Stakes) -> str | None:
    """Return why this player may not raise, if the reason is I-6 and not too few chips."""
    if player.stack <= round_.bet - player.paid:
        return None
    if _has_answered(round_, player):
        return "the bets since that player's last turn are less than a full raise"
    if _capped(round_, stakes):
        return f"the cap of a bet and {stakes.raises} raises is reached"
    return None


def _has_answered(round_: Round, player: Player) -> bool:
    """Return whether the player has answered the bet; a check answers nothing (14.1, "check")."""
    return bool(player.acted_at) and round_.bet - (player.acted_at or 0) < round_.size


def _capped(round_: Round, stakes: Stakes) -> bool:
    reached = stakes.limit is Limit.FIXED and stakes.raises > 0 and round_.raises > stakes.raises
    return reached and len(round_.live) != 2


def _fixed(round_: Round, stakes: Stakes, owed: int) -> tuple[int, int | None]:
    del owed
    size = stakes.max_cents if round_.on.big else stakes.min_cents
    to = size if round_.forced else round_.bet + size
    return to, to


def _spread(round_: Round, stakes: Stakes, owed: int) -> tuple[int, int | None]:
    del owed
    most = round_.bet + stakes.max_cents
    return min(_least(round_, stakes), most), most


def _pot(round_: Round, stakes: Stakes, owed: int) -> tuple[int, int | None]:
    least = _least(round_, stakes)
    return least, max(least, round_.bet + round_.pot_cents + owed)


def _no_limit(round_: Round, stakes: Stakes, owed: int) -> tuple[int, int | None]:
    del owed
    return _least(round_, stakes), None


def _least(round_: Round, stakes: Stakes) -> int:
    return stakes.min_cents if round_.forced else round_.bet + max(round_.size, stakes.min_cents)


LIMITS: Mapping[Limit, Callable[[Round, Stakes, int], tuple[int, int | None]]] = {
    Limit.FIXED: _fixed,
    Limit.SPREAD: _spread,
    Limit.POT: _pot,
    Limit.NO: _no_limit,
}
"""The lowest and the highest bet or raise for each kind of limit; None means all of the player's chips."""
