"""Frames and sessions on a byte stream, without any input or output of their own.

`frame` finds whole frames in noise; `session` makes them a conversation: `Link` takes the bytes that came and the
time it is, and gives back what happened, the bytes to write and when to ask again.
"""
