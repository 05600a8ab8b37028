"""
The record: one SQLite file, append-only, every fact hashed onto the one before.

`store.py` is what the host sees; `writer.py` the one thread that writes; `chain.py` the hashes; `schema.py` the tables.
"""
