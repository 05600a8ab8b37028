"""Sessions with the device on the bench: opened as a host opens them, then held open for the questions of a clause."""

import secrets
from dataclasses import dataclass
from typing import Final

from drivers.link.crypto import (
    NONCE_BYTES,
    Introduction,
    Pairing,
    SessionKeys,
    hello,
    same,
    session_keys,
    split_welcome,
)
from drivers.link.frame import DELIMITER, Kind, PlainFrame
from drivers.link.link_events_and_timing import LinkTiming
from drivers.link.pairing import PUBLIC_BYTES
from drivers.shuffler.host_messages import Deliver
from drivers.shuffler.messages import VOCABULARY
from hil.conformance.card_counts import CardCounts
from hil.conformance.host_session import PROOF, Session
from hil.conformance.patience_seen import LeftAlone
from hil.conformance.raw_line import Line
from hil.conformance.shuffle_seen import WatchedShuffle
from hil.conformance.verdicts import CannotAsk, NotMet

LONGEST_ROUND_TRIP_MS: Final = 1500
"""Of a line that works."""

ANSWER_MS: Final = 1000
"""A device that is not busy has answered by then, five times over."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Opening:
    hello: PlainFrame
    welcome: PlainFrame
    said: Introduction
    keys: SessionKeys


class Bench:
    """The device under test. `moves` says whether its machine may be made to move."""

    def __init__(self, *, line: Line, pairing: Pairing, timing: LinkTiming, moves: bool) -> None:
        self.line = line
        self.pairing = pairing
        self.timing = timing
        self.moves = moves
        self.left_alone: LeftAlone | None = None
        """Seen once for every clause that asks for it."""
        self.shuffle: WatchedShuffle | None = None
        """Likewise."""
        self.refused: Deliver | None = None
        """An order that was refused when nothing lay on the shelf."""
        self.counts = CardCounts()

    def hello(self, *, host: bytes | None = None) -> PlainFrame:
        """Return a new HELLO, with a number and a nonce that were never used."""
        said = Introduction(id=host or self.pairing.host, nonce=secrets.token_bytes(NONCE_BYTES), vocabulary=VOCABULARY)
        return hello(int.from_bytes(secrets.token_bytes(4)), said)

    def pair(self) -> PlainFrame:
        """Return PAIR as a host would send it, without a press of the pairing key."""
        payload = self.pairing.host + secrets.token_bytes(PUBLIC_BYTES)
        return PlainFrame(kind=Kind.PAIR, session=int.from_bytes(secrets.token_bytes(4)), payload=payload)

    async def answer(self, frame: PlainFrame, *, within_ms: int = ANSWER_MS) -> PlainFrame | None:
        """Return the plain answer in the frame's own session; None if there is none."""
        said_s = self.line.now_s()
        self.line.say(DELIMITER + frame.to_bytes())
        unknown = 0 if self.line.round_trip_ms else LONGEST_ROUND_TRIP_MS
        answer = await self.plain(frame.session, within_ms=within_ms + unknown)
        if answer is not None:
            self.line.took(said_s)
        return answer

    async def plain(self, session: int, *, within_ms: int = ANSWER_MS) -> PlainFrame | None:
        until_s = self.line.until_s(within_ms)
        while (heard := await self.line.hear(until_s=until_s)) is not None:
            if isinstance(heard.frame, PlainFrame) and heard.frame.session == session:
                return heard.frame
        return None

    async def welcomed(self, frame: PlainFrame | None = None) -> Opening:
        """Open a session up to WELCOME. Raises NotMet if WELCOME does not come, or not from the paired device."""
        frame = frame or self.hello()
        welcome = await self.answer(frame)
        if welcome is None or welcome.kind is not Kind.WELCOME:
            raise NotMet("HELLO had no answer" if welcome is None else f"HELLO was answered by {welcome.kind.name}")
        split = split_welcome(welcome)
        if split is None:
            raise NotMet(f"WELCOME has {len(welcome.payload)} bytes of payload")
        said, proof = split
        keys = session_keys(self.pairing, frame, said)
        if said.id != self.pairing.device or not same(proof, keys.proof):
            raise NotMet("the WELCOME's proof is not that of the paired device")
        return Opening(hello=frame, welcome=welcome, said=said, keys=keys)

    def taken_up(self, opening: Opening) -> Session:
        """Not proved yet."""
        return Session(line=self.line, number=opening.hello.session, keys=opening.keys, knows=opening.said.vocabulary)

    async def hearing(self) -> Session:
        """One in which DATA is acknowledged: where it is not later on, what was said in between is to blame."""
        session = await self.session()
        if not await session.lives():
            raise CannotAsk("DATA is not acknowledged")
        return session

    async def session(self) -> Session:
        """Return an open session. Raises CannotAsk if none opens: another clause reports why."""
        try:
            session = self.taken_up(await self.welcomed())
        except NotMet as why:
            raise CannotAsk(f"no session opens: {why}") from None
        session.say(Kind.PROVE, PROOF)
        if not await session.acknowledged(PROOF, within_ms=ANSWER_MS):
            raise CannotAsk("no session opens: PROVE is not acknowledged")
        return session
