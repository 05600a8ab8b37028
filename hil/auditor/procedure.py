"""What an outsider asks of counts, decks, players and the kill (14.2(a), 14.5(d), 14.6(e)4 to 7, 14.11(A)(i))."""

from collections.abc import Iterator
from typing import Any

Body = dict[str, Any]

DECK = 52


class AuditedProcedure:
    """Feed it every body by `hear`, which yields what is wrong with it."""

    def __init__(self) -> None:
        """Nobody sits, no deck is there, nothing is to be counted."""
        self._decks: dict[str, bool] = {}
        """Whether the deck with these backs is at the table."""
        self._held: set[str] = set()
        self._seats: set[int] = set()
        self._away: set[int] = set()
        self._open = False
        self._playing = False
        self._opening = False
        self._quiet = False
        self._strangers = False
        self._uncounted: str | None = None
        self._back = ""
        self._burns = self._board = 0
        self._stub: int | None = None
        self._reshuffled = False
        """Where folds are not told, nobody but the dealer knows which burns went into the stub again."""
        self._killer: int | None = None
        self._mispushed: list[int] = []
        self._dealt = False

    def hear(self, body: Body) -> Iterator[str]:
        """Process one fact, as it was published."""
        kind = body["kind"]
        yield from self._of_decks(kind, body)
        yield from self._of_rounds(kind, body)
        self._of_players(kind, body)
        self._of_the_kill(kind, body)

    def amend(self, was: Body | None, now: Body | None) -> None:
        """Undo a deal that was taken back; its round is dealt again."""
        if was is not None and now is None and was["kind"] == "round-started":
            self._playing = False
        if was is not None and now is None and was["kind"] == "kill-button-lapsed":
            self._killer = was["seat"]
        if was is not None and now is None and was["kind"] == "card-burned":
            self._burns -= 1
        if was is not None and was["kind"] == "community-dealt":
            self._board += len((now or {}).get("cards", ())) - len(was["cards"])

    def _of_decks(self, kind: str, body: Body) -> Iterator[str]:
        match kind:
            case "decks-inspected":
                self._decks.update(dict.fromkeys(body["backs"], True))
            case "deck-removed":
                self._decks[body["back"]] = False
                self._held.discard(body["back"])
                self._forget_counts(body["back"])
            case "deck-suspected":
                self._held.add(body["back"])
                self._forget_counts(body["back"])
            case "deck-cleared":
                self._held.discard(body["back"])
            case "table-closed":
                self._decks.clear()
                self._held.clear()
            case "deck-put-in-play":
                here = [back for back, there in self._decks.items() if there]
                if len(here) < 2:
                    yield f"a round was dealt with {len(here)} deck at the table"
                self._back, self._burns, self._board, self._stub = body["back"], 0, 0, None
                self._reshuffled = False
            case "cards-counted":
                yield from self._counted(body)
            case _:
                pass

    def _counted(self, body: Body) -> Iterator[str]:
        """Check a count against the cards of the round, which make one deck, whatever the table says (14.6(e)7)."""
        number, what = body["counted"], body["what"]
        if body["back"] != self._back:
            return
        if what != "stub":
            # Counted wrong it is counted again, or held: the deal waits for that, which the gate's own facts show.
            self._uncounted = None
        if number is None:
            if what == "stub":
                self._stub = None
            return
        if what == "stub":
            self._stub = number if body["matches"] else None
        elif what == "discards" and body["stub"] is not None:
            burns = 0 if body["with_burns"] else self._burns
            makes_a_deck = body["stub"] + number + self._board + burns == DECK
            if not self._reshuffled and makes_a_deck is not body["matches"]:
                yield f"{number} discards and a stub of {body['stub']} were called {body['matches']}"

    def _of_rounds(self, kind: str, body: Body) -> Iterator[str]:
        match kind:
            case "blinds-posted" if body["killer"] is not None and body["killer"] != self._killer:
                yield f"seat {body['killer']} posted the kill that another player won, or nobody"
            case "round-started":
                if self._uncounted is not None:
                    yield f"the discards of the {self._uncounted} deck were not counted before the next deal"
                if self._strangers:
                    yield "players were dealt in who had not looked at the decks"
                self._playing, self._quiet, self._mispushed = True, False, []
                self._dealt = False
            case "hands-dealt":
                self._dealt = True
            case "card-burned":
                self._burns += 1
            case "stub-shuffled":
                self._reshuffled = True
            case "community-dealt":
                self._board += len(body["cards"])
            case "pot-mispushed":
                self._mispushed = body["seats"]
            case "pot-awarded":
                self._mispushed = []
            case "round-completed" | "round-voided":
                self._playing = False
                # A round that was void before its first card has no discards; a deck that is held is counted whole.
                counts = self._dealt and self._decks.get(self._back) and self._back not in self._held
                self._uncounted = self._back if counts else None
                if self._mispushed and kind == "round-completed":
                    yield "a pot that was pushed to another player was not pushed to its winner"
                self._note_quiet()
            case _:
                pass

    def _of_players(self, kind: str, body: Body) -> None:
        match kind:
            case "table-opened":
                self._open, self._opening, self._quiet, self._strangers = True, True, False, False
                return
            case "table-idled" | "table-closed":
                self._open, self._uncounted, self._strangers = False, None, False
                if kind == "table-closed":
                    self._seats.clear()
                    self._away.clear()
            case "seat-taken":
                self._seats.add(body["seat"])
                if self._open and self._quiet and not self._playing:
                    self._strangers = True
                if self._opening:
                    return
            case "seat-left":
                self._seats.discard(body["seat"])
                self._away.discard(body["seat"])
            case "seat-changed":
                self._seats = {*self._seats - {body["seat"]}, body["to"]}
                if body["seat"] in self._away:
                    self._away = {*self._away - {body["seat"]}, body["to"]}
            case "player-went-away":
                self._away.add(body["seat"])
            case "player-came-back":
                self._away.discard(body["seat"])
            case _:
                self._opening = False
                return
        self._opening = False
        self._note_quiet()

    def _note_quiet(self) -> None:
        self._quiet = self._open and not self._playing and len(self._seats - self._away) < 2

    def _of_the_kill(self, kind: str, body: Body) -> None:
        match kind:
            case "kill-button-placed" | "kill-button-moved":
                self._killer = body["seat"]
            case "kill-button-collected" | "kill-button-lapsed":
                self._killer = None
            case "seat-changed" if body["seat"] == self._killer:
                self._killer = body["to"]
            case _:
                pass

    def _forget_counts(self, back: str) -> None:
        if self._uncounted == back:
            self._uncounted = None
