"""
The table of who may use which route and which message of the panel.

The socket asks it for each message; a test compares it with the routes that are served, and tries every row.
"""

from collections.abc import Mapping
from enum import StrEnum

from firmware_host.panel.messages import Alive, Ask, Explain, PageMessage, Standing
from firmware_host.rules.decision import Role
from firmware_host.table.identities import STAFF


class Access(StrEnum):
    """What a route asks of its caller, beside the right Host and, for anything but reading, the right Origin."""

    OPEN = "open"
    """Anybody who reaches the server; the answer says nothing about the table's people and changes nothing."""
    PROOF = "proof"
    """Anybody, who proves who they are in the request itself: by a PIN or a one-time code."""
    SESSION = "session"
    """A session: the box's own screen, or a person who signed in."""


ROUTES: Mapping[tuple[str, str], Access] = {
    ("GET", "/healthz"): Access.OPEN,
    ("GET", "/readyz"): Access.OPEN,
    ("GET", "/metrics"): Access.OPEN,
    ("GET", "/"): Access.OPEN,
    ("GET", "/{asset:path}"): Access.OPEN,
    ("POST", "/sign-in"): Access.PROOF,
    ("POST", "/screen"): Access.PROOF,
    ("POST", "/sign-out"): Access.SESSION,
    ("SOCKET", "/socket"): Access.SESSION,
}
"""Every route by its method; a socket counts as one. `HEAD` is allowed where `GET` is."""

MESSAGES: Mapping[type[PageMessage], frozenset[Standing]] = {
    Ask: frozenset({Standing.CONTROLS, Standing.SIGNED_IN}),
    Explain: frozenset(Standing),
    Alive: frozenset(Standing),
}
"""Every message of a page, by the standing of the page."""

ACTS: frozenset[Role] = frozenset(STAFF) - {Role.SURVEILLANCE}
"""The roles that act at a page. What each may ask for, the act itself says; surveillance only looks on."""


def standing(*, screen: bool, controls: bool, roles: tuple[Role, ...]) -> Standing:
    """
    Return the standing of a page.

    >>> str(standing(screen=False, controls=False, roles=(Role.SURVEILLANCE,)))
    'looks-on'
    """
    if screen:
        return Standing.CONTROLS if controls else Standing.LOOKS_ON
    return Standing.SIGNED_IN if ACTS.intersection(roles) else Standing.LOOKS_ON


def may_send(message: PageMessage, of: Standing) -> bool:
    """Return whether a page of this standing may send this message."""
    return of in MESSAGES[type(message)]
