"""What is really so around the device: where the cards lie, lid and switch, and what is going to fail.

The device reads this as a real one reads its sensors. People's hands, and only they, reach it from outside.
"""

import json

from .memory import Store

COMPARTMENTS = ("feed", "camera", "shelves", "mouth", "shelf", "output", "hidden")
PARTS = 6


class Failure:
    """What goes wrong in one of the next orders, after so many of its cards: a jam at a place, or a reason.

    One that is `lasting` goes wrong in every SHUFFLE until people see to it.
    """

    def __init__(self, after: int, jam: int, reason: int, *, lasting: bool) -> None:
        self.after = after
        self.jam = jam
        self.reason = reason
        self.lasting = lasting


class World:
    """Cards are numbers: their backs. `mouth` is between shelf and output; no sensor sees what is `hidden`."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.feed: list[int] = []
        self.camera: list[int] = []
        self.shelves: list[int] = []
        self.mouth: list[int] = []
        self.shelf: list[int] = []
        self.output: list[int] = []
        self.hidden: list[int] = []
        self.lid_open = False
        self.switch = 1
        self.failure: Failure | None = None
        self.counted = 0
        self.seen_back = 0
        self.left_inside = 0
        self.verdicts = [1] * PARTS
        self._read()

    def path(self) -> int:
        """Cards in the path: between feed and shelf, or half out."""
        return len(self.camera) + len(self.shelves) + len(self.mouth)

    def cards(self, compartment: str) -> list[int]:
        held: list[int] = getattr(self, compartment)
        return held

    def take(self, compartment: str, cards: int | None = None) -> int:
        """Hands take cards out, all of them by default. Return how many."""
        held = self.cards(compartment)
        count = len(held) if cards is None else min(cards, len(held))
        for _ in range(count):
            held.pop()
        return count

    def keep(self) -> None:
        """Write the world down: cards stay where they are when the power goes."""
        cards = [[name, self.cards(name)] for name in COMPARTMENTS]
        failure = self.failure
        wrong = None if failure is None else [failure.after, failure.jam, failure.reason, failure.lasting]
        text = json.dumps({
            "cards": cards,
            "lid": self.lid_open,
            "switch": self.switch,
            "failure": wrong,
            "wrong": [self.counted, self.seen_back, self.left_inside],
            "verdicts": self.verdicts,
        })  # fmt: skip
        self._store.write(text.encode(), durable=False)

    def _read(self) -> None:
        kept = self._store.read()
        if not kept:
            return
        was = json.loads(kept)
        for name, cards in was["cards"]:
            self.cards(name).extend(cards)
        self.lid_open, self.switch = was["lid"], was["switch"]
        if was["failure"] is not None:
            after, jam, reason, lasting = was["failure"]
            self.failure = Failure(after, jam, reason, lasting=lasting)
        self.counted, self.seen_back, self.left_inside = was["wrong"]
        self.verdicts = was["verdicts"]
