"""
Amending what an earlier fact says: the one way in which anything recorded is put right.

Nothing is undone. `Amended` gives earlier facts another body, or none, and the ledger folds the table anew with it; the
facts stay in the record, and readers see both. Which facts can be amended, by whom and until when is in `until.py`.

The acts are people's ways to ask: a step taken back, a wager, cards or a sum of the dice put right. An amendment is
granted only where the rules would have answered everything that followed just so. Where no fact can be found that says
something wrong, as where money was miscounted some time before, `MoneyAdjusted` records what two people have counted.
"""
