"""Section 5, rules 5 and 9: what is refused, and that it stays refused."""

import secrets
from contextlib import suppress
from typing import Final

from drivers.shuffler.fields import ORDER_NONCE_BYTES
from drivers.shuffler.host_messages import Deliver, Order, SelfTest, Shuffle
from drivers.shuffler.layout import LAYOUTS, tag_of
from drivers.shuffler.messages import encode
from drivers.shuffler.port import Back, CommandId, CommandStatus, Status
from hil.conformance.bench import Bench
from hil.conformance.clauses_at_rest import ended_by, new_command, told_by
from hil.conformance.giving_orders import Machine, may_move
from hil.conformance.verdicts import CannotAsk, NotMet

REMEMBERED: Final = 64

BACK_AT: Final = LAYOUTS[tag_of(Deliver)].size
"""Its command goes before, of which DELIVER has nothing else."""

NO_BACK: Final = 9


async def stays_refused(bench: Bench) -> None:
    """In a later session, too."""
    machine, _ = await may_move(bench)
    order = await _refused(machine, new_command())
    again = await machine.order(order)
    later = Machine(bench, (await told_by(bench))[0])
    after, became = await later.order(order), await later.became(order.command)
    for status in (again, after):
        await later.lets_end(order, status)
    if {again, after, became} != {CommandStatus.REFUSED}:
        raise NotMet(f"an order that was refused is {again}, {after} and {became} when it is given and asked for again")


async def still_refused(bench: Bench) -> None:
    """A DELIVER that was refused while no deck lay on the shelf, given again now that one does."""
    machine, _ = await may_move(bench)
    order, status = bench.refused, await machine.standing()
    if order is None:
        raise CannotAsk("nothing was refused before that could be done now: it takes a shuffle, and DELIVER")
    if status.shelf is None or status.output is not None:
        raise CannotAsk("no deck lies on the device's shelf, or one lies in its output")
    if await machine.became(order.command) is not CommandStatus.REFUSED:
        raise CannotAsk("an order that it refuses is not remembered at all")
    answer = await machine.order(order)
    await machine.lets_end(order, answer)
    if answer is not CommandStatus.REFUSED:
        raise NotMet(f"DELIVER that was refused is {answer} once a deck lies on its shelf")


async def remembered(bench: Bench) -> None:
    machine, _ = await may_move(bench)
    first = await _refused(machine, new_command())
    if await machine.became(first.command) is not CommandStatus.REFUSED:
        raise CannotAsk("an order that it refuses is not remembered at all")
    for _ in range(REMEMBERED - 1):
        await _refused(machine, new_command())
    became, again = await machine.became(first.command), await machine.order(first)
    await machine.lets_end(first, again)
    if {became, again} != {CommandStatus.REFUSED}:
        raise NotMet(f"{REMEMBERED - 1} commands later one that was refused is {became}, and {again} when given again")


async def other_colour(bench: Bench) -> None:
    machine, _ = await may_move(bench)
    status = await machine.standing()
    if status.feed is None or status.shelf is not None or status.astray:
        raise CannotAsk("no deck lies in the device's feed, or one lies on its shelf")
    other = next(back for back in Back if back is not status.feed)
    await _is_refused(machine, shuffle(other), f"SHUFFLE of a {other} deck with a {status.feed} one in the feed")


async def nothing_to_deliver(bench: Bench) -> None:
    machine, _ = await may_move(bench)
    order = Deliver(command=new_command())
    if not machine.knows(type(order)):
        raise CannotAsk("the device's vocabulary has no DELIVER")
    if (await machine.standing()).shelf is not None:
        raise CannotAsk("a deck lies on the device's shelf")
    await _is_refused(machine, order, "DELIVER with no deck on the shelf")
    bench.refused = order


async def shelf_in_the_way(bench: Bench) -> None:
    """Of the colour that lies in the feed, if one does: then nothing but the shelf is in its way."""
    machine, _ = await may_move(bench)
    status = await machine.standing()
    if status.shelf is None:
        raise CannotAsk("no deck lies on the device's shelf")
    await _is_refused(machine, shuffle(status.feed or status.shelf), "SHUFFLE with a deck on the shelf")
    if machine.knows(SelfTest):
        await _is_refused(machine, SelfTest(command=new_command()), "SELF_TEST with a deck on the shelf")


async def unknown_value(bench: Bench) -> None:
    """A device that takes it may shuffle what lies in its feed: without leave it is asked of an empty one only."""
    session, _ = await told_by(bench)
    machine = Machine(bench, session)
    if not bench.moves and (await machine.standing()).feed is not None:
        raise CannotAsk(
            "a deck lies in the device's feed and might be shuffled: take the deck out, or run the test again with "
            "--moves"
        )
    order = shuffle(Back.BLUE)
    payload = encode(order)
    try:
        await ended_by(bench, session, payload[:BACK_AT] + bytes((NO_BACK,)) + payload[BACK_AT + 1 :])
    except NotMet:
        await _as_it_was(machine, order)
        raise


async def _as_it_was(machine: Machine, order: Shuffle) -> None:
    with suppress(NotMet, CannotAsk):
        await machine.lets_end(order, await machine.became(order.command))


def shuffle(back: Back) -> Shuffle:
    return Shuffle(command=new_command(), back=back, nonce=secrets.token_bytes(ORDER_NONCE_BYTES))


async def _is_refused(machine: Machine, order: Order, what: str) -> None:
    status = await machine.order(order)
    await machine.lets_end(order, status)
    if status is not CommandStatus.REFUSED:
        raise NotMet(f"{what} is {status}")


async def _refused(machine: Machine, command: CommandId) -> Order:
    """An order that was refused. Raises CannotAsk where it was not: that is another clause's question."""
    order = _refusable(machine, await machine.standing(), command)
    status = await machine.order(order)
    await machine.lets_end(order, status)
    if status is not CommandStatus.REFUSED:
        raise CannotAsk(f"{tag_of(type(order)).name}, which it has to refuse now, is {status}")
    return order


def _refusable(machine: Machine, status: Status, command: CommandId) -> Order:
    if machine.knows(Deliver) and status.shelf is None:
        return Deliver(command=command)
    other = next(back for back in Back if back is not status.feed)
    return Shuffle(command=command, back=other, nonce=secrets.token_bytes(ORDER_NONCE_BYTES))
