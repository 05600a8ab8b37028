"""The dealer's view at every answer of every scenario: complete, small, and without a card that was not shown."""

from __future__ import annotations

import re
from collections import Counter

import msgspec
import pytest

from firmware_host.panel.act_offers import offers
from firmware_host.panel.dealer_view import DealerView, Group, Offer
from firmware_host.panel.events import event
from firmware_host.panel.possible import why_not
from firmware_host.rules.cards import BIT
from firmware_host.rules.decision import Role
from firmware_host.rules.round_acts import AwardPot, DealStreet, ShowHand
from firmware_host.rules.round_facts import CardsDiscarded, PlayerFolded, RoundStarted, StubShuffled
from firmware_host.rules.struct import HIDDEN
from firmware_host.table.acts.approvals import RequestApproval
from firmware_host.table.acts.corrections import AdjustMoney, CorrectCards, CorrectSum, CorrectWager
from firmware_host.table.acts.intent import Act, TableStep
from firmware_host.table.clocks import Stamp
from firmware_host.table.facts.fact import Fact
from firmware_host.table.history import Ledger
from firmware_host.table.prompts import next_steps
from firmware_host.table.state.table import TableState
from tests.worlds.scenario_views import shown
from tests.worlds.scenarios import SCRIPTS, played

EVERY = pytest.mark.parametrize("name", SCRIPTS)

LARGEST_BYTES = 40_000
"""A whole view over the socket."""

CARD = re.compile(rf"\b(?:{'|'.join(BIT)})\b")


@EVERY
def test_every_view_of_a_scenario_is_complete_small_and_tells_nothing_secret(name: str) -> None:
    for state, view, answer in shown(name):
        reads_back(view)
        tells_no_secret(state, view, answer[-1])
        names_steps_that_are_there(view)
        pushes_add_up(state, view)
        pots_and_bets_are_all_the_money(state, view)
        cards_are_one_deck(view)


def reads_back(view: DealerView) -> None:
    encoded = msgspec.json.encode(view)
    assert len(encoded) < LARGEST_BYTES
    assert msgspec.json.decode(encoded, type=DealerView) == view


def tells_no_secret(state: TableState, view: DealerView, fact: Fact) -> None:
    if state.round is None:
        return
    players = state.round.players
    secret = {card for player in players for card in (*player.tossed, *(() if player.shown else player.down))}
    secret -= {HIDDEN} | {card for player in players for card in player.up} | {*state.round.board}
    secret -= {card for player in players if player.shown for card in player.down}
    # `cards_left` names every card that may still turn up, so a secret card has to be in it like all others.
    assert secret <= {*view.cards_left}
    words = msgspec.json.encode(msgspec.structs.replace(view, cards_left=())).decode() if secret else ""
    found = secret.intersection(CARD.findall(words))
    assert not found, f"fact {fact.number} ({type(fact.body).__name__}) tells {found}"


def says_what_to_do_in_order(step: TableStep) -> None:
    """What is watched and what is done are together the words of the step."""
    in_order = " ".join(part for part in (step.watch, *step.do) if part)
    if step.expected and step.key is not None:
        assert step.do or ". " not in step.say, step.say
    if in_order:
        assert in_order.casefold() == step.say.replace(" Then ", " ").casefold()


def names_steps_that_are_there(view: DealerView) -> None:
    steps = view.table.steps
    for step in steps:
        says_what_to_do_in_order(step)
    for word in view.trade_words:
        assert steps[word.step].expected
    for form in view.forms:
        assert 0 <= form.step < len(steps)
        assert all(0 <= slots.least <= slots.most for slots in form.cards)
    for offer in view.offers:
        assert offer.step is None or type(steps[offer.step].act) is type(offer.act)
    assert len({offer.label for offer in view.offers}) == len(view.offers), "two acts have the same name"
    shows = {at for at, step in enumerate(steps) if isinstance(step.act, ShowHand)}
    assert shows <= {form.step for form in view.forms}, "a hand cannot be shown without its cards"


def pushes_add_up(state: TableState, view: DealerView) -> None:
    if view.award is None or state.round is None:
        return
    assert any(isinstance(step.act, AwardPot) for step in view.table.steps)
    shares = sum(share.cents for push in view.award.pushes for share in push.shares)
    taken = view.award.rake_cents + view.award.fund_cents + view.award.uncalled_cents
    assert shares + taken == sum(player.put_in for player in state.round.players) + state.round.dead
    order = [push.number for push in view.award.pushes]
    assert order == sorted(order, reverse=True), "the side pot made last is pushed first, the centre pot last"


def pots_and_bets_are_all_the_money(state: TableState, view: DealerView) -> None:
    round_ = state.round
    if round_ is None or not view.pots:
        return
    bets = sum(player.paid for player in round_.players)
    put_in = sum(player.put_in for player in round_.players) + round_.dead
    assert sum(pot.cents for pot in view.pots) <= put_in - bets
    all_in = {player.put_in for player in round_.live if not player.stack}
    assert len(view.pots) <= 1 + len(all_in), "unequal bets on the table made a side pot"


def cards_are_one_deck(view: DealerView) -> None:
    round_ = view.table.round
    seen = [] if round_ is None else [*round_.board, *(c for p in round_.players for c in (*p.up, *p.shown))]
    assert not {*view.cards_left} & {*seen}
    assert len({*view.cards_left}) == len(view.cards_left)
    if round_ is None:
        assert {*view.cards_left} == {*BIT}


def test_the_scenarios_show_forms_awards_side_pots_and_settled_wagers() -> None:
    missing = {"side pots", "settled wagers", "board cards", "down cards"}
    for name in (name for name in SCRIPTS if name.startswith("games/")):
        for _, view, _ in shown(name):
            missing -= shows(view)
            if not missing:
                return
    raise AssertionError(f"in no game: {missing}")


def shows(view: DealerView) -> set[str]:
    dealt = [form for form in view.forms if isinstance(view.table.steps[form.step].act, DealStreet)]
    found = {
        "side pots": len(view.pots) > 1 or (view.award is not None and len(view.award.pushes) > 1),
        "settled wagers": bool(view.winners and view.losers),
        "board cards": any(form.cards and form.cards[0].seat is None for form in view.forms),
        "down cards": any(slots.down for form in dealt for slots in form.cards),
    }
    return {what for what, there in found.items() if there}


def accepted(state: TableState, act: Act, role: Role, at: Stamp) -> bool:
    return why_not(state, act, role, at=at) is None


def test_every_correction_names_its_fact_and_is_accepted_with_what_was_meant() -> None:
    """The amount of a call is corrected to a fold and to the same amount, shown cards to themselves."""
    looked = Counter[str]()
    for name in ("games/holdem", "games/stud-hilo-8", "games/mini-dice"):
        for state, view, answer in shown(name):
            for offer in (offer for offer in view.offers if offer.group is Group.CORRECT):
                act = offer.act.act if isinstance(offer.act, RequestApproval) else offer.act
                if isinstance(act, CorrectWager):
                    assert f"({act.of})" in offer.label
                    assert isinstance(offer.act, RequestApproval)
                    folds = act.to_cents is None or accepted(state, offer.act, offer.role, answer[-1].at)
                    looked["folds or checks"] += folds
                elif isinstance(act, CorrectCards):
                    assert accepted(state, act, offer.role, answer[-1].at), offer.label
                    looked["cards"] += 1
                elif isinstance(act, CorrectSum):
                    other = msgspec.structs.replace(act, dice=(1, 1) if act.dice != (1, 1) else (2, 2))
                    asked = RequestApproval(act=other, why="misread")
                    looked["dice"] += accepted(state, asked, offer.role, answer[-1].at)
                elif isinstance(act, AdjustMoney):
                    looked["money at seats" if offer.seats else "money in the pot"] += money_fits(
                        state, offer, act, answer[-1]
                    )
    kinds = ("folds or checks", "cards", "dice", "money at seats", "money in the pot")
    assert min(looked[kind] for kind in kinds) > 0, looked


def money_fits(state: TableState, offer: Offer, act: AdjustMoney, fact: Fact) -> bool:
    """The smallest amount is accepted at every seat that is offered, and the largest one less is at one of them."""
    assert offer.amounts is not None
    (line,) = act.lines
    sign = 1 if line.cents > 0 else -1
    seats = offer.seats or (None,)

    def fits(seat: int | None, cents: int) -> bool:
        lines = (msgspec.structs.replace(line, seat=seat, cents=sign * cents),)
        asked = RequestApproval(act=msgspec.structs.replace(act, lines=lines), why="miscounted")
        return accepted(state, asked, offer.role, fact.at)

    assert all(fits(seat, offer.amounts.min) for seat in seats), offer.label
    if sign < 0:
        assert not any(fits(seat, offer.amounts.max + offer.amounts.step) for seat in seats), offer.label
    return True


def test_up_cards_of_a_folded_hand_are_not_offered_again() -> None:
    dealt, looked = set[str](), 0
    for _, view, answer in shown("games/stud"):
        told = {type(fact.body) for fact in answer}
        if RoundStarted in told:
            dealt.clear()
        round_ = view.table.round
        up = set() if round_ is None else {card for player in round_.players for card in player.up}
        dealt |= up
        if PlayerFolded in told and dealt - up:
            assert not dealt & {*view.cards_left}
            looked += 1
    assert looked, "nobody with up-cards folds in this scenario"


def test_a_discard_entered_by_name_stays_face_down_in_the_events() -> None:
    facts = played("games/badugi").facts
    named = next(fact for fact in facts if isinstance(fact.body, CardsDiscarded) and "Kc" in fact.body.cards)
    assert "Kc" in named.body.sentence()
    assert "Kc" not in event(named).say
    kept = next(fact for fact in facts if isinstance(fact.body, StubShuffled) and fact.body.kept)
    assert "Kc" in kept.body.sentence()
    assert "Kc" not in event(kept).say


@EVERY
def test_every_offered_act_may_be_asked_for_by_its_role(name: str) -> None:
    facts = played(name).facts
    state = Ledger.empty(facts[0].journal).with_facts(facts).state
    for offer in offers(state, next_steps(state), now=facts[-1].at):
        assert offer.role in offer.act.may_ask
