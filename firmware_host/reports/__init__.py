"""
Reports: the record as lines, a round explained, exports, and the totals of a day.

Everything here reads through `record_reader` and changes nothing.
"""
