"""Every secret is in its own file and nowhere else, after a robot session with a lost cable and a restart."""

import re
import stat
from pathlib import Path

import msgspec
import pytest

import drivers.link.device_end
import hil.shuffler.device
from drivers.link.crypto import Introduction, Pairing, SessionKeys, session_keys
from drivers.link.frame import PlainFrame
from drivers.link.pairing import new_secret
from firmware_host.access import pepper, pins
from firmware_host.access.access_config import default_pepper
from firmware_host.devices import pairing_key_file
from firmware_host.journal import day_keys as signing
from hil.broker import free_port
from hil.commissioning import FLOOR, PIN
from tests.app import outlets
from tests.support.brokers import any_broker
from tests.support.listener import listening
from tests.worlds.played_table import PlayedTable, played_table

SPEED = 60.0
"""Slow enough that a cable is lost while something moves."""

WRONG_PIN = "907431"

CARD = re.compile(rb"\b[2-9TJQKA][shdc]\b")


class Overheard:
    """What the device knows in its sessions and never says: this process has the device, not the controller."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.sessions: list[SessionKeys] = []
        self.shown: list[str] = []
        patch.setattr(drivers.link.device_end, "session_keys", self._session_keys)
        patch.setattr(hil.shuffler.device, "new_secret", self._new_secret)

    def secrets(self) -> dict[str, bytes]:
        return {
            f"{name} of session {number}": getattr(keys, name)
            for number, keys in enumerate(self.sessions, 1)
            for name in ("device_proof", "from_host", "from_device")
        }

    def _session_keys(self, pairing: Pairing, hello: PlainFrame, device: Introduction) -> SessionKeys:
        self.sessions.append(session_keys(pairing, hello, device))
        return self.sessions[-1]

    def _new_secret(self) -> str:
        self.shown.append(new_secret())
        return self.shown[-1]


def asks(number: int, pin: str) -> bytes:
    """Through the door, what only the floor may, with a right PIN or a wrong one."""
    act = {"kind": "approve-hand-shuffling", "why": "to be heard"}
    return msgspec.json.encode(
        {"id": f"asked-{number}", "actor": FLOOR, "role": "floorperson", "seen": 1, "act": act, "pin": pin}
    )


async def hear_all(table: PlayedTable, port: int) -> outlets.Outlets:
    """A session as it happens on a bad day: a cable is lost, somebody types a wrong PIN, the controller starts anew."""
    controller, shuffler, devices = table.world.controller, table.world.shuffler, table.subscriber.devices
    await controller.start()
    await table.rounds(1, within_s=60)
    shuffler.unplug()
    await table.subscriber.until(lambda: not devices["shuffler"].up)
    shuffler.plug_in()
    await table.subscriber.until(lambda: devices["shuffler"].up)
    await controller.stop()
    first_key = signing_key(table.world.data)
    await controller.start()
    await table.subscriber.until(lambda: devices["shuffler"].up)
    assert signing_key(table.world.data) == first_key, "no gaming day has begun"
    heard = dict(await outlets.pages(port))
    heard |= await outlets.door(table.world.door, asks(1, PIN), asks(2, WRONG_PIN), b"no request")
    await controller.stop()
    data, toml = str(table.world.data), str(table.world.data.parent / "table.toml")
    at_port = ("--port", shuffler.port, "--data", data)
    for words in (
        ("shuffler", "trace", *at_port, "--seconds", "0.4"),
        ("shuffler", "status", *at_port, "--json"),
        ("support-bundle", toml, "--data", data, "--into", str(table.world.data.parent)),
    ):
        heard |= await outlets.printed(*words)
    return {**heard, "log": controller.words().encode()}


def signing_key(data: Path) -> bytes:
    kept = msgspec.json.decode((data / signing.FILE).read_bytes(), type=signing.DayKeyFile)
    return bytes.fromhex(kept.secret)


async def test_no_secret_is_in_the_log_the_record_a_topic_a_page_a_trace_a_reply_or_any_other_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    overheard, port = Overheard(monkeypatch), free_port()
    async with (
        any_broker(tmp_path) as url,
        listening(url=url, base="fh1") as listener,
        played_table(tmp_path, broker=url, speed=SPEED) as table,
    ):
        with (tmp_path / "table.toml").open("a") as toml:
            toml.write(f"\n[web]\nport = {port}\n")
        said = dict(await hear_all(table, port))
        data, shuffler = table.world.data, table.world.shuffler
    assert len(listener.heard) > 50
    said |= {f"topic {heard.topic}, message {number}": heard.payload for number, heard in enumerate(listener.heard)}
    own = own_files(data)
    elsewhere = {where: content for where, content in outlets.files(tmp_path).items() if where not in own}
    assert any("journal-" in where for where in elsewhere)
    assert pairing_key_file.PairingKeyFile(data).pairings() == (shuffler.pairing,)
    assert len(overheard.sessions) > 3
    assert overheard.shown
    words = {"the PIN": PIN, "a wrong PIN": WRONG_PIN, "the pairing's secret": overheard.shown[0]}
    assert not list(outlets.leaks(kept(data) | overheard.secrets(), words, said | elsewhere))
    # Nobody tells a card at this table, and no device can: there is none to be said anywhere.
    assert not [where for where, content in said.items() if CARD.search(content)]
    for name in own:
        assert stat.S_IMODE((tmp_path / name).stat().st_mode) == 0o600, name


def own_files(data: Path) -> tuple[str, ...]:
    """Where each secret is kept, beside the table.toml."""
    beside = (data / name for name in (pairing_key_file.NAME, signing.FILE, pins.FILE))
    return tuple(str(path.relative_to(data.parent)) for path in (*beside, default_pepper(data)))


def kept(data: Path) -> dict[str, bytes]:
    """What is in those files."""
    keys, key = pairing_key_file.PairingKeyFile(data), pepper.read(default_pepper(data))
    (pairing,) = keys.pairings()
    assert key is not None
    return {
        "the pairing's key": pairing.key,
        "the order secret": keys.order_secret,
        "the pepper": key,
        "the signing key": signing_key(data),
        **{f"the hash of {name}'s PIN": pin.hash.encode() for name, pin in pins.read(data).pins.items()},
    }
