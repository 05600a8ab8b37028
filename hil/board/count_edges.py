"""
Counts the edges of a pin of the virtual board as the product hears them; runs on the board.

    python -m hil.board.count_edges 16

After each pause it prints a line of JSON: edges heard, edges told as lost, and whether the levels alternate.
"""

import asyncio
import itertools
import json
import sys

from drivers.pins.board import Board, Edge

PAUSE_S = 0.7


async def counted(pin: int) -> None:
    """Print a line for each series of edges, for ever."""
    heard: asyncio.Queue[Edge | int] = asyncio.Queue()
    with Board.open() as board:
        board.watch(
            pin,
            name="counted",
            pull_up=True,
            on_edge=heard.put_nowait,
            on_lost=lambda _pin, _at_ms, edges: heard.put_nowait(edges),
        )
        print("ready", flush=True)
        while True:
            series = [await heard.get()]
            try:
                while True:
                    async with asyncio.timeout(PAUSE_S):
                        series.append(await heard.get())
            except TimeoutError:
                print(json.dumps(_summary(series)), flush=True)


def _summary(series: list[Edge | int]) -> dict[str, object]:
    edges = [each for each in series if isinstance(each, Edge)]
    return {
        "edges": len(edges),
        "lost": sum(each for each in series if not isinstance(each, Edge)),
        "alternate": all(first.level != second.level for first, second in itertools.pairwise(edges)),
        "took_ms": edges[-1].at_ms - edges[0].at_ms if edges else 0,
    }


if __name__ == "__main__":
    asyncio.run(counted(int(sys.argv[1])))
