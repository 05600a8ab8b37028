"""
Frames and sessions on a byte stream, without any input or output of their own.

`frame` finds whole frames in noise; `crypto` makes a session's keys and seals frames under them; `channel` is one
session; `link` opens them, one after another: it takes the bytes that came and the time it is, and gives back what
happened, the bytes to write and when to ask again. `pairing` makes the key that both ends share.
"""
