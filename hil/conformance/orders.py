"""The clauses for which something has to move: in the order in which the machine has to stand for each.

What is asked of an empty shelf comes before the one shuffle, what is asked of a full one after it.
"""

from typing import Final

from hil.conformance import cycling, moving, refusing
from hil.conformance.clause import Clause, rule

MOVING: Final = (
    Clause(
        name="kept",
        section=rule(2),
        says="how an order ended is kept until EVENT_ACK names it",
        check=moving.kept_until_acknowledged,
    ),
    Clause(
        name="forgotten",
        section=rule(2),
        says="what EVENT_ACK has named is not told again, all else is",
        check=moving.forgotten_when_acknowledged,
    ),
    Clause(
        name="at-most-once",
        section=rule(5),
        says="nothing moves more than once for a command",
        check=moving.at_most_once,
    ),
    Clause(
        name="busy",
        section=rule(5),
        says="while cards move, a new order is answered with BUSY and forgotten",
        check=moving.one_at_a_time,
    ),
    Clause(
        name="stays-refused",
        section=rule(5),
        says="a command refused stays refused, in a later session too",
        check=refusing.stays_refused,
    ),
    Clause(
        name="remembered",
        section=rule(5),
        says="the last 64 commands are remembered with their status",
        check=refusing.remembered,
    ),
    Clause(
        name="done",
        section=rule(7),
        says="done is said when the motor has stopped, not before",
        check=moving.done_when_stopped,
    ),
    Clause(
        name="ends",
        section=rule(7),
        says="RECONCILE, CLEAR and SELF_TEST end in their event, once",
        check=moving.ends_in_its_event,
    ),
    Clause(
        name="nothing-to-deliver",
        section=rule(9),
        says="DELIVER with no deck on the shelf is refused",
        check=refusing.nothing_to_deliver,
    ),
    Clause(
        name="other-colour",
        section=rule(9),
        says="SHUFFLE of another colour than lies in the feed is refused",
        check=refusing.other_colour,
    ),
    Clause(
        name="nonce",
        section=rule(7),
        says="SHUFFLE ends in 92 with its nonce, or in 93",
        check=cycling.shuffled,
    ),
    Clause(
        name="progress",
        section=rule(3),
        says="PROGRESS carries the command of the order that moves",
        check=cycling.progress,
    ),
    Clause(
        name="shelf-in-the-way",
        section=rule(9),
        says="SHUFFLE and SELF_TEST with a deck on the shelf are refused",
        check=refusing.shelf_in_the_way,
    ),
    Clause(
        name="still-refused",
        section=rule(5),
        says="a command refused stays refused when nothing is in its way any more",
        check=refusing.still_refused,
    ),
    Clause(
        name="delivers",
        section=rule(7),
        says="DELIVER ends in 9a, and the deck is not on the shelf any more",
        check=cycling.delivers,
    ),
    Clause(
        name="compares",
        section=rule(13),
        says="RECONCILED counts what went in and came out since the one before",
        check=cycling.compares,
    ),
    Clause(
        name="off-the-shelf",
        section=rule(13),
        says="without DELIVER a deck that is taken off the shelf counts as come out",
        check=cycling.off_the_shelf,
    ),
)

"""In and out of `compares` are what the device itself has told in the clauses before."""
