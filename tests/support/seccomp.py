"""
`python -m tests.support.seccomp kill|refuse SET,SET PROGRAM...` runs a program without some system calls.

It installs the filter that systemd would for `SystemCallFilter=~@SET @SET`, and ends the program, or answers EPERM.
"""

import ctypes
import os
import platform
import sys
from collections.abc import Mapping

from hil.controller import end_with_parent

Calls = Mapping[str, tuple[int, int | None]]
"""System calls, and how x86_64 and aarch64 number them; aarch64 has not all."""

CLOCK: Calls = {"adjtimex": (159, 171), "clock_adjtime": (305, 266)}
"""What asks for the clock's state."""

PRIVILEGED: Calls = {
    **CLOCK,
    "_sysctl": (156, None),
    "acct": (163, 89),
    "bpf": (321, 280),
    "capset": (126, 91),
    "chown": (92, None),
    "chroot": (161, 51),
    "clock_settime": (227, 112),
    "delete_module": (176, 106),
    "fanotify_init": (300, 262),
    "fanotify_mark": (301, 263),
    "fchown": (93, 55),
    "fchownat": (260, 54),
    "finit_module": (313, 273),
    "init_module": (175, 105),
    "ioperm": (173, None),
    "iopl": (172, None),
    "kexec_file_load": (320, 294),
    "kexec_load": (246, 104),
    "lchown": (94, None),
    "nfsservctl": (180, 42),
    "open_by_handle_at": (304, 265),
    "pivot_root": (155, 41),
    "quotactl": (179, 60),
    "quotactl_fd": (443, 443),
    "reboot": (169, 142),
    "setdomainname": (171, 162),
    "setfsuid": (122, 151),
    "setgroups": (116, 159),
    "sethostname": (170, 161),
    "setresuid": (117, 147),
    "setreuid": (113, 145),
    "settimeofday": (164, 170),
    "setuid": (105, 146),
    "swapoff": (168, 225),
    "swapon": (167, 224),
    "vhangup": (153, 58),
}
"""systemd's set `@privileged`."""

RESOURCES: Calls = {
    "ioprio_set": (251, 30),
    "mbind": (237, 235),
    "migrate_pages": (256, 238),
    "move_pages": (279, 239),
    "sched_setaffinity": (203, 122),
    "sched_setattr": (314, 274),
    "sched_setparam": (142, 118),
    "sched_setscheduler": (144, 119),
    "set_mempolicy": (238, 237),
    "set_mempolicy_home_node": (450, 450),
    "setpriority": (141, 140),
    "setrlimit": (160, 164),
}
"""systemd's set `@resources`."""

SETS: Mapping[str, Calls] = {"clock": CLOCK, "privileged": PRIVILEGED, "resources": RESOURCES}

MACHINES = ("x86_64", "aarch64")
"""In the order of the numbers above."""

SET_SECCOMP, SET_NO_NEW_PRIVS, FILTER = 22, 38, 2

LOAD, JUMP_IF_EQUAL, RETURN = 0x20, 0x15, 0x06
"""Instructions of a packet filter; the number of the system call is the first word of what it looks at."""

ALLOW, KILL, REFUSE = 0x7FFF0000, 0x80000000, 0x00050001
"""Let it pass; end the process; return EPERM."""


class Instruction(ctypes.Structure):
    """`struct sock_filter`."""

    _fields_ = (
        ("code", ctypes.c_uint16),
        ("then", ctypes.c_uint8),
        ("otherwise", ctypes.c_uint8),
        ("value", ctypes.c_uint32),
    )


class Program(ctypes.Structure):
    """`struct sock_fprog`."""

    _fields_ = (("length", ctypes.c_uint16), ("instructions", ctypes.POINTER(Instruction)))


def numbers(of: str) -> tuple[int, ...]:
    """Return the numbers that the calls of these sets have on this machine."""
    column = MACHINES.index(platform.machine())
    calls = (call for name in of.split(",") for call in SETS[name].values())
    return tuple(number for call in calls if (number := call[column]) is not None)


def install(verdict: int, of: str) -> None:
    """Give this process and all that it starts the filter. Raises `OSError` where the kernel has none."""
    forbidden = numbers(of)
    rows = [
        Instruction(LOAD, 0, 0, 0),
        *(
            Instruction(JUMP_IF_EQUAL, to_the_verdict, 0, number)
            for number, to_the_verdict in zip(forbidden, range(len(forbidden), 0, -1), strict=True)
        ),
        Instruction(RETURN, 0, 0, ALLOW),
        Instruction(RETURN, 0, 0, verdict),
    ]
    program = Program(len(rows), (Instruction * len(rows))(*rows))
    kernel = ctypes.CDLL(None, use_errno=True)
    if kernel.prctl(SET_NO_NEW_PRIVS, 1, 0, 0, 0) or kernel.prctl(SET_SECCOMP, FILTER, ctypes.byref(program), 0, 0):
        raise OSError(ctypes.get_errno(), "the kernel takes no filter of system calls")


if __name__ == "__main__":
    end_with_parent()  # a change of the account has undone it
    install(KILL if sys.argv[1] == "kill" else REFUSE, sys.argv[2])
    os.execv(sys.argv[3], sys.argv[3:])  # noqa: S606 - the filter is for the program that takes this place
