"""Section 5, rules 3, 7 and 13: a deck goes through the machine, and its cards are accounted for."""

from itertools import pairwise

from drivers.shuffler.device_messages import LidOpened
from drivers.shuffler.host_messages import Deliver, Reconcile
from drivers.shuffler.port import ActFailed, CommandStatus, Delivered, Reconciled, ShuffleFailed, ShuffleFinished
from hil.conformance.bench import Bench
from hil.conformance.card_counts import Ended
from hil.conformance.clauses_at_rest import new_command
from hil.conformance.clauses_of_refusal import shuffle
from hil.conformance.giving_orders import Machine, may_move
from hil.conformance.shuffle_seen import WatchedShuffle
from hil.conformance.verdicts import CannotAsk, NotMet


async def shuffled(bench: Bench) -> None:
    seen = await _watched(bench)
    if seen.ended is None:
        raise NotMet(f"SHUFFLE: {seen.why}")
    if isinstance(seen.ended, ShuffleFinished) and seen.ended.nonce != seen.order.nonce:
        raise NotMet("SHUFFLE_FINISHED does not carry the nonce of its SHUFFLE")
    ends = [type(it).__name__ for it in seen.told if isinstance(it, Ended) and it.command == seen.order.command]
    if len(ends) > 1:
        raise NotMet(f"SHUFFLE ended {len(ends)} times, in {' and in '.join(ends)}")
    if not isinstance(seen.ended, ShuffleFinished | ShuffleFailed):
        raise NotMet(f"SHUFFLE ended in {type(seen.ended).__name__}")


async def progress(bench: Bench) -> None:
    seen = await _watched(bench)
    if not seen.progress:
        raise CannotAsk("the device sent no PROGRESS of its shuffle, which is optional")
    if any(told.command != seen.order.command for told in seen.progress):
        raise NotMet("PROGRESS came with another command than that of the shuffle")
    if any(later.done < earlier.done for earlier, later in pairwise(seen.progress)):
        raise NotMet("PROGRESS went backwards")


async def delivers(bench: Bench) -> None:
    machine, _ = await may_move(bench)
    order, status = Deliver(command=new_command()), await machine.standing()
    if not machine.knows(Deliver):
        raise CannotAsk("the device's vocabulary has no DELIVER")
    if status.shelf is None or status.output is not None:
        raise CannotAsk("no deck lies on the device's shelf, or one lies in its output")
    if (taken := await machine.order(order)) is not CommandStatus.RUNNING:
        raise CannotAsk(f"DELIVER is {taken}: see to its lid")
    ended = await machine.over(order)
    await machine.says_no_more()
    if len(machine.ends_of(order.command)) > 1:
        raise NotMet("DELIVER ended twice")
    if not isinstance(ended, Delivered | ActFailed):
        raise NotMet(f"DELIVER ended in {type(ended).__name__}")
    if isinstance(ended, Delivered) and (await machine.standing()).shelf is not None:
        raise NotMet("DELIVER has ended in DELIVERED, and STATUS says that the deck lies on the shelf")


async def compares(bench: Bench) -> None:
    """Twice, so that what went in and came out before is out of it."""
    machine, _ = await may_move(bench)
    await _compared(machine)
    told = await _compared(machine)
    status = await machine.standing()
    if bench.counts.wrong is not None:
        raise NotMet(bench.counts.wrong)
    if told.lying != status.shelf_cards:
        raise NotMet(f"the device compared {told.lying} cards on the shelf, and STATUS says {status.shelf_cards}")


async def off_the_shelf(bench: Bench) -> None:
    """Without LID_OPENED its lid is always closed: then what is missing can have gone nowhere but off the shelf."""
    machine, _ = await may_move(bench)
    if machine.knows(Deliver):
        raise CannotAsk("the device gives decks out by DELIVER")
    told = bench.counts.first or await _compared(machine)
    if told.went_in > told.came_out + told.lying:
        missing = f"{told.went_in} cards went in, {told.came_out} came out and {told.lying} lie on the shelf"
        if machine.knows(LidOpened):
            raise CannotAsk(f"{missing}: if nobody has taken them out through the lid, they are not counted")
        raise NotMet(missing)
    if not told.came_out:
        raise CannotAsk(
            "no deck was taken off the device's shelf since its last comparison: take one off and run the test again"
        )


async def _compared(machine: Machine) -> Reconciled:
    """Run RECONCILE; whether it ends correctly is another clause's question."""
    order = Reconcile(command=new_command())
    try:
        taken = await machine.order(order)
        if taken is not CommandStatus.RUNNING:
            raise CannotAsk(f"RECONCILE is {taken}: close its lid and clear its jam")
        ended = await machine.over(order)
    except NotMet as why:
        raise CannotAsk(f"RECONCILE: {why}") from None
    if not isinstance(ended, Reconciled):
        raise CannotAsk(f"RECONCILE ended in {type(ended).__name__}")
    return ended


async def _watched(bench: Bench) -> WatchedShuffle:
    """Shuffle once for every clause that needs it, because there is one deck in the feed."""
    if bench.shuffle is None:
        bench.shuffle = await _watch(bench)
    return bench.shuffle


async def _watch(bench: Bench) -> WatchedShuffle:
    machine, _ = await may_move(bench)
    status = await machine.standing()
    if status.feed is None:
        raise CannotAsk("no deck lies in the device's feed")
    order = shuffle(status.feed)
    if (taken := await machine.order(order)) is not CommandStatus.RUNNING:
        raise CannotAsk(f"SHUFFLE is {taken}: see to its lid, its shelf and its path")
    try:
        ended = await machine.over(order)
    except NotMet as why:
        return WatchedShuffle(order=order, told=tuple(machine.told), ended=None, why=str(why))
    await machine.says_no_more()
    return WatchedShuffle(order=order, told=tuple(machine.told), ended=ended)
