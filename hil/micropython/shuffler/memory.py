"""What the device keeps over power loss: one file, written whole or not at all."""

import binascii
import json

MOST_EVENTS = 256
MOST_COMMANDS = 64
MOST_CARDS = 65535

DECK_LOADED, LID_OPENED, LID_CLOSED, MODE_SWITCHED, RESTARTED, EMPTIED = 0x91, 0x94, 0x95, 0x97, 0x98, 0x9E
_ONLY_NEWEST_WHEN_FULL = (DECK_LOADED, LID_OPENED, LID_CLOSED, MODE_SWITCHED, RESTARTED, EMPTIED)


class Store:
    """Where bytes are kept: a file that `write` replaces in one step. A board gives its own."""

    def read(self) -> bytes:
        """The bytes kept last, or none."""
        raise NotImplementedError

    def write(self, data: bytes, *, durable: bool) -> None:
        """Replace all bytes. With `durable` they outlast a loss of power once this returns."""
        raise NotImplementedError


class Underway:
    """An order that has been taken and has not come to its end."""

    def __init__(self, tag: int, command: bytes, nonce: bytes, back: int) -> None:
        self.tag = tag
        self.command = command
        self.nonce = nonce
        self.back = back
        self.moved = 0


class Memory:
    """Key, boot count, events, commands, counts, and what lies in shelf and output."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.boot = 0
        self.host = b""
        self.key = b""
        self.events: list[bytes] = []
        self.commands: list[tuple[bytes, int]] = []
        self.underway: Underway | None = None
        self.jam = 0
        self.went_in = 0
        self.came_out = 0
        self.shelf = (0, 0)
        self.output = (0, 0)
        self.cycles = 0
        self.since_service = 0
        self._number = 0
        self._read()

    def start(self) -> None:
        """Count one more boot."""
        self.boot += 1
        self._number = 0

    def add_event(self, tag: int, fields: bytes) -> bytes:
        """Keep a new event, and return its bytes. It outlasts power only after `save`."""
        if len(self.events) >= MOST_EVENTS and tag in _ONLY_NEWEST_WHEN_FULL:
            self.events = [kept for kept in self.events if kept[0] != tag]
        event = bytes([tag]) + self.next_name() + fields
        self.events.append(event)
        return event

    def next_name(self) -> bytes:
        """Boot count and number of a further event."""
        self._number += 1
        return self.boot.to_bytes(4, "big") + self._number.to_bytes(4, "big")

    def full(self) -> bool:
        return len(self.events) >= MOST_EVENTS

    def forget_event(self, name: bytes) -> bool:
        """Forget the event with these 8 bytes. False: none is kept."""
        kept = [event for event in self.events if event[1:9] != name]
        changed = len(kept) != len(self.events)
        self.events = kept
        return changed

    def status_of(self, command: bytes) -> int | None:
        for known, status in self.commands:
            if known == command:
                return status
        return None

    def remember(self, command: bytes, status: int) -> None:
        others = [(known, old) for known, old in self.commands if known != command]
        self.commands = (others + [(command, status)])[-MOST_COMMANDS:]

    def pair(self, host: bytes, key: bytes) -> None:
        """Take a new host and key, and forget all events, commands and the order under way, in one write."""
        self.host, self.key = host, key
        self.events, self.commands, self.underway = [], [], None
        self.save()

    def count_in(self, cards: int) -> None:
        self.went_in = min(self.went_in + cards, MOST_CARDS)

    def count_out(self, cards: int) -> None:
        self.came_out = min(self.came_out + cards, MOST_CARDS)

    def save(self, *, durable: bool = True) -> None:
        going = self.underway
        text = json.dumps({
            "boot": self.boot,
            "host": self.host.hex(),
            "key": self.key.hex(),
            "events": [event.hex() for event in self.events],
            "commands": [[command.hex(), status] for command, status in self.commands],
            "underway": None
            if going is None
            else [going.tag, going.command.hex(), going.nonce.hex(), going.back, going.moved],
            "jam": self.jam,
            "in": self.went_in,
            "out": self.came_out,
            "shelf": list(self.shelf),
            "output": list(self.output),
            "wear": [self.cycles, self.since_service],
        }).encode()  # fmt: skip
        self._store.write(binascii.crc32(text).to_bytes(4, "big") + text, durable=durable)

    def _read(self) -> None:
        kept = self._store.read()
        if not kept:
            return
        text = kept[4:]
        if binascii.crc32(text).to_bytes(4, "big") != kept[:4]:
            raise ValueError("the device's memory is damaged: remove its file, and pair the device again")
        was = json.loads(text)
        self.boot = was["boot"]
        self.host, self.key = bytes.fromhex(was["host"]), bytes.fromhex(was["key"])
        self.events = [bytes.fromhex(event) for event in was["events"]]
        self.commands = [(bytes.fromhex(command), status) for command, status in was["commands"]]
        if was["underway"] is not None:
            tag, command, nonce, back, moved = was["underway"]
            self.underway = Underway(tag, bytes.fromhex(command), bytes.fromhex(nonce), back)
            self.underway.moved = moved
        self.jam, self.went_in, self.came_out = was["jam"], was["in"], was["out"]
        self.shelf = (was["shelf"][0], was["shelf"][1])
        self.output = (was["output"][0], was["output"][1])
        self.cycles, self.since_service = was["wear"]
