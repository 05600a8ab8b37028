"""The alerts that an answer of the table raises, added to it before anybody hears of it."""

from firmware_host.rules.answers import Draft
from firmware_host.table.alerts.alert import AlertKind
from firmware_host.table.alerts.bodies import AlertRaised
from firmware_host.table.alerts.causes import RAISED_BY
from firmware_host.table.alerts.kinds import KINDS, is_over
from firmware_host.table.contract import TableDraft
from firmware_host.table.drafts import Drafts
from firmware_host.table.state import TableState


def with_alerts(state: TableState, drafts: Drafts) -> Drafts:
    """Return the answer with the alerts it raises, each behind the fact that is its cause."""
    answer = list[TableDraft]()
    told = set[tuple[AlertKind, str]]()
    for draft in drafts:
        answer.append(draft)
        cause = RAISED_BY.get(type(draft.body))
        if cause is None or not cause.when(state, draft.body):
            continue
        about = cause.about(draft.body)
        if (cause.kind, about) not in told and _is_news(state, cause.kind, about):
            told.add((cause.kind, about))
            answer.append(_raised(cause.kind, about, cause.say(draft.body), draft))
    return tuple(answer)


def _is_news(state: TableState, kind: AlertKind, about: str) -> bool:
    """The same again is no news before somebody has seen it; once seen, it is unless it never was over."""
    standing = next((alert for alert in state.alerts if (alert.kind, alert.about) == (kind, about)), None)
    return standing is None or (standing.acknowledged_by is not None and is_over(state, standing))


def _raised(kind: AlertKind, about: str, say: str, cause: TableDraft) -> TableDraft:
    row = KINDS[kind]
    body = AlertRaised(alert=kind, about=about, severity=row.severity, say=say)
    return Draft(body=body, paragraphs=row.paragraphs or cause.paragraphs)
