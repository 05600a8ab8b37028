"""Reading a record, also while the controller writes it. Nothing here can change a byte."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, nullcontext
from pathlib import Path

from firmware_host.errors import UserError
from firmware_host.journal.chain import ChainBroken, Damaged, Link, genesis, next_hash, reported
from firmware_host.journal.segments import NO_LIMIT, Opening, Segment, listed
from firmware_host.journal.signing import Signed
from firmware_host.journal.upcast import fact_of
from firmware_host.table.facts.fact import Fact


class Reader:
    """One record in one folder, all its files as one. Close it after use, for example with `closing`."""

    def __init__(self, folder: Path) -> None:
        """Open the record; raise `UserError` if there is none or it cannot be read."""
        self._folder = folder
        self._openings: dict[Path, Opening] = {}
        with reported(folder):
            self.paths = listed(folder)
            if not self.paths:
                raise UserError(f"there is no journal in {folder}; give the folder used with `run --data`")
            self.newest = Segment(self.paths[-1])
        self.id = self.newest.opening.journal

    def close(self) -> None:
        """Close the open file."""
        self.newest.close()

    def reopen(self) -> None:
        """List the files again: the writer may have begun a new one."""
        self.newest.close()
        with reported(self._folder):
            self.paths = listed(self._folder)
            self.newest = Segment(self.paths[-1], live=True)

    @property
    def last(self) -> int:
        """Return the number of the newest fact."""
        return self.newest.last

    @property
    def sealed(self) -> tuple[Path, ...]:
        """Return the sealed files, the oldest first."""
        return self.paths[:-1]

    def links(self, *, after: int = 0, to: int | None = None) -> Iterator[Link]:
        """Yield the stored facts after number `after`, up to and including `to`, unchecked."""
        left = NO_LIMIT if to is None else max(0, to - after)
        for path in self._from(after):
            if left == 0:
                return
            for link in self._links_of(path, after, left):
                yield link
                left -= 1

    def of_kinds(self, kinds: frozenset[str], *, after: int = 0, to: int | None = None) -> Iterator[Link]:
        """Yield the stored facts of these kinds after number `after`, up to and including `to`, unchecked."""
        last = self.last if to is None else to
        for path in self._from(after):
            if self._opening(path).after >= last:
                return
            with self._opened(path) as segment:
                yield from segment.of_kinds(kinds, after=after, to=last)

    def walls(self) -> tuple[int, int] | None:
        """Return the earliest and the latest wall-clock time of any fact."""
        found = [walls for path in self.paths for walls in self._asked(path, Segment.walls)]
        return (min(least for least, _ in found), max(most for _, most in found)) if found else None

    def stamped(self, start_ms: int, end_ms: int) -> tuple[int, int] | None:
        """Return the first and the last fact with a wall-clock time from `start_ms` to before `end_ms`."""
        found = [
            numbers for path in self.paths for numbers in self._asked(path, lambda it: it.stamped(start_ms, end_ms))
        ]
        return (found[0][0], found[-1][1]) if found else None

    def facts(self, *, after: int = 0) -> Iterator[Fact]:
        """Yield the facts after number `after`, each checked against the hash chain. Raises `UserError` on damage."""
        with reported(self._folder):
            yield from (fact for _, fact in self.checked(after=after))

    def checked(self, *, after: int = 0) -> Iterator[tuple[Link, Fact]]:
        """Yield the same facts with their stored links; damage raises (see `chain.reported`)."""
        number, head = after, self.hash_of(after)
        for link in self.links(after=after):
            number, head = number + 1, next_hash(head, link.data)
            if link.number != number or link.hash != head:
                raise ChainBroken(number)
            fact = fact_of(link.data)
            # The cause is also a column, for lookups; the hash chain covers only the cause in the bytes.
            if (fact.journal, fact.number, fact.cause) != (self.id, number, link.cause):
                raise ChainBroken(number)
            yield link, fact

    def hash_of(self, number: int) -> bytes:
        """Return the hash of fact `number`, which fact `number + 1` continues."""
        if number == 0:
            return genesis(self.id)
        for link in self.links(after=number - 1, to=number):
            return link.hash
        raise Damaged(f"there is no fact {number}")

    def certificates(self) -> Iterator[Signed]:
        """Yield every certificate, the oldest first."""
        for path in self.paths:
            with self._opened(path) as segment:
                yield from (signed for _, signed in segment.certificates())

    def checkpoints(self, *, after: int = 0) -> Iterator[Signed]:
        """Yield every checkpoint of a fact after number `after`, the oldest first."""
        for path in self._from(after):
            with self._opened(path) as segment:
                yield from (signed for _, signed in segment.checkpoints(after=after))

    def newest_first(self) -> Iterator[Segment]:
        """Yield the files, the newest first."""
        yield self.newest
        for path in reversed(self.sealed):
            with closing(Segment(path)) as segment:
                yield segment

    def _from(self, after: int) -> tuple[Path, ...]:
        """Return the files that may hold facts after number `after`."""
        first = len(self.paths) - 1
        while first > 0 and self._opening(self.paths[first]).after > after:
            first -= 1
        return self.paths[first:]

    def _opening(self, path: Path) -> Opening:
        if path not in self._openings:
            with self._opened(path) as segment:
                self._openings[path] = segment.opening
        return self._openings[path]

    def _links_of(self, path: Path, after: int, limit: int) -> Iterator[Link]:
        with self._opened(path) as segment:
            yield from segment.links(after=after, limit=limit)

    def _asked(self, path: Path, ask: Callable[[Segment], tuple[int, int] | None]) -> tuple[tuple[int, int], ...]:
        with self._opened(path) as segment:
            found = ask(segment)
        return () if found is None else (found,)

    def _opened(self, path: Path) -> AbstractContextManager[Segment]:
        return nullcontext(self.newest) if path == self.newest.path else closing(Segment(path))
