"""What the dealer of a mini-dice table may take back: words, never what a sensor saw, and no money that has moved."""

from firmware_host.table.dice import bodies as told

SAID = (
    told.WagerPlaced,
    told.WagerTakenDown,
    told.ShakerOffered,
    told.ShakerRefused,
    told.ShakerAccepted,
    told.ShakerKept,
    told.DieNoted,
    told.SumCalled,
    told.NoRollCalled,
)
"""Only ever told by a person."""


def is_somebodys_word(body: object) -> bool:
    """Return whether a fact with this body may have been a slip of the finger."""
    match body:
        case told.ShakerRelinquished(why=why):
            return why is told.Relinquished.VOLUNTARILY
        case told.BetsClosed(word=word) | told.CoverPutOn(word=word) | told.CoverTakenOff(word=word):
            return word is not told.Word.SENSED
        case told.DiceShaken(word=word) | told.ShakerReturned(word=word):
            return word is not told.Word.SENSED
        case _:
            return isinstance(body, SAID)
