"""The forms of steps that need more than a tap: cards of the board, up-cards, hands shown, discards, a name."""

from firmware_host.panel.dealer_view import CardSlots, StepForm
from firmware_host.rules.round import Phase, Player, Round
from firmware_host.rules.round.dealing import common_card_due, street_due
from firmware_host.rules.round_acts import Bet as MakeBet
from firmware_host.rules.round_acts import Call, DealStreet, Draw, ShowHand
from firmware_host.rules.struct import HIDDEN, Seat
from firmware_host.table.acts.floor import RelieveDealer
from firmware_host.table.acts.intent import TableStep


def forms(steps: tuple[TableStep, ...], round_: Round | None) -> tuple[StepForm, ...]:
    """Return the forms of those steps that need more than a seat or an amount."""
    found = (_form(at, step, round_) for at, step in enumerate(steps))
    return tuple(form for form in found if form is not None)


def _form(at: int, step: TableStep, round_: Round | None) -> StepForm | None:
    match step.act:
        case RelieveDealer():
            return StepForm(step=at, name=True)
        case DealStreet() if round_ is not None:
            return _deal(at, round_)
        case ShowHand(seat=seat) if round_ is not None:
            down = len(_player(round_, seat).down)
            return StepForm(step=at, cards=(CardSlots(seat=seat, least=down, most=down, say=f"seat {seat}"),))
        case Draw(seat=seat) if round_ is not None:
            return StepForm(step=at, cards=(_discards(round_, _player(round_, seat)),))
        case Call(seat=seat) | MakeBet(seat=seat) if round_ is not None:
            return _throws(at, round_, _player(round_, seat))
        case _:
            return None


def _deal(at: int, round_: Round) -> StepForm | None:
    street = street_due(round_)
    if street is None or street.draw:
        return None
    if common_card_due(round_, street):
        return StepForm(step=at, cards=(CardSlots(seat=None, least=1, most=1, say="the common card"),))
    if street.board:
        board = CardSlots(seat=None, least=street.board, most=street.board, say=f"the {street.name}")
        return StepForm(step=at, cards=(board,))
    if not street.up:
        return None
    slots = tuple(
        CardSlots(seat=player.seat, least=street.up, most=street.up, down=street.down, say=f"seat {player.seat}")
        for player in round_.live
    )
    return StepForm(step=at, cards=slots, may_skip=True)


def _discards(round_: Round, player: Player) -> CardSlots:
    """Before the fourth card of Super Seven two cards go; in a draw as many as the player holds."""
    throws = round_.phase is Phase.DEALING
    return CardSlots(
        seat=player.seat,
        least=round_.on.discard if throws else 0,
        most=round_.on.discard if throws else len(player.down),
        hidden=_unseen(player),
        say=f"seat {player.seat} discards",
    )


def _throws(at: int, round_: Round, player: Player) -> StepForm | None:
    """A discard with a wager is entered only where the table knows some of the cards (I-11)."""
    if not round_.on.discard or player.threw or _unseen(player):
        return None
    due = round_.on.discard
    return StepForm(step=at, cards=(CardSlots(seat=player.seat, least=due, most=due, say=f"seat {player.seat}"),))


def _unseen(player: Player) -> bool:
    return all(card == HIDDEN for card in player.down)


def _player(round_: Round, seat: Seat) -> Player:
    return next(player for player in round_.players if player.seat == seat)
