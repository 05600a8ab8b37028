"""Parts of the virtual board that need no emulator: the order of modules, the first file system, what cannot be had."""

from __future__ import annotations

import os
import socket
import threading
import time
from pathlib import Path

import pytest

from hil.board.agent import Connection
from hil.board.debian import debian_disk
from hil.board.initramfs import SYSTEMD, initramfs
from hil.board.kernel import BoardMissing, Kernel, kernel
from hil.board.machine import Machine
from hil.debian_archive import cache_folder
from hil.pins.score import Score
from hil.pins.wire import Driven


def test_the_cache_is_this_users(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache_folder() == tmp_path / "firmware-host"


def test_without_apt_there_is_no_kernel_and_the_reason(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(BoardMissing, match="this machine has no apt"):
        kernel(tmp_path)


def test_without_an_emulator_the_package_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(BoardMissing, match="apt-get install qemu-system-x86"):
        Machine(tmp_path / "machine")


def test_without_a_maker_of_debian_disks_the_package_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(BoardMissing, match="apt-get install mmdebstrap"):
        debian_disk(tmp_path)


def test_a_disk_that_is_in_the_cache_is_not_made_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def made(disk: Path) -> None:
        disk.write_bytes(b"a disk")

    monkeypatch.setattr("hil.board.debian.make", made)
    disk = debian_disk(tmp_path)
    made_ns = disk.stat().st_mtime_ns
    assert debian_disk(tmp_path) == disk
    assert disk.stat().st_mtime_ns == made_ns


def test_a_board_that_boots_debian_leaves_its_first_file_system(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "busybox").write_bytes(b"a program")
    (tmp_path / "busybox").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    archive = initramfs(Kernel(image=tmp_path / "busybox", modules=()), "agent", SYSTEMD)
    assert b"switch_root /root /sbin/init" in archive
    assert b"ExecStart=/usr/sbin/chroot /run/outside $AGENT" in archive


def names_in(archive: bytes) -> list[str]:
    """Return the names in a cpio archive of the form `newc`."""
    names, at = list[str](), 0
    while not names or names[-1] != "TRAILER!!!":
        assert archive[at : at + 6] == b"070701"
        size, length = (int(archive[at + place : at + place + 8], 16) for place in (54, 94))
        names.append(archive[at + 110 : at + 110 + length - 1].decode())
        at = (at + 110 + length + 3) // 4 * 4
        at = (at + size + 3) // 4 * 4
    return names


def test_the_first_file_system_holds_busybox_the_modules_and_their_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    module, busybox = tmp_path / "gpio_sim.ko", tmp_path / "busybox"
    module.write_bytes(b"module")
    busybox.write_bytes(b"a program")
    busybox.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    archive = initramfs(Kernel(image=module, modules=(module,)), "agent")
    assert {"init", "bin/busybox", "bin/sh", "modules/order", "modules/gpio_sim.ko"} <= set(names_in(archive))
    assert b"gpio_sim" in archive


def test_a_connection_that_is_over_takes_no_byte_of_the_next_one() -> None:
    """The cable of the shuffler is one device: a thread of an earlier connection would eat what comes for a later."""
    before = threading.active_count()
    ours, theirs = socket.socketpair()
    device, host = os.openpty()
    connection = Connection(theirs)
    carrying = threading.Thread(target=connection.joins, args=(host, host))
    carrying.start()
    os.write(device, b"first\n")
    assert ours.recv(64).startswith(b"first")
    ours.close()
    carrying.join(10)
    assert threading.active_count() == before, "a thread still reads"
    os.write(device, b"second\n")
    assert os.read(host, 64) == b"second\n"
    for end in (device, host):
        os.close(end)
    connection.lines.close()
    theirs.close()


@pytest.mark.parametrize("waits_s", [0.0, 0.1])
def test_a_change_that_is_played_late_makes_no_pulse_shorter(waits_s: float) -> None:
    """On a busy machine both ends of a press may be due at once; the thread may also wait just before the first."""
    played: list[tuple[float, int]] = []
    both = threading.Event()

    def play(driven: Driven) -> None:
        if not played:
            both.wait(waits_s)
        played.append((time.monotonic(), driven.level))
        if len(played) == 2:
            both.set()

    score = Score(play, keeps_gaps=True)
    try:
        late_s = time.monotonic() - 1.0
        score.add(Driven(pin=4, level=0, at_s=late_s))
        score.add(Driven(pin=4, level=1, at_s=late_s + 0.06))
        assert both.wait(10)
    finally:
        score.end()
    (down_s, down), (up_s, up) = played
    assert (down, up) == (0, 1)
    assert up_s - down_s >= 0.059
