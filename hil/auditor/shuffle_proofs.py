"""What a shuffler said of each deck, read as an outsider would: whether its words agreed when the deck was dealt."""

from typing import Any, Final

DECK: Final = 52

WORDS: Final = frozenset(("attested", "reported"))
"""The grades of proof that rest on what a machine says."""


class AuditedShuffler:
    """Feed it every fact's body by `hear`; it shares no code with the engine."""

    def __init__(self) -> None:
        """Nothing heard."""
        self._least_ms = 1000
        self._inside: set[str] = set()
        self._out: set[str] = set()
        """Cut, or lifted off the shelf: what a comparison that agrees accounts for."""
        self._contradicted: set[str] = set()
        """Decks that must not be dealt before they were shuffled anew."""
        self._proved: dict[str, str] = {}
        self._on_the_shelf: str | None = None
        """A deck that lay there though another one is believed inside."""

    def hear(self, body: dict[str, Any]) -> list[str]:
        """Return what is wrong with this fact."""
        match body["kind"]:
            case "configuration-adopted":
                self._least_ms = 1000 * body["config"].get("shuffle_least_s", 1)
            case "deck-loaded":
                self._inside.add(body["back"])
                self._out.discard(body["back"])
            case "deck-lifted-off" | "deck-cut":
                self._out.add(body["back"])
            case "shelf-seen":
                if body["back"] is None and self._on_the_shelf is not None:
                    self._out.add(self._on_the_shelf)
                self._on_the_shelf = body["back"]
            case "deck-delivered":
                self._delivered(body)
            case "cards-counted":
                if body["counted"] == DECK and body["what"] == "deck":
                    self._inside.discard(body["back"])
            case "decks-inspected":
                self._inside -= {*body["backs"]}
                self._contradicted -= {*body["backs"]}
            case "shuffler-reconciled":
                self._compared(body)
            case "shuffler-contradicted" | "shuffler-barred":
                self._contradicted |= {back for back, grade in self._proved.items() if grade in WORDS}
            case "shuffle-proved":
                return self._shuffled(body)
            case "deck-shuffled-by-hand" | "gate-overridden":
                self._answered_for(body["back"])
            case "pre-shuffled-accepted":
                for back in body["backs"]:
                    self._answered_for(back)
            case _:
                pass
        return []

    def dealt(self, back: str) -> list[str]:
        """Return what is wrong with a deal from this deck now."""
        grade = self._proved.pop(back, None)
        wrong = []
        if back in self._inside and grade != "witnessed":
            wrong.append(f"the {back} deck was dealt while cards of it could lie in the shuffler")
        if back in self._contradicted and grade is not None:
            wrong.append(f"the {back} deck was dealt though the shuffler had contradicted itself about it")
        self._inside.discard(back)
        self._out.discard(back)
        self._contradicted.discard(back)
        return wrong

    def _answered_for(self, back: str) -> None:
        self._proved.pop(back, None)
        self._contradicted.discard(back)

    def _shuffled(self, body: dict[str, Any]) -> list[str]:
        back, grade = body["back"], body["grade"]
        self._proved[back] = grade
        self._contradicted.discard(back)
        if grade not in WORDS:
            return []
        wrong = []
        times = {"told": body["duration_ms"], "taken": body.get("took_ms")}
        wrong += [
            f"the {back} deck was proved by a shuffle of {ms} ms, {whose}"
            for whose, ms in times.items()
            if ms is not None and ms < self._least_ms
        ]
        rest: dict[str, Any] | None = body.get("rest")
        if rest is None or not _lies_as_told(back, rest):
            wrong.append(f"the {back} deck was proved though STATUS at rest says otherwise")
        return wrong

    def _delivered(self, body: dict[str, Any]) -> None:
        back = body["back"]
        rest: dict[str, Any] | None = body.get("rest")
        if body["counted"] == DECK and rest is not None and _is_out_as_told(back, rest):
            self._inside.discard(back)
        else:
            self._contradicted.add(back)

    def _compared(self, body: dict[str, Any]) -> None:
        agrees = not body["astray"] and body["went_in"] == body["came_out"] + body["lying"]
        if agrees and not body["late"] and body["came_out"] >= DECK and body["lying"] in (0, DECK):
            self._inside -= self._out


def _lies_as_told(back: str, rest: dict[str, Any]) -> bool:
    on_shelf = (rest["shelf"], rest["shelf_cards"]) in ((back, DECK), (None, 0))
    return on_shelf and _is_fit(rest) and not rest["moving"] and not rest["astray"] and rest["feed"] != back


def _is_out_as_told(back: str, rest: dict[str, Any]) -> bool:
    in_output = (rest["output"], rest["output_cards"]) in ((back, DECK), (None, 0))
    in_one_place = rest["output"] is None or rest["feed"] != back
    return in_output and in_one_place and not rest["moving"] and not rest["astray"] and not rest["shelf"]


def _is_fit(rest: dict[str, Any]) -> bool:
    return not rest["lid_open"] and rest["jam"] is None
