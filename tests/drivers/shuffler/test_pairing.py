"""A shuffler is paired over a real pseudo-terminal, into a real key file; cut anywhere, the next session tells."""

import asyncio
import os
import stat
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from drivers.link.crypto import Pairing
from drivers.link.link_events_and_timing import LinkTiming
from drivers.link.pairing import HeldKeys, Keyring, KeysMissing, PairingFailure
from drivers.serial.port_errors import PortLost
from drivers.shuffler.driver import SerialShuffler
from drivers.shuffler.host_messages import Shuffle
from drivers.shuffler.pairing import NotPaired, pair
from drivers.shuffler.port import Back, CommandId, DownReason, LinkDown, LinkUp, ShuffleFinished, ShufflerEvent
from firmware_host.devices.pairing_key_file import DOUBTS_MAX, PairingKeyFile
from hil.shuffler.device import PowerCut, SimulatedShuffler, StillMoving
from hil.shuffler.line import BadLine, Badness

QUICK = LinkTiming(first_retry_ms=40, longest_retry_ms=80, tries=4, quiet_ms=200, ping_ms=80, pings=3)

WITHIN_S = 30.0


async def paired(device: SimulatedShuffler, keys: PairingKeyFile) -> Pairing:
    secret = device.press_pairing_key()
    return await pair(url=device.port, host=keys.host, secret=secret, keep=keys.offered, timing=QUICK)


@asynccontextmanager
async def first_event(device: SimulatedShuffler, keys: Keyring) -> AsyncIterator[ShufflerEvent]:
    shuffler = SerialShuffler(url=device.port, keyring=keys, timing=QUICK)
    task = asyncio.create_task(shuffler.run())
    try:
        async with asyncio.timeout(WITHIN_S):
            yield await anext(aiter(shuffler.events()))
    finally:
        task.cancel()
        await asyncio.wait([task])


async def test_a_shuffler_that_was_paired_is_met_with_the_key_from_the_file(tmp_path: Path) -> None:
    keys = PairingKeyFile(tmp_path)
    async with SimulatedShuffler(timing=QUICK) as device:
        pairing = await paired(device, keys)
        async with first_event(device, PairingKeyFile(tmp_path)) as event:
            assert isinstance(event, LinkUp)
        assert PairingKeyFile(tmp_path).pairings() == (pairing,)
    assert stat.S_IMODE(keys.path.stat().st_mode) == 0o600
    assert os.listdir(tmp_path) == ["shuffler.key"]  # noqa: PTH208 - the device has left by now


async def test_before_it_is_paired_the_way_to_pair_it_is_told(tmp_path: Path) -> None:
    async with SimulatedShuffler(timing=QUICK) as device, first_event(device, PairingKeyFile(tmp_path)) as event:
        assert isinstance(event, LinkDown)
        assert event.why is DownReason.NOT_PAIRED
        assert "firmware-host shuffler pair" in event.say


async def test_a_shuffler_of_another_table_does_not_talk_to_this_one(tmp_path: Path) -> None:
    keys = PairingKeyFile(tmp_path)
    async with SimulatedShuffler(timing=QUICK) as device, SimulatedShuffler(timing=QUICK) as other:
        await paired(device, keys)
        async with first_event(other, keys) as event:
            assert isinstance(event, LinkDown)
            assert event.why is DownReason.NOT_PAIRED


async def test_a_clone_without_the_key_is_not_taken_for_the_shuffler(tmp_path: Path) -> None:
    keys = PairingKeyFile(tmp_path)
    async with SimulatedShuffler(timing=QUICK) as device, SimulatedShuffler(timing=QUICK) as clone:
        pairing = await paired(device, keys)
        clone.pairing = Pairing(host=pairing.host, device=pairing.device, key=bytes(32))
        clone.drop_session()
        async with first_event(clone, keys) as event:
            assert isinstance(event, LinkDown)
            assert event.why is DownReason.NOT_PROVED


async def test_a_wrong_secret_changes_nothing(tmp_path: Path) -> None:
    keys = PairingKeyFile(tmp_path)
    async with SimulatedShuffler(timing=QUICK) as device:
        holds = await paired(device, keys)
        device.press_pairing_key()
        with pytest.raises(NotPaired) as failed:
            await pair(url=device.port, host=keys.host, secret="0" * 16, keep=keys.offered, timing=QUICK)
        assert failed.value.why is PairingFailure.WRONG_SECRET
        assert device.pairing == holds
        async with first_event(device, keys) as event:
            assert isinstance(event, LinkUp)


@pytest.mark.parametrize("cut", PowerCut)
async def test_a_device_whose_power_goes_in_a_pairing_is_met_all_the_same(tmp_path: Path, cut: PowerCut) -> None:
    keys = PairingKeyFile(tmp_path)
    async with SimulatedShuffler(timing=QUICK) as device:
        old = await paired(device, keys)
        device.cut_power_at_pairing = cut
        with pytest.raises(NotPaired) as failed:
            await paired(device, keys)
        assert failed.value.why is PairingFailure.IN_DOUBT
        assert len(keys.pairings()) == 2
        async with first_event(device, keys) as event:
            assert isinstance(event, LinkUp)
        assert keys.pairings() == (device.pairing,)
        assert (device.pairing == old) == (cut is PowerCut.BEFORE_KEEPING)


@pytest.mark.parametrize("accepted", [False, True], ids=["before the device kept it", "after it kept it"])
async def test_a_wire_that_is_cut_once_the_key_is_kept_leaves_it_in_doubt(tmp_path: Path, *, accepted: bool) -> None:
    keys = PairingKeyFile(tmp_path)
    async with SimulatedShuffler(timing=QUICK) as device:
        old = await paired(device, keys)

        def keep(pairing: Pairing) -> None:
            keys.offered(pairing)
            if accepted:
                device.line = BadLine(Badness(cut_after=5), cut=device.unplug)
            else:
                device.unplug()

        with pytest.raises(NotPaired, match="the old key or the new one") as failed:
            await pair(url=device.port, host=keys.host, secret=device.press_pairing_key(), keep=keep, timing=QUICK)
        assert failed.value.why is PairingFailure.IN_DOUBT
        assert (device.pairing == old) is not accepted
        device.line = None
        device.plug_in()
        async with first_event(device, keys) as event:
            assert isinstance(event, LinkUp)
        assert keys.pairings() == (device.pairing,)


async def test_a_wire_that_is_cut_before_the_device_has_proved_anything_is_a_lost_port(tmp_path: Path) -> None:
    keys = PairingKeyFile(tmp_path)
    async with SimulatedShuffler(timing=QUICK) as device:
        device.line = BadLine(Badness(cut_after=5), cut=device.unplug)
        with pytest.raises(PortLost):
            await paired(device, keys)
        with pytest.raises(KeysMissing):
            keys.pairings()


@pytest.mark.parametrize("kept", [False, True], ids=["before it kept it", "after it kept it"])
async def test_a_host_whose_power_goes_in_a_pairing_meets_the_device_all_the_same(
    tmp_path: Path, *, kept: bool
) -> None:
    class PowerGone(Exception):  # noqa: N818 - named for what happens
        pass

    def keep(pairing: Pairing) -> None:
        if kept:
            keys.offered(pairing)
        raise PowerGone

    keys = PairingKeyFile(tmp_path)
    async with SimulatedShuffler(timing=QUICK) as device:
        old = await paired(device, keys)
        with pytest.raises(PowerGone):
            await pair(url=device.port, host=keys.host, secret=device.press_pairing_key(), keep=keep, timing=QUICK)
        async with first_event(device, keys) as event:
            assert isinstance(event, LinkUp)
        assert keys.pairings() == (old,)


async def test_a_device_that_is_paired_anew_forgets_what_it_did_for_the_old_host(tmp_path: Path) -> None:
    command = CommandId(journal=bytes(16), number=1)
    async with SimulatedShuffler(timing=QUICK, speed=1000) as device:
        shuffler = SerialShuffler(url=device.port, keyring=device.host_keys, timing=QUICK)
        task = asyncio.create_task(shuffler.run())
        events = aiter(shuffler.events())
        assert isinstance(await anext(events), LinkUp)
        await device.load_deck(Back.BLUE)
        await shuffler.shuffle(command, Back.BLUE)
        async with asyncio.timeout(WITHIN_S):
            while not isinstance(await anext(events), ShuffleFinished):
                pass
        task.cancel()
        await asyncio.wait([task])
        assert device.model.kept
        await paired(device, PairingKeyFile(tmp_path))
        assert not device.model.kept
        assert not device.model.commands


async def test_a_key_file_that_cannot_be_written_is_a_lost_link_and_no_crash() -> None:
    class FullDisk(HeldKeys):
        def holds(self, pairing: Pairing) -> None:
            raise KeysMissing(f"cannot write the key of {pairing.device.hex()} (No space left on device)")

    async with SimulatedShuffler(timing=QUICK) as device:
        assert device.pairing is not None
        async with first_event(device, FullDisk(device.pairing)) as event:
            assert isinstance(event, LinkDown)
            assert "No space left" in event.say


async def test_while_the_machine_moves_its_pairing_key_does_nothing() -> None:
    async with SimulatedShuffler(timing=QUICK, speed=1) as device:
        await device.load_deck(Back.BLUE)
        device.model.order(Shuffle(command=CommandId(journal=bytes(16), number=1), back=Back.BLUE), 0)
        with pytest.raises(StillMoving):
            device.press_pairing_key()


def test_a_key_file_that_others_may_read_is_not_used(tmp_path: Path) -> None:
    keys = PairingKeyFile(tmp_path)
    assert len(keys.host) == 16
    keys.path.chmod(0o640)
    with pytest.raises(KeysMissing, match="is readable by other users"):
        keys.pairings()


@pytest.mark.parametrize("wrong", [b"", b"{}", b'{"host": 3}', b"\xff"])
def test_a_key_file_that_is_none_says_so_and_shows_nothing_of_it(tmp_path: Path, wrong: bytes) -> None:
    keys = PairingKeyFile(tmp_path)
    keys.path.touch(mode=0o600)
    keys.path.write_bytes(wrong)
    with pytest.raises(KeysMissing, match=r"shuffler\.key is not a valid key file"):
        keys.pairings()


def test_the_host_keeps_its_name_and_a_later_pairing_leaves_all_keys_until_one_is_proved(tmp_path: Path) -> None:
    host = PairingKeyFile(tmp_path).host
    keys = PairingKeyFile(tmp_path)
    assert keys.host == host
    first, second, third = (Pairing(host=host, device=bytes(16), key=bytes([n]) * 32) for n in (1, 2, 3))
    keys.offered(first)
    keys.offered(second)
    keys.offered(third)
    assert keys.pairings() == (third, second, first), "the device may hold any of them"
    keys.holds(first)
    assert keys.pairings() == (first,)
    with pytest.raises(ValueError, match="another table"):
        keys.offered(Pairing(host=bytes(16), device=bytes(16), key=bytes(32)))


def test_the_key_that_held_outlives_any_number_of_pairings_of_which_nobody_knows_how_they_ended(tmp_path: Path) -> None:
    keys = PairingKeyFile(tmp_path)
    host = keys.host
    holds, *doubtful = (Pairing(host=host, device=bytes(16), key=bytes([n]) * 32) for n in range(100))
    keys.offered(holds)
    keys.holds(holds)
    for pairing in doubtful:
        keys.offered(pairing)
    *newest, last = keys.pairings()
    assert last == holds
    assert newest == doubtful[::-1][:DOUBTS_MAX]
