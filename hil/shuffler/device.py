"""
The simulated shuffler behind a pseudo-terminal: the device's side of PROTOCOL.md, with faults on request.

Everything runs in callbacks of the event loop: no tasks, no threads, nothing left after `async with`.
"""

import asyncio
import hashlib
import secrets
from collections import deque
from collections.abc import Callable, Mapping
from enum import Enum, auto
from typing import Final, Self, assert_never

from drivers.link.crypto import ID_BYTES, KEY_BYTES, NONCE_BYTES, Pairing, Vocabulary
from drivers.link.device_end import DeviceLink, PairingWindow
from drivers.link.link_events_and_timing import (
    LINK_TIMING,
    ByeReason,
    LinkEvent,
    LinkLost,
    LinkOpened,
    LinkTiming,
    PairingAccepted,
    PayloadReceived,
    PeerBusy,
)
from drivers.link.pairing import HeldKeys, new_secret
from drivers.shuffler.attestation import digest
from drivers.shuffler.device_messages import Attestation, CommandReport, DeviceMessage
from drivers.shuffler.host_messages import (
    Attest,
    CheckLoad,
    Clear,
    Deliver,
    EventAck,
    GetStatus,
    GetWear,
    HostMessage,
    Identify,
    Reconcile,
    SelfTest,
    Shuffle,
    WhatBecame,
)
from drivers.shuffler.messages import VOCABULARY, Message, WireError, decode, encode, knows
from drivers.shuffler.port import (
    ActFailed,
    Activity,
    Back,
    Cleared,
    Delivered,
    Emptied,
    EventId,
    Identity,
    KeptEvent,
    Load,
    Mode,
    Progress,
    Reconciled,
    SelfTested,
    ShuffleFailed,
    ShuffleFinished,
    Status,
    Wear,
)
from hil.shuffler.lies import Liar, Said
from hil.shuffler.line import BadLine
from hil.shuffler.model import DECK_CARDS, Deck, Faults, Happening, ShufflerModel
from hil.shuffler.terminal import Terminal
from hil.shuffler.trace import Trace, Way

IMAGE: Final = hashlib.sha256(b"firmware of the simulated shuffler").digest() * 2048
"""64 kB, as a small controller has."""

OTHER_IMAGE: Final = bytes((IMAGE[0] ^ 1,)) + IMAGE[1:]


REPLIES: Final[Mapping[type[HostMessage], tuple[type[Message], ...]]] = {
    Identify: (Identity,),
    Attest: (Attestation,),
    Shuffle: (CommandReport, ShuffleFinished, ShuffleFailed),
    SelfTest: (CommandReport, SelfTested, ActFailed),
    Deliver: (CommandReport, Delivered, ActFailed),
    Clear: (CommandReport, Cleared, ActFailed),
    Reconcile: (CommandReport, Reconciled, ActFailed),
    WhatBecame: (CommandReport,),
    GetStatus: (Status,),
    CheckLoad: (Load,),
    GetWear: (Wear,),
}
"""What each message is answered by, and what it ends in: a host that does not know them must not send it."""

SAID_MAX: Final = 4096


class StillMoving(Exception):  # noqa: N818 - named for what is wrong
    """The pairing key does nothing while something moves."""


class PowerCut(Enum):
    """The point in a pairing at which the power fails, once."""

    BEFORE_KEEPING = auto()
    AFTER_KEEPING = auto()


class SimulatedShuffler:
    """A simulated shuffler. It serves one host after another, and keeps each event until it is acknowledged."""

    def __init__(
        self, *, speed: float = 1.0, seed: int = 0, serial: str = "SIM-0001", timing: LinkTiming = LINK_TIMING
    ) -> None:
        self.model = ShufflerModel(speed=speed, seed=seed)
        self.identity = Identity(model="Simulated", serial=serial)
        self.trace = Trace()
        self.ignore_event_acks = False
        """True: EVENT_ACK arrives and has no effect, as if each were lost."""
        self.hold_answers = False
        """True: commands are taken and acted upon, no question is answered, though the link goes on."""
        self.muted = False
        """True: it neither receives nor sends, like a device that hangs; its motor keeps running."""
        self.liar: Liar | None = None
        """The lies that it tells; none for an honest device."""
        self.line: BadLine | None = None
        """What is between it and its host, where that is not a good cable."""
        self.said = b""
        """The latest bytes it wrote, as an attacker on the line would have recorded them."""
        self.held_pairing: Pairing | None = None
        """Of the machine that was taken off its port for another."""
        self.drop_session_after: Callable[[Message], bool] | None = None
        """The first message it is true of is acted upon, and the session forgotten before the answer."""
        self.unheard: set[EventId] = set()
        """Events that it has told its host, which has neither acknowledged them nor asked anew what there is."""
        self.resting = asyncio.Event()
        """Set while nothing moves in the machine."""
        self.refused = 0
        """Messages that no host may say; each ended its session."""
        self._timing = timing
        self.pairing: Pairing | None = new_pairing()
        """As it left the bench: paired with the host that has `host_keys`."""
        self._id = self.pairing.device
        self._vocabulary = VOCABULARY
        self._host_vocabulary = VOCABULARY
        self.image = IMAGE
        """The firmware it runs, as it would be written to it."""
        self.attest_ms = 0
        self.cut_power_at_pairing: PowerCut | None = None
        self._link = self._new_link()
        self._identified = False
        self._outbox: deque[Said] = deque()
        self._terminal = Terminal(self._heard)
        self._alarm: asyncio.TimerHandle | None = None

    @property
    def host_keys(self) -> HeldKeys:
        """The pairing keys of the host that it is paired with."""
        return HeldKeys() if self.pairing is None else HeldKeys(self.pairing)

    @property
    def port(self) -> str:
        """The path of its port, the same each time it is plugged in, as under /dev/serial/by-id."""
        return self._terminal.path

    async def __aenter__(self) -> Self:
        self._terminal.plug_in()
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
        self._terminal.remove()

    def change_speed(self, speed: float) -> None:
        """Move this many times as fast as a real machine, from now on."""
        self.model.change_speed(speed, _now_ms())
        self._work()

    async def load_deck(self, back: Back, cards: int = DECK_CARDS) -> None:
        """Put a deck into the feed. Raises TrayOccupied."""
        self._happened([self.model.load_deck(Deck(back=back, cards=cards))])

    def take_deck(self) -> Deck | None:
        """Take the cards as a dealer does: jammed ones through the lid."""
        return self._taken() if self.model.jam is None else self.take_through_lid()

    def take_through_lid(self) -> Deck | None:
        """Open the lid, take the cards that a hand reaches first, close the lid."""
        self.open_lid()
        taken = self._taken()
        self.close_lid()
        return taken

    def _taken(self) -> Deck | None:
        place = self.model.trays.lies_at
        taken = self.model.take_deck()
        if taken is not None and place is not None and knows(self._vocabulary, Emptied):
            self._happened([self.model.emptied(place)])
        return taken

    @property
    def gives_out(self) -> bool:
        """Return whether the machine knows DELIVER."""
        return knows(self._vocabulary, Deliver)

    def will_give_out(self, back: Back) -> bool:
        """Return whether this deck is on the shelf of a machine with DELIVER that can be asked for it now."""
        on_shelf = self.model.trays.shelf
        may_be_asked = self._identified and not self.muted and knows(self._vocabulary, Deliver)
        is_well = self.model.jam is None and not self.model.lid_open
        return may_be_asked and is_well and on_shelf is not None and on_shelf.back is back

    def tell(self, event: KeptEvent) -> None:
        """Send an event that never happened, once, without keeping it."""
        self._happened([event])

    def lies(self) -> Liar:
        """Return the lies that the device tells from now on."""
        if self.liar is None:
            self.liar = Liar(self.model.next_event)
        return self.liar

    def stops_lying(self) -> None:
        self.liar = None

    def runs_other_image(self, *, other: bool) -> None:
        """Run an image that the house has not listed, or the listed one again."""
        self.image = OTHER_IMAGE if other else IMAGE

    def load_without_power(self, back: Back) -> None:
        """Put a deck into the feed while the power is off: no event announces it."""
        self.model.trays.load(Deck(back=back))
        self.power_cycle()

    def set_faults(self, faults: Faults | None = None) -> None:
        """Set the faults of everything that starts from now on; None for a machine without faults."""
        self.model.faults = faults or Faults()

    def open_lid(self) -> None:
        self._happened(self.model.open_lid())

    def close_lid(self) -> None:
        self._happened(self.model.close_lid())

    def switch(self, mode: Mode) -> None:
        self._happened(self.model.switch(mode))

    def power_cycle(self) -> None:
        """Lose the power for a moment. The next host that sends IDENTIFY receives RESTARTED first."""
        self.model.power_cycle()
        self.drop_session()
        self._work()

    def drop_session(self) -> None:
        """Forget the session without BYE; the host finds out by silence."""
        self._link = self._new_link()
        self._forget_host()

    def unplug(self) -> None:
        self._terminal.unplug()
        self.drop_session()

    def plug_in(self) -> None:
        self._terminal.plug_in()

    async def wait_until(self, condition: Callable[[], bool], *, within_s: float = 30.0) -> None:
        """Wait until a message in or out has made the condition true. Raises TimeoutError."""
        async with asyncio.timeout(within_s):
            while not condition():
                await self.trace.next_message()

    def knows(self, vocabulary: Vocabulary) -> None:
        """Restrict the messages it knows from the next session on, like an older or a simpler device."""
        self._vocabulary = vocabulary
        self.drop_session()

    def press_pairing_key(self) -> str:
        """
        Press the pairing key; return the secret that the display shows until the next power cut.

        Raises StillMoving: the key has no effect while cards move.
        """
        if self.model.status().activity is not Activity.IDLE:
            raise StillMoving
        secret = new_secret()
        self._link.press(
            PairingWindow(
                device=self._id,
                secret=secret,
                private=lambda: secrets.token_bytes(KEY_BYTES),
                now_ms=_now_ms(),
            )
        )
        return secret

    def paired_anew(self, pairing: Pairing) -> None:
        """Put the device into the state after a pairing, without the exchange of messages."""
        self.pairing = pairing
        self._id = pairing.device
        self.model.forget_results()
        self.drop_session()

    def _keep_pairing(self, pairing: Pairing) -> None:
        """Store the new key and empty the memory in one write, so that no power cut can separate the two."""
        if self.cut_power_at_pairing is PowerCut.BEFORE_KEEPING:
            self.power_cycle()
            return
        self.pairing = pairing
        self.model.forget_results()
        if self.cut_power_at_pairing is PowerCut.AFTER_KEEPING:
            self.power_cycle()
            return
        self._link.paired(pairing)
        self._forget_host()

    def _new_link(self) -> DeviceLink:
        return DeviceLink(
            pairing=self.pairing,
            vocabulary=self._vocabulary,
            nonce=lambda: secrets.token_bytes(NONCE_BYTES),
            timing=self._timing,
        )

    def _heard(self, data: bytes) -> None:
        if self.line is None:
            self._on_bytes(data)
        else:
            self.line.to_device(data, self._on_bytes)

    def _write(self, data: bytes) -> None:
        self.said = (self.said + data)[-SAID_MAX:]
        if self.line is None:
            self._terminal.write(data)
        else:
            self.line.to_host(data, self._terminal.write)

    def _on_bytes(self, data: bytes) -> None:
        if self.muted:
            return
        for event in self._link.receive(data, _now_ms()):
            self._on_link(event)
        self._work()

    def _work(self) -> None:
        """Do what is due and set the alarm for the next event; may be called at any time."""
        now_ms = _now_ms()
        for event in self._link.poll(now_ms):
            self._on_link(event)
        for happening in self.model.advance(now_ms):
            self._post(happening)
        while self._outbox and self._link.room:
            message = self._outbox.popleft()
            if isinstance(message, bytes):
                self._link.send(message, now_ms)
                continue
            self.trace.add(Way.OUT, message)
            self._link.send(encode(message), now_ms)
        output = self._link.take_output()
        if output and not self.muted:
            self._write(output)
        self._set_alarm(now_ms)

    def _set_alarm(self, now_ms: int) -> None:
        if self.model.next_due() is None:
            self.resting.set()
        else:
            self.resting.clear()
        if self._alarm is not None:
            self._alarm.cancel()
        due = [due for due in (self._link.next_due(), self.model.next_due()) if due is not None]
        if due:
            delay_s = max(0, min(due) - now_ms) / 1000
            self._alarm = asyncio.get_running_loop().call_later(delay_s, self._work)

    def _happened(self, happenings: list[Happening]) -> None:
        for happening in happenings:
            self._post(happening)
        self._work()

    def _post(self, message: DeviceMessage) -> None:
        """Send an event. Before the first IDENTIFY kept events wait, and progress is dropped."""
        if self._identified and not (isinstance(message, Progress) and not self._link.idle):
            self._say(message)

    def _say(self, message: DeviceMessage) -> None:
        if knows(self._vocabulary, type(message)) and knows(self._host_vocabulary, type(message)):
            says = (message,) if self.liar is None else tuple(self.liar.says(message))
            self._outbox += says
            self.unheard.update(event for each in says if isinstance(event := getattr(each, "event", None), EventId))

    def _on_link(self, event: LinkEvent) -> None:
        match event:
            case LinkOpened(vocabulary=vocabulary):
                self._forget_host()
                self._host_vocabulary = vocabulary
            case LinkLost():
                self._forget_host()
            case PairingAccepted(pairing=pairing):
                self._keep_pairing(pairing)
            case PeerBusy():
                raise AssertionError("only a device is busy")
            case PayloadReceived(payload=payload):
                self._on_payload(payload)
            case _:
                assert_never(event)

    def _forget_host(self) -> None:
        self._identified = False
        self._outbox.clear()

    def _on_payload(self, payload: bytes) -> None:
        """Handle a message. One that no host may send ends the session, as the specification requires."""
        try:
            message = decode(payload)
        except WireError:
            self._refuse()
            return
        self.trace.add(Way.IN, message)
        match message:
            case _ if isinstance(message, HostMessage) and self._may_come(message):
                self._do(message)
            case _:
                self._refuse()
        if self.drop_session_after is not None and self.drop_session_after(message):
            self.drop_session_after = None
            self.drop_session()

    def _may_come(self, message: HostMessage) -> bool:
        """Return whether this device knows the message, and the host its answer and its end."""
        known = knows(self._vocabulary, type(message))
        return known and all(knows(self._host_vocabulary, each) for each in REPLIES.get(type(message), ()))

    def _refuse(self) -> None:
        self.refused += 1
        self._link.end(ByeReason.BAD_MESSAGE)
        self._forget_host()

    def _do(self, message: HostMessage) -> None:
        match message:
            case Attest(nonce=nonce):
                self._attest(nonce)
            case Identify():
                self._say(self.identity)
                self._identify()
            case Shuffle() | SelfTest() | Deliver() | Clear() | Reconcile():
                status = self.model.order(message, _now_ms())
                self._answer(CommandReport(command=message.command, status=status))
            case WhatBecame(command=command):
                self._answer(CommandReport(command=command, status=self.model.status_of(command)))
            case GetStatus():
                self._answer(self.model.status())
            case CheckLoad():
                self._answer(self.model.load())
            case GetWear():
                self._answer(self.model.wear())
            case EventAck(event=event):
                self.unheard.discard(event)
                if not self.ignore_event_acks:
                    self.model.acknowledge(event)
            case _:
                assert_never(message)

    def _identify(self) -> None:
        """Send the kept events after the first IDENTITY of a session, each once."""
        if self._identified:
            return
        self._identified = True
        self.unheard.clear()
        for event in tuple(self.model.kept.values()):
            self._post(event)

    def _attest(self, nonce: bytes) -> None:
        """
        Answer ATTEST.

        A real device reads its whole image first and answers nothing meanwhile, so it sends BUSY before.
        """
        answer = Attestation(digest=digest(nonce, self.image))
        if not self.attest_ms:
            self._outbox.append(answer)
            return
        self._link.busy(self.attest_ms)
        link = self._link
        asyncio.get_running_loop().call_later(self.attest_ms / 1000, self._attested, link, answer)

    def _attested(self, link: DeviceLink, answer: Attestation) -> None:
        if link is self._link:
            self._outbox.append(answer)
            self._work()

    def _answer(self, answer: DeviceMessage) -> None:
        if not self.hold_answers:
            self._say(answer)


def new_pairing() -> Pairing:
    """Return a pairing with random ids and a random key."""
    host, device, key = (secrets.token_bytes(size) for size in (ID_BYTES, ID_BYTES, KEY_BYTES))
    return Pairing(host=host, device=device, key=key)


def _now_ms() -> int:
    """Return the time of the event loop, on which its timers run too."""
    return int(asyncio.get_running_loop().time() * 1000)
