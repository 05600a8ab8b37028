"""
The record: an append-only hash chain of facts in SQLite files, of which only the newest is written.

The host uses `store`, everything else uses `reader`; `writer` is the one thread that writes. `segments` reads the
files, `schema` defines their tables, `chain` the hashes. A start uses `create` and `recovery`. `signing`, `day_keys`
and `witness` make changes and cuts visible, `verify` finds them, `export` writes a record into one file.
"""
