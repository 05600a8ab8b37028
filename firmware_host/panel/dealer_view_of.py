"""Makes the dealer's view from the table's state; pure, and computed once for each state however many pages look on."""

from collections.abc import Sequence

from firmware_host.panel.act_offers import offers
from firmware_host.panel.correction_offers import correction_offers
from firmware_host.panel.dealer_view import (
    CardCounts,
    DealerView,
    Drawn,
    Event,
    PersonChoice,
    Request,
    StaffAlert,
    Timer,
)
from firmware_host.panel.pots_view import award, pots
from firmware_host.panel.shuffler_panel import shuffler_panel
from firmware_host.panel.step_forms import forms
from firmware_host.panel.trade_words import trade_words
from firmware_host.rules.cards import BIT
from firmware_host.rules.decision import Role
from firmware_host.rules.game import Tracking
from firmware_host.rules.games import GAMES
from firmware_host.rules.roles import NEAREST, Who
from firmware_host.rules.round import Round
from firmware_host.rules.round.left_over import left_over, played
from firmware_host.rules.round_facts import CardsDiscarded, CommunityDealt, DrawOpened, HandsDealt, HandShown
from firmware_host.rules.struct import Seat
from firmware_host.table.clocks import Stamp
from firmware_host.table.config import TableConfig
from firmware_host.table.corrections.correctable import of_last_step
from firmware_host.table.deadlines import deadlines
from firmware_host.table.dice.settlement import Outcome, outcome
from firmware_host.table.floor.alert_kinds import KINDS, is_over
from firmware_host.table.floor.approvals import waiting
from firmware_host.table.seating.seats import all_seats
from firmware_host.table.state.button import say_after_award
from firmware_host.table.state.floor import Alert, Pending
from firmware_host.table.state.people import dealing
from firmware_host.table.state.round_log import Recorded
from firmware_host.table.state.table import TableState
from firmware_host.table.view import DeviceReport, public_view

NOTHING_DECIDED = Outcome(losers=(), winners=())


def dealer_view(
    state: TableState, *, reports: Sequence[DeviceReport], events: Sequence[Event], own_pin: bool, now: Stamp
) -> DealerView:
    """
    Return the view. Needs a configuration in force.

    `events` are the recorded facts of the last half hour, newest first; `now` is only used to convert clock times.
    """
    if state.config is None:
        raise ValueError("nothing to show before the first configuration is in force")
    view = public_view(state)
    decided = _decided(state, state.config)
    return DealerView(
        table=view,
        name=state.config.table,
        title="Mini-dice" if state.dice is not None else GAMES[state.config.game].title,
        dealer=dealing(state),
        dealer_since_ms=state.dealer_since.wall_ms if state.dealer_since else None,
        relief_due=state.relief_due,
        own_pin=own_pin,
        seats=all_seats(state),
        chip_cents=_chip_cents(state.config),
        forms=forms(view.steps, state.round),
        trade_words=trade_words(view.steps, state.round),
        drawn=_drawn(state),
        offers=(*offers(state, view.steps, now=now), *correction_offers(state)),
        alerts=tuple(_alert(state, alert) for alert in state.alerts),
        requests=tuple(_request(pending) for pending in waiting(state)),
        people=_people(state),
        counts=_counts(state.round),
        pots=pots(state.round),
        award=award(view.steps, state.round, kill_button=say_after_award(state) if state.round else ""),
        losers=decided.losers,
        winners=decided.winners,
        cards_left=_cards_left(state),
        undo=_undo(state, events),
        events=tuple(events),
        timers=_timers(state, now),
        shuffler=shuffler_panel(state, view.steps, reports),
        devices=tuple(reports),
    )


def _decided(state: TableState, config: TableConfig) -> Outcome:
    if state.dice is None or config.mini_dice is None or state.dice.dice is None:
        return NOTHING_DECIDED
    return outcome(state.dice, config.mini_dice)


def _chip_cents(config: TableConfig) -> int:
    if config.mini_dice is not None:
        return config.mini_dice.chip_cents
    return config.stakes.chip_cents if config.stakes else 1


def _alert(state: TableState, alert: Alert) -> StaffAlert:
    kind = KINDS[alert.kind]
    return StaffAlert(
        number=alert.number,
        kind=alert.kind,
        severity=alert.severity,
        say=alert.say,
        fix=kind.put_right,
        paragraphs=alert.paragraphs,
        since_ms=alert.at.wall_ms,
        acknowledged_by=alert.acknowledged_by,
        over=is_over(state, alert),
        acknowledge=_in_order(kind.acknowledged_by),
        clear=_in_order(kind.cleared_by),
    )


def _request(pending: Pending) -> Request:
    two = pending.act.by_two
    may = two.who if pending.role in two.led_by else two.led_by
    return Request(
        number=pending.number,
        say=f"{pending.act.decided()}.",
        why=pending.why,
        asked_by=pending.asked_by,
        roles=_in_order(may),
        paragraphs=two.paragraphs,
    )


def _in_order(roles: Who) -> tuple[Role, ...]:
    return tuple(role for role in NEAREST if role in roles)


def _people(state: TableState) -> tuple[PersonChoice, ...]:
    return tuple(
        PersonChoice(name=name, roles=person.roles)
        for name, person in sorted(state.people.items())
        if not person.revoked
    )


def _counts(round_: Round | None) -> CardCounts | None:
    """Return the numbers that are certain: at the procedure level those that no fold and no draw can change."""
    if round_ is None:
        return None
    if round_.tracking is Tracking.FULL:
        return CardCounts(stub=round_.stub, burns=round_.burns, discards=round_.discards)
    left = left_over(played(round_))
    return CardCounts(stub=left.stub.exact, burns=left.burns.exact, discards=None)


def _drawn(state: TableState) -> tuple[Drawn, ...]:
    """Return what each player drew, from the beginning of the draw until the next one."""
    found: dict[Seat, int] = {}
    for told in state.told if state.round is not None and state.round.on.draw else ():
        match told.body:
            case DrawOpened():
                found.clear()
            case CardsDiscarded(seat=seat, cards=cards):
                found[seat] = len(cards)
            case _:
                pass
    return tuple(Drawn(seat=seat, cards=cards) for seat, cards in found.items())


def _cards_left(state: TableState) -> tuple[str, ...]:
    """
    Return the cards that may still turn up, as far as people at the table can know.

    Cards that the table alone knows are among them; up-cards of folded hands are not, until a reshuffle.
    """
    if state.round is None:
        return tuple(BIT)
    seen = {card for told in state.told for card in _shown(told.body)}
    out = state.round.known
    return tuple(card for card, bit in BIT.items() if not (card in seen and out & bit))


def _shown(body: Recorded) -> tuple[str, ...]:
    """Return the cards that this fact showed to everybody."""
    match body:
        case HandsDealt(cards=hands, down=down):
            return tuple(card for hand in hands for card in hand[down:])
        case CommunityDealt(cards=cards) | HandShown(cards=cards):
            return cards
        case _:
            return ()


def _undo(state: TableState, events: Sequence[Event]) -> str:
    numbers = of_last_step(state)
    said = [event.say for event in reversed(events) if event.number in numbers]
    if numbers and not said:
        return "the last step"
    return " ".join(said)


def _timers(state: TableState, now: Stamp) -> tuple[Timer, ...]:
    """Convert the deadlines of this boot to the wall clock, by which the page shows them."""
    return tuple(
        Timer(name=each.name, say=each.say, due_ms=each.due_ms - now.mono_ms + now.wall_ms)
        for each in deadlines(state)
        if each.boot == now.boot
    )
