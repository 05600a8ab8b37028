"""
Backups: what a table needs to continue on another board, in one encrypted file.

A backup holds the record and its secrets: pepper, PINs, the shuffler's key and the keys of TLS. An export, a report and
a support bundle hold none of them. `journal.key` is in no backup: a copy would keep a key that has to be erased.
"""
