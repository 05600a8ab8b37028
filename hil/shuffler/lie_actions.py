"""The actions of a lying shuffler, by the names that fault files use."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Final

from drivers.shuffler.port import Back, CommandId, Mode, Place
from hil.shuffler.device import SimulatedShuffler
from hil.shuffler.lies import EVENTS, NOBODYS, Liar, an_event
from hil.shuffler.shuffler_actions import finds_stuck
from hil.shuffler.trays import Deck

Doer = Callable[..., Awaitable[None]]


def _liar(device: SimulatedShuffler) -> Liar:
    if device.liar is None:
        device.liar = Liar(device.model.next_event)
    return device.liar


WORDS: Final[Mapping[str, Callable[[str], object]]] = {"mode": Mode, "jam": Place, "place": Place}
"""Fields whose words are not backs."""


def _value(name: str, value: int | str) -> object:
    if not isinstance(value, str):
        return value
    return None if value == "none" else WORDS.get(name, Back)(value)


async def status_says(device: SimulatedShuffler, after: str = "", **fields: int | str) -> None:
    """Once the device has sent such an event, its STATUS at rest has these values."""
    liar = _liar(device)
    liar.status_after = EVENTS[after] if after else None
    liar.status = {name: _value(name, value) for name, value in fields.items()}


async def says_too(device: SimulatedShuffler, after: str, event: str) -> None:
    """After such an event the device sends another end of the same order."""
    liar = _liar(device)
    liar.again_after, liar.again = EVENTS[after], event


async def tells(device: SimulatedShuffler, event: str, back: str = "blue") -> None:
    """Send an event that never happened; an end names an order that was never given."""
    nobodys = CommandId(journal=bytes(16), number=NOBODYS)
    device.tell(an_event(event, device.model.next_event(), nobodys, Back(back)))


async def changes(device: SimulatedShuffler, event: str, **fields: int | str) -> None:
    """Such events carry wrong values."""
    _liar(device).wrong[EVENTS[event]] = {name: _value(name, value) for name, value in fields.items()}


async def forgets_the_nonce(device: SimulatedShuffler) -> None:
    _liar(device).wrong[EVENTS["SHUFFLE_FINISHED"]] = {"nonce": bytes(range(16))}


async def garbles(device: SimulatedShuffler, event: str) -> None:
    """The next such event has a value that PROTOCOL.md does not allow."""
    _liar(device).broken = EVENTS[event]


async def reuses_a_number(device: SimulatedShuffler) -> None:
    _liar(device).renumbered = True


async def loses_cards(device: SimulatedShuffler, cards: int) -> None:
    """So many cards lie between the shelves, and no event reports them."""
    device.model.trays.stuck = cards


async def loads_in_silence(device: SimulatedShuffler, back: str) -> None:
    """A deck is put into the feed without power: no event announces it. One that was just put in is taken out first."""
    if device.model.trays.feed is not None:
        await device.resting.wait()
        while device.take_deck() is not None:
            """The feed is the last that it gives."""
    device.model.trays.load(Deck(back=Back(back)))
    device.power_cycle()


async def power_cycle(device: SimulatedShuffler) -> None:
    device.power_cycle()


async def tells_the_truth(device: SimulatedShuffler) -> None:
    """Stop lying; people have emptied the machine."""
    device.liar = None
    await device.resting.wait()
    while device.take_deck() is not None:
        """The output, the shelf, the path and the feed, one after the other."""
    await finds_stuck(device)


LIAR: Final[Mapping[str, Doer]] = {
    "status-says": status_says,
    "says-too": says_too,
    "tells": tells,
    "changes": changes,
    "forgets-the-nonce": forgets_the_nonce,
    "garbles": garbles,
    "reuses-a-number": reuses_a_number,
    "loses-cards": loses_cards,
    "loads-in-silence": loads_in_silence,
    "power-cycle": power_cycle,
    "tells-the-truth": tells_the_truth,
}
