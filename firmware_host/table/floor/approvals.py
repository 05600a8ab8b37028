"""Decisions by two people: asking, approving, declining, and the time limits of a request."""

from collections.abc import Iterator
from typing import assert_never

from msgspec.structs import replace

from firmware_host.rules.cards import DECK
from firmware_host.rules.decision import Amounts, Code, Refusal, Role, Step, Unit, draft, refuse
from firmware_host.rules.roles import in_words, nearest, said
from firmware_host.rules.round_acts import VoidRound
from firmware_host.table.acts.approvals import Approvable, Approve, Decline, RequestApproval
from firmware_host.table.acts.decks import OverrideGate, Recount
from firmware_host.table.acts.intent import Intent, TableStep
from firmware_host.table.acts.record_in_doubt import AcceptRecordEnd
from firmware_host.table.acts.round import ContinueRound
from firmware_host.table.acts.shuffler import AdoptHouseKey
from firmware_host.table.acts.system import AdoptConfiguration
from firmware_host.table.answering import answer_for_two, answers_asker
from firmware_host.table.clocks import Deadline, Stamp
from firmware_host.table.corrections.holds import SINCE, about, changed
from firmware_host.table.decks import gate
from firmware_host.table.facts.fact import Decision, Drafts, Fact
from firmware_host.table.facts.floor import (
    ApprovalCarriedOut,
    ApprovalDeclined,
    ApprovalExpired,
    ApprovalGiven,
    ApprovalRequested,
    ApprovalsBody,
)
from firmware_host.table.floor.people import FIRST_SUPERVISORS
from firmware_host.table.identities import is_one_person
from firmware_host.table.permissions import may_not_ask, not_these_two
from firmware_host.table.state.floor import Agreed, Pending, Thing
from firmware_host.table.state.people import behind, concerned, may_be_one, no_dealer_here, not_enrolled, supervisors
from firmware_host.table.state.table import TableState
from firmware_host.table.system import configuration


def waiting(state: TableState, at: Stamp | None = None) -> tuple[Pending, ...]:
    """Return the requests that can be approved now; with `at`, without those whose time is over."""
    return tuple(
        pending
        for pending in state.approvals
        if _too_late(state, pending) is None
        and not (at is not None and has_run_out(state, pending, at))
        and not isinstance(answer_for_two(state, pending.act), Refusal)
    )


def asked_for(state: TableState, at: Stamp | None = None) -> tuple[Approvable, ...]:
    """Return the acts that wait for the second person or for the end of the round."""
    return (*(pending.act for pending in waiting(state, at)), *(agreed.act for agreed in state.agreed))


@answers_asker(RequestApproval)
def request(state: TableState, act: RequestApproval, intent: Intent) -> Decision:
    """Ask for a second person. An impossible act is refused at once."""
    row = act.act.by_two
    refusal = (
        _stranger(state, intent)
        or may_not_ask(act.act, intent.role)
        or _concerned(act.act, intent.actor)
        or _nobody_else(state, act.act, intent)
    )
    if refusal is not None:
        return refusal
    if act.act in asked_for(state, intent.at):
        return refuse("this was requested already", "have a second person approve the request", *row.paragraphs)
    done = answer_for_two(state, act.act)
    if isinstance(done, Refusal):
        return done
    asked = ApprovalRequested(act=act.act, why=act.why, role=intent.role)
    return (draft(asked, *row.paragraphs),)


def _concerned(act: Approvable, name: str) -> Refusal | None:
    """Refuse a decision by the person whom it is about."""
    about_whom = concerned(act)
    if about_whom is None or not is_one_person(about_whom, name):
        return None
    return refuse(
        f"the decision is about {about_whom}, who may not be one of the two people who decide",
        f"have two others decide, each a {said(act.by_two.who)}",
        code=Code.TWO_PEOPLE_NEEDED,
    )


def _nobody_else(state: TableState, act: Approvable, intent: Intent) -> Refusal | None:
    """Refuse a request that no second person at this table could approve."""
    row, first = act.by_two, (intent.actor, intent.role)
    others = [(name, role) for name, person in state.people.items() if not person.revoked for role in person.roles]
    if state.dealer is not None:
        others.append((state.dealer, Role.DEALER))
    asker = behind(state.people, state.keys, intent.actor)
    could = (other for other in others if _two_people(state, act, first, other, asker) is None)
    if next(could, None) is not None:
        return None
    return refuse(
        f"two people have to decide this, but only {intent.actor} is enrolled in a role that may",
        _how_to_be_two(state),
        *row.paragraphs,
        code=Code.TWO_PEOPLE_NEEDED,
    )


def _how_to_be_two(state: TableState) -> str:
    if len(supervisors(state)) < FIRST_SUPERVISORS:
        return "have root add a second casino supervisor: firmware-host people add NAME --role casino-supervisor"
    return "enroll a second person in such a role: firmware-host people add NAME --role ROLE --by NAME --and NAME"


def _two_people(
    state: TableState, act: Approvable, first: tuple[str, Role], second: tuple[str, Role], asker: frozenset[str]
) -> Refusal | None:
    """Refuse two people who may not decide this together, or who may be one person."""
    both = asker & behind(state.people, state.keys, second[0])
    return (
        not_these_two(act.by_two, first, second)
        or _concerned(act, second[0])
        or may_be_one(first[0], second[0], *act.by_two.paragraphs, behind_both=both)
    )


def _stranger(state: TableState, intent: Intent) -> Refusal | None:
    """Refuse a dealer who is neither on duty here nor enrolled as a dealer."""
    return no_dealer_here(state, intent.actor) if intent.role is Role.DEALER else None


@answers_asker(Approve)
def approve(state: TableState, act: Approve, intent: Intent) -> Decision:
    """Carry out the requested act, or agree that it is carried out after the round."""
    pending = _stranger(state, intent) or _pending(state, act.request)
    if isinstance(pending, Refusal):
        return pending
    row = pending.act.by_two
    first, second = (pending.asked_by, pending.role), (intent.actor, intent.role)
    refusal = (
        _two_people(state, pending.act, first, second, frozenset(pending.behind))
        or not_enrolled(state, pending.asked_by, pending.role)
        or _run_out(state, intent, pending)
        or _too_late(state, pending)
    )
    if refusal is not None:
        return refusal
    done = answer_for_two(state, pending.act)
    if isinstance(done, Refusal):
        return done
    waits = row.between_rounds and not state.is_between_rounds
    given = ApprovalGiven(
        of=pending.number,
        asked_by=pending.asked_by,
        asked_as=pending.role,
        approved_by=intent.actor,
        approved_as=intent.role,
        why=pending.why,
        waits=waits,
    )
    both = draft(given, *row.paragraphs)
    return (both,) if waits else (both, *done)


@answers_asker(Decline)
def decline(state: TableState, act: Decline, intent: Intent) -> Decision:
    """Drop a request. Anybody who may approve may decline, and the person who asked may withdraw it."""
    pending = _stranger(state, intent) or _pending(state, act.request)
    if isinstance(pending, Refusal):
        return pending
    row = pending.act.by_two
    if intent.role not in row.who and intent.actor != pending.asked_by:
        return refuse(
            f"a {in_words(intent.role)} may not decline this request",
            "leave that to the person who asked, or to one who may approve it",
            *row.paragraphs,
            code=Code.NOT_YOUR_ROLE,
        )
    declined = ApprovalDeclined(of=pending.number, role=intent.role, why=act.why)
    return (draft(declined, *row.paragraphs),)


def _pending(state: TableState, number: int) -> Pending | Refusal:
    found = next((pending for pending in state.approvals if pending.number == number), None)
    return found or refuse(f"no request {number} waits for a second person", "make a new request")


def _run_out(state: TableState, intent: Intent, pending: Pending) -> Refusal | None:
    """Refuse a request whose time is over, even if its deadline has not been processed yet, as after a start."""
    if not has_run_out(state, pending, intent.at):
        return None
    return refuse(
        "this request was not approved in time and has expired",
        "make a new request",
        *pending.act.by_two.paragraphs,
        code=Code.OUT_OF_DATE,
    )


def _too_late(state: TableState, pending: Pending) -> Refusal | None:
    """Refuse a request made about an earlier round, deck or fault."""
    since = changed(state, pending.act, pending.about)
    if since is None:
        return None
    over = f"the request was made in round {pending.round}, which is over"
    return refuse(
        over if since is Thing.ROUND and pending.round else SINCE[since],
        "make a new request",
        *pending.act.by_two.paragraphs,
        code=Code.OUT_OF_DATE,
    )


def deadlines(state: TableState) -> tuple[Deadline, ...]:
    """Return the expiry of each request, and the execution of agreed acts at the round's end."""
    return (
        *(_expiry(state, pending) for pending in state.approvals),
        *(_execution(agreed) for agreed in state.agreed if not _has_to_wait(state, agreed)),
    )


def bites(state: TableState, name: str) -> Drafts:
    """Return the facts that follow when this deadline expires."""
    for pending in state.approvals:
        if _expiry_of(pending) == name:
            return _expired(pending)
    return next((_carried_out(state, agreed) for agreed in state.agreed if _execution_of(agreed) == name), ())


def has_run_out(state: TableState, pending: Pending, at: Stamp) -> bool:
    """
    Return whether a request has expired at this moment, processed or not.

    A request never outlives a boot, whatever the wall clock says: its reasons were those of that moment.
    """
    due = _expiry(state, pending)
    return due.boot != at.boot or due.due_ms <= at.mono_ms


def _expiry(state: TableState, pending: Pending) -> Deadline:
    limit_ms = state.config.approval_limit_s * 1000 if state.config else 0
    return Deadline(
        name=_expiry_of(pending),
        boot=pending.at.boot,
        due_ms=pending.at.mono_ms + limit_ms,
        in_round=True,
        paragraphs=pending.act.by_two.paragraphs,
    )


def _has_to_wait(state: TableState, agreed: Agreed) -> bool:
    """Return whether adopting a changed table.toml still has to wait for wagers or a time charge to be settled."""
    return isinstance(agreed.act, AdoptConfiguration) and configuration.not_yet(state, agreed.act) is not None


def _execution(agreed: Agreed) -> Deadline:
    return Deadline(
        name=_execution_of(agreed),
        boot=agreed.at.boot,
        due_ms=agreed.at.mono_ms,
        paragraphs=agreed.act.by_two.paragraphs,
    )


def _expired(request: Pending | Agreed) -> Drafts:
    return (draft(ApprovalExpired(of=request.number), *request.act.by_two.paragraphs),)


def _carried_out(state: TableState, agreed: Agreed) -> Drafts:
    row = agreed.act.by_two
    done = answer_for_two(state, agreed.act)
    if isinstance(done, Refusal):
        return _expired(agreed)
    both = ApprovalCarriedOut(of=agreed.number, asked_by=agreed.asked_by, approved_by=agreed.approved_by)
    return (draft(both, *row.paragraphs), *done)


def _expiry_of(pending: Pending) -> str:
    return f"approval-{pending.number}"


def _execution_of(agreed: Agreed) -> str:
    return f"agreed-{agreed.number}"


def folded(state: TableState, body: ApprovalsBody, fact: Fact) -> TableState:
    """Fold a fact about approvals."""
    match body:
        case ApprovalRequested():
            pending = Pending(
                number=fact.number,
                act=body.act,
                why=body.why,
                asked_by=fact.actor,
                role=body.role,
                at=fact.at,
                round=state.round_number,
                about=about(state, body.act),
                behind=tuple(sorted(behind(state.people, state.keys, fact.actor))),
            )
            return replace(state, approvals=(*state.approvals, pending))
        case ApprovalGiven(of=number):
            return replace(_without(state, number), agreed=(*state.agreed, *_agreed(state, body, fact)))
        case ApprovalCarriedOut(of=number) | ApprovalDeclined(of=number) | ApprovalExpired(of=number):
            return _without(state, number)
        case _:
            assert_never(body)


def _agreed(state: TableState, given: ApprovalGiven, fact: Fact) -> tuple[Agreed, ...]:
    return tuple(
        Agreed(
            number=pending.number,
            act=pending.act,
            asked_by=given.asked_by,
            approved_by=given.approved_by,
            at=fact.at,
        )
        for pending in state.approvals
        if given.waits and pending.number == given.of
    )


def _without(state: TableState, number: int) -> TableState:
    return replace(
        state,
        approvals=tuple(pending for pending in state.approvals if pending.number != number),
        agreed=tuple(agreed for agreed in state.agreed if agreed.number != number),
    )


LONGEST = 200
"""The longest reason that an act can carry."""

THEIRS = "no reason was given"
"""The placeholder for a reason that only the person who asks can give."""


def steps(state: TableState) -> tuple[TableStep, ...]:
    """
    Offer each request to a second person, and offer the acts that may be requested.

    For some acts the table knows the reason. For a void round and an override the person who asks has to give it.
    Corrections are not offered, because only people know the fact and the right amount.
    """
    asked = [_before_it_is_typed(act) for act in asked_for(state)]
    wanted = (
        _ask(act, why)
        for act, why in (*_wanted(state), *_at_hand(state))
        if act not in asked and not isinstance(answer_for_two(state, act), Refusal)
    )
    return (*(step for pending in waiting(state) for step in _on(pending)), *wanted)


def _wanted(state: TableState) -> Iterator[tuple[Approvable, str]]:
    if state.candidate is not None:
        yield AdoptConfiguration(candidate=state.candidate.number), "table.toml was changed"
    if state.shuffler.offered is not None:
        yield AdoptHouseKey(candidate=state.shuffler.offered.number), "table.toml names another house key"
    if state.end_doubted:
        yield AcceptRecordEnd(of=state.end_doubted), "the end of the record was checked"
    if state.halted is not None:
        why = state.halted.why[:LONGEST]
        yield VoidRound(why=why), why
        yield ContinueRound(why=why), why
    for deck in state.decks:
        if deck.suspect is not None:
            yield _before_it_is_typed(Recount(back=deck.back, counted=DECK)), deck.suspect[:LONGEST]


def _before_it_is_typed(act: Approvable) -> Approvable:
    """Leave the number of a count to people, since an offer of 52 would clear the deck with one tap (14.6(e)4)."""
    return replace(act, counted=0) if isinstance(act, Recount) else act


def _at_hand(state: TableState) -> Iterator[tuple[Approvable, str]]:
    if state.round is not None and state.halted is None:
        yield VoidRound(why=THEIRS), THEIRS
    if state.round is None and gate.needs_override(state) and state.due_deck is not None:
        yield OverrideGate(back=state.due_deck.back, why=THEIRS), THEIRS


def _ask(act: Approvable, why: str) -> TableStep:
    row = act.by_two
    wanted = RequestApproval(act=act, why=why)
    typed = Amounts(min=0, step=1, max=2 * DECK, unit=Unit.CARDS) if isinstance(act, Recount) else None
    return Step(
        act=wanted, say=f"Request approval: {row.say}.", role=nearest(row.who), amounts=typed, paragraphs=row.paragraphs
    )


def _on(pending: Pending) -> Iterator[TableStep]:
    row = pending.act.by_two
    approves = row.who if pending.role in row.led_by else row.who & row.led_by
    act = Approve(request=pending.number)
    yield Step(act=act, say=f"Approve: {pending.act.decided()}.", role=nearest(approves), paragraphs=row.paragraphs)
    declined = Decline(request=pending.number)
    yield Step(act=declined, say=f"Decline: {pending.act.decided()}.", role=nearest(row.who), paragraphs=row.paragraphs)
