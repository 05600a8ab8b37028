"""The clauses that need a person at the machine. The report lists them, so that nobody takes them for met."""

from collections.abc import Awaitable, Callable
from typing import Final

from hil.conformance.bench import Bench
from hil.conformance.clause import Clause, rule
from hil.conformance.verdicts import TakesHands


def by_hand(what: str) -> Callable[[Bench], Awaitable[None]]:
    async def check(bench: Bench) -> None:
        del bench
        raise TakesHands(what)

    return check


HANDS: Final = (
    Clause(
        name="pairing",
        section="4 Pairing",
        says="a press opens pairing for 120 s and for one pairing; new key and empty memory come in one write",
        check=by_hand("press its pairing key and pair it by `firmware-host shuffler pair`"),
    ),
    Clause(
        name="outlasts-power",
        section=rule(2),
        says="events and commands outlast a loss of power",
        check=by_hand("cut its power before an event is acknowledged"),
    ),
    Clause(
        name="boot-count",
        section="5 Messages",
        says="the boot count is one more at each start",
        check=by_hand("cut its power, and compare the boot counts before and after in `firmware-host shuffler trace`"),
    ),
    Clause(
        name="full-memory",
        section=rule(2),
        says="256 events are kept, then orders are busy",
        check=by_hand("it takes 256 events without an acknowledgement"),
    ),
    Clause(
        name="lid",
        section=rule(9),
        says="with the lid open every order is refused; opening it stops what moves",
        check=by_hand("open its lid, at rest and in a shuffle"),
    ),
    Clause(
        name="power-loss",
        section=rule(10),
        says="RESTARTED is sent at the next start, then the failure of the order",
        check=by_hand("cut its power in a shuffle"),
    ),
    Clause(
        name="jam",
        section=rule(11),
        says="a jam stands until CLEARED, and refuses all but CLEAR",
        check=by_hand("jam a card"),
    ),
    Clause(
        name="deck-loaded",
        section=rule(14),
        says="DECK_LOADED is sent once when a deck has been put into the feed",
        check=by_hand("put a deck into its feed"),
    ),
    Clause(
        name="switch",
        section=rule(15),
        says="a turn of the switch is reported once, without its bounces",
        check=by_hand("turn its switch"),
    ),
)
