"""The states of the dealer's page that are tried at every size and photographed: a view, and what is tapped open."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from firmware_host.panel.dealer_view import DealerView
from firmware_host.rules.decision import Code, Refusal
from firmware_host.rules.game import GameName
from firmware_host.rules.round_acts import AwardPot, Bet, Call, Check, CompleteBetting, DealStreet, Draw, ShowHand
from firmware_host.table.acts.decks import CountCards, CutDeck, InspectDecks, WashDeck
from firmware_host.table.acts.dice import (
    AcceptShaker,
    CallSum,
    CloseBets,
    CollectLosers,
    CompleteDealerShake,
    NoteDie,
    PayWinners,
)
from firmware_host.table.acts.round import Deal
from tests.worlds.scenario_views import expecting, views, where

REFUSAL = Refusal(
    code=Code.NOT_CUT,
    paragraphs=("14.6(a)", "14.5(c)"),
    reason="the blue deck came out of the shuffler and was not cut; a deck is dealt only after a cut",
    allowed_by="a cut of the blue deck by a player or the dealer",
)


@dataclass(frozen=True, kw_only=True)
class PageState:
    """`taps` are the identities of buttons, by their beginnings, or `@` and the kind of an act."""

    name: str
    view: DealerView
    taps: tuple[str, ...] = ()


@cache
def states() -> tuple[PageState, ...]:
    return (*games(), *steps(), *dice(), *panels(), *entries(), *notes())


def games() -> Iterator[PageState]:
    """Every game, with the most cards on the table."""
    for game in GameName:
        if game is not GameName.MINI_DICE:
            yield PageState(name=game.value, view=max(views(f"games/{game.value}"), key=cards_on_table))


def cards_on_table(view: DealerView) -> tuple[int, bool]:
    round_ = view.table.round
    if round_ is None:
        return 0, False
    up = sum(len(player.up) + len(player.shown) for player in round_.players)
    return len(round_.board) + up, any(player.bet_cents for player in round_.players)


def steps() -> Iterator[PageState]:
    holdem, keys = "games/holdem", "procedures/14.6-keys-alone"
    for name, view in {
        "closed": expecting(holdem, InspectDecks),
        "wash": expecting(holdem, WashDeck),
        "shuffling": where(holdem, lambda view: any(deck.shuffling for deck in view.table.decks)),
        "cut": expecting(holdem, CutDeck),
        "deal": expecting(holdem, Deal),
        "flop": expecting(holdem, DealStreet, nth=1),
        "call": expecting(holdem, Call),
        "check": expecting(holdem, Check),
        "show-hands": expecting(holdem, ShowHand),
        "push": expecting(holdem, AwardPot),
        "three-pots": where("procedures/14.6-side-pots", lambda view: view.award is not None),
        "high-and-low": expecting("games/omaha-hilo-8", AwardPot),
        "count": expecting(holdem, CountCards),
        "betting-by-keys": expecting(keys, CompleteBetting),
        "push-by-keys": expecting(keys, AwardPot),
        "kill": where("procedures/14.11A-kill", lambda view: view.table.kill is not None and in_round(view)),
        "drew": where("games/draw", lambda view: len(view.drawn) > 2),
        "away": where("procedures/14.7c5-away", lambda view: bool(view.table.away)),
        "jammed": where("procedures/14.5-lifted-off-the-shelf", jammed),
        "by-hand": where("procedures/14.5-by-hand", lambda v: v.shuffler is not None and v.shuffler.by_hand),
        "halted": where("procedures/14.6e4-stub-count", lambda v: any(a.kind == "round-halted" for a in v.alerts)),
        "relief-due": where("procedures/14.6b-relief", lambda view: view.relief_due),
        "shuffler-away": where("procedures/alerts", lambda view: bool(view.alerts)),
    }.items():
        yield PageState(name=name, view=view)


def in_round(view: DealerView) -> bool:
    return view.table.round is not None


def jammed(view: DealerView) -> bool:
    return view.shuffler is not None and view.shuffler.jam is not None


def dice() -> Iterator[PageState]:
    game = "games/mini-dice"
    for act in (CloseBets, CompleteDealerShake, AcceptShaker, NoteDie, CallSum, CollectLosers, PayWinners):
        yield PageState(name=f"dice-{act.__name__.lower()}", view=expecting(game, act))
    yield PageState(name="dice-by-keys", view=expecting("procedures/13.7-shaker", NoteDie))
    yield PageState(name="dice-seat", view=expecting(game, CloseBets), taps=("seat 1",))
    yield PageState(name="dice-wager", view=expecting(game, CloseBets), taps=("seat 1", "1 ", "pad 5"))


def panels() -> Iterator[PageState]:
    playing = expecting("games/holdem", Call)
    for group in ("round", "seats", "decks", "shuffler", "table", "floor"):
        yield PageState(name=f"acts-{group}", view=playing, taps=("nav acts", f"group {group}"))
    many = max((v for v in views("procedures/14.2b-deck-clocks")), key=lambda view: len(view.alerts))
    yield PageState(name="alerts", view=many, taps=("nav alerts",))
    asked = where("procedures/void-by-two", lambda view: bool(view.requests) and in_round(view))
    yield PageState(name="requests", view=asked, taps=("nav alerts",))
    yield PageState(name="no-alerts", view=playing, taps=("nav alerts",))
    relief = where("procedures/14.6b-relief", lambda view: view.relief_due)
    yield PageState(name="hand-over", view=relief, taps=("nav log",))
    yield PageState(name="decks", view=playing, taps=("deck ",))
    yield PageState(
        name="decks-jammed", view=where("procedures/14.5-lifted-off-the-shelf", jammed), taps=("nav decks",)
    )
    yield PageState(name="seat", view=playing, taps=("seat 2",))


def entries() -> Iterator[PageState]:
    holdem, stud = "games/holdem", "games/stud-hilo-8"
    calling = expecting(holdem, Call)
    undoing = where(holdem, lambda view: in_round(view) and view.undo != "")
    limitless = max(views("procedures/I-6-no-limit"), key=raise_room)
    relief = where("procedures/14.6b-relief", lambda view: view.relief_due)
    yield PageState(name="raise", view=limitless, taps=("@bet",))
    yield PageState(name="raise-typed", view=limitless, taps=("@bet", "pad 1", "pad 2", "pad 0"))
    yield PageState(name="count-typed", view=expecting(holdem, CountCards), taps=("@count-cards",))
    yield PageState(name="board-cards", view=expecting(holdem, DealStreet, nth=1), taps=("@deal-street",))
    yield PageState(name="street-cards", view=max(views(stud), key=street_cards), taps=("@deal-street",))
    yield PageState(
        name="hand-cards", view=expecting("games/omaha", ShowHand), taps=("@show-hand", "card As", "card Td")
    )
    yield PageState(name="draw", view=expecting("games/draw", Draw), taps=("@draw",))
    wagered = next(view for view in views(holdem) if any("calls $2" in offer.label for offer in view.offers))
    yield PageState(name="acts-correct", view=wagered, taps=("nav acts", "group correct"))
    yield PageState(name="corrects-wager", view=wagered, taps=("nav acts", "group correct", "offer Seat"))
    rolled = where("games/mini-dice", lambda view: any(offer.dice for offer in view.offers))
    yield PageState(name="corrects-dice", view=rolled, taps=("nav acts", "group correct", "offer Round"))
    yield PageState(name="are-you-sure", view=undoing, taps=("@take-back",))
    yield PageState(name="why", view=calling, taps=("nav acts", "group floor", "@request-approval"))
    person = where("procedures/void-by-two", lambda view: bool(view.requests) and in_round(view))
    yield PageState(name="person", view=person, taps=("nav alerts", "@approve"))
    yield PageState(name="who-deals", view=relief, taps=("nav log", "@relieve-dealer"))
    yield PageState(name="who-deals-letters", view=relief, taps=("nav log", "@relieve-dealer", "why other"))


def raise_room(view: DealerView) -> int:
    bets = [step.amounts for step in view.table.steps if isinstance(step.act, Bet)]
    return max((amounts.max - amounts.min for amounts in bets if amounts is not None), default=-1)


def street_cards(view: DealerView) -> int:
    now = {at for at, step in enumerate(view.table.steps) if step.expected and isinstance(step.act, DealStreet)}
    return max((len(form.cards) for form in view.forms if form.step in now), default=-1)


def notes() -> Iterator[PageState]:
    holdem = "games/holdem"
    yield PageState(name="refused", view=expecting(holdem, Call), taps=("@call",))
    yield PageState(name="not-now", view=expecting(holdem, Deal), taps=("nav acts", "group round", "offer "))
