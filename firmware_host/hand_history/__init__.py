"""
Poker hand histories, PHH: read, write and play through the engine.

    for entry in read_file(path):           every hand of a file, or what is wrong with it
        played = replay(entry.found)        through the round engine, as the file says where it and the seeds differ
        check(entry.found, played)          and whether it ends as the file says
    dumps(hand_of(bodies))                  a round of ours as a hand

`files.py` reads and writes files of one hand or many. `hand.py` is one hand, `fields.py` what each field may hold,
`variants.py` the codes of games. `replay.py` plays a hand: `actions.py` has its actions, `dealing_order.py` the order
in which other programs deal, `finishing_stacks.py` the check of the end. `writing.py` makes a hand of a round of ours.
A mistake is always a `BadHistory` (`errors.py`): one line with the place and the paragraph.
"""
