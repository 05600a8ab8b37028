"""Going on by itself: everybody does what the table expects, until it says what the script waits for."""

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
    """Return nothing once the table says it, else why it cannot be gone on."""
    for _ in range(MOST_STEPS):
        expected = [step for step in next_steps(table.state) if step.expected]
        if any(_begins(step, until) for step in expected):
            return None
        if _shuffler_does(table):
            continue
        if not expected:
            return ("the table waits for something", *on_offer(next_steps(table.state)))
        step = min(expected, key=_hands_first)
        answer = _take(table, step)
        if isinstance(answer, Refusal) or not answer:
            why = f"refused: {answer.reason}" if isinstance(answer, Refusal) else "nothing came of it"
            return (f"`{step.say}` cannot be done without more words ({why})",)
    return (f"{MOST_STEPS} steps were done and it was never said; at last it says", *_said(table))


def _shuffler_does(table: PaperTable) -> bool:
    """It does what it was told to, and all goes well; one that is read by its lamps neither gives out nor compares."""
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
    """A shuffle as this table deals on it, where any shuffler could make one."""
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
        # Asked for in this very moment: whoever looks first presses a little later.
        table.wait(A_LOOK_MS)
        answer = table.ask(act, role=step.role)
    return answer


def _hands_first(step: TableStep) -> bool:
    """A deck goes into the shuffler before the next key is pressed, so that it is ready in its turn."""
    return step.act.may_ask != DEVICE


def _begins(step: TableStep, until: str) -> bool:
    beginning = " ".join(until.split()).removesuffix("...").strip()
    return step.say.casefold().startswith(beginning.casefold())


def _said(table: PaperTable) -> list[str]:
    return on_offer(step for step in next_steps(table.state) if step.expected)
