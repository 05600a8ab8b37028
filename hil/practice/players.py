"""What the players do in a round whose bets are followed: the robots' choices, with real cards, in words."""

import random

from msgspec.structs import replace

from firmware_host.rules.round import Round, next_steps
from firmware_host.rules.round.dealing import common_card_due, street_due
from firmware_host.rules.round.opener import WHO_OPENS, opener
from firmware_host.rules.round_acts import (
    AwardPot,
    Bet,
    Call,
    Check,
    DealStreet,
    DealtHand,
    Draw,
    Fold,
    MakeForcedBet,
    MuckHand,
    RoundAct,
    ShowHand,
)
from firmware_host.rules.struct import HIDDEN, Record, Seat
from firmware_host.rules.wording import money, number
from firmware_host.table.acts.intent import TableStep
from hil.practice.hidden_cards import Cards, coming, up_cards_due
from hil.robots.player_choices import PlayerChoices

MOST_DRAWN = 3


class Move(Record, frozen=True, kw_only=True):
    """What happens next in the round, and what is seen and heard of it."""

    act: RoundAct
    say: tuple[str, ...] = ()


class Players:
    """The players of a table; their choices depend only on the seed and on where the round is."""

    def __init__(self, seed: int) -> None:
        self._seed = seed

    def next_move(self, round_: Round, cards: Cards, *, at: str) -> Move | None:
        """Return what happens next; None once the pot is pushed. `at` names the moment: equal names, equal choices."""
        steps = _in_turn(round_, cards)
        if not steps:
            return None
        if any(isinstance(step.act, Check) for step in steps):
            # Nobody at a real table folds where checking is free.
            steps = tuple(step for step in steps if not isinstance(step.act, Fold))
        choices = PlayerChoices(random.Random(f"{self._seed}/{at}").randrange(1 << 32))
        step = choices.choose(steps)
        if step is None:
            return None
        match step.act:
            case DealStreet():
                return _deal(round_, cards)
            case Draw(seat=seat):
                return self._draw(round_, cards, seat, at)
            case ShowHand(seat=seat):
                hand = cards.hand(seat)
                return Move(act=ShowHand(seat=seat, cards=hand), say=(f"Seat {seat} turns over {' '.join(hand)}",))
            case AwardPot():
                return Move(act=AwardPot())
            case Bet() if step.amounts is not None:
                act = choices.fill(step, round_)
                return _wager(round_, cards, act) if isinstance(act, Bet) else None
            case Call() | Check() | Fold() | MakeForcedBet() | MuckHand():
                return _wager(round_, cards, step.act)
            case _:
                return None

    def _draw(self, round_: Round, cards: Cards, seat: Seat, at: str) -> Move:
        chance = random.Random(f"{self._seed}/{at}/draw")
        due = round_.on.discard
        count = due or chance.randint(0, min(MOST_DRAWN, len(cards.down.get(seat, ()))))
        thrown = _named(round_, cards, seat, count)
        if due:
            say = f"Seat {seat} throws away {' '.join(thrown)}"
        elif count:
            say = f"Seat {seat} throws away {number(count, 'card')} and draws as many"
        else:
            say = f"Seat {seat} stands pat"
        return Move(act=Draw(seat=seat, discards=thrown), say=(say,))


def _in_turn(round_: Round, cards: Cards) -> tuple[TableStep, ...]:
    """Return the steps of the round; where up-cards were left out, only those of the player who really opens."""
    steps: tuple[TableStep, ...] = tuple(next_steps(round_))
    expected = [step for step in steps if step.expected]
    if len(expected) < 2:
        return steps
    players = tuple(
        player if player.folded else replace(player, up=cards.up.get(player.seat, player.up))
        for player in round_.players
    )
    first = opener(replace(round_, players=players))
    seat = None if first is None else players[first].seat
    return tuple(step for step in steps if step.seat == seat) or steps


def _deal(round_: Round, cards: Cards) -> Move:
    street = street_due(round_)
    if street is None or street.draw:
        return Move(act=DealStreet())
    pool = coming(cards, round_)
    common = common_card_due(round_, street)
    count = 1 if common else street.board
    if count:
        board = tuple(next(pool) for _ in range(count))
        what = "the common card" if common else f"the {street.name.replace('-', ' ')}"
        return Move(act=DealStreet(board=board), say=(f"You turn up {what}: {' '.join(board)}",))
    if not street.up:
        return Move(act=DealStreet())
    due = up_cards_due(cards, round_, street)
    hidden = (HIDDEN,) * street.down
    hands = tuple(DealtHand(seat=seat, cards=(*hidden, *up)) for seat, up in due.items())
    shown = ", ".join(f"seat {seat} {' '.join(up)}" for seat, up in due.items())
    return Move(act=DealStreet(hands=hands), say=(f"You deal face up: {shown}",))


def _wager(round_: Round, cards: Cards, act: RoundAct) -> Move:
    thrown = ""
    match act:
        case Call(seat=seat) | Bet(seat=seat):
            act, thrown = _throwing(round_, cards, act)
            player = next(player for player in round_.players if player.seat == seat)
            say = _says(round_, act, player.stack + player.paid)
            return Move(act=act, say=(f"{say}{thrown}",))
        case Check(seat=seat):
            return Move(act=act, say=(f"Seat {seat} taps the table: check",))
        case Fold(seat=seat):
            return Move(act=act, say=(f"Seat {seat} folds",))
        case MuckHand(seat=seat):
            return Move(act=act, say=(f"Seat {seat} throws the hand away face down",))
        case MakeForcedBet(seat=seat):
            forced = round_.stakes.forced_cents if round_.stakes else 0
            why = WHO_OPENS.get(round_.on.opens, "")
            reason = f" ({why})" if why else ""
            return Move(act=act, say=(f"Seat {seat} puts in the forced bet of {money(forced)}{reason}",))
        case _:
            return Move(act=act)


def _throwing(round_: Round, cards: Cards, act: Call | Bet) -> tuple[Call | Bet, str]:
    """Add the two discards of Super Seven to a wager; cards that the table knows are named."""
    player = next(player for player in round_.players if player.seat == act.seat)
    due = 0 if player.threw or (round_.bet == 0 and round_.on.forced) else round_.on.discard
    if not due:
        return act, ""
    thrown = _named(round_, cards, act.seat, due)
    said = f", and throws away {number(due, 'down card')}"
    return (act if HIDDEN in thrown else replace(act, discards=thrown)), said


def _named(round_: Round, cards: Cards, seat: Seat, count: int) -> tuple[str, ...]:
    player = next(player for player in round_.players if player.seat == seat)
    if all(card == HIDDEN for card in player.down):
        return (HIDDEN,) * count
    return cards.down.get(seat, ())[:count]


def _says(round_: Round, act: Call | Bet, all_cents: int) -> str:
    if isinstance(act, Call):
        return f"Seat {act.seat}: call" + (f", all-in for {money(all_cents)}" if all_cents <= round_.bet else "")
    all_in = ", all-in" if act.to_cents == all_cents else ""
    verb = "raise to" if round_.bet else "bet"
    return f"Seat {act.seat}: {verb} {money(act.to_cents)}{all_in}"
