"""`firmware-host shuffler status`, `shuffle`, `deliver`, `clear` and `selftest`: work on a shuffler without a table."""

import argparse
import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Final

import msgspec

from drivers.shuffler import port
from firmware_host.commands.shuffler_port import Bench, Ended, at_port
from firmware_host.devices.shuffler_events import PARTS
from firmware_host.errors import UserError
from firmware_host.rules.cards import DECK

DONE_WITHIN_S: Final = 300.0

WRONG: Final = 1


def status(options: argparse.Namespace) -> int:
    """Print where the decks are and the condition of the machine."""

    async def look(bench: Bench) -> tuple[dict[str, object], int]:
        return await bench.found(), 0

    return _at(options, look, _said_status)


def shuffle(options: argparse.Namespace) -> int:
    """Shuffle the deck in the feed; return 1 unless it gave a complete shuffled deck."""

    async def run(bench: Bench) -> tuple[dict[str, object], int]:
        back = port.Back(options.back)
        ended = await bench.done(lambda command: bench.driver.shuffle(command, back))
        if isinstance(ended, port.ShuffleFinished):
            right = ended.mode is port.Mode.SHUFFLE and ended.counted == DECK and ended.back is back
            told = {"mode": ended.mode, "counted": ended.counted, "back": ended.back, "duration_ms": ended.duration_ms}
            return told, 0 if right else WRONG
        return {"failed": _reason(ended)}, WRONG

    return _at(options, run, _said_shuffle)


def self_test(options: argparse.Namespace) -> int:
    """Run the self-test; return 1 if a part failed."""

    async def run(bench: Bench) -> tuple[dict[str, object], int]:
        ended = await bench.done(bench.driver.self_test)
        if isinstance(ended, port.SelfTested):
            verdicts = {part: getattr(ended, part) for part in PARTS}
            return verdicts, WRONG if port.Verdict.FAILED in verdicts.values() else 0
        return {"failed": _reason(ended)}, WRONG

    return _at(options, run, _said_parts)


def deliver(options: argparse.Namespace) -> int:
    """Deliver the deck on the shelf; return 1 unless it is complete."""

    async def run(bench: Bench) -> tuple[dict[str, object], int]:
        ended = await bench.done(bench.driver.deliver, delivers=True)
        if isinstance(ended, port.Delivered):
            return {"back": ended.back, "counted": ended.counted}, 0 if ended.counted == DECK else WRONG
        return {"failed": _reason(ended)}, WRONG

    return _at(options, run, _said_delivered)


def clear(options: argparse.Namespace) -> int:
    """Let it run its path empty, after a jam or for cards that lie where none should; 1 where that failed."""

    async def run(bench: Bench) -> tuple[dict[str, object], int]:
        ended = await bench.done(bench.driver.clear)
        if isinstance(ended, port.Cleared):
            return {"found": ended.found}, 0
        return {"failed": _reason(ended)}, WRONG

    return _at(options, run, _said_cleared)


Doing = Callable[[Bench], Awaitable[tuple[dict[str, object], int]]]

Saying = Callable[[Mapping[str, object]], str]


def _at(options: argparse.Namespace, do: Doing, say: Saying) -> int:
    return asyncio.run(_done(options, do, say))


async def _done(options: argparse.Namespace, do: Doing, say: Saying) -> int:
    async with at_port(options.port, options.data) as bench:
        identity = (await bench.up()).identity
        try:
            told, code = await asyncio.wait_for(do(bench), DONE_WITHIN_S)
        except port.ShufflerAway as away:
            raise UserError(f"lost the connection to the shuffler: {away}") from None
        except TimeoutError:
            raise UserError(
                f"the shuffler did not finish within {DONE_WITHIN_S:g} s; check the machine for a jam"
            ) from None
    told = {"model": identity.model, "serial": identity.serial, **told}
    print(msgspec.json.encode(told).decode() if options.json else say(told))
    return code


def _reason(ended: Ended) -> str:
    return str(ended.reason) if isinstance(ended, port.ShuffleFailed | port.ActFailed) else ""


def _said_status(told: Mapping[str, object]) -> str:
    lines = {
        "machine": f"{told['model']} {told['serial']}, {told['activity']}, mode {told['mode']}",
        "lid": "open" if told["lid_open"] else "closed",
        "jam": told["jam"] or "none",
        "feed": ", ".join((f"{told['feed']} deck", *_known(told, "fill"))) if told["feed"] else "empty",
        "shelf": f"{told['shelf']} deck, {told['shelf_cards']} cards" if told["shelf"] else "empty",
        "output": f"{told['output']} deck, {told['output_cards']} cards" if told["output"] else "empty",
        "astray": f"{told['astray']} cards",
    }
    if "cycles" in told:
        lines["wear"] = (
            f"{told['cycles']:,} cycles of {told['life']:,}; {told['since_service']:,} of {told['service_every']:,} "
            "since the last service"
        )
    return "\n".join(f"{name:8}{said}" for name, said in lines.items())


def _known(told: Mapping[str, object], name: str) -> tuple[str, ...]:
    return (str(told[name]),) if name in told else ()


def _said_shuffle(told: Mapping[str, object]) -> str:
    if "failed" in told:
        return f"The shuffler could not finish: {told['failed']}."
    seconds = msgspec.convert(told["duration_ms"], int) / 1000
    return (
        f"Shuffled {told['counted']} of {DECK} cards, {told['back']} backs, mode {told['mode']}, in {seconds:.1f} s.\n"
        "The deck is on the shelf; deliver it with `firmware-host shuffler deliver`."
    )


def _said_delivered(told: Mapping[str, object]) -> str:
    if "failed" in told:
        return f"The shuffler could not finish: {told['failed']}."
    return f"Delivered {told['counted']} of {DECK} cards, {told['back']} backs; the deck is in the output."


def _said_cleared(told: Mapping[str, object]) -> str:
    if "failed" in told:
        return f"The shuffler could not finish: {told['failed']}."
    return f"The card path is empty; {told['found']} cards came out of it, into the output."


def _said_parts(told: Mapping[str, object]) -> str:
    if "failed" in told:
        return f"The shuffler could not finish: {told['failed']}."
    return "\n".join(f"{part:8}{told[part]}" for part in PARTS)
