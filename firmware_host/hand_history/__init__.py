"""
Poker hand histories, PHH: read, write and play through the engine.

    for entry in read_file(path):           each hand of a file, or what is wrong with that hand
        played = replay(entry.found)        play the hand through the round engine
        check(entry.found, played)          refuse the hand if it does not end as the file says
    dumps(hand_of(bodies))                  write a recorded round as a hand

`files.py` reads and writes files of one hand or many. `hand.py` is one hand, `fields.py` what each field may hold,
`variants.py` the codes of games. `replay.py` plays a hand: `actions.py` plays its actions, `dealing_order.py` handles
files from programs that deal in another order, `finishing_stacks.py` checks the final stacks. `writer.py` turns a
recorded round into a hand. Every mistake in a file is a `BadHistory` (`errors.py`): one line with place and paragraph.
"""
