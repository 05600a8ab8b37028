"""What is wrong with how a page fits its screen, found in the browser itself."""

from __future__ import annotations

from playwright.async_api import Page

LOOK = """
() => {
  const found = [];
  const wide = innerWidth, high = innerHeight;
  const named = (one) => `${one.localName}.${one.className} "${(one.dataset.id ?? one.name ?? "").slice(0, 60)}"`;
  const root = document.scrollingElement;
  if (root.scrollHeight > high || root.scrollWidth > wide) found.push("the page scrolls");
  const note = document.querySelector("note-strip .note");
  for (const one of document.querySelectorAll("button, input, a[href], [role=button]")) {
    const box = one.getBoundingClientRect();
    if (!one.checkVisibility({ visibilityProperty: true }) || box.width === 0) continue;
    // What is in a list that scrolls may lie outside it, but the list itself has to fit.
    const list = one.closest(".cards-list, .people, .places, .events");
    if (list !== null) {
      const outer = list.getBoundingClientRect();
      if (outer.top < 0 || outer.bottom > high + .5) found.push(`${named(list)} is outside`);
      if (box.bottom > outer.bottom || box.top < outer.top) continue;
    }
    if (box.left < -.5 || box.top < -.5 || box.right > wide + .5 || box.bottom > high + .5) {
      found.push(`${named(one)} is outside: ${[box.left, box.top, box.right, box.bottom].map(Math.round)}`);
      continue;
    }
    const spots = [[.5, .5], [.1, .15], [.9, .15], [.1, .85], [.9, .85]];
    const over = spots.map(([x, y]) => document.elementFromPoint(box.left + box.width * x, box.top + box.height * y))
      .find((top) => top === null || !(one.contains(top) || top.contains(one) && top.localName === "label"));
    if (over !== undefined && !(note !== null && note.contains(over) && !one.closest(".foot, .head"))) {
      found.push(`${named(one)} is covered by ${over === null ? "nothing" : named(over)}`);
    }
    const least = one.matches(".step") ? 72 : one.matches("[data-act]") ? 60 : one.matches(".act") ? 48 : 0;
    if (box.height < least - .5) found.push(`${named(one)} is ${Math.round(box.height)} px high, not ${least}`);
  }
  return found;
}
"""

CUT = """
() => [...document.querySelectorAll(".step .say, .step .also, .answer .say, .confirm p, .plate span, .act > span, .head h1, .note .words")]
  .filter((one) => one.checkVisibility() && (one.scrollHeight > one.clientHeight + 3 || one.scrollWidth > one.clientWidth + 1) && one.clientHeight > 0)
  .map((one) => `${one.parentElement.className} cuts "${one.innerText.slice(0, 400)}"`)
"""

SHIFTS = """
() => { window.shifts = []; new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) for (const { node, previousRect: was, currentRect: is } of entry.sources) {
    if (node === null) continue;
    const one = node.nodeType === 1 ? node : node.parentElement;
    if (one === null || one.closest("svg[role=group]")) continue;
    const fixed = one.closest(".head, .foot, nav, .floor");
    if (fixed === null && one.localName !== "button") continue;
    window.shifts.push(`${one.localName}.${one.className} "${(one.dataset?.id ?? "").slice(0, 60)}" moved from ${Math.round(was.x)},${Math.round(was.y)} ${Math.round(was.width)}x${Math.round(was.height)} to ${Math.round(is.x)},${Math.round(is.y)} ${Math.round(is.width)}x${Math.round(is.height)}`);
  }
}).observe({ type: "layout-shift" }); }
"""


async def misfits(page: Page) -> list[str]:
    """Return controls outside the screen, under another element or too small, and whether the page scrolls."""
    return list(await page.evaluate(LOOK))


async def cut_texts(page: Page) -> list[str]:
    """Return sentences of which a part is not visible."""
    return list(await page.evaluate(CUT))
