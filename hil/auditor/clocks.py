"""What an outsider asks of time: how long prepared decks may wait for players, and a stub for its count."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

Body = dict[str, Any]

MINUTE_MS = 60_000

QUARTER_MS = 15 * MINUTE_MS

SEATING = {"seat-taken", "seat-left", "seat-changed", "player-went-away", "player-came-back"}


class AuditedTime:
    """Feed it every body with its stamp; it yields what was dealt too late (14.5(d), I-22; 14.6(e)4)."""

    def __init__(self) -> None:
        """Nobody sits, and nothing was dealt."""
        self._limits = {"idle": 5 * MINUTE_MS, "without_round": QUARTER_MS}
        self._seats: set[int] = set()
        self._away: set[int] = set()
        self._open = self._opening = self._playing = self._told = False
        self._quiet: Body | None = None
        """Since when fewer than two players are at the table between rounds."""
        self._over = False
        """The old preparation of the decks has ended; only spreading both prepares them again."""
        self._played: Body | None = None
        self._counted: Body | None = None
        self._to_count = False
        self._last_back = self._back_before = ""
        self._before: tuple[Any, ...] = ()
        """What stood before the newest deal, which may have been a slip."""
        self._started: Body | None = None
        """The controller's newest start."""

    def hear(self, body: Body, at: Body) -> Iterator[str]:
        """Process one fact, as it was published."""
        kind = body["kind"]
        match kind:
            case "host-started":
                self._started = at
            case "configuration-adopted":
                config = body["config"]
                self._limits["idle"] = config.get("idle_minutes", 5) * MINUTE_MS
                self._limits["without_round"] = config.get("idle_without_round_minutes", 15) * MINUTE_MS
            case "table-opened":
                self._open = self._opening = True
                self._last_back = ""
                self._quiet, self._over, self._played, self._counted = None, False, at, at
                self._to_count = False
                return
            case "table-idled" | "table-closed":
                self._open = self._playing = self._to_count = False
                if kind == "table-closed":
                    self._seats.clear()
                    self._away.clear()
            case "deck-put-in-play":
                self._back_before, self._last_back = self._last_back, body["back"]
                self._counted = self._counted or at
            case "cards-counted" | "deck-removed" | "deck-suspected":
                self._counts(kind, body, at)
            case "round-started" | "round-completed" | "round-voided":
                yield from self._round(kind, at)
            case _ if kind in SEATING:
                self._seated(kind, body)
                if self._opening and kind == "seat-taken":
                    return
                self._told = True
            case _:
                pass
        self._opening = False
        self._note(at)

    def amend(self, was: Body | None, now: Body | None) -> None:
        """Undo a deal that was taken back."""
        if was is None or now is not None:
            return
        if was["kind"] == "deck-put-in-play":
            self._last_back = self._back_before
        if was["kind"] == "round-started":
            self._playing, self._quiet, self._played, self._to_count = self._before

    def _seated(self, kind: str, body: Body) -> None:
        seat = body["seat"]
        match kind:
            case "seat-taken":
                self._seats.add(seat)
            case "seat-left":
                self._seats.discard(seat)
                self._away.discard(seat)
            case "seat-changed":
                self._seats = {*self._seats - {seat}, body["to"]}
                self._away = {body["to"] if each == seat else each for each in self._away}
            case "player-went-away":
                self._away.add(seat)
            case _:
                self._away.discard(seat)

    def _note(self, at: Body) -> None:
        """Remember when gaming activity ended, and whether it did for too long."""
        quiet = self._open and not self._playing and len(self._seats - self._away) < 2
        if quiet and self._quiet is None:
            self._quiet = at
        elif not quiet and self._quiet is not None:
            self._over = self._over or (self._open and self._passed(self._quiet, at, self._limits["idle"]))
            self._quiet = None

    def _round(self, kind: str, at: Body) -> Iterator[str]:
        if kind != "round-started":
            self._playing, self._played, self._to_count = False, at, True
            return
        self._before = (self._playing, self._quiet, self._played, self._to_count)
        if self._over:
            yield "dealt from decks that were prepared before gaming activity ended, without spreading them"
        limit = self._limits["without_round"]
        if not self._told and limit and self._played is not None and self._passed(self._played, at, limit):
            yield f"dealt after {limit // MINUTE_MS} minutes or more without a round, without spreading the decks"
        if self._to_count and self._counted is not None and self._passed(self._counted, at, QUARTER_MS):
            yield "dealt though no stub was counted for a quarter of an hour"
        self._playing = True

    def _counts(self, kind: str, body: Body, at: Body) -> None:
        # Before the first deal no stub lies there: then a count of either whole deck begins the quarter anew.
        if body["back"] != self._last_back and (self._last_back or kind != "cards-counted"):
            return
        right = body.get("said") is True or (body.get("counted") is not None and body.get("matches") is not False)
        if kind != "cards-counted":
            # A deck that is held or leaves the table has no stub to count; the next deal begins the quarter anew.
            self._counted, self._to_count = None, False
        elif body["what"] in ("stub", "deck") and right:
            self._counted, self._to_count = at, False

    def _passed(self, since: Body, at: Body, limit_ms: int) -> bool:
        """Return whether this time has passed; an unknown time counts as passed."""
        started = self._started
        if started is not None and since["boot"] != at["boot"] == started["boot"]:
            # What was known at the start of this boot stays known, whatever happens to the wall clock later.
            before_ms = _elapsed_ms(since, started)
            if before_ms is not None:
                return bool(before_ms + at["mono_ms"] - started["mono_ms"] >= limit_ms)
        elapsed_ms = _elapsed_ms(since, at)
        return elapsed_ms is None or elapsed_ms >= limit_ms


def _elapsed_ms(since: Body, at: Body) -> int | None:
    """Return the time between two stamps, none where it cannot be known."""
    if since["boot"] == at["boot"]:
        return int(at["mono_ms"] - since["mono_ms"])
    apart_ms = int(at["wall_ms"] - since["wall_ms"])
    return apart_ms if since["synced"] and at["synced"] and apart_ms >= 0 else None
