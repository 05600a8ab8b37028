"""The auditor's checks on blinds and seats: who posts what before the deal, who owes, who moves (I-7)."""

from collections.abc import Iterator
from typing import Any

Body = dict[str, Any]


class AuditedBlinds:
    """Checks blinds and seats: pass every body to `hear`, which yields what is wrong."""

    def __init__(self) -> None:
        """Start with empty seats and no debts."""
        self._seats: set[int] = set()
        self._owed: dict[int, set[str]] = {}
        self._before: dict[int, set[str]] = {}
        self._started: Body | None = None
        self._cards_out = False

    def hear(self, body: Body) -> Iterator[str]:
        """Check the body of one published fact."""
        match body["kind"]:
            case "seat-taken":
                self._seats.add(body["seat"])
            case "seat-left":
                self._seats.discard(body["seat"])
                self._owed.pop(body["seat"], None)
                self._before.pop(body["seat"], None)
            case "seat-changed":
                yield from self._moved(body["seat"], body["to"])
            case "table-idled" | "table-closed":
                self._owed.clear()
                if body["kind"] == "table-closed":
                    self._seats.clear()
            case "blind-missed":
                yield from self._missed(body["seat"], body["blind"])
            case "round-started":
                self._started, self._cards_out = body, False
                self._before = {seat: set(blinds) for seat, blinds in self._owed.items()}
            case "hands-dealt":
                self._cards_out = True
            case "blinds-posted":
                yield from self._posted(body)
            case "round-voided":
                self._started, self._owed = None, self._before
            case "round-completed":
                self._started = None
            case _:
                pass

    def amend(self, was: Body | None, now: Body | None) -> None:
        """Undo a deal that was taken back: nothing was posted, and nobody missed a blind in it."""
        if was is None or now is not None:
            return
        if was["kind"] == "blind-missed":
            left = self._owed.get(was["seat"], set()) - {was["blind"]}
            self._owed = {**self._owed, was["seat"]: left}
            self._owed = {seat: blinds for seat, blinds in self._owed.items() if blinds}
        if was["kind"] == "round-started":
            self._started, self._owed = None, self._before

    def _moved(self, seat: int, to: int) -> Iterator[str]:
        if self._started is not None:
            yield f"seat {seat} moved during a round"
        if seat not in self._seats or to in self._seats:
            yield f"seat {seat} moved to seat {to}, which was not possible"
        self._seats = {*self._seats - {seat}, to}
        if seat in self._owed:
            self._owed[to] = self._owed.pop(seat)

    def _missed(self, seat: int, blind: str) -> Iterator[str]:
        if seat not in self._seats:
            yield f"empty seat {seat} missed a blind"
        if blind in self._owed.setdefault(seat, set()):
            yield f"seat {seat} missed the {blind} blind twice"
        self._owed[seat].add(blind)

    def _posted(self, body: Body) -> Iterator[str]:
        started = self._started or {}
        dealt, late, straddler = started.get("seats", ()), body["made_up"], body["straddler"]
        in_turn = [seat for seat in body["seats"] if seat not in late]
        if self._cards_out:
            yield "blinds were posted after the deal"
        if straddler is not None and in_turn[-1:] != [straddler]:
            yield f"seat {straddler} straddled out of position"
        # Who posts a kill besides the blinds is none of them; a killer who is due a blind posts the kill instead.
        killer = body.get("killer")
        blinds = [seat for seat in in_turn if seat not in (straddler, killer)]
        waited = [seat for seat in dealt if seat in self._owed and seat not in (*late, *blinds[-1:], killer)]
        if waited and len(dealt) - len([seat for seat in dealt if seat in self._owed]) >= 2:
            yield f"seat {waited[0]} was dealt in but owes a blind"
        if body["cents"]:
            yield from self._amounts(body, (started.get("stakes") or {}).get("blinds_cents", ()))
        for seat in dealt:
            self._owed.pop(seat, None)

    def _amounts(self, body: Body, blinds: list[int]) -> Iterator[str]:
        """Check amounts: of missed blinds the last is live and the others dead; a straddle is twice the last blind."""
        cents = dict(zip(body["seats"], body["cents"], strict=True))
        dead = dict(zip(body["made_up"], body["dead"], strict=False))
        if body["straddler"] is not None and cents[body["straddler"]] != 2 * blinds[-1]:
            yield f"seat {body['straddler']} straddled for {cents[body['straddler']]} cents"
        for seat in body["made_up"]:
            owed = self._owed.get(seat, set())
            smaller = zip(("small", "first"), reversed(blinds[:-1]), strict=False)
            due = blinds[-1] if "big" in owed else 0, sum(each for name, each in smaller if name in owed)
            if (cents[seat], dead.get(seat, 0)) != due:
                yield f"seat {seat} made up missed blinds with the wrong amount"
