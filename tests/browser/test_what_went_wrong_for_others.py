"""
What went wrong on other people's touch screens, each as a test that a page without our guards would fail.

The evidence is in issue trackers: OctoPrint-TouchUI, KlipperScreen, zynthian, Mainsail, Fluidd, PokerTH,
Bitcoin-Poker-Room, windfront, NiceGUI, the CRG scoreboard, Opentrons, Home Assistant.
"""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest
from playwright.async_api import Browser, Page

from firmware_host.panel.bundle import FOLDER as BUNDLE
from firmware_host.panel.dealer_view import DealerView
from firmware_host.panel.messages import Standing
from firmware_host.panel.panel_config import PanelConfig
from firmware_host.rules.decision import Code, Refusal, Role
from firmware_host.rules.round_acts import Bet, Call, Check, DealStreet
from firmware_host.table.acts.round import Deal
from tests.browser.chromium import LOW, PHONE, SMALL, WIDE, chromium, needs_chromium, touch_screen
from tests.browser.scripted_box import CONTROLS, ScriptedBox, document, refused, scripted_page
from tests.worlds.panel_table import panel_table
from tests.worlds.scenario_views import expecting, views, where

pytestmark = [needs_chromium, pytest.mark.asyncio(loop_scope="module")]

SIZES = (SMALL, LOW, WIDE, PHONE)

HOLDEM, SIDE_POTS = "games/holdem", "procedures/14.6-side-pots"

REFUSAL = Refusal(
    code=Code.NOT_CUT,
    paragraphs=("14.6(a)",),
    reason="the deck was not cut",
    allowed_by="a cut by the dealer",
)


def checking() -> DealerView:
    return expecting(HOLDEM, Check)


def calling() -> DealerView:
    return expecting(HOLDEM, Call)


def undoing() -> DealerView:
    return where(HOLDEM, lambda view: view.table.round is not None and view.undo != "")


def closed() -> DealerView:
    return where(HOLDEM, lambda view: not view.table.open)


def between() -> DealerView:
    return where(HOLDEM, lambda view: view.table.open and view.table.round is None)


def later(view: DealerView, facts: int = 1) -> DealerView:
    """Return the same view after facts that change nothing on it."""
    return msgspec.structs.replace(view, table=msgspec.structs.replace(view.table, seen=view.table.seen + facts))


# TouchUI #296 ... #429, KlipperScreen #1220: at 800x480 the OK of "Are you sure?" lies below the screen.


@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_the_ok_of_are_you_sure_is_on_the_screen_and_in_place(browser: Browser, size: tuple[int, int]) -> None:
    async with scripted_page(browser, size) as box:
        await box.opens(undoing())
        await box.tap(box.act("take-back"))
        for answer in (".confirm .danger", ".confirm .quiet"):
            rect = await box.page.locator(answer).bounding_box()
            assert rect is not None
            assert rect["y"] >= 0
            assert rect["y"] + rect["height"] <= size[1]
            assert rect["x"] + rect["width"] <= size[0]
        assert await box.page.locator("dialog, [role=dialog]").count() == 0
        assert await box.page.locator(".work .confirm").count() == 1


# KlipperScreen #207, zynthian #837: the tap that wakes the screen presses the emergency stop.


async def test_the_tap_that_wakes_the_screen_does_nothing_else(box: ScriptedBox) -> None:
    await box.opens(closed())
    step = await box.page.locator("step-bar button").bounding_box()
    assert step is not None
    x, y = step["x"] + step["width"] / 2, step["y"] + step["height"] / 2
    await asleep(box)
    await box.page.touchscreen.tap(x, y)
    await box.passes(1000)
    assert await box.page.locator(".sleep").count() == 0
    assert not box.asks
    assert await box.page.locator("entry-panel").count() == 0


async def test_the_first_tap_on_a_page_that_was_hidden_does_nothing(box: ScriptedBox) -> None:
    await box.opens(calling())
    await box.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    await box.tap(box.act("call"))
    assert not box.asks
    assert "only woke" in await box.note()
    await box.passes(1000)
    await box.tap(box.act("call"))
    assert box.acts == ["call"]


async def test_the_screen_of_an_open_table_does_not_sleep(box: ScriptedBox) -> None:
    await box.page.add_init_script(
        "window.locks = 0; Object.defineProperty(navigator, 'wakeLock', {value: "
        "{request: () => { window.locks += 1; return Promise.resolve(new EventTarget()); }}});"
    )
    await box.opens(calling())
    await beating(box, seconds=12 * 60)
    assert await box.page.locator(".sleep").count() == 0
    assert await box.page.evaluate("window.locks") == 1


async def asleep(box: ScriptedBox) -> None:
    await beating(box, seconds=6 * 60)
    assert await box.page.locator(".sleep").count() == 1


async def beating(box: ScriptedBox, *, seconds: int) -> None:
    """Let time pass while the box beats often enough to be heard."""
    for _ in range(seconds):
        box.beats()
        await box.passes(1000)


# Mainsail #1547, #1526: "confirm stop" acted first and asked afterwards.


async def test_what_asks_twice_acts_only_at_the_second_tap(box: ScriptedBox) -> None:
    await box.opens(undoing())
    await box.tap(box.act("take-back"))
    assert not box.asks
    await box.settles()
    await box.tap(box.page.locator(".confirm .quiet"))
    assert not box.asks
    await box.settles()
    await box.tap(box.act("take-back"))
    await box.settles()
    await box.tap(box.page.locator(".confirm .danger"))
    assert box.acts == ["take-back"]


# Fluidd #781, KlipperScreen #321: destructive beside frequent; something appears under a finger that is down.


@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_fold_is_never_beside_raise(browser: Browser, size: tuple[int, int]) -> None:
    async with scripted_page(browser, size) as box:
        turns: dict[tuple[type, ...], DealerView] = {}
        for view in (*views(HOLDEM), *views("procedures/I-6-no-limit"), *views("procedures/I-6-pot-limit")):
            kinds = tuple(type(step.act) for step in view.table.steps if step.seat == turn(view))
            if turn(view) is not None and Bet in kinds:
                turns.setdefault(kinds, view)
        assert len(turns) > 1
        await box.opens(next(iter(turns.values())))
        for view in turns.values():
            await box.shows(view)
            fold, raised = await box.act("fold").bounding_box(), await box.act("bet").bounding_box()
            assert fold is not None
            assert raised is not None
            apart = raised["x"] - (fold["x"] + fold["width"])
            assert apart > 60, "nothing lies between fold and raise"


def turn(view: DealerView) -> int | None:
    return None if view.table.round is None else view.table.round.turn


async def test_nothing_new_can_be_tapped_under_a_pressed_finger(box: ScriptedBox) -> None:
    await box.opens(expecting(HOLDEM, DealStreet))
    await box.press(box.page.locator("step-bar button[data-main]"))
    await box.shows(calling())
    await box.lift()
    assert not box.asks
    assert "nothing was sent" in await box.note()
    spot = await box.page.locator("table-view").bounding_box()
    assert spot is not None
    await box.tap(box.act("take-back"))  # opens the question, in place of the table
    await box.settles()
    await box.tap(box.page.locator(".confirm .quiet"))
    await box.page.mouse.move(spot["x"] + spot["width"] / 4, spot["y"] + spot["height"] - 20)
    await box.page.mouse.down()
    await box.key("b")  # somebody else opens it while the finger is down
    await box.settles()
    await box.lift()
    assert not box.asks


async def test_a_double_tap_is_no_answer_to_are_you_sure(box: ScriptedBox) -> None:
    await box.opens(undoing())
    await box.tap(box.act("take-back"))
    await box.passes(120)
    await box.tap(box.page.locator(".confirm .danger"))
    assert not box.asks
    assert "had just changed" in await box.note()


# PokerTH #35 ("Check" became "Call 9000"), #540, #410; Bitcoin-Poker-Room #45: a button changes between aim and touch.


async def test_a_button_that_changed_between_aim_and_touch_sends_nothing(box: ScriptedBox) -> None:
    await box.opens(checking())
    await box.press(box.act("check"))
    await box.shows(calling())
    await box.lift()
    assert not box.asks
    assert "changed while you pressed" in await box.note()


async def test_a_tap_right_after_a_change_sends_nothing(box: ScriptedBox) -> None:
    await box.opens(checking())
    await box.shows(calling(), settle=False)
    await box.passes(100)
    await box.tap(box.act("call"))
    assert not box.asks
    assert "had just changed" in await box.note()
    await box.settles()
    await box.tap(box.act("call"))
    assert box.acts == ["call"]


async def test_a_second_tap_does_not_act_on_the_next_decision(box: ScriptedBox) -> None:
    first = calling()
    following = next(view for view in views(HOLDEM) if view.table.turn > first.table.turn and turn(view) is not None)
    box.answer = None
    await box.opens(first)
    await box.tap(box.act("call"))
    await box.passes(50)
    await box.tap(box.act("call"), force=True)
    assert box.acts == ["call"], "buttons leave on tap until the box has answered"
    box.sends({"kind": "answer", "id": box.asks[0]["id"], "answer": {"kind": "accepted", "id": "1", "numbers": []}})
    await box.shows(following, settle=False)
    await box.passes(50)
    await box.tap(box.page.locator("step-bar button[data-main]"))
    assert box.acts == ["call"]


async def test_an_act_carries_what_was_painted_when_the_finger_went_down(box: ScriptedBox) -> None:
    await box.opens(calling())
    await box.press(box.act("call"))
    await box.shows(later(calling(), 3))
    await box.lift()
    assert [ask["seen"] for ask in box.asks] == [calling().table.seen]


async def test_fold_asks_while_a_check_is_free(box: ScriptedBox) -> None:
    await box.opens(checking())
    await box.tap(box.act("fold"))
    assert not box.asks
    assert "may check for free" in await box.page.locator(".confirm").inner_text()
    await box.settles()
    await box.tap(box.page.locator(".confirm .quiet"))
    await box.shows(calling())
    await box.tap(box.act("fold"))
    assert box.acts == ["fold"]


# Mainsail (5 tries), windfront (10), kiosks stuck for 7 hours: the page gives up reconnecting and shows old values.


async def test_the_page_reconnects_for_ever_at_most_two_seconds_apart(box: ScriptedBox) -> None:
    await box.opens(calling())
    box.is_away = True
    await box.cut()
    before, seconds = box.connections, 120
    for _ in range(seconds // 2):
        await box.passes(2000)
        await box.arrived()
    assert box.connections - before >= seconds // 2
    box.is_away = False
    await box.passes(2000)
    await box.arrived()
    await box.settles()
    await box.tap(box.act("call"))
    assert box.acts == ["call"]


async def test_silence_greys_the_page_after_a_second_and_a_half_and_says_since_when(box: ScriptedBox) -> None:
    await box.opens(calling())
    await beating(box, seconds=5)
    assert await box.page.locator("dealer-page[data-stale]").count() == 0
    box.beats()
    await box.passes(1400)
    assert await box.page.locator("dealer-page[data-stale]").count() == 0
    await box.passes(400)
    assert await box.page.locator("dealer-page[data-stale]").count() == 1
    said = await box.page.locator(".stale").inner_text()
    assert re.search(r"Not connected since \d\d:\d\d:\d\d", said), said
    await box.tap(box.act("call"), force=True)
    await box.key("Enter")
    assert not box.asks, "an old value was acted on"
    box.beats()
    await box.arrived()
    await box.passes(400)
    assert await box.page.locator("dealer-page[data-stale]").count() == 0


async def test_the_page_says_every_five_seconds_that_it_lives(box: ScriptedBox) -> None:
    await box.opens(calling())
    await beating(box, seconds=16)
    alive = [message["painted"] for message in box.received if message["kind"] == "alive"]
    assert alive == [calling().table.seen] * 3


# NiceGUI 6283, #3143: every tap is a render on the server; silent desync.


async def test_pressed_is_painted_at_once_and_the_state_comes_only_from_the_box(box: ScriptedBox) -> None:
    box.answer = None
    await box.opens(calling())
    before = await box.page.locator("table-view").inner_html()
    await box.press(box.act("call"))
    assert await box.page.locator("[data-pressed]").count() == 1
    assert not box.received
    await box.lift()
    await box.passes(200)
    assert await box.page.locator("table-view").inner_html() == before


async def test_the_view_is_replaced_whole(box: ScriptedBox) -> None:
    sequence = (*views(SIDE_POTS)[30::3], *views(HOLDEM)[40::7])
    most_pots = max(range(len(sequence)), key=lambda at: len(sequence[at].pots))
    between = max(at for at, view in enumerate(sequence) if view.table.round is None)
    for until in sorted({len(sequence) // 3, most_pots, between, len(sequence) - 1}):
        await box.opens(sequence[0])
        for view in sequence[1 : until + 1]:
            await box.shows(view, settle=False)
        await beating(box, seconds=2)
        after_all = await drawn(box.page)
        await box.opens(sequence[until])
        await beating(box, seconds=2)
        assert await drawn(box.page) == after_all


async def drawn(page: Page) -> str:
    """Return what is drawn; the places of the buttons beside the table depend on those before, and are left out."""
    found = await page.locator("main").evaluate(
        """main => { const copy = main.cloneNode(true);
        for (const list of copy.querySelectorAll("side-list")) {
            list.textContent = [...list.querySelectorAll("button")].map(each => each.dataset.id).sort().join(" ");
        }
        return copy.innerHTML.replace(/<!--[^]*?-->/g, "").replace(/\\s+/g, " "); }"""
    )
    return str(found)


# CRG scoreboard #623, #603, #141, #477, #599: corrections take the operator out of the game, undo does not say what.


async def test_no_panel_question_or_note_covers_the_next_step(box: ScriptedBox) -> None:
    box.answer = refused(REFUSAL)
    await box.opens(undoing())
    for shown in ("nav alerts", "nav log", "nav acts", "deck ", "nav decks", "seat "):
        if await box.button(shown).count() and await box.button(shown).is_visible():
            await box.tap(box.button(shown))
            await box.settles()
            await step_is_free(box)
            await box.tap(box.button("nav back"))
            await box.settles()
    await box.tap(box.act("take-back"))
    await box.settles()
    await step_is_free(box)
    await box.tap(box.page.locator(".confirm .danger"))
    await box.settles()
    assert REFUSAL.reason in (await box.note()).lower()
    await step_is_free(box)


async def step_is_free(box: ScriptedBox) -> None:
    """Check the middle and the corners of the expected step."""
    covered = await box.page.locator("step-bar").evaluate(
        """bar => { const r = bar.getBoundingClientRect();
        return [[.5, .5], [.05, .2], [.95, .2], [.05, .8], [.95, .8]].filter(([x, y]) => {
            const found = document.elementFromPoint(r.left + r.width * x, r.top + r.height * y);
            return found === null || !bar.contains(found);
        }).length; }"""
    )
    assert covered == 0


async def test_taking_back_names_the_fact_before_it_does(box: ScriptedBox) -> None:
    view = undoing()
    await box.opens(view)
    await box.tap(box.act("take-back"))
    assert view.undo in await box.page.locator(".confirm").inner_text()
    assert not box.asks


async def test_the_own_screen_has_its_rights_again_after_a_restart(box: ScriptedBox) -> None:
    box.answer = None
    await box.opens(calling())
    await box.tap(box.act("call"))
    await box.cut()  # the controller restarts before it has answered
    await box.arrived()
    assert await box.page.locator("sign-in").count() == 0, "a screen that lost the box is still the screen"
    await box.passes(2000)
    await box.arrived()
    assert await box.page.locator("sign-in").count() == 0
    first, again = box.asks
    assert first == again, "the request is asked again by its own id"


@pytest.mark.parametrize("by", ["a sign-out here", "a sign-in on another page"])
async def test_what_one_person_asked_is_not_asked_again_for_the_next(box: ScriptedBox, by: str) -> None:
    floor = msgspec.structs.replace(CONTROLS, standing=Standing.SIGNED_IN, actor="floor-1", roles=(Role.DEALER,))
    box.hello, box.answer = floor, None
    await box.opens(calling())
    await box.tap(box.act("call"))
    if by == "a sign-out here":
        box.sends({"kind": "goodbye", "reason": "floor-1 was signed out", "sign_in": True})
        await box.arrived()
        assert await box.page.locator("sign-in").count() == 1
    box.hello = msgspec.structs.replace(floor, actor="pit-1")
    await box.cut()
    await box.passes(2000)
    await box.arrived()
    await box.settles()
    assert box.connections == 2
    assert len(box.asks) == 1, "asked by floor-1 only"
    assert "signed out" in await box.note()


# Opentrons 13635: grey without a reason.


async def test_what_is_not_possible_now_can_be_tapped_and_says_why(box: ScriptedBox) -> None:
    box.explained = REFUSAL
    await box.opens(calling())
    await box.tap(box.button("nav acts"))
    await box.settles()
    for at in range(await box.page.locator("button.tab").count()):
        await box.tap(box.page.locator("button.tab").nth(at))
        await box.settles()
        assert await box.page.locator("acts-panel :is([disabled], [aria-disabled=true])").count() == 0
        if await box.page.locator("acts-panel .not-now").count():
            await box.tap(box.page.locator("acts-panel .not-now").first)
            await box.arrived()
            said = await box.note()
            assert "The deck was not cut" in said
            assert "A cut by the dealer" in said
            assert "14.6(a)" in said
            await box.settles()
            await box.tap(box.button("note close"))
    assert [message for message in box.received if message["kind"] == "explain"]
    assert not box.asks


async def test_a_refusal_says_its_reason(box: ScriptedBox) -> None:
    box.answer = refused(REFUSAL)
    await box.opens(calling())
    await box.tap(box.act("call"))
    await box.arrived()
    said = await box.note()
    assert "The deck was not cut" in said
    assert "A cut by the dealer" in said
    assert "14.6(a)" in said


# Opentrons 16259: two screens in control.


async def test_a_page_that_only_looks_on_says_so_and_does_nothing(box: ScriptedBox) -> None:
    box.hello = msgspec.structs.replace(CONTROLS, standing=Standing.LOOKS_ON)
    await box.opens(calling())
    assert "View only" in await box.page.locator("header").inner_text()
    await box.tap(box.act("call"), force=True)
    await box.key("Enter")
    assert not box.asks


@pytest.mark.asyncio(loop_scope="function")
async def test_of_two_screens_one_controls_the_table(tmp_path: Path) -> None:
    two = PanelConfig(screens=2)
    async with chromium() as browser, panel_table(tmp_path, bundle=BUNDLE, config=two) as table:
        await table.open()
        older, newer = await touch_screen(browser), await touch_screen(browser)
        await older.goto(f"{table.origin}/#code={await table.code()}")
        await older.locator("dealer-page:not([data-looks-on]) step-bar").wait_for()
        await newer.goto(f"{table.origin}/#code={await table.code()}")
        await newer.locator("dealer-page:not([data-looks-on]) step-bar").wait_for()
        await older.locator("dealer-page[data-looks-on]").wait_for()
        await newer.context.close()
        await older.locator("dealer-page:not([data-looks-on]) step-bar").wait_for()
        await older.context.close()


# KlipperScreen #61, #805: long words push the bar off.


@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_long_words_do_not_push_the_controls_off(browser: Browser, size: tuple[int, int]) -> None:
    async with scripted_page(browser, size) as box:
        long = document(calling())
        long["name"], long["title"] = "Donaudampfschifffahrtstisch", "Eight-or-better-hochtief-siebenkartenspiel"
        for step in long["table"]["steps"]:
            step["say"] = re.sub(r"\b(\w{4,})\b", r"\1\1", step["say"])
        await box.opens(long)
        await controls_are_there(box, size)
        dealing = document(expecting(HOLDEM, Deal))
        for step in dealing["table"]["steps"]:
            step["say"] = " ".join([step["say"]] * 6)
            step["do"] = step["do"] * 6
        await box.shows(dealing)
        await controls_are_there(box, size)


async def controls_are_there(box: ScriptedBox, size: tuple[int, int]) -> None:
    """Check that the bar, the floor's key and the head are on the screen, and that the table has kept its room."""
    for control in ("step-bar", ".step, .answers", ".floor", "nav"):
        rect = await box.page.locator(control).first.bounding_box()
        assert rect is not None
        assert rect["x"] >= 0
        assert rect["x"] + rect["width"] <= size[0]
        assert rect["y"] + rect["height"] <= size[1]
    work = await box.page.locator(".work").bounding_box()
    assert work is not None
    assert work["height"] >= 0.6 * size[1]


# Opentrons ResourceMonitor, Home Assistant #9407: kiosk browsers grow.


async def test_the_page_tells_its_heap_and_reloads_only_between_rounds(box: ScriptedBox) -> None:
    await box.opens(between())
    await heap(box, 10_000_000)
    await beating(box, seconds=6)
    assert [message["heap_bytes"] for message in box.received if message["kind"] == "alive"] == [10_000_000]
    await box.shows(calling())
    await heap(box, 100_000_000)
    await beating(box, seconds=60)
    assert box.loads == 1, "reloaded in a round"
    await box.shows(between())
    async with box.page.expect_navigation():
        await beating(box, seconds=2)
    assert box.loads == 2


async def heap(box: ScriptedBox, size: int) -> None:
    await box.page.evaluate(
        "size => Object.defineProperty(performance, 'memory', {value: {usedJSHeapSize: size}, configurable: true})",
        size,
    )


async def test_a_newer_bundle_is_loaded_between_rounds(box: ScriptedBox) -> None:
    await box.opens(calling())
    newer = msgspec.structs.replace(CONTROLS, bundle="bundle-2")
    box.hello = newer
    box.sends({"kind": "hello", **dict(msgspec.to_builtins(newer))})
    await beating(box, seconds=5)
    assert box.loads == 1
    await box.shows(between())
    async with box.page.expect_navigation():
        await beating(box, seconds=2)
