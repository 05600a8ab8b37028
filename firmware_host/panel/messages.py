"""
Messages between a page and the box, over one WebSocket a page. The page's TypeScript types are generated from here.

The box sends `hello`, then the whole view, then the whole view again after each commit; the page keeps no truth of its
own. Acts go up with the page's own id and with the newest fact the page had shown; answers come back by that id.
"""

from enum import StrEnum
from typing import Annotated

from msgspec import Meta

from firmware_host.access.console_messages import Pin
from firmware_host.panel.dealer_view import DealerView
from firmware_host.rules.decision import Refusal, Role
from firmware_host.rules.struct import Record
from firmware_host.table.acts.intent import Accepted, Act, Refused
from firmware_host.table.identities import PersonName

VERSION = 2
"""Goes up when a page of an older bundle could misread a message; an older page then reloads itself."""

MessageId = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^[A-Za-z0-9:-]+$(?!\n)")]

HEARTBEAT_S = 0.5
"""How often the box sends `beat`. The page turns grey after 1.5 s without any message."""


class FromPage(Record, frozen=True, kw_only=True, tag_field="kind"):
    """A message from a page."""


class Ask(FromPage, frozen=True, kw_only=True, tag="ask"):
    """
    Request an act. `seen` is the newest fact that the page had painted when the finger went down.

    Without `actor` the session acts: the dealer on duty at the box's own screen, else the person who signed in. With
    `actor`, `role` and `pin` another person acts for once at this screen, for example a floorperson who approves.
    """

    id: MessageId
    seen: int
    act: Act
    actor: PersonName | None = None
    role: Role | None = None
    pin: Pin = ""

    def __repr__(self) -> str:
        """Leave out the PIN."""
        return f"Ask({self.id!r}, {self.actor!r}, {self.role!r}, {self.act!r})"


class Explain(FromPage, frozen=True, kw_only=True, tag="explain"):
    """Ask why an act is not possible now. Nothing is recorded and nothing is done, even if it is possible."""

    id: MessageId
    act: Act
    role: Role = Role.DEALER


class Alive(FromPage, frozen=True, kw_only=True, tag="alive"):
    """The page works: the newest fact it has painted, and the size of its heap where the browser tells it."""

    painted: int
    heap_bytes: int | None = None


PageMessage = Ask | Explain | Alive


class Standing(StrEnum):
    """What a page may do."""

    CONTROLS = "controls"
    """The box's own screen: it acts for the dealer on duty."""
    SIGNED_IN = "signed-in"
    """A person signed in with their own PIN; acts in that person's roles."""
    LOOKS_ON = "looks-on"
    """Another screen took over control, or the person has no role that acts; the page only shows."""


class ToPage(Record, frozen=True, kw_only=True, tag_field="kind"):
    """A message to a page."""


class Hello(ToPage, frozen=True, kw_only=True, tag="hello"):
    """The first message, and again when it changes: what this page may do, and as whom."""

    version: int = VERSION
    standing: Standing
    actor: PersonName | None
    """The person who signed in; null at the box's own screen, which acts for the dealer on duty."""
    roles: tuple[Role, ...]
    """The roles in which this page may act."""
    software: str
    bundle: str
    """The content hash of the bundle that the box serves now; a page of another bundle reloads between rounds."""


class Shown(ToPage, frozen=True, kw_only=True, tag="view"):
    """The whole view, as of a durable fact."""

    view: DealerView


class Answered(ToPage, frozen=True, kw_only=True, tag="answer"):
    """The answer to `ask`, durable before it is sent."""

    id: MessageId
    answer: Accepted | Refused


class Explained(ToPage, frozen=True, kw_only=True, tag="explained"):
    """The answer to `explain`: the refusal, or null if the act is possible now."""

    id: MessageId
    refusal: Refusal | None


class Beat(ToPage, frozen=True, kw_only=True, tag="beat"):
    """The box works: the newest durable fact, and the wall clock in milliseconds."""

    seen: int
    wall_ms: int


class Goodbye(ToPage, frozen=True, kw_only=True, tag="goodbye"):
    """The last message before the box closes the connection on purpose, with the reason for people."""

    reason: str
    sign_in: bool = False
    """Whether the page should show the sign-in."""


BoxMessage = Hello | Shown | Answered | Explained | Beat | Goodbye


class SignIn(Record, frozen=True, kw_only=True):
    """The body of `POST /sign-in`; the answer is 204 with a session cookie, or 403 with a `Refusal`."""

    name: PersonName
    pin: Pin

    def __repr__(self) -> str:
        """Leave out the PIN."""
        return f"SignIn({self.name!r})"


class UseCode(Record, frozen=True, kw_only=True):
    """The body of `POST /screen`: the one-time code of the box's own screen; 204 with a session cookie, or 403."""

    code: Annotated[str, Meta(min_length=16, max_length=64)]
