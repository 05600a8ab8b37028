"""A gaming day as a page to read."""

from collections.abc import Iterator

from firmware_host.reports.day_report import (
    AlertsDay,
    ApprovalsDay,
    DayReport,
    DealerDay,
    DeviceDay,
    GameDay,
    Override,
    Payout,
    Play,
    ShufflesDay,
    VoidRound,
)
from firmware_host.reports.fact_lines import plain
from firmware_host.reports.record_reader import SIMULATED
from firmware_host.rules.game import GameName
from firmware_host.rules.games import GAMES
from firmware_host.rules.wording import money, number

NOTHING = "none"


def page(day: DayReport) -> str:
    """Return the page; a part with nothing to report says so."""
    parts = (
        ("Rounds", [_play("all", day.play), *(_game(game) for game in day.games)] if day.games else []),
        ("By dealer", [_dealer(dealer) for dealer in day.dealers]),
        ("The house's money", list(_house(day))),
        ("Decks", [_shuffles(deck) for deck in day.shuffles]),
        ("Void rounds", [_void(void) for void in day.void]),
        ("Dealt without a proof of the shuffle", [_override(override) for override in day.overrides]),
        ("Two-person approvals", [_approvals(approvals) for approvals in day.approvals]),
        ("Alerts", [_alerts(alerts) for alerts in day.alerts]),
        ("Calls for the floor", _floor(day)),
        ("Devices down", [_device(device) for device in day.devices if device.times or device.down_s]),
        ("Controller", _controller(day)),
    )
    lines = [*_head(day)]
    for title, said in parts:
        lines += ["", title, *(f"  {line}" for line in said or [NOTHING])]
    return "\n".join(map(plain, lines))


def _head(day: DayReport) -> Iterator[str]:
    if day.simulated:
        yield SIMULATED
    yield f"Gaming day {day.day} at {day.house}/{day.table}: {day.begins} to {day.ends}"
    yield f"Facts {day.first} to {day.last} of journal {day.journal}"
    yield f"Hash of the last: {day.hash}"
    yield "The hashes of these facts form an unbroken chain; `firmware-host journal verify` checks the whole record."
    if day.unsynced:
        yield f"{number(day.unsynced, 'fact')} of {day.facts:,} were stamped while the clock was not synchronised."


def _game(game: GameDay) -> str:
    return _play("mini-dice" if game.game is GameName.MINI_DICE else GAMES[game.game].title, game.play)


def _play(what: str, play: Play) -> str:
    over = play.rounds - play.void - play.under_way
    extra = [
        f"{count:,} {words}"
        for count, words in (
            (play.no_rolls, "no rolls"),
            (play.void, "void"),
            (play.under_way, "under way"),
            (play.corrections, "amended"),
        )
        if count
    ]
    length = [f"{play.seconds / over:.0f} s each"] if over else []
    said = [number(play.rounds, "round"), f"{play.showdowns:,} with a showdown", *extra, *length, *_taken(play)]
    return f"{what:28} {', '.join(said)}"


def _taken(play: Play) -> Iterator[str]:
    if play.rake_cents is not None:
        yield f"rake {money(play.rake_cents)}"
    if play.bad_beat_cents:
        yield f"bad beat fund {money(play.bad_beat_cents)}"
    if play.collected_cents is not None and play.paid_cents is not None:
        yield f"wagers collected {money(play.collected_cents)}, paid {money(play.paid_cents)}"


def _dealer(dealer: DealerDay) -> str:
    time = f", time charge {money(dealer.time_cents)}" if dealer.time_cents else ""
    return f"{_play(dealer.dealer or 'no dealer on duty', dealer.play)}{time}, on duty {lasted(dealer.on_duty_s)}"


def _house(day: DayReport) -> Iterator[str]:
    """Yield rake and time charge, which are the drop, then the fund, which belongs to the players."""
    time, fund = day.time_charge, day.fund
    if day.play.rake_cents is not None:
        yield f"{'rake':28} {money(day.play.rake_cents)}"
    if time is not None:
        over = number(time.half_hours, "half hour")
        yield f"{'time charge':28} {money(time.cents)}, {over} ended, collected {number(time.collections, 'time')}"
    if fund is not None:
        yield (
            f"{'bad beat fund':28} {money(fund.began_cents)} at the start, {money(fund.put_in_cents)} from the "
            f"house, {money(fund.given_cents)} from pots, {money(fund.paid_cents)} paid, {money(fund.ended_cents)} "
            "at the end"
        )
        yield from (_payout(payout) for payout in fund.payouts)


def _payout(payout: Payout) -> str:
    shares = ", ".join(f"seat {share.seat} {money(share.cents)} as {share.paid_as}" for share in payout.shares)
    return (
        f"{'bad beat paid':28} {money(payout.cents)} (fact {payout.fact}), verified by {payout.verified_by}: {shares}"
    )


def _shuffles(deck: ShufflesDay) -> str:
    proved = [f"{count:,} {grade}" for grade, count in sorted(deck.proved.items())] or ["none"]
    bad = [
        f"{count:,} {what}"
        for count, what in (
            (deck.rejected, "rejected"),
            (deck.overdue, "overdue"),
            (deck.voided, "proof lost"),
            (deck.counted_right, "counts correct"),
            (deck.counted_wrong, "COUNTS WRONG"),
            (deck.sorted, "sorted"),
            (deck.recut, "cut again"),
            (deck.suspected, "held as suspect"),
            (deck.removed, "left the table"),
            (deck.overridden, "without a proof"),
        )
        if count
    ]
    dealt = f"dealt {deck.dealt:,} times" if deck.dealt != 1 else "dealt once"
    proofs = f"proofs: {' and '.join(proved)}"
    return f"{f'{deck.back} deck':28} {', '.join([dealt, proofs, *bad])}"


def _void(void: VoidRound) -> str:
    by = f", by {' and '.join(void.approved_by)}" if void.approved_by else ""
    return f"round {void.round} (fact {void.fact}): {void.why}{by}"


def _override(override: Override) -> str:
    by = f", by {' and '.join(override.approved_by)}" if override.approved_by else ""
    return f"the {override.back} deck, one round (fact {override.fact}): {override.why}{by}"


def _approvals(approvals: ApprovalsDay) -> str:
    counts = (
        (approvals.asked, "asked for"),
        (approvals.given, "approved"),
        (approvals.declined, "declined"),
        (approvals.expired, "expired"),
    )
    return f"{approvals.act:28} {', '.join(f'{count:,} {what}' for count, what in counts if count)}"


def _alerts(alerts: AlertsDay) -> str:
    stood = f"active {lasted(alerts.stood_s)}, longest {lasted(alerts.longest_s)}"
    still = f", {alerts.standing:,} active at the end" if alerts.standing else ""
    return f"{alerts.alert:28} {alerts.raised:,} raised, {alerts.cleared:,} cleared, {stood}{still}"


def _floor(day: DayReport) -> list[str]:
    floor = day.floor
    if not floor.calls and not floor.waited_s:
        return []
    return [f"{number(floor.calls, 'call')}, waited {lasted(floor.waited_s)}, longest {lasted(floor.longest_s)}"]


def _device(device: DeviceDay) -> str:
    now = ", down at the end" if device.down else ""
    return f"{device.device:28} {number(device.times, 'time')}, {lasted(device.down_s)} in total{now}"


def _controller(day: DayReport) -> list[str]:
    counts = ((day.starts, "start"), (day.boots, "boot"), (day.clock_jumps, "clock jump"))
    return [", ".join(number(count, what) for count, what in counts)] if any(count for count, _ in counts) else []


def lasted(seconds: int) -> str:
    """
    Return a duration in words.

    >>> lasted(42), lasted(150), lasted(7_380)
    ('42 s', '2 min 30 s', '2 h 3 min')
    """
    minutes, rest = divmod(seconds, 60)
    hours, left = divmod(minutes, 60)
    if hours:
        return f"{hours} h {left} min"
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"
