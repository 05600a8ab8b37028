"""The alerts that an answer of the table raises, added to it before anybody hears of it."""

from typing import assert_never

from firmware_host.rules.answers import Draft
from firmware_host.table.alerts.alert import AlertKind
from firmware_host.table.alerts.bodies import AlertRaised
from firmware_host.table.alerts.causes import RAISED_BY
from firmware_host.table.alerts.kinds import KINDS, News, is_over
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
        about, say = cause.about(draft.body), cause.say(draft.body)
        if (cause.kind, about) not in told and _is_news(state, cause.kind, about, say):
            told.add((cause.kind, about))
            answer.append(_raised(cause.kind, about, say, draft))
    return tuple(answer)


def _is_news(state: TableState, kind: AlertKind, about: str, say: str) -> bool:
    """One that was seen and is over is news whatever it says; before that its kind says when the next one is."""
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
    return Draft(body=body, paragraphs=row.paragraphs or cause.paragraphs)
