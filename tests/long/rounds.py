"""Rounds of all seventeen games at both levels of tracking, and of mini-dice, each heard by an independent auditor."""

from __future__ import annotations

import random

import msgspec

from firmware_host.journal.chain import genesis, next_hash
from firmware_host.rules.dice.wagers import Wager
from firmware_host.rules.game import Tracking
from firmware_host.rules.games import GAMES
from firmware_host.table.acts.dice import PlaceWager
from firmware_host.table.acts.seating import LeaveSeat, TakeSeat
from hil.auditor.dice_auditor import DiceAuditor
from tests.long.nights import Night, configured
from tests.long.search import Search
from tests.worlds.pure_dice import DiceTable, dice_configuration
from tests.worlds.pure_table import JOURNAL

PER_NIGHT = 25
"""Fewer in a short run, so that every game has its night."""


def rounds(search: Search) -> None:
    """Night after night: each game in turn, at both levels."""
    nights = [*((game, tracking) for game in GAMES.values() for tracking in Tracking), None]
    night, each = 0, min(PER_NIGHT, 1 + search.count // len(nights))
    while search.left:
        wanted, chance = nights[night % len(nights)], search.chance(night)
        if wanted is None:
            _dice(search, chance, min(each, search.left))
            search.noted(nights_of_dice=1)
        else:
            at = Night(configured(*wanted, chance), chance)
            try:
                at.play(min(each, search.left), search.did)
            except AssertionError:
                print(f"night {night}: {wanted[0].name}, {wanted[1]}, {at.auditor.complaints}, {at.config}")
                raise
            search.noted(nights=1, facts=len(at.table.facts), refusals=sum(at.refused.values()))
        night += 1


def _dice(search: Search, chance: random.Random, count: int) -> None:
    config = dice_configuration(
        seats=tuple(sorted(chance.sample(range(1, 8), chance.randint(1, 6)))), tracking=chance.choice(list(Tracking))
    )
    table, auditor, heard, digest = DiceTable(config, sensors=chance.random() < 0.5), DiceAuditor(), 0, genesis(JOURNAL)
    while auditor.rounds < count:
        if not table.state.seats:
            table.does(TakeSeat(seat=chance.randint(1, 7)))
        if chance.random() < 0.2:
            comes, seat = chance.random() < 0.5, chance.randint(1, 7)
            others = len(table.state.seats) > 1
            table.ask(LeaveSeat(seat=seat) if others and not comes else TakeSeat(seat=seat))
        for _ in range(chance.randint(0, 6)):
            wager = PlaceWager(
                seat=chance.randint(1, 7), wager=chance.choice(list(Wager)), cents=100 * chance.randint(1, 50)
            )
            table.ask(wager)
        taker = chance.choice([*table.state.seats, None])
        table.whole_shake((chance.randint(1, 6), chance.randint(1, 6)), taker=taker)
        for fact in table.facts[heard:]:
            data = msgspec.json.encode(fact)
            digest = next_hash(digest, data)
            auditor.hear(data, digest.hex())
        heard = len(table.facts)
        assert auditor.complaints == []
        search.did()
