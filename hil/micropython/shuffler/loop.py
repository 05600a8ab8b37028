"""Puts a device together and runs it: bytes of the line in and out, lines of hands in and out, time."""

from .device import Board, Device, Traits
from .device_world import World
from .hands import RUN, Hands
from .memory import Memory, Store
from .works import Pace, Works

_IDLE_MS = 20
_MOVING_MS = 5


class Port(Board):
    """A board with a line, hands and a clock."""

    def wait(self, ms: int, *, line: bool) -> None:
        """Sleep until something arrives, at most so long. Without `line` bytes of the line are left unread."""
        raise NotImplementedError

    def now(self) -> int:
        """Milliseconds since some moment. They only rise."""
        raise NotImplementedError

    def read(self) -> bytes:
        """Bytes that have arrived on the line, or none."""
        raise NotImplementedError

    def write(self, data: bytes) -> None:
        """Send bytes on the line."""
        raise NotImplementedError

    def asked(self) -> list[str]:
        """Whole lines that have arrived from hands."""
        raise NotImplementedError

    def answer(self, text: str) -> None:
        """Answer a line from hands."""
        raise NotImplementedError


class Shuffler:
    """A device, its machine, and the hands that reach it."""

    def __init__(self, board: Board, traits: Traits, kept: Store, around: Store, pace: Pace) -> None:
        self.memory = Memory(kept)
        self.world = World(around)
        self.works = Works(self.world, self.memory, pace)
        self.device = Device(board, traits, self.memory, self.works)
        self.hands = Hands(self.device, self.works, self.world, self.memory)
        self.device.start()


def run(port: Port, shuffler: Shuffler) -> None:
    """Run until hands stop the device or cut its power."""
    device, hands = shuffler.device, shuffler.hands
    while hands.state == RUN:
        now = port.now()
        held = device.held(now)
        port.wait(_IDLE_MS if shuffler.works.order is None else _MOVING_MS, line=not held)
        now = port.now()
        if not held:
            device.receive(port.read(), now)
        answers = [hands.line(text, now) for text in port.asked()]
        device.tick(now)
        port.write(device.to_send())
        for text in answers:
            port.answer(text)
