"""
The hands of a robot dealer at the page: every key and every act becomes taps on what the page shows.

The robot decides as ever from the table's steps. The hands know only the page's document: they look for the button that
does the wanted step, turn to other tabs as a person would, and enter seats, cards, amounts, names and PINs by tapping.
"""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass, field
from typing import Any

import msgspec
from playwright.async_api import Locator, Page

from firmware_host.rules.decision import Key, Role
from firmware_host.table.acts.intent import Accepted, Act, Answer, TableStep
from firmware_host.table.view import View

LONG_MS = 20_000

MOST_TAPS = 60
"""For one act: a whole street of up-cards for eight players, with room for tabs."""

TRIES = 20
"""A dropped press is pressed again; on a busy machine a button changes often while it is aimed at."""

AGAIN = ("changed while you pressed", "had just changed", "only woke")
"""A dropped press: the page says so, and a person taps again."""


class NotOnThePageError(AssertionError):
    """The page offers no way to do a step that the table offers."""


@dataclass
class PageHands:
    """Two hands. `opened` once there is a page; `view` is what the robot sees of the table."""

    page: Page | None = None
    view: View | None = None
    opened: asyncio.Event = field(default_factory=asyncio.Event)
    taps: int = 0
    notes: list[str] = field(default_factory=list)
    """What the page said about presses and refusals."""

    def see(self, view: View) -> None:
        """Take in what the robot sees."""
        self.view = view

    async def open(self, page: Page, address: str) -> None:
        """Open the page at its address."""
        await page.goto(address)
        await page.locator("dealer-page[data-painted]").wait_for(timeout=LONG_MS)
        self.page = page
        self.opened.set()

    async def press(self, key: Key) -> None:
        """Tap the step that this key would do."""
        await self.opened.wait()
        assert self.view is not None
        step = next((step for step in self.view.steps if step.key is key), None)
        if step is not None:
            await self._do(step, step.act)

    async def ask(self, act: Act, *, seen: int, role: Role = Role.DEALER) -> Answer:
        """Tap and enter this act of a step."""
        del seen
        await self.opened.wait()
        assert self.view is not None
        fitting = [step for step in self.view.steps if step.role is role and _same_wish(step.act, act)]
        seat = getattr(act, "seat", None)
        step = next((step for step in fitting if seat in (step.seat, None) or seat in step.seats), None)
        step = step or next(iter(fitting), None)
        if step is not None:
            await self._do(step, act)
        return Accepted(id="page")

    def close(self) -> None:
        """Nothing stays open: the page belongs to its browser."""

    async def _do(self, step: TableStep, act: Act) -> None:
        page = self._page
        await self._painted(self.view.seen if self.view else 0)
        for _ in range(TRIES):
            said = await self._once(page, step, act)
            if not any(words in said for words in AGAIN):
                return

    async def _once(self, page: Page, step: TableStep, act: Act) -> str:
        wanted = _encoded(step.act)
        button = await self._find(page, wanted, seat=getattr(act, "seat", None))
        await self._tap(button)
        entered = _Entered(_plain(act))
        for _ in range(MOST_TAPS):
            await self._settled()
            if await page.locator("dealer-page entry-panel").count() == 0:
                break
            await self._enter(page, entered)
        return await self._note(page)

    async def _find(self, page: Page, wanted: str, *, seat: int | None) -> Locator:
        """Find the button of a step: at hand, else at its seat, else among all acts."""
        found = await self._shown(page, wanted)
        if found is not None:
            return found
        if seat is not None:
            await self._tap(page.locator(f'button[data-id="seat {seat}"]').first)
            found = await self._on_pages(page, wanted)
            if found is not None:
                return found
            await self._tap(page.locator('[data-id="nav back"]').first)
        await self._tap(page.locator('[data-id="nav acts"]').first)
        for at in range(await page.locator("button.tab").count()):
            await self._tap(page.locator("button.tab").nth(at))
            found = await self._on_pages(page, wanted)
            if found is not None:
                return found
        raise NotOnThePageError(f"no button for {wanted}")

    async def _on_pages(self, page: Page, wanted: str) -> Locator | None:
        """Look through the pages of a grid."""
        for _ in range(8):
            found = await self._shown(page, wanted)
            if found is not None:
                return found
            more = page.locator("act-grid button.last")
            if await more.count() == 0:
                return None
            await self._tap(more.first)
        return None

    async def _shown(self, page: Page, wanted: str) -> Locator | None:
        buttons = page.locator("button[data-act]")
        ids: list[str] = await buttons.evaluate_all("all => all.map(each => each.dataset.id)")
        at = next((at for at, id_ in enumerate(ids) if _act_in(id_) == wanted), None)
        return None if at is None else buttons.nth(at)

    async def _enter(self, page: Page, entered: _Entered) -> None:
        panel = page.locator("entry-panel")
        if await panel.locator("card-pad .how-many").count():
            await self._tap(panel.locator(f'[data-id="count {entered.hidden}"]'))
        elif await panel.locator("card-pad").count():
            await self._cards(panel, entered)
        elif await panel.locator("number-pad").count():
            await self._number(panel, entered.number)
        elif await panel.locator(".confirm").count():
            await self._tap(panel.locator(".confirm .danger"))
        elif await panel.locator(".seats").count():
            await self._tap(panel.locator(f'[data-id="choose seat {entered.seat}"]'))
        elif await panel.locator("why-pad").count():
            await self._tap(panel.locator("why-pad .usual button").first)
        else:
            raise NotOnThePageError(f"a question that these hands cannot answer: {await panel.inner_text()}")

    async def _cards(self, panel: Locator, entered: _Entered) -> None:
        if not entered.cards:
            await self._tap(panel.locator('[data-id="cards skip"]'))
            return
        for card in entered.cards:
            button = panel.locator(f'[data-id="card {card}"]')
            if await button.get_attribute("aria-disabled") is None:  # an up-card is known already
                await self._tap(button)
        await self._tap(panel.locator('[data-id="cards done true"]'))

    async def _number(self, panel: Locator, number: str) -> None:
        for digit in number:
            await self._tap(panel.locator(f'[data-id="pad {digit}"]'))
        await self._tap(panel.locator("number-pad [data-main]"))

    async def _tap(self, button: Locator) -> None:
        await self._ready()
        await button.tap(timeout=LONG_MS)
        self.taps += 1

    async def _ready(self) -> None:
        await self._page.locator("dealer-page[data-ready]").wait_for(timeout=LONG_MS)

    async def _settled(self) -> None:
        await self._page.locator("dealer-page:not([data-busy])").wait_for(timeout=LONG_MS)

    async def _painted(self, seen: int) -> None:
        await self._page.wait_for_function(
            "seen => Number(document.querySelector('dealer-page').dataset.painted) >= seen", arg=seen, timeout=LONG_MS
        )

    async def _note(self, page: Page) -> str:
        note = page.locator("note-strip")
        said = (await note.inner_text()).strip() if await note.count() else ""
        if said:
            self.notes.append(said)
        return said

    @property
    def _page(self) -> Page:
        assert self.page is not None, "no page is open yet"
        return self.page


@dataclass
class _Entered:
    """What is entered for an act, in the words of the page."""

    act: dict[str, Any]

    @property
    def seat(self) -> int:
        seats = self.act.get("seats") or [self.act.get("seat")]
        return int(seats[0])

    @property
    def cards(self) -> list[str]:
        listed = [*self.act.get("board", ()), *self.act.get("cards", ()), *self.act.get("discards", ())]
        listed += [card for hand in self.act.get("hands", ()) for card in hand["cards"]]
        return [card for card in listed if card != "??"]

    @property
    def hidden(self) -> int:
        return len(self.act.get("discards", ()))

    @property
    def number(self) -> str:
        if "counted" in self.act:
            return str(self.act["counted"])
        cents = int(self.act.get("to_cents") or self.act.get("cents") or 0)
        return f"{cents // 100}" if cents % 100 == 0 else f"{cents / 100:.2f}"


def _act_in(id_: str) -> str:
    """Return the act in a button's identity: the turn, the act as JSON, the words."""
    begins = id_.find("{")
    if begins < 0:
        return ""
    act, _ = json.JSONDecoder().raw_decode(id_[begins:])
    return json.dumps(act, sort_keys=True)


def _same_wish(step: Act, act: Act) -> bool:
    """Whether a step is of this act's kind, and for the same wager."""
    return type(step) is type(act) and getattr(step, "wager", None) == getattr(act, "wager", None)


def _encoded(act: Act) -> str:
    return json.dumps(_plain(act), sort_keys=True)


def _plain(act: Act) -> dict[str, Any]:
    return dict(msgspec.json.decode(msgspec.json.encode(act)))
