"""The first file system of the virtual board: busybox, the modules, and a script that makes the board."""

import shutil
from collections.abc import Iterator
from pathlib import Path

from hil.board.kernel import BoardMissing, Kernel

CHIP_LABEL = "pinctrl-bcm2711"
"""The label of the chip of a Raspberry Pi 4, so that the product finds its pins as on the real board."""

CHIP_LINES = 58

SERIAL = "VIRTUAL-0001"
"""The serial number of the simulated shuffler's USB device."""

AGENT_PORT = 7000

BEGIN = """\
#!/bin/sh
/bin/busybox --install -s /bin
mount -t proc proc /proc
mount -t sysfs sysfs /sys
mount -t devtmpfs devtmpfs /dev
for name in $(cat /modules/order); do insmod /modules/$name.ko $(cat /modules/$name.options 2>/dev/null); done
"""

OUTSIDE = "mount -t 9p -o trans=virtio,version=9p2000.L,ro,cache=loose,msize=512000 host {} || exec reboot -f\n"
"""Mounts the host's files, which the board may only read."""

NETWORK = """\
ip link set lo up
ip addr add 10.0.2.15/24 dev eth0
ip link set eth0 up
"""

DEVICES = f"""\
mount -t configfs configfs /sys/kernel/config
cd /sys/kernel/config/gpio-sim && mkdir board board/bank0
echo {CHIP_LINES} > board/bank0/num_lines
echo {CHIP_LABEL} > board/bank0/label
echo 1 > board/live
cd /sys/kernel/config/usb_gadget && mkdir shuffler && cd shuffler
echo 0x1d6b > idVendor
echo 0x0104 > idProduct
mkdir strings/0x409 configs/c.1 functions/acm.usb0
echo {SERIAL} > strings/0x409/serialnumber
echo firmware-host > strings/0x409/manufacturer
echo "Simulated shuffler" > strings/0x409/product
ln -s functions/acm.usb0 configs/c.1
cd /
. /board
echo "board: ready after $(cut -d' ' -f1 /proc/uptime) s"
"""

INIT = f"""\
{BEGIN}{OUTSIDE.format("/host")}
for place in proc sys dev; do mount -o bind /$place /host/$place; done
mkdir -p /dev/pts /dev/shm && mount -t devpts devpts /host/dev/pts && mount -t tmpfs tmpfs /host/dev/shm
mount -t tmpfs tmpfs /host/run
mkdir -p /host/run/board /host/run/tmp /host/run/data
mount -t 9p -o trans=virtio,version=9p2000.L,msize=512000 shared /host/run/board
mount -t ext4 /dev/vda /host/run/data
{NETWORK}
ip route add default via 10.0.2.2
# A Pi's revision is in its cpuinfo, and lgpio's pin factory works on a Pi alone.
(cat /proc/cpuinfo; echo "Revision : c03111") > /host/run/cpuinfo
mount -o bind /host/run/cpuinfo /host/proc/cpuinfo
{DEVICES}
mount -t configfs configfs /host/sys/kernel/config
cd /host/run/tmp
export HOME=/run/tmp TMPDIR=/run/tmp PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
export PYTHONDONTWRITEBYTECODE=1
cd /host && chroot /host /bin/sh -c 'cd /run/tmp && exec '"$AGENT"
echo "board: the agent ended"
poweroff -f
"""
"""The board runs programs of the host's file system; this script is its first process."""

AGENT_UNIT = """\
[Unit]
Description=Moves the contacts of the virtual board
[Service]
ExecStartPre=mount --rbind /proc /run/outside/proc
ExecStartPre=mount --rbind /sys /run/outside/sys
ExecStartPre=mount --rbind /dev /run/outside/dev
ExecStartPre=mount -t tmpfs tmpfs /run/outside/run
ExecStartPre=mkdir -p /run/outside/run/tmp
Environment=PYTHONDONTWRITEBYTECODE=1 TMPDIR=/run/tmp
ExecStart=/usr/sbin/chroot /run/outside $AGENT
OOMScoreAdjust=-900
"""

SYSTEMD = f"""\
{BEGIN}
mount -t ext4 /dev/vda /root || exec reboot -f
mount -t tmpfs -o mode=0755,nosuid,nodev tmpfs /root/run
mkdir -p /root/run/outside /root/run/systemd/system/multi-user.target.wants
{OUTSIDE.format("/root/run/outside")}
{NETWORK}
ip addr add 10.0.3.15/24 dev eth1
ip link set eth1 up
{DEVICES}
cat > /root/run/systemd/system/board-agent.service <<END
{AGENT_UNIT}END
ln -s ../board-agent.service /root/run/systemd/system/multi-user.target.wants
umount /sys/kernel/config
for place in dev proc sys; do mount --move /$place /root/$place; done
exec switch_root /root /sbin/init
"""
"""The board boots the Debian on its disk, and writes nothing there; only the agent is of the host's file system."""


def initramfs(kernel: Kernel, agent: str, init: str = INIT) -> bytes:
    """Return the archive; `agent` is the command that runs in the host's file system once the board is made."""
    busybox = shutil.which("busybox") or shutil.which("busybox", path="/bin:/usr/bin")
    if busybox is None:
        raise BoardMissing("busybox is not installed: apt-get install busybox-static")
    return b"".join(_archive(kernel, Path(busybox), agent, init))


def _archive(kernel: Kernel, busybox: Path, agent: str, init: str) -> Iterator[bytes]:
    for number, folder in enumerate(("bin", "dev", "proc", "sys", "modules", "host"), 1):
        yield _entry(number, folder, 0o040755, b"")
    order = "\n".join(module.stem for module in kernel.modules).encode()
    files = {
        "init": (0o100755, init.encode()),
        "board": (0o100644, f"AGENT='{agent}'\n".encode()),
        "bin/busybox": (0o100755, busybox.read_bytes()),
        "modules/order": (0o100644, order),
        # A USB host's controller and a device's in one, at high speed.
        "modules/dummy_hcd.options": (0o100644, b"is_high_speed=1"),
        **{f"modules/{module.name}": (0o100644, module.read_bytes()) for module in kernel.modules},
    }
    yield _entry(50, "bin/sh", 0o120777, b"busybox")
    for number, (name, (mode, data)) in enumerate(files.items(), 100):
        yield _entry(number, name, mode, data)
    yield _entry(0, "TRAILER!!!", 0, b"")


def _entry(number: int, name: str, mode: int, data: bytes) -> bytes:
    """Return one entry of a cpio archive of the form `newc`, which the kernel reads."""
    path = name.encode() + b"\0"
    fields = (number, mode, 0, 0, 1, 0, len(data), 0, 0, 0, 0, len(path), 0)
    head = b"070701" + b"".join(b"%08X" % field for field in fields) + path
    return _padded(head) + _padded(data)


def _padded(data: bytes) -> bytes:
    return data + b"\0" * (-len(data) % 4)
