"""Every state of the page at every size: all is on the screen, nothing is covered or moves, and axe finds nothing."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser

from tests.browser.chromium import LOW, PHONE, SMALL, WIDE, needs_chromium
from tests.browser.fits import cut_texts, misfits, moved, watch_shifts
from tests.browser.page_states import REFUSAL, PageState, states
from tests.browser.scripted_box import ScriptedBox, document, refused, scripted_page

pytestmark = [needs_chromium, pytest.mark.asyncio(loop_scope="module")]

ROOT = Path(__file__).parents[2]

AXE = ROOT / "firmware_host" / "panel" / "ui" / "node_modules" / "axe-core" / "axe.min.js"

needs_axe = pytest.mark.skipif(not AXE.is_file(), reason="no axe-core: run `python -m firmware_host.panel.build`")

PICTURES = ROOT / ".screenshots"
"""Ignored by git; a run replaces its own pictures."""

SIZES = (SMALL, LOW, WIDE, PHONE)

LONGER = 0.4

SENTENCES = ("say", "reason", "allowed_by", "fix", "hand", "doing", "trouble", "why", "undo")

AXE_OPTIONS = {"preload": False, "resultTypes": ["violations"], "rules": {"region": {"enabled": False}}}
"""`region` is for documents with landmarks to read through; here are a head, a table and a foot."""


async def shows(box: ScriptedBox, state: PageState, *, long: bool = False) -> None:
    """Show a state, and tap open what belongs to it."""
    for closes in ("nav back", "note close"):
        if await box.button(closes).count():
            await tap(box, closes)
    view = document(state.view)
    await box.shows(lengthened(view) if long else view)
    for begins in state.taps:
        await tap(box, begins)


def keep(name: str, picture: bytes) -> None:
    PICTURES.mkdir(exist_ok=True)
    (PICTURES / name).write_bytes(picture)


async def tap(box: ScriptedBox, begins: str) -> None:
    button = box.act(begins[1:]) if begins.startswith("@") else box.button(begins)
    await button.tap(timeout=10_000)
    await box.settles()


def lengthened(found: Any) -> Any:
    """Return a message of which every sentence is longer by `LONGER`, as in another language."""
    match found:
        case dict():
            return {
                key: longer(value) if key in SENTENCES and isinstance(value, str) else lengthened(value)
                for key, value in found.items()
            }
        case list() | tuple():
            return [lengthened(each) for each in found]
        case _:
            return found


def longer(sentence: str) -> str:
    words, end = sentence.rstrip("."), "." if sentence.endswith(".") else ""
    more = re.findall(r"\S+", words)
    while more and len(words) < LONGER * len(sentence) + len(sentence):
        words += f" {more[len(words) % len(more)]}"
    return words + end


@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_every_state_fits(browser: Browser, size: tuple[int, int]) -> None:
    found: list[str] = []
    async with scripted_page(browser, size, dark=size is not LOW, still=size is WIDE) as box:
        box.answer, box.explained = refused(REFUSAL), REFUSAL
        await box.opens(states()[0].view)
        await watch_shifts(box.page)
        for state in states():
            await shows(box, state)
            wrong = [*await misfits(box.page), *await moved(box.page)]
            if size is not PHONE:
                wrong += await cut_texts(box.page)
            found += [f"{state.name}: {one}" for one in wrong]
            if size is SMALL:
                keep(f"{state.name}.png", await box.page.screenshot())
    assert not found, "\n".join(found)


@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_every_state_fits_with_long_sentences(browser: Browser, size: tuple[int, int]) -> None:
    found: list[str] = []
    async with scripted_page(browser, size) as box:
        box.answer, box.explained = refused(REFUSAL), REFUSAL
        await box.opens(states()[0].view)
        for state in states()[size is PHONE :: 2]:
            await shows(box, state, long=True)
            found += [f"{state.name}: {wrong}" for wrong in await misfits(box.page)]
    assert not found, "\n".join(found)


@needs_axe
@pytest.mark.parametrize("dark", [True, False], ids=["dark", "light"])
async def test_axe_finds_nothing(browser: Browser, *, dark: bool) -> None:
    found: set[str] = set()
    async with scripted_page(browser, dark=dark, still=True) as box:
        box.answer, box.explained = refused(REFUSAL), REFUSAL
        await box.opens(states()[0].view)
        await box.page.evaluate(AXE.read_text(encoding="utf-8"))
        for state in states()[16::2] if dark else states()[17::2]:  # the games differ by their cards only
            await shows(box, state)
            for violation in await judged(box):
                found |= {f"{state.name}: {violation['id']}: {node['html'][:200]}" for node in violation["nodes"]}
    assert not found, "\n".join(sorted(found))


async def judged(box: ScriptedBox) -> list[dict[str, Any]]:
    """Return what axe finds; it waits by the page's clock, which moves only when told to."""
    await box.page.evaluate("options => { window.judged = axe.run(document, options); }", AXE_OPTIONS)
    await box.passes(20)
    return list((await box.page.evaluate("() => window.judged"))["violations"])
