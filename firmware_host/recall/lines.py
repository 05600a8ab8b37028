"""Facts as lines for a screen or a pipe: one each, so that `grep` finds them whole."""

from datetime import UTC, datetime, tzinfo

from firmware_host.recall.entries import Entry
from firmware_host.recall.story import Told
from firmware_host.table.stamp import Stamp
from firmware_host.words import with_paragraphs

WIDEST_ACTOR = 12
NOT_SHOWN = "\N{REPLACEMENT CHARACTER}"


def line(entry: Entry, zone: tzinfo | None) -> str:
    """Return number, time, round, who and what. `zone` is where the clock is read, None for this machine's own."""
    fact = entry.fact
    round_ = f"round {fact.round}" if fact.round else ""
    amended = amendment(entry)
    said = with_paragraphs(entry.words, fact.paragraphs) + (amended and f" {amended}")
    return plain(f"{fact.number:6}  {when(fact.at, zone)}  {round_:10} {fact.actor:{WIDEST_ACTOR}}  {said}")


def amendment(fact: Entry | Told) -> str:
    """Return which fact takes this one back or amends it; nothing where none does."""
    by = fact.taken_back_by or fact.amended_by
    return f" ({'taken back' if fact.taken_back_by else 'amended'} by {by})" if by else ""


def when(stamp: Stamp, zone: tzinfo | None) -> str:
    """
    Return the wall's time; `~` marks a clock that was not synchronised then.

    >>> when(Stamp(wall_ms=1_767_225_600_123, mono_ms=0, boot="b", synced=False), UTC)
    '2026-01-01 00:00:00~'
    """
    return f"{moment(stamp, zone):%Y-%m-%d %H:%M:%S}{' ' if stamp.synced else '~'}"


def moment(stamp: Stamp, zone: tzinfo | None) -> datetime:
    """Return the wall's time."""
    return datetime.fromtimestamp(stamp.wall_ms / 1000, UTC).astimezone(zone)


def plain(text: str) -> str:
    """
    Return it fit for a terminal: what a device or a person wrote into the record moves no cursor there.

    >>> plain("jam" + chr(27) + "[2J")
    'jam\N{REPLACEMENT CHARACTER}[2J'
    """
    return text if text.isprintable() else "".join(c if c.isprintable() else NOT_SHOWN for c in text)
