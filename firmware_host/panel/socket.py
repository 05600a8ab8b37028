"""The loop of one page's socket: reads its messages one after the other, and sends what waits for it."""

import asyncio
import time
from contextlib import suppress

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from firmware_host import json_errors
from firmware_host.panel.broadcast import Broadcast
from firmware_host.panel.counts import Counts, Why
from firmware_host.panel.messages import Alive, Answered, Ask, Explain, Explained, Goodbye, PageMessage
from firmware_host.panel.page import Page
from firmware_host.panel.route_access import may_send
from firmware_host.panel.sessions import Session, Sessions
from firmware_host.panel.who_acts import Requests
from firmware_host.rules.decision import Code, refuse
from firmware_host.table.acts.intent import Refused

SLOW_S = 10.0
"""A page that does not read for so long is closed."""

NORMAL, POLICY, AGAIN_LATER = 1000, 1008, 1013

_decoder: msgspec.json.Decoder[PageMessage] = msgspec.json.Decoder(PageMessage)


class PageSocket:
    """Serves sockets of pages."""

    def __init__(self, *, broadcast: Broadcast, requests: Requests, sessions: Sessions, counts: Counts) -> None:
        self._broadcast = broadcast
        self._requests = requests
        self._sessions = sessions
        self._counts = counts

    async def serve(self, socket: WebSocket, session: Session | None) -> None:
        """Serve one page until it leaves, is signed out, or breaks a rule."""
        if session is None:
            self._counts.refused[Why.NO_SESSION] += 1
            await self._turn_away(socket, Goodbye(reason="nobody is signed in here", sign_in=True), POLICY)
            return
        page = self._broadcast.open(session)
        if page is None:
            self._counts.refused[Why.PAGES] += 1
            await self._turn_away(socket, Goodbye(reason="too many pages are open at this table"), AGAIN_LATER)
            return
        try:
            await socket.accept()
            await self._run(socket, page)
        finally:
            self._broadcast.close(page)

    async def _turn_away(self, socket: WebSocket, goodbye: Goodbye, code: int) -> None:
        with suppress(WebSocketDisconnect, RuntimeError):
            await socket.accept()
            await socket.send_text(msgspec.json.encode(goodbye).decode())
            await socket.close(code)

    async def _run(self, socket: WebSocket, page: Page) -> None:
        sending = asyncio.create_task(self._send(socket, page), name="panel page")
        reading = asyncio.create_task(self._read(socket, page), name="panel page reads")
        try:
            await asyncio.wait((sending, reading), return_when=asyncio.FIRST_COMPLETED)
            if reading.done() and page.is_over:
                # The reader found a reason to close: let the sender say it.
                await asyncio.wait((sending,), timeout=SLOW_S)
        finally:
            sending.cancel()
            reading.cancel()
            await asyncio.gather(sending, reading, return_exceptions=True)
        for task in (sending, reading):
            if not task.cancelled() and (error := task.exception()) is not None:
                raise error

    async def _send(self, socket: WebSocket, page: Page) -> None:
        with suppress(WebSocketDisconnect):
            while True:
                message = page.next()
                if message is None:
                    await page.ready.wait()
                    continue
                if isinstance(message, Goodbye):
                    async with asyncio.timeout(SLOW_S):
                        await socket.send_text(msgspec.json.encode(message).decode())
                        await socket.close(NORMAL)
                    return
                try:
                    async with asyncio.timeout(SLOW_S):
                        await socket.send_text(message)
                except TimeoutError:
                    self._counts.refused[Why.TOO_SLOW] += 1
                    return
                self._counts.sent += 1

    async def _read(self, socket: WebSocket, page: Page) -> None:
        while not page.is_over:
            received = await socket.receive()
            if received["type"] != "websocket.receive":
                return
            text = received.get("text")
            if text is None:
                self._wrong(page, Why.BINARY, "this page sent a binary message")
            elif not page.may_send(time.monotonic()):
                self._wrong(page, Why.TOO_FAST, "this page sent too many messages at once")
            else:
                await self._take(page, text)

    async def _take(self, page: Page, text: str) -> None:
        try:
            message = _decoder.decode(text)
        except json_errors.UNREADABLE:
            # The error is not repeated, as it may contain a PIN.
            self._wrong(
                page,
                Why.UNREADABLE,
                "this page sent a message that cannot be read; the page may be too old, so reload it",
            )
            return
        why = self._sessions.why_over(page.session)
        if why:
            self._counts.refused[Why.NO_SESSION] += 1
            page.leave(why, sign_in=True)
            return
        if not may_send(message, page.standing):
            self._counts.refused[Why.STANDING] += 1
        if isinstance(message, Alive):
            page.painted, page.heap_bytes, page.heard_s = message.painted, message.heap_bytes, time.monotonic()
            return
        answer: Answered | Explained
        if isinstance(message, Explain):
            answer = Explained(id=message.id, refusal=self._requests.explained(page.session, message))
        else:
            answer = await self._asked(page, message)
        if not page.answer(answer):
            self._wrong(page, Why.TOO_SLOW, "this page does not read the messages it gets")

    async def _asked(self, page: Page, ask: Ask) -> Answered:
        if may_send(ask, page.standing):
            return Answered(id=ask.id, answer=await self._requests.answer(page.session, ask))
        refusal = refuse(
            "this page only shows the table: another screen is in control, or your role may not act",
            "use the screen in control, or sign in with a role that may act",
            code=Code.NOT_YOUR_ROLE,
        )
        return Answered(id=ask.id, answer=Refused(id=ask.id, refusal=refusal))

    def _wrong(self, page: Page, why: Why, reason: str) -> None:
        self._counts.refused[why] += 1
        page.leave(reason)
