"""
Putting an earlier fact of the round right without voiding it: a wager misread, a card named wrong, money miscounted.

Nothing is undone: `Amended` says what really happened, and the round is folded anew with it. It is only granted where
the rules would have answered everything that followed just so; where not, the money is put right as money.
"""
