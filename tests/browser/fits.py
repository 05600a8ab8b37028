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
    const looksUp = one.matches(".act:not(.digit, .one-card)");
    const least = one.matches(".step") ? 72 : one.matches("[data-act]") ? 60 : looksUp ? 48 : 0;
    if (box.height < least - .5) found.push(`${named(one)} is ${Math.round(box.height)} px high, not ${least}`);
  }
  return found;
}
"""

CUT = """
() => [...document.querySelectorAll(".step .say, .step .watch, .answer .say, .confirm p, .plate span, .act > span")]
  .filter((one) => one.checkVisibility() && one.clientHeight > 0)
  .filter((one) => one.scrollHeight > one.clientHeight + 3 || one.scrollWidth > one.clientWidth + 1)
  .map((one) => `${one.parentElement.className} cuts "${one.innerText}"`)
"""

WATCH = """
() => {
  window.moved = [];
  const kept = ".head, .head nav, .head nav .act, .foot, step-bar, .act.floor, [data-id='nav acts']";
  const at = (box) => [box.x, box.y, box.width, box.height].map(Math.round).join(" ");
  new PerformanceObserver((list) => {
    for (const { node, previousRect, currentRect } of list.getEntries().flatMap((entry) => entry.sources)) {
      if (!(node instanceof Element) || !node.matches(kept) || previousRect.width === 0) continue;
      const name = `${node.localName} "${node.dataset.id ?? node.className}"`;
      window.moved.push(`${name} moved from ${at(previousRect)} to ${at(currentRect)}`);
    }
  }).observe({ type: "layout-shift" });
}
"""


async def misfits(page: Page) -> list[str]:
    """Return controls outside the screen, under another element or too small, and whether the page scrolls."""
    return list(await page.evaluate(LOOK))


async def cut_texts(page: Page) -> list[str]:
    """Return the sentences of the step and of questions, and the labels, of which a part is not visible."""
    return list(await page.evaluate(CUT))


async def watch_shifts(page: Page) -> None:
    """Begin to note by the browser's own layout shifts what keeps its place on every state and yet moved."""
    await page.evaluate(WATCH)


async def moved(page: Page) -> list[str]:
    """Return what has moved since the last call."""
    return list(await page.evaluate("() => window.moved.splice(0)"))
