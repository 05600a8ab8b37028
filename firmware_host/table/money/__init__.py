"""
The house's money: the drop and the bad beat fund; and the exchange of coin and currency for chips.

    on the table + counted out + drop + fund + paid out of the fund = brought in

This sum holds between rounds after every fact of a table that tracks money. In mid-round the round has its own.
"""
