"""What made a dealer hesitate who played a kill, a reshuffle and a restart for the first time, each as a test."""

from __future__ import annotations

import pytest
from playwright.async_api import Browser

from firmware_host.panel.dealer_view import DealerView
from firmware_host.rules.round_acts import AwardPot, Call
from firmware_host.table.acts.decks import InspectDecks, SenseDeck
from firmware_host.table.acts.intent import TableStep
from firmware_host.table.acts.round import Deal
from tests.browser.chromium import LOW, SMALL, WIDE, needs_chromium
from tests.browser.scripted_box import ScriptedBox, document, scripted_page
from tests.worlds.scenario_views import expecting, views, where

pytestmark = [needs_chromium, pytest.mark.asyncio(loop_scope="module")]

HOLDEM, KILL = "games/holdem", "procedures/14.11A-kill"

BESIDE_IS_CUT = """() => [...document.querySelectorAll(".beside")].filter(one => {
  const room = one.parentElement.getBoundingClientRect();
  return [...one.getClientRects()].some(line => line.right > room.right + 1 || line.bottom > room.bottom + 3);
}).map(one => one.innerText)"""

TITLE_IS_CUT = """() => {
  const title = document.querySelector(".head h1");
  return title.scrollWidth > title.clientWidth + 1 || title.scrollHeight > title.clientHeight + 3;
}"""


def expected(view: DealerView) -> tuple[TableStep, ...]:
    return tuple(step for step in view.table.steps if step.expected)


def beside(view: DealerView, kind: type) -> bool:
    """Whether the hands put a deck into the shuffler while this act is due."""
    acts = [step.act for step in expected(view)]
    return any(isinstance(act, SenseDeck) for act in acts) and any(isinstance(act, kind) for act in acts)


async def said(box: ScriptedBox) -> str:
    return " ".join((await box.page.locator("step-bar").inner_text()).split())


async def test_the_push_says_where_the_kill_button_goes(box: ScriptedBox) -> None:
    given, collected = (view for view in views(KILL) if view.award is not None and len(view.events) > 0)
    await box.opens(given)
    assert "Give seat 7 the kill button." in await said(box)
    await box.shows(collected)
    assert "Collect the kill button." in await said(box)


async def test_the_blinds_have_amounts_and_the_deal_is_asked_for_once(box: ScriptedBox) -> None:
    await box.opens(expecting(HOLDEM, Deal))
    now = await said(box)
    assert "Blind bets: seat 2 $1, seat 4 $2." in now
    assert "Deal two cards" not in now


@pytest.mark.parametrize("size", [SMALL, LOW, WIDE], ids=str)
async def test_what_the_hands_do_besides_is_never_cut(browser: Browser, size: tuple[int, int]) -> None:
    cut: list[str] = []
    async with scripted_page(browser, size) as box:
        shown = [view for name in (KILL, HOLDEM) for view in views(name) if beside(view, Deal) or beside(view, Call)]
        await box.opens(shown[0])
        for view in shown:
            await box.shows(view, settle=False)
            assert await box.page.locator(".beside").count() == 1
            cut += await box.page.evaluate(BESIDE_IS_CUT)
    assert not cut, cut


@pytest.mark.parametrize("size", [SMALL, LOW, WIDE], ids=str)
async def test_the_name_of_a_game_with_a_kill_is_read_whole(browser: Browser, size: tuple[int, int]) -> None:
    async with scripted_page(browser, size) as box:
        playing = where(KILL, lambda one: one.table.round is not None)
        between = where(KILL, lambda one: one.table.round is None and one.table.open)
        for view in (playing, between):
            await box.opens({**document(view), "title": "Big Omaha high-low split eight or better"})
            assert not await box.page.evaluate(TITLE_IS_CUT)


async def test_raised_limits_are_called_so(box: ScriptedBox) -> None:
    await box.opens(where(KILL, lambda view: view.table.kill is not None and view.table.kill.button == 7))
    assert "kill limits $4 and $8" in await box.page.locator(".where").inner_text()


async def test_clearing_an_alert_says_who_may_and_uses_the_words_of_the_alert(box: ScriptedBox) -> None:
    counted = "procedures/14.6e7-discards"
    view = where(counted, lambda one: any(alert.over and alert.kind == "wrong-count" for alert in one.alerts))
    alert = next(alert for alert in view.alerts if alert.over and alert.kind == "wrong-count")
    await box.opens(view)
    await box.tap(box.button("nav alerts"))
    await box.settles()
    clear = box.act("clear-alert")
    assert "floorperson" in await clear.inner_text()
    await box.tap(clear)
    assert alert.say in await box.page.locator("entry-panel h2").inner_text()


async def test_a_page_without_a_connection_says_what_to_do(box: ScriptedBox) -> None:
    await box.opens(expecting(HOLDEM, Call))
    box.is_away = True
    await box.cut()
    await box.passes(10_000)
    assert "Wait with the game; if this lasts, fetch a floorperson." in await box.page.locator(".stale").inner_text()


async def test_a_deck_in_play_is_not_called_unshuffled(box: ScriptedBox) -> None:
    view = expecting(HOLDEM, Call)
    await box.opens(view)
    await box.tap(box.button("deck "))
    in_play = next(deck.back for deck in view.table.decks if deck.place == "in-play")
    row = box.page.locator("decks-panel tr", has_text=in_play).first
    assert "not shuffled" not in await row.inner_text()


async def test_no_seat_is_free_before_the_table_opens(box: ScriptedBox) -> None:
    await box.opens(expecting(HOLDEM, InspectDecks))
    assert "free" not in await box.page.locator("table-view").inner_text()


async def test_the_push_of_a_pot_without_a_kill_names_no_kill_button(box: ScriptedBox) -> None:
    await box.opens(expecting(HOLDEM, AwardPot))
    assert "kill button" not in await said(box)
