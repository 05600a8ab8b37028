"""
A table played from a script: lines of what people do and of what the table is to say to that. FORMAT.md is its page.

`reading.py` makes a `Script` of a text, `playing.py` plays it on a table on paper (`paper.py`: the real rules and
decisions, no journal, a clock that moves when the script says so) and tells where things went otherwise.

A new act gets its words by one line in `verbs.py`. One that a step offers needs none: the step's own words do.
"""
