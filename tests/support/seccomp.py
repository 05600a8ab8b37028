"""
`python -m tests.support.seccomp kill|refuse PROGRAM...` runs a program without the right to read the clock's state.

It installs the filter of system calls that systemd would for `SystemCallFilter=~adjtimex clock_adjtime`.
"""

import ctypes
import os
import platform
import sys

NUMBERS = {"x86_64": (159, 305), "aarch64": (171, 266)}
"""adjtimex and clock_adjtime, as the kernel numbers them."""

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


def install(verdict: int) -> None:
    """Give this process and all that it starts the filter. Raises `OSError` where the kernel has none."""
    first, second = NUMBERS[platform.machine()]
    rows = [
        Instruction(LOAD, 0, 0, 0),
        Instruction(JUMP_IF_EQUAL, 1, 0, first),
        Instruction(JUMP_IF_EQUAL, 0, 1, second),
        Instruction(RETURN, 0, 0, verdict),
        Instruction(RETURN, 0, 0, ALLOW),
    ]
    program = Program(len(rows), (Instruction * len(rows))(*rows))
    kernel = ctypes.CDLL(None, use_errno=True)
    if kernel.prctl(SET_NO_NEW_PRIVS, 1, 0, 0, 0) or kernel.prctl(SET_SECCOMP, FILTER, ctypes.byref(program), 0, 0):
        raise OSError(ctypes.get_errno(), "the kernel takes no filter of system calls")


if __name__ == "__main__":
    install(KILL if sys.argv[1] == "kill" else REFUSE)
    os.execv(sys.argv[2], sys.argv[2:])  # noqa: S606 - the filter is for the program that takes this place
