"""
Rounds as lines of a spreadsheet. The columns in order; amounts are in dollars, an empty cell is unknown:

    round, state                      its number; over, void or under-way
    began, ended, seconds             by the wall clock, in the requested time zone
    table, game, tracking, limit      what was played; the limit only where bets are tracked
    players, seats, button            players dealt in, their seats, and the seat of the button
    dealer                            on duty when the round began
    deck, proof, counted              the deck, the grade of its proof, cards counted by the shuffler
    showdown, pots, pot               yes or no; number of pots; total awarded
    rake, bad_beat                    taken from the pots before that
    winners, won                      seats, and what each won in all pots, in the same order; at mini-dice what the
                                      house paid on their wagers
    dice, sum, no_rolls               for mini-dice: the faces, their sum, the number of no rolls
    collected, paid                   losing wagers collected, winnings paid
    corrections, alerts, floor_calls  corrections, alerts raised, calls for the floor
    approved, why                     the two people of an approval; the reason for a void round
    first_fact, last_fact, hash       its facts in the journal, and the hash of the last one
    journal                           its id
    simulated                         yes where the record was made on simulated pins, and proves nothing
"""

from datetime import tzinfo

from firmware_host.reports.fact_lines import moment
from firmware_host.reports.rounds import RecordedRound
from firmware_host.rules.round_facts import (
    BadBeatContributed,
    PotAwarded,
    RakeTaken,
    RoundStarted,
    RoundVoided,
    ShowdownBegan,
)
from firmware_host.rules.struct import Seat
from firmware_host.table.facts.decks import DeckPutInPlay
from firmware_host.table.facts.floor import AlertRaised, FloorCalled

COLUMNS = (
    "round", "state", "began", "ended", "seconds", "table", "game", "tracking", "limit", "players", "seats", "button",
    "dealer", "deck", "proof", "counted", "showdown", "pots", "pot", "rake", "bad_beat", "winners", "won", "dice",
    "sum", "no_rolls", "collected", "paid", "corrections", "alerts", "floor_calls", "approved", "why", "first_fact",
    "last_fact", "hash", "journal", "simulated",
)  # fmt: skip

FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""Spreadsheets evaluate a cell that starts like this as a formula; a reason typed by a person must stay text."""


def row(kept: RecordedRound, *, zone: tzinfo | None) -> list[str]:
    """Return the cells of the round's line."""
    cells: dict[str, object] = {
        **_when(kept, zone),
        **_what(kept),
        **_money(kept),
        **_dice(kept),
        "round": kept.round,
        "table": kept.place,
        "game": kept.game,
        "dealer": kept.dealer,
        "counted": kept.proof.counted if kept.proof else None,
        "corrections": kept.corrected,
        "alerts": sum(isinstance(fact.body, AlertRaised) for fact in kept.facts),
        "floor_calls": sum(isinstance(fact.body, FloorCalled) for fact in kept.facts),
        "approved": " and ".join(kept.approved_by),
        "first_fact": kept.facts[0].number,
        "last_fact": kept.facts[-1].number,
        "hash": kept.hash,
        "journal": kept.facts[0].journal,
        "simulated": "yes" if kept.simulated else "no",
    }
    return [cell(cells.get(column)) for column in COLUMNS]


def _when(kept: RecordedRound, zone: tzinfo | None) -> dict[str, object]:
    first, last = kept.facts[0].at, kept.facts[-1].at
    return {
        "state": kept.state,
        "began": f"{moment(first, zone):%Y-%m-%d %H:%M:%S}",
        "ended": f"{moment(last, zone):%Y-%m-%d %H:%M:%S}" if kept.is_over else None,
        "seconds": round((last.wall_ms - first.wall_ms) / 1000) if kept.is_over else None,
    }


def _what(kept: RecordedRound) -> dict[str, object]:
    cells: dict[str, object] = {"showdown": "no"}
    for fact in kept.standing:
        match fact.body:
            case RoundStarted() as started:
                cells |= {
                    "tracking": started.tracking,
                    "limit": started.stakes.limit if started.stakes else None,
                    "players": len(started.seats),
                    "seats": " ".join(map(str, started.seats)),
                    "button": started.button,
                }
            case DeckPutInPlay(back=back, grade=grade):
                cells |= {"deck": back, "proof": grade}
            case ShowdownBegan():
                cells["showdown"] = "yes"
            case RoundVoided(why=why):
                cells["why"] = why
            case _:
                pass
    return cells


def _money(kept: RecordedRound) -> dict[str, object]:
    awards = [fact.body for fact in kept.standing if isinstance(fact.body, PotAwarded)]
    won: dict[Seat, int] = {}
    for award in awards:
        for share in award.shares:
            won[share.seat] = won.get(share.seat, 0) + share.cents
    cells: dict[str, object] = {
        "pots": len(awards),
        "winners": " ".join(str(seat) for seat in won or sorted({seat for award in awards for seat in award.seats})),
    }
    if won:
        cells |= {
            "pot": dollars(sum(award.cents for award in awards)),
            "rake": dollars(sum(fact.body.cents for fact in kept.standing if isinstance(fact.body, RakeTaken))),
            "bad_beat": dollars(
                sum(fact.body.cents for fact in kept.standing if isinstance(fact.body, BadBeatContributed))
            ),
            "won": " ".join(map(dollars, won.values())),
        }
    return cells


def _dice(kept: RecordedRound) -> dict[str, object]:
    shake = kept.shake
    if shake is None:
        return {}
    won: dict[Seat, int] = {}
    for wager in shake.wagers:
        if wager.won:
            won[wager.seat] = won.get(wager.seat, 0) + wager.pays_cents
    return {
        "tracking": kept.config.tracking if kept.config else None,
        "dice": " ".join(map(str, shake.faces or ())),
        "sum": shake.total,
        "no_rolls": shake.no_rolls,
        "collected": None if shake.collected_cents is None else dollars(shake.collected_cents),
        "paid": None if shake.paid_cents is None else dollars(shake.paid_cents),
        "winners": " ".join(map(str, won)),
        "won": " ".join(map(dollars, won.values())),
        "showdown": None,
        "pots": None,
    }


def dollars(cents: int) -> str:
    """Return an amount as a spreadsheet reads it."""
    return f"{cents // 100}.{cents % 100:02}"


def cell(value: object) -> str:
    """Return the text of a cell; an unknown value is empty."""
    if value is None:
        return ""
    text = str(value)
    return f"'{text}" if text.startswith(FORMULA) else text
