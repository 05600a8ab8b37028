"""
The record: append-only, every fact hashed onto the one before, in SQLite files of which only the newest is written.

`store` is the journal as the host sees it, `reader` as everybody else does; `writer` is the one thread that writes.
`segments` are the files, `schema` their tables, `chain` the hashes; `create` and `recovery` are a start. `signing`,
`day_keys` and `witness` show that nothing was changed or cut off, `verify` judges it, `export` takes it elsewhere.
"""
