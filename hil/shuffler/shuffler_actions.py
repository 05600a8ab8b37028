"""The actions on a simulated shuffler and its line, by the names that fault files use."""

import secrets
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from typing import Final

from drivers.link.crypto import KEY_BYTES
from drivers.shuffler.port import Back, Mode, Place
from hil.shuffler.bench_shuffler import BenchShuffler
from hil.shuffler.device import new_pairing
from hil.shuffler.line import BadLine, Badness
from hil.shuffler.model import Faults

Doer = Callable[..., Awaitable[None]]

FRAME_TORN_AT: Final = 9
"""Bytes of the last frame that still get through a cable as it is cut."""


async def counts(device: BenchShuffler, cards: int) -> None:
    device.model.go_wrong(Faults(counted=cards))


async def sees_back(device: BenchShuffler, back: str) -> None:
    device.model.go_wrong(Faults(seen_back=Back(back)))


async def jams(device: BenchShuffler, at: int, place: str) -> None:
    device.model.go_wrong(Faults(jam_at=at, jam_place=Place(place)))


async def feeds_two(device: BenchShuffler, at: int) -> None:
    device.model.go_wrong(Faults(double_feed_at=at))


async def leaves_inside(device: BenchShuffler, cards: int) -> None:
    device.model.go_wrong(Faults(left_inside=cards))


async def is_honest(device: BenchShuffler) -> None:
    device.set_faults()


async def finds_stuck(device: BenchShuffler) -> None:
    """People look between the shelves and take out what lies there."""
    device.open_lid()
    device.model.hide(0)
    device.close_lid()


async def look_into(device: BenchShuffler) -> None:
    """People take out all cards."""
    await device.resting.wait()
    while device.take_deck() is not None:
        """The output, the shelf, the path and the feed, one after the other."""
    await finds_stuck(device)


async def open_lid(device: BenchShuffler) -> None:
    device.open_lid()


async def close_lid(device: BenchShuffler) -> None:
    device.close_lid()


async def turn_switch(device: BenchShuffler, to: str) -> None:
    device.switch(Mode(to))


async def take_out(device: BenchShuffler) -> None:
    """The cards are taken out through the lid, as a jam asks for."""
    device.take_through_lid()


async def power_cycle(device: BenchShuffler) -> None:
    device.power_cycle()


async def runs_other_firmware(device: BenchShuffler) -> None:
    """The device runs an image that the house has not listed."""
    device.runs_other_image(other=True)
    await renumber(device)


async def runs_listed_firmware(device: BenchShuffler) -> None:
    device.runs_other_image(other=False)
    await renumber(device)


async def unplug(device: BenchShuffler) -> None:
    device.unplug()


async def plug_in(device: BenchShuffler) -> None:
    device.plug_in()


async def renumber(device: BenchShuffler) -> None:
    """Plugged in elsewhere: the kernel gives the port another number; its name by id stays."""
    device.unplug()
    device.plug_in()


async def reset_on_open(device: BenchShuffler) -> None:
    """A board whose reset hangs on DTR starts anew each time its port is opened."""
    device.unplug()
    device.plug_in()
    device.power_cycle()


async def cut_in_mid_frame(device: BenchShuffler) -> None:
    device.line = BadLine(Badness(cut_after=FRAME_TORN_AT), cut=device.unplug)


async def line(device: BenchShuffler, **bad: int) -> None:
    """Percentages and milliseconds by name: see `Badness`."""
    device.line = BadLine(Badness(**bad))


async def mend_line(device: BenchShuffler) -> None:
    device.line = None


async def stops_reading(device: BenchShuffler) -> None:
    device.muted = True


async def reads_again(device: BenchShuffler) -> None:
    device.muted = False


async def exchange(device: BenchShuffler) -> None:
    """Another machine, paired with nobody here, is put on the same port."""
    device.held_pairing, device.pairing = device.pairing, new_pairing()
    device.unplug()
    device.plug_in()


async def put_back(device: BenchShuffler) -> None:
    device.pairing = device.held_pairing
    device.unplug()
    device.plug_in()


async def former_key(device: BenchShuffler) -> None:
    """An attacker with the key of an earlier pairing speaks for the machine."""
    device.held_pairing = device.pairing
    if device.pairing is not None:
        device.pairing = replace(device.pairing, key=secrets.token_bytes(KEY_BYTES))
    device.unplug()
    device.plug_in()


async def replays(device: BenchShuffler) -> None:
    """An attacker on the line answers each new session with the bytes of an older one."""
    device.line = BadLine(Badness(replays=1), recorded=device.said)
    device.drop_session()


async def older_version(device: BenchShuffler) -> None:
    """The device speaks only the version before."""
    device.line = BadLine(Badness(downgrades=1))
    device.drop_session()


SHUFFLER: Final[Mapping[str, Doer]] = {
    "counts": counts,
    "sees-back": sees_back,
    "jams": jams,
    "feeds-two": feeds_two,
    "leaves-inside": leaves_inside,
    "is-honest": is_honest,
    "finds-stuck": finds_stuck,
    "open-lid": open_lid,
    "close-lid": close_lid,
    "turn-switch": turn_switch,
    "take-out": take_out,
    "power-cycle": power_cycle,
    "reset-on-open": reset_on_open,
    "runs-other-firmware": runs_other_firmware,
    "runs-listed-firmware": runs_listed_firmware,
}

LINE: Final[Mapping[str, Doer]] = {
    "unplug": unplug,
    "plug-in": plug_in,
    "renumber": renumber,
    "cut-in-mid-frame": cut_in_mid_frame,
    "line": line,
    "mend-line": mend_line,
    "stops-reading": stops_reading,
    "reads-again": reads_again,
    "exchange": exchange,
    "put-back": put_back,
    "former-key": former_key,
    "replays": replays,
    "older-version": older_version,
}
"""Of the same machine, whose line it is."""
