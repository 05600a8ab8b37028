"""Pairing over a real port: the exchange of `drivers.link.pairing`, and its failures in words."""

import asyncio
import secrets
import time
from collections.abc import Callable
from typing import Final

from drivers.link.crypto import KEY_BYTES, Pairing
from drivers.link.link_events_and_timing import LINK_TIMING, LinkTiming
from drivers.link.pairing import HostPairing, Offered, Paired, PairingFailed, PairingFailure, secret_bytes
from drivers.serial.port_errors import PortLost
from drivers.serial.port_opening import open_stream, parse_address
from drivers.serial.stream import ByteStream

SAY: Final = {
    PairingFailure.NO_ANSWER: "nothing on {port} answers as a shuffler; check its cable and power",
    PairingFailure.OTHER_VERSION: "the device on {port} speaks another version of the link protocol; "
    "update the older one, this controller or the firmware of the device",
    PairingFailure.NO_PRESS: "the device is not ready to be paired; press its pairing key, then try again at once",
    PairingFailure.WRONG_SECRET: "the secret is not the one that the device shows; nothing was changed, try again",
    PairingFailure.IN_DOUBT: (
        "the device did not confirm the pairing, so it may hold the old key or the new one; try a session, and "
        "if that fails, pair again"
    ),
}


class NotPaired(Exception):  # noqa: N818 - named for what is wrong
    """Why the pairing failed, and what to do, in one line."""

    def __init__(self, why: PairingFailure, *, port: str) -> None:
        super().__init__(SAY[why].format(port=port))
        self.why = why


async def pair(
    *, url: str, host: bytes, secret: str, keep: Callable[[Pairing], None], timing: LinkTiming = LINK_TIMING
) -> Pairing:
    """
    Pair with the device; return once the device has confirmed. Raises NotPaired, SecretMistyped or a PortTrouble.

    `keep` is called once the device has proved the secret, and must have stored the pairing on disk when it returns. If
    the port or a message is lost after that, the pairing is in doubt.
    """
    said = secret_bytes(secret)
    kept: list[Pairing] = []

    def keep_it(pairing: Pairing) -> None:
        keep(pairing)
        kept.append(pairing)

    stream = await open_stream(parse_address(url))
    try:
        attempt = HostPairing(
            host=host,
            secret=said,
            private=secrets.token_bytes(KEY_BYTES),
            session=secrets.randbits(32),
            now_ms=_now_ms(),
            timing=timing,
        )
        return await _carried_out(attempt, stream, keep_it, url)
    except PortLost:
        if kept:
            raise NotPaired(PairingFailure.IN_DOUBT, port=url) from None
        raise
    finally:
        stream.close()


async def _carried_out(attempt: HostPairing, stream: ByteStream, keep: Callable[[Pairing], None], port: str) -> Pairing:
    while True:
        output = attempt.take_output()
        if output:
            stream.write(output)
        due_ms = attempt.next_due() or _now_ms()
        until = asyncio.get_running_loop().time() + max(0, due_ms - _now_ms()) / 1000
        data = await stream.read(until=until)
        now_ms = _now_ms()
        for event in (*attempt.receive(data, now_ms), *attempt.poll(now_ms)):
            match event:
                case Offered(pairing=pairing):
                    keep(pairing)
                    attempt.accept(now_ms)
                case Paired(pairing=pairing):
                    return pairing
                case PairingFailed(why=why):
                    raise NotPaired(why, port=port)


def _now_ms() -> int:
    return time.monotonic_ns() // 1_000_000
