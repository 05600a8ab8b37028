"""
The sessions of the pages: the box's own screens by a one-time code, people by their PIN.

A session is a random token in a cookie; only the token's hash is kept. The screens' hashes are also kept in a file, so
that a restart of the controller does not lock the dealer out. People sign in again.
"""

import hashlib
import logging
import secrets
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import msgspec

from firmware_host import files
from firmware_host.host.clock import Clock
from firmware_host.host.intents import TableWithState
from firmware_host.rules.decision import Role
from firmware_host.rules.struct import Record
from firmware_host.table.state.people import known

FILE = "screen-sessions.json"

MOST_PEOPLE = 48
"""People's sessions at once; beyond this nobody else can sign in."""

MOST_EACH = 4
"""Sessions of one person; one more ends the person's oldest."""

LONGEST_MS = 12 * 3_600_000
"""A person's session ends after this, however busy the person is."""

MOST_CODES = 8
CODE_S, LONGEST_CODE_S = 60, 3600

MINUTE_MS = 60_000
log = logging.getLogger(__name__)


@dataclass(slots=True, kw_only=True)
class Session:
    """One session. `person` is None for a screen of the box; a later session has a higher `number`."""

    id: str
    """The beginning of the token's hash: it names the session and opens nothing."""
    number: int
    person: str | None = None
    pin_of: int = 0
    """The fact that set the PIN with which the person signed in."""
    began_ms: int = 0
    used_ms: int = 0
    why_ended: str = "this page was signed out"

    @property
    def is_screen(self) -> bool:
        """Return whether this is the session of a screen of the box."""
        return self.person is None


class ScreenFile(Record, frozen=True, kw_only=True):
    """The hashes of the screens' tokens, the oldest first."""

    version: int = 1
    tokens: tuple[str, ...] = ()


class Sessions:
    """All sessions of one table. Use it on one event loop only."""

    def __init__(self, *, table: TableWithState, clock: Clock, folder: Path, idle_min: int, screens: int = 1) -> None:
        """
        Read the screens' sessions that an earlier run left in `folder`: the newest, as many as there are `screens`.

        An older token is worth nothing after that: whoever kept one cannot act once the newer screen has left.
        """
        self._table = table
        self._clock = clock
        self._path = folder / FILE
        self._idle_ms = idle_min * MINUTE_MS
        self._screens = screens
        self._by_hash: dict[str, Session] = {}
        self._last = 0
        kept = _kept(self._path)
        for token in kept[-screens:]:
            self._put(token, person=None)
        if len(kept) > screens:
            self._keep()

    def __len__(self) -> int:
        """Return how many sessions there are."""
        return len(self._by_hash)

    def of(self, token: str) -> Session | None:
        """Return the valid session of this token, or None."""
        session = self._by_hash.get(_hash(token))
        return session if session is not None and not self.why_over(session) else None

    def of_screen(self) -> str:
        """Begin a session of the box's own screen; return its token. It ends the oldest of too many screens."""
        token = self._new(person=None)
        screens = [session for session in self._by_hash.values() if session.is_screen]
        for oldest in screens[: -self._screens]:
            oldest.why_ended = "a newer screen of this table was opened with a code of its own"
            self.end(oldest)
        self._keep()
        return token

    def pin_of(self, person: str) -> int:
        """Return the fact that set the PIN of this person; 0 for nobody known."""
        found = known(self._table.state, person)
        return found.pin_of if found is not None else 0

    def of_person(self, person: str, *, pin_of: int) -> str | None:
        """
        Begin a session of a person whose PIN was right; return its token, or None if there are too many.

        `pin_of` was asked for before the PIN was checked: a session of a PIN that was replaced meanwhile is over.
        """
        self.end_those_over()
        people = [session for session in self._by_hash.values() if not session.is_screen]
        own = [session for session in people if session.person == person]
        for oldest in own[: max(0, len(own) - MOST_EACH + 1)]:
            self.end(oldest)
        return self._new(person=person, pin_of=pin_of) if len(people) < MOST_PEOPLE or len(own) >= MOST_EACH else None

    def used(self, session: Session) -> None:
        """Note that the person did something; looking on does not count."""
        session.used_ms = self._now_ms()

    def roles(self, session: Session) -> tuple[Role, ...]:
        """Return the roles in which this session may act; the screen acts for the dealer on duty."""
        if session.person is None:
            return (Role.DEALER,)
        person = known(self._table.state, session.person)
        return person.roles if person is not None else ()

    def why_over(self, session: Session) -> str:
        """Return why the session is not valid any more, for people; empty while it is."""
        if session.id not in self._ids():
            return session.why_ended
        if session.person is None:
            return ""
        person = known(self._table.state, session.person)
        now_ms = self._now_ms()
        if person is None:
            return f"{session.person} may no longer act at this table"
        if person.pin_of != session.pin_of:
            return f"{session.person} has a new PIN"
        if now_ms - session.used_ms >= self._idle_ms:
            return f"signed out after {self._idle_ms // MINUTE_MS} minutes without an act"
        return (
            "signed out, because the session reached its longest time"
            if now_ms - session.began_ms >= LONGEST_MS
            else ""
        )

    def end(self, session: Session) -> None:
        """End a session."""
        for token, each in tuple(self._by_hash.items()):
            if each is session:
                del self._by_hash[token]
        if session.is_screen:
            self._keep()

    def end_those_over(self) -> None:
        """End every session that is not valid any more."""
        for session in tuple(self._by_hash.values()):
            if self.why_over(session):
                self.end(session)

    def _ids(self) -> Iterator[str]:
        return (session.id for session in self._by_hash.values())

    def _new(self, *, person: str | None, pin_of: int = 0) -> str:
        token = secrets.token_urlsafe(32)
        self._put(_hash(token), person=person, pin_of=pin_of)
        return token

    def _put(self, hashed: str, *, person: str | None, pin_of: int = 0) -> None:
        self._last += 1
        now_ms = self._now_ms()
        self._by_hash[hashed] = Session(
            id=hashed[:16], number=self._last, person=person, pin_of=pin_of, began_ms=now_ms, used_ms=now_ms
        )

    def _keep(self) -> None:
        """Write the screens' hashes; without the file the screen needs a new code after the next restart."""
        screens = tuple(token for token, session in self._by_hash.items() if session.is_screen)
        try:
            files.replace(self._path, msgspec.json.encode(ScreenFile(tokens=screens)), durable=False)
        except OSError as error:
            log.warning(
                "cannot store the screen's session in %s (%s); after a restart the screen needs a new code",
                self._path,
                error.strerror,
            )

    def _now_ms(self) -> int:
        return self._clock.stamp().mono_ms


class Codes:
    """One-time codes for the box's own screen, each valid once and for a short time."""

    def __init__(self, *, now_s: Callable[[], float]) -> None:
        """`now_s` is a monotonic clock in seconds."""
        self._now_s = now_s
        self._until: dict[str, float] = {}

    def issue(self, for_s: int = CODE_S) -> str:
        """Return a new code, valid for `for_s` seconds; the oldest of too many becomes invalid."""
        while len(self._until) >= MOST_CODES:
            del self._until[next(iter(self._until))]
        code = secrets.token_urlsafe(24)
        self._until[_hash(code)] = self._now_s() + min(for_s, LONGEST_CODE_S)
        return code

    def use(self, code: str) -> bool:
        """Use a code up; return whether it was valid."""
        until = self._until.pop(_hash(code), None)
        return until is not None and self._now_s() < until


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def _kept(path: Path) -> tuple[str, ...]:
    try:
        return msgspec.json.decode(path.read_bytes(), type=ScreenFile).tokens
    except FileNotFoundError:
        return ()
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError) as error:
        log.warning("cannot read the screen's session in %s (%s); the screen needs a new code", path, error)
        return ()
