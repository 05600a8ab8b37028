"""
Poker hand histories, PHH: read, write and play through the engine.

    for entry in read_file(path):           every hand of a file, or what is wrong with it
        played = replay(entry.found)        through the round engine, as the file says where it and the seeds differ
        check(entry.found, played)          and whether it ends as the file says
    dumps(record(bodies))                   a round of ours as a hand

`notation.py` is one hand's fields, `variants.py` the codes of games, `files.py` files of one hand or many; `replay.py`
plays, at the table that is `playing.py`, `finishing.py` checks the end, `record.py` writes. What is wrong is always a
`BadHistory`: one line with the place and the paragraph.
"""
