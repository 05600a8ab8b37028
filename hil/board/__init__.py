"""
The virtual board: a virtual machine with a kernel's own GPIO chip, USB serial device and disk.

The unchanged product runs inside; the simulated devices, the broker and the robots stay outside and reach it over the
machine's network. `machine` starts the emulator, `agent` is the program inside that moves contacts and plugs cables.
"""
