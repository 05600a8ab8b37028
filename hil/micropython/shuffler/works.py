"""The simulated machine: sensors that are debounced, and a motor that moves cards one by one."""

from . import messages as m
from .device_world import World
from .memory import Memory, Underway

DEBOUNCE_MS = 50
ONE_DECK = 52
_SHORT, _MORE = 44, 60
_MOST = 255
_ACTIVITY = {
    m.SHUFFLE: m.SHUFFLING,
    m.SELF_TEST: m.TESTING,
    m.DELIVER: m.DELIVERING,
    m.CLEAR: m.CLEARING,
    m.RECONCILE: m.RECONCILING,
}


class Pace:
    """How long the machine takes, in ms: for a card, for a test or a comparison, and until a sensor is believed."""

    def __init__(self, card_ms: int = 150, run_ms: int = 800, debounce_ms: int = DEBOUNCE_MS) -> None:
        self.card_ms = card_ms
        self.run_ms = run_ms
        self.debounce_ms = debounce_ms


class Sensor:
    """A sensor whose new value counts once it has stood for 50 ms."""

    def __init__(self, value: int, pace: Pace) -> None:
        self.value = value
        self._pace = pace
        self._seen = value
        self._since = 0

    def settling(self) -> bool:
        """Whether it has seen something new that does not count yet."""
        return self._seen != self.value

    def look(self, seen: int, now: int) -> bool:
        """Take a reading. True: the value has changed just now."""
        if seen == self.value:
            self._seen = seen
            return False
        if seen != self._seen:
            self._seen, self._since = seen, now
            return False
        if now - self._since < self._pace.debounce_ms:
            return False
        self.value = seen
        return True

    def settle(self, value: int) -> None:
        """Take the value that the machine itself has brought about."""
        self.value = self._seen = value


class Works:
    """Moves cards for one order at a time. `said` holds events that the device has yet to keep and send."""

    def __init__(self, world: World, memory: Memory, pace: Pace) -> None:
        self._world = world
        self._memory = memory
        self._pace = pace
        self.said: list[tuple[int, bytes]] = []
        self.order: Underway | None = None
        self.ended = False
        self.moved = 0
        self._backs: list[int] = []
        self._mode = m.SHUFFLE_MODE
        self._started = 0
        self._step_at = 0
        self.lid = Sensor(int(world.lid_open), pace)
        self.switch = Sensor(world.switch, pace)
        self.feed = Sensor(self._in_the_feed(), pace)
        self.shelf = Sensor(int(bool(world.shelf)), pace)
        self.output = Sensor(int(bool(world.output)), pace)

    # -- what lies where ------------------------------------------------------------------------------------------

    def _in_the_feed(self) -> int:
        return self._world.feed[0] if self._world.feed else 0

    def wake(self) -> None:
        """At a start: compare what lies in shelf and output with what lay there before the power went."""
        memory, world = self._memory, self._world
        if memory.shelf[1] and not world.shelf:
            self._shelf_emptied()
        elif world.shelf and not memory.shelf[1]:
            memory.shelf = (world.shelf[0], len(world.shelf))
        if memory.output[1] and not world.output:
            self._output_emptied()
        elif world.output and not memory.output[1]:
            memory.output = (world.output[0], len(world.output))

    def find(self, going: Underway) -> None:
        """At a start: count the card that an order moved while the power went, by the sensors of path and output."""
        memory, world = self._memory, self._world
        if going.tag == m.SHUFFLE and not world.shelf:
            memory.count_in(world.path() - going.moved)
        out = len(world.output) - memory.output[1]
        if going.tag in (m.DELIVER, m.CLEAR) and out > 0:
            memory.count_out(out)
            memory.output = (world.output[0], len(world.output))
        if going.tag == m.DELIVER:
            memory.shelf = (world.shelf[0] if world.shelf else 0, len(world.shelf))

    def _shelf_emptied(self) -> None:
        self._memory.count_out(self._memory.shelf[1])
        self._memory.shelf = (0, 0)
        self.said.append((m.EMPTIED, bytes([m.SHELVES])))

    def _output_emptied(self) -> None:
        self._memory.output = (0, 0)
        self.said.append((m.EMPTIED, bytes([m.OUTPUT])))

    def look(self, now: int) -> None:
        """Read every sensor."""
        world, memory = self._world, self._memory
        if self.lid.look(int(world.lid_open), now):
            self.said.append((m.LID_OPENED if self.lid.value else m.LID_CLOSED, b""))
            if self.lid.value and self.order is not None:
                self._fail(m.LID)
        if self.switch.look(world.switch, now):
            self.said.append((m.MODE_SWITCHED, bytes([world.switch])))
        was = self.feed.value
        if self.feed.look(self._in_the_feed(), now) and was == 0:
            self.said.append((m.DECK_LOADED, bytes([self.feed.value])))
        if self.shelf.look(int(bool(world.shelf)), now):
            if world.shelf:
                memory.shelf = (world.shelf[0], len(world.shelf))
            else:
                self._shelf_emptied()
        if self.output.look(int(bool(world.output)), now):
            if world.output:
                memory.output = (world.output[0], len(world.output))
            else:
                self._output_emptied()

    def settling(self) -> bool:
        """Whether a sensor has seen something new that does not count yet."""
        return any([sensor.settling() for sensor in (self.lid, self.switch, self.feed, self.shelf, self.output)])

    def status(self) -> bytes:
        memory = self._memory
        activity = m.IDLE if self.order is None else _ACTIVITY[self.order.tag]
        return bytes([
            m.STATUS, activity, self.switch.value, self.lid.value, memory.jam, self.feed.value,
            memory.shelf[0], memory.shelf[1], memory.output[0], memory.output[1], min(self._world.path(), _MOST),
        ])  # fmt: skip

    def load(self) -> bytes:
        if not self.feed.value or not self._world.feed:
            return bytes([m.LOAD, 0, 0])
        cards = self._world.feed
        fill = 1 if len(cards) < _SHORT else 3 if len(cards) > _MORE else 2
        if [back for back in cards if back != cards[0]]:
            fill = 4
        return bytes([m.LOAD, cards[0], fill])

    # -- orders ---------------------------------------------------------------------------------------------------

    def refuses(self, tag: int, back: int) -> bool:
        """Whether an order is refused (rule 9)."""
        memory, path = self._memory, self._world.path()
        if self.lid.value or (memory.jam and tag != m.CLEAR):
            return True
        if tag == m.SHUFFLE:
            return self.feed.value != back or memory.shelf[1] > 0 or path > 0
        if tag == m.DELIVER:
            return memory.shelf[1] == 0 or memory.output[1] > 0
        return tag == m.SELF_TEST and (memory.shelf[1] > 0 or path > 0)

    def start(self, order: Underway, now: int) -> None:
        self.order = order
        self.ended = False
        self.moved = 0
        self._backs = []
        self._mode = self.switch.value
        self._started = now
        by_card = order.tag in (m.SHUFFLE, m.DELIVER, m.CLEAR)
        self._step_at = now + (self._pace.card_ms if by_card else self._pace.run_ms)
        if order.tag == m.SHUFFLE:
            self._memory.cycles += 1
            self._memory.since_service += 1

    def change_pace(self, card_ms: int, run_ms: int, now: int) -> None:
        """Move faster or slower from now on; cards that are in stay in."""
        self._pace.card_ms, self._pace.run_ms = card_ms, run_ms
        if self.order is not None:
            self._step_at = min(self._step_at, now + (card_ms if self.moved else run_ms))

    def tick(self, now: int) -> bool:
        """Move what is due. True: a card has moved, or the order has ended."""
        moved = False
        while self.order is not None and now >= self._step_at:
            self._step_at += self._pace.card_ms
            self._step(self.order, now)
            moved = True
        if moved:
            self._world.keep()
        return moved

    def _step(self, order: Underway, now: int) -> None:
        failure = self._world.failure
        due = failure is not None and (order.tag == m.SHUFFLE or not failure.lasting)
        if failure is not None and due and self.moved >= failure.after:
            if not failure.lasting:
                self._world.failure = None
            if failure.jam:
                self._jam(order.tag, failure.jam)
            else:
                self._fail(failure.reason)
        elif order.tag == m.SHUFFLE:
            self._shuffle(order, now)
        elif order.tag == m.DELIVER:
            self._deliver()
        elif order.tag == m.CLEAR:
            self._clear()
        elif order.tag == m.RECONCILE:
            self._reconcile()
        else:
            self._end(m.SELF_TESTED, bytes(self._world.verdicts))

    def _end(self, tag: int, fields: bytes) -> None:
        """The motor stops. No event tells of an order that was given under an earlier pairing."""
        order, known = self.order, self._memory.underway
        self.order = None
        self.ended = True
        if order is not None and known is not None and known.command == order.command:
            self.said.append((tag, order.command + fields))

    def _fail(self, reason: int) -> None:
        order = self.order
        if order is not None:
            self._end(m.SHUFFLE_FAILED if order.tag == m.SHUFFLE else m.ACT_FAILED, bytes([reason]))

    def _jam(self, tag: int, place: int) -> None:
        world = self._world
        if tag == m.SHUFFLE and world.feed and place != m.FEED:
            self._draw_in(world.camera if place == m.CAMERA else world.shelves)
        if tag == m.DELIVER and world.shelf and place == m.OUTPUT:
            self._lift_off(world.mouth)
        if not self._memory.jam:
            self.said.append((m.JAMMED, bytes([place])))
        self._memory.jam = place
        self._fail(m.JAM)

    def _draw_in(self, to: list[int]) -> None:
        """One card goes from the feed past the camera, which counts it."""
        card = self._world.feed.pop(0)
        to.append(card)
        self._backs.append(card)
        self._memory.count_in(1)
        if not self._world.feed:
            self.feed.settle(0)

    def _lift_off(self, to: list[int]) -> None:
        """One card goes from the shelf towards the output."""
        memory = self._memory
        to.append(self._world.shelf.pop(0))
        left = max(memory.shelf[1] - 1, 0)
        memory.shelf = (memory.shelf[0] if left else 0, left)
        if not self._world.shelf:
            self.shelf.settle(0)

    def _out(self, card: int) -> None:
        """One card passes the output, which counts it."""
        back, count = self._memory.output
        self._world.output.append(card)
        self._memory.output = (back if count else card, min(count + 1, _MOST))
        self._memory.count_out(1)
        self.output.settle(1)

    def _shuffle(self, order: Underway, now: int) -> None:
        world = self._world
        if world.feed:
            self._draw_in(world.shelves)
            self.moved += 1
            order.moved = self.moved
            return
        if not self.moved:
            self._fail(m.NOTHING_THERE)
            return
        others = [back for back in self._backs if back != order.back]
        back = world.seen_back or (others[0] if others else order.back)
        counted = min(world.counted or self.moved, _MOST)
        self._memory.count_in(counted - self.moved)
        world.shelf.extend(world.shelves)
        world.take("shelves")
        self._memory.shelf = (back, counted)
        self.shelf.settle(1)
        duration = (now - self._started).to_bytes(4, "big")
        self._end(m.SHUFFLE_FINISHED, bytes([self._mode, counted, back]) + duration + order.nonce)

    def _deliver(self) -> None:
        memory, world = self._memory, self._world
        if not self.moved:
            self._backs = [memory.shelf[0]]
        if 0 < len(world.shelf) <= world.left_inside:
            while world.shelf:
                self._lift_off(world.hidden)
        if world.shelf:
            self._lift_off(world.mouth)
            self._out(world.mouth.pop())
            self.moved += 1
        elif self.moved and not memory.shelf[1]:
            self._end(m.DELIVERED, bytes([self._backs[0], min(self.moved, _MOST)]))
        else:
            self._fail(m.NOTHING_THERE)

    def _clear(self) -> None:
        for held in (self._world.mouth, self._world.shelves, self._world.camera, self._world.hidden):
            if held:
                self._out(held.pop())
                self.moved += 1
                return
        self._memory.jam = 0
        self._end(m.CLEARED, bytes([min(self.moved, _MOST)]))

    def _reconcile(self) -> None:
        memory, world = self._memory, self._world
        lying, astray = min(len(world.shelf), _MOST), min(world.path() + len(world.hidden), _MOST)
        counts = memory.went_in.to_bytes(2, "big") + memory.came_out.to_bytes(2, "big")
        memory.shelf = (memory.shelf[0] if lying else 0, lying)
        memory.went_in, memory.came_out = lying, 0
        self._end(m.RECONCILED, counts + bytes([lying, astray]))
