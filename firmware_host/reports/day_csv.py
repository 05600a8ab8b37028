"""
A gaming day for a spreadsheet: one figure per line, so that several days can be stacked in one sheet.

    day, table     which day, which table
    part           all, game, dealer, house, payout, deck, alert, override, approval, floor, device, controller or void
    name           the game, dealer, deck, kind of alert, request or device; the number of a void round; the number of
                   the fact of an override or payout
    figure         what is counted; amounts are in dollars (rake, bad_beat, collected, paid); names in _s are seconds
    value          the number, or the reason for a void round
"""

from collections.abc import Iterator

import msgspec

from firmware_host.reports.day_report import DayReport, Play
from firmware_host.reports.rounds_csv import cell, dollars

AMOUNTS = {
    "rake_cents": "rake",
    "bad_beat_cents": "bad_beat",
    "collected_cents": "collected",
    "paid_cents": "paid",
}

COLUMNS = ("day", "table", "part", "name", "figure", "value")


def rows(day: DayReport) -> Iterator[list[str]]:
    """Yield the lines after the header."""
    for part, name, figure, value in _figures(day):
        yield [day.day, f"{day.house}/{day.table}", part, *map(cell, (name, figure, value))]


def _figures(day: DayReport) -> Iterator[tuple[str, str, str, object]]:
    yield from _play("all", "", day.play)
    yield "all", "", "facts", day.facts
    yield "all", "", "unsynced", day.unsynced
    for game in day.games:
        yield from _play("game", game.game, game.play)
    for dealer in day.dealers:
        yield from _play("dealer", dealer.dealer, dealer.play)
        yield "dealer", dealer.dealer, "on_duty_s", dealer.on_duty_s
        yield "dealer", dealer.dealer, "time_charge", dollars(dealer.time_cents)
    yield from _house(day)
    for deck in day.shuffles:
        yield from _fields("deck", deck.back, deck, leave_out=("back", "proved"))
        yield from (("deck", deck.back, f"proved_{grade}", count) for grade, count in sorted(deck.proved.items()))
    for alerts in day.alerts:
        yield from _fields("alert", alerts.alert, alerts, leave_out=("alert",))
    for override in day.overrides:
        yield "override", str(override.fact), "why", override.why
        yield "override", str(override.fact), "approved", " and ".join(override.approved_by)
    for approvals in day.approvals:
        yield from _fields("approval", approvals.act, approvals, leave_out=("act",))
    yield from _fields("floor", "", day.floor)
    for device in day.devices:
        yield from _fields("device", device.device, device, leave_out=("device",))
    yield from (("controller", "", figure, getattr(day, figure)) for figure in ("starts", "boots", "clock_jumps"))
    for void in day.void:
        yield "void", str(void.round), "why", void.why
        yield "void", str(void.round), "approved", " and ".join(void.approved_by)


def _house(day: DayReport) -> Iterator[tuple[str, str, str, object]]:
    if day.time_charge is not None:
        yield "house", "time charge", "half_hours", day.time_charge.half_hours
        yield "house", "time charge", "collections", day.time_charge.collections
        yield "house", "time charge", "collected", dollars(day.time_charge.cents)
    if day.fund is not None:
        for what in ("began", "put_in", "given", "paid", "ended"):
            yield "house", "bad beat fund", what, dollars(getattr(day.fund, f"{what}_cents"))
        for payout in day.fund.payouts:
            yield "payout", str(payout.fact), "paid", dollars(payout.cents)
            yield "payout", str(payout.fact), "verified_by", payout.verified_by


def _play(part: str, name: str, play: Play) -> Iterator[tuple[str, str, str, object]]:
    yield from _fields(part, name, play, leave_out=tuple(AMOUNTS))
    for field, figure in AMOUNTS.items():
        cents = getattr(play, field)
        yield part, name, figure, None if cents is None else dollars(cents)


def _fields(
    part: str, name: str, record: msgspec.Struct, *, leave_out: tuple[str, ...] = ()
) -> Iterator[tuple[str, str, str, object]]:
    for field in record.__struct_fields__:
        if field not in leave_out:
            value = getattr(record, field)
            yield part, name, field, int(value) if isinstance(value, bool) else value
