"""The clauses for which something has to move: in the order in which the machine has to stand for each.

What is asked of an empty shelf comes before the one shuffle, what is asked of a full one after it.
"""

from typing import Final

from hil.conformance import clauses_of_movement, clauses_of_refusal, clauses_of_shuffling
from hil.conformance.clause import Clause, rule

MOVING: Final = (
    Clause(
        name="kept",
        section=rule(2),
        says="how an order ended is kept until EVENT_ACK names it",
        check=clauses_of_movement.kept_until_acknowledged,
    ),
    Clause(
        name="forgotten",
        section=rule(2),
        says="an event named by EVENT_ACK is not sent again; every other event is",
        check=clauses_of_movement.forgotten_when_acknowledged,
    ),
    Clause(
        name="at-most-once",
        section=rule(5),
        says="nothing moves more than once for a command",
        check=clauses_of_movement.at_most_once,
    ),
    Clause(
        name="busy",
        section=rule(5),
        says="while cards move, a new order is answered with BUSY and forgotten",
        check=clauses_of_movement.one_at_a_time,
    ),
    Clause(
        name="stays-refused",
        section=rule(5),
        says="a command refused stays refused, in a later session too",
        check=clauses_of_refusal.stays_refused,
    ),
    Clause(
        name="remembered",
        section=rule(5),
        says="the last 64 commands are remembered with their status",
        check=clauses_of_refusal.remembered,
    ),
    Clause(
        name="done",
        section=rule(7),
        says="done is said when the motor has stopped, not before",
        check=clauses_of_movement.done_when_stopped,
    ),
    Clause(
        name="ends",
        section=rule(7),
        says="RECONCILE, CLEAR and SELF_TEST end in their event, once",
        check=clauses_of_movement.ends_in_its_event,
    ),
    Clause(
        name="nothing-to-deliver",
        section=rule(9),
        says="DELIVER with no deck on the shelf is refused",
        check=clauses_of_refusal.nothing_to_deliver,
    ),
    Clause(
        name="other-colour",
        section=rule(9),
        says="SHUFFLE of another colour than lies in the feed is refused",
        check=clauses_of_refusal.other_colour,
    ),
    Clause(
        name="nonce",
        section=rule(7),
        says="SHUFFLE ends in 92 with its nonce, or in 93",
        check=clauses_of_shuffling.shuffled,
    ),
    Clause(
        name="progress",
        section=rule(3),
        says="PROGRESS carries the command of the order that moves",
        check=clauses_of_shuffling.progress,
    ),
    Clause(
        name="shelf-in-the-way",
        section=rule(9),
        says="SHUFFLE and SELF_TEST with a deck on the shelf are refused",
        check=clauses_of_refusal.shelf_in_the_way,
    ),
    Clause(
        name="still-refused",
        section=rule(5),
        says="a command refused stays refused when nothing is in its way any more",
        check=clauses_of_refusal.still_refused,
    ),
    Clause(
        name="delivers",
        section=rule(7),
        says="DELIVER ends in 9a, and the deck is not on the shelf any more",
        check=clauses_of_shuffling.delivers,
    ),
    Clause(
        name="compares",
        section=rule(13),
        says="RECONCILED counts what went in and came out since the one before",
        check=clauses_of_shuffling.compares,
    ),
    Clause(
        name="off-the-shelf",
        section=rule(13),
        says="without DELIVER a deck that is taken off the shelf counts as come out",
        check=clauses_of_shuffling.off_the_shelf,
    ),
)
"""In and out of `compares` are what the device itself has told in the clauses before."""
