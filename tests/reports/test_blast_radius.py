"""
From a fault or a wrong count to the rounds that may have been dealt from a deck that was not whole.

The three cases are those casinos were fined for; a table that deals on shuffles nobody counts can still meet them.
"""

from collections.abc import Iterable, Iterator
from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from firmware_host.errors import UserError
from firmware_host.reports.blast_radius import TELLING, Blast, blast, fault_of
from firmware_host.rules.round_facts import RoundVoided
from firmware_host.table.clocks import Stamp
from firmware_host.table.facts.decks import (
    CardsCounted,
    DeckPutInPlay,
    DeckRemoved,
    DeckShuffledByHand,
    DecksInspected,
    ForeignDeckSeen,
    ProofVoided,
    ShuffleProved,
    ShuffleRejected,
)
from firmware_host.table.facts.dice import ShakerTampered
from firmware_host.table.facts.fact import Body, Fact
from firmware_host.table.facts.floor import AlertRaised, FloorCalled
from firmware_host.table.facts.round import RoundHalted
from firmware_host.table.facts.shuffler import (
    CardsSeenAstray,
    ClearingFailed,
    ClearingOrdered,
    DeckDelivered,
    DeckLiftedOff,
    FirmwareListTaken,
    HouseKeyDiffers,
    HousingClosed,
    HousingOpened,
    LinkTampered,
    OrderEnded,
    OutputSeen,
    ReconciliationFailed,
    ReconciliationOrdered,
    ShelfSeen,
    ShufflerBarred,
    ShufflerBody,
    ShufflerBooted,
    ShufflerCleared,
    ShufflerContradicted,
    ShufflerFaultOver,
    ShufflerFaultShown,
    ShufflerForeign,
    ShufflerJammed,
    ShufflerLidClosed,
    ShufflerLidOpened,
    ShufflerReconciled,
    ShufflerRestarted,
    ShufflerSwitched,
    ShufflerTested,
    ShufflerWear,
    ShufflerWorn,
)
from firmware_host.table.facts.system import DeviceWentDown
from firmware_host.table.terms import AlertKind, Back, Counted, Grade, JamPlace, Mode, Severity, Worn

JOURNAL = "0123456789abcdef0123456789abcdef"

NOT_COUNTED = 0


def proved(back: Back, counted: int = 52) -> ShuffleProved:
    grade = Grade.REPORTED if counted else Grade.WITNESSED
    return ShuffleProved(back=back, grade=grade, order=1, mode=Mode.SHUFFLE, counted=counted, duration_ms=45_000)


def dealt(back: Back) -> DeckPutInPlay:
    return DeckPutInPlay(back=back, grade=Grade.REPORTED, order=1)


def wrong(back: Back, reason: str) -> ShuffleRejected:
    return ShuffleRejected(back=back, order=1, reason=reason)


def record(*bodies: Body) -> list[Fact]:
    """A record of these facts; a deck put in play begins the next round."""
    return list(_facts(bodies))


def _facts(bodies: Iterable[Body]) -> Iterator[Fact]:
    round_ = 0
    for number, body in zip(count(1), bodies, strict=False):
        round_ += isinstance(body, DeckPutInPlay)
        yield Fact(
            journal=JOURNAL,
            number=number,
            at=Stamp(wall_ms=number * 60_000, mono_ms=number * 60_000, boot="boot-1", synced=True),
            round=round_ if isinstance(body, DeckPutInPlay | RoundVoided) else 0,
            cause=f"intent-{number}",
            actor="dealer-1",
            rules="5a" * 32,
            paragraphs=(),
            body=body,
        )


def radius(facts: list[Fact], number: int | None = None) -> Blast:
    """What the record answers, asked about its newest fact or another."""
    fault = fault_of(facts, number or facts[-1].number)
    return blast((fact for fact in facts if isinstance(fact.body, TELLING)), fault)


def rounds(found: Blast) -> dict[Back, list[int]]:
    return {deck.back: [dealt.round for dealt in deck.rounds] for deck in found.decks}


def alternating(hands: int, counted: int) -> list[Body]:
    backs = (Back.BLUE, Back.RED)
    return [body for hand in range(hands) for body in (proved(backs[hand % 2], counted), dealt(backs[hand % 2]))]


def test_a_shuffler_left_in_sort_mode_dealt_sixteen_hands() -> None:
    hands = (*alternating(10, 52), *alternating(16, NOT_COUNTED))
    sorting = wrong(Back.BLUE, "the shuffler was set to sort, not to shuffle")
    assert rounds(radius(record(*hands, sorting))) == {Back.BLUE: [9, *range(11, 27, 2)]}
    found = rounds(radius(record(*hands, DeviceWentDown(device="shuffler", detail="taken away"))))
    assert sorted(found[Back.BLUE] + found[Back.RED]) == [9, 10, *range(11, 27)], "sixteen, and the last good two"


def test_sixteen_cards_left_inside_spoiled_forty_six_rounds() -> None:
    facts = record(
        proved(Back.BLUE),
        *(dealt(Back.BLUE) for _ in range(46)),
        wrong(Back.BLUE, "the shuffler counted 36 cards instead of 52"),
    )
    (deck,) = radius(facts).decks
    assert [dealt.round for dealt in deck.rounds] == list(range(1, 47))
    assert deck.since is not None
    assert (deck.since.number, deck.until) == (1, None)


def test_a_deck_one_card_short_was_dealt_for_forty_two_hands() -> None:
    """Shuffled by hand nobody counts: the doubt reaches back to the start of the record."""
    facts = record(
        *(body for _ in range(42) for body in (proved(Back.RED, NOT_COUNTED), dealt(Back.RED))),
        wrong(Back.RED, "the shuffler counted 51 cards instead of 52"),
        proved(Back.RED),
        dealt(Back.RED),
    )
    (deck,) = radius(facts, 85).decks
    assert [dealt.round for dealt in deck.rounds] == list(range(1, 43))
    assert deck.since is None
    assert deck.until is not None
    assert deck.until.number == 86


def test_a_deck_one_card_short_was_shuffled_by_hand_for_forty_two_hands_and_then_counted() -> None:
    """As this table records it: received whole, shuffled by hand, found short when the stub was counted wrong twice."""
    hands = [body for _ in range(42) for body in (DeckShuffledByHand(back=Back.RED), dealt(Back.RED))]
    facts = record(
        proved(Back.RED),
        dealt(Back.RED),
        DecksInspected(backs=(Back.BLUE, Back.RED)),
        *hands,
        CardsCounted(what=Counted.STUB, back=Back.RED, counted=31, expected=32),
        DeckRemoved(back=Back.RED, why="the stub was counted wrong twice"),
        DecksInspected(backs=(Back.RED,)),
        dealt(Back.RED),
    )
    (deck,) = radius(facts, 3 + len(hands) + 1).decks
    assert [dealt.round for dealt in deck.rounds] == list(range(2, 44))
    assert deck.since is not None
    assert deck.until is not None
    assert (deck.since.number, deck.until.number) == (3, len(facts) - 1)


def test_a_deck_counted_by_hand_is_whole_again() -> None:
    facts = record(
        DecksInspected(backs=(Back.BLUE, Back.RED)),
        dealt(Back.BLUE),
        CardsCounted(what=Counted.DECK, back=Back.BLUE, counted=52, expected=52),
        dealt(Back.BLUE),
        CardsCounted(what=Counted.STUB, back=Back.BLUE, counted=40, expected=40),
        CardsCounted(what=Counted.DISCARDS, back=Back.BLUE, counted=9, expected=10),
    )
    assert rounds(radius(facts)) == {Back.BLUE: [2]}, "a stub counted right says nothing of the other cards"


def test_where_every_shuffle_is_counted_one_round_is_in_doubt() -> None:
    facts = record(*alternating(40, 52), wrong(Back.BLUE, "the shuffler counted 51 cards instead of 52"))
    assert rounds(radius(facts)) == {Back.BLUE: [39]}


def test_the_other_deck_is_not_in_doubt() -> None:
    facts = record(proved(Back.BLUE), dealt(Back.BLUE), dealt(Back.RED), wrong(Back.BLUE, "jam"))
    assert rounds(radius(facts)) == {Back.BLUE: [1]}


def test_rounds_dealt_on_after_the_fault_are_in_doubt_too_until_the_next_good_proof() -> None:
    facts = record(
        proved(Back.BLUE),
        dealt(Back.BLUE),
        ProofVoided(back=Back.BLUE, order=1, reason="the lid was opened"),
        dealt(Back.BLUE),
        proved(Back.BLUE),
        dealt(Back.BLUE),
    )
    (deck,) = radius(facts, 3).decks
    assert [(dealt.round, dealt.later) for dealt in deck.rounds] == [(1, False), (2, True)]


def test_a_void_round_says_so() -> None:
    facts = record(proved(Back.BLUE), dealt(Back.BLUE), RoundVoided(why="51 cards"), wrong(Back.BLUE, "51 cards"))
    (deck,) = radius(facts).decks
    assert [(dealt.round, dealt.void) for dealt in deck.rounds] == [(1, True)]


@pytest.mark.parametrize(
    "fault", [DeviceWentDown(device="shuffler", detail="no answer for 3 s"), ForeignDeckSeen(back=Back.GREEN)]
)
def test_a_fault_of_the_shuffler_itself_puts_every_deck_in_doubt(fault: Body) -> None:
    facts = record(*alternating(4, 52), fault)
    assert rounds(radius(facts)) == {Back.BLUE: [3], Back.RED: [4]}


FAULTS_OF_THE_MACHINE: list[Body] = [
    ShufflerLidOpened(),
    ShufflerLidClosed(),
    HousingOpened(),
    HousingClosed(why="table.toml names no tamper contact"),
    ShufflerJammed(place=JamPlace.FEED),
    ShufflerCleared(found=3),
    ShufflerSwitched(mode=Mode.SORT),
    ShufflerSwitched(mode=Mode.SHUFFLE),
    ShufflerRestarted(),
    ShufflerFaultShown(),
    ShufflerFaultOver(),
    ShufflerReconciled(went_in=52, came_out=52, lying=0, astray=16),
    ShufflerReconciled(went_in=68, came_out=52, lying=0, astray=0),
    ReconciliationFailed(reason="jam"),
    ShufflerContradicted(reason="two ends of one order"),
    ShufflerBarred(reason="the shuffler's count of starts fell from 7 to 3"),
    ShufflerForeign(reason="it is not the paired device"),
    LinkTampered(forged=1, replayed=0),
    CardsSeenAstray(astray=3),
    ClearingFailed(reason="jam"),
    ShufflerTested(failed=("camera",)),
    ShufflerTested(worn=("feed",)),
    ShufflerWorn(why=Worn.LIFE, made=20_000, limit=19_000),
    DeviceWentDown(device="tamper", detail="open circuit"),
]

NO_FAULT: list[Body] = [
    FloorCalled(),
    DeviceWentDown(device="puck", detail="open circuit"),
    ShakerTampered(open=True),
    ReconciliationOrdered(),
    ShufflerReconciled(went_in=52, came_out=52, lying=0, astray=0),
    ShufflerTested(),
    ShufflerWear(cycles=1, since_service=1, service_every=10_000, life=100_000),
    FirmwareListTaken(house_key="5e" * 32, serial=1, sha256="ab" * 32),
    HouseKeyDiffers(house_key="6f" * 32, serial=1, sha256="ab" * 32),
    ShelfSeen(back=None),
    OutputSeen(back=None),
    ClearingOrdered(),
    OrderEnded(order=7, how="jam"),
    ShufflerBooted(boot=2),
]


@pytest.mark.parametrize("fault", FAULTS_OF_THE_MACHINE, ids=repr)
def test_any_fault_of_the_shuffler_that_names_no_deck_puts_every_deck_in_doubt(fault: Body) -> None:
    facts = record(*alternating(4, 52), fault)
    assert rounds(radius(facts)) == {Back.BLUE: [3], Back.RED: [4]}


def test_every_kind_of_fact_of_the_shuffler_is_a_fault_or_none_or_names_its_deck() -> None:
    told = {type(body) for body in (*FAULTS_OF_THE_MACHINE, *NO_FAULT)}
    assert set(ShufflerBody.__args__) - told == {DeckDelivered, DeckLiftedOff}


@pytest.mark.parametrize(
    "fault", [ShelfSeen(back=Back.RED), DeckDelivered(back=Back.RED, order=1, counted=36)], ids=repr
)
def test_what_the_shuffler_tells_of_one_deck_puts_that_one_in_doubt(fault: Body) -> None:
    assert rounds(radius(record(*alternating(4, 52), fault))) == {Back.RED: [4]}


def test_a_halted_round_puts_the_deck_in_doubt_that_it_is_dealt_from() -> None:
    facts = record(*alternating(4, 52))
    halted = replace(facts[-1], number=len(facts) + 1, body=RoundHalted(why="16 cards were found inside the shuffler"))
    assert rounds(radius([*facts, halted])) == {Back.RED: [4]}


def test_an_alert_that_was_taken_along_from_another_record_is_asked_there() -> None:
    taken = AlertRaised(alert=AlertKind.CARDS_ASTRAY, about="shuffler", severity=Severity.FAULT, say="16 cards.")
    for before in (FirmwareListTaken(house_key="5e" * 32, serial=1, sha256="ab" * 32), wrong(Back.BLUE, "jam")):
        with pytest.raises(UserError, match="alert 2 was raised in an earlier record, which this one continues"):
            radius(record(before, taken))


def test_the_number_of_the_alert_will_do() -> None:
    raised = AlertRaised(alert=AlertKind.SHUFFLE_REJECTED, about="blue", severity=Severity.FAULT, say="No shuffle.")
    facts = record(proved(Back.BLUE), dealt(Back.BLUE), wrong(Back.BLUE, "jam"), raised)
    assert radius(facts).fault.number == 3


@pytest.mark.parametrize("body", NO_FAULT, ids=repr)
def test_what_is_about_no_deck_is_refused_in_one_line(body: Body) -> None:
    with pytest.raises(UserError, match="fact 2 concerns no deck"):
        radius(record(proved(Back.BLUE), body))


def test_a_number_the_record_has_not_is_refused_in_one_line() -> None:
    with pytest.raises(UserError, match="the record has no fact 9"):
        radius(record(proved(Back.BLUE)), 9)


def test_before_any_round_nothing_is_in_doubt() -> None:
    assert rounds(radius(record(wrong(Back.BLUE, "jam")))) == {Back.BLUE: []}


BACKS = st.sampled_from([Back.BLUE, Back.RED])

ANYTHING = st.lists(
    st.one_of(
        st.builds(proved, BACKS, st.sampled_from([52, NOT_COUNTED])),
        st.builds(dealt, BACKS),
        st.builds(wrong, BACKS, st.just("51 cards")),
    ),
    max_size=60,
)


@given(before=ANYTHING, back=BACKS, after=ANYTHING)
def test_it_is_the_rounds_of_that_deck_between_the_good_proofs_around_the_fault(
    before: list[Body], back: Back, after: list[Body]
) -> None:
    """The same said the long way round: walk back from the fault, and on from it, to a good proof."""
    facts = record(*before, wrong(back, "51 cards"), *after)
    fault = len(before)
    mine = [fact for fact in facts if getattr(fact.body, "back", None) is back]
    good = [fact.number for fact in mine if isinstance(fact.body, ShuffleProved) and fact.body.counted == 52]
    first = max((number for number in good if number <= fault), default=0)
    last = min((number for number in good if number > fault), default=len(facts) + 1)
    expected = [fact.round for fact in mine if isinstance(fact.body, DeckPutInPlay) and first < fact.number < last]
    assert rounds(radius(facts, fault + 1)) == {back: expected}
