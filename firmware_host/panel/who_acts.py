"""
A page's requests to the table: who acts, in which role, and whether a PIN is needed.

The box's own screen acts for the dealer on duty, as the keys do. A person who signed in acts in their own roles.
Another person may act once at either with their own PIN. Everything else the table decides.
"""

from msgspec.structs import replace

from firmware_host.access.pin_check import PinCheck
from firmware_host.host.clock import Clock
from firmware_host.host.intents import TableWithState
from firmware_host.panel.counts import Counts, Why
from firmware_host.panel.events import face_down
from firmware_host.panel.messages import Ask, Explain
from firmware_host.panel.possible import why_not
from firmware_host.panel.sessions import Session, Sessions
from firmware_host.rules.decision import Code, Refusal, Role, refuse
from firmware_host.rules.roles import FLOOR, NEAREST
from firmware_host.rules.round_acts import Bet, Call, DealStreet, Draw, ShowHand
from firmware_host.rules.struct import Record
from firmware_host.table.acts.approvals import ApprovalsAct, RequestApproval
from firmware_host.table.acts.corrections import CorrectCards
from firmware_host.table.acts.floor import RelieveDealer
from firmware_host.table.acts.intent import Act, Answer, Intent, Refused, Via
from firmware_host.table.identities import STAFF
from firmware_host.table.state.people import dealing, known

PREFIX = "panel"

MOST_PINS = 4
"""PINs that wait to be checked; a check takes a good part of a second, and they are checked one after the other."""

MOST_REFUSED = 64
"""Refusals kept for pages that reconnect and ask again by the same id."""


class Acting(Record, frozen=True, kw_only=True):
    """The person who acts, in which role, and whether the person proved it now or at sign-in."""

    actor: str
    role: Role
    proved: bool


class PinLine:
    """Checks PINs for the pages, and lets few wait."""

    def __init__(self, *, checking: PinCheck, counts: Counts) -> None:
        self._checking = checking
        self._counts = counts
        self._waiting = 0

    async def refused(self, person: str, pin: str) -> Refusal | None:
        """Return None if the PIN is right; else the refusal."""
        if self._waiting >= MOST_PINS:
            self._counts.refused[Why.BUSY] += 1
            return refuse("too many PINs are being checked", "try again in a moment", code=Code.BUSY)
        self._waiting += 1
        try:
            refusal = await self._checking.refused(person, pin)
        finally:
            self._waiting -= 1
        if refusal is not None:
            self._counts.refused[Why.PIN] += 1
        return refusal


class Requests:
    """Turns the pages' requests into intents."""

    def __init__(
        self, *, table: TableWithState, clock: Clock, pins: PinLine, sessions: Sessions, counts: Counts, own_pin: bool
    ) -> None:
        """`own_pin` is whether a dealer who takes over types their own PIN."""
        self._table = table
        self._clock = clock
        self._pins = pins
        self._sessions = sessions
        self._counts = counts
        self._own_pin = own_pin
        self._refused: dict[str, Refused] = {}

    async def answer(self, session: Session, ask: Ask) -> Answer:
        """Return the table's answer, durable; a repeated id of the same session gets its first answer again."""
        id_ = f"{PREFIX}:{session.id}:{ask.id}"
        self._sessions.used(session)
        self._counts.asked += 1
        refused_before = self._refused.get(id_)
        if refused_before is not None:
            return refused_before
        acting = await self._acting(session, ask)
        if isinstance(acting, Refusal):
            return self._remembered(Refused(id=id_, refusal=acting))
        refusal = self._not_relieved(acting, ask.act)
        if refusal is not None:
            return Refused(id=id_, refusal=refusal)
        return await self._table.submit(self._intent(id_, acting, ask.act, seen=ask.seen))

    def _remembered(self, refused: Refused) -> Refused:
        """Keep a refusal that never reached the table: a repeated request must not count as a second wrong PIN."""
        if refused.refusal.code is Code.BUSY:
            return refused
        while len(self._refused) >= MOST_REFUSED:
            del self._refused[next(iter(self._refused))]
        self._refused[refused.id] = refused
        return refused

    def explained(self, session: Session, explain: Explain) -> Refusal | None:
        """Return why the act is not possible now, or None. Nothing is submitted."""
        self._sessions.used(session)
        if explain.role not in STAFF:
            return _no_person(explain.role)
        act = without_cards(explain.act)
        return why_not(self._table.state, act, explain.role, at=self._clock.stamp(), by=session.person)

    async def _acting(self, session: Session, ask: Ask) -> Acting | Refusal:
        if ask.role is not None and ask.role not in STAFF:
            return _no_person(ask.role)
        if ask.actor is not None:
            return await self._by_pin(ask.actor, ask)
        if session.person is not None:
            return self._in_own_role(session.person, ask)
        return self._on_duty(ask)

    async def _by_pin(self, actor: str, ask: Ask) -> Acting | Refusal:
        if not ask.pin:
            # A missing PIN does not count as wrong.
            return _pin_needed(actor)
        refusal = await self._pins.refused(actor, ask.pin)
        if refusal is not None:
            return refusal
        return self._in_own_role(actor, ask)

    def _in_own_role(self, name: str, ask: Ask) -> Acting | Refusal:
        """Check the person's own roles here, because the table also accepts dealers who are not enrolled."""
        person = known(self._table.state, name)
        roles = person.roles if person is not None else ()
        role = ask.role or _role_for(ask.act, roles)
        if role in roles:
            return Acting(actor=name, role=role, proved=True)
        return refuse(f"{name} is not a {role}", f"enter the name and the PIN of a {role}", code=Code.NOT_YOUR_ROLE)

    def _on_duty(self, ask: Ask) -> Acting | Refusal:
        dealer = dealing(self._table.state)
        if dealer is None:
            return refuse("no dealer is on duty", "have a dealer take over the table", code=Code.NOT_ENROLLED)
        if ask.role not in (None, Role.DEALER):
            return refuse(
                f"the table's own screen acts only for the dealer on duty, not as {ask.role}",
                f"enter the name and the PIN of a {ask.role}",
                code=Code.NOT_YOUR_ROLE,
            )
        if isinstance(ask.act, ApprovalsAct):
            # Otherwise one person at the screen could decide as two.
            return _pin_needed(dealer)
        return Acting(actor=dealer, role=Role.DEALER, proved=False)

    def _not_relieved(self, acting: Acting, act: Act) -> Refusal | None:
        """Refuse a dealer who takes over without their own PIN; the floor vouches for a dealer who has none."""
        if not self._own_pin or not isinstance(act, RelieveDealer) or (acting.proved and acting.actor == act.dealer):
            return None
        if known(self._table.state, act.dealer) is not None:
            return _pin_needed(act.dealer)
        if acting.proved and acting.role in FLOOR:
            return None
        return refuse(
            f"{act.dealer} has no PIN at this table",
            f"enter a floorperson's name and PIN, or give {act.dealer} a PIN: firmware-host people add {act.dealer}",
            code=Code.WRONG_PIN,
        )

    def _intent(self, id_: str, acting: Acting, act: Act, *, seen: int) -> Intent:
        return Intent(
            id=id_, actor=acting.actor, role=acting.role, via=Via.PANEL, at=self._clock.stamp(), seen=seen, act=act
        )


def without_cards(act: Act) -> Act:
    """
    Return the act with every card face down.

    An explanation is not recorded. With cards in its acts a page could try one card after the other, and learn from
    the refusals which of them lie face down.
    """
    match act:
        case DealStreet():
            hands = tuple(replace(hand, cards=face_down(hand.cards)) for hand in act.hands)
            return replace(act, hands=hands, board=face_down(act.board))
        case Draw():
            return replace(act, discards=face_down(act.discards), drawn=face_down(act.drawn))
        case Call() | Bet():
            return replace(act, discards=face_down(act.discards))
        case ShowHand() | CorrectCards():
            return replace(act, cards=face_down(act.cards))
        case RequestApproval():
            return replace(act, act=without_cards(act.act))
        case _:
            return act


def _role_for(act: Act, roles: tuple[Role, ...]) -> Role:
    """Return the person's role nearest to the table that may ask for this act; else any, for the table to refuse."""
    may = (role for role in NEAREST if role in roles and role in act.may_ask)
    return next(may, roles[0] if roles else Role.DEALER)


def _pin_needed(person: str) -> Refusal:
    return refuse(f"this needs the PIN of {person}", f"enter the name and the PIN of {person}", code=Code.WRONG_PIN)


def _no_person(role: Role) -> Refusal:
    return refuse(
        f"no person acts as {role} at a page", "choose a role that a person can have", code=Code.NOT_YOUR_ROLE
    )
