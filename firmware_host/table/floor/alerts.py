"""Alerts: raised with the fact that causes them, acknowledged and cleared by people."""

from typing import assert_never

from msgspec.structs import replace

from firmware_host.rules.act_and_fact import NewAlert
from firmware_host.rules.decision import Code, Key, Refusal, Role, Step, draft, refuse
from firmware_host.rules.roles import Who, in_words, nearest, said
from firmware_host.rules.round_facts import RoundStarted
from firmware_host.table.acts.floor import AcknowledgeAlert, ClearAlert
from firmware_host.table.acts.intent import Intent, TableStep
from firmware_host.table.answering import answers_asker
from firmware_host.table.facts.decks import ShuffleProved
from firmware_host.table.facts.dice import ShakeFellShort
from firmware_host.table.facts.fact import Body, Decision, Drafts, Fact, TableDraft
from firmware_host.table.facts.floor import AlertAcknowledged, AlertCleared, AlertRaised, AlertsBody, DeadlineNear
from firmware_host.table.facts.round import PuckSeen
from firmware_host.table.facts.shuffler import ShufflerReconciled
from firmware_host.table.floor.alert_kinds import KINDS, News, is_over
from firmware_host.table.identities import is_one_person
from firmware_host.table.state.button import next_place
from firmware_host.table.state.floor import Alert
from firmware_host.table.state.proof import is_dealt_on
from firmware_host.table.state.reconciliation import by_hand_through_the_lid
from firmware_host.table.state.table import TableState, Warned
from firmware_host.table.terms import AlertKind


@answers_asker(AcknowledgeAlert)
def acknowledge(state: TableState, act: AcknowledgeAlert, intent: Intent) -> Decision:
    """Record that a person deals with an alert; a second time changes nothing."""
    alert = _standing(state, act.alert)
    if isinstance(alert, Refusal):
        return alert
    may = KINDS[alert.kind].acknowledged_by
    if intent.role not in may:
        return _not_theirs(alert, intent, may, "acknowledge")
    if alert.acknowledged_by is not None:
        return ()
    return (draft(AlertAcknowledged(of=alert.number, role=intent.role), *alert.paragraphs),)


@answers_asker(ClearAlert)
def clear(state: TableState, act: ClearAlert, intent: Intent) -> Decision:
    """End an alert whose cause is over."""
    alert = _standing(state, act.alert)
    if isinstance(alert, Refusal):
        return alert
    kind = KINDS[alert.kind]
    if intent.role not in kind.cleared_by:
        return _not_theirs(alert, intent, kind.cleared_by, "clear")
    if alert.kind is AlertKind.PEOPLE_BY_ROOT and is_one_person(alert.about, intent.actor):
        return refuse(
            f"the alert is about {alert.about}, who may not clear it",
            "have another supervisor clear it",
            code=Code.TWO_PEOPLE_NEEDED,
        )
    if not is_over(state, alert):
        return refuse(
            f"the cause of the alert {alert.kind} ({alert.about}) is not over yet", kind.put_right, *alert.paragraphs
        )
    return (draft(AlertCleared(of=alert.number, role=intent.role, note=act.note), *alert.paragraphs),)


def _standing(state: TableState, number: int) -> Alert | Refusal:
    alert = next((alert for alert in state.alerts if number in (alert.number, alert.latest)), None)
    if alert is not None:
        return alert
    standing = ", ".join(str(alert.number) for alert in state.alerts)
    return refuse(
        f"there is no open alert {number}",
        f"name one of the open alerts: {standing}" if standing else "no alert is open, so none needs this",
    )


def _not_theirs(alert: Alert, intent: Intent, may: Who, what: str) -> Refusal:
    return refuse(
        f"a {in_words(intent.role)} may not {what} the alert {alert.kind}",
        f"ask a {said(may)}",
        *alert.paragraphs,
        code=Code.NOT_YOUR_ROLE,
    )


def with_alerts(state: TableState, drafts: Drafts) -> Drafts:
    """Return the answer with the alerts it raises, each directly after the fact that caused it."""
    answer = list[TableDraft]()
    added = set[tuple[AlertKind, str]]()
    for fact in drafts:
        answer.append(fact)
        new = raised_by(fact.body)
        if new is None or not _state_agrees(state, fact.body):
            continue
        kind = AlertKind(new.kind)
        if (kind, new.about) not in added and _is_news(state, kind, new.about, new.say):
            added.add((kind, new.about))
            answer.append(_raised(kind, new.about, new.say, fact))
    return tuple(answer)


def raised_by(body: Body) -> NewAlert | None:
    """Return the alert that a fact raises, if the table's state confirms it."""
    if isinstance(body, RoundStarted):
        return NewAlert(
            kind=AlertKind.PUCK_ELSEWHERE,
            about="puck",
            say=f"The button was not at seat {body.button} when the cards were dealt.",
        )
    return body.raises()


def _state_agrees(state: TableState, body: Body) -> bool:
    """Return whether the state confirms the alert; most facts raise it in any state."""
    match body:
        case PuckSeen():
            return _puck_astray(state, body)
        case RoundStarted():
            return _puck_left_behind(state, body)
        case ShakeFellShort():
            # One short shake is a mistake; after the second a floorperson may want to order the shaker passed.
            return state.dice is not None and state.dice.shaker.short > 0
        case ShuffleProved(grade=grade):
            return not is_dealt_on(state, grade)
        case ShufflerReconciled():
            # After a jam fewer cards came out than in: the rest were taken out by hand, and the next cycle counts them.
            return state.in_shuffler is None or not by_hand_through_the_lid(state.shuffler, body)
        case _:
            return True


def _puck_astray(state: TableState, body: PuckSeen) -> bool:
    """Return whether the puck left its place in mid-round; moving it one place early, for the next round, is fine."""
    if state.round is None or state.button is None:
        return False
    return body.seat not in (state.button, next_place(state.button, state.present))


def _puck_left_behind(state: TableState, body: RoundStarted) -> bool:
    """Return whether the sensors see the puck at a seat other than the button's as the cards are dealt."""
    seen = state.puck_known and state.devices.get("puck") is not False
    return seen and body.button is not None and state.puck not in (None, body.button)


def _is_news(state: TableState, kind: AlertKind, about: str, say: str) -> bool:
    """Return whether to raise the alert again: always once acknowledged and over, before that as its kind says."""
    standing = next((alert for alert in state.alerts if (alert.kind, alert.about) == (kind, about)), None)
    if standing is None or (standing.acknowledged_by is not None and is_over(state, standing)):
        return True
    news = KINDS[kind].news
    match news:
        case News.EACH_TIME:
            return True
        case News.OTHER_WORDS:
            return say != standing.say
        case News.WHEN_SEEN:
            return False
        case _:
            assert_never(news)


def _raised(kind: AlertKind, about: str, say: str, cause: TableDraft) -> TableDraft:
    row = KINDS[kind]
    body = AlertRaised(alert=kind, about=about, severity=row.severity, say=say)
    return draft(body, *(row.paragraphs or cause.paragraphs))


def folded(state: TableState, body: AlertsBody, fact: Fact) -> TableState:
    """Fold a fact about alerts."""
    match body:
        case AlertRaised():
            return replace(state, alerts=_fold_raised(state.alerts, body, fact))
        case AlertAcknowledged(of=number):
            return replace(
                state,
                alerts=tuple(
                    replace(alert, acknowledged_by=fact.actor) if alert.number == number else alert
                    for alert in state.alerts
                ),
            )
        case AlertCleared(of=number):
            return replace(state, alerts=tuple(alert for alert in state.alerts if alert.number != number))
        case DeadlineNear(name=name, boot=boot, due_ms=due_ms):
            others = tuple(warned for warned in state.warned if warned.name != name)
            return replace(state, warned=(*others, Warned(name=name, boot=boot, due_ms=due_ms)))
        case _:
            assert_never(body)


def _fold_raised(standing: tuple[Alert, ...], body: AlertRaised, fact: Fact) -> tuple[Alert, ...]:
    new = Alert(
        number=fact.number,
        kind=body.alert,
        about=body.about,
        severity=body.severity,
        say=body.say,
        paragraphs=fact.paragraphs,
        at=fact.at,
        latest=fact.number,
    )
    same = {(alert.kind, alert.about): alert for alert in standing}.get((new.kind, new.about))
    if same is None:
        return (*standing, new)
    again = replace(new, number=same.number, times=same.times + 1)
    return tuple(again if alert is same else alert for alert in standing)


def steps(state: TableState) -> tuple[TableStep, ...]:
    """Offer to acknowledge new alerts, the oldest by a key, and to clear alerts that are over."""
    unseen = [alert for alert in state.alerts if alert.acknowledged_by is None]
    by_key = next((alert for alert in unseen if Role.DEALER in KINDS[alert.kind].acknowledged_by), None)
    seen = (_steps_acknowledge(alert, key=Key.CALL_FLOOR_HELD if alert is by_key else None) for alert in unseen)
    over = (_steps_clear(alert) for alert in state.alerts if is_over(state, alert))
    return (*seen, *over)


def _steps_acknowledge(alert: Alert, *, key: Key | None) -> TableStep:
    """Steps are shown to everybody, so they use the sign's words. Only the dealer has keys."""
    return Step(
        act=AcknowledgeAlert(alert=alert.number),
        say=f"Seen: {KINDS[alert.kind].sign}",
        role=nearest(KINDS[alert.kind].acknowledged_by),
        key=key,
        paragraphs=alert.paragraphs,
    )


def _steps_clear(alert: Alert) -> TableStep:
    return Step(
        act=ClearAlert(alert=alert.number),
        say=f"Clear: {KINDS[alert.kind].sign}",
        role=nearest(KINDS[alert.kind].cleared_by),
        paragraphs=alert.paragraphs,
    )
