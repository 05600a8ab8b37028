"""`go on until`: people and devices do what the table expects, until it says the awaited words."""

import msgspec

from firmware_host.rules.decision import Code, Refusal, Role
from firmware_host.rules.roles import DEVICE
from firmware_host.table.acts.decks import ReportShuffle
from firmware_host.table.acts.intent import Act, TableStep
from firmware_host.table.acts.round import PressKey
from firmware_host.table.acts.shuffler import ReportDelivery, ReportReconciliation
from firmware_host.table.device_orders import DeliverCommand, outstanding, shuffles
from firmware_host.table.prompts import next_steps
from firmware_host.table.state.hindrance import of_machine
from firmware_host.table.terms import Known
from hil.scenario.doing import on_offer
from hil.scenario.paper import PaperTable
from hil.scenario.readings import tag
from hil.scenario.verbs import Values, comparison_under_way, delivery_under_way, order_under_way

MOST_STEPS = 500

A_SHUFFLE_MS = 45_000

A_LOOK_MS = 2_000


def go_on(table: PaperTable, until: str) -> tuple[str, ...] | None:
    """Play until the table says these words; return None, or why it got stuck."""
    for _ in range(MOST_STEPS):
        expected = [step for step in next_steps(table.state) if step.expected]
        if any(_begins(step, until) for step in expected):
            return None
        if _shuffler_does(table):
            continue
        if not expected:
            return ("the table expects no step", *on_offer(next_steps(table.state)))
        step = min(expected, key=_hands_first)
        answer = _take(table, step)
        if isinstance(answer, Refusal) or not answer:
            why = f"refused: {answer.reason}" if isinstance(answer, Refusal) else "nothing happened"
            return (f"`{step.say}` cannot be done without more details ({why})",)
    return (f"after {MOST_STEPS} steps the table has not said that; now it says", *_said(table))


def _shuffler_does(table: PaperTable) -> bool:
    """Let the shuffler carry out its orders; one read by its lamps neither delivers nor compares."""
    if shuffles(table.state):
        table.wait(A_SHUFFLE_MS)
        _report(table)
        return True
    if any(isinstance(command, DeliverCommand) for command in outstanding(table.state)):
        _told(table, ReportDelivery, delivery_under_way(table.state))
        return True
    if table.state.shuffler.compare and not of_machine(table.state):
        _told(table, ReportReconciliation, comparison_under_way(table.state))
        return True
    return False


def _told(table: PaperTable, act: type[Act], values: Values) -> None:
    told = msgspec.convert({"kind": tag(act), **values}, act)
    table.ask(told, role=Role.DEVICE, name="shuffler")


def _report(table: PaperTable) -> None:
    """Report a shuffle of a grade that this table accepts."""
    accepts = table.state.config.accepts if table.state.config else ()
    known = next((known for known in Known if known.grade in accepts), Known.REPORTED)
    done = {**order_under_way(table.state), "known": known}
    if known is Known.WITNESSED:
        done |= {"mode": None, "counted": None}
    _told(table, ReportShuffle, done)


def _take(table: PaperTable, step: TableStep) -> object:
    act = PressKey(key=step.key) if step.key else step.act
    answer = table.ask(act, role=step.role)
    if isinstance(answer, Refusal) and answer.code is Code.OUT_OF_DATE:
        # The step came up at this very moment; a person would press a little later.
        table.wait(A_LOOK_MS)
        answer = table.ask(act, role=step.role)
    return answer


def _hands_first(step: TableStep) -> bool:
    """Sort steps by hand before keys: a deck goes into the shuffler early, to be ready in time."""
    return step.act.may_ask != DEVICE


def _begins(step: TableStep, until: str) -> bool:
    beginning = " ".join(until.split()).removesuffix("...").strip()
    return step.say.casefold().startswith(beginning.casefold())


def _said(table: PaperTable) -> list[str]:
    return on_offer(step for step in next_steps(table.state) if step.expected)
