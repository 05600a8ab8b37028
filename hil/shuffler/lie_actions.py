"""The actions of a lying shuffler, by the names that fault files use."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Final

from drivers.shuffler.port import Back, CommandId, Mode, Place
from hil.shuffler.bench_shuffler import BenchShuffler
from hil.shuffler.lies import NOBODYS, an_event
from hil.shuffler.shuffler_actions import finds_stuck

Doer = Callable[..., Awaitable[None]]


WORDS: Final[Mapping[str, Callable[[str], object]]] = {"mode": Mode, "jam": Place, "place": Place}
"""Fields whose words are not backs."""


def _value(name: str, value: int | str) -> object:
    if not isinstance(value, str):
        return value
    return None if value == "none" else WORDS.get(name, Back)(value)


def _values(fields: Mapping[str, int | str]) -> dict[str, object]:
    return {name: _value(name, value) for name, value in fields.items()}


async def status_says(device: BenchShuffler, after: str = "", **fields: int | str) -> None:
    """Once the device has sent such an event, its STATUS at rest has these values."""
    device.lies().status_says(after, _values(fields))


async def says_too(device: BenchShuffler, after: str, event: str) -> None:
    """After such an event the device sends another end of the same order."""
    device.lies().says_too(after, event)


async def tells(device: BenchShuffler, event: str, back: str = "blue") -> None:
    """Send an event that never happened; an end names an order that was never given."""
    nobodys = CommandId(journal=bytes(16), number=NOBODYS)
    device.tell(an_event(event, device.model.next_event(), nobodys, Back(back)))


async def changes(device: BenchShuffler, event: str, **fields: int | str) -> None:
    """Such events carry wrong values."""
    device.lies().changes(event, _values(fields))


async def forgets_the_nonce(device: BenchShuffler) -> None:
    device.lies().changes("SHUFFLE_FINISHED", {"nonce": bytes(range(16))})


async def garbles(device: BenchShuffler, event: str) -> None:
    """The next such event has a value that PROTOCOL.md does not allow."""
    device.lies().garbles(event)


async def reuses_a_number(device: BenchShuffler) -> None:
    device.lies().reuses_a_number()


async def loses_cards(device: BenchShuffler, cards: int) -> None:
    """So many cards lie between the shelves, and no event reports them."""
    device.model.hide(cards)


async def loads_in_silence(device: BenchShuffler, back: str) -> None:
    """A deck is put into the feed without power: no event announces it. One that was just put in is taken out first."""
    if device.model.trays.feed is not None:
        await device.resting.wait()
        while device.take_deck() is not None:
            """The feed is the last that it gives."""
    device.load_without_power(Back(back))


async def power_cycle(device: BenchShuffler) -> None:
    device.power_cycle()


async def tells_the_truth(device: BenchShuffler) -> None:
    """Stop lying; people have emptied the machine."""
    device.stops_lying()
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
