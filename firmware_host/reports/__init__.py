"""
Reports: the record shown, explained, exported and added up for people who did not write it.

Everything here reads through `record_reader` and changes nothing.
"""
