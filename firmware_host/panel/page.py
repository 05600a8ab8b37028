"""
One open page: what waits to be sent to it, in bounded memory.

A page that reads slowly gets the newest view only; the views between are dropped. Answers are never dropped: a page
that leaves too many unread is closed.
"""

import asyncio
from collections import deque

import msgspec

from firmware_host.panel.messages import Answered, Explained, Goodbye, Hello, Standing
from firmware_host.panel.sessions import Session
from firmware_host.token_bucket import RateLimit, TokenBucket

MOST_ANSWERS = 64

MESSAGES = RateLimit(at_once=200, each_second=100)
"""Far more than fingers can send, but enough for a robot on the page."""


class Page:
    """A page of one session, from its accepted connection to the end of it."""

    def __init__(self, session: Session, *, number: int, now_s: float) -> None:
        """A page that was opened later has a higher `number`."""
        self.session = session
        self.number = number
        self.standing = Standing.LOOKS_ON
        self.painted = 0
        """The newest fact that the page has painted, as it says."""
        self.heap_bytes: int | None = None
        self.heard_s = now_s
        """When the page last said that it works."""
        self.ready = asyncio.Event()
        """Set while something waits to be sent."""
        self._bucket = TokenBucket(MESSAGES, now_s=now_s)
        self._hello: str | None = None
        self._answers: deque[str] = deque()
        self._view: str | None = None
        self._beat: str | None = None
        self._goodbye: Goodbye | None = None
        self._greeted = b""

    @property
    def is_over(self) -> bool:
        """Return whether the page is to be closed."""
        return self._goodbye is not None

    def may_send(self, now_s: float) -> bool:
        """Take a token for a message of this page; return whether there was one."""
        return self._bucket.take(now_s)

    def greet(self, hello: Hello) -> None:
        """Tell the page what it may do, unless that has not changed."""
        data = msgspec.json.encode(hello)
        if data != self._greeted:
            self._greeted, self.standing = data, hello.standing
            self._hello = data.decode()
            self.ready.set()

    def answer(self, answer: Answered | Explained) -> bool:
        """Queue an answer; return False if too many are unread."""
        self._answers.append(msgspec.json.encode(answer).decode())
        self.ready.set()
        return len(self._answers) <= MOST_ANSWERS

    def show(self, view: str) -> None:
        """Queue a view; one that was not sent yet is dropped."""
        self._view = view
        self.ready.set()

    def beat(self, beat: str) -> None:
        """Queue a beat; one that was not sent yet is dropped."""
        self._beat = beat
        self.ready.set()

    def leave(self, reason: str, *, sign_in: bool = False) -> None:
        """Close the page, for this reason; the first reason counts."""
        self._goodbye = self._goodbye or Goodbye(reason=reason, sign_in=sign_in)
        self.ready.set()

    def next(self) -> str | Goodbye | None:
        """Return the next message: the greeting first, answers before the view; None if nothing waits."""
        found: str | Goodbye | None
        if self._hello is not None:
            found, self._hello = self._hello, None
        elif self._answers:
            found = self._answers.popleft()
        elif self._goodbye is not None:
            found = self._goodbye
        elif self._view is not None:
            found, self._view = self._view, None
        else:
            found, self._beat = self._beat, None
        if found is None:
            self.ready.clear()
        return found
