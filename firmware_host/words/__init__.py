"""
What happened, in plain words: one sentence for every fact, the same wherever people read facts.

    sentence(fact)     "Seat 4 raises to $8.", and so on

A kind of fact gets its own words by one line in `of_round.py` or `of_table.py`; until then it is told by its name and
fields, so that nothing that happened goes unsaid.
"""

from firmware_host.words.sentences import sentence, with_paragraphs

__all__ = ["sentence", "with_paragraphs"]
