"""
Checks the facts of a mini-dice table independently and collects what is wrong.

The auditor shares no code with the table: it asks a regulator's questions of the published JSON.
"""

from typing import Any

import msgspec

from hil.auditor.chain import AuditedChain

LEAST = 3


class DiceAuditor:
    """Checks every fact passed to `hear`; `complaints` stays empty while everything is right."""

    def __init__(self) -> None:
        """Start before the first fact."""
        self.complaints: list[str] = []
        self.rounds = 0
        self._chain = AuditedChain()
        self._shake: dict[int, dict[str, Any]] = {}
        self._holder: int | None = None

    @property
    def last(self) -> int:
        """Return the number of the newest fact heard."""
        return self._chain.last

    def hear(self, data: bytes, digest: str) -> None:
        """Check one fact: its bytes as published or stored, and its claimed hash."""
        fact: dict[str, Any] = msgspec.json.decode(data)
        self.complaints += [
            f"shake {self.rounds + 1}: {complaint}" for complaint in self._chain.hear(fact, data, digest)
        ]
        body = fact["body"]
        match body["kind"]:
            case "amended":
                self._amend(body["changes"])
                return
            case "wagers-opened":
                self._shake.clear()
            case "bets-closed" | "no-roll-called" | "shake-spoiled":
                # Earlier shakes and calls no longer count: the shake starts again.
                self._forget("dice-shaken", "sum-called", "die-noted")
            case "shaker-accepted" | "shaker-kept":
                self._holder = body["seat"]
            case "wager-placed":
                self._expect("bets-closed" not in self._kinds(), "a wager was accepted after no more bets was called")
            case "sum-called":
                self._check_sum(body)
            case "winners-paid":
                self._expect("losers-collected" in self._kinds(), "winners were paid before losers were collected")
            case "shake-settled":
                self._check_settled(body)
            case _:
                pass
        self._shake[fact["number"]] = body

    def _check_sum(self, body: dict[str, Any]) -> None:
        self._expect(sum(body["dice"]) == body["total"], f"{body['dice']} was called as {body['total']}")
        shaken = [known for known in self._shake.values() if known["kind"] == "dice-shaken"]
        by = [known["seat"] for known in shaken]
        # The dealer's own shake, then that of the holder of the right, or the dealer's again (13.5(d)2).
        self._expect(len(by) >= 2 and by[0] is None, f"the dice were called after shakes by {by}")
        self._expect(by[-1:] == [self._holder], f"{by[-1:]} shook last, not {self._holder}")
        enough = all((known.get("times") or LEAST) >= LEAST for known in shaken)
        self._expect(enough, "a shake of fewer than three was counted")

    def _check_settled(self, body: dict[str, Any]) -> None:
        self.rounds += 1
        kinds = self._kinds()
        for needed in ("bets-closed", "cover-put-on", "cover-taken-off", "sum-called", "losers-collected"):
            self._expect(needed in kinds, f"settled without {needed}")
        self._expect("covered-early" not in kinds, "the cover was put on before the last winner was paid")
        called = [known["total"] for known in self._shake.values() if known["kind"] == "sum-called"]
        self._expect(called[-1:] == [body["total"]], f"{called} was called, but {body['total']} settled")

    def _amend(self, changes: list[dict[str, Any]]) -> None:
        """Apply amendments to this shake; an earlier shake was already checked when it was settled."""
        instead = {change["of"]: change["body"] for change in changes}
        self._shake = {number: instead.get(number, body) for number, body in self._shake.items()}
        self._shake = {number: body for number, body in self._shake.items() if body}

    def _kinds(self) -> list[str]:
        return [known["kind"] for known in self._shake.values()]

    def _forget(self, *kinds: str) -> None:
        self._shake = {number: body for number, body in self._shake.items() if body["kind"] not in kinds}

    def _expect(self, right: bool, complaint: str) -> None:  # noqa: FBT001 - reads as: expect this, otherwise complain
        if not right:
            self.complaints.append(f"shake {self.rounds + 1}: {complaint}")
