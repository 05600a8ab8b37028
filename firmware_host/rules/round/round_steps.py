"""The next steps of a round, in words for the dealer; the expected step first (14.6(e)2)."""

from msgspec.structs import replace

from firmware_host.rules.decision import Amounts, Key, Role, Step
from firmware_host.rules.game import Opener, Street, StubEnds, Tracking
from firmware_host.rules.round import rake_collected
from firmware_host.rules.round.awarding import AWARD, may_muck, to_show
from firmware_host.rules.round.betting import Choice, choice
from firmware_host.rules.round.dealing import can_be_told_short, common_card_due, say_due, street_due
from firmware_host.rules.round.round_state import Phase, Round
from firmware_host.rules.round.super_seven import LATE, say_before_the_deal, say_in_turn, say_with_a_wager, to_name
from firmware_host.rules.round_acts import (
    AwardPot,
    AwardUncontested,
    Bet,
    Call,
    Check,
    CompleteBetting,
    CompleteDraw,
    DealStreet,
    Draw,
    Fold,
    MakeForcedBet,
    MuckHand,
    RoundAct,
    ShowHand,
)
from firmware_host.rules.seats import clockwise_from
from firmware_host.rules.struct import Paragraphs, Seat
from firmware_host.rules.wording import money

WHO_OPENS = {
    Opener.LOWEST_UP_CARD: "the lowest up-card makes the forced bet",
    Opener.HIGHEST_UP_CARD: "the highest up-card opens",
    Opener.HIGHEST_UP_CARD_ACE_LOW: "the highest up-card, an ace below a two, makes the forced bet",
    Opener.BEST_SHOWING: "the best hand showing opens",
    Opener.BEST_LOW_SHOWING: "the best low hand showing opens",
    Opener.BEST_WITH_COMMUNITY: "the best pair with the community card opens, otherwise the highest up-card",
}

"""What the dealer checks if the table does not know the up-cards."""


SHORT = {
    StubEnds.COMMON_CARD: "burn one, one common card face up for all (if one card or none is left, shuffle the burns)",
    StubEnds.SHUFFLE_MUCK_AND_BURNS: "deal it out, shuffle muck and burns, burn one, continue with the next player",
}

"""The prompt for a stub that is too short for a card each."""


AGAINST_A_BET = "fold, call or raise"


def say_betting(round_: Round, first: Seat | None) -> str:
    """Return the prompt of a betting round: who opens, the options, and what follows it; procedure level."""
    following = round_.following
    then = following.say if following else "showdown, turn the hands face up"
    opens = _opens(round_.on, first)
    return f"{opens}. {say_in_turn(round_)}After the betting: {say_before_the_deal(round_)}{then}."


def say_amounts(amounts: Amounts) -> str:
    """Return the limits of a bet, which the dealer announces with the options."""
    if amounts.min == amounts.max:
        return money(amounts.min)
    return f"at least {money(amounts.min)}, at most {money(amounts.max)}"


def _opens(street: Street, first: Seat | None) -> str:
    if first is not None:
        return f"Seat {first} first: {_options(street)}"
    sees = WHO_OPENS[street.opens].capitalize()
    return f"{sees}; the others {AGAINST_A_BET}" if street.forced else f"{sees}: {_options(street)}"


def _options(street: Street) -> str:
    if street.opens is Opener.AFTER_BLINDS:
        return AGAINST_A_BET
    return "bet or fold" if street.must_bet else "check or bet"


Steps = tuple[Step[RoundAct], ...]


def next_steps(round_: Round) -> Steps:
    """Return the possible next steps, the expected step first."""
    return _at_procedure_level(round_) if round_.tracking is Tracking.PROCEDURE else _at_full_level(round_)


def opens(round_: Round) -> tuple[Seat | None, Paragraphs]:
    """Return who acts first on this street, if seats alone decide; in stud the dealer sees the up-cards."""
    street = round_.on
    if street.opens is Opener.AFTER_BLINDS:
        last = round_.last_blind
        in_order = round_.seats_in if last is None else clockwise_from(last, round_.seats_in)
        return in_order[0], street.betting_paragraphs
    if street.opens is Opener.LEFT_OF_BUTTON:
        return round_.live[0].seat, street.betting_paragraphs
    return None, street.betting_paragraphs


def _at_procedure_level(round_: Round) -> Steps:
    if round_.phase in (Phase.BETTING, Phase.DRAWING) and not round_.contested:
        return (replace(_all_folded(), expected=True),)
    match round_.phase:
        case Phase.BETTING:
            return (_betting_complete(round_), *_short_stub(round_), _all_folded())
        case Phase.DRAWING:
            return (_draws_complete(round_), _all_folded())
        case Phase.SHOWDOWN:
            return (_award(round_),)
        case Phase.DEALING | Phase.AWARDED | Phase.COMPLETED:
            return ()


def _betting_complete(round_: Round) -> Step[RoundAct]:
    seat, paragraphs = opens(round_)
    following, late = round_.following, LATE if round_.on.discard else ()
    return Step(
        act=CompleteBetting(),
        say=say_betting(round_, seat),
        role=Role.DEALER,
        seat=seat,
        key=Key.NEXT,
        paragraphs=(
            *paragraphs,
            *late,
            *(following.deal_paragraphs if following else round_.rules.showdown_paragraphs),
        ),
        expected=True,
    )


def _short_stub(round_: Round) -> Steps:
    """Offer the step for a short stub: if folds are not entered, only the dealer knows whether it is."""
    following = round_.following
    if following is None or not can_be_told_short(round_):
        return ()
    say = f"If the stub is too short for a card each: {SHORT[round_.rules.stub_ends]}."
    return (
        Step(
            act=CompleteBetting(stub_short=True),
            say=say,
            role=Role.DEALER,
            key=Key.NO_ROLL_HELD,
            paragraphs=round_.rules.stub_paragraphs,
        ),
    )


def _draws_complete(round_: Round) -> Step[RoundAct]:
    return Step(
        act=CompleteDraw(),
        say="When all players have drawn: continue with the betting.",
        role=Role.DEALER,
        seat=round_.live[0].seat,
        key=Key.NEXT,
        paragraphs=round_.on.deal_paragraphs,
        expected=True,
    )


def _all_folded() -> Step[RoundAct]:
    return Step(
        act=AwardUncontested(),
        say="If all others folded: collect their cards, push the pot to the last player.",
        role=Role.DEALER,
        key=Key.NEXT_HELD,
        paragraphs=AWARD,
    )


def _award(round_: Round) -> Step[RoundAct]:
    paragraphs: Paragraphs = AWARD
    say = "Read the hands. Collect the losing hands, push the pot, then collect the winning hand."
    if round_.contested:
        paragraphs = round_.rules.showdown_paragraphs + AWARD
    else:
        say = f"Only seat {round_.live[0].seat} is left: collect the losing hands, push the pot to that player."
    return Step(
        act=AwardPot(),
        say=f"{rake_collected.say_due(round_)}{say}",
        role=Role.DEALER,
        key=Key.NEXT,
        paragraphs=paragraphs,
        expected=True,
    )


def _at_full_level(round_: Round) -> Steps:
    match round_.phase:
        case Phase.DEALING:
            return _throws(round_) or _deal(round_)
        case Phase.BETTING:
            may = choice(round_)
            return _bets(round_, may) if may else _any_opens(round_)
        case Phase.DRAWING:
            return _draws(round_)
        case Phase.SHOWDOWN:
            return _showdown(round_)
        case Phase.AWARDED | Phase.COMPLETED:
            return ()


def _throws(round_: Round) -> Steps:
    return tuple(
        Step(
            act=Draw(seat=player.seat),
            say=f"Seat {player.seat} to act: discard two down cards",
            role=Role.DEALER,
            seat=player.seat,
            paragraphs=LATE,
            expected=not at,
        )
        for at, player in enumerate(to_name(round_))
    )


def _deal(round_: Round) -> Steps:
    street = street_due(round_)
    if street is None:
        return ()
    throws = say_before_the_deal(round_)
    say = f"{throws}{say_due(round_, street)}"
    blind = not street.up and not street.board and not common_card_due(round_, street)
    step = Step[RoundAct](
        act=DealStreet(),
        say=f"{say[0].upper()}{say[1:]}.",
        role=Role.DEALER,
        key=Key.NEXT if blind else None,
        paragraphs=(*(LATE if throws else ()), *street.deal_paragraphs),
        expected=True,
    )
    return (step,)


def _bets(round_: Round, may: Choice) -> Steps:
    player, paragraphs = round_.players[may.index], round_.on.betting_paragraphs
    seat, thrown = player.seat, say_with_a_wager(round_, player)
    amounts = Amounts(min=may.min_to, step=may.step, max=may.max_to) if may.max_to else None
    told: list[tuple[RoundAct, str, Amounts | None]] = []
    if may.forced:
        told.append((MakeForcedBet(seat=seat), f"Seat {seat} to act: forced bet of {money(may.forced)}", None))
    if may.may_check:
        told.append((Check(seat=seat), f"Seat {seat} to act: check", None))
    if may.may_call:
        told.append((Call(seat=seat), f"Seat {seat} to act: call {money(may.call)}{thrown}", None))
    if amounts:
        verb = "raise to" if round_.bet else "bet"
        told.append(
            (Bet(seat=seat, to_cents=may.min_to), f"Seat {seat} to act: {verb} {say_amounts(amounts)}{thrown}", amounts)
        )
    if not may.forced:
        told.append((Fold(seat=seat), f"Seat {seat} to act: fold", None))
    return tuple(
        Step(act=act, say=say, role=Role.DEALER, seat=seat, amounts=of, paragraphs=paragraphs, expected=not at)
        for at, (act, say, of) in enumerate(told)
    )


def _any_opens(round_: Round) -> Steps:
    """Offer every player as opener: without the up-cards only the dealer sees who opens, and enters that act."""
    choices = (choice(round_, player.seat) for player in round_.live)
    steps = (step for may in choices if may for step in _bets(round_, may)[:1])
    return tuple(replace(step, say=f"{WHO_OPENS[round_.on.opens].capitalize()}. {step.say}") for step in steps)


def _draws(round_: Round) -> Steps:
    if round_.to_act is None:
        return ()
    seat = round_.players[round_.to_act].seat
    return (
        Step(
            act=Draw(seat=seat),
            say=f"Seat {seat} to act: discard and draw as many, or stand pat",
            role=Role.DEALER,
            seat=seat,
            paragraphs=round_.on.deal_paragraphs,
            expected=True,
        ),
    )


def _showdown(round_: Round) -> Steps:
    waiting = to_show(round_)
    if not waiting:
        return (_award(round_),)
    showdown = round_.rules.showdown_paragraphs
    steps: list[Step[RoundAct]] = []
    for player in waiting:
        first = player is waiting[0]
        shows = Step[RoundAct](
            act=ShowHand(seat=player.seat, cards=()),
            say=f"Seat {player.seat} to act: show the hand",
            role=Role.DEALER,
            seat=player.seat,
            paragraphs=showdown,
            expected=first,
        )
        steps.append(shows)
        if may_muck(round_, player.seat):
            mucks = Step[RoundAct](
                act=MuckHand(seat=player.seat),
                say=f"Seat {player.seat} to act: muck the hand",
                role=Role.DEALER,
                seat=player.seat,
                paragraphs=AWARD,
            )
            steps.append(mucks)
    return tuple(steps)
