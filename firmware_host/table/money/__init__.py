"""
What is neither a player's nor in a pot: the drop, the bad beat fund; and what coin and currency become.

    on the table + counted out + drop + fund + paid out of it = brought in

That holds between rounds over every fact of a table that tracks money; in mid-round the round keeps its own.
"""
