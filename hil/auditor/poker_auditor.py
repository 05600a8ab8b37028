"""
Checks the facts of a table independently and collects what is wrong.

The auditor shares no code with the engine: it asks a regulator's questions of the published JSON.
"""

from collections.abc import Iterator
from typing import Any

import msgspec

from hil.auditor.blinds import AuditedBlinds
from hil.auditor.chain import AuditedChain
from hil.auditor.clocks import AuditedTime
from hil.auditor.procedure import AuditedProcedure
from hil.auditor.shuffle_proofs import AuditedShuffler

DECK = 52

FIVE_FOR_ALL = {"holdem", "omaha", "omaha-hilo-8", "big-omaha", "big-omaha-hilo-8"}

TAKEN = {"rake-taken", "bad-beat-contributed"}

BURNS_BEFORE_SHOWDOWN = {
    **dict.fromkeys(FIVE_FOR_ALL, 3),
    **dict.fromkeys(("stud", "stud-hilo", "stud-hilo-8"), 4),
    **dict.fromkeys(("super-stud", "super-stud-low", "super-stud-hilo", "super-stud-hilo-8"), 4),
    **dict.fromkeys(("draw", "draw-low"), 1),
    "five-stud": 3,
    "mambo-hilo-6": 2,
}


class Auditor:
    """Checks every fact passed to `hear`; `complaints` stays empty while everything is right."""

    def __init__(self) -> None:
        """Start before the first fact."""
        self.complaints: list[str] = []
        self.rounds = 0
        self.orders = 0
        self._chain = AuditedChain()
        self._proofs: dict[str, int] = {}
        self._grades: dict[str, str] = {}
        self._accepts: set[str] = set()
        self._cut: set[str] = set()
        self._shuffler = AuditedShuffler()
        self._used: set[int] = set()
        self._last_back: str | None = None
        self._back_before: str | None = None
        self._by_hand = False
        self._shuffles = True
        self._button: int | None = None
        self._round: dict[int, dict[str, Any]] = {}
        self._put_into_the_pot = 0
        self._blinds = AuditedBlinds()
        self._procedure = AuditedProcedure()
        self._time = AuditedTime()

    @property
    def last(self) -> int:
        """Return the number of the newest fact heard."""
        return self._chain.last

    def hear(self, data: bytes, digest: str) -> None:
        """Check one fact: its bytes as published or stored, and its claimed hash."""
        fact: dict[str, Any] = msgspec.json.decode(data)
        self.complaints += [
            f"round {self.rounds + 1}: {complaint}" for complaint in self._chain.hear(fact, data, digest)
        ]
        body = fact["body"]
        kind = body["kind"]
        if kind == "amended":
            self._amend(body["changes"])
            return
        if fact["round"]:
            self._round[fact["number"]] = body
        self.complaints += [f"round {self.rounds + 1}: {complaint}" for complaint in self._of_areas(body, fact["at"])]
        self._hear(kind, body, fact["number"])

    def _of_areas(self, body: dict[str, Any], at: dict[str, Any]) -> Iterator[str]:
        yield from self._blinds.hear(body)
        yield from self._procedure.hear(body)
        yield from self._shuffler.hear(body)
        yield from self._time.hear(body, at)

    def _hear(self, kind: str, body: dict[str, Any], number: int) -> None:
        match kind:
            case "configuration-adopted":
                self._accepts = {*body["config"]["accepts"]}
                self._shuffles = body["config"].get("shuffler", True)
                self._by_hand = (self._by_hand and "by-hand" in self._accepts) or not self._shuffles
            case "shuffle-ordered":
                self.orders += 1
            case "deck-shuffled-by-hand" | "gate-overridden":
                self._answered_for(body["back"], number)
            case "pre-shuffled-accepted":
                self._proofs.update(dict.fromkeys(body["backs"], number))
            case "hand-shuffling-approved" | "hand-shuffling-ended":
                self._by_hand = kind == "hand-shuffling-approved" or not self._shuffles
            case "table-idled" | "table-closed":
                self._last_back = None
                self._by_hand = (self._by_hand and kind != "table-closed") or not self._shuffles
            case "recut-ordered":
                self._cut.discard(body["back"])
            case "deck-washed" | "deck-sorted" | "deck-removed" | "deck-suspected":
                self._proofs.pop(body["back"], None)
                self._cut.discard(body["back"])
            case "deck-loaded" | "proof-voided" | "shuffle-rejected":
                self._proofs.pop(body["back"], None)
                self._cut.discard(body["back"])
            case "shuffle-proved":
                self._check_proof(body)
            case "deck-cut":
                self._expect(body["back"] in self._proofs, f"the {body['back']} deck was cut without a shuffle")
                self._cut.add(body["back"])
            case "deck-put-in-play":
                self._check_deal(body)
            case "round-completed":
                self._check_round(body)
            case "money-adjusted":
                self._adjust(body)
            case "round-voided":
                self._check_void(body)
            case "button-moved":
                self._expect(body["seat"] != self._button, "the button stayed where it was")
                self._button = body["seat"]
            case "button-placed":
                self._button = body["seat"]
            case _:
                pass

    def _amend(self, changes: list[dict[str, Any]]) -> None:
        for change in changes:
            was = self._round.get(change["of"])
            if was is not None and was["kind"] == "deck-put-in-play" and not change["body"]:
                self._not_dealt(was)
            self._procedure.amend(was, change["body"])
            self._time.amend(was, change["body"])
            self._blinds.amend(was, change["body"])
            self._round[change["of"]] = change["body"]
        self._round = {number: body for number, body in self._round.items() if body}

    def _not_dealt(self, body: dict[str, Any]) -> None:
        """Undo a deal that was a slip: the deck is cut again, on a shuffle that no round has used."""
        self._proofs[body["back"]] = body["order"]
        self._grades[body["back"]] = body["grade"]
        self._cut.add(body["back"])
        self._used.discard(body["order"])
        self._last_back = self._back_before

    def _answered_for(self, back: str, number: int) -> None:
        """Accept a deck that people vouch for, without a grade from a device."""
        self._proofs[back] = number
        self._grades.pop(back, None)
        self._cut.discard(back)

    def _check_proof(self, body: dict[str, Any]) -> None:
        whole = body["grade"] == "witnessed" or (body["mode"] == "shuffle" and body["counted"] == DECK)
        self._expect(whole, f"the {body['back']} deck was proved by a {body['mode']} of {body['counted']} cards")
        self._proofs[body["back"]] = body["order"]
        self._grades[body["back"]] = body["grade"]

    def _check_deal(self, body: dict[str, Any]) -> None:
        back, order = body["back"], body["order"]
        self._expect(self._proofs.pop(back, None) == order, f"the {back} deck was dealt without its proof")
        self._expect(back in self._cut, f"the {back} deck was dealt without a cut")
        grade = self._grades.pop(back, None)
        accepted = grade is None or grade in self._accepts
        self._expect(accepted, f"the {back} deck was dealt on a proof that is only {grade}")
        self.complaints += [f"round {self.rounds + 1}: {complaint}" for complaint in self._shuffler.dealt(back)]
        self._expect(order not in self._used, f"the shuffle {order} was dealt twice")
        # Decks that the dealer shuffles need not alternate (14.2(b)).
        self._expect(self._by_hand or back != self._last_back, f"the {back} deck was dealt twice in a row")
        self._cut.discard(back)
        self._used.add(order)
        self._back_before, self._last_back = self._last_back, back

    def _check_round(self, body: dict[str, Any]) -> None:
        self.rounds += 1
        numbers = [body[place] for place in ("stub", "burns", "board", "hands")]
        if None not in numbers:
            self._expect(sum(numbers) == DECK, f"{sum(numbers)} cards came back")
        kinds = [known["kind"] for known in self._round.values()]
        if "showdown-began" in kinds:
            self._check_showdown(kinds)
        self._expect("pot-awarded" in kinds, "the pot was not awarded")
        self._check_chips(body)
        self._forget()

    def _check_void(self, body: dict[str, Any]) -> None:
        """Check a void round: all wagers returned, and the pot not awarded before."""
        self.rounds += 1
        kinds = [known["kind"] for known in self._round.values()]
        self._expect("pot-awarded" not in kinds, "an awarded round was declared void")
        started = self._started()
        self._expect(started.get("stacks") == body["stacks"], "a void round did not give every wager back")
        self._forget()

    def _forget(self) -> None:
        self._round.clear()
        self._put_into_the_pot = 0

    def _adjust(self, body: dict[str, Any]) -> None:
        """Apply a correction of money by two people, as if it had been so from the start of the round."""
        started = self._started()
        for line in body["lines"]:
            if line["seat"] is None:
                self._put_into_the_pot += line["cents"]
            elif line["seat"] in started.get("seats", ()):
                started["stacks"][started["seats"].index(line["seat"])] += line["cents"]

    def _started(self) -> dict[str, Any]:
        return next((known for known in self._round.values() if known["kind"] == "round-started"), {})

    def _check_showdown(self, kinds: list[str]) -> None:
        started = self._started()
        game = started.get("game")
        board = sum(len(k["cards"]) for k in self._round.values() if k["kind"] == "community-dealt")
        burns = kinds.count("card-burned")
        if game in FIVE_FOR_ALL:
            self._expect(board == 5, f"a showdown with {board} community cards")
        least = BURNS_BEFORE_SHOWDOWN.get(str(game))
        # If folds are not entered, only the dealer knows how much of a stud game's stub is left.
        if least is not None and (game in FIVE_FOR_ALL or started.get("tracking") == "full"):
            self._expect(burns >= least, f"only {burns} burns before the showdown of {game}")

    def _check_chips(self, body: dict[str, Any]) -> None:
        """Check the chips: stacks stay equal except for rake and contribution, taken before the pot is pushed."""
        started = self._started()
        if not started.get("stacks"):
            return
        taken = [(number, known["cents"]) for number, known in self._round.items() if known["kind"] in TAKEN]
        pushed = [number for number, known in self._round.items() if known["kind"] == "pot-awarded"]
        self._expect(
            all(number < min(pushed, default=0) for number, _ in taken), "money was taken after the pot was pushed"
        )
        before = sum(started["stacks"]) + self._put_into_the_pot
        after, kept = sum(body["stacks"]), sum(cents for _, cents in taken)
        self._expect(before == after + kept, f"{before} cents went in, {kept} were taken and {after} came out")

    def _expect(self, right: bool, complaint: str) -> None:  # noqa: FBT001 - reads as: expect this, otherwise complain
        if not right:
            self.complaints.append(f"round {self.rounds + 1}: {complaint}")
