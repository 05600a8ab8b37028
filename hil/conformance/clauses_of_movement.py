"""Section 5, rules 2, 5 and 7, where something has to move: only with `--moves`, and only what the machine allows."""

from typing import Final

from drivers.shuffler.host_messages import Clear, EventAck, Order, Reconcile, SelfTest
from drivers.shuffler.layout import tag_of
from drivers.shuffler.port import ActFailed, Activity, Cleared, CommandStatus, Reconciled, SelfTested
from hil.conformance.bench import Bench
from hil.conformance.card_counts import Ended
from hil.conformance.clauses_at_rest import QUIET_MS, new_command, told_by
from hil.conformance.giving_orders import Machine, may_move
from hil.conformance.verdicts import CannotAsk, NotMet

ENDS: Final[tuple[tuple[type[SelfTest | Clear | Reconcile], type[Ended]], ...]] = (
    (SelfTest, SelfTested),
    (Clear, Cleared),
    (Reconcile, Reconciled),
)
"""What can be ordered at any time, and how it ends unless it could not come to its end."""


async def at_most_once(bench: Bench) -> None:
    """It stops in between, so that doing it again would be possible, and is asked in a later session, too."""
    machine, _ = await may_move(bench)
    order = await machine.moves_itself()
    ended = await machine.ended(order.command)
    again = await machine.order(order)
    later = Machine(bench, (await told_by(bench))[0])
    after, became = await later.order(order), await later.became(order.command)
    extra = await later.session.message(within_ms=QUIET_MS)
    await later.acknowledge(ended)
    if {again, after, became} != {CommandStatus.DONE} or extra is not None:
        raise NotMet(f"an order that was done is {again}, {after} and {became} when it is given and asked for again")


async def one_at_a_time(bench: Bench) -> None:
    machine, _ = await may_move(bench)
    order = await machine.moves_itself()
    other = type(order)(command=new_command())
    status = await machine.order(other)
    over = bool(machine.ends_of(order.command))
    await machine.over(order)
    if status is CommandStatus.BUSY:
        if await machine.became(other.command) is not CommandStatus.UNKNOWN:
            raise NotMet("an order that was answered busy is remembered")
        return
    await machine.lets_end(other, status)
    if not over:
        raise NotMet(f"an order that was given while cards moved was answered with {status}")
    raise CannotAsk("what it did was over before another order could be given")


async def kept_until_acknowledged(bench: Bench) -> None:
    machine, _ = await may_move(bench)
    ended = await machine.ended((await machine.moves_itself()).command)
    later, told = await told_by(bench)
    await later.tell(EventAck(event=ended.event))
    if told.count(ended) != 1:
        raise NotMet("the unacknowledged end of an order was not sent again in the next session")


async def forgotten_when_acknowledged(bench: Bench) -> None:
    machine, before = await may_move(bench)
    ended = await machine.over(await machine.moves_itself())
    _, told = await told_by(bench)
    if ended in told:
        raise NotMet("an event was sent again although EVENT_ACK had named it")
    if [event for event in before if event not in told] and told:
        raise NotMet("EVENT_ACK of one event made it forget another")


async def done_when_stopped(bench: Bench) -> None:
    machine, _ = await may_move(bench)
    order = await machine.moves_itself()
    became, status = await machine.became(order.command), await machine.standing()
    await machine.over(order)
    if status.activity is Activity.IDLE:
        raise CannotAsk("what it did was over before it could be asked")
    if became is not CommandStatus.RUNNING:
        raise NotMet(f"an order was {became} and STATUS said {status.activity} after that")


async def ends_in_its_event(bench: Bench) -> None:
    """Exactly one, and the right one."""
    machine, _ = await may_move(bench)
    asked = False
    for kind, end in ENDS:
        if machine.knows(kind):
            order = kind(command=new_command())
            if await machine.order(order) is CommandStatus.RUNNING:
                asked = True
                await _ends(machine, order, end)
    if not asked:
        raise CannotAsk("the device takes neither SELF_TEST nor CLEAR nor RECONCILE now: close its lid")


async def _ends(machine: Machine, order: Order, end: type[Ended]) -> None:
    name = tag_of(type(order)).name
    try:
        ended = await machine.over(order)
    except NotMet as why:
        raise NotMet(f"{name}: {why}") from None
    extra = await machine.session.message(within_ms=QUIET_MS)
    if not isinstance(ended, end | ActFailed):
        raise NotMet(f"{name} ended in {type(ended).__name__}")
    if isinstance(extra, Ended) and extra.command == order.command:
        raise NotMet(f"{name} ended twice: with {type(ended).__name__}, then with {type(extra).__name__}")
