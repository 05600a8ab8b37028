"""One input: its debounced level, and the detection of faults, floods among them."""

from dataclasses import dataclass
from enum import StrEnum

from drivers.pins.debounce import Change, Debounce


class LeakyBucket:
    """Overflows when more than `burst` events come at once, or more than `per_s` on average."""

    def __init__(self, *, burst: int, per_s: int) -> None:
        self._full = burst * 1000
        self._per_s = per_s
        self._level = 0
        self._at_ms = 0

    def overflows(self, at_ms: int) -> bool:
        """Add one event and return whether the bucket overflows; a time that runs backwards leaks nothing."""
        leaked = max(0, at_ms - self._at_ms) * self._per_s
        self._at_ms = max(self._at_ms, at_ms)
        self._level = max(0, self._level - leaked) + 1000
        return self._level > self._full

    def empty(self) -> None:
        self._level = 0


class InputFault(StrEnum):
    STUCK = "stuck"
    """Closed for longer than is possible in normal use."""
    FLOODING = "flooding"
    """So many edges that the input is muted."""
    CHATTERING = "chattering"
    """Changes too often, or never settles: a loose wire, or mains hum on a broken one."""
    LOSING = "losing"
    """The kernel had to drop edges: the input changed faster than they could be read."""
    CONTRADICTED = "contradicted"
    """Another input proves this level impossible."""


@dataclass(frozen=True, slots=True, kw_only=True)
class InputFailed:
    """The input has a fault; from `at_ms` of the monotonic clock its changes are dropped."""

    name: str
    why: InputFault
    at_ms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class InputRecovered:
    """The input works again; changes during the fault are lost."""

    name: str
    at_ms: int


InputHealth = InputFailed | InputRecovered
InputEvent = Change | InputHealth


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """The limits beyond which a contact counts as faulty."""

    settle_ms: int
    stuck_ms: int | None = None
    """Low for this long counts as stuck; None for a contact that may stay closed."""
    changes: int = 100
    """More settled changes than this in a burst are chatter ..."""
    changes_per_s: int = 12
    """... and so is a higher average than this; no finger keeps up six presses a second."""
    restless_ms: int = 3000
    """Bouncing for this long without settling is chatter, too ..."""
    restless_edges: int = 400
    """... and so are more edges than this without settling; a contact at the end of its life makes twenty or so."""
    calm_ms: int = 5000
    """A chattering or losing line has recovered after this long without a change."""


class Input:
    """
    The pure logic of one input: the caller passes in edges, readings and times, and gets changes and faults.

    The methods named after what happened (`edge`, `muted`, `edges_lost`) return the events that follow from it.
    """

    def __init__(self, *, name: str, level: bool, limits: Limits, now_ms: int) -> None:
        self.name = name
        self._limits = limits
        self._contact = Debounce(level=level, settle_ms=limits.settle_ms)
        self._changes = LeakyBucket(burst=limits.changes, per_s=limits.changes_per_s)
        self._low_ms = None if level else now_ms
        self._restless_ms: int | None = None
        self._restless_edges = 0
        self._calm_from_ms = now_ms
        self._fault: InputFault | None = None

    @property
    def level(self) -> bool:
        """The settled level; during a fault, the latest settled level."""
        return self._contact.level

    @property
    def works(self) -> bool:
        return self._fault is None

    @property
    def settling(self) -> bool:
        return self._contact.next_due is not None

    @property
    def next_due(self) -> int | None:
        return min((due for due in self._dues() if due is not None), default=None)

    def edge(self, *, level: bool, at_ms: int) -> tuple[InputEvent, ...]:
        if self._fault is not InputFault.FLOODING:
            self._contact.late_edge(level=level, at_ms=at_ms)
        events = self.settle(at_ms)
        if self._fault is not InputFault.FLOODING:
            self._contact.feed(level=level, at_ms=at_ms)
            self._note_restlessness(at_ms)
            self._restless_edges += 1
        if self._fault is None and self._restless_edges > self._limits.restless_edges:
            self._calm_from_ms = at_ms
            return (*events, self._fail(InputFault.CHATTERING, at_ms))
        return events

    def settle(self, now_ms: int) -> tuple[InputEvent, ...]:
        """Return all events that are due, each with the time at which it was due, however late this is called."""
        events: list[InputEvent] = []
        while (due := self.next_due) is not None and due <= now_ms:
            events.extend(self._at(due))
        return tuple(events)

    def reread(self, *, level: bool, at_ms: int) -> None:
        if self._fault is not InputFault.FLOODING:
            self._contact.reread(level=level, at_ms=at_ms)
            self._note_restlessness(at_ms)

    def muted(self, at_ms: int) -> tuple[InputEvent, ...]:
        """Note that the pin floods and has been muted."""
        events = self.settle(at_ms)
        self._contact = Debounce(level=self._contact.level, settle_ms=self._limits.settle_ms)
        self._restless_ms = None
        return events if self._fault is InputFault.FLOODING else (*events, self._fail(InputFault.FLOODING, at_ms))

    def unmuted(self, *, level: bool, at_ms: int) -> tuple[InputEvent, ...]:
        """Note that the pin is no longer muted, and has this level."""
        self._contact = Debounce(level=level, settle_ms=self._limits.settle_ms)
        self._low_ms = None if level else at_ms
        return (self._recover(at_ms),)

    def edges_lost(self, *, level: bool, at_ms: int) -> tuple[InputEvent, ...]:
        """Note that the kernel dropped edges of this line, which was then read and has this level."""
        events = self.settle(at_ms)
        if self._fault is not InputFault.FLOODING:
            self._contact.reread(level=level, at_ms=at_ms)
            self._calm_from_ms = max(self._calm_from_ms, at_ms)
        return (*events, self._fail(InputFault.LOSING, at_ms)) if self.works else events

    def contradicted(self, at_ms: int) -> tuple[InputEvent, ...]:
        """Note that another line contradicts this level; the next change of this line ends the fault."""
        return (self._fail(InputFault.CONTRADICTED, at_ms),) if self.works else ()

    def _dues(self) -> tuple[int | None, ...]:
        limits, fault = self._limits, self._fault
        stuck = restless = calm = None
        if fault is None and self._low_ms is not None and limits.stuck_ms is not None and not self.settling:
            stuck = self._low_ms + limits.stuck_ms
        if fault is None and self._restless_ms is not None:
            restless = self._restless_ms + limits.restless_ms
        if fault in (InputFault.CHATTERING, InputFault.LOSING) and not self.settling:
            calm = self._calm_from_ms + limits.calm_ms
        return self._contact.next_due, stuck, restless, calm

    def _at(self, now_ms: int) -> tuple[InputEvent, ...]:
        change = self._contact.settle(now_ms)
        if not self.settling:
            self._restless_ms = None
            self._restless_edges = 0
        events = () if change is None else self._changed(change)
        return (*events, *self._judged(now_ms))

    def _changed(self, change: Change) -> tuple[InputEvent, ...]:
        self._low_ms = None if change.level else change.at_ms
        self._calm_from_ms = change.at_ms
        chatter = self._changes.overflows(change.at_ms)
        match self._fault:
            case InputFault.STUCK if change.level:
                return (self._recover(change.at_ms), change)
            case InputFault.CONTRADICTED:
                return (self._recover(change.at_ms), change)
            case None if chatter:
                return (self._fail(InputFault.CHATTERING, change.at_ms),)
            case None:
                return (change,)
            case _:
                return ()

    def _judged(self, now_ms: int) -> tuple[InputEvent, ...]:
        _, stuck, restless, calm = self._dues()
        if calm is not None and calm <= now_ms:
            self._changes.empty()
            self._low_ms = None if self._low_ms is None else now_ms
            return (self._recover(now_ms),)
        if restless is not None and restless <= now_ms:
            self._calm_from_ms = now_ms
            return (self._fail(InputFault.CHATTERING, now_ms),)
        if stuck is not None and stuck <= now_ms:
            return (self._fail(InputFault.STUCK, now_ms),)
        return ()

    def _note_restlessness(self, at_ms: int) -> None:
        if self._restless_ms is None and self.settling:
            self._restless_ms = at_ms

    def _fail(self, why: InputFault, at_ms: int) -> InputFailed:
        self._fault = why
        self._restless_ms = None
        self._restless_edges = 0
        return InputFailed(name=self.name, why=why, at_ms=at_ms)

    def _recover(self, at_ms: int) -> InputRecovered:
        self._fault = None
        return InputRecovered(name=self.name, at_ms=at_ms)
