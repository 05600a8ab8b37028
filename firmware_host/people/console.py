"""The console of a controller that runs: a socket beside its record, for `firmware-host people` and nobody else."""

import os
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import msgspec

from firmware_host.line_socket import Caller, LineSocket
from firmware_host.people.asked import No, Reply, Request
from firmware_host.people.registrar import Registrar
from firmware_host.rules.answers import Code, Refusal
from firmware_host.trouble import Trouble

FILE = "console.socket"
ROOT_UID = 0

_requests: msgspec.json.Decoder[Request] = msgspec.json.Decoder(Request)


class Console:
    """Lets in root and the controller's own account, as the kernel names them; which of the two it was, it tells."""

    def __init__(self, *, folder: Path, registrar: Registrar, root_uid: int = ROOT_UID) -> None:
        """Store; the `async with` of `opened` makes the socket."""
        self._path = folder / FILE
        self._registrar = registrar
        self._root_uid = root_uid

    @asynccontextmanager
    async def opened(self) -> AsyncIterator[None]:
        """Serve until the end of the `async with`."""
        async with AsyncExitStack() as stack:
            try:
                await stack.enter_async_context(LineSocket(self._path, self._line).opened())
            except OSError as error:
                raise Trouble(f"cannot make the console {self._path} ({error.strerror})") from None
            yield

    async def _line(self, line: bytes, caller: Caller) -> bytes:
        return msgspec.json.encode(await self._reply(line, caller))

    async def _reply(self, line: bytes, caller: Caller) -> Reply:
        if caller.uid not in (self._root_uid, os.geteuid()):
            return _no(Code.NOT_YOUR_ROLE, "this account may not ask here", "root, or the controller's own account")
        try:
            request = _requests.decode(line)
        except msgspec.MsgspecError:
            # What was wrong is not repeated: a PIN may stand in it.
            return _no(Code.UNREADABLE, "this is no request", "a `firmware-host people` of this version")
        return await self._registrar.answer(request, root=caller.uid == self._root_uid)


def _no(code: Code, reason: str, allowed_by: str) -> No:
    return No(refusal=Refusal(code=code, reason=reason, allowed_by=allowed_by))
