"""
Whole sessions at the full level where the dealer enters the cards that lie face down.

Every byte that leaves the box is searched for a card nobody was shown: views, answers, refusals, explanations, HTTP.
"""

from __future__ import annotations

import asyncio
import json
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from firmware_host.panel import bundle as bundles
from firmware_host.panel.route_access import ROUTES
from firmware_host.rules.cards import BIT
from firmware_host.rules.decision import Refusal
from firmware_host.rules.game import GameName, Tracking
from firmware_host.rules.games import GAMES
from firmware_host.rules.round import Round, decide
from firmware_host.rules.round.dealing import street_due
from firmware_host.rules.round_acts import Bet, Call, DealStreet, DealtHand, Draw, RoundAct, ShowHand
from firmware_host.rules.round_facts import RoundStarted
from firmware_host.rules.stakes import Limit, Stakes
from firmware_host.rules.struct import HIDDEN
from firmware_host.table.acts.corrections import TakeBack
from firmware_host.table.acts.intent import Act, TableStep
from firmware_host.table.acts.round import Deal
from firmware_host.table.config import TableConfig
from firmware_host.table.prompts import next_steps
from firmware_host.table.terms import Back
from hil.robots.player_choices import PlayerChoices
from tests.counting import discards_due
from tests.rules.spoken_table import Full
from tests.worlds.hosted_table import PROCEDURE
from tests.worlds.panel_table import OpenPage, PanelTable, panel_table

CARD = re.compile(r"(?<![A-Za-z0-9])[2-9TJQKA][cdhs](?![A-Za-z0-9])")

MOST_STEPS = 250


def posted(name: GameName) -> TableConfig:
    game = GAMES[name]
    stakes = Stakes(
        limit=Limit.FIXED,
        min_cents=400,
        max_cents=800,
        ante_cents=0 if game.button else 50,
        blinds_cents=(200, 400) if game.button else (),
        forced_cents=0 if game.button else 200,
    )
    return TableConfig(
        house="demo",
        table="poker-1",
        game=name,
        tracking=Tracking.FULL,
        dealer="dealer-1",
        seats=(2, 5, 7),
        accepts=PROCEDURE.accepts,
        stakes=stakes,
        buy_in_cents=20_000,
        idle_without_round_minutes=0,
    )


def secrets(round_: Round) -> set[str]:
    """Return the cards the table knows and nobody was shown."""
    hands = [(*player.tossed, *(() if player.shown else player.down)) for player in round_.players]
    return {card for hand in hands for card in hand} - {HIDDEN} - shown(round_)


def shown(round_: Round) -> set[str]:
    hands = [(*player.up, *(player.down if player.shown else ())) for player in round_.players]
    return {*round_.board, *(card for hand in hands for card in hand)}


@dataclass
class KnowingTeller:
    """Enters every card by name, also those that lie face down."""

    chance: random.Random
    teller: PlayerChoices = field(init=False)

    def __post_init__(self) -> None:
        self.teller = PlayerChoices(self.chance.randrange(1 << 30))

    def act(self, steps: tuple[TableStep, ...], round_: Round) -> Act:
        step = self.teller.choose(steps)
        assert step is not None, "nothing is offered"
        act = self.teller.fill(step, round_)
        street, left = street_due(round_), unseen(round_, self.chance)
        match act:
            case DealStreet() if street is not None and not act.board and not street.draw:
                each = street.down + street.up
                hands = (DealtHand(seat=one.seat, cards=tuple(islice(left, each))) for one in round_.live)
                return DealStreet(hands=tuple(hands))
            case Draw(seat=seat) if round_.on.discard:
                return Draw(seat=seat, discards=down(round_, seat)[: round_.on.discard])
            case Draw(seat=seat) if act.discards:
                thrown = tuple(self.chance.sample(down(round_, seat), len(act.discards)))
                return Draw(seat=seat, discards=thrown, drawn=tuple(islice(left, len(thrown))))
            case Call(seat=seat) | Bet(seat=seat) if round_.on.discard:
                return replace(act, discards=down(round_, seat)[: round_.on.discard])
        return act


def unseen(round_: Round, chance: random.Random) -> Iterator[str]:
    cards = [card for card, bit in BIT.items() if not round_.known & bit]
    chance.shuffle(cards)
    return iter(cards)


def down(round_: Round, seat: int) -> tuple[str, ...]:
    return next(player.down for player in round_.players if player.seat == seat)


@dataclass
class Searched:
    """A page that keeps every message it gets, and the cards that may not be in it."""

    table: PanelTable
    page: OpenPage
    chance: random.Random
    round: Round | None = None
    shown: set[str] = field(default_factory=set)
    """What was shown in the last round, also where that was taken back."""
    shown_since: int = 0
    began: int = 0
    """The fact that began the last round."""
    searched: int = 0
    secret_messages: int = 0

    @property
    def secret(self) -> set[str]:
        """Return what lies face down; after a round also what was mucked in it."""
        now = self.table.table.state.round
        if now is not None:
            if self.shown_since != self.began:
                self.shown, self.shown_since = set(), self.began
            self.shown |= shown(now)
            self.round = now
        return set() if self.round is None else secrets(self.round) - self.shown

    async def heard(self) -> list[dict[str, Any]]:
        """Return all messages up to the view of the newest fact, each searched."""
        found: list[dict[str, Any]] = []
        last = self.table.table.state.last
        async with asyncio.timeout(20):
            while self.page.seen < last or not found:
                message = json.loads(await self.page.socket.recv())
                found.append(message)
                if message["kind"] == "view":
                    self.page.seen = message["view"]["table"]["seen"]
                if message["kind"] in ("explained", "answer") and self.page.seen >= last:
                    break
        for message in found:
            self.search(message)
        return found

    def search(self, message: dict[str, Any]) -> None:
        secret = self.secret
        if message["kind"] == "view":
            view = message["view"]
            assert secret <= {*view.pop("cards_left")}, "a card that is missing there is known to lie somewhere"
            # Cards shown in an earlier round may lie face down in this one.
            view["events"] = [event for event in view["events"] if event["number"] >= self.began]
        told = {*CARD.findall(json.dumps(message))} & secret
        assert not told, f"{told} in {json.dumps(message)[:3000]}"
        self.searched += 1
        self.secret_messages += bool(secret)

    async def asks(self, act: Act) -> dict[str, Any]:
        """Ask, and search all that comes until the view that follows."""
        id_ = f"a{next(self.page.ids)}"
        message = {"kind": "ask", "id": id_, "seen": self.page.seen, "act": msgspec.to_builtins(act)}
        await self.page.sends(message)
        answer = None
        heard: list[dict[str, Any]] = []
        while answer is None:
            message = json.loads(await self.page.socket.recv())
            heard.append(message)
            answer = message.get("answer") if message["kind"] == "answer" else None
        new = [fact for fact in self.table.table.recorded()[-12:] if isinstance(fact.body, RoundStarted)]
        self.began = max(self.began, *(fact.number for fact in new), 0)
        for one in heard:
            if one["kind"] == "view":
                self.page.seen = max(self.page.seen, one["view"]["table"]["seen"])
            self.search(one)
        if self.page.seen < self.table.table.state.last:
            await self.heard()
        return dict(answer)

    async def probes(self) -> None:
        """Ask for what is refused, and ask why, with cards that lie face down."""
        round_, secret = self.table.table.state.round, sorted(self.secret)
        if round_ is None or not secret:
            return
        dealt, other = self.chance.choice(secret), next(unseen(round_, self.chance), None)
        kind, seat = self.chance.randrange(6), self.chance.choice(round_.seats)
        told = [await self.explained(probe(round_, seat, card, kind)) for card in (dealt, other or dealt)]
        assert told[0] == told[1], "an explanation tells whether a card lies face down"

    async def explained(self, act: Act) -> Any:
        await self.page.sends({"kind": "explain", "id": "e", "act": msgspec.to_builtins(act), "role": "dealer"})
        while True:
            message = json.loads(await self.page.socket.recv())
            self.search(message)
            if message["kind"] == "explained":
                return message["refusal"]


def probe(round_: Round, seat: int, card: str, kind: int) -> Act:
    """Return an act with this card, such as a page could try to find out where it lies."""
    hidden = (HIDDEN,) * (len(down(round_, seat)) - 1)
    acts: list[Act] = [
        DealStreet(board=(card, HIDDEN, HIDDEN)),
        DealStreet(board=(card,)),
        DealStreet(hands=tuple(DealtHand(seat=one.seat, cards=(card,)) for one in round_.live)),
        ShowHand(seat=seat, cards=(card, *hidden)),
        Draw(seat=seat, discards=(card,), drawn=(HIDDEN,)),
        Call(seat=seat, discards=(card, HIDDEN)),
    ]
    return acts[kind]


async def over_http(table: PanelTable, page: Searched) -> None:
    """Search the routes that answer by what the table does; the bundle's files are the same before and after."""
    for method, path in ROUTES:
        if method == "GET" and "{" not in path:
            body = (await table.request(method, path)).body.decode()
            assert not {*CARD.findall(body)} & page.secret, path


async def files(table: PanelTable) -> dict[str, bytes]:
    names = ["/", *(f"/{name}" for name in bundles.read().assets if name != bundles.INDEX)]
    return {name: (await table.request("GET", name)).body for name in names}


ALL = [pytest.param(name, marks=() if name is GameName.HOLDEM else pytest.mark.slow) for name in GAMES]
"""A whole session takes seconds, so the inner loop plays one game."""


@pytest.mark.parametrize("name", ALL)
async def test_no_message_of_a_session_tells_a_card_that_nobody_was_shown(name: GameName, tmp_path: Path) -> None:
    chance = random.Random(name)
    async with panel_table(tmp_path, posted=posted(name), bundle=bundles.FOLDER) as table:
        await table.open()
        before = await files(table)
        async with table.page(await table.at_the_screen()) as open_page:
            page, teller = Searched(table=table, page=open_page, chance=chance), KnowingTeller(chance)
            for back in (Back.BLUE, Back.RED):
                await table.table.ready(back)
                await table.table.does(*discards_due(table.table.state))
                await page.heard()
                assert (await page.asks(Deal()))["kind"] == "accepted"
                await played(page, teller)
                await over_http(table, page)
        assert page.secret_messages > 20
        assert await files(table) == before


async def played(page: Searched, teller: KnowingTeller) -> None:
    """Play the round; now and then a step is taken back, a hand is probed, a wrong card is entered."""
    table = page.table.table
    done = 0
    for _ in range(MOST_STEPS):
        round_ = table.state.round
        if round_ is None:
            return
        await page.probes()
        if done and page.chance.random() < 0.05:
            await page.asks(TakeBack())
            done = 0
            continue
        steps = tuple(step for step in next_steps(table.state) if isinstance(step.act, RoundAct))
        act = teller.act(steps, round_)
        if isinstance(act, ShowHand) and page.secret and page.chance.random() < 0.5:
            wrong = tuple(islice(unseen(round_, page.chance), len(act.cards)))
            assert (await page.asks(replace(act, cards=wrong)))["kind"] == "refused"
        answer = await page.asks(act)
        if answer["kind"] == "refused" and isinstance(act, Call | Bet):
            answer = await page.asks(replace(act, discards=()))
        assert answer["kind"] == "accepted", (act, answer)
        done += 1
    raise AssertionError("the round does not end")


def test_a_card_entered_twice_is_not_named_while_it_lies_face_down() -> None:
    table = Full(GAMES[GameName.HOLDEM], {1: 100, 4: 100, 6: 100})
    table.deal({1: "Kc Kd", 4: "2c 3c", 6: "?? ??"})
    table.says("seat 6 calls", "seat 1 calls", "seat 4 checks")
    refused = decide(table.round, DealStreet(board=("Kc", "7h", "8h")))
    assert isinstance(refused, Refusal)
    assert not CARD.findall(f"{refused.reason} {refused.allowed_by}")
    table.deal(board="7h 8h 9h")
