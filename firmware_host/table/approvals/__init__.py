"""
What takes two people: one asks and says why, another approves; only then is it decided, on the table of that moment.

What that is and who the two may be is data, in `by_two.py`; an act is added there and to `Approvable` in `acts.py`.
"""
