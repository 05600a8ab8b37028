"""The next steps of a round, in words for the dealer; the expected step first (14.6(e)2)."""

from msgspec.structs import replace

from firmware_host.rules.decision import Amounts, Key, Role, Step
from firmware_host.rules.game import Opener, Street, StubEnds, Tracking
from firmware_host.rules.round import award_plan
from firmware_host.rules.round.award_plan import AWARD
from firmware_host.rules.round.awarding import may_muck, to_show
from firmware_host.rules.round.betting import Choice, choice
from firmware_host.rules.round.dealing import can_be_told_short, common_card_due, say_due, street_due
from firmware_host.rules.round.opener import TIES, WHO_OPENS
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
from firmware_host.rules.wording import in_turn, money, number, sentence

SHORT = {
    StubEnds.COMMON_CARD: "burn one, one common card face up for all (if one card or none is left, shuffle the burns)",
    StubEnds.SHUFFLE_MUCK_AND_BURNS: "deal out the stub, shuffle muck and burns, burn one, go on with the next player",
}
"""The prompt for a stub that is too short for a card each."""


AGAINST_A_BET = "fold, call or raise"


def say_watch_betting(round_: Round, first: Seat | None) -> str:
    """Return what the players do in a betting round: who opens, and the options; procedure level."""
    return f"{_opens(round_.on, first)}. {say_in_turn(round_)}".strip()


def say_after_betting(round_: Round) -> str:
    """Return what the dealer does after a betting round; procedure level."""
    following = round_.following
    then = following.say if following else "showdown, turn the hands face up"
    return f"After the betting: {say_before_the_deal(round_)}{then}."


def say_amounts(amounts: Amounts) -> str:
    """Return the limits of a bet, which the dealer announces with the options."""
    if amounts.min == amounts.max:
        return money(amounts.min)
    return f"at least {money(amounts.min)}, at most {money(amounts.max)}"


def _range(amounts: Amounts) -> str:
    """Return the limits of a bet as a button shows them."""
    return money(amounts.min) if amounts.min == amounts.max else f"{money(amounts.min)} ... {money(amounts.max)}"


def _opens(street: Street, first: Seat | None) -> str:
    if first is not None:
        return f"Seat {first} first: {_options(street)}"
    if street.opens is Opener.LEFT_OF_BUTTON:
        return f"The first remaining player left of the button: {_options(street)}"
    who = WHO_OPENS[street.opens]
    sees = f"{who[0].upper()}{who[1:]} ({TIES[street.opens]})"
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
    """
    Return who acts first on this street as far as seats alone tell.

    Nobody has folded before the first betting round; later the dealer alone sees who is still in, and whose up-cards
    open a round of stud.
    """
    street = round_.on
    if street.opens is Opener.AFTER_BLINDS:
        last = round_.last_blind
        in_order = round_.seats_in if last is None else clockwise_from(last, round_.seats_in)
        return in_order[0], street.betting_paragraphs
    return None, street.betting_paragraphs


def _at_procedure_level(round_: Round) -> Steps:
    if round_.phase in (Phase.BETTING, Phase.DRAWING) and not round_.contested:
        return (replace(_all_folded(), expected=True),)
    match round_.phase:
        case Phase.BETTING:
            return (_betting_complete(round_), *_short_stub(round_), _all_folded(), *_name_last(round_))
        case Phase.DRAWING:
            return (_draws_complete(round_), _all_folded(), *_name_last(round_))
        case Phase.SHOWDOWN:
            return (_award(round_), *_name_winner(round_))
        case Phase.DEALING | Phase.AWARDED | Phase.COMPLETED:
            return ()


def _betting_complete(round_: Round) -> Step[RoundAct]:
    seat, paragraphs = opens(round_)
    following, late = round_.following, LATE if round_.on.discard else ()
    watch, then = say_watch_betting(round_, seat), say_after_betting(round_)
    return Step(
        act=CompleteBetting(),
        say=f"{watch} {then}",
        watch=watch,
        do=(then,),
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
    watch, then = _as_they_draw(round_), "When all players have drawn: continue with the betting."
    return Step(
        act=CompleteDraw(),
        say=f"{watch} {then}" if watch else then,
        watch=watch,
        do=(then,),
        role=Role.DEALER,
        key=Key.NEXT,
        paragraphs=(*round_.on.deal_paragraphs, *round_.rules.stub_paragraphs),
        expected=True,
    )


def _as_they_draw(round_: Round) -> str:
    """Only the dealer sees how many cards are drawn: the rule for a short stub goes with the prompt."""
    match round_.rules.stub_ends:
        case StubEnds.SHUFFLE_OTHERS_DISCARDS:
            burn = ", burn one if it was empty" if round_.burns else ""
            return (
                "Keep each player's discards apart. Stub too short for a player: deal it out, "
                f"shuffle all discards but the player's own of this round{burn}, deal the rest."
            )
        case StubEnds.SHUFFLE_DISCARDS:
            return (
                "Stub too short for a player: deal it out, shuffle the discards of those who have drawn or folded, "
                "deal the rest."
            )
        case _:
            return ""


def _all_folded() -> Step[RoundAct]:
    return Step(
        act=AwardUncontested(),
        say="If all others folded: collect their cards, push the pot to the last player.",
        role=Role.DEALER,
        key=Key.NEXT_HELD,
        paragraphs=AWARD,
    )


def _award(round_: Round) -> Step[RoundAct]:
    do: tuple[str, ...] = READ_THE_HANDS
    say, paragraphs = " ".join(do), (*round_.rules.showdown_paragraphs, *AWARD, "14.6(e)6")
    if round_.stakes is not None:
        plan = award_plan.work_out(round_)
        showdown = round_.rules.showdown_paragraphs if round_.contested else ()
        do = award_plan.award_in_order(round_, plan)
        say, paragraphs = in_turn(do), (*showdown, *award_plan.paragraphs(plan))
    elif not round_.contested:
        say = f"Only seat {round_.live[0].seat} is left: collect the losing cards, push the pot to that player."
        do = ()
    return Step(act=AwardPot(), say=say, do=do, role=Role.DEALER, key=Key.NEXT, paragraphs=paragraphs, expected=True)


READ_THE_HANDS = (
    "Read the hands.",
    "Collect the losing hands.",
    (
        "Push the side pots first, the one made last before the others, then the centre pot; then collect the winning "
        "hand."
    ),
)


def _wrong_push(round_: Round) -> Steps:
    """Where the table works out the winners a pot that went to somebody else is noted, and taken back."""
    if round_.mispushed or not round_.contested:
        return ()
    winners = award_plan.work_out(round_).winners
    others = tuple(seat for seat in sorted(round_.seats) if seat not in winners)
    if not others:
        return ()
    return (
        Step(
            act=AwardPot(seats=others[:1], pushed=True),
            say="The pot was already pushed to another player: name that player.",
            role=Role.DEALER,
            seats=others,
            paragraphs=AWARD,
        ),
    )


def _name_winner(round_: Round) -> Steps:
    """Where the hands are not told, the dealer may say who won; by a key nobody is named."""
    if not round_.contested:
        return ()
    return (
        Step(
            act=AwardPot(seats=(round_.live[0].seat,)),
            say="Award the pots as read from the hands, and name the winner of each pot.",
            role=Role.DEALER,
            seats=round_.seats_in,
            paragraphs=(*AWARD, "14.6(d)", "14.6(e)6"),
        ),
    )


def _name_last(round_: Round) -> Steps:
    return (
        Step(
            act=AwardUncontested(seat=round_.live[0].seat),
            say="All others folded: name the player who is left.",
            role=Role.DEALER,
            seats=round_.seats_in,
            paragraphs=(*AWARD, "14.6(d)"),
        ),
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
    first = round_.players[0].seat if street == round_.rules.streets[0] and street.say.startswith("deal") else None
    say = f"{throws}{say_due(round_, street)}{f', starting with seat {first}' if first else ''}"
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
    told: list[tuple[RoundAct, str, str]] = []
    if may.forced:
        forced = f"forced bet of {money(may.forced)}"
        told.append((MakeForcedBet(seat=seat), forced, f"Forced bet of {money(may.forced)}"))
    if may.may_check:
        told.append((Check(seat=seat), "check", "Check"))
    if may.may_call:
        told.append((Call(seat=seat), f"call {money(may.call)}{thrown}", f"Call {money(may.call)}{thrown}"))
    if amounts:
        verb = "raise to" if round_.bet else "bet"
        short = f"{verb.capitalize()} {_range(amounts)}"
        told.append((Bet(seat=seat, to_cents=may.min_to), f"{verb} {say_amounts(amounts)}{thrown}", short))
    if not may.forced:
        told.append((Fold(seat=seat), "fold", "Fold"))
    return tuple(
        Step[RoundAct](
            act=act,
            say=f"Seat {seat} to act: {what}",
            short=short,
            role=Role.DEALER,
            seat=seat,
            amounts=amounts if isinstance(act, Bet) else None,
            paragraphs=paragraphs,
            expected=not at,
        )
        for at, (act, what, short) in enumerate(told)
    )


def _any_opens(round_: Round) -> Steps:
    """Offer every player as opener: without the up-cards only the dealer sees who opens, and enters that act."""
    choices = (choice(round_, player.seat) for player in round_.live)
    steps = (step for may in choices if may for step in _bets(round_, may)[:1])
    return tuple(_opening(step, sentence(WHO_OPENS[round_.on.opens])) for step in steps)


def _opening(step: Step[RoundAct], who: str) -> Step[RoundAct]:
    short = f"Seat {step.seat}: {step.short[0].lower()}{step.short[1:]}"
    return replace(step, say=f"{who} {step.say}", watch=who, do=(step.say,), short=short)


def _draws(round_: Round) -> Steps:
    if round_.to_act is None:
        return ()
    seat = round_.players[round_.to_act].seat
    return (
        Step(
            act=Draw(seat=seat),
            say=f"Seat {seat} to act: discard and draw as many, or stand pat{_kept_apart(round_, seat)}",
            role=Role.DEALER,
            seat=seat,
            paragraphs=round_.on.deal_paragraphs,
            expected=True,
        ),
    )


def _kept_apart(round_: Round, seat: Seat) -> str:
    """Badugi: a player's discards of the whole round are left out when the stub is made anew for that player."""
    if round_.rules.stub_ends is not StubEnds.SHUFFLE_OTHERS_DISCARDS:
        return ""
    player = next(player for player in round_.players if player.seat == seat)
    if round_.stub >= len(player.down):
        return "; keep that player's discards apart"
    burn = ", burn one" if round_.burn_due else ""
    if not round_.stub:
        return f"; to draw, shuffle the discards without seat {seat}'s own{burn}, then deal"
    return (
        f"; for more than {number(round_.stub, 'card')}: deal out the stub, shuffle the discards without seat {seat}'s "
        f"own{burn}, deal the rest"
    )


def _showdown(round_: Round) -> Steps:
    waiting = to_show(round_)
    if not waiting:
        return (_award(round_), *_wrong_push(round_))
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
