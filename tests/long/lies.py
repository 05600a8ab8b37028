"""Shufflers that lie at random, two lies at a time: an auditor who believes no single word hears what was dealt."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Mapping

from hil.faults.fault import Fault, Happening, Procedure, Reach
from hil.faults.fault_actions import do
from hil.faults.rig import rig
from hil.faults.running import complaints, facts, reach
from tests.long.search import Search

SIDE_BY_SIDE = 6
"""Tables at a time: nearly all that they do is wait."""

WITHIN_S = 5.0

ROUNDS = 2

ENDS = ("SHUFFLE_FINISHED", "DELIVERED", "RECONCILED")

EVENTS = ("SHUFFLE_FINISHED", "SHUFFLE_FAILED", "CLEARED", "DELIVERED", "RECONCILED", "ACT_FAILED", "DECK_LOADED")

OTHERS = ("LID_OPENED", "LID_CLOSED", "JAMMED", "MODE_SWITCHED", "RESTARTED")

Values = dict[str, int | str]

WRONG: Mapping[str, Values] = {
    "SHUFFLE_FINISHED": {"counted": 51, "back": "red", "mode": "sort"},
    "DELIVERED": {"counted": 51, "back": "red"},
    "RECONCILED": {"went_in": 51, "came_out": 51, "lying": 52, "astray": 1},
}


def lies(search: Search) -> None:
    asyncio.run(_lies(search))


async def _lies(search: Search) -> None:
    number = 0
    while search.left:
        several = range(number, number + min(SIDE_BY_SIDE, search.left))
        await asyncio.gather(*(_lied_to(search, each) for each in several))
        number += len(several)


async def _lied_to(search: Search, number: int) -> None:
    """Bring a table to a point of the game, lie twice, and let it play on if it can."""
    chance, folder = search.chance(number), search.place / str(number)
    folder.mkdir(mode=0o700)
    at = chance.choice(list(Procedure))
    happens = tuple(chance.choice(LIES)(chance) for _ in range(2))
    told = Fault(name=f"lie-{number}", device="liar", say="It lies.", happens=happens, reach=Reach())
    async with rig(folder) as table:
        await reach(table, at)
        dealt = table.state.rounds
        await do(told, happens, table.things)
        table.loads = 100
        try:
            await table.play(lambda state: state.rounds >= dealt + ROUNDS, within_s=WITHIN_S)
        except TimeoutError:
            search.noted(closed=1)
        else:
            search.noted(played_on=1)
    found = complaints(folder)
    kinds = [str(fact.body.__struct_config__.tag) for fact in facts(folder)]
    assert found == [], f"lie {number} at {at}: {[(each.do, each.params) for each in happens]}: {found}"
    search.noted(contradictions_recorded=int("shuffler-contradicted" in kinds))
    search.did()


def _status(chance: random.Random) -> Happening:
    fields: Values = {
        "astray": chance.randint(1, 3),
        "feed": chance.choice(["blue", "red"]),
        "shelf": chance.choice(["blue", "red", "none"]),
        "shelf_cards": chance.choice([0, 1, 51, 53]),
        "output": chance.choice(["blue", "red", "none"]),
        "output_cards": chance.choice([0, 1, 51, 53]),
        "jam": "shelves",
        "lid_open": 1,
        "mode": "sort",
    }
    name = chance.choice(list(fields))
    return Happening(do="status-says", params={"after": chance.choice(ENDS), name: fields[name]})


def _second_end(chance: random.Random) -> Happening:
    params: Values = {"after": chance.choice(ENDS), "event": chance.choice((*EVENTS, *OTHERS))}
    return Happening(do="says-too", params=params)


def _unordered(chance: random.Random) -> Happening:
    params: Values = {"event": chance.choice((*EVENTS, *OTHERS)), "back": chance.choice(["blue", "red"])}
    return Happening(do="tells", params=params)


def _changed(chance: random.Random) -> Happening:
    event = chance.choice(ENDS)
    values = WRONG[event]
    name = chance.choice(list(values))
    return Happening(do="changes", params={"event": event, name: values[name]})


def _other(chance: random.Random) -> Happening:
    return Happening(do=chance.choice(["forgets-the-nonce", "reuses-a-number", "power-cycle"]))


def _lost(chance: random.Random) -> Happening:
    return Happening(do="loses-cards", params={"cards": chance.randint(1, 3)})


LIES: tuple[Callable[[random.Random], Happening], ...] = (
    _status,
    _status,
    _second_end,
    _second_end,
    _unordered,
    _changed,
    _other,
    _lost,
)
