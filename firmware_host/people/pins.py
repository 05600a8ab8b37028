"""Everybody's PINs: given, checked, taken away. Slow on purpose, so one at a time and never on the event loop."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import TracebackType
from typing import Self, TypeVar

from msgspec.structs import replace

from firmware_host.people import hashing, pepper, store
from firmware_host.people.store import Kept, Pin
from firmware_host.trouble import Trouble

T = TypeVar("T")


class Pins:
    """The files of one table, read anew each time: they are small, and nothing else has to be kept in step."""

    def __init__(self, folder: Path, pepper_file: Path) -> None:
        """Store where they are; the thread is there from the first use to the end of the `with`."""
        self._folder = folder
        self.pepper_file = pepper_file
        self._worker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="pins")

    def __enter__(self) -> Self:
        """Use it."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Finish what is being hashed, and end the thread."""
        self._worker.shutdown()

    async def give(self, person: str, pin: str, *, of: str) -> None:
        """Keep the PIN that fact `of` gave, in the place of another. The first makes the pepper, if nobody has."""
        await self._run(lambda: self._give(person, pin, of))

    async def are(self, person: str, pin: str, *, of: str) -> bool:
        """Say whether this is the PIN that was given with fact `of`."""
        return await self._run(lambda: self._are(person, pin, of))

    async def take(self, person: str) -> None:
        """Forget the person's PIN."""
        await self._run(lambda: self._take(person))

    async def given(self) -> dict[str, str]:
        """Return who has one, and the fact it was given with."""
        return await self._run(lambda: {name: pin.of for name, pin in store.read(self._folder).pins.items()})

    async def _run(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._worker, work)

    def _give(self, person: str, pin: str, of: str) -> None:
        kept = store.read(self._folder)
        key = self._key(kept)
        if key is None:
            key = pepper.make(self.pepper_file, like=self._folder)
        pins = {**kept.pins, person: Pin(of=of, hash=hashing.hashed(key, person, pin))}
        store.write(self._folder, replace(kept, pepper=pepper.fingerprint(key), pins=pins))

    def _are(self, person: str, pin: str, of: str) -> bool:
        kept = store.read(self._folder)
        given, key = kept.pins.get(person), self._key(kept)
        if given is None or key is None or given.of != of:
            return False
        return hashing.matches(key, person, pin, given.hash)

    def _take(self, person: str) -> None:
        kept = store.read(self._folder)
        if person in kept.pins:
            pins = {name: pin for name, pin in kept.pins.items() if name != person}
            store.write(self._folder, replace(kept, pins=pins))

    def _key(self, kept: Kept) -> bytes | None:
        """Return the pepper the PINs were made with; none where neither is there yet."""
        key = pepper.read(self.pepper_file)
        if kept.pins and (key is None or pepper.fingerprint(key) != kept.pepper):
            what = "is missing" if key is None else "is not the one the PINs were made with"
            raise Trouble(
                f"the pepper {self.pepper_file} {what}; put it back, or take {self._folder / store.FILE} away and "
                "reset every PIN"
            )
        return key
