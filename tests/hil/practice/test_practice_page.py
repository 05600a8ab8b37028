"""The practice page in a real browser, with a lesson that only says what it is told to say."""

import asyncio
import json
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Page, async_playwright

from hil.practice.practice_server import FromPractice, served
from hil.practice.proxy import Proxy

CHROMIUM = shutil.which("chromium")

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine"),
]

MISTAKE: dict[str, Any] = {
    "title": "Wrong seat",
    "mistake": {
        "number": 1,
        "kind": "wrong-seat",
        "round": 1,
        "step": "1/2",
        "happened": "You entered: Seat 5: call.",
        "should": "The right entry was: Seat 4: show As Td.",
        "why": "Players act in turn.",
        "paragraphs": [{"name": "14.7(d)", "text": "A declaration made in turn is binding."}],
        "facts": [7],
        "corrected": False,
    },
}

VIEW: dict[str, Any] = {
    "title": "hold 'em",
    "ready": False,
    "over": False,
    "now": "You turn up the flop: As Td 2c",
    "said": [{"number": 1, "say": "You turn up the flop: As Td 2c", "mistake": False}],
    "mistakes": [MISTAKE],
    "score": {
        "rounds": 1,
        "steps": 8,
        "points": 7,
        "percent": 88,
        "right": 7,
        "corrected": 0,
        "missed": 1,
        "mistakes": [],
        "pace": [{"step": "deal", "times": 1, "median_s": 4.0, "usual_s": 6.0}],
    },
    "hands": [
        {"say": "Put the blue deck into the shuffler", "group": "Shuffler"},
        {"say": "Move the dealer button to seat 4", "group": "Dealer button"},
    ],
    "moving": False,
    "busy": True,
    "faults": [{"name": "lid-opened", "say": "Somebody opens the lid.", "device": "shuffler"}],
    "fault": "",
    "repairable": False,
    "floor": "floor-1, PIN 274968",
}


class Told:
    """A lesson of a few words."""

    def __init__(self) -> None:
        self.changed = asyncio.Condition()
        self.view = dict(VIEW)
        self.messages: list[FromPractice] = []

    def shown(self) -> bytes:
        return json.dumps(self.view).encode()

    async def told(self, message: FromPractice) -> None:
        self.messages.append(message)
        async with self.changed:
            self.changed.notify_all()

    async def becomes(self, **changes: Any) -> None:
        self.view = {**self.view, **changes}
        async with self.changed:
            self.changed.notify_all()


async def nothing(_text: str) -> None:
    pass


@asynccontextmanager
async def opened(tmp_path: Path, **context: Any) -> AsyncIterator[tuple[Told, Page]]:
    lesson = Told()
    proxy = Proxy(tmp_path / "screen.socket", from_page=nothing, from_table=nothing)
    async with served(lesson, proxy) as address, async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        try:
            page = await browser.new_page(**context)
            complaints: list[str] = []
            page.on("pageerror", lambda error: complaints.append(str(error)))
            page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
            await page.goto(address)
            await page.get_by_role("heading", name="Practice: hold 'em").wait_for()
            yield lesson, page
            assert not complaints
        finally:
            await browser.close()


async def test_what_happens_is_shown_and_heard_with_cards_in_words(tmp_path: Path) -> None:
    async with opened(tmp_path) as (lesson, page):
        log = page.get_by_role("log")
        assert await log.get_attribute("aria-live") == "polite"
        assert await log.text_content() == "You turn up the flop: A♠ace of spades 10♦10 of diamonds 2♣2 of clubs"
        heard = await page.locator("#now").aria_snapshot()
        assert "ace of spades" in heard
        assert "♠" not in heard
        await lesson.becomes(
            now="Seat 4: call", said=[*lesson.view["said"], {"number": 2, "say": "Seat 4: call", "mistake": False}]
        )
        await page.get_by_role("log").get_by_text("Seat 4: call").wait_for()
        assert await log.locator("li").count() == 2
        assert "88 of 100" in await page.locator("#score").inner_text()
        assert "still acting" in await page.locator("#busy").inner_text()


async def test_on_a_small_screen_faults_are_one_tap_away_and_the_page_is_whole(tmp_path: Path) -> None:
    async with opened(tmp_path, viewport={"width": 800, "height": 480}) as (_, page):
        frame = await page.locator("#page").bounding_box()
        assert frame is not None
        assert 0 <= frame["y"] <= frame["y"] + frame["height"] <= 481
        assert frame["x"] >= 0
        assert frame["x"] + frame["width"] <= 801
        for part, control in {
            "Faults": "#happen",
            "Hands": "#hands button",
            "Score": "#finish",
            "Page": "#page",
        }.items():
            await page.get_by_role("link", name=part).click()
            await page.wait_for_function(
                """name => { const box = document.querySelector(name).getBoundingClientRect();
                return box.top >= 0 && box.bottom <= innerHeight + 1; }""",
                arg=control,
                timeout=5000,
            )


async def test_each_mistake_is_a_card_with_its_paragraph(tmp_path: Path) -> None:
    async with opened(tmp_path) as (_, page):
        card = await page.get_by_role("article").inner_text()
        for words in ("Wrong seat", "Seat 5: call", "14.7(d)", "A declaration made in turn is binding."):
            assert words in card


async def test_buttons_do_what_they_say_and_the_end_shows_the_times(tmp_path: Path) -> None:
    async with opened(tmp_path) as (lesson, page):
        await page.get_by_role("button", name="Move the dealer button to seat 4").click()
        await page.get_by_role("button", name="Let it happen").click()
        await lesson.becomes(fault="Somebody opens the lid.", repairable=True)
        await page.get_by_role("button", name="Repair it").click()
        await page.get_by_role("button", name="End and score").click()
        async with asyncio.timeout(10), lesson.changed:
            await lesson.changed.wait_for(lambda: len(lesson.messages) == 4)
        assert lesson.messages == [
            FromPractice(hand=1),
            FromPractice(fault="lid-opened"),
            FromPractice(repair=True),
            FromPractice(finish=True),
        ]
        await lesson.becomes(over=True)
        await page.get_by_role("cell", name="4.0").wait_for()
        assert "Final score: 88" in await page.locator("#score").inner_text()


@pytest.mark.parametrize("scheme", ["dark", "light"])
@pytest.mark.parametrize("width", [390, 820, 1280])
async def test_targets_are_large_and_texts_can_be_read(tmp_path: Path, scheme: str, width: int) -> None:
    context = {"viewport": {"width": width, "height": 800}, "color_scheme": scheme}
    async with opened(tmp_path, **context) as (_, page):
        for box in [await each.bounding_box() for each in await page.locator("button, select").all()]:
            assert box is not None
            assert min(box["width"], box["height"]) >= 48
            assert box["x"] + box["width"] <= width
        low = await page.evaluate(CONTRAST)
        assert low == []


CONTRAST = """() => {
  const lum = (rgb) => rgb.map((v) => v / 255).map((v) => (v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4))
    .reduce((sum, v, at) => sum + v * [0.2126, 0.7152, 0.0722][at], 0);
  const parse = (text) => (text.match(/[\\d.]+/g) ?? []).map(Number);
  const behind = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const [r, g, b, a = 1] = parse(getComputedStyle(at).backgroundColor);
      if (a > 0) return [r, g, b];
    }
    return [255, 255, 255];
  };
  const low = [];
  for (const element of document.querySelectorAll("body *")) {
    const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
    if (!own || element.closest("noscript, option, .heard") || !element.checkVisibility()) continue;
    const [one, two] = [lum(parse(getComputedStyle(element).color).slice(0, 3)), lum(behind(element))];
    const ratio = (Math.max(one, two) + 0.05) / (Math.min(one, two) + 0.05);
    if (ratio < 4.5) low.push(`${element.tagName} ${element.textContent.slice(0, 30)} ${ratio.toFixed(2)}`);
  }
  return low;
}"""
