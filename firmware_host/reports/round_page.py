"""The explanation of a round as a page of text."""

from collections.abc import Iterator
from datetime import tzinfo

from firmware_host.reports.fact_lines import amendment, moment, plain, when
from firmware_host.reports.record_reader import SIMULATED
from firmware_host.reports.round_story import DeckStory, PotStory, Seated, Shake, State, Story, Told
from firmware_host.rules.stakes import Limit, Stakes
from firmware_host.rules.wording import money, seats
from firmware_host.table.facts.fact import with_paragraphs
from firmware_host.table.terms import Grade

KEY_SHOWN = 16
NOTHING = "Nothing is recorded."

BY = {
    Grade.ATTESTED: "attested: by a shuffler that proved its identity and its firmware",
    Grade.WITNESSED: "witnessed: by the ready lamp of a shuffler, its fault lamp off throughout",
    Grade.BY_HAND: "by hand: shuffled, stacked and cut by the dealer",
    Grade.PRE_SHUFFLED: "pre-shuffled cards, as posted",
    Grade.REPORTED: "reported: by a shuffler whose firmware is not proved",
    Grade.OVERRIDDEN: "OVERRIDDEN: no shuffle was proved; two people approved dealing",
}

STATES = {State.OVER: "over", State.VOID: "void", State.UNDER_WAY: "under way"}


def page(story: Story, zone: tzinfo | None) -> str:
    """Return the page; a part with nothing to report says so."""
    parts = (
        ("", _head(story, zone)),
        *((("The deck", _deck(story.deck, zone)), ("The players", _players(story))) if story.shake is None else ()),
        ("Already open when it began", _told(story.stood, zone)),
        ("What happened", _told(story.told, zone)),
        ("Who won what, and why", _pots(story)),
        ("What the house took", _taken(story)),
        ("Alerts and marks", _told(story.alerts, zone)),
        ("Recorded later about this round", _told(story.later, zone)),
        ("Not known from the record", [f"- {line}." for line in story.unknown]),
    )
    lines: list[str] = []
    for title, said in parts:
        lines += ["", title] if title else []
        lines += [f"  {line}" if title else line for line in said] or [f"  {NOTHING}"]
    return "\n".join([*map(plain, lines), *_note(story)])


def _head(story: Story, zone: tzinfo | None) -> Iterator[str]:
    if story.simulated:
        yield SIMULATED
    yield f"Round {story.round} at {story.house}/{story.table}: {_what(story)} - {STATES[story.state]}"
    seconds = round((story.ended.wall_ms - story.began.wall_ms) / 1000)
    began, ended = when(story.began, zone).strip(), f"{moment(story.ended, zone):%H:%M:%S}"
    yield f"{began} to {ended} ({seconds} s); dealt by {' then '.join(story.dealers) or 'no dealer on duty'}"
    yield f"Facts {story.first} to {story.last} of journal {story.journal}"
    yield f"Hash of the last fact: {story.hash}"
    yield f"The hashes of facts {story.checked_from} to {story.last} form an unbroken chain; {_signed(story, zone)}."
    yield "Check the whole record with `firmware-host journal verify`."


def _signed(story: Story, zone: tzinfo | None) -> str:
    signed = story.signed
    if signed is None:
        return "not signed yet"
    return f"signed after fact {signed.number} at {moment(signed.at, zone):%H:%M:%S} with key {signed.key[:KEY_SHOWN]}"


def _what(story: Story) -> str:
    if story.played is None:
        return "a round without a recorded game"
    game = story.played
    limit = f", {_limit(game.stakes)}" if game.stakes else ""
    return f"{game.title}{limit}, {game.tracking} tracking"


def _limit(stakes: Stakes) -> str:
    match stakes.limit:
        case Limit.FIXED | Limit.SPREAD:
            return f"{stakes.limit} limit {money(stakes.min_cents)} to {money(stakes.max_cents)}"
        case Limit.POT | Limit.NO:
            return f"{stakes.limit} limit from {money(stakes.min_cents)}"


def _deck(deck: DeckStory | None, zone: tzinfo | None) -> Iterator[str]:
    if deck is None:
        return
    counted = "not counted by a device" if deck.counted is None else f"{deck.counted} of 52 cards counted"
    cut = "cut after the shuffle" if deck.cut else "no cut recorded"
    took = "" if deck.duration_ms is None else f", in {deck.duration_ms / 1000:.0f} s"
    yield f"The {deck.back} deck, {counted}, {cut}."
    yield f"Proof of order {deck.order}, {BY[deck.grade]}{took}."
    yield from _told(deck.told, zone)


def _players(story: Story) -> Iterator[str]:
    for player in story.players:
        button = " (button)" if story.played and player.seat == story.played.button else ""
        yield f"{f'Seat {player.seat}{button}':18} {_chips(player):44} {_hand(player)}".rstrip()


def _chips(player: Seated) -> str:
    if player.began_cents is None:
        return ""
    ended = "" if player.ended_cents is None else f", ended with {money(player.ended_cents)}"
    put_in = "" if player.put_in_cents is None else f", put in {money(player.put_in_cents)}"
    return f"began with {money(player.began_cents)}{put_in}{ended}"


def _hand(player: Seated) -> str:
    return f"{player.end.replace('-', ' '):9} {' '.join(player.cards)}"


def _told(told: tuple[Told, ...], zone: tzinfo | None) -> Iterator[str]:
    for fact in told:
        said = with_paragraphs(fact.words, fact.paragraphs)
        yield f"{fact.number:6}  {moment(fact.at, zone):%H:%M:%S}  {fact.actor:12} {said}{amendment(fact)}"


def _pots(story: Story) -> Iterator[str]:
    if story.shake is not None:
        yield from _shake(story.shake)
    for pot in story.pots:
        for words in pot.words:
            yield with_paragraphs(words, pot.paragraphs)
        yield from _between(pot)


def _shake(shake: Shake) -> Iterator[str]:
    if shake.faces is not None:
        by = "the dealer" if shake.shaken_by is None else f"seat {shake.shaken_by}"
        yield f"{shake.faces[0]} and {shake.faces[1]}, {shake.total}, shaken by {by}. [13.5(e)]"
    for wager in shake.wagers:
        became = f"wins {money(wager.pays_cents)}" if wager.won else "loses"
        yield f"Seat {wager.seat}: {money(wager.cents)} on {wager.wager} {became}. [13.5(f), 13.6(b)]"


def _between(pot: PotStory) -> Iterator[str]:
    if len(pot.between) > 1:
        yield f"  Eligible: {seats(pot.between)}."


def _taken(story: Story) -> Iterator[str]:
    shake = story.shake
    if shake is not None and shake.collected_cents is not None and shake.paid_cents is not None:
        yield f"Losing wagers of {money(shake.collected_cents)} collected, {money(shake.paid_cents)} paid to winners."
    if story.rake_cents is None or story.bad_beat_cents is None:
        return
    yield f"Rake {money(story.rake_cents)}, contribution to the bad beat fund {money(story.bad_beat_cents)}."


def _note(story: Story) -> Iterator[str]:
    cited = {paragraph for fact in story.told for paragraph in fact.paragraphs if paragraph.startswith("I-")}
    if cited or not all(fact.at.synced for fact in story.told):
        yield ""
    if not all(fact.at.synced for fact in story.told):
        yield "~ after a time: the clock was not synchronised, so the time may be wrong: `firmware-host explain '~'`."
    if cited:
        names = " ".join(sorted(cited))
        yield f"Where the regulation is silent, an interpretation applies. To read it: `firmware-host explain {names}`."
