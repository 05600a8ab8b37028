"""
What `firmware-host shuffler` does at the port of a machine.

It acknowledges only what its own commands led to: everything else the machine keeps is for the table it belongs to.
"""

import argparse
import asyncio
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import asdict
from pathlib import Path
from typing import Final

import msgspec

from drivers.link.pairing import KeysMissing
from drivers.serial.port_errors import PortBusy, PortTrouble
from drivers.shuffler import port
from drivers.shuffler.attestation import Firmware
from drivers.shuffler.driver import SerialShuffler
from firmware_host.commands.progress import Progress
from firmware_host.devices.pairing_key_file import PairingKeyFile
from firmware_host.devices.shuffler_events import PARTS, in_the_way
from firmware_host.errors import UserError
from firmware_host.rules.cards import DECK

ANSWERS_WITHIN_S: Final = 8.0

DONE_WITHIN_S: Final = 300.0

WRONG: Final = 1


Ended = port.ShuffleFinished | port.ShuffleFailed | port.SelfTested | port.Delivered | port.ActFailed

ENDED: Final = (port.ShuffleFinished, port.ShuffleFailed, port.SelfTested, port.Delivered, port.ActFailed)


class Bench:
    """One machine on the line, and what it tells."""

    def __init__(self, driver: SerialShuffler) -> None:
        """Wait for `up` first."""
        self.driver = driver
        self._events = driver.events()

    async def up(self) -> port.LinkUp:
        """Return who is there, and how well it is known. Raises Trouble where nobody answers."""
        return await came_up(self._events)

    async def found(self) -> dict[str, object]:
        """Return all that can be asked without moving anything; what this machine does not know is left out."""
        found: dict[str, object] = asdict(await self.driver.status())
        with suppress(port.ShufflerMute):
            found["fill"] = (await self.driver.load()).fill
        with suppress(port.ShufflerMute):
            found |= asdict(await self.driver.wear())
        return found

    async def done(self, give: Callable[[port.CommandId], Awaitable[None]]) -> Ended:
        """Give a command of our own and return how it ended. Raises Trouble where it is not taken."""
        command = port.CommandId(journal=secrets.token_bytes(port.JOURNAL_BYTES), number=1)
        try:
            await give(command)
        except port.ShufflerBusy:
            raise UserError("something moves in the shuffler already; wait until it has stopped") from None
        except port.ShufflerMute as mute:
            raise UserError(str(mute)) from None
        except port.CommandRefused:
            raise UserError(f"the shuffler refuses: {in_the_way(await self.driver.status())}") from None
        with Progress("cards", of=DECK) as progress:
            return await self._end_of(command, progress)

    async def _end_of(self, command: port.CommandId, progress: Progress) -> Ended:
        async for event in self._events:
            match event:
                case port.Progress(done=done, of=of) if event.command == command:
                    progress.tell(done, of)
                case port.LinkDown(say=say):
                    raise UserError(f"the shuffler went away in the middle: {say}")
                case _ if isinstance(event, ENDED) and event.command == command:
                    await self.driver.acknowledge(event.event)
                    # The acknowledgement leaves with the next exchange.
                    await self.driver.status()
                    return event
                case _:
                    pass
        raise UserError("the shuffler tells nothing any more")


def not_to_be_had(trouble: PortTrouble) -> UserError:
    """Return it in one line; who holds a port is said of a port that is held."""
    held = "; while the table runs, its controller holds the port: stop it first"
    return UserError(f"{trouble}{held if isinstance(trouble, PortBusy) else ''}")


async def came_up(events: AsyncIterator[port.ShufflerEvent]) -> port.LinkUp:
    """Wait for the session. Raises Trouble where none opens, with the last reason."""
    last = "nothing answers at this port"
    with suppress(TimeoutError):
        async with asyncio.timeout(ANSWERS_WITHIN_S):
            async for event in events:
                match event:
                    case port.LinkUp():
                        return event
                    case port.LinkDown(say=say):
                        last = say
                    case _:
                        pass
    raise UserError(last)


def status(options: argparse.Namespace) -> int:
    """Say what is where."""

    async def look(bench: Bench) -> tuple[dict[str, object], int]:
        return await bench.found(), 0

    return _at(options, look, _said_status)


def shuffle(options: argparse.Namespace) -> int:
    """Shuffle what lies in the feed; 1 where that gave no whole shuffled deck."""

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
    """Let it test itself; 1 where a part failed."""

    async def run(bench: Bench) -> tuple[dict[str, object], int]:
        ended = await bench.done(bench.driver.self_test)
        if isinstance(ended, port.SelfTested):
            verdicts = {part: getattr(ended, part) for part in PARTS}
            return verdicts, WRONG if port.Verdict.FAILED in verdicts.values() else 0
        return {"failed": _reason(ended)}, WRONG

    return _at(options, run, _said_parts)


def deliver(options: argparse.Namespace) -> int:
    """Let it give out the deck on its shelf; 1 where that is no whole deck."""

    async def run(bench: Bench) -> tuple[dict[str, object], int]:
        ended = await bench.done(bench.driver.deliver)
        if isinstance(ended, port.Delivered):
            return {"back": ended.back, "counted": ended.counted}, 0 if ended.counted == DECK else WRONG
        return {"failed": _reason(ended)}, WRONG

    return _at(options, run, _said_delivered)


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
            raise UserError(f"the shuffler went away: {away}") from None
        except TimeoutError:
            raise UserError(f"the shuffler was not done in {DONE_WITHIN_S:g} s") from None
    told = {"model": identity.model, "serial": identity.serial, **told}
    print(msgspec.json.encode(told).decode() if options.json else say(told))
    return code


@asynccontextmanager
async def at_port(url: str, data: Path, firmware: tuple[Firmware, ...] = ()) -> AsyncIterator[Bench]:
    try:
        driver = await SerialShuffler.create(url=url, keyring=PairingKeyFile(data), firmware=firmware)
    except PortTrouble as trouble:
        raise not_to_be_had(trouble) from None
    except KeysMissing as missing:
        raise UserError(str(missing)) from None
    running = asyncio.create_task(driver.run())
    try:
        yield Bench(driver)
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)


def _reason(ended: Ended) -> str:
    return str(ended.reason) if isinstance(ended, port.ShuffleFailed | port.ActFailed) else ""


def _said_status(told: Mapping[str, object]) -> str:
    lines = {
        "machine": f"{told['model']} {told['serial']}, {told['activity']}, set to {told['mode']}",
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
            "since it was serviced"
        )
    return "\n".join(f"{name:8}{said}" for name, said in lines.items())


def _known(told: Mapping[str, object], name: str) -> tuple[str, ...]:
    return (str(told[name]),) if name in told else ()


def _said_shuffle(told: Mapping[str, object]) -> str:
    if "failed" in told:
        return f"It could not finish: {told['failed']}."
    seconds = msgspec.convert(told["duration_ms"], int) / 1000
    return (
        f"{told['counted']} of {DECK} cards, {told['back']} backs, set to {told['mode']}, in {seconds:.1f} s.\n"
        "They lie on its shelf: `firmware-host shuffler deliver` has it give them out."
    )


def _said_delivered(told: Mapping[str, object]) -> str:
    if "failed" in told:
        return f"It could not finish: {told['failed']}."
    return f"{told['counted']} of {DECK} cards, {told['back']} backs, lie in its output."


def _said_parts(told: Mapping[str, object]) -> str:
    if "failed" in told:
        return f"It could not finish: {told['failed']}."
    return "\n".join(f"{part:8}{told[part]}" for part in PARTS)
