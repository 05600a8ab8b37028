"""
The record as people read it who did not write it: shown, explained, handed out, added up.

`entries.py` is a fact with its words; everything here reads through `firmware_host.recall.reading` and changes nothing.
"""
