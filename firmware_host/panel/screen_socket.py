"""
The socket that gives the table's own screen its one-time code, and its client.

Only the controller's own account and root may use it, and the accounts of one group where the configuration names one.
The kernel says who is connected; the mode of the file keeps everybody else out.
"""

import os
import socket
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager, closing
from pathlib import Path

import msgspec

from firmware_host import json_errors
from firmware_host.errors import UserError
from firmware_host.line_socket import Caller, LineSocket, short_path
from firmware_host.panel.screen_messages import CodeReply, GetCode, NoCode, OneTimeCode
from firmware_host.panel.sessions import Codes
from firmware_host.rules.decision import Code, Refusal, refuse

ROOT_UID = 0
ANSWER_S = 10.0
AGAIN_S = 0.1

_requests: msgspec.json.Decoder[GetCode] = msgspec.json.Decoder(GetCode)
_replies: msgspec.json.Decoder[CodeReply] = msgspec.json.Decoder(CodeReply)


class ScreenSocket:
    """Serves the socket."""

    def __init__(
        self, *, path: Path, group: str, codes: Codes, address: Callable[[], str], root_uid: int = ROOT_UID
    ) -> None:
        """`address` returns the address of the pages, empty until the web server listens."""
        self._path = path
        self._group = group
        self._codes = codes
        self._address = address
        self._root_uid = root_uid

    @asynccontextmanager
    async def opened(self) -> AsyncIterator[None]:
        """Serve within the `async with`. Raises `UserError` if the socket cannot be created."""
        async with AsyncExitStack() as stack:
            try:
                await stack.enter_async_context(LineSocket(self._path, self.answer, group=self._group).opened())
            except LookupError:
                raise UserError(
                    f"there is no group {self._group} on this board; fix `screen_group` under [panel] or create it"
                ) from None
            except OSError as error:
                raise UserError(
                    f"cannot create the screen's socket {self._path} ({error.strerror}); fix `screen_socket` or "
                    "`screen_group` under [panel]"
                ) from None
            yield

    async def answer(self, line: bytes, caller: Caller) -> bytes:
        """Answer one request of this caller."""
        return msgspec.json.encode(self._reply(line, caller))

    def _reply(self, line: bytes, caller: Caller) -> CodeReply:
        # With a group the mode of the file (660) lets in its members only; the kernel names no further groups.
        if not self._group and caller.uid not in (self._root_uid, os.geteuid()):
            return NoCode(refusal=_not_this_account())
        try:
            request = _requests.decode(line)
        except json_errors.UNREADABLE:
            return NoCode(
                refusal=refuse(
                    "this is not a request for a screen code", "use `firmware-host screen-code`", code=Code.UNREADABLE
                )
            )
        address = self._address()
        if not address:
            return NoCode(refusal=refuse("the pages are not served yet", "ask again in a moment"))
        return OneTimeCode(code=self._codes.issue(request.for_s), address=address)


def _not_this_account() -> Refusal:
    return refuse(
        "this account may not have the screen's code",
        "ask as root, as the controller's own account, or from the group `screen_group` under [panel]",
        code=Code.NOT_YOUR_ROLE,
    )


def ask(path: Path, *, for_s: int, wait_s: float = 0.0) -> OneTimeCode:
    """Return a new code; wait up to `wait_s` for a controller that is starting. Raises `UserError` without a code."""
    until_s = time.monotonic() + wait_s
    while True:
        try:
            reply = _asked(path, GetCode(for_s=for_s))
        except UserError:
            if time.monotonic() >= until_s:
                raise
        else:
            if isinstance(reply, OneTimeCode):
                return reply
            if reply.refusal.code is not Code.NOT_NOW or time.monotonic() >= until_s:
                raise UserError(f"{reply.refusal.reason}; {reply.refusal.allowed_by}")
        time.sleep(AGAIN_S)


def _asked(path: Path, request: GetCode) -> CodeReply:
    try:
        with closing(socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)) as made, short_path(path) as short:
            made.settimeout(ANSWER_S)
            made.connect(str(short))
            made.sendall(msgspec.json.encode(request) + b"\n")
            with made.makefile("rb") as lines:
                line = lines.readline()
    except PermissionError:
        raise UserError(
            f"this account may not use {path}; run this as root, or name its group as `screen_group` under [panel]"
        ) from None
    except OSError as error:
        raise UserError(
            f"no controller answers at {path} ({error.strerror or error}); check that it runs with a section [panel]"
        ) from None
    if not line:
        raise UserError("the controller stopped before it answered; try again")
    try:
        return _replies.decode(line)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        raise UserError(
            f"{path} is not the screen's socket; give the one that `screen_socket` under [panel] names"
        ) from None
