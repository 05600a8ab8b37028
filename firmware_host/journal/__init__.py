"""
The record: append-only, every fact hashed onto the one before, in SQLite files of which only the newest is written.

`store.py` is what the host sees, `reading.py` what everybody else does; `writer.py` what writes.
`opening.py` says what is looked at at a start, `verifying.py` judges the whole, `export.py` a part far from the board.
`keys.py` and `statements.py` are what is signed and by whom, `witness.py` what tells of an end that was cut off.
"""
