"""What happens in a round of play, a line for each kind of fact."""

from collections.abc import Callable, Mapping
from typing import Any

from firmware_host.rules.game import StreetName
from firmware_host.rules.money import money
from firmware_host.rules.pots.division import PartName
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
    RakeTaken,
    RoundCompleted,
    RoundStarted,
    RoundVoided,
    Share,
    ShowdownBegan,
    StubShuffled,
    UncalledReturned,
)
from firmware_host.rules.struct import HIDDEN, Seat
from firmware_host.rules.wording import amounts, cards, number, seats

COMMUNITY = {
    StreetName.FLOP: "The flop: one card burnt, three community cards up",
    StreetName.TURN: "The turn: one card burnt, the fourth community card up",
    StreetName.RIVER: "The river: one card burnt, the fifth and last community card up",
}


def _street(street: StreetName) -> str:
    return street.value.replace("-", " ")


def _started(body: RoundStarted) -> str:
    marker = "no button" if body.button is None else f"the button at seat {body.button}"
    return f"{number(len(body.seats), 'player')}, {marker}."


def _blinds(body: BlindsPosted) -> str:
    """What is posted in turn first; then, by the player, what the house's options add to it (I-7)."""
    cents = dict(zip(body.seats, body.cents, strict=False))
    in_turn = tuple(seat for seat in body.seats if seat not in body.made_up and seat != body.straddler)
    told = amounts(in_turn, tuple(cents[seat] for seat in in_turn) if cents else ())
    straddle = "" if body.straddler is None else f" Seat {body.straddler} straddles{_for(cents.get(body.straddler))}."
    dead = dict(zip(body.made_up, body.dead, strict=False))
    late = (_made_up(seat, cents.get(seat, 0), dead.get(seat, 0)) for seat in body.made_up)
    return f"Blind bets: {told}.{straddle}{''.join(late)}"


def _for(cents: int | None) -> str:
    return f" for {money(cents)}" if cents else ""


def _made_up(seat: Seat, live: int, dead: int) -> str:
    parts = [*([f"{money(live)} live"] if live else []), *([f"{money(dead)} dead"] if dead else [])]
    said = f", {' and '.join(parts)}" if parts else ""
    return f" Seat {seat} makes up for missed blinds{said}."


def _dealt(body: HandsDealt) -> str:
    each = " and ".join(f"{count} face {way}" for count, way in ((body.down, "down"), (body.up, "up")) if count)
    shown = zip(body.seats, (tuple(card for card in hand if card != HIDDEN) for hand in body.cards), strict=False)
    named = ", ".join(f"seat {seat} {' '.join(up)}" for seat, up in shown if up)
    first = f", seat {body.seats[0]} first" if body.seats else " who is left"
    return f"{each} to each{first}{f': {named}' if named else ''}."


def _community(body: CommunityDealt) -> str:
    shown = "" if HIDDEN in body.cards else f": {cards(body.cards)}"
    return f"{COMMUNITY.get(body.street, 'One card face up for all')}{shown}."


def _discarded(body: CardsDiscarded) -> str:
    return f"Seat {body.seat} throws {cards(body.cards)} away." if body.cards else f"Seat {body.seat} stands pat."


def _drawn(body: DrawCompleted) -> str:
    drawn = "" if body.drawn is None else f", {number(body.drawn, 'card')}"
    return f"Everybody has drawn{drawn}."


def _shuffled(body: StubShuffled) -> str:
    kept = f", without {cards(body.kept)}" if body.kept else ""
    pile = body.pile.value.replace("-", " ")
    return f"The stub has run out: the {pile} are shuffled, {number(body.cards, 'card')}{kept}; the same proof goes on."


def _bad_beat(body: BadBeatHeld) -> str:
    return f"Bad beat: {seats(body.seats)}, {body.words}, beaten by {seats(body.winners)}, {body.beaten_by}."


def _awarded(body: PotAwarded) -> str:
    if not body.shares:
        told = "Everybody else has folded: losing" if body.uncontested else "Losing"
        return f"{told} cards in, pot pushed{f' to {seats(body.seats)}' if body.seats else ''}, winning hand in."
    which = f"Side pot {body.pot}" if body.pot else "The pot"
    return f"{which} of {money(body.cents)}: {', '.join(_share(share) for share in body.shares)}."


def _share(share: Share) -> str:
    notes = [
        *([] if share.part is PartName.WHOLE else [str(share.part)]),
        *([f"{money(share.odd_cents)} of it odd"] if share.odd_cents else []),
    ]
    noted = f" ({', '.join(notes)})" if notes else ""
    return f"seat {share.seat} {money(share.cents)}{noted}"


def _completed(body: RoundCompleted) -> str:
    return f"The round is over. 52 cards: stub {body.stub}, burns {body.burns}, board {body.board}, hands {body.hands}."


WORDS: Mapping[type, Callable[[Any], str]] = {
    RoundStarted: _started,
    AntesPosted: lambda it: f"Antes from {number(len(it.seats), 'player')}.",
    BlindsPosted: _blinds,
    HandsDealt: _dealt,
    ForcedBetMade: lambda it: f"Seat {it.seat} makes the forced bet of {money(it.cents)}.",
    PlayerFolded: lambda it: f"Seat {it.seat} folds.",
    HandFouled: lambda it: f"Seat {it.seat}'s hand is fouled and dead: {it.why}.",
    PlayerChecked: lambda it: f"Seat {it.seat} checks.",
    PlayerCalled: lambda it: f"Seat {it.seat} calls {money(it.cents)}.",
    PlayerBet: lambda it: (
        f"Seat {it.seat} bets or raises to {money(it.to_cents)}{'' if it.full else ', all-in for less'}."
    ),
    DownCardsDiscarded: lambda it: f"Seat {it.seat} throws two down cards away: {cards(it.cards)}.",
    CardsDiscarded: _discarded,
    CardsDrawn: lambda it: f"Seat {it.seat} draws {cards(it.cards)}.",
    DrawOpened: lambda it: f"The {_street(it.street)}: each in turn throws cards away and draws.",
    DrawCompleted: _drawn,
    StubShuffled: _shuffled,
    BettingCompleted: lambda it: f"The betting on the {_street(it.street)} is complete.",
    CardBurned: lambda _: "One card is burnt.",
    CommunityDealt: _community,
    ShowdownBegan: lambda _: "Showdown: the hands are turned up.",
    HandShown: lambda it: f"Seat {it.seat} shows {cards(it.cards)}.",
    HandMucked: lambda it: f"Seat {it.seat} mucks.",
    UncalledReturned: lambda it: f"{money(it.cents)} that nobody called goes back to seat {it.seat}.",
    RakeTaken: lambda it: f"Rake: {money(it.cents)} from the pot.",
    BadBeatContributed: lambda it: f"{money(it.cents)} from the pot for the bad beat fund.",
    BadBeatHeld: _bad_beat,
    LosingHandsCollected: lambda _: "The losing cards are in.",
    PotAwarded: _awarded,
    RoundCompleted: _completed,
    RoundVoided: lambda it: f"The round is void: {it.why}. Every wager goes back; the button stays.",
}
