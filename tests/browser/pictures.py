"""The pictures of the dealer's page in the README: `python -m tests.browser.pictures` makes them."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests.browser.chromium import chromium
from tests.browser.page_states import states
from tests.browser.scripted_box import scripted_page

FOLDER = Path(__file__).parents[2] / "firmware_host" / "panel" / "pictures"

SHOWN = ("holdem", "raise", "hand-cards", "dice-callsum", "decks-jammed")

LARGEST_BYTES = 100_000


async def main() -> None:
    """Write each picture; raise `ValueError` for one that is too large for the repository."""
    made: dict[str, bytes] = {}
    async with chromium() as browser, scripted_page(browser, dark=True) as box:
        for state in states():
            if state.name in SHOWN:
                await box.opens(state.view)
                for begins in state.taps:
                    await (box.act(begins[1:]) if begins.startswith("@") else box.button(begins)).tap()
                    await box.settles()
                made[state.name] = await box.page.screenshot()
    keep(made)


def keep(made: dict[str, bytes]) -> None:
    FOLDER.mkdir(exist_ok=True)
    for name, picture in made.items():
        if len(picture) >= LARGEST_BYTES:
            raise ValueError(f"{name} has {len(picture)} bytes; choose another state")
        (FOLDER / f"{name}.png").write_bytes(picture)
        print(f"{name}.png: {len(picture)} bytes")


if __name__ == "__main__":
    asyncio.run(main())
