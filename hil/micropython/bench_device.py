"""The MicroPython device on the bench: at a pseudo-terminal that can be unplugged, behind a line that can be bad.

Robots, fault files and tables use it as they use the simulated shuffler. Its bytes pass through this process unchanged;
only what a bad line would change is changed. Hands reach the device by its own console.
"""

import asyncio
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, Self

from drivers.link.crypto import Pairing
from drivers.link.pairing import HeldKeys
from drivers.shuffler.messages import decode, encode
from drivers.shuffler.port import Back, EventId, FailReason, Identity, KeptEvent, Mode, Place, Status
from hil.micropython.lying import Lies
from hil.micropython.overhearing import Overheard
from hil.micropython.process import DeviceProcess
from hil.shuffler.device import SAID_MAX, StillMoving, new_pairing
from hil.shuffler.line import BadLine
from hil.shuffler.terminal import Terminal
from hil.shuffler.trays import DECK_CARDS, Deck, TrayOccupied, Trays
from hil.shuffler.work import CARD_MS, Faults

MODEL: Final = "MPY-1"

RUN_MS: Final = 3000

LOOKS_EVERY_S: Final = 0.01

PLACES: Final = tuple(Place)

REASONS: Final = tuple(FailReason)

BACKS: Final = tuple(Back)

MODES: Final = tuple(Mode)
"""Their place in the list, from 1, is their number on the wire; a test compares them."""


class MicroPythonShuffler:
    """A device in a process of its own. Raises NoInterpreterError on entering where there is no MicroPython."""

    def __init__(self, *, speed: float = 1.0, serial: str = "MPY-0001", debounce_ms: int = 50) -> None:
        self.identity = Identity(model=MODEL, serial=serial)
        self.line: BadLine | None = None
        self.muted = False
        """True: nothing comes through in either direction, as if the device hung; its motor keeps running."""
        self.held_pairing: Pairing | None = None
        self.said = b""
        self.overheard = Overheard()
        self._speed = speed
        self._debounce_ms = debounce_ms
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._terminal = Terminal(self._from_host)
        self._wire = Terminal(self._from_device)
        self._process: DeviceProcess | None = None
        self._lies: Lies | None = None
        self._other_image = False
        self._pairing = new_pairing()
        self.image = b""
        self.model = Machine(self)
        self.resting = AtRest(self)

    async def __aenter__(self) -> Self:
        self._folder = tempfile.TemporaryDirectory(prefix="shuffler-")
        for end in (self._terminal, self._wire):
            end.plug_in()
        self._process = DeviceProcess(
            self._wire.path,
            Path(self._folder.name),
            model=self.identity.model,
            serial=self.identity.serial,
            debounce_ms=self._debounce_ms,
            id=self._pairing.device.hex(),
        )
        self.image = self._process.image()
        self._process.start()
        self._pace()
        self.paired_anew(self._pairing)
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._process is not None:
            self._process.end()
        for end in (self._wire, self._terminal):
            end.remove()
        if self._folder is not None:
            self._folder.cleanup()

    # -- the line --------------------------------------------------------------------------------------------------

    @property
    def port(self) -> str:
        return self._terminal.path

    @property
    def unheard(self) -> set[EventId]:
        return self.overheard.unheard

    def _from_host(self, data: bytes) -> None:
        if self.line is None:
            self._to_device(data)
        else:
            self.line.to_device(data, self._to_device)

    def _to_device(self, data: bytes) -> None:
        if not self.muted:
            self.overheard.from_host(data)
            self._wire.write(data)

    def _from_device(self, data: bytes) -> None:
        if self.muted:
            return
        self.overheard.from_device(data)
        self.said = (self.said + data)[-SAID_MAX:]
        if self.line is None:
            self._terminal.write(data)
        else:
            self.line.to_host(data, self._terminal.write)

    def unplug(self) -> None:
        self._terminal.unplug()
        self.drop_session()

    def plug_in(self) -> None:
        self._terminal.plug_in()

    def drop_session(self) -> None:
        self.ask("drop")

    # -- hands -----------------------------------------------------------------------------------------------------

    def ask(self, do: str, **words: Any) -> dict[str, Any]:
        """Ask the device. Raises DeviceGone, and ValueError for a request that it does not support."""
        if self._process is None:
            raise RuntimeError("the device has not been entered (async with)")
        return self._process.ask(do, **words)

    def look(self) -> dict[str, Any]:
        """Return where the cards lie, and what moves."""
        return self.ask("look")

    def _settled(self) -> None:
        """Return once its sensors believe what hands have done: no hand is quicker than that."""
        while self.look()["settling"]:
            pass  # each look takes a while, and the sensors settle within their debounce time

    async def load_deck(self, back: Back, cards: int = DECK_CARDS) -> None:
        """Put a deck into the feed. Raises TrayOccupied."""
        if self.look()["feed"]:
            raise TrayOccupied
        self.ask("load", back=_number(BACKS, back), cards=cards)
        self._settled()

    def take_deck(self) -> Deck | None:
        """Take the deck from the output or the shelf, else the cards in feed and path; None while something moves."""
        if self.model.jam is not None:
            return self.take_through_lid()
        return self._take()

    def take_through_lid(self) -> Deck | None:
        self.open_lid()
        taken = self._take()
        self.close_lid()
        return taken

    def _take(self) -> Deck | None:
        seen = self.look()
        if seen["moving"]:
            return None
        reached = next((each for each in (("output",), ("shelf",)) if seen[each[0]]), ("camera", "shelves", "feed"))
        backs = [back for name in reached for back in seen["backs"][name]]
        if not backs:
            return None
        cards = sum(self.ask("take", **{"from": name})["taken"] for name in reached)
        self._settled()
        return Deck(back=BACKS[backs[0] - 1], cards=cards)

    def open_lid(self) -> None:
        self.ask("lid", open=True)
        self._settled()

    def close_lid(self) -> None:
        self.ask("lid", open=False)
        self._settled()

    def switch(self, mode: Mode) -> None:
        self.ask("switch", mode=_number(MODES, mode))
        self._settled()

    def press_pairing_key(self) -> str:
        """Return what the display shows. Raises StillMoving."""
        if self.look()["moving"]:
            raise StillMoving
        return str(self.ask("press")["secret"])

    @property
    def gives_out(self) -> bool:
        return True

    def will_give_out(self, back: Back) -> bool:
        """Return whether this deck lies on the shelf of a device that somebody can ask for it."""
        seen = self.look()
        well = seen["identified"] and not self.muted and not seen["jam"] and not seen["lid"]
        return well and seen["backs"]["shelf"] == [_number(BACKS, back)]

    async def wait_until(self, condition: Callable[[], bool], *, within_s: float = 30.0) -> None:
        """Wait until the condition is true. Raises TimeoutError."""
        async with asyncio.timeout(within_s):
            while not condition():  # noqa: ASYNC110 - no event comes from another process
                await asyncio.sleep(LOOKS_EVERY_S)

    # -- the bench -------------------------------------------------------------------------------------------------

    @property
    def pairing(self) -> Pairing | None:
        """Return the pairing that the device has now; a pairing over the line changes it."""
        told = self.ask("pairing")
        host, key, device = (bytes.fromhex(told[name]) for name in ("host", "key", "id"))
        return Pairing(host=host, device=device, key=key) if host else None

    @pairing.setter
    def pairing(self, pairing: Pairing | None) -> None:
        self._become(pairing, forget=False)

    def paired_anew(self, pairing: Pairing) -> None:
        """Put the device into the state after a pairing, without the exchange of messages."""
        self._become(pairing, forget=True)

    def _become(self, pairing: Pairing | None, *, forget: bool) -> None:
        host, key, device = (b"", b"", b"") if pairing is None else (pairing.host, pairing.key, pairing.device)
        if pairing is not None and self._process is not None:
            self._process.options["id"] = device.hex()
        self.ask("become", host=host.hex(), key=key.hex(), id=device.hex(), forget=forget)

    @property
    def host_keys(self) -> HeldKeys:
        pairing = self.pairing
        return HeldKeys() if pairing is None else HeldKeys(pairing)

    def change_speed(self, speed: float) -> None:
        self._speed = speed
        self._pace()

    def _pace(self) -> None:
        self.ask("pace", card_ms=max(1, int(CARD_MS / self._speed)), run_ms=max(1, int(RUN_MS / self._speed)))

    def set_faults(self, faults: Faults | None = None) -> None:
        """Set the faults of everything that starts from now on, and of a shuffle under way; None for no faults."""
        wrong = faults or Faults()
        after = next((at for at in (wrong.jam_at, wrong.double_feed_at) if at is not None), 0)
        if wrong.jam_at and wrong.jam_place is not Place.FEED:
            after -= 1  # the card that jams beyond the feed has gone in
        self.ask(
            "wrong",
            after=after,
            jam=0 if wrong.jam_at is None else _number(PLACES, wrong.jam_place),
            reason=0 if wrong.double_feed_at is None else _number(REASONS, FailReason.DOUBLE_FEED),
            counted=wrong.counted or 0,
            back=0 if wrong.seen_back is None else _number(BACKS, wrong.seen_back),
            inside=wrong.left_inside,
        )
        self.ask("parts", verdicts=[3 if wrong.broken is place else 1 for place in PLACES] + [1, 1])

    def runs_other_image(self, *, other: bool) -> None:
        self._other_image = other
        self.ask("image", other=other)

    def tell(self, event: KeptEvent) -> None:
        self.ask("tell", event=encode(event).hex())

    def lies(self) -> Lies:
        if self._lies is None:
            self._lies = Lies(self.ask)
        return self._lies

    def stops_lying(self) -> None:
        self._lies = None
        self.ask("honest")

    def power_cycle(self) -> None:
        """Kill the process, and start another with the stored memory."""
        self._powered_again()

    def load_without_power(self, back: Back) -> None:
        self.ask("cut", back=_number(BACKS, back))
        self._powered_again()

    def _powered_again(self) -> None:
        if self._process is None:
            return
        self._process.end()
        self.overheard = Overheard()
        self._process.start()
        self._pace()
        if self._other_image:
            self.runs_other_image(other=True)
        if self._lies is not None:
            self._lies.again()


class Machine:
    """What the device's machine is like at this moment."""

    def __init__(self, device: MicroPythonShuffler) -> None:
        self._device = device

    @property
    def trays(self) -> Trays:
        """Return a copy of the trays; changes to the copy have no effect."""
        seen, trays = self._device.look(), Trays()
        trays.feed, trays.shelf, trays.output = (_deck(seen, name) for name in ("feed", "shelf", "output"))
        trays.path = next(filter(None, (_deck(seen, name) for name in ("shelves", "camera", "mouth"))), None)
        trays.stuck = seen["hidden"]
        return trays

    @property
    def jam(self) -> Place | None:
        return self.status().jam

    def status(self) -> Status:
        status = decode(bytes.fromhex(self._device.look()["status"]))
        if not isinstance(status, Status):
            raise TypeError(status)
        return status

    def go_wrong(self, faults: Faults) -> None:
        self._device.set_faults(faults)

    def next_event(self) -> EventId:
        """Return no name: the device gives what it tells the next one."""
        return EventId(boot=0, number=0)

    def hide(self, cards: int) -> None:
        self._device.ask("take", **{"from": "hidden"})
        if cards:
            self._device.ask("put", into="hidden", back=_number(BACKS, Back.BLUE), cards=cards)


class AtRest:
    """Waited for while the motor runs."""

    def __init__(self, device: MicroPythonShuffler) -> None:
        self._device = device

    async def wait(self) -> None:
        while self._device.look()["moving"]:  # noqa: ASYNC110 - no event comes from another process
            await asyncio.sleep(LOOKS_EVERY_S)


def _deck(seen: dict[str, Any], name: str) -> Deck | None:
    return Deck(back=BACKS[seen["backs"][name][0] - 1], cards=seen[name]) if seen[name] else None


def _number(words: tuple[object, ...], word: object) -> int:
    return words.index(word) + 1
