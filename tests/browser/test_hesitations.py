"""What made dealers hesitate who had never seen the page, each as a test."""

from __future__ import annotations

import re
from collections import Counter

import msgspec
import pytest
from playwright.async_api import Browser

from firmware_host.panel.dealer_view import DealerView
from firmware_host.panel.messages import Standing
from firmware_host.rules.decision import Role
from firmware_host.rules.round_acts import AwardPot, Call, CompleteBetting
from firmware_host.table.acts.decks import CountCards
from firmware_host.table.acts.dice import AcceptShaker, CloseBets, PayWinners
from firmware_host.table.acts.round import Deal
from firmware_host.table.state.decks import Place
from firmware_host.table.terms import Grade
from tests.browser.chromium import LOW, SMALL, WIDE, needs_chromium
from tests.browser.page_states import games
from tests.browser.scripted_box import CONTROLS, ScriptedBox, scripted_page
from tests.worlds.scenario_views import expecting, views, where

pytestmark = [needs_chromium, pytest.mark.asyncio(loop_scope="module")]

HOLDEM, DICE, BY_KEYS = "games/holdem", "games/mini-dice", "procedures/14.6-keys-alone"
DRAWS_BY_KEYS = "procedures/14.12C-keys-alone"

OVERLAPS = """() => {
  const found = [];
  const hands = [...document.querySelectorAll("g.hand")].map(hand => [hand.parentElement.textContent.trim(), hand]);
  const others = [...document.querySelectorAll(".plate"), ...document.querySelectorAll("g.card:not(.index)")];
  const meet = (one, other) => {
    const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
    if (a.width === 0 || b.width === 0) return false;
    const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    return wide > 2 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 6;
  };
  hands.forEach(([name, hand], at) => {
    const rest = [...hands.slice(at + 1), ...others.map(one => [one.textContent.trim(), one])];
    for (const [other, one] of rest) if (meet(hand, one)) found.push(`the hand of ${name} and ${other}`);
  });
  return found;
}"""


@pytest.mark.parametrize("size", [SMALL, LOW, WIDE], ids=str)
async def test_no_hand_lies_over_another_or_over_the_board(browser: Browser, size: tuple[int, int]) -> None:
    found: list[str] = []
    async with scripted_page(browser, size) as box:
        shown = [(state.name, state.view) for state in games()]
        await box.opens(shown[0][1])
        for name, view in shown:
            await box.shows(view)
            found += [f"{name}: {one}" for one in await box.page.evaluate(OVERLAPS)]
    assert not found, "\n".join(found)


async def places(box: ScriptedBox) -> dict[str, tuple[float, float]]:
    """Return where each act lies beside the table, by its kind."""
    found = await box.page.locator("side-list button[data-act]").evaluate_all(
        "all => all.map(each => [each.className, each.offsetLeft, each.offsetTop])"
    )
    times = Counter[str]()
    named: dict[str, tuple[float, float]] = {}
    for name, left, top in sorted(found, key=lambda each: each[2:0:-1]):
        times[name] += 1
        named[f"{name} {times[name]}"] = (left, top)
    return named


async def test_the_buttons_beside_the_table_keep_their_places(box: ScriptedBox) -> None:
    sequence = [view for view in views(HOLDEM) if view.table.open]
    await box.opens(sequence[0])
    before, moved = await places(box), list[str]()
    for view in sequence:
        await box.shows(view, settle=False)
        now = await places(box)
        moved += [f"fact {view.table.seen}: {name}" for name in now.keys() & before.keys() if now[name] != before[name]]
        before = now
    assert not moved, moved


async def test_a_hand_that_goes_on_tapping_does_not_close_the_bets(box: ScriptedBox) -> None:
    await box.opens(expecting(DICE, PayWinners))
    await box.shows(expecting(DICE, CloseBets, nth=1), settle=False)
    await box.passes(600)
    await box.tap(box.page.locator("step-bar button"))
    assert not box.asks
    assert "had just changed" in await box.note()
    await box.settles()
    await box.settles()
    await box.tap(box.page.locator("step-bar button"))
    assert box.acts == ["close-bets"]


async def test_the_page_of_a_wager_names_its_seat(box: ScriptedBox) -> None:
    await box.opens(expecting(DICE, CloseBets))
    await box.tap(box.button("seat 3"))
    await box.settles()
    await box.tap(box.act("place-wager"))
    assert "from seat 3" in await box.page.locator("entry-panel h2").inner_text()


async def test_a_player_may_add_chips_and_the_amount_is_asked(box: ScriptedBox) -> None:
    await box.opens(expecting(HOLDEM, Deal))
    await box.tap(box.button("nav acts"))
    await box.settles()
    await box.tap(box.button("group seats"))
    await box.settles()
    adds = box.button("offer A player adds chips")
    assert "not-now" not in (await adds.get_attribute("class") or "")
    await box.tap(adds)
    await box.settles()
    await box.tap(box.button("choose seat"))
    await box.settles()
    for digit in ("2", "0"):
        await box.tap(box.button(f"pad {digit}"))
    await box.settles()
    await box.tap(box.page.locator("number-pad [data-main]"))
    assert box.asks[0]["act"]["cents"] == 2000


async def test_the_number_drawn_is_at_the_seat(box: ScriptedBox) -> None:
    view = where("games/draw", lambda view: len({drawn.cards > 0 for drawn in view.drawn}) > 1)
    await box.opens(view)
    said = await box.page.locator("g.drew").all_text_contents()
    assert len(said) == len([drawn for drawn in view.drawn if not folded(view, drawn.seat)])
    assert {one.strip() for one in said} <= {"pat", *(f"drew {drawn.cards}" for drawn in view.drawn)}


def folded(view: DealerView, seat: int) -> bool:
    assert view.table.round is not None
    return next(player.folded for player in view.table.round.players if player.seat == seat)


def said(view: DealerView) -> str:
    return next((step.say for step in view.table.steps if step.expected), "")


async def test_what_players_do_first_stands_apart_from_what_the_tap_says(box: ScriptedBox) -> None:
    await box.opens(expecting(BY_KEYS, CompleteBetting))
    watch = await box.page.locator("step-bar .watch").inner_text()
    say = await box.page.locator("step-bar .say").inner_text()
    assert "forced bet" in watch
    assert "forced bet" not in say
    assert "burn one" in say


async def test_what_is_done_one_after_the_other_is_numbered(box: ScriptedBox) -> None:
    await box.opens(expecting(HOLDEM, AwardPot))
    assert await box.page.locator("step-bar .nth").all_inner_texts() == ["1", "2", "3"]


async def test_the_words_of_dealers_stand_beside_those_of_the_regulation(box: ScriptedBox) -> None:
    for word, cards in {"FLOP": "three community", "TURN": "fourth community", "RIVER": "last community"}.items():
        await box.opens(next(view for view in views(HOLDEM) if cards in said(view)))
        bar = box.page.locator("step-bar")
        assert word in (await bar.locator(".word").inner_text()).upper()
        assert cards in await bar.inner_text()
        assert "14.10" in await bar.locator("cite").inner_text()


async def test_stub_and_discards_are_not_shown_where_the_table_cannot_know_them(box: ScriptedBox) -> None:
    await box.opens(max(views(BY_KEYS), key=lambda view: 0 if view.table.round is None else view.table.seen))
    assert "Discards\n\N{EN DASH}" in await box.page.locator(".counts").inner_text()
    await box.opens(expecting(HOLDEM, Call))
    assert "Discards\n0" in await box.page.locator(".counts").inner_text()


async def test_burns_lie_by_the_stub(box: ScriptedBox) -> None:
    view = where(HOLDEM, lambda view: view.counts is not None and view.counts.burns == 3)
    await box.opens(view)
    piles = await box.page.locator("g.piles").get_attribute("aria-label")
    assert piles is not None
    assert "burns 3" in piles


async def test_a_misread_wager_is_corrected_by_a_form_that_names_it(box: ScriptedBox) -> None:
    view = next(view for view in views(HOLDEM) if any("calls $2" in o.label for o in view.offers))
    await box.opens(view)
    await correcting(box)
    await box.tap(box.page.locator("acts-panel button", has_text=re.compile(r"calls \$2 \(\d+\)$")).first)
    await box.settles()
    assert "calls $2" in await box.page.locator("entry-panel h2").inner_text()
    for digit in "4":
        await box.tap(box.button(f"pad {digit}"))
    await box.settles()
    await box.tap(box.page.locator("number-pad [data-main]"))
    await box.settles()
    await box.tap(box.page.locator("why-pad .usual button").first)
    await box.settles()
    assert await box.page.locator("person-pad").count() == 1, "two people decide"
    assert not box.asks


async def test_cards_named_wrongly_are_corrected_and_the_right_ones_need_no_other_place(box: ScriptedBox) -> None:
    box.hello = msgspec.structs.replace(CONTROLS, standing=Standing.SIGNED_IN, roles=(Role.FLOORPERSON,))
    view = where(HOLDEM, lambda view: view.table.round is not None and len(view.table.round.board) == 3)
    assert view.table.round is not None
    board = view.table.round.board
    await box.opens(view)
    await correcting(box)
    await box.tap(box.page.locator("acts-panel button", has_text="flop").first)
    await box.settles()
    new = next(card for card in view.cards_left if card not in board)
    for card in (*board[:2], new):
        await box.tap(box.button(f"card {card}"))
    await box.settles()
    await box.tap(box.button("cards done true"))
    await box.settles()
    await box.tap(box.page.locator("why-pad .usual button").first)
    assert box.acts == ["correct-cards"]
    assert box.asks[0]["act"]["cards"] == [*board[:2], new]


async def test_the_dice_of_the_last_shake_are_corrected(box: ScriptedBox) -> None:
    box.hello = msgspec.structs.replace(CONTROLS, standing=Standing.SIGNED_IN, roles=(Role.FLOORPERSON,))
    view = where(DICE, lambda view: any(offer.dice for offer in view.offers))
    await box.opens(view)
    await correcting(box)
    await box.tap(box.page.locator("act-grid button").first)
    for at, face in ((0, 3), (3, 5)):
        await box.settles()
        await box.tap(box.button(f"die {at} {face}"))
    await box.settles()
    await box.tap(box.page.locator("why-pad .usual button").first)
    assert box.asks[0]["act"]["act"]["dice"] == [3, 5]


@pytest.mark.parametrize(("more", "sign"), [("More", 1), ("Less", -1)])
async def test_miscounted_money_is_corrected_at_a_seat_and_two_people_decide(
    box: ScriptedBox, more: str, sign: int
) -> None:
    box.hello = msgspec.structs.replace(CONTROLS, standing=Standing.SIGNED_IN, roles=(Role.FLOORPERSON,))
    label = f"{more} money at any seat"
    view = where(HOLDEM, lambda view: any(offer.label == label and len(offer.seats) > 1 for offer in view.offers))
    seat = next(offer.seats[1] for offer in view.offers if offer.label == label)
    await box.opens(view)
    await correcting(box)
    await box.tap(box.page.locator("act-grid button", has_text=label))
    await box.settles()
    await box.tap(box.button(f"choose seat {seat}"))
    await box.settles()
    assert await box.page.locator("entry-panel h2").inner_text() == f"Correct: {more} money at seat {seat}"
    await box.tap(box.button("pad 4"))
    await box.settles()
    await box.tap(box.page.locator("number-pad [data-main]"))
    await box.settles()
    await box.tap(box.button("why miscounted"))
    assert box.acts == ["request-approval"]
    asked = box.asks[0]["act"]["act"]
    assert (asked["kind"], asked["lines"]) == ("adjust-money", [{"seat": seat, "cents": sign * 400}])
    assert asked["why"] == "miscounted"


async def test_miscounted_money_in_the_pot_is_corrected(box: ScriptedBox) -> None:
    box.hello = msgspec.structs.replace(CONTROLS, standing=Standing.SIGNED_IN, roles=(Role.FLOORPERSON,))
    view = where(HOLDEM, lambda view: any(offer.label == "More money in the pot" for offer in view.offers))
    await box.opens(view)
    await correcting(box)
    await box.tap(box.page.locator("act-grid button", has_text="More money in the pot"))
    await box.settles()
    await box.tap(box.button("pad min"))
    await box.settles()
    await box.tap(box.page.locator("number-pad [data-main]"))
    await box.settles()
    await box.tap(box.button("why a chip fell"))
    assert box.asks[0]["act"]["act"]["lines"] == [{"seat": None, "cents": 100}]


async def correcting(box: ScriptedBox) -> None:
    await box.tap(box.button("nav acts"))
    await box.settles()
    await box.tap(box.button("group correct"))
    await box.settles()


async def test_enter_right_after_the_last_digit_counts(box: ScriptedBox) -> None:
    await box.opens(expecting(HOLDEM, CountCards))
    await box.tap(box.page.locator("step-bar button"))
    await box.settles()
    for digit in ("1", "4"):
        await box.tap(box.button(f"pad {digit}"))
    await box.tap(box.page.locator("number-pad [data-main]"))
    assert await box.note() == ""
    assert box.asks[0]["act"]["counted"] == 14


COVERED = """() => [...document.querySelectorAll("number-pad button")].filter(button => {
  const at = button.getBoundingClientRect();
  return [at.top + 4, at.bottom - 4].some(y => !button.contains(document.elementFromPoint(at.left + at.width / 2, y)));
}).map(button => button.textContent.trim())"""


@pytest.mark.parametrize("size", [SMALL, LOW], ids=str)
async def test_a_remark_covers_no_key_of_an_entry(browser: Browser, size: tuple[int, int]) -> None:
    async with scripted_page(browser, size) as box:
        await box.opens(expecting(HOLDEM, CountCards))
        await box.tap(box.page.locator("step-bar button"))
        await box.tap(box.button("pad 1"))
        assert "had just changed" in await box.note()
        assert await box.page.evaluate(COVERED) == []


async def test_the_limits_of_a_count_are_shown_where_they_are_passed(box: ScriptedBox) -> None:
    await box.opens(expecting(HOLDEM, CountCards))
    await box.tap(box.page.locator("step-bar button"))
    await box.settles()
    shown = box.page.locator("number-pad output")
    assert " to " not in await shown.inner_text()
    for digit in ("9", "9", "9"):
        await box.tap(box.button(f"pad {digit}"))
    assert " to " in await shown.inner_text()


CUT_OFF = """all => all.filter(each => {
  const [outer, inner] = [each, each.querySelector(".words")].map(one => one.getBoundingClientRect());
  return inner.bottom > outer.bottom || each.querySelector(".words").scrollHeight > inner.height + 8;
}).map(each => each.textContent)"""


@pytest.mark.parametrize("size", [SMALL, LOW], ids=str)
async def test_what_players_do_first_is_never_cut_off(browser: Browser, size: tuple[int, int]) -> None:
    cut = set[str]()
    async with scripted_page(browser, size) as box:
        said = {
            step.watch: view for name in (BY_KEYS, DRAWS_BY_KEYS) for view in views(name) for step in view.table.steps
        }
        said.pop("")
        await box.opens(next(iter(said.values())))
        for watch, view in said.items():
            await box.shows(view)
            hidden = "all => all.some(each => each.scrollHeight > each.clientHeight + 8)"
            if await box.page.locator("step-bar .watch, step-bar .say").evaluate_all(hidden):
                cut.add(watch)
    assert not cut


async def test_a_deck_is_described_in_the_words_of_a_table(box: ScriptedBox) -> None:
    await box.opens(where(HOLDEM, lambda view: any(deck.shuffling for deck in view.table.decks)))
    shuffling = await box.page.locator(".deck", has_text="being shuffled").inner_text()
    assert "not shuffled" not in shuffling
    await box.opens(where(HOLDEM, lambda view: any(deck.proof is not None and deck.cut for deck in view.table.decks)))
    words = " ".join(await box.page.locator("deck-strip").all_inner_texts())
    assert "blue reported, cut" in words
    view = where(HOLDEM, lambda view: view.table.decks[0].proof is not None)
    deck = msgspec.structs.replace(view.table.decks[0], proof=Grade.ATTESTED, place=Place.SHUFFLER, cut=False)
    table = msgspec.structs.replace(view.table, decks=(deck, *view.table.decks[1:]))
    await box.shows(msgspec.structs.replace(view, table=table))
    assert "in the shuffler, shuffled" in await box.page.locator(".deck").first.inner_text()


async def test_the_words_on_a_deck_are_never_cut_off(box: ScriptedBox) -> None:
    await box.opens(views(HOLDEM)[0])
    cut = set[str]()
    for view in {str(view.table.decks): view for view in views(HOLDEM)}.values():
        await box.shows(view)
        cut |= set(await box.page.locator(".deck").evaluate_all(CUT_OFF))
    assert not cut


async def test_a_called_floor_is_told_apart_from_one_that_has_come(box: ScriptedBox) -> None:
    await box.opens(where("procedures/floor-call", lambda view: view.table.floor_called))
    assert not await box.page.locator(".act.floor span").evaluate("each => each.scrollHeight > each.clientHeight + 8")
    assert await box.page.locator(".act.floor").inner_text() == "Floor called\ntap when here"


async def test_the_tap_that_hands_the_shaker_over_does_not_offer_it_again(box: ScriptedBox) -> None:
    await box.opens(expecting(DICE, AcceptShaker))
    assert "is offered" in await box.page.locator("step-bar .watch").inner_text()
    assert await box.page.locator("step-bar .say").inner_text() == "If the player accepts, hand the shaker over."
