"""The check that a seat is in the round: only those players are dealt in, bet and win (14.7(a))."""

from collections.abc import Iterable

from firmware_host.rules.decision import Code, Refusal, refuse
from firmware_host.rules.round.round_state import Round
from firmware_host.rules.struct import Seat

SEATED = ("14.7(a)",)


def stranger(round_: Round, seats: Iterable[Seat]) -> Refusal | None:
    """Refuse the first of these seats that was not dealt in or has folded."""
    live = sorted(round_.seats_in)
    out = next((seat for seat in seats if seat not in live), None)
    if out is None:
        return None
    folded = out in round_.seats
    return refuse(
        f"seat {out} {'has folded' if folded else 'was not dealt into this round'}",
        f"name one of the seats {', '.join(map(str, live))}",
        *((*SEATED, "14.6(d)") if folded else SEATED),
        code=Code.NOT_SEATED,
    )
